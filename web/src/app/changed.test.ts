import assert from "node:assert/strict";
import test from "node:test";
import type { Options } from "../engine/types";
import { usablePlayers } from "./changed";

const player = (name: string, asks: boolean, starts_programs: boolean) => ({ name, help: "", asks, starts_programs });
const options = { players: [player("engine", false, false), player("human", true, false), player("uci", false, true)] } as unknown as Options;

test("a refusal of a player names those that a page can use", () => {
  assert.equal(usablePlayers("unknown player 'x'; expected one of: engine, human, uci", options), "unknown player 'x'; expected one of: engine");
  assert.equal(usablePlayers("unknown player 'x'; expected one of: engine, human", null), "unknown player 'x'; expected one of: engine, human");
  assert.equal(usablePlayers("unknown game 'uci'; expected one of: chess", options), "unknown game 'uci'; expected one of: chess");
});
