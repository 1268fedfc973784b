// stream.ts - server-sent events of one address.
//
// A browser keeps six connections to a server, for all its tabs together, and a stream that is open is one of them. So
// at most four are held open; whoever comes later looks every half second for what has come meanwhile.

export interface StreamEnds {
  /** What the server sends from now on is heard. */
  open: () => void;
  line: (data: string, id: string) => void;
  /** `again`: the browser tries again by itself. */
  broken: (again: boolean) => void;
}

const slots = 4;
/** Milliseconds: how long a look lasts, and between two of them. */
const look = 80, pause = 400;

/** `from` is the number of the last line that was heard, "0" before the first. The function returned ends it. */
export function streamOpen(path: string, from: string, ends: StreamEnds): () => void {
  let close = (): void => {}, closed = false;
  const begin = (leave: (() => void) | null): void => {
    if (closed) leave?.();
    else close = leave === null ? lookAgain(path, from, ends) : holdOpen(path, ends, leave);
  };
  const locks = (navigator as { locks?: LockManager }).locks;
  // Where there are no locks (another machine's address without TLS) tabs know nothing of each other, and all look.
  if (locks === undefined) begin(null);
  else void slotTake(locks).then(begin);
  return () => { closed = true; close(); };
}

/** One of the places for streams that are held open, and what gives it back; null: all are taken. */
async function slotTake(locks: LockManager): Promise<(() => void) | null> {
  for (let i = 0; i < slots; i++) {
    const leave = await new Promise<(() => void) | null>((taken) => {
      void locks.request(`pollard-stream-${i}`, { ifAvailable: true }, (lock) => {
        if (lock === null) return taken(null);
        return new Promise<void>((left) => taken(left));
      }).catch(() => taken(() => {}));
    });
    if (leave !== null) return leave;
  }
  return null;
}

function holdOpen(path: string, ends: StreamEnds, leave: () => void): () => void {
  const source = new EventSource(path);
  const close = (): void => { source.close(); leave(); };
  source.onopen = () => ends.open();
  source.onmessage = (e) => ends.line(e.data as string, e.lastEventId);
  source.onerror = () => {
    const again = source.readyState !== EventSource.CLOSED;
    if (!again) close();
    ends.broken(again);
  };
  return close;
}

function lookAgain(path: string, from: string, ends: StreamEnds): () => void {
  let last = from, closed = false, timer: ReturnType<typeof setTimeout> | undefined, looking = new AbortController();
  const line = (data: string, id: string): void => { last = id; if (!closed) ends.line(data, id); };
  const turn = async (): Promise<void> => {
    looking = new AbortController();
    const there = await lookOnce(path, last, looking, line);
    if (closed) return;
    if (there) timer = setTimeout(() => void turn(), pause);
    else ends.broken(false);
  };
  // The server keeps what nobody hears yet.
  timer = setTimeout(() => void turn(), 0);
  queueMicrotask(() => { if (!closed) ends.open(); });
  return () => { closed = true; clearTimeout(timer); looking.abort(); };
}

/** Hands out the lines that are there; false: the stream is not. */
async function lookOnce(path: string, last: string, looking: AbortController, line: (data: string, id: string) => void): Promise<boolean> {
  let answered = false;
  try {
    const response = await fetch(path, { cache: "no-store", headers: { "Last-Event-ID": last }, signal: looking.signal });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (!response.ok || reader === undefined) return false;
    answered = true;
    setTimeout(() => looking.abort(), look);
    for (let text = "", part = await reader.read(); !part.done; part = await reader.read()) text = linesTake(text + part.value, line);
    return false;
  } catch {
    return answered && looking.signal.aborted;
  }
}

/** Takes the events that are complete; what is left is the beginning of the next one. */
export function linesTake(text: string, line: (data: string, id: string) => void): string {
  const events = text.split("\n\n"), rest = events.pop() ?? "";
  for (const event of events) {
    const data = /^data: (.*)$/m.exec(event)?.[1], id = /^id: (.*)$/m.exec(event)?.[1];
    if (data !== undefined) line(data, id ?? "");
  }
  return rest;
}
