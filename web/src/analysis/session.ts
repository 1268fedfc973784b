// session.ts - a session of a view's own, in which one search runs at a time: the next one ends the one before.

import type { AppStore } from "../app/store";
import { EngineLost, EngineStopped } from "../engine/types";
import type { Answer, Do, Engine, EngineEvent, Request } from "../engine/types";

export interface SearchHow {
  /** The moves from the first position; those of the position that is shown where there are none. */
  moves?: readonly string[];
  onEvent?: (event: EngineEvent) => void;
  /** Asked in the same position before the search begins. */
  before?: (engine: Engine) => Promise<void>;
}

/** Open sessions: a server has room for few, so that a page that goes takes its own along. */
const open = new Set<Session>();
if (typeof addEventListener === "function") addEventListener("pagehide", () => open.forEach((session) => session.close()));

const patienceMs = 4000;

export class Session {
  private opened: Promise<Engine> | null = null;
  private last: Promise<unknown> = Promise.resolve();
  /** The ticket of the search that runs; 0: none does. */
  private running = 0;
  /** Counts what was asked for: what was overtaken is not begun. */
  private ticket = 0;

  constructor(private readonly app: AppStore) {}

  /** Puts the session at a position and searches. Rejects as EngineStopped where another search overtook it. */
  async search<D extends Do>(request: Request<D>, how: SearchHow = {}): Promise<Answer<D>> {
    const ended = this.running !== 0 ? this.patience(this.last) : this.last;
    const ticket = this.overtake();
    const job = ended.then(() => this.searchNow(request, how, ticket));
    this.last = job.catch(() => {});
    return job;
  }

  /** Asks about the last search; the session stays where it is. */
  async ask<D extends Do>(request: Request<D>): Promise<Answer<D>> {
    await this.last;
    const opening = this.engine(), { opened } = this, engine = await opening;
    return this.guard(engine.ask(request), opened);
  }

  /** Ends the search, if there is one; its own promise then ends, too. */
  async stop(): Promise<void> {
    const ended = this.running !== 0 ? this.patience(this.last) : this.last;
    this.overtake();
    await ended;
  }

  /** A search that was stopped ends in a moment. One that does not has lost its engine: another one is taken. */
  private patience(search: Promise<unknown>): Promise<unknown> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.drop();
        resolve();
      }, patienceMs);
    });
    return Promise.race([search, late]).finally(() => clearTimeout(timer));
  }

  /** Gives the session back; the next question opens another one, which knows nothing of this one's searches. */
  close(): void {
    this.ticket++;
    this.drop();
  }

  private drop(): void {
    const { opened } = this;
    this.opened = null;
    this.running = 0;
    open.delete(this);
    void opened?.then((engine) => engine.close()).catch(() => {});
  }

  async engine(): Promise<Engine> {
    const opened = this.opened ??= this.app.openEngine();
    open.add(this);
    try {
      return await opened;
    } catch (error) {
      if (this.opened === opened) this.opened = null;
      throw error;
    }
  }

  private overtake(): number {
    if (this.running !== 0) void this.engine().then((engine) => engine.stop()).catch(() => {});
    return ++this.ticket;
  }

  private async searchNow<D extends Do>(request: Request<D>, how: SearchHow, ticket: number): Promise<Answer<D>> {
    this.check(ticket);
    const opening = this.engine(), { opened } = this, engine = await opening;
    try {
      await this.guard(this.place(engine, how.moves), opened);
      await how.before?.(engine);
      this.check(ticket);
      this.running = ticket;
      return await this.guard(engine.ask(request, how.onEvent), opened);
    } catch (error) {
      // An engine that was given back is lost to its search.
      if (error instanceof EngineLost) this.check(ticket);
      throw error;
    } finally {
      if (this.running === ticket) this.running = 0;
    }
  }

  private async place(engine: Engine, moves: readonly string[] | undefined): Promise<void> {
    if (moves === undefined) {
      await this.app.sync(engine);
      return;
    }
    const { game, start } = this.app.get();
    await engine.ask({ do: "new", game, ...(start === "" ? {} : { position: start }), moves: [...moves] });
  }

  private check(ticket: number): void {
    if (ticket !== this.ticket) throw new EngineStopped("another search was asked for");
  }

  /** A session that is lost is opened anew the next time. */
  private async guard<T>(answer: Promise<T>, opened: Promise<Engine> | null): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof EngineLost && this.opened === opened) this.opened = null;
      throw error;
    }
  }
}
