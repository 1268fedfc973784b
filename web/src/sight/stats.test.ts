import assert from "node:assert/strict";
import test from "node:test";
import { cutoffBars, foundFigures, levelBars, minimalMultiple, type SearchFound } from "./stats";

const found: SearchFound = {
  player: "alphabeta", depth: 6, value: 1, move: "d3", pv: "d3", nodes: 1043, interior: 424, leaves: 619, seconds: 0.001, stopped: false,
  stats: { minimal_tree: "368", first_move_cut_rate: 0.82, list_updates: 0 },
};

test("the multiple of the minimal tree is nodes over minimal nodes", () => {
  assert.ok(Math.abs((minimalMultiple(found) ?? 0) - 1043 / 368) < 1e-12);
  assert.equal(minimalMultiple({ ...found, stats: {} }), null);
});

test("cut-offs beyond the tenth move are one bar and nothing is lost", () => {
  const bars = cutoffBars([50, 20, "10", 5, 5, 1, 1, 1, 1, 1, 3, 2]);
  assert.equal(bars.length, 11);
  assert.equal(bars[0]?.share, 1);
  assert.equal(bars[10]?.label, "later");
  assert.equal(bars[10]?.note, "5");
  assert.deepEqual(cutoffBars([]), []);
});

test("a level without cut-offs has no rate", () => {
  const bars = levelBars([
    { level: 0, interior: 1, cuts: 0, cuts_first: 0 },
    { level: 1, interior: 4, cuts: 4, cuts_first: 1 },
  ]);
  assert.equal(bars[0]?.text, "no cut-offs");
  assert.equal(bars[1]?.share, 0.25);
});

test("figures of what was not counted are left out", () => {
  const names = foundFigures(found).map(([name]) => name);
  assert.ok(names.includes("of the minimal tree"));
  assert.ok(!names.includes("list updates") && !names.includes("table hits"));
});
