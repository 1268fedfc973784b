// state.ts - what all views share, as plain data. One object that is replaced, never changed.
import type { Board, Engine, GameInfo, Options, State } from "../engine/types";

export interface LegalMove {
  /** Its place in the engine's list. */
  index: number;
  text: string;
  /** The notation for programs, where there is one (chess: e2e4). */
  code?: string;
  /** What a person touches for it: places in `board.cells`, then a button. */
  cells: number[];
  button?: string;
}

export interface Seat {
  kind: "human" | "engine";
  /** Spec of the player: `engine:level=3`, `alphabeta:depth=6,order=tt`. */
  player: string;
  /** Milliseconds for a move; null: what the spec says. */
  time: number | null;
}

/** What is written on the board for a move. */
export interface Mark {
  /** Its value; what it loses and a sign of that, where there is less room. */
  label: string;
  loss?: string;
  sign?: string;
  /** Its place among all moves, the best first. */
  rank: number;
  /** 0 (best) to 1 (worst), for its look. */
  tone: number;
  title?: string;
}

export interface ClockRule { minutes: number; increment: number }

export interface AppState {
  phase: "starting" | "ready" | "failed";
  /** The session in which the game is played. Views that search open their own: `openEngine`. */
  engine: Engine | null;
  /** One line for people: an illegal move, a server that is gone. */
  notice: string;
  games: readonly GameInfo[];
  /** What can be chosen from, by the engine's own tables. */
  options: Options | null;
  /** The spec in its shortest form. */
  game: string;
  /** The first position; "" is the game's own. */
  start: string;
  /** All moves of the line that is looked at, also those after `ply`. */
  line: readonly string[];
  /** How many of them are played in the position that is shown. */
  ply: number;
  /** The position that is shown. */
  state: State | null;
  board: Board | null;
  moves: readonly LegalMove[];
  /** Cells that the last move changed. */
  changed: readonly number[];
  seats: readonly Seat[];
  /** An engine that has a seat is thinking. */
  thinking: boolean;
  /** Engines with a seat wait until somebody lets them go on. */
  paused: boolean;
  /** Who gave up, at the end of the line. */
  resigned: number | null;
  /** Who ran out of time there. */
  flagged: number | null;
  /** Counts games: one that is begun or read is another one, also where its moves are the same. */
  number: number;
  clock: ClockRule | null;
  /** By `LegalMove.index`; the analysis view sets them, every new position clears them. */
  marks: ReadonlyMap<number, Mark>;
  view: string;
  /** The server is gone; WebAssembly goes on. */
  lost: boolean;
}

export const human: Seat = { kind: "human", player: "engine", time: null };

/** A person, and engines that a beginner can beat. */
export function usualSeats(players: number): Seat[] {
  return Array.from({ length: players }, (_, i) => (i === 0 ? human : { kind: "engine", player: "engine:level=3", time: null }));
}

export interface GameRequest {
  game: string;
  position?: string;
  moves?: readonly string[];
  /** The position that is shown first; all moves are kept. */
  ply?: number;
  seats?: readonly Seat[];
  clock?: ClockRule | null;
}

export const emptyState: AppState = {
  phase: "starting", engine: null, notice: "", games: [], options: null, game: "", start: "", line: [], ply: 0, state: null,
  board: null, moves: [], changed: [], seats: [], thinking: false, paused: false, resigned: null, flagged: null, number: 0,
  clock: null, marks: new Map(), view: "play", lost: false,
};

/** Who lost by giving up or by the clock, where that is shown: at the end of the line. */
export function loserByDefault(s: AppState): number | null {
  return s.ply < s.line.length ? null : s.resigned ?? s.flagged;
}

/** Is the game over, by the rules, by giving up or by the clock? */
export function gameOver(s: AppState): boolean {
  return s.state === null || s.state.over || loserByDefault(s) !== null;
}

/** Who gives up: the person to move; while an engine thinks, the person who waits for it. */
export function resigner(s: AppState): number {
  const turn = s.state?.turn ?? 0;
  if (s.seats[turn]?.kind !== "engine") return turn;
  const person = s.seats.findIndex((seat) => seat.kind === "human");
  return person < 0 ? turn : person;
}

/** Who has won because the only other player gave up or ran out of time; -1 for nobody. */
export function winnerByDefault(s: AppState): number {
  const loser = loserByDefault(s);
  return loser === null || s.state?.players !== 2 ? -1 : 1 - loser;
}

/** How the game ended without the rules: "black resigns; white wins". "" where it did not. */
export function endWords(s: AppState, name: (player: number) => string): string {
  const loser = loserByDefault(s), winner = winnerByDefault(s);
  if (loser === null) return "";
  return `${name(loser)} ${s.resigned !== null ? "resigns" : "is out of time"}; ${winner < 0 ? "the game ends here, without a winner" : `${name(winner)} wins`}`;
}

/** May a person touch the board? At his turn, and anywhere in the past: what is played there is a variation. */
export function touchable(s: AppState): boolean {
  if (s.state === null || s.state.over || s.thinking) return false;
  if (s.ply < s.line.length) return true;
  return !gameOver(s) && s.seats[s.state.turn]?.kind !== "engine";
}
