import assert from "node:assert/strict";
import test from "node:test";
import { lengthFault } from "./game_text";

test("a text is compared with what the server takes", () => {
  assert.equal(lengthFault("x".repeat(60_000), { body: 65_536 }), "");
  assert.equal(lengthFault("x".repeat(88_000), { body: 65_536 }), "That is too long: 89 KB, of at most 65 that are read here. One game, please.");
  assert.equal(lengthFault("é".repeat(40_000), { body: 65_536 }).startsWith("That is too long: 81 KB"), true);
  assert.equal(lengthFault("x".repeat(88_000), undefined), "");
  assert.notEqual(lengthFault("x".repeat(300_000), undefined), "");
});
