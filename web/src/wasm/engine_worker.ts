// engine_worker.ts - the engine in a Web Worker: one session of the jsonl protocol (docs/PROTOCOLS.md), without a server.
// The other half is src/wasm/engine.c.
//
// The page starts it as a module worker or a classic one; engine.wasm lies beside the worker's own file.
//
//   to the worker     {line: TEXT}      one request, a JSON text; requests may be sent before `ready`
//                     {bench: true}     the searches of `pollard bench` (several seconds)
//   from the worker   {ready: ABOUT}    first: what the engine is (version, commit, digests, databases, lab, jobs, threads)
//                     {line: TEXT}      an event or an answer, a JSON text
//                     {bench: REPORT}   as `pollard bench --json`
//                     {closed: true}    after the request `quit`
//                     {failed: TEXT}    it cannot be loaded, or has ended by a fault; nothing follows
//
// Nothing stops a search but its limits: to stop one, terminate the worker, start another, and send `new` with the moves.
//
// This is plain JavaScript that a strict TypeScript compiler accepts too, so that the tests load it as it stands.

// What the C library imports: time, and a word of complaint. There are no files.
const system = (view = () => new DataView(new ArrayBuffer(0))) => {
  const BAD_FILE = 8;
  return {
    clock_time_get: (clock = 0, _precision = 0n, at = 0) => {
      const REALTIME = 0;
      const ms = clock === REALTIME ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
      return 0;
    },
    fd_write: (_file = 0, list = 0, count = 0, written = 0) => {
      let text = "";
      let sum = 0;
      for (let i = 0; i < count; i++) {
        const from = view().getUint32(list + 8 * i, true);
        const length = view().getUint32(list + 8 * i + 4, true);
        text += new TextDecoder().decode(new Uint8Array(view().buffer, from, length));
        sum += length;
      }
      console.warn(text);
      view().setUint32(written, sum, true);
      return 0;
    },
    fd_close: () => BAD_FILE,
    fd_seek: () => BAD_FILE,
  };
};

// An engine from the bytes of engine.wasm. `say` takes every line; a search has ended when `line` returns, false after quit.
export const engineOpen = async (bytes = new ArrayBuffer(0), say = (_line = "") => {}) => {
  let memory = new WebAssembly.Memory({ initial: 0 });
  let take = say;
  const view = () => new DataView(memory.buffer);
  const text = (at = 0, length = 0) => new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));
  const { instance } = await WebAssembly.instantiate(bytes, {
    pollard: { say: (at = 0, length = 0) => take(text(at, length)) },
    wasi_snapshot_preview1: system(view),
  });
  const call = (name = "", value = 0) => Number(Reflect.get(instance.exports, name)(value));
  memory = Reflect.get(instance.exports, "memory");
  // What an export says in one piece.
  const said = (name = "") => {
    let answer = "";
    take = (line = "") => {
      answer += line;
    };
    call(name);
    take = say;
    return JSON.parse(answer);
  };
  call("_initialize");
  if (call("engine_open") === 0) throw new Error("no memory for the engine");
  return {
    about: () => said("engine_about"),
    bench: () => said("engine_bench"),
    line: (request = "") => {
      const encoded = new TextEncoder().encode(request);
      if (encoded.length <= call("engine_room")) new Uint8Array(memory.buffer).set(encoded, call("engine_buffer"));
      return call("engine_line", encoded.length) !== 0;
    },
  };
};

// The worker.

const engineFetch = async () => {
  const answer = await fetch(new URL("engine.wasm", self.location.href));
  if (!answer.ok) throw new Error(`engine.wasm: ${answer.status}`);
  return answer.arrayBuffer();
};

const workerRun = () => {
  const send = (message = {}) => self.postMessage(message);
  const fail = (reason = {}) => send({ failed: String(reason) });
  const engine = engineFetch().then((bytes) => engineOpen(bytes, (line) => send({ line })));
  engine.then((opened) => send({ ready: opened.about() })).catch(fail);
  self.onmessage = (event) => {
    engine
      .then((opened) => {
        if (typeof event.data.line === "string" && !opened.line(event.data.line)) send({ closed: true });
        if (event.data.bench === true) send({ bench: opened.bench() });
      })
      .catch(fail);
  };
};

if (typeof self !== "undefined" && "importScripts" in self) workerRun();
