// loss.ts - what each move loses against the best one, as classes that a board can show.
//
// Values are those of one depth, seen by the player to move. A class says how far behind the best a move is,
// measured by the worst of those that are not decided; that is not a verdict (analysis of the game has those).
// A class never speaks by its colour alone: it has a sign, and the mark on the board shows the value.

import type { Valued } from "./numbers";

export type LossClass = "best" | "close" | "behind" | "far" | "lost";

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

export const lossSigns: Record<LossClass, string> = { best: "=", close: "≈", behind: "<", far: "≪", lost: "✗" };
export const lossWords: Record<LossClass, string> = {
  best: "best",
  close: "close",
  behind: "behind",
  far: "far behind",
  lost: "gives the game away",
};

/** Looks of chips, of the page's own. */
export const lossChips: Record<LossClass, string> = { best: "good", close: "", behind: "warn", far: "bad", lost: "bad" };

/** For the look of a mark: 0 is best, 1 worst. */
export const lossTones: Record<LossClass, number> = { best: 0, close: 0.25, behind: 0.5, far: 0.8, lost: 1 };

/** Larger is better, and any win is better than any value; a quick win better than a slow one. */
export function valueRank(of: Valued): number {
  if (of.win_in !== undefined) return 1e12 - of.win_in;
  if (of.loss_in !== undefined) return -1e12 + of.loss_in;
  return of.value ?? -1e11;
}

function outcome(of: Valued): number {
  return of.win_in !== undefined ? 1 : of.loss_in !== undefined ? -1 : 0;
}

/** From the best to the worst of those that are not decided; a point or two are never far. */
function spread(moves: readonly MoveValue[]): number {
  const values = moves.filter((m) => outcome(m) === 0 && typeof m.value === "number").map((m) => m.value as number);
  return values.length === 0 ? 1 : Math.max(4, Math.max(...values) - Math.min(...values));
}

function classOf(loss: number, unit: number): LossClass {
  if (loss <= 0) return "best";
  const share = loss / unit;
  return share <= 0.25 ? "close" : share <= 0.66 ? "behind" : "far";
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
    const kind = decided > 0 ? "lost" : equal ? "best" : outcome(best) !== 0 ? "close" : classOf(loss, unit);
    return { ...move, loss, loss_class: kind };
  });
}
