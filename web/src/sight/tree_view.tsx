// tree_view.tsx - the tree of the last search, opened node by node. Only the rows in sight are in the page.

import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { formatCount, formatValue } from "../analysis/numbers";
import type { Tree, TreeNode } from "../engine/types";
import { seenByMax, whyLong, whyShort, windowText } from "./tree_words";
import { lineKey, treeKey, treeLines, treeOpen, treeTake, treeWindow } from "./tree_rows";
import type { TreeLine, TreeRow, TreeState } from "./tree_rows";

const rowHeight = 30;
const pageSize = 100;

export type TreeAsk = (node: number, from: number, count: number) => Promise<Pick<Tree, "node" | "children" | "total">>;

export function TreeExplorer(props: { ask: TreeAsk; twoSides: boolean; onFail: (error: unknown) => void }): VNode {
  const { ask, onFail } = props;
  const state = useRef<TreeState>(treeOpen());
  const [version, changed] = useReducer((n: number) => n + 1, 0);
  const [active, setActive] = useState("r");
  const lines = useMemo(() => treeLines(state.current), [version]);
  const at = Math.max(0, lines.findIndex((line) => lineKey(line) === active));

  const load = async (node: number, from: number): Promise<void> => {
    try {
      const page = await ask(node, from, pageSize);
      if (node === 0 && from === 0) state.current.root = page.node;
      treeTake(state.current, node, from, page.children, page.total);
      changed(0);
    } catch (error) {
      onFail(error);
    }
  };

  useEffect(() => {
    state.current = treeOpen();
    state.current.open.add(0);
    setActive("r");
    void load(0, 0);
  }, [ask]);

  const setOpen = (row: TreeRow, open: boolean): void => {
    const node = row.node.node;
    if (node === null) return;
    if (open) state.current.open.add(node);
    else state.current.open.delete(node);
    changed(0);
    if (open && !state.current.children.has(node)) void load(node, 0);
  };
  const act = (line: TreeLine): void => {
    setActive(lineKey(line));
    if (line.kind === "more") void load(line.more.parent, line.more.from);
    else if (line.row.expandable) setOpen(line.row, !line.row.expanded);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = treeKey(lines, at, event.key);
    if (step === null) return;
    event.preventDefault();
    if ("go" in step) {
      const line = lines[step.go];
      if (line) setActive(lineKey(line));
    } else if ("more" in step) {
      const line = lines[step.more];
      if (line) act(line);
    } else {
      const line = lines["open" in step ? step.open : step.close];
      if (line?.kind === "node") setOpen(line.row, "open" in step);
    }
  };

  const current = lines[at];
  return (
    <div class="tree-explorer">
      <TreeHead />
      <TreeList lines={lines} at={at} twoSides={props.twoSides} onAct={act} onKeyDown={onKeyDown} />
      <p class="tree-why" role="status">
        {current?.kind === "node" ? <TreeWhy state={state.current} row={current.row} twoSides={props.twoSides} /> : "Enter shows more moves."}
      </p>
    </div>
  );
}

function TreeHead(): VNode {
  return (
    <div class="tree-row tree-head" aria-hidden="true">
      <span class="tree-move">move</span>
      <span class="tree-num">value</span>
      <span class="tree-window">window</span>
      <span class="tree-num tree-depth">depth</span>
      <span class="tree-num">nodes</span>
      <span class="tree-reason">why</span>
    </div>
  );
}

function TreeList(props: {
  lines: TreeLine[];
  at: number;
  twoSides: boolean;
  onAct: (line: TreeLine) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}): VNode {
  const { lines, at } = props;
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(420);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    setHeight(element.clientHeight);
    // The active row stays in sight.
    const y = at * rowHeight;
    if (y < element.scrollTop) element.scrollTop = y;
    else if (y + rowHeight > element.scrollTop + element.clientHeight) element.scrollTop = y + rowHeight - element.clientHeight;
  }, [at, lines.length]);
  const seen = treeWindow(lines.length, top, height, rowHeight);
  const activeLine = lines[at];
  return (
    <div
      class="tree-box"
      role="tree"
      tabIndex={0}
      aria-label="Nodes of the last search"
      aria-activedescendant={activeLine && at >= seen.from && at < seen.to ? `tree-${lineKey(activeLine)}` : undefined}
      ref={box}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={props.onKeyDown}
    >
      <div class="tree-space" role="presentation" style={{ height: `${lines.length * rowHeight}px` }}>
        {lines.slice(seen.from, seen.to).map((line, i) => (
          <TreeLineView key={lineKey(line)} line={line} y={(seen.from + i) * rowHeight} active={seen.from + i === at} twoSides={props.twoSides} onAct={props.onAct} />
        ))}
      </div>
    </div>
  );
}

function TreeLineView(props: { line: TreeLine; y: number; active: boolean; twoSides: boolean; onAct: (line: TreeLine) => void }): VNode {
  const { line, active } = props;
  const common = {
    id: `tree-${lineKey(line)}`,
    role: "treeitem" as const,
    "aria-selected": active,
    style: { transform: `translateY(${props.y}px)` },
    onClick: () => props.onAct(line),
  };
  if (line.kind === "more") {
    return (
      <div {...common} class={`tree-row tree-more${active ? " tree-active" : ""}`} aria-level={line.more.level}>
        <span class="tree-move" style={{ paddingLeft: `${line.more.level * 0.9}rem` }}>
          … {formatCount(line.more.left)} more
        </span>
      </div>
    );
  }
  const { row } = line;
  return (
    <div
      {...common}
      class={`tree-row tree-${whyClass(row.node.why)}${active ? " tree-active" : ""}`}
      aria-level={row.level}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-expanded={row.expandable ? row.expanded : undefined}
    >
      <TreeCells row={row} twoSides={props.twoSides} />
    </div>
  );
}

function whyClass(why: string): string {
  return why.replaceAll(" ", "-");
}

function TreeCells({ row, twoSides }: { row: TreeRow; twoSides: boolean }): VNode {
  const { node } = row;
  const seen = seenByMax(node, twoSides);
  const searched = node.node !== null;
  return (
    <>
      <span class="tree-move" style={{ paddingLeft: `${(row.level - 1) * 0.9}rem` }}>
        <span class="tree-twist" aria-hidden="true">
          {row.expandable ? (row.expanded ? "▾" : "▸") : "·"}
        </span>
        {row.level > 1 && <span class="tree-place">{row.place}.</span>}
        <b>{node.text ?? "root"}</b>
      </span>
      <span class="tree-num">{searched ? formatValue(seen) : ""}</span>
      <span class="tree-window">{searched && twoSides ? windowText(seen) : ""}</span>
      <span class="tree-num tree-depth">{node.depth ?? ""}</span>
      <span class="tree-num">{searched ? formatCount(node.nodes) : ""}</span>
      <span class="tree-reason">{whyShort(node)}</span>
    </>
  );
}

/** Where the columns of window and depth have no room. */
function factsText(node: TreeNode, twoSides: boolean): string {
  const depth = typeof node.depth === "number" ? `, depth ${node.depth}` : "";
  return node.node === null || !twoSides ? depth : `${depth}, window ${windowText(seenByMax(node, twoSides))}`;
}

function TreeWhy({ state, row, twoSides }: { state: TreeState; row: TreeRow; twoSides: boolean }): VNode {
  const children = row.node.node === null ? [] : (state.children.get(row.node.node) ?? []);
  const searched = children.filter((child) => child.node !== null);
  // Children come in pages: who cut is known when all that were searched are there.
  const made = row.node.children ?? searched.length, total = row.node.node === null ? 0 : (state.totals.get(row.node.node) ?? children.length);
  const left = total - made, cutter = searched.length === made ? searched.at(-1) : undefined;
  return (
    <>
      <b>{row.node.text ?? "The root"}</b>
      {row.node.side !== undefined && twoSides && ` (${row.node.side.toUpperCase()} to move)`}
      <span class="tree-facts">{factsText(row.node, twoSides)}</span>. {whyLong(row.node, seenByMax(row.node, twoSides), cutter, left)}
    </>
  );
}
