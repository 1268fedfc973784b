// report_view.tsx - the report of one experiment: verdicts, plots that can be pointed at, tables.

import type { ComponentChildren, VNode } from "preact";
import { formatCount, formatFixed, formatInterval, formatPercent } from "../analysis/numbers";
import { IntervalPlot } from "./interval_plot";
import { reportPlots, reportVerdicts, verdictClass } from "./report";
import type { Comparison, ExperimentReport, MatchCell, NodesCell, Report } from "./report";

export function ReportView({ report }: { report: Report }): VNode {
  return (
    <>
      {report.experiments.map((experiment) => (
        <ExperimentView key={experiment.name} report={experiment} />
      ))}
      {report.made_by && <p class="soft small">Measured by {report.made_by}.</p>}
    </>
  );
}

function ExperimentView({ report }: { report: ExperimentReport }): VNode {
  const verdicts = reportVerdicts(report);
  const measured = report.cells.some((cell) => ("mean" in cell ? cell.mean !== null : cell.games > 0));
  return (
    <article class="report">
      <h3>{report.title}</h3>
      {verdicts.length > 0 && (
        <p class="row">
          {verdicts.map(({ verdict, count }) => (
            <VerdictChip key={verdict} verdict={verdict} count={count} />
          ))}
        </p>
      )}
      {!measured && <p class="soft">Nothing is measured yet; what was printed stands in the table.</p>}
      {reportPlots(report).map((plot) => (
        <section key={plot.title}>
          <h3>{plot.title}</h3>
          {report.kind === "nodes" ? (
            <IntervalPlot title={plot.title} rows={plot.rows} zero={0} write={(v) => formatPercent(v, 0)} />
          ) : (
            <IntervalPlot title={plot.title} rows={plot.rows} zero={50} write={(v) => `${formatFixed(v, 0)} %`} />
          )}
        </section>
      ))}
      {report.kind === "nodes"
        ? <ReportTable label="Node counts" columns={nodesColumns} rows={report.cells} title={(cell) => cell.player} />
        : <ReportTable label="Matches" columns={matchColumns} rows={report.cells} title={(cell) => cell.players.join("\n")} />}
      {report.comparisons.length > 0 && (
        <ReportTable label="What the text says" caption="One against the other: ratio of the counts" columns={comparisonColumns} rows={report.comparisons} />
      )}
      <p class="soft small">{report.registration}</p>
    </article>
  );
}

const verdictChips = { yes: "good", no: "bad", open: "" };
const verdictSigns = { yes: "✓", no: "✗", open: "?" };

export function VerdictChip(props: { verdict: string; count?: number }): VNode | null {
  if (props.verdict === "") return null;
  const kind = verdictClass(props.verdict);
  return (
    <span class={`chip ${verdictChips[kind]}`}>
      <span aria-hidden="true">{verdictSigns[kind]}</span> {props.count !== undefined && props.count > 1 ? `${props.count} × ` : ""}
      {props.verdict}
    </span>
  );
}

/** A column: its heading, how it is set, and what stands in it. The one that names the row is its heading. */
interface Column<Row> {
  head: string;
  look?: "number" | "heading";
  cell: (row: Row) => ComponentChildren;
}

interface TableProps<Row> {
  label: string;
  caption?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** What is said when a row is pointed at. */
  title?: (row: Row) => string;
}

function ReportTable<Row>({ label, caption, columns, rows, title }: TableProps<Row>): VNode {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={label}>
      <table class="table">
        {caption !== undefined && <caption>{caption}</caption>}
        <thead>
          <tr>
            {columns.map(({ head, look }, k) => (
              <th key={k} scope="col" class={look === "number" ? "number" : undefined}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i} title={title?.(row)}>
              {columns.map(({ look, cell }, k) =>
                look === "heading" ? <th key={k} scope="row">{cell(row)}</th> : <td key={k} class={look}>{cell(row)}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const percent = (v: number): string => formatPercent(v);
const points = (v: number | null): string => (v === null ? "–" : `${formatFixed(v, 1)} %`);
const startText = (row: { series: string; start: string }): string => (row.series ? `${row.series}, ${row.start}` : row.start);

function probability(p: number | null): string {
  if (p === null) return "–";
  return p < 0.001 ? "< 0.001" : formatFixed(p, 3);
}

const nodesColumns: readonly Column<NodesCell>[] = [
  { head: "start", cell: startText },
  { head: "configuration", look: "heading", cell: (row) => row.configuration },
  { head: "trials", look: "number", cell: (row) => formatCount(row.different || row.trials) },
  { head: "mean", look: "number", cell: (row) => formatCount(row.mean) },
  { head: "printed", look: "number", cell: (row) => formatCount(row.published_mean) },
  { head: "saving", look: "number", cell: (row) => formatPercent(row.saving) },
  { head: "interval", look: "number", cell: (row) => formatInterval(row.saving_low, row.saving_high, percent) },
  { head: "printed", look: "number", cell: (row) => formatPercent(row.published_saving) },
  { head: "p", look: "number", cell: (row) => probability(row.p_holm) },
  { head: "verdict", cell: (row) => <VerdictChip verdict={row.verdict} /> },
];

const matchColumns: readonly Column<MatchCell>[] = [
  { head: "match", look: "heading", cell: (row) => `${row.row}, ${row.column}` },
  { head: "games", look: "number", cell: (row) => formatCount(row.games) },
  { head: "won, drawn, lost", look: "number", cell: (row) => `${row.won}, ${row.drawn}, ${row.lost}` },
  { head: "points", look: "number", cell: (row) => points(row.points_percent) },
  { head: "interval", look: "number", cell: (row) => formatInterval(row.low, row.high, (v) => formatFixed(v, 1)) },
  { head: "printed", look: "number", cell: (row) => points(row.published_percent) },
  { head: "Elo", look: "number", cell: (row) => formatFixed(row.elo, 0) },
  { head: "verdict", cell: (row) => <VerdictChip verdict={row.verdict} /> },
];

const comparisonColumns: readonly Column<Comparison>[] = [
  { head: "start", cell: startText },
  { head: "claim", look: "heading", cell: (row) => row.says || `${row.of} against ${row.against}` },
  { head: "ratio", look: "number", cell: (row) => formatFixed(row.ratio, 3) },
  { head: "interval", look: "number", cell: (row) => formatInterval(row.ratio_low, row.ratio_high, (v) => formatFixed(v, 3)) },
  { head: "p", look: "number", cell: (row) => probability(row.p) },
  { head: "verdict", cell: (row) => <VerdictChip verdict={row.verdict} /> },
];
