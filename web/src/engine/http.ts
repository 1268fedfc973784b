// http.ts - an engine behind `pollard serve`: a session of requests; a stream of events while it searches.
//
// A browser keeps six connections to a server, over all tabs: the stream is open only while a search runs (stream.ts).
import { streamOpen } from "./stream";
import { moving } from "./track";
import {
  type About, type Answer, type Do, type Engine, type EngineEvent, type Request, type ServerApi,
  EngineError, EngineLost, EngineStopped, late,
} from "./types";

interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
  onEvent: ((event: EngineEvent) => void) | undefined;
  /** Until the server has the request; null before it is sent. */
  sent: Promise<unknown> | null;
}

/** The stream of events: `opened` ends when it is open, and when it is given up. */
interface Stream { close: () => void; opened: Promise<void>; giveUp: () => void }

type Line = Record<string, unknown> & { ok?: boolean; error?: string; id?: number };

/** A request, as text, and its answer, which came before it was asked. */
interface Early { request: string; answer: Line }

async function fetchJson(path: string, body?: unknown): Promise<Line> {
  let response: Response, line: unknown;
  try {
    response = await fetch(path, body === undefined ? { cache: "no-store" } : {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
  } catch {
    throw new EngineLost("the server does not answer");
  }
  try {
    line = await response.json();
  } catch {
    // Pollard refuses in JSON.
    throw new EngineLost(response.ok ? "the server's answer was cut off" : `not a server of Pollard: it answers ${response.status}`);
  }
  const answer = line as Line;
  if (response.status === 404 && /session/.test(String(answer.error))) throw new SessionGone(String(answer.error));
  if (!response.ok || answer.ok === false) throw new EngineError(answer.error ?? `the server answers ${response.status}`);
  return answer;
}

/** The session has expired; the server is there. */
export class SessionGone extends EngineLost { override name = "SessionGone"; }

export const serverApi: ServerApi = {
  get: <T>(path: string) => fetchJson(path) as Promise<T>,
  post: <T>(path: string, body: unknown) => fetchJson(path, body) as Promise<T>,
  events(path, onEvent, onLost) {
    return streamOpen(path, "0", {
      open: () => {}, line: (data) => onEvent(JSON.parse(data) as Record<string, unknown>), broken: (again) => { if (!again) onLost?.(); },
    });
  },
};

function aboutRead(line: Line | undefined): About {
  if (typeof line?.["version"] !== "string") throw new EngineLost("not a server of Pollard");
  return { ...line, ...(line["can"] as object | undefined) } as unknown as About;
}

export class HttpEngine implements Engine {
  readonly kind = "http";
  readonly server = serverApi;
  private number = 0;
  private readonly waiting = new Map<number, Waiting>();
  private stream: Stream | null = null;
  /** The number of the last line of the stream. */
  private heard = "0";

  private constructor(readonly about: About, private readonly path: string, private early: Early[]) {}

  /** `first`: what will be asked first, in this order; the answers come with the session, one request for all. */
  static async open(first: readonly Request[] = []): Promise<HttpEngine> {
    const line = await fetchJson("/api/sessions", { about: true, ...(first.length === 0 ? {} : { ask: first }) });
    const answers = (line["answers"] ?? []) as Line[];
    const engine = new HttpEngine(aboutRead(line["about"] as Line | undefined), `/api/sessions/${encodeURIComponent(String(line["session"]))}`,
      answers.map((answer, i) => ({ request: JSON.stringify(first[i]), answer })));
    // A server has few sessions: a page that goes gives its own back. One that comes back finds it gone and opens another.
    addEventListener("pagehide", engine.leave);
    return engine;
  }

  async ask<D extends Do>(request: Request<D>, onEvent?: (event: EngineEvent) => void): Promise<Answer<D>> {
    const early = this.takeEarly(request);
    if (early?.ok === false) throw new EngineError(early.error ?? "the engine refuses");
    if (early !== null) return early as unknown as Answer<D>;
    const id = ++this.number;
    if (!late.has(request.do)) return await fetchJson(this.path, { ...request, id }) as unknown as Answer<D>;
    return new Promise<Answer<D>>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (answer: Answer) => void, reject, onEvent, sent: null });
      void this.send(id, request);
    });
  }

  async stop(): Promise<void> {
    const searches = [...this.waiting];
    for (const [id, { sent }] of searches) if (sent === null) this.fail(id, new EngineStopped("stopped"));
    // One that is on its way arrives first: the server would have nothing to stop.
    await Promise.allSettled(searches.map(([, { sent }]) => sent));
    if (searches.some(([id]) => this.waiting.has(id))) await fetchJson(this.path, { do: "stop", id: ++this.number });
  }

  close(): void {
    this.end();
    this.lost(new EngineLost("the session was closed"));
  }

  /** The answer that came with the session; those left over are worth nothing once the session stands elsewhere. */
  private takeEarly(request: Request): Line | null {
    if (this.early.length === 0) return null;
    if (this.early[0]?.request === JSON.stringify(request)) return this.early.shift()?.answer ?? null;
    if (moving.has(request.do)) this.early = [];
    return null;
  }

  /** What was asked for stays so while the page is away: there is nobody who could ask again. */
  private readonly leave = () => {
    this.end();
    addEventListener("pageshow", () => this.lost(new SessionGone("the session was closed")), { once: true });
  };

  private end(): void {
    removeEventListener("pagehide", this.leave);
    this.stream?.close();
    const body = new Blob(["{}"], { type: "application/json" });
    if (!navigator.sendBeacon(`${this.path}/close`, body)) void fetchJson(`${this.path}/close`, {}).catch(() => {});
  }

  /** A search, as soon as its events can be heard, unless it was given up until then. */
  private async send(id: number, request: Request): Promise<void> {
    try {
      await this.listen();
      const waiting = this.waiting.get(id);
      if (waiting === undefined) return;
      const sent = fetchJson(this.path, { ...request, id });
      waiting.sent = sent;
      const line = await sent;
      if (line["started"] !== true) this.take({ ...line, id });
    } catch (error) {
      this.fail(id, error as Error);
    }
  }

  /** Opens the stream, unless it is. */
  private listen(): Promise<void> {
    if (this.stream !== null) return this.stream.opened;
    let giveUp = () => {};
    const opened = new Promise<void>((resolve) => { giveUp = resolve; });
    const close = streamOpen(`${this.path}/events`, this.heard, {
      open: giveUp, broken: () => void this.broken(stream),
      line: (data, id) => { this.heard = id; this.take(JSON.parse(data) as Line); },
    });
    const stream = this.stream = { close, opened, giveUp };
    return opened;
  }

  /** The stream does not say why it ended; a server that is still there has ended the session. */
  private async broken(stream: Stream): Promise<void> {
    stream.close();
    const error = await fetchJson("/api/about").then(aboutRead).then(() => new SessionGone("the session has expired"),
      () => new EngineLost("the server does not answer"));
    if (this.stream === stream) this.lost(error);
  }

  /** An event, or the answer. */
  private take(line: Line): void {
    const waiting = typeof line.id === "number" ? this.waiting.get(line.id) : undefined;
    if (waiting === undefined) return;
    if (line["event"] !== undefined) return waiting.onEvent?.(line as unknown as EngineEvent);
    this.waiting.delete(line.id as number);
    if (this.waiting.size === 0) this.silence();
    if (line.ok === false) waiting.reject(new EngineError(line.error ?? "the engine refuses"));
    else waiting.resolve(line as unknown as Answer);
  }

  private fail(id: number, error: Error): void {
    this.waiting.get(id)?.reject(error);
    this.waiting.delete(id);
    if (this.waiting.size === 0) this.silence();
  }

  private lost(error: Error): void {
    for (const id of [...this.waiting.keys()]) this.fail(id, error);
    this.silence();
  }

  private silence(): void {
    this.stream?.close();
    this.stream?.giveUp();
    this.stream = null;
  }
}
