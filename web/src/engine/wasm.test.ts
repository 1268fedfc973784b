import assert from "node:assert/strict";
import test from "node:test";
import { FakeWorker, fakeWorkers } from "./fake_worker";
import { EngineLost, EngineStopped } from "./types";
import { WasmEngine } from "./wasm";

async function open(): Promise<WasmEngine> {
  fakeWorkers();
  const engine = await WasmEngine.open();
  await engine.ask({ do: "new", game: "g", moves: ["p1"] });
  return engine;
}

const soon = (ms = 10) => new Promise((resolve) => setTimeout(resolve, ms));
const last = () => FakeWorker.all.at(-1) as FakeWorker;

test("who goes on when his search was stopped asks after the new worker stands where the old one stood", async () => {
  const engine = await open();
  const going = engine.ask({ do: "think" }).then(async (found) => {
    assert.equal(found.stopped, true);
    await engine.ask({ do: "new", game: "g", moves: ["p2"] });
    void engine.ask({ do: "think" }).catch(() => {});
  });
  await soon();
  await engine.stop();
  await going;
  await soon();
  assert.equal(FakeWorker.all.length, 2);
  assert.deepEqual(last().dos, ["new p1", "new p2", "think"]);
  engine.close();
});

test("a second stop waits for the first, and a search asked for meanwhile begins", async () => {
  const engine = await open();
  const search = engine.ask({ do: "think" });
  await soon();
  const stops = [engine.stop(), engine.stop()];
  const next = engine.ask({ do: "think" });
  next.catch(() => {});
  await Promise.all([search, ...stops]);
  await soon();
  assert.equal(FakeWorker.all.length, 2);
  assert.deepEqual(last().dos, ["new p1", "think"]);
  const third = engine.stop();
  assert.equal((await next).stopped, true);
  await third;
  assert.equal(FakeWorker.all.length, 3);
  engine.close();
});

test("a move that waited behind a search is played once", async () => {
  const engine = await open();
  FakeWorker.speaks = false;
  const search = assert.rejects(engine.ask({ do: "think" }), EngineStopped);
  const move = engine.ask({ do: "move", move: "m" });
  await engine.stop();
  await search;
  await move;
  assert.deepEqual(last().asked.map((asked) => asked.do), ["new", "move"]);
  const again = assert.rejects(engine.ask({ do: "think" }), EngineStopped);
  await engine.stop();
  await again;
  assert.deepEqual(last().dos, ["new p1 m"]);
  engine.close();
});

test("perft is stopped as a search is, and asks for no events", async () => {
  const engine = await open();
  const counted = assert.rejects(engine.ask({ do: "perft", depth: 9 }), EngineStopped);
  await soon();
  const [before] = FakeWorker.all as [FakeWorker];
  await engine.stop();
  await counted;
  assert.ok(before.ended);
  assert.deepEqual(Object.keys(before.asked.at(-1) ?? {}), ["do", "depth", "id"]);
  engine.close();
});

test("an engine that is closed or cannot start again leaves nobody waiting", async () => {
  const closed = await open();
  const search = assert.rejects(closed.ask({ do: "think" }), EngineLost);
  closed.close();
  await search;
  const failing = await open();
  FakeWorker.starts = FakeWorker.speaks = false;
  const stopped = assert.rejects(failing.ask({ do: "think" }), EngineStopped);
  const ends = assert.rejects(failing.stop(), EngineLost), after = assert.rejects(failing.ask({ do: "state" }), EngineLost);
  last().onmessage({ data: { failed: "no memory" } });
  await Promise.all([stopped, ends, after]);
  await assert.rejects(failing.ask({ do: "state" }), EngineLost);
});

test("a search until it is stopped has a long time, and is not one of a ply", async () => {
  const engine = await open();
  const search = engine.ask({ do: "think", infinite: true });
  await soon();
  const asked = last().asked.at(-1) ?? {};
  assert.equal("infinite" in asked, false);
  assert.equal((asked as { time_ms?: number }).time_ms, 600_000);
  await engine.stop();
  await search;
  engine.close();
});
