// menus.ts - what can be chosen for a search, from the engine's own tables; a few usual words until they are there.

import type { AlgorithmInfo, Options } from "../engine/types";

export interface Menus {
  algorithms: readonly string[];
  /** Orderings by algorithm. */
  orders: (algorithm: string) => readonly string[];
  rules: readonly string[];
  levels: readonly string[];
}

/** Ideas that are used together; each of them must be known. */
const together = ["killer+history-ads", "tt+killer+history-ads", "tt+killer+history"];

function ordersOf(known: readonly string[]): string[] {
  const has = new Set(known);
  const first = has.has("history-ads") ? ["history-ads"] : [];
  const rest = known.filter((order) => order !== "history-ads");
  return [...first, "none", ...rest, ...together.filter((idea) => idea.split("+").every((word) => has.has(word)))];
}

export const menusUsual: Menus = {
  algorithms: ["alphabeta"],
  orders: () => ordersOf(["history-ads", "killer", "history"]),
  rules: ["mtf"],
  levels: ["single"],
};

/** Searches that leave a trace: all but plain minimax. */
function traced(algorithm: AlgorithmInfo): boolean {
  return algorithm.name !== "minimax";
}

export function menusFrom(options: Options): Menus {
  const algorithms = options.algorithms.filter(traced);
  return {
    algorithms: algorithms.map((algorithm) => algorithm.name),
    orders: (name) => ordersOf(algorithms.find((algorithm) => algorithm.name === name)?.orders ?? []),
    rules: options.rules,
    levels: options.keys.find((key) => key.key === "levels")?.choices?.split("|") ?? menusUsual.levels,
  };
}
