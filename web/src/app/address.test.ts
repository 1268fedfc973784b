import assert from "node:assert/strict";
import test from "node:test";
import { addressFind, addressRead, addressWrite } from "./address";
import { emptyState, human } from "./state";

test("an address is read as it was written", () => {
  const s = {
    ...emptyState, game: "virus:size=5,players=3", start: "1---/+&#/%é 1", line: ["a1-b2", "*c4", "N+"], ply: 2, view: "sight",
    seats: [human, { kind: "engine" as const, player: "alphabeta:depth=6,order=tt+killer", time: 1500 }],
  };
  assert.deepEqual(addressRead(addressWrite(s)), {
    game: s.game, position: s.start, moves: s.line, ply: 2, view: "sight",
    seats: [human, { kind: "engine", player: "alphabeta:depth=6,order=tt+killer", time: 1500 }],
  });
});

test("what nobody wrote is not there", () => {
  assert.deepEqual(addressRead(""), { game: null, position: null, moves: [], ply: null, seats: null, view: null });
  assert.equal(addressRead("#ply=-1").ply, null);
});

test("an address is found in what was pasted, and nothing else is one", () => {
  assert.equal(addressFind(" http://127.0.0.1:8765/#game=othello&moves=d3+c5\n"), "#game=othello&moves=d3+c5");
  assert.equal(addressFind("#view=play&game=chess"), "#view=play&game=chess");
  for (const text of ["d3 c5", "[Event \"#game=x\"]", "http://example.org/", "game=othello", "#game=a b"]) assert.equal(addressFind(text), null);
});
