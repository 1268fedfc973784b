import assert from "node:assert/strict";
import test from "node:test";
import { ListReplay, listLevels, replayAdvance, specLimit, type ListEvent } from "./list_replay";

function random(seed: number) {
  return (n: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >> 8) % n;
  };
}

/** Events of Move-to-Front lists, with the walked lists beside them as the twin. */
function walked(count: number, limit: number) {
  const next = random(3);
  const lists: Record<"max" | "min", number[]> = { max: [], min: [] };
  const events: ListEvent[] = [];
  const after: string[] = [];
  for (let i = 0; i < count; i++) {
    const side = next(2) === 0 ? "max" : "min";
    const id = next(20);
    const from = lists[side].indexOf(id);
    if (from >= 0) lists[side].splice(from, 1);
    lists[side].unshift(id);
    if (limit > 0) lists[side] = lists[side].slice(0, limit);
    events.push({ at: i * 3, side, level: null, id, move: `m${id}`, from: from < 0 ? null : from, to: 0 });
    after.push(JSON.stringify(lists));
  }
  return { events, after };
}

const shown = (replay: ListReplay) =>
  JSON.stringify({
    max: replay.entries("max", null).map((e) => e.id),
    min: replay.entries("min", null).map((e) => e.id),
  });

for (const limit of [0, 5]) {
  test(`replayed forwards and backwards the lists are the walked ones, limit ${limit}`, () => {
    const { events, after } = walked(3000, limit);
    const replay = new ListReplay(limit);
    replay.append(events);
    const next = random(11);
    for (let i = 0; i < 200; i++) {
      const at = next(3000) + 1;
      replay.seek(at);
      assert.equal(replay.position, at);
      assert.equal(shown(replay), after[at - 1]);
    }
    replay.seek(0);
    assert.equal(shown(replay), '{"max":[],"min":[]}');
  });
}

test("a transposition moves an element by one rank", () => {
  const replay = new ListReplay();
  const event = (id: number, from: number | null, to: number): ListEvent => ({ at: 0, side: "max", level: 2, id, move: null, from, to });
  replay.append([event(1, null, 0), event(2, null, 1), event(3, null, 2), event(3, 2, 1)]);
  replay.seek(4);
  assert.deepEqual(replay.entries("max", 2), [
    { id: 1, move: "#1", hits: 1 },
    { id: 3, move: "#3", hits: 2 },
    { id: 2, move: "#2", hits: 1 },
  ]);
  assert.deepEqual(replay.entries("max", 1), []);
});

test("seeking beyond the end stops there, and more events can be appended", () => {
  const { events, after } = walked(700, 0);
  const replay = new ListReplay();
  replay.append(events.slice(0, 600));
  replay.seek(99_999);
  assert.equal(replay.position, 600);
  replay.append(events.slice(600));
  replay.seek(700);
  assert.equal(shown(replay), after[699]);
  replay.seek(100);
  assert.equal(shown(replay), after[99]);
});

test("in the list of opponents an id is a player, whatever moves have the same id", () => {
  const replay = new ListReplay();
  const event = (side: "max" | "threat"): ListEvent => ({ at: 0, side, level: null, id: 2, move: side === "max" ? "d3" : null, from: null, to: 0 });
  replay.append([event("max"), event("threat")]);
  replay.seek(2);
  assert.equal(replay.entries("max", null)[0]?.move, "d3");
  assert.equal(replay.entries("threat", null)[0]?.move, "player 3");
});

test("levels are listed once, in order", () => {
  const event = (level: number | null): ListEvent => ({ at: 0, side: "max", level, id: 0, move: null, from: null, to: 0 });
  assert.deepEqual(listLevels([event(3), event(1), event(3)]), [1, 3]);
  assert.deepEqual(listLevels([event(null)]), [null]);
});

test("the limit of a spec is read, and limit-from is not it", () => {
  assert.equal(specLimit("alphabeta:order=history-ads,limit=5,limit-from=2"), 5);
  assert.equal(specLimit("alphabeta:order=history-ads,limit-from=2"), 0);
});

test("frames of any length make the same number of events", () => {
  let rest = 0;
  let steps = 0;
  for (let i = 0; i < 60; i++) {
    const frame = replayAdvance(1000 / 60, 25, rest);
    rest = frame.rest;
    steps += frame.steps;
  }
  assert.ok(steps === 25 || steps === 24);
});
