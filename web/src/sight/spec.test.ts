import assert from "node:assert/strict";
import test from "node:test";
import { specHasLists, specText, specUsual, specWith, specPlaysInTurn, specsFor } from "./spec";

test("only what differs from the usual is said", () => {
  assert.equal(specText(specUsual), "alphabeta:order=history-ads");
  assert.equal(specText({ ...specUsual, order: "none", limit: 5 }), "alphabeta");
  assert.equal(
    specText({ ...specUsual, order: "tt+killer+history-ads", rule: "count", levels: "multi", limit: 5 }),
    "alphabeta:order=tt+killer+history-ads,rule=count,levels=multi,limit=5,tt=16",
  );
});

test("keys of lists are left out where there are none, for they would be refused", () => {
  assert.equal(specHasLists("tt+killer"), false);
  assert.equal(specText({ ...specUsual, order: "killer", rule: "count" }), "alphabeta:order=killer");
});

test("a key is added once", () => {
  assert.equal(specWith("alphabeta", "stats", "yes"), "alphabeta:stats=yes");
  assert.equal(specWith("alphabeta:order=killer", "stats", "yes"), "alphabeta:order=killer,stats=yes");
  assert.equal(specWith("alphabeta:stats=no", "stats", "yes"), "alphabeta:stats=no");
});

test("best-reply search among more than two has a line in which not everybody moves", () => {
  assert.ok(specPlaysInTurn("engine", 2) && specPlaysInTurn("brs:depth=3", 2));
  assert.ok(!specPlaysInTurn("engine", 3) && !specPlaysInTurn("engine:level=3", 4) && !specPlaysInTurn(" brs:order=history-ads", 6));
  assert.ok(specPlaysInTurn("paranoid:depth=3", 3) && specPlaysInTurn("maxn", 3));
});

test("games for more than two are offered searches that can play them", () => {
  assert.ok(specsFor(2).includes("alphabeta"));
  assert.ok(specsFor(3).every((spec) => !spec.startsWith("alphabeta")) && specsFor(3).length > 2);
});
