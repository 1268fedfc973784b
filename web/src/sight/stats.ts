// stats.ts - what a search counted, made ready to be shown.

import { countNumber, formatCount, formatFixed, formatPercent, formatRate, formatSeconds, type Count } from "../analysis/numbers";
import type { Bar } from "./bars";

export interface LevelStats {
  level: number;
  interior: Count;
  cuts: Count;
  cuts_first: Count;
  listed?: Count;
  listed_per_node?: number;
}

export interface SearchStats {
  minimal_tree?: Count;
  cutoffs_by_index?: Count[];
  levels?: LevelStats[];
  first_move_cut_rate?: number | null;
  branching?: number | null;
  table_probes?: Count;
  table_hits?: Count;
  table_cuts?: Count;
  list_updates?: Count;
  list_hits?: Count;
  list_mean_rank?: number | null;
  list_length?: Count;
}

export interface SearchFound extends SearchStats {
  player: string;
  depth: number;
  value: number | null;
  win_in?: number;
  loss_in?: number;
  move: string | null;
  pv: string;
  nodes: Count;
  interior: Count;
  leaves: Count;
  seconds: number;
  stopped: boolean;
  stats?: SearchStats;
}

/** Counts stand in the answer itself or in its `stats`. */
export function foundStats(found: SearchFound): SearchStats {
  return { ...found, ...found.stats };
}

/** How many times the smallest tree that could prove the same. */
export function minimalMultiple(found: SearchFound): number | null {
  const minimal = countNumber(foundStats(found).minimal_tree);
  const nodes = countNumber(found.nodes);
  return Number.isFinite(minimal) && minimal > 0 && Number.isFinite(nodes) ? nodes / minimal : null;
}

/** Cut-offs by the index of the move; what is beyond the tenth is one bar. */
export function cutoffBars(counts: readonly Count[]): Bar[] {
  const numbers = counts.map(countNumber);
  const total = numbers.reduce((sum, n) => sum + n, 0);
  if (total === 0) return [];
  const shown = numbers.slice(0, 10).map((n, i) => ({ label: ordinal(i + 1), n }));
  const rest = numbers.slice(10).reduce((sum, n) => sum + n, 0);
  if (rest > 0) shown.push({ label: "later", n: rest });
  const most = Math.max(...shown.map((bar) => bar.n));
  return shown.map((bar) => ({
    label: bar.label,
    share: bar.n / most,
    text: formatPercent(bar.n / total),
    note: formatCount(bar.n),
  }));
}

export function levelBars(levels: readonly LevelStats[]): Bar[] {
  return levels.map((level) => {
    const cuts = countNumber(level.cuts);
    const first = countNumber(level.cuts_first);
    return {
      label: String(level.level),
      share: cuts > 0 ? first / cuts : 0,
      text: cuts > 0 ? formatPercent(first / cuts) : "no cut-offs",
      note: `${formatCount(level.cuts)} of ${formatCount(level.interior)}`,
    };
  });
}

function ordinal(n: number): string {
  const word = ["1st", "2nd", "3rd"][n - 1];
  return word ?? `${n}th`;
}

/** Name and figure, for a list. */
export function foundFigures(found: SearchFound): [string, string][] {
  const stats = foundStats(found);
  const multiple = minimalMultiple(found);
  const figures: [string, string][] = [
    ["nodes", formatCount(found.nodes)],
    ["time", formatSeconds(found.seconds)],
    ["speed", formatRate(found.nodes, found.seconds)],
  ];
  if (multiple !== null) figures.push(["of the minimal tree", `${formatFixed(multiple, 2)} ×`]);
  if (stats.first_move_cut_rate !== undefined) figures.push(["first move cuts", formatPercent(stats.first_move_cut_rate)]);
  if (stats.branching !== undefined && stats.branching !== null) figures.push(["branching", formatFixed(stats.branching, 2)]);
  if (countNumber(stats.list_updates) > 0) {
    figures.push(["list updates", formatCount(stats.list_updates)]);
    figures.push(["mean rank of a cut", formatFixed((stats.list_mean_rank ?? 0) + 1, 2)]);
  }
  if (countNumber(stats.table_probes) > 0) figures.push(["table hits", formatPercent(countNumber(stats.table_hits) / countNumber(stats.table_probes))]);
  return figures;
}
