import assert from "node:assert/strict";
import test from "node:test";
import { type AppState, emptyState, human } from "../app/state";
import { clockFollow, clockOf } from "./clock";

let now = 0;
performance.now = () => now;

const rule = { minutes: 1, increment: 2 };
const base = { ...emptyState, seats: [human, human], clock: rule };

/** The same line is the same object, as in the store. */
function at(line: readonly string[], more: Partial<AppState> = {}): AppState {
  const ply = more.ply ?? line.length;
  return { ...base, line, ply, state: { turn: ply % 2, players: 2, over: false } as AppState["state"], ...more };
}

/** Seconds of both after a game of three moves, of which the second took 10 seconds and the third 5. */
function played(number: number): readonly string[] {
  clockFollow(at([], { number }));
  clockFollow(at(["a"], { number }));
  now += 10_000;
  clockFollow(at(["a", "b"], { number }));
  now += 5_000;
  const line = ["a", "b", "c"];
  clockFollow(at(line, { number }));
  assert.deepEqual([clockOf(0), clockOf(1)], [57_000, 52_000]);
  return line;
}

test("what is taken back has its time back", () => {
  played(1);
  now += 20_000;
  clockFollow(at(["a", "b"], { number: 1 }));
  assert.deepEqual([clockOf(0), clockOf(1)], [60_000, 52_000]);
  clockFollow(at(["a"], { number: 1 }));
  assert.deepEqual([clockOf(0), clockOf(1)], [60_000, 60_000]);
});

test("who looks at the past loses no time, and a variation has that of its position", () => {
  const line = played(2);
  now += 3_000;
  clockFollow(at(line, { number: 2, ply: 1 }));
  now += 50_000;
  clockFollow(at(line, { number: 2 }));
  assert.deepEqual([clockOf(0), clockOf(1)], [57_000, 49_000]);
  clockFollow(at(line, { number: 2, ply: 1 }));
  clockFollow(at(["a", "x"], { number: 2 }));
  assert.deepEqual([clockOf(0), clockOf(1)], [60_000, 60_000]);
});

test("a game that is read winds the clocks, which wait until it goes on", () => {
  played(3);
  clockFollow(at([], { number: 4 }));
  clockFollow(at([], { number: 4, paused: true }));
  clockFollow(at(["a", "b", "c"], { number: 4, paused: true }));
  now += 30_000;
  assert.deepEqual([clockOf(0), clockOf(1)], [60_000, 60_000]);
  clockFollow(at(["a", "b", "c"], { number: 4 }));
  now += 1_000;
  assert.deepEqual([clockOf(0), clockOf(1)], [60_000, 59_000]);
});

test("clocks stand still in other views", () => {
  const line = played(5);
  clockFollow(at(line, { number: 5, view: "analysis" }));
  now += 30_000;
  assert.equal(clockOf(1), 52_000);
});
