// report_view.tsx - the report of one experiment: verdicts, plots that can be pointed at, tables.

import type { VNode } from "preact";
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
      {report.kind === "nodes" ? <NodesTable cells={report.cells} /> : <MatchTable cells={report.cells} />}
      {report.comparisons.length > 0 && <ComparisonTable comparisons={report.comparisons} />}
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

function Scroll(props: { label: string; children: VNode }): VNode {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={props.label}>
      {props.children}
    </div>
  );
}

const percent = (v: number): string => formatPercent(v);

function NodesTable({ cells }: { cells: NodesCell[] }): VNode {
  return (
    <Scroll label="Node counts">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">start</th>
            <th scope="col">configuration</th>
            <th scope="col" class="number">trials</th>
            <th scope="col" class="number">mean</th>
            <th scope="col" class="number">printed</th>
            <th scope="col" class="number">saving</th>
            <th scope="col" class="number">interval</th>
            <th scope="col" class="number">printed</th>
            <th scope="col" class="number">p</th>
            <th scope="col">verdict</th>
          </tr>
        </thead>
        <tbody>
          {cells.map((cell, i) => (
            <tr key={i} title={cell.player}>
              <td>{cell.series ? `${cell.series}, ${cell.start}` : cell.start}</td>
              <th scope="row">{cell.configuration}</th>
              <td class="number">{formatCount(cell.different || cell.trials)}</td>
              <td class="number">{formatCount(cell.mean)}</td>
              <td class="number">{formatCount(cell.published_mean)}</td>
              <td class="number">{formatPercent(cell.saving)}</td>
              <td class="number">{formatInterval(cell.saving_low, cell.saving_high, percent)}</td>
              <td class="number">{formatPercent(cell.published_saving)}</td>
              <td class="number">{probability(cell.p_holm)}</td>
              <td>
                <VerdictChip verdict={cell.verdict} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function probability(p: number | null): string {
  if (p === null) return "–";
  return p < 0.001 ? "< 0.001" : formatFixed(p, 3);
}

function MatchTable({ cells }: { cells: MatchCell[] }): VNode {
  return (
    <Scroll label="Matches">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">match</th>
            <th scope="col" class="number">games</th>
            <th scope="col" class="number">won, drawn, lost</th>
            <th scope="col" class="number">points</th>
            <th scope="col" class="number">interval</th>
            <th scope="col" class="number">printed</th>
            <th scope="col" class="number">Elo</th>
            <th scope="col">verdict</th>
          </tr>
        </thead>
        <tbody>
          {cells.map((cell, i) => (
            <tr key={i} title={cell.players.join("\n")}>
              <th scope="row">
                {cell.row}, {cell.column}
              </th>
              <td class="number">{formatCount(cell.games)}</td>
              <td class="number">
                {cell.won}, {cell.drawn}, {cell.lost}
              </td>
              <td class="number">{cell.points_percent === null ? "–" : `${formatFixed(cell.points_percent, 1)} %`}</td>
              <td class="number">{formatInterval(cell.low, cell.high, (v) => formatFixed(v, 1))}</td>
              <td class="number">{cell.published_percent === null ? "–" : `${formatFixed(cell.published_percent, 1)} %`}</td>
              <td class="number">{formatFixed(cell.elo, 0)}</td>
              <td>
                <VerdictChip verdict={cell.verdict} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function ComparisonTable({ comparisons }: { comparisons: Comparison[] }): VNode {
  return (
    <Scroll label="What the text says">
      <table class="table">
        <caption>One against the other: ratio of the counts</caption>
        <thead>
          <tr>
            <th scope="col">start</th>
            <th scope="col">claim</th>
            <th scope="col" class="number">ratio</th>
            <th scope="col" class="number">interval</th>
            <th scope="col" class="number">p</th>
            <th scope="col">verdict</th>
          </tr>
        </thead>
        <tbody>
          {comparisons.map((one, i) => (
            <tr key={i}>
              <td>{one.series ? `${one.series}, ${one.start}` : one.start}</td>
              <th scope="row">{one.says || `${one.of} against ${one.against}`}</th>
              <td class="number">{formatFixed(one.ratio, 3)}</td>
              <td class="number">{formatInterval(one.ratio_low, one.ratio_high, (v) => formatFixed(v, 3))}</td>
              <td class="number">{probability(one.p)}</td>
              <td>
                <VerdictChip verdict={one.verdict} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
