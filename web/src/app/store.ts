// store.ts - the game that all views look at, and what can be done with it. What changes the game is done one
// after another, in the order asked for; a search of a seat is stopped first.
import type { Answer, Board, Engine, Found, Imported, Request, State } from "../engine/types";
import { EngineStopped } from "../engine/types";
import { changedCells, legalMoves, messageOf, sharedLength } from "./changed";
import { boardAsk, firstAsks, movesAsk, newAsk } from "./first_asks";
import {
  type AppState, type ClockRule, type GameRequest, type Mark, type Seat, emptyState, gameOver, usualSeats,
} from "./state";

export type { AppState, GameRequest, LegalMove, Mark, Seat } from "./state";
export { messageOf } from "./changed";
export { useApp } from "./use_app";

type Listener = (s: AppState) => void;

const linesMost = 500;

export class AppStore {
  private now: AppState = emptyState;
  private readonly listeners = new Set<Listener>();
  private work: Promise<unknown> = Promise.resolve();
  /** Counts searches of seats, begun and stopped: one that is not the last plays nothing. */
  private thought = 0;
  /** Boards of the line, by ply: what the last move changed is told from them. */
  private boards: (Board | undefined)[] = [];
  /** A player that failed has paused the game. */
  private halted = false;
  /** The game that the options are of. */
  private optionsOf = "";
  /** Lines of this game that were left, the oldest first: variations, for who looks at them later. */
  private left: (readonly string[])[] = [];

  /** `open` makes an engine; `first` is what it will be asked first. */
  constructor(private readonly open: (first?: readonly Request[]) => Promise<Engine>) {}

  get(): AppState { return this.now; }

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  set(change: Partial<AppState>): void {
    this.now = { ...this.now, ...change };
    for (const listener of this.listeners) listener(this.now);
  }

  // Engines.

  /** Another session, for a view of its own; close it. */
  openEngine(): Promise<Engine> { return this.open(); }

  /** Puts a session of a view at the position that is shown. */
  sync(engine: Engine): Promise<State> {
    const { game, start, line, ply } = this.now;
    return engine.ask(newAsk(game, start, line.slice(0, ply)));
  }

  async begin(request: GameRequest): Promise<void> {
    try {
      const engine = await this.open(firstAsks(request));
      this.set({ engine });
      await this.newGameOr(request);
      this.set({ phase: "ready" });
      this.set({ games: (await engine.ask({ do: "games" })).games });
      await this.optionsRead(engine);
    } catch (error) {
      this.set({ phase: "failed", notice: messageOf(error) });
    }
  }

  /** What can be chosen depends on the game: levels, formats. */
  private async optionsRead(engine: Engine): Promise<void> {
    this.optionsOf = this.now.game;
    this.set({ options: await engine.ask({ do: "options" }) });
  }

  // The game.

  /** `held`: engines and clocks wait. */
  newGame(request: GameRequest, held = false): Promise<boolean> {
    return this.inTurn(async (engine) => {
      const start = request.position ?? "", moves = request.moves ?? [];
      const state = await engine.ask(newAsk(request.game, start, moves));
      // Passes that were left out are in the history.
      const { history } = moves.length === 0 ? { history: [] } : await engine.ask({ do: "state" });
      this.seat(state.players, request.seats);
      this.fresh({ game: state.game, start, ...(request.clock === undefined ? {} : { clock: request.clock }) });
      // Clocks of another game wait, until somebody has seen where this one stands.
      this.hold(held, moves.length > 0 && request.clock === undefined);
      if (moves.length > 0) await this.show(engine, Math.min(request.ply ?? Infinity, history.length), history);
      else await this.take(engine, state, { line: history });
      if (this.now.options !== null && this.optionsOf !== this.now.game) await this.optionsRead(engine);
    });
  }

  /** Where an address is wrong: the game alone, or any game, and what was wrong with it. */
  async newGameOr(request: GameRequest): Promise<void> {
    if (await this.newGame(request)) return;
    const wrong = this.now.notice;
    if (!(await this.newGame({ game: request.game, seats: request.seats }))) await this.newGame({ game: "othello" });
    this.set({ notice: wrong });
  }

  /** A move by its place in the list or by any spelling of it. */
  play(move: number | string): Promise<boolean> {
    return this.inTurn((engine) => this.playNow(engine, move));
  }

  /** Back to the last position in which a person was to move; who resigned takes that back alone. What comes after the
   *  position that is shown stays: in the past of the line this is a step back. */
  undo(): Promise<boolean> {
    return this.inTurn(async (engine) => {
      const { ply, line, resigned } = this.now;
      if (ply < line.length) return this.show(engine, Math.max(0, ply - 1));
      if (resigned !== null) return this.set({ resigned: null });
      if (ply === 0) return;
      let back = ply - 1;
      await this.show(engine, back, line.slice(0, ply - 1));
      while (back > 0 && this.seatNow()?.kind === "engine" && this.now.seats.some((s) => s.kind === "human"))
        await this.show(engine, --back, line.slice(0, back));
    });
  }

  /** Shows the position after `ply` moves of the line. */
  jump(ply: number): Promise<boolean> {
    return this.inTurn((engine) => this.show(engine, Math.max(0, Math.min(ply, this.now.line.length))));
  }

  /** Another line from the first position, shown after `ply` of its moves (default: all). */
  vary(line: readonly string[], ply: number = line.length): Promise<boolean> {
    return this.inTurn((engine) => this.show(engine, ply, line));
  }

  /** Game `number` of a text. Engines and clocks wait then: who pasted a game looks at it. Rejects where it cannot be read. */
  import(text: string, number = 1): Promise<Imported> {
    return this.answerOf(async (engine) => {
      const answer = await engine.ask({ do: "import", text, ...(number === 1 ? {} : { number }) });
      this.seat(answer.players, undefined);
      this.fresh({ game: answer.game, start: answer.start });
      this.hold(true, true);
      await this.show(engine, answer.plies, answer.history);
      if (this.optionsOf !== this.now.game) await this.optionsRead(engine);
      return answer;
    });
  }

  /** A game that somebody shared, as `import` takes one. */
  async openShared(request: GameRequest): Promise<void> {
    if (await this.newGame(request, true)) return;
    const { notice } = this.now;
    this.set({ notice: "" });
    throw new Error(notice);
  }

  /** The whole line in a notation, wherever in it the board stands. */
  async export(format: string | undefined): Promise<Answer<"export">> {
    const { engine, game, start, line, ply, state, resigned } = this.now;
    if (engine === null) throw new Error("the engine is not there");
    const loser = resigned ?? this.now.flagged;
    const forfeit = loser === null || state?.players !== 2 ? {} : { forfeit: { player: loser, reason: resigned !== null ? "resigns" : "out of time" } };
    const ask: Request<"export"> = { do: "export", ...(format === undefined ? {} : { format }), ...forfeit };
    if (ply === line.length) return engine.ask(ask);
    return this.answerOf(async () => {
      await engine.ask(newAsk(game, start, line));
      return engine.ask(ask).finally(() => engine.ask(newAsk(game, start, line.slice(0, ply))));
    });
  }

  // Seats.

  setSeat(i: number, seat: Seat): void {
    this.set({ seats: this.now.seats.map((old, k) => (k === i ? seat : old)), ...(this.halted ? { paused: false, notice: "" } : {}) });
    this.halted = false;
    void this.inTurn(async () => {});
  }

  /** Engines with a seat wait, or go on. */
  pause(paused: boolean): void {
    this.set({ paused, ...(this.halted ? { notice: "" } : {}) });
    this.halted = false;
    void this.inTurn(async () => {});
  }

  resign(player: number): void {
    void this.inTurn(async () => this.set({ resigned: player, notice: "" }));
  }

  flag(player: number): void {
    void this.inTurn(async () => this.set({ flagged: player }));
  }

  setClock(clock: ClockRule | null): void { this.set({ clock }); }
  setMarks(marks: ReadonlyMap<number, Mark> | null): void { this.set({ marks: marks ?? new Map() }); }

  /** Engines with a seat move in the view of play alone: what is tried elsewhere is a variation. */
  setView(view: string): void {
    if (view === this.now.view) return;
    this.set({ view });
    if (this.now.seats.some((seat) => seat.kind === "engine")) void this.inTurn(async () => {});
  }

  say(notice: string): void { this.set({ notice }); }

  /** What a clock leaves the seat that thinks; play/clock.ts sets it. */
  clockLeft: (player: number) => { left_ms: number; inc_ms: number } | null = () => null;

  /** Lines of this game that were tried and left before the one that is looked at. */
  linesLeft(): readonly (readonly string[])[] { return this.left; }

  // Inside.

  /** What is shown next is another game. */
  private fresh(game: Partial<AppState>): void {
    this.boards = [];
    this.left = [];
    this.halted = false;
    this.set({ ...game, line: [], ply: 0, resigned: null, flagged: null, number: this.now.number + 1 });
  }

  /** Must the game wait, for the sake of its engines or of its clocks? */
  private hold(engines: boolean, clocks: boolean): void {
    const { clock, seats } = this.now;
    this.set({ paused: (clocks && clock !== null) || (engines && seats.some((seat) => seat.kind === "engine")) });
  }

  /** Remembers the line that is left for another one. */
  private leave(next: readonly string[]): void {
    const { line } = this.now, last = this.left.at(-1) ?? [];
    if (sharedLength(line, next) === line.length || sharedLength(line, last) === line.length) return;
    this.left = [...this.left, line].slice(-linesMost);
  }

  private inTurn(job: (engine: Engine) => Promise<void>): Promise<boolean> {
    const done = this.work.then(async () => {
      const engine = this.now.engine;
      if (engine === null) return false;
      try {
        this.thought++;
        if (this.now.thinking) await engine.stop();
        await job(engine);
        this.goOn(engine);
        return true;
      } catch (error) {
        this.set({ notice: messageOf(error) });
        this.goOn(engine);
        return false;
      }
    });
    this.work = done;
    return done;
  }

  /** As `inTurn`; what goes wrong is for the one who asked, and not said at the board. */
  private async answerOf<T>(job: (engine: Engine) => Promise<T>): Promise<T> {
    let done = { error: new Error("the engine is not there") } as { value: T } | { error: unknown };
    await this.inTurn(async (engine) => {
      done = await job(engine).then((value) => ({ value }), (error: unknown) => ({ error }));
    });
    if ("error" in done) throw done.error;
    return done.value;
  }

  private async playNow(engine: Engine, move: number | string): Promise<void> {
    const answer = await engine.ask({ do: "move", move });
    this.boards.length = Math.min(this.boards.length, this.now.ply + 1);
    await this.take(engine, answer, { line: [...this.now.line.slice(0, this.now.ply), ...answer.played] });
  }

  private async show(engine: Engine, ply: number, line: readonly string[] = this.now.line): Promise<void> {
    const { game, start, resigned, flagged } = this.now, shared = sharedLength(line, this.now.line);
    const same = shared === line.length && shared === this.now.line.length;
    this.boards.length = Math.min(this.boards.length, 1 + shared);
    if (ply > 0 && this.boards[ply - 1] === undefined) {
      await engine.ask(newAsk(game, start, line.slice(0, ply - 1)));
      this.boards[ply - 1] = await engine.ask(boardAsk);
    }
    const state = await engine.ask(newAsk(game, start, line.slice(0, ply)));
    await this.take(engine, state, { line, ...(same ? { resigned, flagged } : {}) });
  }

  /** Everything about the position in which the engine stands now. */
  private async take(engine: Engine, state: State, more: Partial<AppState>): Promise<void> {
    const [board, list] = await Promise.all([engine.ask(boardAsk), engine.ask(movesAsk)]);
    this.boards[state.plies] = board;
    this.leave(more.line ?? []);
    this.set({
      state, board, moves: state.over ? [] : legalMoves(list), game: state.game, ply: state.plies, notice: "",
      marks: new Map(), resigned: null, flagged: null, changed: changedCells(this.boards[state.plies - 1], board), ...more,
    });
  }

  /** Seats for the players of the game: those asked for, else those there are. */
  private seat(players: number, seats: readonly Seat[] = this.now.seats): void {
    const usual = usualSeats(players);
    this.set({ seats: usual.map((seat, i) => seats[i] ?? seat) });
  }

  private seatNow(): Seat | undefined { return this.now.seats[this.now.state?.turn ?? 0]; }

  /** The seat whose turn it is thinks, where it is an engine's and nothing holds it back. */
  private goOn(engine: Engine): void {
    const s = this.now, seat = this.seatNow();
    const go = seat?.kind === "engine" && s.view === "play" && !s.paused && !gameOver(s) && s.ply === s.line.length;
    if (s.thinking !== go) this.set({ thinking: go });
    this.thought++;
    if (go && seat) void this.think(engine, seat, this.thought);
  }

  private async think(engine: Engine, seat: Seat, thought: number): Promise<void> {
    try {
      const clock = this.clockLeft(this.now.state?.turn ?? 0);
      const limits = clock ?? (seat.time === null ? {} : { time_ms: seat.time });
      const found: Found = await engine.ask({ do: "think", player: seat.player, ...limits });
      if (thought !== this.thought || found.move === null) return;
      this.work = this.work.then(() => this.moveOf(engine, found.index, thought));
    } catch (error) {
      if (error instanceof EngineStopped || thought !== this.thought) return;
      this.halted = true;
      this.set({ thinking: false, paused: true, notice: messageOf(error) });
    }
  }

  /** Plays what a seat has found, unless something else was done meanwhile. */
  private async moveOf(engine: Engine, index: number, thought: number): Promise<void> {
    if (thought !== this.thought) return;
    try {
      await this.playNow(engine, index);
    } catch (error) {
      this.halted = true;
      this.set({ paused: true, notice: messageOf(error) });
    }
    this.goOn(engine);
  }
}
