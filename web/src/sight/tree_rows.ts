// tree_rows.ts - a searched tree of which only what was opened is known, as the rows of a list.
//
// Children come in pages. Rows are numbered as a reader of the screen is told: level, place among the
// siblings, how many siblings there are. Moves that a cut-off left unsearched have no number; their key is
// made of the parent's and their place.

import type { TreeNode } from "../engine/types";

export type { TreeNode } from "../engine/types";

export interface TreeRow {
  key: string;
  parentKey: string | null;
  node: TreeNode;
  level: number;
  place: number;
  siblings: number;
  expandable: boolean;
  expanded: boolean;
}

/** A row that asks for more children of a node. */
export interface TreeMore {
  key: string;
  parentKey: string;
  parent: number;
  level: number;
  from: number;
  left: number;
}

export type TreeLine = { kind: "node"; row: TreeRow } | { kind: "more"; more: TreeMore };

export interface TreeState {
  root: TreeNode | null;
  children: Map<number, TreeNode[]>;
  /** How many children there are, those that were not searched included: known when a page was read. */
  totals: Map<number, number>;
  open: Set<number>;
}

export function treeOpen(): TreeState {
  return { root: null, children: new Map(), totals: new Map(), open: new Set() };
}

/** Takes in one page of children; pages come in any order but without gaps. */
export function treeTake(state: TreeState, parent: number, from: number, page: readonly TreeNode[], total: number): void {
  state.totals.set(parent, total);
  const known = state.children.get(parent) ?? [];
  page.forEach((node, i) => {
    known[from + i] = node;
  });
  state.children.set(parent, known);
}

export function treeLines(state: TreeState): TreeLine[] {
  const lines: TreeLine[] = [];
  if (state.root !== null) treeLay(state, lines, state.root, { key: "r", parentKey: null, level: 1, place: 1, siblings: 1 });
  return lines;
}

type Place = Pick<TreeRow, "key" | "parentKey" | "level" | "place" | "siblings">;

// The depth of the recursion is that of the search.
function treeLay(state: TreeState, lines: TreeLine[], node: TreeNode, place: Place): void {
  const expandable = node.node !== null && (node.children ?? 0) > 0;
  const expanded = expandable && state.open.has(node.node as number);
  lines.push({ kind: "node", row: { ...place, node, expandable, expanded } });
  if (!expanded) return;
  const parent = node.node as number;
  const known = state.children.get(parent) ?? [];
  const total = state.totals.get(parent) ?? node.children ?? 0;
  known.forEach((child, i) => {
    const key = `${place.key}.${i}`;
    treeLay(state, lines, child, { key, parentKey: place.key, level: place.level + 1, place: i + 1, siblings: total });
  });
  const left = total - known.length;
  if (left > 0) {
    const key = `${place.key}.more`;
    lines.push({ kind: "more", more: { key, parentKey: place.key, parent, level: place.level + 1, from: known.length, left } });
  }
}

export function lineKey(line: TreeLine): string {
  return line.kind === "node" ? line.row.key : line.more.key;
}

/** What a key of the keyboard does in a tree (WAI-ARIA): where to go, or what to open or close. */
export type TreeStep =
  | { go: number }
  | { open: number }
  | { close: number }
  | { more: number }
  | null;

export function treeKey(lines: readonly TreeLine[], at: number, key: string): TreeStep {
  const line = lines[at];
  if (line === undefined) return null;
  if (key === "ArrowDown") return { go: Math.min(at + 1, lines.length - 1) };
  if (key === "ArrowUp") return { go: Math.max(at - 1, 0) };
  if (key === "Home") return { go: 0 };
  if (key === "End") return { go: lines.length - 1 };
  if (line.kind === "more") {
    if (key === "Enter" || key === " ") return { more: at };
    return key === "ArrowLeft" ? { go: findKey(lines, line.more.parentKey) } : null;
  }
  const { row } = line;
  if (key === "ArrowRight") return row.expanded ? { go: Math.min(at + 1, lines.length - 1) } : row.expandable ? { open: at } : null;
  if (key === "ArrowLeft") return row.expanded ? { close: at } : row.parentKey !== null ? { go: findKey(lines, row.parentKey) } : null;
  if ((key === "Enter" || key === " ") && row.expandable) return row.expanded ? { close: at } : { open: at };
  return null;
}

function findKey(lines: readonly TreeLine[], key: string): number {
  return Math.max(0, lines.findIndex((line) => lineKey(line) === key));
}

/** Which lines a window of the list shows, a few more on both sides. */
export function treeWindow(count: number, top: number, height: number, rowHeight: number): { from: number; to: number } {
  const spare = 6;
  const from = Math.max(0, Math.floor(top / rowHeight) - spare);
  const to = Math.min(count, Math.ceil((top + height) / rowHeight) + spare);
  return { from: Math.min(from, count), to };
}
