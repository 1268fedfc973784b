import assert from "node:assert/strict";
import test from "node:test";
import { RecoveringEngine } from "./recover";
import { type Answer, type Engine, EngineLost, EngineStopped } from "./types";

/** An engine that answers nothing by itself. */
class Mute {
  readonly kind = "http";
  readonly asked: string[] = [];
  readonly ends: { resolve: (answer: Answer) => void; reject: (error: Error) => void }[] = [];
  closed = false;
  ask(request: { do: string }): Promise<Answer> {
    this.asked.push(request.do);
    return new Promise((resolve, reject) => { this.ends.push({ resolve, reject }); });
  }
  stop(): Promise<void> { return Promise.resolve(); }
  close(): void {
    this.closed = true;
    for (const end of this.ends) end.reject(new EngineLost("closed"));
  }
}

const soon = () => new Promise((resolve) => { setTimeout(resolve, 2); });

function pair() {
  const first = new Mute(), second = new Mute();
  let come = () => {}, opened = 0;
  const another = () => {
    opened++;
    return new Promise<Engine>((resolve) => { come = () => resolve(second as unknown as Engine); });
  };
  const engine = new RecoveringEngine(first as unknown as Engine, another);
  return { first, second, engine, come: () => come(), opened: () => opened };
}

test("what was lost is asked of another engine", async () => {
  const { first, second, engine, come } = pair();
  const search = engine.ask({ do: "think" });
  await soon();
  first.ends[0]?.reject(new EngineLost("gone"));
  await soon();
  come();
  await soon();
  second.ends[0]?.resolve({ stopped: false });
  await search;
  assert.ok(first.closed);
});

test("a search that was lost and stopped meanwhile is not asked again", async () => {
  const { first, second, engine, come } = pair();
  const search = assert.rejects(engine.ask({ do: "think" }), EngineStopped);
  await soon();
  first.ends[0]?.reject(new EngineLost("gone"));
  await soon();
  const stopped = engine.stop();
  come();
  await Promise.all([search, stopped]);
  assert.deepEqual(second.asked, []);
});

test("an engine that is closed opens no other, and one that was on its way is closed", async () => {
  const { engine, opened } = pair();
  const search = assert.rejects(engine.ask({ do: "think" }), EngineLost);
  await soon();
  engine.close();
  await search;
  assert.equal(opened(), 0);
  const late = pair(), lost = assert.rejects(late.engine.ask({ do: "think" }), EngineLost);
  await soon();
  late.first.ends[0]?.reject(new EngineLost("gone"));
  await soon();
  late.engine.close();
  late.come();
  await lost;
  assert.ok(late.second.closed);
});
