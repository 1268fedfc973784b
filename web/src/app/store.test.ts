import assert from "node:assert/strict";
import test from "node:test";
import type { Engine } from "../engine/types";
import { endWords, resigner } from "./state";
import { AppStore, type Seat } from "./store";

/** A game of two in which every move is legal. Searches end when they are stopped, or when a test says so. */
class FakeEngine {
  readonly log: string[] = [];
  readonly all: unknown[] = [];
  line: string[] = [];
  private end: ((index: number, stopped: boolean) => void) | null = null;

  ask(request: { do: string; player?: string; move?: number | string; moves?: string[] }): Promise<unknown> {
    this.all.push(request);
    if (request.do === "think") return this.think(request.player ?? "");
    if (this.end !== null && ["new", "move"].includes(request.do)) return Promise.reject(new Error("a search is running"));
    if (request.do === "new") this.line = [...(request.moves ?? [])];
    if (request.do === "move") this.line.push(String(request.move));
    if (["new", "move"].includes(request.do)) this.log.push(`${request.do} ${this.line.join(" ")}`);
    return Promise.resolve({
      game: "g", players: 2, plies: this.line.length, turn: this.line.length % 2, over: false, history: this.line, played: this.line.slice(-1),
      cells: [], games: [], moves: ["m"],
    });
  }

  /** As a server does it: the answer of the search comes first. */
  stop(): Promise<void> {
    this.end?.(9, true);
    return Promise.resolve();
  }

  find(index: number): void { this.end?.(index, false); }
  get searching(): boolean { return this.end !== null; }
  close(): void {}

  private think(player: string): Promise<unknown> {
    this.log.push(`think ${player}`);
    if (this.end !== null) return Promise.reject(new Error("a search is running"));
    return new Promise((resolve) => {
      this.end = (index, stopped) => { this.end = null; resolve({ move: "m", index, stopped }); };
    });
  }
}

const soon = () => new Promise((resolve) => { setTimeout(resolve, 5); });
const seat = (player: string): Seat => ({ kind: player === "" ? "human" : "engine", player, time: null });

async function begin(...players: string[]) {
  const engine = new FakeEngine(), store = new AppStore(() => Promise.resolve(engine as unknown as Engine));
  await store.begin({ game: "g", seats: players.map(seat) });
  await soon();
  return { engine, store };
}

test("an engine whose seat is changed while it thinks plays nothing; the new one does", async () => {
  const { engine, store } = await begin("A", "");
  store.setSeat(0, seat("B"));
  await soon();
  assert.deepEqual(engine.log, ["new ", "think A", "think B"]);
  assert.deepEqual([store.get().line, store.get().thinking], [[], true]);
  engine.find(3);
  await soon();
  assert.deepEqual([store.get().line, store.get().thinking, engine.searching], [["3"], false, false]);
  assert.ok(await store.play("x"));
  await soon();
  assert.deepEqual(store.get().line, ["3", "x"]);
  assert.equal(store.get().notice, "");
});

test("a pause and going on at once plays nothing of the search that was cut off", async () => {
  const { engine, store } = await begin("A", "");
  store.pause(true);
  store.pause(false);
  await soon();
  assert.deepEqual([store.get().line, store.get().thinking, engine.searching], [[], true, true]);
  engine.find(2);
  await soon();
  assert.deepEqual(store.get().line, ["2"]);
});

test("a seat that becomes a person's is no longer thought for", async () => {
  const { engine, store } = await begin("A", "");
  store.setSeat(0, seat(""));
  await soon();
  assert.deepEqual([store.get().line, store.get().thinking, engine.searching], [[], false, false]);
  assert.ok(await store.play("x"));
  assert.deepEqual(store.get().line, ["x"]);
});

test("what was found just before a seat is changed is played once or not at all, and one search goes on", async () => {
  const { engine, store } = await begin("A", "B");
  engine.find(1);
  store.setSeat(0, seat("C"));
  await soon();
  assert.ok(store.get().line.length <= 1);
  assert.equal(engine.log.filter((line) => line.startsWith("think")).length, 2);
  assert.equal(engine.searching, true);
  assert.equal(store.get().notice, "");
});

test("undo takes a resignation back alone, and the next one a move", async () => {
  const { store } = await begin("", "");
  await store.play("x");
  store.resign(1);
  await soon();
  assert.equal(endWords(store.get(), (player) => ["black", "white"][player] ?? ""), "white resigns; black wins");
  await store.undo();
  assert.deepEqual([store.get().resigned, store.get().line], [null, ["x"]]);
  await store.undo();
  assert.deepEqual(store.get().line, []);
});

test("while an engine thinks it is the person who resigns", async () => {
  const { store } = await begin("", "A");
  await store.play("x");
  assert.equal(resigner(store.get()), 0);
});

test("what is asked first is known before the engine is there", async () => {
  for (const request of [{ game: "g" }, { game: "g", position: "p" }, { game: "g", moves: ["a", "b"] }, { game: "g", moves: ["a", "b", "c"], ply: 1 },
    { game: "g", moves: ["a"], ply: 0 }]) {
    const engine = new FakeEngine();
    let first: readonly unknown[] = [];
    const store = new AppStore((asks = []) => { first = asks; return Promise.resolve(engine as unknown as Engine); });
    await store.begin({ ...request, seats: [seat(""), seat("")] });
    assert.ok(first.length >= 5 && first.length <= 8);
    assert.deepEqual(engine.all.slice(0, first.length), first);
  }
});
