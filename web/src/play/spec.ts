// spec.ts - specs of games, "virus:size=5,players=3", as what a form has, and back.
import type { GameInfo } from "../engine/types";

export type Settings = Record<string, string>;

export function specSplit(spec: string): { name: string; settings: Settings } {
  const [name = "", words = ""] = spec.split(/:(.*)/s);
  const settings: Settings = {};
  for (const word of words.split(",")) {
    const [key, value] = word.split(/=(.*)/s);
    if (key && value !== undefined) settings[key] = value;
  }
  return { name, settings };
}

/** Without what is so anyway. */
export function specJoin(game: GameInfo, settings: Settings): string {
  const words = game.options.flatMap((option) => {
    const value = settings[option.key]?.trim();
    return value === undefined || value === "" || value === option.default ? [] : [`${option.key}=${value}`];
  });
  return words.length === 0 ? game.name : `${game.name}:${words.join(",")}`;
}

/** How many play a game: as its spec says, or as is so anyway. */
export function playersOf(spec: string, games: readonly GameInfo[]): number {
  const { name, settings } = specSplit(spec), option = games.find((game) => game.name === name)?.options.find(({ key }) => key === "players");
  return Number(settings["players"] ?? option?.default ?? 2) || 2;
}
