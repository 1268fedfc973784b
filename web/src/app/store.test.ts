import assert from "node:assert/strict";
import test from "node:test";
import type { Engine } from "../engine/types";
import { endWords, gameOver, resigner } from "./state";
import { AppStore, type Seat } from "./store";

/** A game of two in which every move is legal. Searches end when they are stopped, or when a test says so. */
class FakeEngine {
  readonly log: string[] = [];
  readonly all: unknown[] = [];
  line: string[] = [];
  private end: ((index: number, stopped: boolean) => void) | null = null;

  ask(request: { do: string; player?: string; move?: number | string; moves?: string[]; text?: string }): Promise<unknown> {
    this.all.push(request);
    if (request.do === "think") return request.player === "wrong" ? Promise.reject(new Error("no such player")) : this.think(request.player ?? "");
    if (request.do === "import") this.line = (request.text ?? "").split(" ");
    if (request.do === "import" && request.text === "bad") return Promise.reject(new Error("cannot be read"));
    if (request.do === "export") return Promise.resolve({ format: "f", suffix: ".f", text: this.line.join(" ") });
    if (this.end !== null && ["new", "move"].includes(request.do)) return Promise.reject(new Error("a search is running"));
    if (request.do === "new") this.line = [...(request.moves ?? [])];
    if (request.do === "move") this.line.push(String(request.move));
    if (["new", "move"].includes(request.do)) this.log.push(`${request.do} ${this.line.join(" ")}`);
    return Promise.resolve({
      game: "g", players: 2, plies: this.line.length, turn: this.line.length % 2, over: false, history: this.line, played: this.line.slice(-1),
      cells: [], games: [], moves: ["m"], start: "",
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

test("in the past undo steps back, and what comes later stays", async () => {
  const { store } = await begin("", "");
  for (const move of ["a", "b", "c"]) await store.play(move);
  await store.jump(2);
  await store.undo();
  assert.deepEqual([store.get().ply, store.get().line], [1, ["a", "b", "c"]]);
});

test("a resignation stays at the end of its line, whoever looks at the moves before it", async () => {
  const { store } = await begin("", "");
  const name = (player: number) => ["black", "white"][player] ?? "";
  await store.play("a");
  store.resign(1);
  await store.jump(0);
  assert.deepEqual([endWords(store.get(), name), gameOver(store.get())], ["", false]);
  await store.jump(1);
  assert.deepEqual([endWords(store.get(), name), gameOver(store.get())], ["white resigns; black wins", true]);
  await store.jump(0);
  await store.play("b");
  assert.equal(store.get().resigned, null);
});

test("who resigns among three ends the game, and nobody has won", async () => {
  const { store } = await begin("", "");
  store.set({ resigned: 1, state: { ...store.get().state, players: 3 } as never });
  assert.equal(endWords(store.get(), (player) => `player ${player + 1}`), "player 2 resigns; the game ends here, without a winner");
});

test("the whole line is written, and who gave up has lost in it", async () => {
  const { engine, store } = await begin("", "");
  for (const move of ["a", "b", "c"]) await store.play(move);
  store.resign(0);
  await store.jump(1);
  assert.equal((await store.export("f")).text, "a b c");
  assert.deepEqual(engine.all.findLast((one) => (one as { do: string }).do === "export"), { do: "export", format: "f", forfeit: { player: 0, reason: "resigns" } });
  assert.deepEqual([store.get().ply, engine.line], [1, ["a"]]);
});

test("a game that is read waits, for its engines and for its clocks", async () => {
  const { engine, store } = await begin("", "A");
  assert.equal((await store.import("x")).plies, 1);
  await soon();
  assert.deepEqual([store.get().paused, store.get().thinking, engine.searching], [true, false, false]);
  store.pause(false);
  await soon();
  assert.equal(engine.searching, true);
  await store.newGame({ game: "g", seats: [seat(""), seat("")], clock: { minutes: 1, increment: 0 } });
  assert.equal(store.get().paused, false);
  await store.import("x y");
  assert.equal(store.get().paused, true);
});

test("what cannot be read is said to the one who asked, once", async () => {
  const { store } = await begin("", "");
  await assert.rejects(store.import("bad"), /cannot be read/);
  assert.equal(store.get().notice, "");
});

test("engines move in the view of play alone", async () => {
  const { engine, store } = await begin("", "A");
  store.setView("analysis");
  await store.play("x");
  await soon();
  assert.deepEqual([store.get().line, engine.searching], [["x"], false]);
  store.setView("play");
  await soon();
  assert.equal(engine.searching, true);
});

test("a player that failed is forgotten when another one sits down", async () => {
  const { engine, store } = await begin("wrong", "");
  assert.deepEqual([store.get().paused, store.get().notice], [true, "no such player"]);
  store.setSeat(0, seat("A"));
  await soon();
  assert.deepEqual([store.get().paused, store.get().notice, engine.searching], [false, "", true]);
});

test("lines that were left are remembered, each once, until another game begins", async () => {
  const { store } = await begin("", "");
  for (const move of ["a", "b", "c"]) await store.play(move);
  await store.undo();
  await store.undo();
  await store.play("d");
  assert.deepEqual(store.linesLeft(), [["a", "b", "c"]]);
  const { number } = store.get();
  await store.newGame({ game: "g" });
  assert.deepEqual([store.linesLeft(), store.get().number], [[], number + 1]);
});
