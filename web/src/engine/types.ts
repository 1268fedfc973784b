// types.ts - what is asked of an engine (docs/PROTOCOLS.md, JSONL), and the one interface behind which the server and
// WebAssembly stand. What is answered: answers.ts, sight_answers.ts.
import type {
  Count, State, History, Board, Moves, Limits, Found, FoundValues, Analysis, EngineEvent, Probe, GameInfo, Options, Imported,
} from "./answers";
import type { AdaptiveList, ListEvent, Tree } from "./sight_answers";

export type * from "./answers";
export type * from "./sight_answers";

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
  export: [{ format?: string; tags?: Record<string, string>; forfeit?: { player: number; reason: string } }, { format: string; suffix: string; text: string }];
  probe: [{}, Probe];
  tree: [{ node: number; from?: number; count?: number }, Tree];
  lists: [{}, { lists: AdaptiveList[]; [more: string]: unknown }];
  "list-events": [{ from?: number; count?: number }, { events: ListEvent[]; [more: string]: unknown }];
}

export type Do = keyof Asks;
export type Request<D extends Do = Do> = { do: D } & Asks[D][0];
export type Answer<D extends Do = Do> = Asks[D][1];

/** These think, and tell of it by events where they are asked to. */
export const thinking: ReadonlySet<string> = new Set(["think", "values", "analyse"]);
/** Their answers come when the work is done; `stop` ends it. */
export const late: ReadonlySet<string> = new Set([...thinking, "perft"]);

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
  /** Ends what runs of `late`: its answer still comes, or it rejects as EngineStopped where there is none yet. */
  stop(): Promise<void>;
  close(): void;
}

/** The engine refuses: the message is for people. */
export class EngineError extends Error { override name = "EngineError"; }
/** The engine is gone: server killed, worker failed. */
export class EngineLost extends Error { override name = "EngineLost"; }
/** A search was ended before it had anything to answer. */
export class EngineStopped extends Error { override name = "EngineStopped"; }
