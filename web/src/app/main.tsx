// main.tsx - where the page begins.
import { render } from "preact";
import { openEngine } from "../engine/open";
import { clockStart } from "../play/clock";
import { addressRead, addressWrite, requestOf } from "./address";
import { Shell } from "./shell";
import { AppStore } from "./store";
import { themeStart } from "./theme";
import { views, viewsLoad } from "./views";

const app = new AppStore((first) => openEngine((engine) => {
  if (engine.kind === "wasm") app.set({ lost: true });
}, first));

function viewOf(hash: string): string {
  const { view } = addressRead(hash);
  return views.some((v) => v.id === view) ? view as string : "play";
}

/** Milliseconds: browsers refuse an address that changes more than 100 times in 30 seconds. */
const addressDelay = 320;
let written = location.hash;

function write(): void {
  const s = app.get(), hash = s.phase === "ready" ? addressWrite(s) : written;
  // An address that was typed a moment ago stays: it is told to the page soon.
  if (hash === written || location.hash !== written) return;
  history.replaceState(null, "", hash);
  written = location.hash;
}

/** The address follows the game; another address, typed or pasted, is another game. */
function addressFollow(): void {
  let timer = 0;
  app.subscribe(() => { timer ||= window.setTimeout(() => { timer = 0; write(); }, addressDelay); });
  addEventListener("pagehide", write);
  addEventListener("hashchange", () => {
    if (location.hash === written) return;
    written = location.hash;
    app.setView(viewOf(written));
    void app.newGameOr(requestOf(written));
  });
}

/** The other views, and the files of the page for when its server is gone. */
function restStart(): void {
  viewsLoad().catch(() => {});
  if ("serviceWorker" in navigator && isSecureContext) void navigator.serviceWorker.register("offline.js").catch(() => {});
}

/** Milliseconds: a server has answered by then, and the page is drawn once, with its board. */
const boardWait = 100;

let drawn = false;
function draw(): void {
  if (!drawn) render(<Shell app={app} />, document.getElementById("app") as HTMLElement);
  drawn = true;
}

// The board is what everybody waits for: what it needs is asked for first.
const begun = app.begin(requestOf(location.hash));
themeStart();
app.setView(viewOf(location.hash));
if (app.get().view !== "play") viewsLoad().catch(() => {});
clockStart(app);
addressFollow();
setTimeout(draw, boardWait);
void begun.then(draw).then(() => setTimeout(restStart, 1000));
