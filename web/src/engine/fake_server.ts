// fake_server.ts - for tests: what a browser and `pollard serve` do for an HttpEngine, each step when a test says so.

type Body = Record<string, unknown> & { do?: string; id?: number };
type Reply = { status?: number; line: object } | "down" | Promise<{ status?: number; line: object }>;

class FakeSource {
  onopen: () => void = () => {};
  onmessage: (e: { data: string }) => void = () => {};
  onerror: () => void = () => {};
  closed = false;
  constructor(readonly path: string) { fake.sources.push(this); }
  close(): void { this.closed = true; }
  say(line: object): void { this.onmessage({ data: JSON.stringify(line) }); }
}

export const fake = {
  sources: [] as FakeSource[],
  /** What was posted: its `do`, or the path. */
  posted: [] as string[],
  ids: [] as number[],
  events: new EventTarget(),
  reply: (_path: string, _body: Body): Reply => ({ line: { ok: true } }),
};

const started = (_path: string, body: Body): Reply => ({
  line: { ok: true, version: "fake", session: "s", about: { version: "fake" }, ...(body.do === "think" ? { started: true } : {}) },
});

async function fetchFake(path: string, how: { body?: string } = {}): Promise<unknown> {
  const body = JSON.parse(how.body ?? "{}") as Body;
  fake.posted.push(body.do ?? path);
  if (body.id !== undefined) fake.ids.push(body.id);
  const reply = await fake.reply(path, body);
  if (reply === "down") throw new TypeError("fetch failed");
  const { status = 200, line } = reply;
  return { status, ok: status < 400, json: () => Promise.resolve(line) };
}

/** Locks of one browser: a name is free until who has it lets it go. */
export function fakeLocks() {
  const held = new Set<string>();
  return {
    held,
    async request(name: string, _options: object, work: (lock: object | null) => unknown): Promise<unknown> {
      if (held.has(name)) return work(null);
      held.add(name);
      return Promise.resolve(work({})).finally(() => held.delete(name));
    },
  };
}

/** A server at which all is well, and nothing asked yet. */
export function fakeServer(): void {
  Object.assign(fake, { sources: [], posted: [], ids: [], events: new EventTarget(), reply: started });
  const { events } = fake;
  const globals = {
    fetch: fetchFake, EventSource: FakeSource, navigator: { sendBeacon: () => true, locks: fakeLocks() },
    addEventListener: events.addEventListener.bind(events), removeEventListener: events.removeEventListener.bind(events),
  };
  for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

export const soon = (ms = 3): Promise<void> => new Promise((resolve) => { setTimeout(resolve, ms); });
