// tree_words.ts - a node of a search for people: values and windows as the searching side sees them, and why the
// node ended as it did.
//
// The engine tells values for the side to move, which changes its sign from ply to ply; here MAX is always the one
// who searches, and MIN cuts where a value is not above alpha.

import { formatCount, formatValue, type Valued } from "../analysis/numbers";
import type { TreeNode } from "./tree_rows";

const reasons: Record<string, string> = {
  all: "all searched",
  cut: "cut off",
  leaf: "leaf",
  over: "game over",
  table: "from the table",
  repetition: "repetition",
  null: "null move cut off",
  futile: "futile, pruned",
  window: "outside its window",
  quiet: "quiet, left as it is",
  stopped: "search was stopped",
  "not searched": "not searched",
};

const ways: Record<string, string> = {
  scout: "null window",
  reduced: "two plies less",
  again: "searched again",
  "null-move": "a pass",
};

export function whyShort(node: TreeNode): string {
  const why = reasons[node.why] ?? node.why;
  const how = node.how === undefined ? undefined : ways[node.how];
  return how === undefined ? why : `${why} · ${how}`;
}

/** A node seen by MAX. Max^n has no two sides: there it stays as it is. */
export interface SeenNode extends Valued {
  low: number | null;
  high: number | null;
}

export function seenByMax(node: TreeNode, twoSides: boolean): SeenNode {
  const low = node.alpha ?? null;
  const high = node.beta ?? null;
  if (!twoSides || node.side !== "min") return { value: node.value, win_in: node.win_in, loss_in: node.loss_in, low, high };
  return {
    value: negated(node.value),
    win_in: node.loss_in,
    loss_in: node.win_in,
    low: negated(high),
    high: negated(low),
  };
}

function negated(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : value === 0 ? 0 : -value;
}

export function windowText(seen: SeenNode): string {
  const low = seen.low === null ? "−∞" : signed(seen.low);
  const high = seen.high === null ? "+∞" : signed(seen.high);
  return `${low} … ${high}`;
}

function signed(value: number): string {
  return value > 0 ? `+${formatCount(value)}` : formatCount(value);
}

/** One or two sentences that say what happened at a node. `cutter` is the child whose value cut it off. */
export function whyLong(node: TreeNode, seen: SeenNode, cutter: TreeNode | undefined, left: number): string {
  const value = formatValue(seen);
  const below = node.recorded === false ? " What is below was not remembered." : "";
  switch (node.why) {
    case "all":
      return `All moves were searched; the best has the value ${value}.${below}`;
    case "cut":
      return cutWords(node, seen, cutter, left) + below;
    case "leaf":
      return `The depth is used up: the evaluation says ${value}.`;
    case "over":
      return `The game is over here: ${value}.`;
    case "table":
      return `The transposition table knew enough: ${value}. Nothing was searched.`;
    case "repetition":
      return `The position came before, or the referee ends the game: ${value}.`;
    case "null":
      return `Even after a pass the value was ${value}, good enough to cut off.${below}`;
    case "futile":
      return `The evaluation is so far from the window that only noisy moves could matter: ${value}.${below}`;
    case "stopped":
      return "The search was stopped before it had a value.";
    case "not searched":
      return "Never searched: a move before it had cut the node off.";
    default:
      return `${reasons[node.why] ?? node.why}: ${value}.${below}`;
  }
}

function cutWords(node: TreeNode, seen: SeenNode, cutter: TreeNode | undefined, left: number): string {
  const value = formatValue(seen);
  const by = cutter?.text ? `the move ${cutter.text} gave ${value}` : `the value reached ${value}`;
  const bound = node.side === "min" ? `not above alpha ${bounded(seen.low)}` : `not below beta ${bounded(seen.high)}`;
  const who = node.side === "min" ? "MAX" : "MIN";
  const rest = left === 0 ? "" : left === 1 ? " One move was never looked at." : ` ${left} moves were never looked at.`;
  return `Cut off: ${by}, ${bound}. ${who} has something at least as good elsewhere and will not let it come to this.${rest}`;
}

function bounded(bound: number | null): string {
  return bound === null ? "∞" : signed(bound);
}
