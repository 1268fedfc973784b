// select.ts - the one rule for clicking. Moves are sequences of cells, some with a button at the end. Those are
// kept that begin with what was clicked; one left and complete is played; one that is complete while another
// goes on is played by its last cell again.
import type { LegalMove } from "../app/state";

export interface Selection {
  /** The cells clicked so far. */
  path: readonly number[];
  /** The moves that begin so. */
  candidates: readonly LegalMove[];
  /** Cells that can be next. */
  next: ReadonlySet<number>;
  /** Complete but for their button. */
  buttons: readonly LegalMove[];
  /** Complete, while others go on: its last cell again plays it. */
  again: LegalMove | null;
}

function beginsWith(move: LegalMove, path: readonly number[]): boolean {
  return path.every((cell, i) => move.cells[i] === cell);
}

const plain = (move: LegalMove) => move.button === undefined || move.button === "";

export function select(moves: readonly LegalMove[], path: readonly number[]): Selection {
  const candidates = moves.filter((move) => beginsWith(move, path));
  const longer = candidates.filter((move) => move.cells.length > path.length);
  const complete = candidates.filter((move) => move.cells.length === path.length);
  const again = path.length > 0 ? complete.find(plain) ?? null : null;
  return {
    path, candidates, again,
    next: new Set(longer.map((move) => move.cells[path.length] as number)),
    buttons: complete.filter((move) => !plain(move)),
  };
}

export type Pressed = { play: LegalMove } | { path: readonly number[] };

/** A cell is clicked. */
export function press(moves: readonly LegalMove[], path: readonly number[], cell: number): Pressed {
  const now = select(moves, path);
  if (now.next.has(cell)) return grown(moves, [...path, cell]);
  const last = path.at(-1);
  if (cell === last && now.again !== null) return { play: now.again };
  if (cell === last && path.length === 1) return { path: [] };
  return select(moves, []).next.has(cell) ? grown(moves, [cell]) : { path: [] };
}

function grown(moves: readonly LegalMove[], path: readonly number[]): Pressed {
  const { candidates, again } = select(moves, path);
  return candidates.length === 1 && again !== null ? { play: again } : { path };
}

/** A typed text: the move itself, or the beginning of only one. */
export function findTyped(moves: readonly LegalMove[], text: string): LegalMove | null {
  const word = text.trim();
  const exact = moves.find((m) => m.text === word || m.code === word);
  if (exact !== undefined) return exact;
  const same = moves.filter((m) => m.text.toLowerCase() === word.toLowerCase());
  return same.length === 1 ? same[0] ?? null : null;
}
