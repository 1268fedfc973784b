// sight_answers.ts - what an engine tells of a search that it remembers (docs/PROTOCOLS.md, the search in sight).
import type { Count, Valued } from "./answers";

/** A node as the engine tells it (docs/PROTOCOLS.md, `tree`); a move that was not searched has the first lines alone. */
export interface TreeNode extends Partial<Valued> {
  /** Its number; null: it was not searched. */
  node: number | null;
  move: string | null;
  /** The move, or `null move`. */
  text: string | null;
  why: string;
  how?: string;
  /** Who is to move in it. */
  side?: "max" | "min";
  ply?: number;
  depth?: number | null;
  /** For the side to move; null: open. */
  alpha?: number | null;
  beta?: number | null;
  nodes?: Count;
  /** How many children are remembered. */
  children?: number;
  /** False: there are nodes below that are not remembered. */
  recorded?: boolean;
}

/** A node and a page of its children, those that were not searched last. */
export interface Tree {
  node: TreeNode;
  children: TreeNode[];
  /** How many children there are. */
  total: number;
  from: number;
  /** The depth searched. */
  iteration: number;
  /** Nodes remembered, and for how many there was room. */
  recorded: number;
  room: number;
  /** The last ply that is remembered; null: all are. */
  ply_last: number | null;
}

/** `threat`: the list of opponents. */
export type ListSide = "max" | "min" | "threat";

export interface ListEntry { move: string | null; id: number; hits: Count }
export interface AdaptiveList { side: ListSide; level: number | null; length: number; entries: ListEntry[] }

export interface ListEvent {
  /** Nodes visited when it happened. */
  at: Count;
  /** Where the cut-off was; null: it is not in the tree. */
  node: number | null;
  /** Of the iteration. */
  depth: number;
  side: ListSide;
  /** The ply of the list where there is one for each; null: one for all. */
  level: number | null;
  id: number;
  move: string | null;
  from: number | null;
  to: number;
}
