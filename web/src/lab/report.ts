// report.ts - what `pollard lab report --json` says, and its rows for plots and tables.

import { formatCount, formatFixed, formatInterval, formatPercent } from "../analysis/numbers";
import type { IntervalRow } from "./interval_plot";

export interface Experiment {
  name: string;
  title: string;
  kind: "nodes" | "match";
  trials: number;
  series: number;
  cells: number;
  state: "missing" | "partly" | "measured" | "kept";
  rows: number;
  rows_wanted: number;
  seconds: number | null;
  rows_kept: number;
  rows_other_digest: number;
  rows_vouched: number;
  paper?: string;
  table?: string;
}

export interface NodesCell {
  configuration: string;
  start: string;
  player: string;
  trials: number;
  different: number;
  mean: number | null;
  sd: number | null;
  median: number | null;
  saving: number | null;
  saving_low: number | null;
  saving_high: number | null;
  published_mean: number | null;
  published_saving: number | null;
  p_holm: number | null;
  verdict: string;
  series: string;
  game: string;
  per: string;
}

export interface MatchCell {
  row: string;
  column: string;
  game: string;
  players: string[];
  games: number;
  won: number;
  drawn: number;
  lost: number;
  points_percent: number | null;
  low: number | null;
  high: number | null;
  elo: number | null;
  elo_low: number | null;
  elo_high: number | null;
  published_percent: number | null;
  verdict: string;
}

export interface Comparison {
  of: string;
  against: string;
  start: string;
  series: string;
  trials: number;
  ratio: number | null;
  ratio_low: number | null;
  ratio_high: number | null;
  p: number | null;
  says: string;
  verdict: string;
}

export interface ReportOf<Kind, Cell> {
  name: string;
  title: string;
  kind: Kind;
  registration: string;
  cells: Cell[];
  comparisons: Comparison[];
}
export type ExperimentReport = ReportOf<"nodes", NodesCell> | ReportOf<"match", MatchCell>;

export interface Report {
  experiments: ExperimentReport[];
  made_by: string;
}

/** Plots of an experiment: one for each series and start, the control left out. */
export interface ReportPlot {
  title: string;
  rows: IntervalRow[];
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return groups;
}

const percent = (share: number): string => formatPercent(share);
const points = (value: number): string => `${formatFixed(value, 1)} %`;

function savingRow(cell: NodesCell): IntervalRow {
  const interval = formatInterval(cell.saving_low, cell.saving_high, percent);
  const print = cell.published_saving === null ? "" : `; printed ${percent(cell.published_saving)}`;
  return {
    label: cell.configuration,
    value: cell.saving,
    low: cell.saving_low,
    high: cell.saving_high,
    print: cell.published_saving,
    verdict: cell.verdict,
    words:
      cell.saving === null
        ? `${cell.configuration}: not measured yet${print}`
        : `${cell.configuration}: saves ${percent(cell.saving)} (${interval})${print}${cell.verdict ? `; ${cell.verdict}` : ""}`,
  };
}

function pointsRow(cell: MatchCell): IntervalRow {
  const interval = formatInterval(cell.low, cell.high, points);
  const print = cell.published_percent === null ? "" : `; printed ${points(cell.published_percent)}`;
  return {
    label: `${cell.row}, ${cell.column}`,
    value: cell.points_percent,
    low: cell.low,
    high: cell.high,
    print: cell.published_percent,
    verdict: cell.verdict,
    words:
      cell.points_percent === null
        ? `${cell.row}, ${cell.column}: not played yet${print}`
        : `${cell.row}, ${cell.column}: ${points(cell.points_percent)} of the points (${interval}), ` +
          `${formatCount(cell.games)} games${print}${cell.verdict ? `; ${cell.verdict}` : ""}`,
  };
}

export function reportPlots(report: ExperimentReport): ReportPlot[] {
  if (report.kind === "match") return [{ title: "points of the first player", rows: report.cells.map(pointsRow) }];
  const groups = groupBy(report.cells, (cell) => `${cell.series ? `${cell.series}, ` : ""}${cell.start}`);
  return [...groups].map(([title, cells]) => ({
    title: `saving of nodes, ${title}`,
    // The control saves nothing against itself and has no printed saving.
    rows: cells.slice(1).map(savingRow),
  }));
}

export interface VerdictCount {
  verdict: string;
  count: number;
}

export function reportVerdicts(report: ExperimentReport): VerdictCount[] {
  const verdicts = [...report.cells, ...report.comparisons].map((cell) => cell.verdict).filter((v) => v !== "");
  return [...groupBy(verdicts, (v) => v)].map(([verdict, all]) => ({ verdict, count: all.length }));
}

/** The class of a verdict, for its sign: as printed, against print, or undecided. */
export function verdictClass(verdict: string): "yes" | "no" | "open" {
  if (verdict === "agrees" || verdict === "holds" || verdict === "direction agrees") return "yes";
  return verdict === "" || verdict.startsWith("cannot tell") || verdict.startsWith("print") ? "open" : "no";
}
