import assert from "node:assert/strict";
import test from "node:test";
import { movesWithLoss } from "./loss";

test("equal best moves are all best and the order is that of the generator", () => {
  const moves = movesWithLoss([
    { move: "b", index: 1, value: 3 },
    { move: "a", index: 0, value: 3 },
    { move: "c", index: 2, value: -9 },
  ]);
  assert.deepEqual(moves.map((m) => m.move), ["a", "b", "c"]);
  assert.deepEqual(moves.map((m) => m.loss), [0, 0, 12]);
  assert.equal(moves[1]?.loss_class, "best");
  assert.notEqual(moves[2]?.loss_class, "best");
});

test("throwing a win away gives the game away, a slower win is close", () => {
  const moves = movesWithLoss([
    { move: "slow", index: 0, value: 900, win_in: 9 },
    { move: "fast", index: 1, value: 904, win_in: 3 },
    { move: "even", index: 2, value: 800 },
    { move: "lost", index: 3, value: -900, loss_in: 4 },
  ]);
  assert.deepEqual(moves.map((m) => `${m.move} ${m.loss_class}`), ["fast best", "slow close", "even lost", "lost lost"]);
});

test("where everything loses the longest defence is best and none gives anything away", () => {
  const moves = movesWithLoss([
    { move: "soon", index: 0, loss_in: 2 },
    { move: "late", index: 1, loss_in: 8 },
  ]);
  assert.deepEqual(moves.map((m) => `${m.move} ${m.loss_class}`), ["late best", "soon close"]);
});

test("classes go by the distance between best and worst", () => {
  const values = [10, 9, 5, -10].map((value, index) => ({ move: String(value), index, value }));
  assert.deepEqual(movesWithLoss(values).map((m) => m.loss_class), ["best", "close", "close", "far"]);
});

test("no moves, no losses", () => assert.deepEqual(movesWithLoss([]), []));
