// wasm.ts - the engine as WebAssembly in a worker. A search is stopped by ending the worker; another one is put
// where it stood. What the search had found until then is its answer.
import { GameTrack } from "./track";
import {
  type About, type Answer, type Do, type Engine, type EngineEvent, type Request,
  EngineError, EngineLost, EngineStopped, thinking,
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

export class WasmEngine implements Engine {
  readonly kind = "wasm";
  readonly server = null;
  about!: About;
  private worker!: Worker;
  private number = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly track = new GameTrack();

  private constructor() {}

  static async open(): Promise<WasmEngine> {
    const engine = new WasmEngine();
    engine.about = await engine.start();
    return engine;
  }

  ask<D extends Do>(request: Request<D>, onEvent?: (event: EngineEvent) => void): Promise<Answer<D>> {
    return new Promise<Answer<D>>((resolve, reject) => {
      const id = ++this.number;
      const taken = (answer: Answer) => { this.track.take(request, answer); resolve(answer as Answer<D>); };
      this.waiting.set(id, { request, resolve: taken, reject, onEvent, events: [] });
      // Events are asked for in any case: they are what is left of a search that is stopped.
      const line = JSON.stringify({ ...request, ...(thinking.has(request.do) ? { events: true } : {}), id });
      this.worker.postMessage({ line });
    });
  }

  async stop(): Promise<void> {
    const searches = [...this.waiting.values()].filter((w) => thinking.has(w.request.do));
    if (searches.length === 0) return;
    this.worker.terminate();
    const others = [...this.waiting.values()].filter((w) => !thinking.has(w.request.do));
    this.waiting.clear();
    for (const search of searches) {
      const found = foundSoFar(search);
      if (found === null) search.reject(new EngineStopped("stopped"));
      else search.resolve(found);
    }
    await this.start();
    const replay = this.track.replay();
    if (replay !== null) await this.ask(replay);
    for (const other of others) void this.ask(other.request, other.onEvent).then(other.resolve, other.reject);
  }

  close(): void { this.worker.terminate(); }

  private start(): Promise<About> {
    this.worker = new Worker(new URL("worker.js", document.baseURI), { type: "module" });
    return new Promise((resolve, reject) => {
      this.worker.onmessage = (e: MessageEvent<FromWorker>) => {
        if (e.data.ready !== undefined) resolve(e.data.ready);
        else if (e.data.failed !== undefined) this.lost(`the engine failed: ${e.data.failed}`, reject);
        else if (e.data.line !== undefined) this.take(JSON.parse(e.data.line) as Line);
      };
      this.worker.onerror = (e) => { e.preventDefault(); this.lost(`the engine failed: ${e.message}`, reject); };
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

  private lost(message: string, reject: (error: Error) => void): void {
    const error = new EngineLost(message);
    reject(error);
    for (const waiting of this.waiting.values()) waiting.reject(error);
    this.waiting.clear();
  }
}
