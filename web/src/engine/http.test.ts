import assert from "node:assert/strict";
import test from "node:test";
import { fake, fakeServer, soon } from "./fake_server";
import { HttpEngine, SessionGone } from "./http";
import { type Engine, EngineError, EngineLost, EngineStopped } from "./types";

async function open(): Promise<HttpEngine> {
  fakeServer();
  const engine = await HttpEngine.open();
  fake.posted = [];
  return engine;
}

test("a search is answered by the stream, which is open for so long", async () => {
  const engine = await open(), events: unknown[] = [];
  const search = engine.ask({ do: "think" }, (event) => events.push(event.event));
  await soon();
  const [source] = fake.sources;
  assert.deepEqual(fake.posted, []);
  source?.onopen();
  await soon();
  source?.say({ id: fake.ids[0], event: "depth" });
  source?.say({ id: fake.ids[0], ok: true, move: "a" });
  assert.equal((await search).move, "a");
  assert.deepEqual([events, fake.posted, source?.closed], [["depth"], ["think"], true]);
});

test("a search that is stopped before the stream is open is not begun", async () => {
  const engine = await open();
  const search = assert.rejects(engine.ask({ do: "think" }), EngineStopped);
  await soon();
  await engine.stop();
  await search;
  assert.ok(fake.sources[0]?.closed);
  const next = engine.ask({ do: "think" });
  await soon();
  fake.sources[0]?.onopen();
  await soon();
  assert.deepEqual(fake.posted, []);
  fake.sources[1]?.onopen();
  await soon();
  assert.deepEqual(fake.posted, ["think"]);
  fake.sources[1]?.say({ id: fake.ids.at(-1), ok: true });
  await next;
});

test("a stop does not overtake the search that it is to stop", async () => {
  const engine = await open();
  let arrive = () => {};
  fake.reply = (_, { do: what }) => what !== "think" ? { line: { ok: true } }
    : new Promise((resolve) => { arrive = () => resolve({ line: { ok: true, started: true } }); });
  const search = engine.ask({ do: "think" });
  await soon();
  fake.sources[0]?.onopen();
  await soon();
  const stopped = engine.stop();
  await soon();
  assert.deepEqual(fake.posted, ["think"]);
  arrive();
  await stopped;
  assert.deepEqual(fake.posted, ["think", "stop"]);
  fake.sources[0]?.say({ id: fake.ids[0], ok: true, stopped: true });
  assert.equal((await search).stopped, true);
});

test("a second search that is refused leaves the first its stream", async () => {
  const engine = await open();
  let thinks = 0;
  fake.reply = () => (++thinks === 1 ? { line: { ok: true, started: true } } : { status: 409, line: { ok: false, error: "a search is running" } });
  const first = engine.ask({ do: "think" }), second = assert.rejects(engine.ask({ do: "values" }), EngineError);
  await soon();
  await soon();
  assert.equal(fake.sources.length, 1);
  fake.sources[0]?.onopen();
  await second;
  fake.sources[0]?.say({ id: fake.ids[0], ok: true, move: "a" });
  assert.equal((await first).move, "a");
});

test("a stream that ends is a session gone where the server is there, and a server lost where it is not", async () => {
  for (const when of ["before", "after"]) {
    for (const there of [true, false]) {
      const engine: Engine = await open();
      const search = engine.ask({ do: "think" });
      await soon();
      search.catch(() => {});
      if (when === "after") {
        fake.sources[0]?.onopen();
        await soon();
      }
      fake.reply = () => (there ? { line: { ok: true, version: "fake" } } : "down");
      fake.sources[0]?.onerror();
      await assert.rejects(search, (error) => error instanceof EngineLost && error instanceof SessionGone === there);
      assert.equal(fake.posted.at(-1), "/api/about");
    }
  }
});

test("an engine that is closed leaves nobody waiting, open stream or not", async () => {
  for (const when of ["before", "after"]) {
    const engine = await open();
    const search = assert.rejects(engine.ask({ do: "think" }), (error) => error instanceof EngineLost && !(error instanceof SessionGone));
    await soon();
    if (when === "after") {
      fake.sources[0]?.onopen();
      await soon();
    }
    engine.close();
    await search;
    assert.ok(fake.sources[0]?.closed);
  }
});

test("a page that goes and comes back finds its session gone", async () => {
  const engine = await open();
  let ended = false;
  const search = assert.rejects(engine.ask({ do: "think" }).finally(() => { ended = true; }), SessionGone);
  fake.events.dispatchEvent(new Event("pagehide"));
  await soon();
  assert.equal(ended, false);
  fake.events.dispatchEvent(new Event("pageshow"));
  await search;
});

test("perft is answered by the stream, too", async () => {
  const engine = await open();
  fake.reply = () => ({ line: { ok: true, started: true } });
  const counted = engine.ask({ do: "perft", depth: 3 });
  await soon();
  fake.sources[0]?.onopen();
  await soon();
  fake.sources[0]?.say({ id: fake.ids[0], ok: true, leaves: 7 });
  assert.equal((await counted).leaves, 7);
});

test("answers that came with the session are not asked for, in their order and until it stands elsewhere", async () => {
  fakeServer();
  fake.reply = (path) => ({ line: path === "/api/sessions"
    ? { ok: true, session: "s", about: { version: "fake" }, answers: [{ ok: true, n: 1 }, { ok: true, n: 2 }, { ok: false, error: "no" }, { ok: true, n: 4 }] }
    : { ok: true, n: 0 } });
  const game = { do: "new", game: "g", moves: ["a"] } as const, board = { do: "board" } as const;
  const engine = await HttpEngine.open([{ ...game, moves: ["a"] }, board, { do: "state" }, { do: "moves" }]);
  const n = async (asked: Promise<unknown>) => (await asked as { n: number }).n;
  assert.equal(await n(engine.ask(board)), 0);
  assert.equal(await n(engine.ask({ do: "new", game: "g", moves: ["a"] })), 1);
  assert.equal(await n(engine.ask({ do: "options" })), 0);
  assert.equal(await n(engine.ask(board)), 2);
  await assert.rejects(engine.ask({ do: "state" }), EngineError);
  assert.equal(await n(engine.ask({ do: "move", move: "b" })), 0);
  assert.equal(await n(engine.ask({ do: "moves" })), 0);
  assert.deepEqual(fake.posted, ["/api/sessions", "board", "options", "move", "moves"]);
});
