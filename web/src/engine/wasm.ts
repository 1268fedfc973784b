// wasm.ts - the engine as WebAssembly in a worker. A search is stopped by ending the worker; another one is put
// where it stood. What the search had found until then is its answer.
import { GameTrack } from "./track";
import {
  type About, type Answer, type Do, type Engine, type EngineEvent, type Request,
  EngineError, EngineLost, EngineStopped, late, thinking,
} from "./types";

interface Waiting {
  request: Request;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
  onEvent: ((event: EngineEvent) => void) | undefined;
  events: EngineEvent[];
}

type Line = Record<string, unknown> & { ok?: boolean; error?: string; id?: number };

/** What the worker says (web/src/wasm/engine_worker.ts). */
interface FromWorker { ready?: About; line?: string; failed?: string }

/** What a search that was ended had found; null: nothing yet. */
function foundSoFar({ request, events }: Waiting): Answer | null {
  const last = events.at(-1);
  if (last === undefined) return null;
  const { event: _, ...found } = last;
  if (request.do === "analyse")
    return { game: "", player: "", plies: 0, mistake: 0, blunder: 0, moves: events, stopped: true } as unknown as Answer;
  return { game: "", player: (request as Request<"think">).player ?? "engine", ...found, stopped: true } as unknown as Answer;
}

/** Milliseconds: as long as a server lets a search without a limit run. */
const endlessMs = 600_000;

/** Nothing is read while it searches: a search until it is stopped would be one of a ply, and has a long time instead. */
function limited(request: Request): Request {
  const { infinite, ...rest } = request as Request<"think">;
  return infinite === true ? { ...rest, time_ms: endlessMs } : request;
}

export class WasmEngine implements Engine {
  readonly kind = "wasm";
  readonly server = null;
  about!: About;
  private worker!: Worker;
  private number = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly track = new GameTrack();
  /** Until a new worker stands where the one that was ended stood. */
  private restarting: Promise<void> | null = null;
  private failStart: (error: Error) => void = () => {};
  private gone: EngineLost | null = null;

  private constructor() {}

  static async open(): Promise<WasmEngine> {
    const engine = new WasmEngine();
    engine.about = await engine.start();
    return engine;
  }

  async ask<D extends Do>(request: Request<D>, onEvent?: (event: EngineEvent) => void): Promise<Answer<D>> {
    while (this.restarting !== null) await this.restarting;
    return this.askNow(request, onEvent);
  }

  async stop(): Promise<void> {
    while (this.restarting !== null) await this.restarting;
    const all = [...this.waiting.values()], searches = all.filter((w) => late.has(w.request.do));
    if (searches.length === 0) return;
    this.worker.terminate();
    this.waiting.clear();
    // Who goes on as soon as his search has ended waits for the new worker.
    const restarted = this.restarting = this.restart(all.filter((w) => !late.has(w.request.do)));
    for (const search of searches) {
      const found = foundSoFar(search);
      if (found === null) search.reject(new EngineStopped("stopped"));
      else search.resolve(found);
    }
    await restarted;
  }

  close(): void {
    this.worker.terminate();
    this.lost("the engine was closed");
  }

  /** Another worker, put where the last one stood; what the last one had not come to is asked again. */
  private async restart(others: readonly Waiting[]): Promise<void> {
    try {
      await this.start();
      const replay = this.track.replay();
      if (replay !== null) await this.askNow(replay);
      for (const other of others) this.post(other);
    } catch (error) {
      for (const other of others) other.reject(error as Error);
      throw error;
    } finally {
      this.restarting = null;
    }
  }

  private askNow<D extends Do>(request: Request<D>, onEvent?: (event: EngineEvent) => void): Promise<Answer<D>> {
    return new Promise<Answer<D>>((resolve, reject) => {
      const taken = (answer: Answer) => { this.track.take(request, answer); resolve(answer as Answer<D>); };
      this.post({ request, resolve: taken, reject, onEvent, events: [] });
    });
  }

  private post(waiting: Waiting): void {
    if (this.gone !== null) return waiting.reject(this.gone);
    const { request } = waiting, id = ++this.number;
    this.waiting.set(id, waiting);
    // Events are asked for in any case: they are what is left of a search that is stopped.
    this.worker.postMessage({ line: JSON.stringify({ ...limited(request), ...(thinking.has(request.do) ? { events: true } : {}), id }) });
  }

  private start(): Promise<About> {
    this.worker = new Worker(new URL("worker.js", document.baseURI), { type: "module" });
    return new Promise((resolve, reject) => {
      this.failStart = reject;
      this.worker.onmessage = (e: MessageEvent<FromWorker>) => {
        if (e.data.ready !== undefined) resolve(e.data.ready);
        else if (e.data.failed !== undefined) this.lost(`the engine failed: ${e.data.failed}`);
        else if (e.data.line !== undefined) this.take(JSON.parse(e.data.line) as Line);
      };
      this.worker.onerror = (e) => { e.preventDefault(); this.lost(`the engine failed: ${e.message}`); };
    });
  }

  private take(line: Line): void {
    const waiting = typeof line.id === "number" ? this.waiting.get(line.id) : undefined;
    if (waiting === undefined) return;
    if (line["event"] !== undefined) {
      waiting.events.push(line as unknown as EngineEvent);
      return waiting.onEvent?.(line as unknown as EngineEvent);
    }
    this.waiting.delete(line.id as number);
    if (line.ok === false) waiting.reject(new EngineError(line.error ?? "the engine refuses"));
    else waiting.resolve(line as unknown as Answer);
  }

  private lost(message: string): void {
    this.gone ??= new EngineLost(message);
    this.failStart(this.gone);
    for (const waiting of this.waiting.values()) waiting.reject(this.gone);
    this.waiting.clear();
  }
}
