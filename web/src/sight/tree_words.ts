// tree_words.ts - why a node of a search ended as it did, in words.

import { valueWord } from "../analysis/game_graph";
import type { TreeNode } from "./tree_rows";

const reasons: Record<string, string> = {
  all: "all moves searched",
  cut: "cut off",
  leaf: "leaf, evaluated",
  over: "game over",
  table: "known from the table",
  repetition: "repetition",
  null: "null move cut off",
  futile: "futile, pruned",
  window: "outside its window, pruned",
  quiet: "quiescence",
  "not searched": "not searched",
  "not-searched": "not searched",
  "not-recorded": "not recorded",
};

export function whyShort(why: string): string {
  return reasons[why] ?? why.replaceAll("-", " ");
}

/** No value of a search is as large (VALUE_INF of search/values.h). */
const infinity = 7_200_000;

/** A bound or a value for people. */
export function boundText(bound: number | null | undefined): string {
  if (bound === null || bound === undefined) return "–";
  return Math.abs(bound) >= infinity ? (bound > 0 ? "+∞" : "−∞") : valueWord(bound);
}

/** One or two sentences that say what happened at a node. `cutter` is the child whose value cut it off. */
export function whyLong(node: TreeNode, cutter: TreeNode | undefined, left: number): string {
  const value = boundText(node.value);
  switch (node.why) {
    case "all":
      return `All ${node.children} moves were searched; the best has the value ${value}.`;
    case "cut": {
      const by = cutter?.move ? `the move ${cutter.move} gave ${value}` : `the value reached ${value}`;
      const rest = left > 0 ? ` ${left === 1 ? "One move was" : `${left} moves were`} never looked at.` : "";
      return `Cut off: ${by}, not below beta ${boundText(node.beta)}; the other side has something better earlier and will not come here.${rest}`;
    }
    case "leaf":
      return `The depth is used up: the evaluation says ${value}.`;
    case "over":
      return `The game is over here: ${value}.`;
    case "table":
      return `The transposition table knew enough: ${value}. Nothing was searched.`;
    case "repetition":
      return `The position came before: ${value}.`;
    case "not searched":
    case "not-searched":
      return "Never searched: a move before it had cut the node off.";
    case "not-recorded":
      return "Searched, but the record was full; ask for a larger one.";
    default:
      return `${whyShort(node.why)}: ${value}.`;
  }
}
