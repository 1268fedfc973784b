// spec.ts - a player spec made of what was chosen in a form.

export interface SpecChoice {
  algorithm: string;
  order: string;
  rule: string;
  levels: string;
  /** Length of the lists; 0: no limit. */
  limit: number;
  tt: number;
  extra: string;
}

export const specUsual: SpecChoice = {
  algorithm: "alphabeta",
  order: "history-ads",
  rule: "mtf",
  levels: "single",
  limit: 0,
  tt: 0,
  extra: "",
};

/** Ideas that keep adaptive lists: only with them the keys of lists have an effect. */
export function specHasLists(order: string): boolean {
  return order.split("+").some((idea) => ["history-ads", "listed", "combined-ads"].includes(idea));
}

export function specText(choice: SpecChoice): string {
  const keys: string[] = [];
  if (choice.order !== "none" && choice.order !== "") keys.push(`order=${choice.order}`);
  if (specHasLists(choice.order)) {
    if (choice.rule !== "mtf") keys.push(`rule=${choice.rule}`);
    if (choice.levels !== "single") keys.push(`levels=${choice.levels}`);
    if (choice.limit > 0) keys.push(`limit=${choice.limit}`);
  }
  const table = choice.tt > 0 ? choice.tt : choice.order.split("+").includes("tt") ? 16 : 0;
  if (table > 0) keys.push(`tt=${table}`);
  if (choice.extra.trim() !== "") keys.push(choice.extra.trim());
  return keys.length > 0 ? `${choice.algorithm}:${keys.join(",")}` : choice.algorithm;
}

/** The same spec with a key, unless it has that key already. */
export function specWith(spec: string, key: string, value: string): string {
  const name = spec.trim();
  if (new RegExp(`[:,]${key}=`).test(name)) return name;
  return `${name}${name.includes(":") ? "," : ":"}${key}=${value}`;
}

/** Are the moves of its line played by one player after another? Best-reply search leaves out all opponents but one, and
 *  it is what `engine` searches by where there are more than two. */
export function specPlaysInTurn(spec: string, players: number): boolean {
  return players <= 2 || !/^(?:engine|brs)\b/.test(spec.trim());
}

/** What fields for specs offer. */
export const specsUsual: readonly string[] = [
  "engine",
  "alphabeta",
  "alphabeta:order=history-ads",
  "alphabeta:order=history-ads,levels=multi",
  "alphabeta:order=history-ads,limit=5",
  "alphabeta:order=history-ads,rule=transposition",
  "alphabeta:order=killer",
  "alphabeta:order=history",
  "alphabeta:order=tt+killer+history-ads,tt=18,pvs=yes,deepening=yes",
  "alphabeta:order=random",
  "brs:order=history-ads",
  "paranoid:order=history-ads",
  "maxn",
];

/** Those of them that a game for so many can be played by. */
export function specsFor(players: number): string[] {
  return specsUsual.filter((spec) => players <= 2 || !spec.startsWith("alphabeta"));
}
