// variations.ts - every line that was tried from one start, kept as a tree.
//
// The board holds one line of moves. Each line that is seen is laid into the tree; a node's first child is the
// main line, the others are variations in the order they were tried. Nodes are an array, a node's number
// never changes, the root is 0. Nothing is ever lost but by `removeFrom`.

export interface VariationNode {
  readonly parent: number;
  readonly move: string;
  readonly ply: number;
  children: number[];
  removed: boolean;
}

export interface Variations {
  readonly nodes: VariationNode[];
  /** The node the board shows. */
  at: number;
}

export function variationsOpen(): Variations {
  return { nodes: [{ parent: -1, move: "", ply: 0, children: [], removed: false }], at: 0 };
}

function nodeOf(tree: Variations, index: number): VariationNode {
  const node = tree.nodes[index];
  if (node === undefined) throw new RangeError(`no variation ${index}`);
  return node;
}

function childWith(tree: Variations, parent: number, move: string): number {
  return nodeOf(tree, parent).children.find((child) => nodeOf(tree, child).move === move) ?? -1;
}

function childAdd(tree: Variations, parent: number, move: string): number {
  const above = nodeOf(tree, parent);
  tree.nodes.push({ parent, move, ply: above.ply + 1, children: [], removed: false });
  above.children.push(tree.nodes.length - 1);
  return tree.nodes.length - 1;
}

/** Lays the board's line into the tree and goes to its end. */
export function variationsFollow(tree: Variations, moves: readonly string[]): void {
  let at = 0;
  for (const move of moves) {
    const child = childWith(tree, at, move);
    at = child >= 0 ? child : childAdd(tree, at, move);
  }
  tree.at = at;
}

/** The moves from the start to a node. */
export function variationsLine(tree: Variations, index: number): string[] {
  const moves: string[] = [];
  for (let at = index; at > 0; at = nodeOf(tree, at).parent) moves.push(nodeOf(tree, at).move);
  return moves.reverse();
}

/** From a node along the first children to the end. */
export function variationsEnd(tree: Variations, index: number): number {
  let at = index;
  for (;;) {
    const next = nodeOf(tree, at).children[0];
    if (next === undefined) return at;
    at = next;
  }
}

/** Makes the line through a node the main line, everywhere above it. */
export function variationsPromote(tree: Variations, index: number): void {
  for (let at = index; at > 0; at = nodeOf(tree, at).parent) {
    const above = nodeOf(tree, nodeOf(tree, at).parent);
    above.children = [at, ...above.children.filter((child) => child !== at)];
  }
}

/** Takes a node and all after it out of the tree; the board's node goes to its parent. */
export function variationsRemove(tree: Variations, index: number): void {
  if (index <= 0) return;
  const parent = nodeOf(tree, index).parent;
  const above = nodeOf(tree, parent);
  above.children = above.children.filter((child) => child !== index);
  if (variationsWithin(tree, index, tree.at)) tree.at = parent;
  nodeOf(tree, index).removed = true;
}

/** Is `index` the node `top` or after it? */
export function variationsWithin(tree: Variations, top: number, index: number): boolean {
  for (let at = index; at >= 0; at = nodeOf(tree, at).parent) if (at === top) return true;
  return false;
}

/** A run of moves that nothing branches off from but at its end: one line of text in the list. */
export interface VariationRun {
  /** How many variations deep; 0 is the main line. */
  readonly depth: number;
  readonly moves: { readonly index: number; readonly ply: number; readonly move: string }[];
}

/** The tree as lines of text: the main line, with each variation below the move it is an alternative to. */
export function variationsRuns(tree: Variations): VariationRun[] {
  const runs: VariationRun[] = [];
  // A stack and no recursion: a game may be thousands of moves long. `own`: the run begins with the node itself.
  const stack = [{ at: 0, own: false, depth: 0 }];
  for (let start = stack.pop(); start !== undefined; start = stack.pop()) {
    const { depth } = start;
    const run = start.own ? [start.at] : [];
    let at = start.at;
    for (;;) {
      const [next, ...others] = nodeOf(tree, at).children;
      if (next === undefined) break;
      run.push(next);
      at = next;
      if (others.length === 0) continue;
      stack.push({ at: next, own: false, depth });
      for (const other of others.reverse()) stack.push({ at: other, own: true, depth: depth + 1 });
      break;
    }
    if (run.length > 0) runs.push({ depth, moves: run.map((index) => runMove(tree, index)) });
  }
  return runs;
}

function runMove(tree: Variations, index: number) {
  const { ply, move } = nodeOf(tree, index);
  return { index, ply, move };
}

/** As text that can be read and pasted: (variations in brackets). */
export function variationsText(tree: Variations): string {
  const write = (index: number): string => {
    const parts: string[] = [];
    let at = index;
    for (;;) {
      const [next, ...others] = nodeOf(tree, at).children;
      if (next === undefined) break;
      parts.push(nodeOf(tree, next).move);
      for (const other of others) {
        const rest = write(other);
        parts.push(`(${nodeOf(tree, other).move}${rest ? ` ${rest}` : ""})`);
      }
      at = next;
    }
    return parts.join(" ");
  };
  return write(0);
}

/** 1. e4 e5 2. Nf3 with two players, and 2… Nc6 where a line of text begins; with more, the number of the ply. */
export function plyText(ply: number, players: number, first: boolean): string {
  if (players !== 2) return `${ply}.`;
  const round = Math.ceil(ply / 2);
  return ply % 2 === 1 ? `${round}.` : first ? `${round}…` : "";
}
