import assert from "node:assert/strict";
import test from "node:test";
import * as v from "./variations";

function three(): v.Variations {
  const tree = v.variationsOpen();
  v.variationsFollow(tree, ["a", "b", "c", "d"]);
  v.variationsFollow(tree, ["a", "b", "x", "y"]);
  v.variationsFollow(tree, ["a", "q"]);
  return tree;
}

test("a line that is seen again makes no new node", () => {
  const tree = three();
  const count = tree.nodes.length;
  v.variationsFollow(tree, ["a", "b", "x"]);
  assert.equal(tree.nodes.length, count);
  assert.deepEqual(v.variationsLine(tree, tree.at), ["a", "b", "x"]);
});

test("going back keeps what was after", () => {
  const tree = three();
  v.variationsFollow(tree, []);
  assert.equal(tree.at, 0);
  assert.deepEqual(v.variationsLine(tree, v.variationsEnd(tree, 0)), ["a", "b", "c", "d"]);
});

test("variations stand in brackets behind the move they replace", () => {
  assert.equal(v.variationsText(three()), "a b (q) c (x y) d");
});

test("the lines of the list hold every node once and name its depth", () => {
  const tree = three();
  const runs = v.variationsRuns(tree);
  const seen = runs.flatMap((run) => run.moves.map((m) => m.index)).sort((a, b) => a - b);
  assert.deepEqual(seen, tree.nodes.slice(1).map((_, i) => i + 1));
  assert.deepEqual(
    runs.map((run) => `${run.depth}:${run.moves.map((m) => m.move).join(" ")}`),
    ["0:a b", "1:q", "0:c", "1:x y", "0:d"],
  );
});

test("promoting makes a variation the main line all the way up", () => {
  const tree = three();
  const y = tree.nodes.findIndex((node) => node.move === "y");
  v.variationsPromote(tree, y);
  assert.equal(v.variationsText(tree), "a b (q) x (c d) y");
});

test("removing the shown variation shows the move before it", () => {
  const tree = three();
  v.variationsFollow(tree, ["a", "b", "x", "y"]);
  v.variationsRemove(tree, tree.nodes.findIndex((node) => node.move === "x"));
  assert.deepEqual(v.variationsLine(tree, tree.at), ["a", "b"]);
  assert.equal(v.variationsText(tree), "a b (q) c d");
});

test("a game of ten thousand moves does not overflow", () => {
  const tree = v.variationsOpen();
  v.variationsFollow(tree, Array.from({ length: 10_000 }, (_, i) => String(i)));
  assert.equal(v.variationsRuns(tree).length, 1);
});

test("random walks: every line that was followed can be read back", () => {
  let seed = 7;
  const random = (n: number) => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return (seed >> 8) % n;
  };
  const tree = v.variationsOpen();
  const lines = new Set<string>();
  for (let i = 0; i < 300; i++) {
    const line = Array.from({ length: random(8) }, () => "abc"[random(3)] as string);
    v.variationsFollow(tree, line);
    assert.deepEqual(v.variationsLine(tree, tree.at), line);
    for (let n = 1; n <= line.length; n++) lines.add(line.slice(0, n).join(" "));
  }
  const listed = v.variationsRuns(tree).flatMap((run) => run.moves.map((m) => v.variationsLine(tree, m.index).join(" ")));
  assert.deepEqual(new Set(listed), lines);
  assert.equal(listed.length, lines.size);
});

test("a line of text that begins with the second player has its number", () => {
  assert.deepEqual([1, 2, 3, 4].map((ply) => v.plyText(ply, 2, false)), ["1.", "", "2.", ""]);
  assert.equal(v.plyText(6, 2, true), "3…");
  assert.equal(v.plyText(6, 3, true), "6.");
});
