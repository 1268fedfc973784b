import assert from "node:assert/strict";
import test from "node:test";
import { plotPlace, plotRange, plotTicks } from "./plot_scale";

test("the range holds every value and zero, and nothing that is not a number", () => {
  const [low, high] = plotRange([0.2, null, 0.35, NaN, Infinity], 0);
  assert.ok(low < 0 && low > -0.1 && high > 0.35 && high < 0.5);
});

test("a range without values has a width", () => {
  const [low, high] = plotRange([], 1);
  assert.ok(low < 1 && high > 1);
});

test("places are between 0 and 1", () => {
  assert.equal(plotPlace([0, 10], 5), 0.5);
  assert.equal(plotPlace([0, 10], -5), 0);
  assert.equal(plotPlace([0, 10], 50), 1);
});

test("ticks are few, round and within, from hundredths to thousands", () => {
  for (const range of [[-0.02, 0.31], [-300, 900], [0.97, 1.06], [-1, 1]] as [number, number][]) {
    const ticks = plotTicks(range);
    assert.ok(ticks.length >= 3 && ticks.length <= 8, `${range}: ${ticks}`);
    assert.ok(ticks.every((t) => t >= range[0] && t <= range[1]));
  }
  assert.deepEqual(plotTicks([-0.02, 0.31]), [0, 0.1, 0.2, 0.3]);
});
