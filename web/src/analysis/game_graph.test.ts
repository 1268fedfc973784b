import assert from "node:assert/strict";
import test from "node:test";
import type { AnalysedMove } from "../engine/types";
import * as g from "./game_graph";

const move = (ply: number, mover: number, after: number | null, verdict = ""): AnalysedMove => ({
  ply, mover, move: "m", depth: 6, value: after, after, loss: 0, best: "b", pv: "", verdict,
});

test("with two players the graph is seen by the first", () => {
  const series = g.graphSeries([move(1, 0, 3), move(2, 1, 5), move(3, 0, null)], 2);
  assert.deepEqual(series.lines, [[3, -5, null]]);
});

test("with more players each has a line of his own", () => {
  const series = g.graphSeries([move(1, 0, 3), move(2, 1, 5), move(3, 2, 1)], 3);
  assert.deepEqual(series.lines, [[3, null, null], [null, 5, null], [null, null, 1]]);
});

test("a decided game stands at the border and does not flatten the rest", () => {
  const series = g.graphSeries([move(1, 0, 10), move(2, 0, 2_000_000_000)], 2);
  assert.equal(series.reach, 11);
  assert.deepEqual(series.lines, [[10, 11]]);
});

test("the symmetric logarithm has a sign and can be turned back", () => {
  for (const v of [-12345, -1, 0, 0.5, 7, 1e9]) {
    assert.ok(Math.abs(g.symlogBack(g.symlog(v, 2), 2) - v) <= 1e-9 * Math.max(1, Math.abs(v)));
    assert.equal(g.symlog(-v, 2), -g.symlog(v, 2));
  }
});

test("decided games are words and not numbers", () => {
  assert.equal(g.valueWord(1_199_990), "win");
  assert.equal(g.valueWord(-240_000), "loss");
  assert.equal(g.valueWord(12), "+12");
  assert.equal(g.valueWord(null), "–");
});

test("ticks are round, lie within the reach and contain 0", () => {
  for (const reach of [1, 3.3, 47, 1234, 999_999]) {
    for (const log of [false, true]) {
      const ticks = g.graphTicks(reach, log);
      assert.ok(ticks.includes(0) && ticks.length >= 1 && ticks.length < 20, `${reach} ${ticks}`);
      assert.ok(ticks.every((tick) => Math.abs(tick) <= reach));
      assert.deepEqual([...ticks].sort((a, b) => a - b), ticks);
    }
  }
});

test("marks of a logarithmic axis do not lie over each other", () => {
  for (const reach of [1, 9, 47, 300, 1234, 50_000, 999_999]) {
    const unit = g.graphUnit(reach), places = g.graphTicks(reach, true).map((tick) => g.symlog(tick, unit) / g.symlog(reach, unit));
    assert.ok(places.length >= 3, `${reach}`);
    assert.ok(places.every((place, i) => i === 0 || place - places[i - 1]! >= 0.149), `${reach}: ${places}`);
  }
});

test("mistakes are those moves that have a verdict", () => {
  assert.equal(g.graphMistakes([move(1, 0, 1), move(2, 1, 1, "mistake")]).length, 1);
});

test("lines of six players have the colours of their pieces, a line alone its own", () => {
  const colors = ["r", "g", "b", "y", "v", "o"];
  assert.deepEqual(colors.map((_, i) => g.lineColor(i, 6, colors)), colors.map((letter) => `--piece-${letter}`));
  assert.equal(g.lineColor(0, 2, ["k", "w"]), "--series-1");
  assert.equal(g.lineColor(1, 3, []), "--series-2");
});
