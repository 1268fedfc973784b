// worker.ts - the worker in which the engine runs (src/wasm/engine.c): a request in, answers and events out.
// What the engine wants of its host is a clock, random bytes, and somebody to say things to.
interface EngineExports {
  memory: WebAssembly.Memory;
  _initialize?: () => void;
  engine_open(): number;
  engine_buffer(): number;
  engine_room(): number;
  engine_line(length: number): number;
  engine_about(): void;
}

interface WorkerScope {
  postMessage(message: unknown): void;
  onmessage: ((e: MessageEvent<{ id?: number }>) => void) | null;
}

const scope = self as unknown as WorkerScope;
const reader = new TextDecoder(), writer = new TextEncoder();
let engine: EngineExports;

const badCall = 52; // ENOSYS of WASI

function say(at: number, length: number): void {
  scope.postMessage(JSON.parse(reader.decode(new Uint8Array(engine.memory.buffer, at, length))));
}

/** The calls of WASI that mean something here; all others answer that they are not there. */
const calls: Record<string, (...args: never[]) => number> = {
  clock_time_get(clock: number, _precision: bigint, out: number) {
    const ms = clock === 0 ? Date.now() : performance.now();
    new DataView(engine.memory.buffer).setBigUint64(out, BigInt(Math.round(ms * 1e6)), true);
    return 0;
  },
  clock_res_get(_clock: number, out: number) {
    new DataView(engine.memory.buffer).setBigUint64(out, 1000n, true);
    return 0;
  },
  random_get(at: number, length: number) {
    for (let i = 0; i < length; i += 65536)
      crypto.getRandomValues(new Uint8Array(engine.memory.buffer, at + i, Math.min(65536, length - i)));
    return 0;
  },
  environ_sizes_get(count: number, size: number) { return nothing(count, size); },
  args_sizes_get(count: number, size: number) { return nothing(count, size); },
  environ_get() { return 0; },
  args_get() { return 0; },
  fd_write(_fd: number, vectors: number, count: number, written: number) {
    const view = new DataView(engine.memory.buffer);
    let bytes = 0;
    for (let i = 0; i < count; i++) bytes += view.getUint32(vectors + 8 * i + 4, true);
    view.setUint32(written, bytes, true);
    return 0;
  },
  proc_exit(code: number): number { throw new Error(`the engine ended with ${code}`); },
};

function nothing(count: number, size: number): number {
  const view = new DataView(engine.memory.buffer);
  view.setUint32(count, 0, true);
  view.setUint32(size, 0, true);
  return 0;
}

function importsOf(module: WebAssembly.Module): WebAssembly.Imports {
  const imports: Record<string, Record<string, unknown>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    (imports[from] ??= {})[name] = name === "say" ? say : calls[name] ?? (() => badCall);
  return imports as WebAssembly.Imports;
}

async function start(): Promise<void> {
  const file = await fetch(new URL("engine.wasm", self.location.href));
  if (!file.ok) throw new Error(`engine.wasm: the web server answers ${file.status}`);
  const module = await WebAssembly.compile(await file.arrayBuffer());
  const instance = await WebAssembly.instantiate(module, importsOf(module));
  engine = instance.exports as unknown as EngineExports;
  engine._initialize?.();
  if (engine.engine_open() === 0) throw new Error("out of memory for the engine");
  engine.engine_about();
}

function answer(request: { id?: number }): void {
  const bytes = writer.encode(JSON.stringify(request));
  if (bytes.length > engine.engine_room()) {
    scope.postMessage({ id: request.id, ok: false, error: "the request is too long" });
    return;
  }
  new Uint8Array(engine.memory.buffer, engine.engine_buffer(), bytes.length).set(bytes);
  engine.engine_line(bytes.length);
}

const ready = start().then(() => true, (error: unknown) => {
  scope.postMessage({ ok: false, error: String(error instanceof Error ? error.message : error) });
  return false;
});

scope.onmessage = (e) => { void ready.then((good) => { if (good) answer(e.data); }); };

export {};
