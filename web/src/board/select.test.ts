import assert from "node:assert/strict";
import test from "node:test";
import type { LegalMove } from "../app/state";
import { findTyped, press, select } from "./select";

const moves: LegalMove[] = [
  { index: 0, text: "1x10x17", cells: [1, 10, 17] },
  { index: 1, text: "1x10", cells: [1, 10] },
  { index: 2, text: "2-6", cells: [2, 6] },
  { index: 3, text: "a8=Q", cells: [3, 8], button: "=Q" },
  { index: 4, text: "a8=N", cells: [3, 8], button: "=N" },
  { index: 5, text: "pass", cells: [], button: "pass" },
];

test("lit is what can be next", () => {
  assert.deepEqual([...select(moves, []).next].sort(), [1, 2, 3]);
  assert.deepEqual([...select(moves, [1, 10]).next], [17]);
});

test("one left and complete is played", () => assert.deepEqual(press(moves, [2], 6), { play: moves[2] }));

test("complete and the beginning of another waits, and is played by the last cell again", () => {
  assert.deepEqual(press(moves, [1], 10), { path: [1, 10] });
  assert.deepEqual(press(moves, [1, 10], 10), { play: moves[1] });
  assert.deepEqual(press(moves, [1, 10], 17), { play: moves[0] });
});

test("buttons tell apart what cells do not", () => {
  assert.deepEqual(press(moves, [3], 8), { path: [3, 8] });
  assert.deepEqual(select(moves, [3, 8]).buttons.map((m) => m.button), ["=Q", "=N"]);
  assert.deepEqual(select(moves, []).buttons.map((m) => m.button), ["pass"]);
});

test("another first cell begins anew, the same one lets go, a cell of nothing too", () => {
  assert.deepEqual(press(moves, [1], 2), { path: [2] });
  assert.deepEqual(press(moves, [1], 1), { path: [] });
  assert.deepEqual(press(moves, [1], 40), { path: [] });
});

test("typed moves are found in any case of letters", () => {
  assert.equal(findTyped(moves, " PASS ")?.index, 5);
  assert.equal(findTyped(moves, "b9"), null);
});
