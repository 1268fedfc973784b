// game_graph.ts - the values of a whole game as what a plot wants.
//
// A value is said for the player who moved; with two players the graph is seen by the first, with more each
// has a line of his own. Decided positions have no value that could be drawn beside others: they stand at the
// border, beyond the largest value that is not decided. The logarithmic scale is the symmetric one,
// asinh(v / unit): linear near 0, a decade the same height everywhere, and it has a sign.

import type { AnalysedMove } from "../engine/types";
import { formatValue } from "./numbers";

export interface GraphSeries {
  plies: number[];
  /** One line with two players; with more, one for each. */
  lines: (number | null)[][];
  /** Half the height of the plot, before scaling. */
  reach: number;
}

/** From here on a value is a decided game and no evaluation (VALUE_WIN_MIN of search/values.h). */
export const decidedFrom = 239_000;

export function graphSeries(moves: readonly AnalysedMove[], players: number): GraphSeries {
  const plies = moves.map((move) => move.ply);
  const count = players === 2 ? 1 : players;
  const lines: (number | null)[][] = Array.from({ length: count }, () => moves.map(() => null));
  moves.forEach((move, i) => {
    const value = move.after ?? move.value;
    const line = lines[count === 1 ? 0 : move.mover];
    if (line === undefined || value === null) return;
    line[i] = count === 1 && move.mover === 1 ? -value : value;
  });
  const usual = lines.flat().filter((v): v is number => v !== null && Math.abs(v) < decidedFrom);
  const reach = Math.max(1, ...usual.map(Math.abs)) * 1.1;
  return { plies, lines: lines.map((line) => line.map((v) => clamp(v, reach))), reach };
}

function clamp(value: number | null, reach: number): number | null {
  return value === null ? null : Math.max(-reach, Math.min(reach, value));
}

/** A value in words: decided games have no number. */
export function valueWord(value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  if (Math.abs(value) >= decidedFrom) return value > 0 ? "win" : "loss";
  return formatValue({ value });
}

/** Symmetric logarithm and back; `unit` is where it turns from linear to logarithmic. */
export function symlog(value: number, unit: number): number {
  return Math.asinh(value / unit);
}
export function symlogBack(height: number, unit: number): number {
  return Math.sinh(height) * unit;
}

/** Where a graph that reaches so far turns logarithmic. */
export function graphUnit(reach: number): number {
  return Math.max(1, reach / 50);
}

/** Of the height of the graph above its middle: marks nearer to each other than this would overlap. */
const tickGap = 0.15;

/** Marks of the axis: round values from -reach to reach, 0 among them. */
export function graphTicks(reach: number, log: boolean): number[] {
  const ticks: number[] = [0];
  if (log) {
    const height = (v: number): number => symlog(v, graphUnit(reach)) / symlog(reach, graphUnit(reach));
    for (let v = 1, last = 0; v <= reach; v *= 10)
      if (height(v) - height(last) >= tickGap) ticks.push((last = v), -v);
  } else {
    const step = roundStep(reach / 3);
    for (let v = step; v <= reach; v += step) ticks.push(v, -v);
  }
  return ticks.sort((a, b) => a - b);
}

/** The next of 1, 2, 5 times a power of ten. */
export function roundStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const lead = size / power;
  return Math.max(1, (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10) * power);
}

export function graphMistakes(moves: readonly AnalysedMove[]): AnalysedMove[] {
  return moves.filter((move) => move.verdict !== "");
}

/** Several lines have the colours of the pieces; a line alone has its own. The name of a variable of ui/tokens.css. */
export function lineColor(i: number, players: number, colors: readonly string[]): string {
  return players > 2 && /^[rgbyvo]$/.test(colors[i] ?? "") ? `--piece-${colors[i]}` : `--series-${(i % 6) + 1}`;
}
