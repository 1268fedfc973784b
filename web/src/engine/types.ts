// types.ts - what is asked of an engine and what it answers (docs/PROTOCOLS.md, JSONL), and the one interface
// behind which the server and WebAssembly stand.

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

export interface TreeNode {
  node: number | null;
  move: string;
  text?: string;
  ply: number;
  depth: number | null;
  alpha: number | null;
  beta: number | null;
  value: number | null;
  why: string;
  nodes: Count;
  children: number;
  index: number;
}

export interface Tree extends TreeNode { list: TreeNode[]; [more: string]: unknown }

export interface ListEntry { move: string; id: number; hits: Count }
export interface AdaptiveList { side: "max" | "min"; level: number | null; entries: ListEntry[] }

export interface ListEvent {
  at: Count;
  side: "max" | "min";
  level: number | null;
  id: number;
  move: string;
  from: number | null;
  to: number;
}

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
  tags: Record<string, string>;
  comments: { ply: number; text: string }[];
  decided: number[] | null;
}

// Requests, by their `do`: [fields, answer].

type ThinkFields = Limits & { player?: string; events?: boolean };

export interface Asks {
  new: [{ game?: string; position?: string; moves?: string | string[] }, State];
  state: [{}, History];
  moves: [{ actions?: boolean; touches?: boolean }, Moves];
  move: [{ move?: string | number; moves?: string | string[]; action?: number }, State & { played: string[] }];
  undo: [{ plies?: number }, State];
  reset: [{}, State];
  think: [ThinkFields & { trace?: number; minimal?: boolean }, Found];
  values: [ThinkFields, FoundValues];
  analyse: [ThinkFields & { mistake?: number }, Analysis];
  stop: [{}, { stopped: boolean }];
  board: [{ svg?: boolean; text?: boolean }, Board & { svg?: string; text?: string }];
  perft: [{ depth: number }, { leaves: Count; nodes: Count; seconds: number }];
  games: [{}, { games: GameInfo[] }];
  options: [{}, Options];
  import: [{ text: string; game?: string; number?: number }, Imported];
  export: [{ format?: string; tags?: Record<string, string> }, { format: string; suffix: string; text: string }];
  probe: [{}, Probe];
  tree: [{ node: number; from?: number; count?: number }, Tree];
  lists: [{}, { lists: AdaptiveList[]; [more: string]: unknown }];
  "list-events": [{ from?: number; count?: number }, { events: ListEvent[]; [more: string]: unknown }];
}

export type Do = keyof Asks;
export type Request<D extends Do = Do> = { do: D } & Asks[D][0];
export type Answer<D extends Do = Do> = Asks[D][1];

/** These think; their answers come when the search is over. */
export const thinking: ReadonlySet<string> = new Set(["think", "values", "analyse"]);

// Engines.

export interface About {
  version: string;
  commit?: string;
  databases: boolean;
  lab: boolean;
  jobs: boolean;
  threads: boolean;
  [more: string]: unknown;
}

/** What the server has beside games: laboratory, databases, jobs. Paths begin with "/api/". */
export interface ServerApi {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
  /** Server-sent events; the function returned ends them. */
  events(path: string, onEvent: (event: Record<string, unknown>) => void, onLost?: () => void): () => void;
}

export interface Engine {
  readonly kind: "http" | "wasm";
  readonly about: About;
  /** Null without a server. */
  readonly server: ServerApi | null;
  /** Rejects with EngineError where the answer is not ok, with EngineLost where there is none to come. */
  ask<D extends Do>(request: Request<D>, onEvent?: (event: EngineEvent) => void): Promise<Answer<D>>;
  /** Ends a running think, values or analyse. Its answer still comes (http), or it rejects as EngineStopped (wasm). */
  stop(): Promise<void>;
  close(): void;
}

/** The engine refuses: the message is for people. */
export class EngineError extends Error { override name = "EngineError"; }
/** The engine is gone: server killed, worker failed. */
export class EngineLost extends Error { override name = "EngineLost"; }
/** A search was ended by ending the worker; there is no answer. */
export class EngineStopped extends Error { override name = "EngineStopped"; }
