import assert from "node:assert/strict";
import { test } from "node:test";
import { numberRead } from "./controls";

test("a field of numbers takes what may be there and leaves the rest as it is typed", () => {
  const plies = { min: 2, max: 30 };
  assert.deepEqual(["1", "10", "31", "2.5", "", "x"].map((text) => numberRead(text, plies)), [undefined, 10, undefined, undefined, undefined, undefined]);
  const seconds = { min: 0.05, max: 1e6, step: 0.05, optional: true };
  assert.deepEqual(["0", "0.0", "0.05", "1.05", " "].map((text) => numberRead(text, seconds)), [undefined, undefined, 0.05, 1.05, null]);
});
