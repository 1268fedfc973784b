// open.ts - the engine of this page: the server it came from, or WebAssembly where there is none.
import { aboutServer, HttpEngine, SessionGone } from "./http";
import { RecoveringEngine } from "./recover";
import { type About, type Engine, EngineLost } from "./types";
import { WasmEngine } from "./wasm";

let server: Promise<About | null> | null = null;

function findServer(): Promise<About | null> {
  server ??= aboutServer().then((about) => about, () => null);
  return server;
}

async function openPlain(): Promise<Engine> {
  // Both questions at once: the first board is waited for.
  const session = HttpEngine.askSession();
  session.catch(() => {});
  const about = await findServer();
  return about === null ? WasmEngine.open() : HttpEngine.open(about, session);
}

/** After a loss: the same server where only the session has expired, else WebAssembly, from now on for all. */
async function openAnother(error: EngineLost): Promise<Engine> {
  const about = await findServer();
  if (error instanceof SessionGone && about !== null) return HttpEngine.open(about);
  server = Promise.resolve(null);
  return WasmEngine.open();
}

export async function openEngine(onChange?: (engine: Engine) => void): Promise<Engine> {
  let inner: Engine;
  try {
    inner = await openPlain();
  } catch (error) {
    // A server that has no session left is no reason not to play.
    inner = await WasmEngine.open().catch(() => { throw error; });
  }
  return new RecoveringEngine(inner, openAnother, onChange);
}
