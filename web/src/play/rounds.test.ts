import assert from "node:assert/strict";
import test from "node:test";
import { roundColumns, roundStart } from "./rounds";

const starts = (moves: number, players: number) => Array.from({ length: moves }, (_, i) => roundStart(i, players));

test("two players have a number before every second move", () => {
  assert.deepEqual(starts(5, 2), ["1.", null, "2.", null, "3."]);
  assert.deepEqual(starts(4, 3), ["1.", null, null, "2."]);
});

test("a round of six players is two lines with one number", () => {
  assert.equal(roundColumns(6), 3);
  assert.deepEqual(starts(8, 6), ["1.", null, null, "", null, null, "2.", null]);
});

test("a round of four players is two lines of two", () => {
  assert.deepEqual(starts(5, 4), ["1.", null, "", null, "2."]);
});
