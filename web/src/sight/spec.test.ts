import assert from "node:assert/strict";
import test from "node:test";
import { specHasLists, specText, specUsual, specWith } from "./spec";

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
