// owners.ts - how players are told apart: a colour, and a sign for those who do not see it.
import type { Board, Cell, PlayerLook } from "../engine/types";

interface Paint { fill: string; edge: string; sign: string }

/** By the letter that the game gives. Signs have a contrast of 3 or more on their fill. */
const paints: Record<string, Paint> = {
  k: { fill: "#26292e", edge: "#0c0d0f", sign: "#9aa1a9" },
  w: { fill: "#faf7ef", edge: "#4b463c", sign: "#8a8474" },
  r: { fill: "#c23a2b", edge: "#6d1d14", sign: "#ffffff" },
  g: { fill: "#2f8541", edge: "#15451f", sign: "#ffffff" },
  b: { fill: "#2b62b5", edge: "#143563", sign: "#ffffff" },
  y: { fill: "#e8b92c", edge: "#7a5c06", sign: "#3d2e00" },
  v: { fill: "#7f46b0", edge: "#42205f", sign: "#ffffff" },
  o: { fill: "#d9701f", edge: "#77390a", sign: "#2b1200" },
};

const usual: PlayerLook[] = ["r", "b", "g", "y", "v", "o"].map((color, i) => (
  { name: `player ${i + 1}`, color, symbol: String(i + 1) }
));

export function lookOf(board: Board | null, player: number): PlayerLook {
  return board?.players?.[player] ?? usual[player] ?? { name: `player ${player + 1}`, color: "k", symbol: "?" };
}

export function paintOf(look: PlayerLook): Paint { return paints[look.color] ?? (paints["k"] as Paint); }

/** Signs around the middle of a piece, one per place at the table. */
export const signs: readonly string[] = [
  "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z",                       // ring
  "M-6-6h12v12h-12z",                                           // square
  "M0-7.500l7 12.500h-14z",                                     // triangle
  "M-7 0h14M0-7v14",                                            // cross
  "M-6-3h12M-6 3h12",                                           // two bars
  "M0-8l2.400 5 5.600.6-4.200 3.700 1.200 5.500-5-2.800-5 2.800 1.200-5.500-4.200-3.700 5.600-.6z", // star
];

/** Letters tell more than signs where players are not named for colours (thief, police). */
export function hasLetter(look: PlayerLook): boolean {
  return /[A-Z]/.test(look.symbol) && look.name[0]?.toUpperCase() === look.symbol;
}

// Words.

function pieceWords(cell: Cell, look: PlayerLook): string {
  if (cell.stack !== undefined) return `pile of ${cell.stack.length}, ${look.name} on top`;
  if (cell.piece !== undefined) return `${look.name} ${cell.piece}`;
  if (cell.kind === 1) return `${look.name} king`;
  return look.name;
}

const markWords: Record<string, string> = { wall: "wall", exit: "exit", chosen: "chosen" };

/** What a screen reader says of a cell. */
export function cellWords(board: Board, cell: Cell, more: string): string {
  const words = [cell.name === "" ? "square out of play" : cell.name];
  if (cell.mark !== undefined && cell.mark !== "none") words.push(markWords[cell.mark] ?? cell.mark);
  if (cell.owner >= 0) words.push(pieceWords(cell, lookOf(board, cell.owner)));
  else if (cell.mark !== "wall" && cell.name !== "") words.push("empty");
  if (more !== "") words.push(more);
  return words.join(", ");
}
