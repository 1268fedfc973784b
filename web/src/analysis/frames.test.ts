import assert from "node:assert/strict";
import test from "node:test";
import { FrameLatest } from "./frames";

function frames() {
  const due: (() => void)[] = [];
  const shown: number[] = [];
  const latest = new FrameLatest<number>((v) => shown.push(v), (draw) => due.push(draw), () => void due.splice(0));
  return { latest, shown, frame: () => due.splice(0).forEach((draw) => draw()), due };
}

test("a hundred events of one frame are drawn once, the last of them", () => {
  const { latest, shown, frame, due } = frames();
  for (let i = 0; i < 100; i++) latest.put(i);
  assert.equal(due.length, 1);
  frame();
  assert.deepEqual(shown, [99]);
  latest.put(100);
  frame();
  assert.deepEqual(shown, [99, 100]);
});

test("the answer is not waited for, and nothing is drawn after it", () => {
  const { latest, shown, frame } = frames();
  latest.put(1);
  latest.flush();
  frame();
  assert.deepEqual(shown, [1]);
});

test("what is dropped is never drawn", () => {
  const { latest, shown, frame } = frames();
  latest.put(1);
  latest.drop();
  frame();
  assert.deepEqual(shown, []);
});
