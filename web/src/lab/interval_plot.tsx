// interval_plot.tsx - values with their intervals of 95 %, one row each, beside the printed value.
//
// Drawn by boxes and not as one picture, so that the words keep their size on any screen. A row that is
// pointed at or focused tells its figures below the plot.

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { plotPlace, plotRange, plotTicks } from "./plot_scale";

export interface IntervalRow {
  label: string;
  value: number | null;
  low: number | null;
  high: number | null;
  /** What was printed; null where nothing was. */
  print: number | null;
  verdict: string;
  /** What is said when the row is pointed at. */
  words: string;
}

export function IntervalPlot(props: {
  title: string;
  rows: IntervalRow[];
  write: (value: number) => string;
  /** A line that means "no difference". */
  zero: number;
}): VNode {
  const [at, setAt] = useState<number | null>(null);
  const { rows } = props;
  const range = plotRange(rows.flatMap((row) => [row.value, row.low, row.high, row.print]), props.zero);
  const left = (value: number): string => `${plotPlace(range, value) * 100}%`;
  const ticks = plotTicks(range);
  return (
    <figure class="interval-plot" aria-label={props.title} onPointerLeave={() => setAt(null)}>
      <div class="interval-rows" role="list">
        {rows.map((row, i) => (
          <div
            key={i}
            role="listitem"
            class={at === i ? "interval-row interval-at" : "interval-row"}
            aria-label={row.words}
            tabIndex={0}
            onPointerEnter={() => setAt(i)}
            onFocus={() => setAt(i)}
          >
            <span class="interval-label">{row.label}</span>
            <span class="interval-track" aria-hidden="true">
              {ticks.map((tick) => (
                <span key={tick} class={tick === props.zero ? "interval-zero" : "interval-grid"} style={{ left: left(tick) }} />
              ))}
              <Whisker row={row} left={left} range={range} />
            </span>
          </div>
        ))}
      </div>
      <div class="interval-row interval-axis" aria-hidden="true">
        <span class="interval-label" />
        <span class="interval-track">
          {ticks.map((tick) => (
            <span key={tick} class="interval-tick" style={{ left: left(tick) }}>
              {props.write(tick)}
            </span>
          ))}
        </span>
      </div>
      <figcaption>
        <span class="interval-key">
          <span class="interval-dot interval-sample" aria-hidden="true" /> measured, with its interval of 95 %
        </span>
        {rows.some((row) => row.print !== null) && (
          <span class="interval-key">
            <span class="interval-print interval-sample" aria-hidden="true" /> printed
          </span>
        )}
        <span class="interval-said">{rows[at ?? (rows.length === 1 ? 0 : -1)]?.words ?? "Point at a row for its figures."}</span>
      </figcaption>
    </figure>
  );
}

function Whisker(props: { row: IntervalRow; left: (value: number) => string; range: [number, number] }): VNode {
  const { row, left } = props;
  const low = row.low ?? props.range[0];
  const high = row.high ?? props.range[1];
  const whole = row.low !== null || row.high !== null;
  const from = plotPlace(props.range, low);
  const to = plotPlace(props.range, high);
  return (
    <>
      {whole && <span class="interval-line" style={{ left: left(low), width: `${Math.max(0, to - from) * 100}%` }} />}
      {row.print !== null && <span class="interval-print" style={{ left: left(row.print) }} />}
      {row.value !== null && <span class="interval-dot" style={{ left: left(row.value) }} />}
    </>
  );
}
