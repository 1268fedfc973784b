// geometry.ts - where cells are drawn, which one is under a finger, which is next in a direction. Coordinates of
// games count half cells to the right and rows down; holes lie on a hexagonal grid.
import type { Cell } from "../engine/types";

/** Width of a cell. */
export const unit = 44;
const noCell = 3; // TONE_NONE: nothing is drawn

export interface Point { x: number; y: number }
export interface CoordinateLabel extends Point { text: string; side: "row" | "column" | "line" | "cell" }

export interface Layout {
  width: number;
  height: number;
  centers: readonly Point[];
  drawn: readonly boolean[];
  labels: readonly CoordinateLabel[];
  holes: boolean;
}

/** Room for labels on the left and above; for outlines elsewhere. */
const margin = { label: 20, none: 4, hole: 14 };

export function layoutOf(cells: readonly Cell[], flipped: boolean): Layout {
  const drawn = cells.map((cell) => cell.tone !== noCell);
  const used = cells.filter((_, i) => drawn[i]);
  const holes = used.some((cell) => cell.shape === "hole");
  const row = holes ? unit * 0.866 : unit;
  const xs = used.map((cell) => cell.x), ys = used.map((cell) => cell.y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const named = used.some((cell) => namePair(cell.name) !== null), edge = named ? margin.label : margin.none;
  const above = !holes ? edge : named ? margin.hole : margin.none;
  const centers = cells.map((cell): Point => ({
    x: edge + unit / 2 + ((flipped ? right - cell.x : cell.x - left) * unit) / 2,
    y: above + unit / 2 + (flipped ? bottom - cell.y : cell.y - top) * row,
  }));
  const labels = labelsOf(cells, centers, drawn, holes);
  const width = Math.max(edge + margin.none + unit + ((right - left) * unit) / 2, ...labels.map((label) => label.x + 10));
  const height = Math.max(above + margin.none + unit + (bottom - top) * row, ...labels.map((label) => label.y + 10));
  return { width, height, centers, drawn, holes, labels };
}

type Pair = readonly [string, string] | null;

/** "c4" is column c, row 4; "3.7" is row 3, column 7. */
function namePair(name: string): Pair {
  const found = /^([A-Za-z]+)(\d+)$/.exec(name) ?? /^(\d+)\.(\d+)$/.exec(name);
  return found === null ? null : [found[1] as string, found[2] as string];
}

/** The part of the names that a whole row shares stands to its left; that of a column stands above it. */
function labelsOf(cells: readonly Cell[], centers: readonly Point[], drawn: readonly boolean[], holes: boolean): CoordinateLabel[] {
  const pairs = cells.map((cell, i) => (drawn[i] ? namePair(cell.name) : null));
  const labels: CoordinateLabel[] = [];
  for (const part of [0, 1] as const)
    for (const side of holes ? ["row"] as const : ["row", "column"] as const)
      for (const [text, at] of sharedPart(pairs, centers, part, side) ?? []) labels.push({ text, side, ...at });
  if (!holes) return labels;
  const rows = labels.length > 0, slanted = ([0, 1] as const).filter((part) => sharedPart(pairs, centers, part, "row") === null);
  return [...labels, ...slanted.flatMap((part) => slantedLabels(pairs, centers, part, rows))];
}

/**
 * The other part of the names of holes. Where cells that share it lie on straight lines, all of one slant, it
 * stands at the right end of each line; else, beside rows that have theirs, at every cell in the gap above it.
 */
function slantedLabels(pairs: readonly Pair[], centers: readonly Point[], part: 0 | 1, rows: boolean): CoordinateLabel[] {
  const lines = new Map<string, Point[]>(), all: CoordinateLabel[] = [];
  for (const [i, pair] of pairs.entries()) {
    const at = centers[i];
    if (pair === null || at === undefined) continue;
    lines.set(pair[part], [...(lines.get(pair[part]) ?? []), at]);
    all.push({ text: pair[part], side: "cell", x: at.x, y: at.y - unit * 0.56 });
  }
  const slant = slantOf([...lines.values()]);
  if (slant === null) return rows ? all : [];
  return [...lines].map(([text, line]) => {
    const end = line.reduce((a, b) => (b.x > a.x ? b : a)), way = slant < 0 ? -1 : 1;
    return { text, side: "line", x: end.x + Math.abs(slant) * 0.72, y: end.y + way * unit * 0.866 * 0.72 };
  });
}

/** How far a row lower is to the right on every line; null where lines have gaps, or are not parallel. */
function slantOf(lines: readonly Point[][]): number | null {
  const steps = new Set<number>();
  for (const line of lines) {
    const down = [...line].sort((a, b) => a.y - b.y);
    for (const [i, at] of down.entries()) {
      const before = down[i - 1];
      if (before === undefined) continue;
      if (Math.abs(at.y - before.y - unit * 0.866) > 1) return null;
      steps.add(Math.round(at.x - before.x));
    }
  }
  return steps.size === 1 ? [...steps][0] ?? null : null;
}

/** For each row (or column) its first cell and the text all its cells share; null: they share none. */
function sharedPart(pairs: readonly Pair[], centers: readonly Point[], part: 0 | 1, side: "row" | "column") {
  const lines = new Map<number, [string, Point]>(), texts = new Set<string>();
  for (const [i, pair] of pairs.entries()) {
    const at = centers[i];
    if (pair === null || at === undefined) continue;
    const key = Math.round(side === "row" ? at.y : at.x), old = lines.get(key);
    if (old !== undefined && old[0] !== pair[part]) return null;
    const first = old === undefined || (side === "row" ? at.x < old[1].x : at.y < old[1].y);
    if (first) lines.set(key, [pair[part], at]);
    texts.add(pair[part]);
  }
  if (texts.size !== lines.size) return null;
  return [...lines.values()].map(([text, at]): [string, Point] => [
    text, side === "row" ? { x: at.x - unit / 2 - 10, y: at.y } : { x: at.x, y: at.y - unit / 2 - 10 },
  ]);
}

/** The cell that a touch means: the nearest, unless it is far. */
export function cellAt(layout: Layout, at: Point): number | null {
  let best: number | null = null, reach = unit * 0.75;
  layout.centers.forEach((center, i) => {
    if (layout.drawn[i] !== true) return;
    const far = layout.holes ? Math.hypot(center.x - at.x, center.y - at.y)
      : Math.max(Math.abs(center.x - at.x), Math.abs(center.y - at.y));
    if (far < reach) { best = i; reach = far; }
  });
  return best;
}

export type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const steps: Record<Direction, Point> = {
  ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 }, ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 },
};

/** The cell next to `from` in a direction: near, and rather straight ahead than aside. */
export function cellTowards(layout: Layout, from: number, direction: Direction): number {
  const start = layout.centers[from], step = steps[direction];
  let best = from, least = Infinity;
  if (start === undefined) return from;
  layout.centers.forEach((center, i) => {
    if (i === from || layout.drawn[i] !== true) return;
    const dx = center.x - start.x, dy = center.y - start.y;
    const ahead = dx * step.x + dy * step.y, aside = Math.abs(dx * step.y) + Math.abs(dy * step.x);
    if (ahead < 1 || aside > ahead * 1.001 + 0.5) return;
    const cost = ahead + 2 * aside;
    // Of two equally near, as up-left and up-right on a hexagonal grid, the right one.
    if (cost < least - 0.01 || (cost < least + 0.01 && center.x > (layout.centers[best]?.x ?? 0))) { best = i; least = cost; }
  });
  return best;
}
