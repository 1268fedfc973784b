// cell.tsx - one cell of the board, drawn again only when something about it has changed.
import { Component } from "preact";
import type { Board, Cell } from "../engine/types";
import type { Point } from "./geometry";
import { type Light, Overlay } from "./overlay";
import { cellWords } from "./owners";
import { Ground, Piece } from "./pieces";

interface CellProps {
  index: number;
  board: Board;
  cell: Cell;
  at: Point;
  light: Light;
  /** Nothing is chosen yet. */
  start: boolean;
  number: boolean;
  piles: boolean;
  /** By the keys. */
  reached: boolean;
  lifted: boolean;
  onFocus: (cell: number) => void;
  /** How all players look, as text. */
  players: string;
}

export class CellPicture extends Component<CellProps> {
  override shouldComponentUpdate(next: CellProps): boolean {
    const before = look(this.props);
    return look(next).some((value, i) => value !== before[i]);
  }

  override render({ index, board, cell, at, light, start, number, piles, reached, lifted, onFocus }: CellProps) {
    return (
      <g data-cell={index} data-name={cell.name} data-next={light.next ? "" : undefined}
        data-again={light.again ? "" : undefined} data-drag={light.drag ? "" : undefined} class="cell"
        transform={`translate(${at.x} ${at.y})`} role="button" tabindex={reached ? 0 : -1}
        aria-label={cellWords(board, cell, lightWords(light))} onFocus={() => onFocus(index)}>
        <Ground board={board} cell={cell} number={number} />
        {cell.owner < 0 ? null : <g class={lifted ? "lifted" : undefined}><Piece board={board} cell={cell} piles={piles} /></g>}
        <Overlay shape={cell.shape} light={light} start={start} />
      </g>
    );
  }
}

/** All that shows. Players look the same for a whole game, and tones tell games apart. */
function look(p: CellProps): unknown[] {
  const { cell: c, light: l } = p;
  return [
    p.at.x, p.at.y, c.name, c.tone, c.shape, c.owner, c.kind, c.mark, c.stack?.join(), p.piles, p.number, p.reached, p.lifted,
    l.next, l.step, l.again, l.drag, l.changed, l.occupied, l.mark?.look.text, l.mark?.mark.label, l.mark?.mark.tone, l.mark?.mark.title,
    l.next && p.start, p.players,
  ];
}

function lightWords(light: Light): string {
  const words = [];
  if (light.step !== null) words.push("chosen");
  if (light.again) words.push("press again to end the move here");
  if (light.next) words.push("can be next");
  if (light.mark !== null) words.push(`value ${light.mark.mark.label}`);
  return words.join(", ");
}
