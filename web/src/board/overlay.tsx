// overlay.tsx - what is laid over a cell: what can be next, what is chosen, what the last move changed, values.
import type { CellShape } from "../engine/types";
import { unit } from "./geometry";
import { markWidth, type ShownMark } from "./marks";

export interface Light {
  /** Can be touched next. */
  next: boolean;
  /** Its place among the cells clicked, from 1. */
  step: number | null;
  /** The last cell again ends the move. */
  again: boolean;
  changed: boolean;
  /** A piece that can be carried from here. */
  drag: boolean;
  occupied: boolean;
  mark: ShownMark | null;
}

function Frame({ shape, inset, name }: { shape: CellShape; inset: number; name: string }) {
  const size = unit - 2 * inset;
  return shape === "hole"
    ? <circle r={unit * 0.46 - inset + 1} class={name} />
    : <rect x={-size / 2} y={-size / 2} width={size} height={size} rx={3} class={name} />;
}

/** Light in dark, so that it is seen on any ground. */
function Ring({ shape, start }: { shape: CellShape; start: boolean }) {
  if (!start) return <Frame shape={shape} inset={2} name="next-ring" />;
  return <><Frame shape={shape} inset={3} name="may-edge" /><Frame shape={shape} inset={3} name="may" /></>;
}

export function Overlay({ shape, light, start }: { shape: CellShape; light: Light; start: boolean }) {
  return (
    <>
      {light.changed ? <Frame shape={shape} inset={2} name="changed" /> : null}
      {light.next && (light.mark === null || light.mark.look.corner) ? (
        light.occupied ? <Ring shape={shape} start={start} />
          : <circle r={start ? 5.500 : 7.500} class="next-dot" />
      ) : null}
      {light.step === null ? null : <Frame shape={shape} inset={2} name="step" />}
      {light.again ? <text y={unit * 0.1} class="again">✓</text> : null}
      {light.mark === null ? null : <MarkLabel shown={light.mark} />}
    </>
  );
}

/** A value on the board: text on a ground from green (best) to red, with a heavier frame for the best. */
function MarkLabel({ shown: { mark, look } }: { shown: ShownMark }) {
  const width = markWidth(look), height = look.size + (look.corner ? 3 : 7.500), tone = Math.round(Math.max(0, Math.min(1, mark.tone)) * 100);
  const x = look.corner ? unit / 2 - width / 2 - 0.5 : 0, y = look.corner ? height / 2 - unit / 2 + 0.5 : 0;
  return (
    <g class={`mark ${tone === 0 ? "best" : ""} ${look.corner ? "corner" : ""}`} style={{ "--tone": `${tone}%` }} transform={`translate(${x} ${y})`}>
      {mark.title === undefined ? null : <title>{mark.title}</title>}
      <rect x={-width / 2} y={-height / 2} width={width} height={height} rx={look.corner ? 4 : 6} />
      <text y={0.36 * look.size} font-size={look.size}>{look.text}</text>
    </g>
  );
}
