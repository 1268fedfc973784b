// changed.ts - which cells look different from before.
import type { Board, Cell } from "../engine/types";

function looks(cell: Cell): string {
  return `${cell.owner} ${cell.kind ?? 0} ${cell.mark ?? ""} ${cell.stack?.join() ?? ""}`;
}

export function changedCells(before: Board | null, after: Board): number[] {
  if (before === null || before.cells.length !== after.cells.length) return [];
  return after.cells.flatMap((cell, i) => {
    const old = before.cells[i];
    return old !== undefined && looks(old) !== looks(cell) ? [i] : [];
  });
}
