// answers.ts - what an engine answers, as data (docs/PROTOCOLS.md, JSONL).

/** A count that may come as text where it could pass 2^53. */
export type Count = number | string;

// The game.

export type Ended = "not" | "rules" | "draw-rule" | "repetition" | "plies-max";

export interface State {
  game: string;
  players: number;
  position: string;
  plies: number;
  turn: number;
  over: boolean;
  ended: Ended;
  caption: string;
  result?: string;
  points?: number[];
  payoff?: number[];
}

export interface History extends State {
  start: string;
  history: string[];
}

export type CellShape = "square" | "hole";
export type PieceName = "pawn" | "knight" | "bishop" | "rook" | "queen" | "king";

export interface Cell {
  name: string;
  x: number;
  y: number;
  shape: CellShape;
  tone: number;
  /** The player whose piece stands here, -1 for nobody. */
  owner: number;
  kind?: number;
  piece?: PieceName;
  mark?: "none" | "wall" | "exit" | "chosen";
  /** Owners from the bottom, where there are two pieces or more. */
  stack?: number[];
}

export interface Note { name: string; value: string; player?: number }

/** A player as the board shows him: his name for people, the letter of his colour, his letter on the board. */
export interface PlayerLook { name: string; color: string; symbol: string }

export interface Board {
  caption: string;
  evaluation: number[];
  notes: Note[];
  cells: Cell[];
  players?: PlayerLook[];
}

export interface Touch { cells: number[]; button?: string }

export interface Moves {
  moves: string[];
  codes?: string[];
  actions?: number[];
  touches?: Touch[];
}

// Searching.

export interface Limits {
  depth?: number;
  nodes?: number;
  time_ms?: number;
  left_ms?: number;
  inc_ms?: number;
  moves_to_go?: number;
  infinite?: boolean;
}

export interface Valued {
  value: number | null;
  win_in?: number;
  loss_in?: number;
  values?: number[];
}

export interface MoveValue extends Valued {
  move: string;
  code?: string;
  index: number;
  pv: string;
}

export interface Found extends Valued {
  game: string;
  player: string;
  move: string | null;
  code?: string;
  index: number;
  depth?: number;
  pv?: string;
  nodes?: Count;
  interior?: Count;
  leaves?: Count;
  seconds: number;
  stopped?: boolean;
  stats?: SearchStats;
  minimal_tree?: Count;
  [more: string]: unknown;
}

export interface SearchStats {
  cutoffs_by_index?: Count[];
  levels?: Record<string, unknown>[];
  [more: string]: unknown;
}

export interface FoundValues {
  game: string;
  player: string;
  depth: number;
  nodes: Count;
  seconds: number;
  stopped: boolean;
  moves: MoveValue[];
}

export interface DepthEvent extends Valued {
  event: "depth";
  depth: number;
  move?: string;
  index?: number;
  pv?: string;
  nodes: Count;
  seconds: number;
  /** `values`: every legal move. */
  moves?: MoveValue[];
}

export interface AnalysedMove extends Valued {
  ply: number;
  mover: number;
  move: string;
  depth: number;
  after: number | null;
  loss: number | null;
  best: string | null;
  pv: string;
  verdict: string;
}

export interface MoveEvent extends AnalysedMove { event: "move"; plies: number }

export interface Analysis {
  game: string;
  player: string;
  plies: number;
  mistake: number;
  blunder: number;
  moves: AnalysedMove[];
  stopped: boolean;
}

export type EngineEvent = DepthEvent | MoveEvent | { event: "other"; [more: string]: unknown };

export interface ProbedMove { move: string; index: number; says: string; value: number | null }
export interface Probe {
  covered: boolean;
  name?: string;
  value?: number;
  says?: string;
  moves?: ProbedMove[];
}

// Menus.

export interface OptionInfo {
  key: string;
  default?: string;
  help: string;
  min?: number;
  max?: number;
  /** "no|yes" */
  choices?: string;
  needs?: string;
}

export interface EvalInfo { name: string; help: string; weights: string[]; default: number[] }

export interface GameInfo {
  name: string;
  title: string;
  digest: string;
  actions: number;
  options: OptionInfo[];
  evals: EvalInfo[];
}

export interface FormatInfo { name: string; suffix: string; help: string; game: string | null }
export interface LevelInfo { level: number; depth: number | null; nodes: number | null; mistakes: number }
export interface AlgorithmInfo {
  name: string;
  help: string;
  players: string;
  minimal: boolean;
  limits: boolean;
  ideas: string[];
  orders: string[];
}

export interface Options {
  engine: { keys: OptionInfo[]; levels: LevelInfo[] };
  players: { name: string; help: string; asks: boolean; starts_programs: boolean }[];
  algorithms: AlgorithmInfo[];
  keys: OptionInfo[];
  orders: { name: string; help: string; source: string }[];
  rules: string[];
  presets: { name: string; game: string; help: string; keys: string }[];
  formats: FormatInfo[];
}

export interface Imported extends History {
  format: string;
  /** Which game of the text it is, and how many there are. */
  number: number;
  games: number;
  tags: Record<string, string>;
  comments: { ply: number; text: string }[];
  decided: number[] | null;
}
