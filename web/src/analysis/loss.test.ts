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

const classes = (values: number[], mistake: number | null = null) =>
  movesWithLoss(values.map((value, index) => ({ move: String(value), index, value })), mistake).map((m) => m.loss_class);

test("classes go by what the other moves lose, and one that loses a queen makes no other one close", () => {
  const chess = [35, 30, 20, 5, -53, -80, -110, -160, -900];
  assert.deepEqual(classes(chess), ["best", "close", "close", "close", "behind", "behind", "behind", "far", "far"]);
});

test("a few points of thousands are close, however little all moves differ", () => {
  assert.deepEqual(classes([2547, 2546, 2543, 2543]), ["best", "close", "close", "close"]);
  assert.deepEqual(classes([2547, 2543, 2300, 1900]), ["best", "close", "behind", "far"]);
});

test("where the game was analysed a loss that is a mistake there is behind here, a blunder far behind", () => {
  assert.deepEqual(classes([10, 0, -39, -40, -109, -110], 50), ["best", "close", "close", "behind", "behind", "behind"]);
  assert.deepEqual(classes([10, -139, -140], 50), ["best", "behind", "far"]);
});

test("no moves, no losses", () => assert.deepEqual(movesWithLoss([]), []));
