import assert from "node:assert/strict";
import test from "node:test";
import type { Cell } from "../engine/types";
import { type Direction, cellAt, cellTowards, layoutOf } from "./geometry";

const square = (name: string, x: number, y: number): Cell => ({ name, x: 2 * x, y, shape: "square", tone: 0, owner: -1 });
const hole = (name: string, x: number, y: number): Cell => ({ name, x, y, shape: "hole", tone: 0, owner: -1 });
const board = Array.from({ length: 9 }, (_, i) => square(`${"abc"[i % 3]}${1 + Math.floor(i / 3)}`, i % 3, Math.floor(i / 3)));
const hexes = [hole("a1", 1, 0), hole("a2", 3, 0), hole("b1", 0, 1), hole("b2", 2, 1), hole("b3", 4, 1)];

test("the cell in the middle of a cell is that cell, also on a board that is turned", () => {
  for (const cells of [board, hexes])
    for (const flipped of [false, true]) {
      const layout = layoutOf(cells, flipped);
      layout.centers.forEach((center, i) => assert.equal(cellAt(layout, center), i));
    }
});

test("arrows lead to neighbours and stop at the border", () => {
  const layout = layoutOf(board, false), go = (from: number, way: string) => cellTowards(layout, from, `Arrow${way}` as Direction);
  assert.deepEqual([go(4, "Left"), go(4, "Right"), go(4, "Up"), go(4, "Down"), go(0, "Left"), go(8, "Down")], [3, 5, 1, 7, 0, 8]);
});

test("every hole is reached by arrows", () => {
  const layout = layoutOf(hexes, false), reached = new Set([0]);
  for (const cell of reached)
    for (const way of ["Left", "Right", "Up", "Down"]) reached.add(cellTowards(layout, cell, `Arrow${way}` as Direction));
  assert.equal(reached.size, hexes.length);
});

test("letters stand above columns, numbers beside rows; rows of holes have their letter alone", () => {
  assert.deepEqual(layoutOf(board, false).labels.map((l) => l.text).sort(), ["1", "2", "3", "a", "b", "c"]);
  assert.deepEqual(layoutOf(hexes, false).labels.map((l) => l.text).sort(), ["a", "b"]);
});
