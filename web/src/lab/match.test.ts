import assert from "node:assert/strict";
import test from "node:test";
import { isMatchResult, matchShare, sprtPlace, sprtWords, type MatchResult, matchPlayers } from "./match";
import { playersOf } from "../play/spec";

const match: MatchResult = { game: "g", players: ["a", "b"], points: [86, 34], won: [39, 13], drawn: [8, 8], lost: [13, 39], elo: 161, elo_low: 83, elo_high: 258, games: 60 };

test("a draw is half a point", () => {
  assert.equal(matchShare(match, 0), 43 / 60);
  assert.equal(matchShare({ ...match, won: [0, 0], drawn: [0, 0], lost: [0, 0] }, 0), null);
});

test("a report is not taken for a match", () => {
  assert.equal(isMatchResult(match), true);
  assert.equal(isMatchResult({ experiments: [] }), false);
});

test("the test stands between its borders and never outside", () => {
  const sprt = { elo0: 0, elo1: 10, llr: 0, lower: -2.94, upper: 2.94, verdict: "" };
  assert.equal(sprtPlace(sprt), 0.5);
  assert.equal(sprtPlace({ ...sprt, llr: 3.1 }), 1);
  assert.equal(sprtWords(sprt), "not decided yet");
  assert.match(sprtWords({ ...sprt, verdict: "accepts H1" }), /10 Elo stronger/);
});

test("players that are offered can play the game", () => {
  const games = [{ name: "virus", options: [{ key: "players", default: "2" }] }, { name: "star", options: [{ key: "players", default: "6" }] }] as never;
  assert.deepEqual(["virus", "virus:size=5,players=3", "star", "star:players=2", "unknown"].map((spec) => playersOf(spec, games)), [2, 3, 6, 2, 2]);
  assert.ok(matchPlayers(2).every((spec) => spec.startsWith("alphabeta")));
  assert.ok(matchPlayers(3).every((spec) => /^(paranoid|brs):/.test(spec)));
});
