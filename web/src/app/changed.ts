// changed.ts - small questions that the store has: which cells look different, how far lines are the same.
import type { Board, Cell, Moves, Options } from "../engine/types";
import type { LegalMove } from "./state";

function looks(cell: Cell): string {
  return `${cell.owner} ${cell.kind ?? 0} ${cell.mark ?? ""} ${cell.stack?.join() ?? ""}`;
}

export function changedCells(before: Board | undefined, after: Board): number[] {
  if (before === undefined || before.cells.length !== after.cells.length) return [];
  return after.cells.flatMap((cell, i) => {
    const old = before.cells[i];
    return old !== undefined && looks(old) !== looks(cell) ? [i] : [];
  });
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** How far two lines are the same. */
export function sharedLength(a: readonly string[], b: readonly string[]): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}

/** The moves of a position with what a person touches for them. */
export function legalMoves({ moves, codes, touches }: Moves): LegalMove[] {
  return moves.map((text, index) => {
    const touch = touches?.[index];
    return { index, text, code: codes?.[index], cells: touch?.cells ?? [], button: touch?.button };
  });
}

/** A refusal of a player without the players that no page can use: people, programs. */
export function usablePlayers(text: string, options: Options | null): string {
  const useless = new Set(options?.players.filter((player) => player.asks || player.starts_programs).map((player) => player.name));
  return text.replace(/(unknown player .*expected one of: )([\w, -]+)/s, (_, before: string, names: string) =>
    before + names.split(", ").filter((name) => !useless.has(name)).join(", "));
}
