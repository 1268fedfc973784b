import assert from "node:assert/strict";
import test from "node:test";
import { databasesFind, databaseState, type Database, databaseLarge } from "./databases";

const one = (name: string, built: boolean, begun = false): Database => ({
  name, kind: "pattern", entries: 1, bytes: 1, memory: 1, seconds: 1, built, begun, goal: "moves to the corner",
});

test("all words must be found, in the name or in what it is about", () => {
  const all = [one("cc-pdb3-6x6", true), one("cc-pdb6-6x6", false), one("chess-kqk", false)];
  assert.deepEqual(databasesFind(all, "6x6 corner", false).map((d) => d.name), ["cc-pdb3-6x6", "cc-pdb6-6x6"]);
  assert.deepEqual(databasesFind(all, "", true).map((d) => d.name), ["cc-pdb3-6x6"]);
});

test("one that is being built is neither built nor begun", () => {
  assert.equal(databaseState(one("a", false, true), true), "building");
  assert.equal(databaseState(one("a", false, true), false), "begun");
  assert.equal(databaseState(one("a", true), false), "built");
});

test("what takes more than a gigabyte or ten minutes is large", () => {
  assert.equal(databaseLarge({ memory: 1e9, bytes: 1e9, seconds: 600 }), false);
  assert.equal(databaseLarge({ memory: "1000000001", bytes: 1, seconds: 1 }), true);
  assert.equal(databaseLarge({ memory: 1, bytes: "2000000000", seconds: 1 }), true);
  assert.equal(databaseLarge({ memory: 1, bytes: 1, seconds: 601 }), true);
});
