// fake_worker.ts - for tests: what a browser and worker.js do for a WasmEngine.

type Asked = Record<string, unknown> & { do: string; id: number };

/** A worker that answers all but searches, late, and whose searches tell of one depth where they are asked to. */
export class FakeWorker {
  static all: FakeWorker[] = [];
  static speaks = true;
  static starts = true;
  readonly asked: Asked[] = [];
  ended = false;
  onmessage: (e: { data: unknown }) => void = () => {};
  onerror: (e: unknown) => void = () => {};

  constructor() {
    FakeWorker.all.push(this);
    if (FakeWorker.starts) this.say({ ready: { version: "fake" } });
  }

  postMessage({ line }: { line: string }): void {
    const asked = JSON.parse(line) as Asked, { id } = asked;
    this.asked.push(asked);
    if (asked.do === "think" && FakeWorker.speaks) this.answer({ id, event: "depth", depth: 1, move: "a", index: 0 });
    if (!["think", "perft"].includes(asked.do)) this.answer({ id, ok: true, game: asked["game"], played: [asked["move"]] });
  }

  terminate(): void { this.ended = true; }
  get dos(): string[] { return this.asked.map((asked) => [asked.do, ...(asked["moves"] as string[] | undefined ?? [])].join(" ")); }
  private answer(line: object): void { this.say({ line: JSON.stringify(line) }); }
  private say(data: unknown): void { setTimeout(() => { if (!this.ended) this.onmessage({ data }); }, 2); }
}

/** A browser in which workers are these; none is there yet. */
export function fakeWorkers(): void {
  Object.assign(globalThis, { Worker: FakeWorker, document: { baseURI: "http://here/" } });
  Object.assign(FakeWorker, { all: [], speaks: true, starts: true });
}
