import assert from "node:assert/strict";
import test from "node:test";
import * as t from "./tree_rows";

const node = (number: number | null, children: number, move = "m", why = "all"): t.TreeNode => ({
  node: number, move, text: move, ply: 0, depth: 1, alpha: -9, beta: 9, value: 0, why, nodes: 1, children,
});

function sample(): t.TreeState {
  const state = t.treeOpen();
  state.root = node(0, 4);
  state.open.add(0);
  t.treeTake(state, 0, 0, [node(1, 2, "a"), node(2, 0, "b"), node(null, 0, "c", "not searched")], 5);
  return state;
}

test("rows say level, place and number of siblings, and what is still to be asked for", () => {
  const lines = t.treeLines(sample());
  assert.deepEqual(
    lines.map((l) => (l.kind === "node" ? `${l.row.level} ${l.row.place}/${l.row.siblings} ${l.row.node.move}` : `more ${l.more.from} ${l.more.left}`)),
    ["1 1/1 m", "2 1/5 a", "2 2/5 b", "2 3/5 c", "more 3 2"],
  );
});

test("the last page takes the question away", () => {
  const state = sample();
  t.treeTake(state, 0, 3, [node(3, 0, "d"), node(4, 0, "e")], 5);
  const lines = t.treeLines(state);
  assert.equal(lines.length, 6);
  assert.ok(lines.every((line) => line.kind === "node"));
});

test("right opens, then goes in; left closes, then goes out", () => {
  const state = sample();
  let lines = t.treeLines(state);
  assert.deepEqual(t.treeKey(lines, 1, "ArrowRight"), { open: 1 });
  state.open.add(1);
  t.treeTake(state, 1, 0, [node(5, 0, "x"), node(6, 0, "y")], 2);
  lines = t.treeLines(state);
  assert.deepEqual(t.treeKey(lines, 1, "ArrowRight"), { go: 2 });
  assert.deepEqual(t.treeKey(lines, 2, "ArrowLeft"), { go: 1 });
  assert.deepEqual(t.treeKey(lines, 1, "ArrowLeft"), { close: 1 });
  assert.equal(t.treeKey(lines, 5, "ArrowRight"), null, "a move that was not searched has nothing in it");
});

test("the ends hold", () => {
  const lines = t.treeLines(sample());
  assert.deepEqual(t.treeKey(lines, 0, "ArrowUp"), { go: 0 });
  assert.deepEqual(t.treeKey(lines, 4, "ArrowDown"), { go: 4 });
  assert.deepEqual(t.treeKey(lines, 4, "Enter"), { more: 4 });
  assert.deepEqual(t.treeKey(lines, 1, "End"), { go: 4 });
  assert.equal(t.treeKey([], 0, "End"), null);
});

test("every key of a line is its own", () => {
  const keys = t.treeLines(sample()).map(t.lineKey);
  assert.equal(new Set(keys).size, keys.length);
});

test("the window is within the list and covers what is seen", () => {
  for (const top of [0, 100, 5000, 99_999]) {
    const { from, to } = t.treeWindow(1000, top, 400, 28);
    assert.ok(from >= 0 && to <= 1000 && from <= to);
    if (top < 5001) assert.ok(from * 28 <= top && to * 28 >= Math.min(top + 400, 28_000));
  }
});
