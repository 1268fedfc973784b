import assert from "node:assert/strict";
import test from "node:test";
import type { Options } from "../engine/types";
import { menusFrom, menusUsual } from "./menus";

const algorithm = (name: string, orders: string[]) => ({ name, help: "", players: "", minimal: true, limits: true, ideas: [], orders });
const options = {
  algorithms: [algorithm("alphabeta", ["tt", "killer", "history-ads", "history"]), algorithm("maxn", ["killer", "history-ads"]), algorithm("minimax", [])],
  rules: ["mtf", "count"],
  keys: [{ key: "levels", help: "", choices: "single|multi|blend" }],
} as unknown as Options;

test("menus are those of the engine, and minimax, which leaves no trace, is not among them", () => {
  const menus = menusFrom(options);
  assert.deepEqual(menus.algorithms, ["alphabeta", "maxn"]);
  assert.deepEqual(menus.rules, ["mtf", "count"]);
  assert.deepEqual(menus.levels, ["single", "multi", "blend"]);
});

test("ideas are offered together only where the algorithm knows each", () => {
  const menus = menusFrom(options);
  assert.ok(menus.orders("alphabeta").includes("tt+killer+history-ads"));
  assert.ok(!menus.orders("maxn").includes("tt+killer+history-ads"));
  assert.ok(menus.orders("maxn").includes("killer+history-ads"));
  assert.equal(menus.orders("alphabeta")[0], "history-ads");
  assert.equal(new Set(menus.orders("alphabeta")).size, menus.orders("alphabeta").length);
});

test("without tables there is still something to choose", () => {
  assert.ok(menusUsual.orders("alphabeta").length > 2);
});
