// board.tsx - the board of any game, from its cells alone: drawn, clicked, dragged, walked over by keys.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Mark } from "../app/state";
import { touchable } from "../app/state";
import { type AppStore, type LegalMove, useApp } from "../app/store";
import type { Board as BoardData } from "../engine/types";
import { type Direction, type Layout, cellTowards, layoutOf } from "./geometry";
import { CellPicture } from "./cell";
import { marksShown, type ShownMark } from "./marks";
import type { Light } from "./overlay";
import { Piece } from "./pieces";
import { type Selection, press, select } from "./select";
import { useDrag } from "./drag";

/** Plays a move by its number; the cells clicked for it stay lit meanwhile. */
export type Play = (move: number, path: readonly number[]) => Promise<boolean>;

interface BoardProps {
  app: AppStore;
  flipped: boolean;
  path: readonly number[];
  setPath: (path: readonly number[]) => void;
  /** A move is being played. */
  playing: boolean;
  play: Play;
  /** A letter was typed while the board had the keys. */
  onType: (letter: string) => void;
}

export function Board({ app, flipped, path, setPath, playing, play, onType }: BoardProps) {
  const s = useApp(app);
  const board = s.board;
  const layout = useMemo(() => (board === null ? null : layoutOf(board.cells, flipped)), [board, flipped]);
  if (board === null || layout === null) return <div class="board-empty" />;
  return (
    <BoardPicture play={play} board={board} layout={layout} moves={touchable(s) && !playing ? s.moves : nothing} path={path} setPath={setPath}
      changed={s.changed} marks={s.marks} onType={onType} caption={s.state?.caption ?? ""} />
  );
}

const nothing: readonly LegalMove[] = [];

interface PictureProps {
  play: Play;
  board: BoardData;
  layout: Layout;
  moves: readonly LegalMove[];
  path: readonly number[];
  setPath: (path: readonly number[]) => void;
  changed: readonly number[];
  marks: ReadonlyMap<number, Mark>;
  onType: (letter: string) => void;
  caption: string;
}

const arrows = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]);

function BoardPicture(p: PictureProps) {
  const { board, layout, moves, path, setPath } = p;
  const svg = useRef<SVGSVGElement>(null);
  const [walked, setWalked] = useState(-1);
  const selection = useMemo(() => select(moves, path), [moves, path]);
  const here = layout.drawn[walked] === true ? walked : firstFocus(layout, selection);
  const marks = useMemo(() => marksShown(p.marks, selection, layout, (cell) => (board.cells[cell]?.owner ?? -1) >= 0), [p.marks, selection, layout, board]);
  const changed = useMemo(() => new Set(p.changed), [p.changed]);
  const touch = (cell: number) => {
    const pressed = press(moves, path, cell);
    if ("path" in pressed) return setPath(pressed.path);
    void p.play(pressed.play.index, [...path, cell]);
  };
  // A piece is carried, not a move that one touch completes: who lets go elsewhere has not played.
  const begins = (cell: number) => path.length === 0 && selection.next.has(cell) && (board.cells[cell]?.owner ?? -1) >= 0 && "path" in press(moves, path, cell);
  const canDrag = (cell: number) => path.at(-1) === cell || begins(cell);
  const drag = useDrag({ svg, layout, path, canDrag, touch });
  const piles = board.cells.some((cell) => cell.stack !== undefined) || board.notes.some((note) => note.name === "reserves");
  const numbers = layout.labels.length === 0;
  const players = board.players?.map((player) => player.color + player.name).join("|") ?? "";

  const walk = (cell: number) => {
    setWalked(cell);
    svg.current?.querySelector<SVGGElement>(`[data-cell="${cell}"]`)?.focus();
  };
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (arrows.has(e.key)) walk(cellTowards(layout, here, e.key as Direction));
    else if (e.key === "Enter" || e.key === " ") touch(here);
    else if (e.key === "Escape") setPath([]);
    else if (/^[A-Za-z0-9]$/.test(e.key)) p.onType(e.key);
    else return;
    e.preventDefault();
  };
  // Screen readers click without a pointer.
  const onClick = (e: MouseEvent) => {
    const cell = e.detail === 0 ? (e.target as Element).closest<SVGElement>("[data-cell]")?.dataset["cell"] : undefined;
    if (cell !== undefined) touch(Number(cell));
  };

  useEffect(() => { if (path.length > 0) setWalked(path.at(-1) ?? -1); }, [path]);
  return (
    <svg ref={svg} class={`board ${drag.cell === null ? "" : "dragging"}`} viewBox={`0 0 ${layout.width} ${layout.height}`}
      role="group" aria-label={`Board: ${p.caption}`} onKeyDown={onKeyDown} onClick={onClick} {...drag.handlers}>
      {layout.labels.map((label, i) => (
        <text key={`${label.side} ${label.text} ${label.side === "cell" ? i : ""}`} x={label.x} y={label.y + 4} class={`label ${label.side}`} aria-hidden="true">{label.text}</text>
      ))}
      {board.cells.map((cell, i) => {
        const at = layout.centers[i];
        if (layout.drawn[i] !== true || at === undefined) return null;
        const light = lightOf(selection, marks, i, cell.owner >= 0, changed.has(i), canDrag(i));
        return (
          <CellPicture key={i} index={i} board={board} cell={cell} at={at} light={light} start={path.length === 0}
            number={numbers} piles={piles} reached={i === here} lifted={drag.cell === i} onFocus={setWalked} players={players} />
        );
      })}
      {drag.cell === null || drag.at === null ? null : (
        <g class="carried" transform={`translate(${drag.at.x} ${drag.at.y}) scale(1.15)`} aria-hidden="true">
          {board.cells[drag.cell] === undefined ? null : <Piece board={board} cell={board.cells[drag.cell]!} piles={piles} />}
        </g>
      )}
    </svg>
  );
}

/** Where the keys begin: a cell that can be touched, or the first. */
function firstFocus(layout: Layout, selection: Selection): number {
  for (const cell of selection.next) return cell;
  return layout.drawn.indexOf(true);
}

function lightOf(selection: Selection, marks: ReadonlyMap<number, ShownMark>, i: number, occupied: boolean, changed: boolean, drag: boolean): Light {
  const step = selection.path.indexOf(i), next = selection.next.has(i);
  return {
    next, occupied, changed, drag, step: step < 0 ? null : step + 1,
    again: selection.again !== null && selection.path.at(-1) === i && selection.candidates.length > 1,
    mark: next ? marks.get(i) ?? null : null,
  };
}
