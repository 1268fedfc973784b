// pieces.tsx - what stands on a cell, drawn around its middle.
import type { Board, Cell, PlayerLook } from "../engine/types";
import { unit } from "./geometry";
import { hasLetter, lookOf, paintOf, signs } from "./owners";
import { shapes } from "./shapes";

const tones = ["plain", "dark", "light", "none", "home", "home", "home", "home", "home", "home", "felt"];
const homes = { first: 4, count: 6 };

/** The ground of a cell. */
export function Ground({ board, cell, number }: { board: Board; cell: Cell; number: boolean }) {
  const home = cell.tone >= homes.first && cell.tone < homes.first + homes.count;
  const tint = home ? paintOf(lookOf(board, cell.tone - homes.first)).fill : undefined;
  const half = unit / 2;
  if (cell.shape === "hole")
    return (
      <>
        <circle r={unit * 0.42} class="hole" />
        {home ? <circle r={unit * 0.42} fill={tint} fill-opacity="0.3" class="tint" /> : null}
      </>
    );
  return (
    <>
      <rect x={-half} y={-half} width={unit} height={unit} class={`square ${cell.mark === "wall" ? "wall" : tones[cell.tone] ?? "plain"}`} />
      {cell.mark === "wall" ? <path d="M-22 8L8-22M-22 22L22-22M-8 22L22-8" class="hatch" /> : null}
      {cell.mark === "exit" ? <Exit covered={cell.owner >= 0} /> : null}
      {cell.mark === "chosen" ? <circle r={unit * 0.44} class="chosen" /> : null}
      {number && cell.name !== "" ? <text x={-half + 3} y={-half + 10} class="number">{cell.name}</text> : null}
    </>
  );
}

function Exit({ covered }: { covered: boolean }) {
  return (
    <>
      <rect x={-20} y={-20} width={40} height={40} rx={4} class="exit" />
      <text y={covered ? 19 : 4} class="exit-text">EXIT</text>
    </>
  );
}

/** The sign or the letter of a player. */
function Sign({ look, player, scale = 1 }: { look: PlayerLook; player: number; scale?: number }) {
  const { sign } = paintOf(look);
  if (hasLetter(look)) return <text y={6} class="letter" fill={sign}>{look.symbol}</text>;
  return <path d={signs[player] ?? ""} transform={scale === 1 ? undefined : `scale(${scale})`} fill="none" stroke={sign} stroke-width={2 / scale} />;
}

function Disc({ cell, look }: { cell: Cell; look: PlayerLook }) {
  const { fill, edge } = paintOf(look);
  return (
    <>
      <circle r={unit * 0.37} fill={fill} stroke={edge} stroke-width="1.5" />
      {cell.kind === 1
        ? <path d="M-10-6l5 6 5-10 5 10 5-6v13h-20z" class="crown" />
        : <Sign look={look} player={cell.owner} />}
    </>
  );
}

/** A pile seen from aside, with its height; the owner's sign lies on top. */
function Pile({ board, cell }: { board: Board; cell: Cell }) {
  const stack = cell.stack ?? [cell.owner], top = stack.length - 1;
  const y = (i: number) => 11 - 5.500 * i - (top === 0 ? 7 : 0);
  return (
    <>
      {stack.map((owner, i) => {
        const { fill, edge } = paintOf(lookOf(board, owner));
        return <path key={i} d={`M-16 ${y(i)}v-4a16 8 0 0 1 32 0v4a16 8 0 0 1-32 0z`} fill={fill} stroke={edge} stroke-width="1.2" />;
      })}
      <g transform={`translate(0 ${y(top) - 3.500})`}>
        <ellipse rx={16} ry={8} fill={paintOf(lookOf(board, cell.owner)).fill} stroke={paintOf(lookOf(board, cell.owner)).edge} stroke-width="1" />
        <g transform="scale(.8 .45)"><Sign look={lookOf(board, cell.owner)} player={cell.owner} /></g>
      </g>
      {top > 0 ? <g transform="translate(15 15)"><circle r={6.500} class="height" /><text y={3.500} class="height-text">{stack.length}</text></g> : null}
    </>
  );
}

function Chessman({ cell, look }: { cell: Cell; look: PlayerLook }) {
  const shape = shapes[cell.piece ?? "pawn"], { fill, edge } = paintOf(look);
  return (
    <g stroke-width="1.4" stroke-linejoin="round" stroke-linecap="round" transform="scale(1.15)">
      <path d={shape.outline} fill={fill} stroke={edge} />
      <path d={shape.lines} fill="none" stroke={look.color === "k" ? "#e6ddcb" : edge} />
    </g>
  );
}

export function Piece({ board, cell, piles }: { board: Board; cell: Cell; piles: boolean }) {
  if (cell.owner < 0) return null;
  const look = lookOf(board, cell.owner);
  if (cell.kind === 2) return <Territory look={look} player={cell.owner} />;
  if (cell.piece !== undefined) return <Chessman cell={cell} look={look} />;
  return piles ? <Pile board={board} cell={cell} /> : <Disc cell={cell} look={look} />;
}

function Territory({ look, player }: { look: PlayerLook; player: number }) {
  const size = unit - 4;
  return (
    <>
      <rect x={-size / 2} y={-size / 2} width={size} height={size} rx={5} fill={paintOf(look).fill} />
      <Sign look={look} player={player} scale={1.2} />
    </>
  );
}
