// drag.ts - fingers and mice on the board: a short touch means a cell; one that moves carries a piece.
import type { RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import { type Layout, type Point, cellAt } from "./geometry";

interface DragSetup {
  svg: RefObject<SVGSVGElement | null>;
  layout: Layout;
  path: readonly number[];
  canDrag: (cell: number) => boolean;
  touch: (cell: number) => void;
}

interface Held { cell: number; from: Point; id: number; carried: boolean }

/** Pixels that a hand may shake. */
const shake = 8;

export function useDrag({ svg, layout, path, canDrag, touch }: DragSetup) {
  const held = useRef<Held | null>(null);
  const [cell, setCell] = useState<number | null>(null);
  const [at, setAt] = useState<Point | null>(null);

  const pointOf = (e: PointerEvent): Point | null => {
    const matrix = svg.current?.getScreenCTM()?.inverse();
    return matrix === undefined ? null : new DOMPoint(e.clientX, e.clientY).matrixTransform(matrix);
  };
  const cellOf = (e: PointerEvent): number | null => {
    const point = pointOf(e);
    return point === null ? null : cellAt(layout, point);
  };
  const letGo = () => { held.current = null; setCell(null); setAt(null); };

  const onPointerDown = (e: PointerEvent) => {
    if (e.button !== 0 || held.current !== null) return;
    const under = cellOf(e);
    if (under !== null) held.current = { cell: under, from: { x: e.clientX, y: e.clientY }, id: e.pointerId, carried: false };
  };
  const onPointerMove = (e: PointerEvent) => {
    const hold = held.current;
    if (hold === null || hold.id !== e.pointerId) return;
    if (!hold.carried) {
      if (Math.hypot(e.clientX - hold.from.x, e.clientY - hold.from.y) < shake) return;
      if (!canDrag(hold.cell)) return letGo();
      hold.carried = true;
      svg.current?.setPointerCapture(e.pointerId);
      if (path.at(-1) !== hold.cell) touch(hold.cell);
      setCell(hold.cell);
    }
    setAt(pointOf(e));
  };
  const onPointerUp = (e: PointerEvent) => {
    const hold = held.current, under = cellOf(e);
    if (hold === null || hold.id !== e.pointerId) return;
    letGo();
    if (!hold.carried && under !== null) touch(under);
    else if (under !== null && under !== hold.cell) touch(under);
  };
  return { cell, at, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: letGo } };
}
