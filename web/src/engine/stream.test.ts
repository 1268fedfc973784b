import assert from "node:assert/strict";
import test from "node:test";
import { fake, fakeLocks, fakeServer, soon } from "./fake_server";
import { linesTake, streamOpen } from "./stream";

/** A response that sends these texts and stays open until it is given up. */
function endless(texts: string[], signal: AbortSignal): Response {
  return new Response(new ReadableStream<Uint8Array>({
    start(controller) {
      for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
      signal.addEventListener("abort", () => controller.error(new Error("aborted")));
    },
  }));
}

/** At most ten seconds. */
async function until(check: () => boolean): Promise<void> {
  for (let i = 0; i < 1000 && !check(); i++) await soon(10);
}

const ends = () => {
  const heard: string[] = [];
  return { heard, open: () => { heard.push("open"); }, line: (data: string, id: string) => { heard.push(`${id} ${data}`); }, broken: (again: boolean) => { heard.push(`broken ${again}`); } };
};

test("four streams are held open, others look from time to time and go on where they were", async () => {
  fakeServer();
  const locks = fakeLocks(), asked: string[] = [];
  Object.assign(navigator, { locks });
  Object.assign(globalThis, {
    fetch: (_path: string, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) => {
      const last = headers["Last-Event-ID"] ?? "";
      asked.push(last);
      return Promise.resolve(endless(last === "0" ? ["retry: 1000\n\nid: 1\ndata: a\n\nid: 2\nda", "ta: b\n\nid: 3\ndata: cut"] : [": nothing\n\n"], signal));
    },
  });
  const closes = [1, 2, 3, 4].map(() => streamOpen("/s", "0", ends()));
  await until(() => fake.sources.length === 4);
  const fifth = ends(), close = streamOpen("/s", "0", fifth);
  await until(() => asked.length >= 2);
  assert.equal(fake.sources.length, 4);
  assert.deepEqual([fifth.heard, asked.slice(0, 2)], [["open", "1 a", "2 b"], ["0", "2"]]);
  close();
  for (const end of closes) end();
  await until(() => locks.held.size === 0);
  assert.equal(locks.held.size, 0);
});

test("where tabs know nothing of each other nobody holds a stream open", async () => {
  fakeServer();
  let asked = 0;
  Object.assign(navigator, { locks: undefined });
  Object.assign(globalThis, { fetch: (_path: string, { signal }: { signal: AbortSignal }) => { asked++; return Promise.resolve(endless([], signal)); } });
  const close = streamOpen("/s", "0", ends());
  await until(() => asked > 0);
  assert.deepEqual([asked > 0, fake.sources.length], [true, 0]);
  close();
});

test("one that looks is told when the stream is no longer there", async () => {
  fakeServer();
  const locks = fakeLocks();
  for (let i = 0; i < 4; i++) locks.held.add(`pollard-stream-${i}`);
  Object.assign(navigator, { locks });
  Object.assign(globalThis, { fetch: () => Promise.resolve(new Response("{}", { status: 404 })) });
  const heard = ends();
  streamOpen("/s", "0", heard);
  await until(() => heard.heard.length >= 2);
  assert.deepEqual(heard.heard, ["open", "broken false"]);
});

test("events are taken when they are whole, whatever pieces they come in", () => {
  const text = "retry: 1000\n\nid: 1\ndata: {\"a\":1}\n\n: sign of life\n\nid: 2\ndata: {}\n\n";
  for (let size = 1; size < 20; size++) {
    const heard: string[] = [];
    let rest = "";
    for (let at = 0; at < text.length; at += size) rest = linesTake(rest + text.slice(at, at + size), (data, id) => heard.push(`${id} ${data}`));
    assert.deepEqual([heard, rest], [["1 {\"a\":1}", "2 {}"], ""]);
  }
});
