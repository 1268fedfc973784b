import assert from "node:assert/strict";
import test from "node:test";
import { addressRead, addressWrite } from "./address";
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
