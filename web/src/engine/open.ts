// open.ts - the engine of this page: the server it came from, or WebAssembly where there is none.
import { HttpEngine, SessionGone } from "./http";
import { RecoveringEngine } from "./recover";
import { type Engine, EngineLost, type Request } from "./types";
import { WasmEngine } from "./wasm";

/** The server was there, and is gone: WebAssembly from now on, for all. */
let lost = false;

/** A server that is not there, or has no session left, is no reason not to play. */
async function openPlain(first: readonly Request[] = []): Promise<Engine> {
  if (lost) return WasmEngine.open();
  try {
    return await HttpEngine.open(first);
  } catch (error) {
    // One that refuses may have a place later; where there is none it is not asked again.
    lost ||= error instanceof EngineLost;
    return WasmEngine.open().catch(() => { throw error; });
  }
}

/** After a loss: the same server where only the session has expired. */
function openAnother(error: EngineLost): Promise<Engine> {
  lost ||= !(error instanceof SessionGone);
  return openPlain();
}

/** `first`: what will be asked first (HttpEngine.open). */
export async function openEngine(onChange?: (engine: Engine) => void, first: readonly Request[] = []): Promise<Engine> {
  return new RecoveringEngine(await openPlain(first), openAnother, onChange);
}
