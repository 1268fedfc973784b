import assert from "node:assert/strict";
import test from "node:test";
import { fake, fakeServer } from "./fake_server";
import { FakeWorker, fakeWorkers } from "./fake_worker";
import { openEngine } from "./open";

const full = { status: 503, line: { ok: false, error: "too many sessions at the same time" } };

test("a server that has no session left is no reason not to play", async () => {
  fakeServer();
  fakeWorkers();
  fake.reply = () => full;
  const engine = await openEngine();
  assert.equal(engine.kind, "wasm");
  engine.close();
});

test("where a session has expired and no other is to be had, WebAssembly goes on where it stood", async () => {
  fakeServer();
  fakeWorkers();
  let changed = "";
  const engine = await openEngine((next) => { changed = next.kind; });
  assert.equal(engine.kind, "http");
  await engine.ask({ do: "new", game: "g", moves: ["p1"] });
  fake.reply = (path) => (path === "/api/sessions" ? full : { status: 404, line: { ok: false, error: "there is no such session" } });
  await engine.ask({ do: "board" });
  assert.deepEqual([engine.kind, changed, FakeWorker.all[0]?.dos], ["wasm", "wasm", ["new p1", "board"]]);
  engine.close();
});

test("where a session has expired, another of the same server goes on where it stood", async () => {
  fakeServer();
  fakeWorkers();
  const engine = await openEngine();
  await engine.ask({ do: "new", game: "g", moves: ["p1"] });
  const { reply } = fake;
  let gone = true;
  fake.reply = (path, body) => {
    if (gone && body.do === "board") { gone = false; return { status: 404, line: { ok: false, error: "there is no such session" } }; }
    return reply(path, body);
  };
  await engine.ask({ do: "board" });
  assert.deepEqual([engine.kind, fake.posted, FakeWorker.all.length], ["http", ["/api/sessions", "new", "board", "/api/sessions", "new", "board"], 0]);
  engine.close();
});
