// loss.ts - what each move loses against the best one, as classes that a board can show.
//
// Values are those of one depth, seen by the player to move. A class never speaks by its colour alone: it has
// a sign (= for a best move, then ?!, ?, ??), and the mark shows the value.

import type { Valued } from "./numbers";

export type LossClass = "best" | "good" | "doubtful" | "mistake" | "blunder";

export interface MoveValue extends Valued {
  move: string;
  index: number;
  pv?: string;
  values?: number[];
}

export interface MoveLoss extends MoveValue {
  /** What it loses against the best; Infinity where a decided game is thrown away. */
  loss: number;
  loss_class: LossClass;
}

export const lossSigns: Record<LossClass, string> = { best: "=", good: "", doubtful: "?!", mistake: "?", blunder: "??" };
export const lossWords: Record<LossClass, string> = {
  best: "best",
  good: "good",
  doubtful: "doubtful",
  mistake: "mistake",
  blunder: "blunder",
};

/** Looks of chips, of the page's own. */
export const lossChips: Record<LossClass, string> = { best: "good", good: "", doubtful: "warn", mistake: "warn", blunder: "bad" };

/** For the look of a mark: 0 is best, 1 worst. */
export const lossTones: Record<LossClass, number> = { best: 0, good: 0.25, doubtful: 0.5, mistake: 0.75, blunder: 1 };

/** Larger is better, and any win is better than any value; a quick win better than a slow one. */
export function valueRank(of: Valued): number {
  if (of.win_in !== undefined) return 1e12 - of.win_in;
  if (of.loss_in !== undefined) return -1e12 + of.loss_in;
  return of.value ?? -1e11;
}

function outcome(of: Valued): number {
  return of.win_in !== undefined ? 1 : of.loss_in !== undefined ? -1 : 0;
}

/** The unit of losses: the spread between the best half of the moves, at least 1. */
function spread(moves: readonly MoveValue[]): number {
  const values = moves.filter((m) => outcome(m) === 0 && typeof m.value === "number").map((m) => m.value as number);
  values.sort((a, b) => b - a);
  const best = values[0];
  const middle = values[Math.floor(values.length / 2)];
  const worst = values[values.length - 1];
  if (best === undefined || middle === undefined || worst === undefined) return 1;
  return Math.max(1, best - middle, (best - worst) / 3);
}

function classOf(loss: number, unit: number): LossClass {
  if (loss <= 0) return "best";
  const share = loss / unit;
  if (share <= 0.2) return "good";
  if (share <= 0.6) return "doubtful";
  return share <= 1.5 ? "mistake" : "blunder";
}

/** Every move with its loss, the best first. */
export function movesWithLoss(moves: readonly MoveValue[]): MoveLoss[] {
  const sorted = [...moves].sort((a, b) => valueRank(b) - valueRank(a) || a.index - b.index);
  const best = sorted[0];
  if (best === undefined) return [];
  const unit = spread(sorted);
  return sorted.map((move) => {
    const decided = outcome(best) - outcome(move);
    const loss = decided > 0 ? Infinity : outcome(best) !== 0 ? 0 : (best.value ?? 0) - (move.value ?? 0);
    const equal = valueRank(move) === valueRank(best);
    const kind = decided > 0 ? "blunder" : equal ? "best" : outcome(best) !== 0 ? "good" : classOf(loss, unit);
    return { ...move, loss, loss_class: kind };
  });
}
