import assert from "node:assert/strict";
import test from "node:test";
import type { LegalMove, Mark } from "../app/state";
import type { Cell } from "../engine/types";
import { layoutOf, unit } from "./geometry";
import { marksShown, markWidth } from "./marks";
import { select } from "./select";

const moves: LegalMove[] = [
  { index: 0, text: "a-c", cells: [0, 2] }, { index: 1, text: "a-d", cells: [0, 3] }, { index: 2, text: "b-d", cells: [1, 3] },
];
const mark = (rank: number, label: string, loss: string, sign: string): Mark => ({ rank, label, loss, sign, tone: rank / 3 });
const row = (count: number): Cell[] => Array.from({ length: count }, (_, i) => ({ name: `a${i + 1}`, x: 2 * i, y: 0, shape: "hole", tone: 0, owner: -1 }));
const occupied = (cell: number) => cell < 2;
const shown = (marks: Mark[], path: number[], cells: number) =>
  marksShown(new Map(marks.entries()), select(moves, path), layoutOf(row(cells), false), occupied);
const texts = (marks: ReturnType<typeof shown>) => [...marks].map(([cell, one]) => `${cell}: ${one.look.text}`);

const small = [mark(1, "+3", "−2", "≈"), mark(0, "+5", "=", "="), mark(2, "−1", "−6", "<")];
const large = [mark(1, "+2545", "−2", "≈"), mark(0, "+2547", "=", "="), mark(2, "+2541", "−6", "<")];
const wide = [mark(1, "+2445", "−102", "≈"), mark(0, "+2547", "=", "="), mark(2, "+1547", "−1000", "<")];

test("before a piece is chosen its best value stands in its corner; then each stands where the move goes", () => {
  const before = shown(small, [], 4), after = shown(small, [0], 4);
  assert.deepEqual(texts(before), ["0: +5", "1: −1"]);
  assert.ok([...before.values()].every((one) => one.look.corner));
  assert.deepEqual(texts(after), ["2: +3", "3: +5"]);
  assert.ok([...after.values()].every((one) => !one.look.corner));
});

test("values that do not fit are losses, losses that do not fit are signs, and all marks say the same", () => {
  assert.deepEqual(texts(shown(large, [], 14)), ["0: =", "1: −6"]);
  assert.deepEqual(texts(shown(wide, [], 14)), ["0: =", "1: <"]);
});

test("no mark is wider than its cell", () => {
  for (const marks of [small, large, wide])
    for (const path of [[], [0]])
      for (const cells of [4, 14]) for (const one of shown(marks, path, cells).values()) assert.ok(markWidth(one.look) <= unit);
});
