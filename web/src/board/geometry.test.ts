import assert from "node:assert/strict";
import test from "node:test";
import type { Cell } from "../engine/types";
import { type Direction, cellAt, cellTowards, layoutOf, unit } from "./geometry";

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

test("letters stand above columns, numbers beside rows", () => {
  assert.deepEqual(layoutOf(board, false).labels.map((l) => l.text).sort(), ["1", "2", "3", "a", "b", "c"]);
});

/** A hexagon of sides of two: numbers run down to the right, as in Abalone. */
const hexagon = [hole("C2", 1, 0), hole("C3", 3, 0), hole("B1", 0, 1), hole("B2", 2, 1), hole("B3", 4, 1), hole("A1", 1, 2), hole("A2", 3, 2)];

test("numbers of holes stand at the right end of their lines, clear of all cells, also on a board that is turned", () => {
  for (const flipped of [false, true]) {
    const layout = layoutOf(hexagon, flipped), numbers = layout.labels.filter((l) => l.side === "line");
    assert.deepEqual(layout.labels.map((l) => l.text).sort(), ["1", "2", "3", "A", "B", "C"]);
    for (const at of numbers) {
      for (const center of layout.centers) assert.ok(Math.hypot(center.x - at.x, center.y - at.y) > unit * 0.55);
      assert.ok(at.x > 0 && at.x < layout.width && at.y > 0 && at.y < layout.height);
    }
  }
  const [one] = layoutOf(hexagon, false).labels.filter((l) => l.text === "1"), lowest = layoutOf(hexagon, false).centers[5];
  assert.ok(one !== undefined && lowest !== undefined && one.x > lowest.x && one.y > lowest.y);
});

test("a rhombus that stands on its corner has letters and numbers at the ends of its lines", () => {
  const rhombus = [hole("a1", 2, 0), hole("a2", 1, 1), hole("b1", 3, 1), hole("a3", 0, 2), hole("b2", 2, 2), hole("c1", 4, 2),
    hole("b3", 1, 3), hole("c2", 3, 3), hole("c3", 2, 4)];
  const layout = layoutOf(rhombus, false);
  assert.deepEqual(layout.labels.map((l) => `${l.side} ${l.text}`).sort(), ["a", "b", "c", 1, 2, 3].map((text) => `line ${text}`).sort());
  for (const at of layout.labels)
    for (const center of layout.centers) assert.ok(Math.hypot(center.x - at.x, center.y - at.y) > unit * 0.55);
});

test("where numbers begin anew in every row each hole has its own above it", () => {
  const star = [hole("a1", 2, 0), hole("b1", 1, 1), hole("b2", 3, 1), hole("c1", 0, 2), hole("c2", 2, 2), hole("c3", 4, 2), hole("d1", 1, 3), hole("d2", 3, 3)];
  const layout = layoutOf(star, false), cells = layout.labels.filter((l) => l.side === "cell");
  assert.deepEqual(cells.map((l) => l.text), ["1", "1", "2", "1", "2", "3", "1", "2"]);
  cells.forEach((l, i) => assert.ok(l.x === layout.centers[i]?.x && l.y > 4 && l.y < (layout.centers[i]?.y ?? 0) - unit * 0.42));
});
