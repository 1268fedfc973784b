// graph_plot.tsx - the values of a whole game; a click goes to the move.

import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import type { AnalysedMove } from "../engine/types";
import { graphSeries, graphTicks, graphUnit, lineColor, symlog } from "./game_graph";
import { formatCount } from "./numbers";

export interface GraphPlotProps {
  moves: readonly AnalysedMove[];
  players: string[];
  /** The letter of each player's pieces. */
  colors: string[];
  log: boolean;
  /** The ply on the board. */
  ply: number;
  onPly: (ply: number) => void;
}

// Lines differ in their dashes too.
const dashes = [[], [8, 4], [2, 4], [12, 4, 2, 4], [4, 4], [16, 6]];

/** Whose line is whose, where there are several. */
export function GraphLegend({ players, colors }: { players: string[]; colors: string[] }): VNode | null {
  if (players.length <= 2) return null;
  return (
    <p class="row small">
      {players.map((player, i) => (
        <span key={i} class="row">
          <svg width="34" height="8" aria-hidden="true">
            <line x1="0" y1="4" x2="34" y2="4" stroke-width="2" style={{ stroke: `var(${lineColor(i, players.length, colors)})` }} stroke-dasharray={(dashes[i % 6] as number[]).join(" ")} />
          </svg>
          {player}
        </span>
      ))}
    </p>
  );
}

function color(of: Element, name: string, otherwise: string): string {
  return getComputedStyle(of).getPropertyValue(name).trim() || otherwise;
}

export function GraphPlot(props: GraphPlotProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const now = useRef(props);
  now.current = props;
  const dark = useScheme();

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const made = makePlot(element, now);
    plot.current = made;
    const sized = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: 220 }));
    sized.observe(element);
    return () => {
      sized.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [props.moves, props.log, props.players.length, dark]);

  // Paths and scales stay: only the line of the present move is another one.
  useEffect(() => plot.current?.redraw(false, false), [props.ply]);
  return <div class="graph-plot" ref={box} role="img" aria-label={graphWords(props)} />;
}

function graphWords(props: GraphPlotProps): string {
  const last = props.moves[props.moves.length - 1];
  const end = last === undefined ? "" : `; after the last move ${formatCount(last.after)} for ${props.players[last.mover] ?? "the mover"}`;
  return `Values of ${props.moves.length} moves${end}. The table below has every one.`;
}

/** The plot is drawn anew when light becomes dark: a canvas knows no variables. */
function useScheme(): string {
  const key = useRef("");
  key.current = `${matchMedia("(prefers-color-scheme: dark)").matches} ${document.documentElement.dataset["theme"] ?? ""}`;
  return key.current;
}

function makePlot(element: HTMLElement, now: { current: GraphPlotProps }): uPlot {
  const { moves, players, colors, log } = now.current;
  const series = graphSeries(moves, players.length);
  const unit = graphUnit(series.reach);
  const place = (v: number | null): number | null => (v === null ? null : log ? symlog(v, unit) : v);
  const ticks = graphTicks(series.reach, log);
  const ink = color(element, "--ink-soft", "#666");
  const grid = { stroke: color(element, "--line", "#8884"), width: 1 };
  const axis = { stroke: ink, grid, ticks: grid, font: "12px system-ui, sans-serif" };
  const top = place(series.reach) ?? 1;
  const options: uPlot.Options = {
    width: element.clientWidth || 400,
    height: 220,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false },
    scales: { x: { time: false }, y: { range: [-top, top] } },
    axes: [
      { ...axis, incrs: [1, 2, 5, 10, 20, 50, 100, 200] },
      {
        ...axis,
        size: 56,
        splits: () => ticks.map((tick) => place(tick) as number),
        values: () => ticks.map((tick) => (tick > 0 ? `+${formatCount(tick)}` : formatCount(tick))),
      },
    ],
    series: [
      {},
      ...series.lines.map((_, i) => ({
        label: players[i] ?? "",
        stroke: color(element, lineColor(i, players.length, colors), "#2563a8"),
        dash: dashes[i % 6] as number[],
        width: 2,
        spanGaps: true,
        points: { size: 5 },
      })),
    ],
    hooks: { draw: [(u) => drawMarks(u, element, now.current, series.lines, place)] },
  };
  const data = [series.plies, ...series.lines.map((line) => line.map(place))] as uPlot.AlignedData;
  const made = new uPlot(options, data, element);
  made.over.addEventListener("click", () => {
    const index = made.cursor.idx;
    const ply = index === null || index === undefined ? undefined : series.plies[index];
    if (ply !== undefined) now.current.onPly(ply);
  });
  return made;
}

/** The line of the present move, and a sign at every mistake. */
function drawMarks(
  u: uPlot,
  element: HTMLElement,
  props: GraphPlotProps,
  lines: (number | null)[][],
  place: (v: number | null) => number | null,
): void {
  const { ctx } = u;
  ctx.save();
  const x = u.valToPos(props.ply, "x", true);
  ctx.strokeStyle = color(element, "--series-2", "#b4481f");
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(x, u.bbox.top);
  ctx.lineTo(x, u.bbox.top + u.bbox.height);
  ctx.stroke();
  ctx.fillStyle = color(element, "--ink", "#222");
  ctx.font = `bold ${14 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = "center";
  props.moves.forEach((move, i) => {
    if (move.verdict === "") return;
    const value = place(lines[lines.length === 1 ? 0 : move.mover]?.[i] ?? null);
    if (value !== null) {
      const y = u.valToPos(value, "y", true) - 8 * devicePixelRatio;
      ctx.fillText(verdictSign(move.verdict), u.valToPos(move.ply, "x", true), Math.max(y, u.bbox.top + 14 * devicePixelRatio));
    }
  });
  ctx.restore();
}

export function verdictSign(verdict: string): string {
  return verdict === "blunder" ? "??" : verdict === "mistake" ? "?" : "?!";
}
