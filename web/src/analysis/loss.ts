// loss.ts - what each move loses against the best one, as classes that a board can show.
//
// Values are those of one depth, seen by the player to move. A class says how far behind the best a move is, by
// the scale below.
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

/**
 * The loss from which a move is behind; three times as much is far behind, as a blunder is to a mistake.
 *
 * The worst move says nothing about the others: one that leaves a queen would make all others close. And where all
 * are worth nearly the same the least difference would be far. So it is half of what the middle one of the worse
 * moves loses, and never less than two in a hundred of the values themselves. Where the game was analysed it is
 * what a mistake loses there: one scale for both tables.
 */
export function lossScale(moves: readonly MoveValue[], mistake: number | null = null): number {
  const values = moves.filter((m) => outcome(m) === 0 && typeof m.value === "number").map((m) => m.value as number);
  const best = Math.max(...values), losses = values.map((v) => best - v).filter((loss) => loss > 0).sort((a, b) => a - b);
  const floor = Math.max(1, 0.02 * Math.max(0, ...values.map(Math.abs)));
  return Math.max(floor, mistake ?? (losses[losses.length >> 1] ?? 0) / 2);
}

function classOf(loss: number, scale: number): LossClass {
  if (loss <= 0) return "best";
  return loss < scale ? "close" : loss < 3 * scale ? "behind" : "far";
}

/** Every move with its loss, the best first; `mistake`: what a mistake loses in the game, where that is known. */
export function movesWithLoss(moves: readonly MoveValue[], mistake: number | null = null): MoveLoss[] {
  const sorted = [...moves].sort((a, b) => valueRank(b) - valueRank(a) || a.index - b.index);
  const best = sorted[0];
  if (best === undefined) return [];
  const scale = lossScale(sorted, mistake);
  return sorted.map((move) => {
    const decided = outcome(best) - outcome(move);
    const loss = decided > 0 ? Infinity : outcome(best) !== 0 ? 0 : (best.value ?? 0) - (move.value ?? 0);
    const equal = valueRank(move) === valueRank(best);
    const kind = decided > 0 ? "lost" : equal ? "best" : outcome(best) !== 0 ? "close" : classOf(loss, scale);
    return { ...move, loss, loss_class: kind };
  });
}
