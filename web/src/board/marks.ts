// marks.ts - which values stand on which cells, and how much of each there is room for.
import type { LegalMove, Mark } from "../app/state";
import { type Layout, unit } from "./geometry";
import type { Selection } from "./select";

/** How a mark is drawn: in the middle of an empty cell, in the corner of one with a piece. */
export interface MarkLook { text: string; size: number; corner: boolean }
export interface ShownMark { mark: Mark; look: MarkLook }

const width = { digit: 0.58, border: 6 };
/** A corner that is wider hides the piece. */
const cornerShare = 0.62;

export function markWidth({ text, size }: MarkLook): number {
  // A W is wider than a digit.
  const digits = text.length + 0.7 * (text.split("W").length - 1);
  return Math.max(size + 2, width.digit * size * digits + width.border);
}

/** Boards of many cells are drawn smaller, and so their letters larger. */
export function markSize(layout: Layout, corner: boolean): number {
  const many = Math.max(1, Math.min(1.4, layout.width / 420));
  return corner ? 10 * many : 12.5 * Math.min(1.12, many);
}

function fits(look: MarkLook): boolean { return markWidth(look) <= unit * (look.corner ? cornerShare : 0.95); }

/**
 * The best mark of every cell that can be next. All marks say the same thing: the values where every one fits,
 * else what each loses, else a sign alone; the whole value is in the title and the table.
 */
export function marksShown(marks: ReadonlyMap<number, Mark>, selection: Selection, layout: Layout, occupied: (cell: number) => boolean): Map<number, ShownMark> {
  const best = bestMarks(marks, selection);
  const looks = (text: (mark: Mark) => string) => [...best].map(([cell, mark]): [number, ShownMark] => {
    const corner = occupied(cell);
    return [cell, { mark, look: { text: text(mark), corner, size: markSize(layout, corner) } }];
  });
  const ways = [looks((mark) => mark.label), looks((mark) => mark.loss ?? mark.label), looks((mark) => mark.sign ?? mark.label)];
  return new Map(ways.find((way) => way.every(([, shown]) => fits(shown.look))) ?? ways[2]);
}

/** Of the moves that go on with a cell, the best mark. */
function bestMarks(marks: ReadonlyMap<number, Mark>, selection: Selection): Map<number, Mark> {
  const best = new Map<number, Mark>();
  for (const move of selection.candidates) {
    const cell = nextCell(move, selection), mark = marks.get(move.index);
    if (cell === undefined || mark === undefined) continue;
    const old = best.get(cell);
    if (old === undefined || mark.rank < old.rank) best.set(cell, mark);
  }
  return best;
}

function nextCell(move: LegalMove, selection: Selection): number | undefined { return move.cells[selection.path.length]; }
