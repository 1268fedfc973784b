// main.tsx - where the page begins.
import { render } from "preact";
import { openEngine } from "../engine/open";
import { clockStart } from "../play/clock";
import "../ui/ui.css";
import { addressRead, addressWrite } from "./address";
import { Shell } from "./shell";
import { human } from "./state";
import { AppStore, type GameRequest } from "./store";
import { themeStart } from "./theme";
import { views } from "./views";

const app = new AppStore(() => openEngine((engine) => {
  if (engine.kind === "wasm") app.set({ lost: true });
}));

/** What the address asks for. A game that somebody shared is looked at, not played against. */
function requestOf(hash: string): GameRequest {
  const { game, position, moves, ply, seats } = addressRead(hash);
  const shared = position !== null || moves.length > 0;
  return {
    game: game ?? "othello", position: position ?? "", moves, ...(ply === null ? {} : { ply }),
    ...(seats !== null ? { seats } : shared ? { seats: Array.from({ length: 6 }, () => human) } : {}),
  };
}

function viewOf(hash: string): string {
  const { view } = addressRead(hash);
  return views.some((v) => v.id === view) ? view as string : "play";
}

/** Milliseconds: browsers refuse an address that changes more than 100 times in 30 seconds. */
const addressDelay = 320;
let written = location.hash;

function write(): void {
  const s = app.get(), hash = s.phase === "ready" ? addressWrite(s) : written;
  if (hash === written) return;
  written = hash;
  history.replaceState(null, "", hash);
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

/** Keeps the files of the page for when its server is gone; after the first board, which is in more of a hurry. */
function offlineStart(): void {
  if ("serviceWorker" in navigator && isSecureContext) void navigator.serviceWorker.register("offline.js").catch(() => {});
}

themeStart();
app.setView(viewOf(location.hash));
clockStart(app);
addressFollow();
render(<Shell app={app} />, document.getElementById("app") as HTMLElement);
void app.begin(requestOf(location.hash)).then(() => setTimeout(offlineStart, 1000));
