import assert from "node:assert/strict";
import test from "node:test";
import type { AppStore } from "../app/store";
import { EngineLost, EngineStopped, type Engine } from "../engine/types";
import { Session } from "./session";

/** An engine whose searches end when they are stopped; `deaf`: never. */
function fake(log: string[], deaf = false) {
  let end: ((answer: unknown) => void) | null = null;
  let opened = 0;
  const engine = {
    kind: "http", about: {}, server: null,
    ask: (request: { do: string }) => {
      log.push(request.do);
      if (request.do !== "think") return Promise.resolve({});
      return new Promise((resolve) => { end = resolve; });
    },
    stop: () => {
      log.push("stop");
      if (!deaf) end?.({ stopped: true });
      return Promise.resolve();
    },
    close: () => log.push("close"),
  } as unknown as Engine;
  const app = {
    openEngine: () => { opened++; return Promise.resolve(engine); },
    sync: (one: Engine) => one.ask({ do: "state" }),
    get: () => ({ game: "g", start: "" }),
  } as unknown as AppStore;
  return { app, opened: () => opened };
}

const soon = (ms = 5) => new Promise((resolve) => setTimeout(resolve, ms));

test("a second search ends the first and begins after it", async () => {
  const log: string[] = [];
  const session = new Session(fake(log).app);
  const first = session.search({ do: "think", depth: 1 });
  await soon();
  const second = session.search({ do: "values", depth: 1 });
  assert.deepEqual(await first, { stopped: true });
  await second;
  assert.deepEqual(log, ["state", "think", "stop", "state", "values"]);
});

test("of many searches asked for at once only the last is begun", async () => {
  const log: string[] = [];
  const session = new Session(fake(log).app);
  const asked = [1, 2, 3].map((depth) => session.search({ do: "values", depth }));
  const ends = await Promise.allSettled(asked);
  assert.deepEqual(ends.map((end) => end.status), ["rejected", "rejected", "fulfilled"]);
  assert.ok(ends[0]?.status === "rejected" && ends[0].reason instanceof EngineStopped);
  assert.deepEqual(log, ["state", "values"]);
});

test("a search that does not end although it was stopped loses its engine", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const log: string[] = [];
  const engines = fake(log, true);
  const session = new Session(engines.app);
  void session.search({ do: "think", depth: 1 });
  for (let i = 0; i < 20; i++) await Promise.resolve();
  const second = session.search({ do: "values", depth: 1 });
  for (let i = 0; i < 20; i++) await Promise.resolve();
  assert.ok(!log.includes("values"));
  t.mock.timers.tick(5000);
  await second;
  assert.equal(engines.opened(), 2);
  assert.ok(log.includes("close"));
});

test("what is asked before the search is asked in the same position", async () => {
  const log: string[] = [];
  const session = new Session(fake(log).app);
  await session.search({ do: "values", depth: 1 }, { moves: ["a"], before: async (engine) => void (await engine.ask({ do: "probe" })) });
  assert.deepEqual(log, ["new", "probe", "values"]);
});

test("a search whose session was given back ends as stopped and leaves the next session alone", async () => {
  const log: string[] = [], ends: ((error: Error) => void)[] = [];
  let opened = 0;
  const app = {
    openEngine: () => Promise.resolve({
      number: ++opened,
      ask: ({ do: what }: { do: string }) => {
        log.push(what);
        return what === "think" ? new Promise((_, reject) => { ends.push(reject); }) : Promise.resolve({});
      },
      // As slow as a request that is lost later than the next session opens.
      close: () => { setTimeout(() => ends.forEach((end) => end(new EngineLost("closed"))), 10); },
    } as unknown as Engine),
    sync: (one: Engine) => one.ask({ do: "state" }),
    get: () => ({ game: "g", start: "" }),
  } as unknown as AppStore;
  const session = new Session(app);
  const search = assert.rejects(session.search({ do: "think", depth: 1 }), EngineStopped);
  await soon();
  session.close();
  const next = session.engine();
  await search;
  assert.equal(await session.engine(), await next);
  assert.equal(opened, 2);
});
