// clock.ts - clocks: minutes for all moves of a player, seconds added for each. They run from the first move on,
// at the end of the line alone, and not while the game is paused.
import { useEffect, useState } from "preact/hooks";
import { gameOver } from "../app/state";
import type { AppState, AppStore } from "../app/store";

let left: number[] = [];
let running: number | null = null;
let since = 0;
let seen = { game: "", start: "", ply: 0, rule: "" };
const listeners = new Set<() => void>();

function spent(): number { return running === null ? 0 : performance.now() - since; }

/** Milliseconds that a player has. */
export function clockOf(player: number): number { return Math.max(0, (left[player] ?? 0) - (running === player ? spent() : 0)); }

export function clockText(ms: number): string {
  const tenths = Math.ceil(ms / 100), s = Math.floor(tenths / 10), minutes = Math.floor(s / 60);
  if (tenths < 200) return `${minutes}:${String(s % 60).padStart(2, "0")}.${tenths % 10}`;
  return `${minutes}:${String(s % 60).padStart(2, "0")}`;
}

function stop(): void {
  if (running !== null) left[running] = Math.max(0, (left[running] ?? 0) - spent());
  running = null;
}

function wind(s: AppState): void {
  left = s.seats.map(() => (s.clock?.minutes ?? 0) * 60_000);
}

/** Looks at every change of the game. */
function follow(s: AppState): void {
  const rule = s.clock === null ? "" : `${s.clock.minutes}+${s.clock.increment}`;
  const mover = running, moved = s.ply === seen.ply + 1 && s.game === seen.game;
  const other = s.game !== seen.game || s.start !== seen.start || rule !== seen.rule || s.ply === 0 || left.length !== s.seats.length;
  if (s.ply !== seen.ply || other || gameOver(s) || s.paused) stop();
  if (other) wind(s);
  else if (moved && mover !== null) left[mover] = (left[mover] ?? 0) + (s.clock?.increment ?? 0) * 1000;
  seen = { game: s.game, start: s.start, ply: s.ply, rule };
  const go = s.clock !== null && s.state !== null && !gameOver(s) && !s.paused && s.ply > 0 && s.ply === s.line.length;
  if (go && running === null) { running = s.state?.turn ?? 0; since = performance.now(); }
}

export function clockStart(app: AppStore): void {
  app.subscribe((s) => { follow(s); for (const listener of listeners) listener(); });
  app.clockLeft = (player) => (app.get().clock === null ? null
    : { left_ms: Math.round(clockOf(player)), inc_ms: Math.round((app.get().clock?.increment ?? 0) * 1000) });
  setInterval(() => {
    if (running === null) return;
    if (clockOf(running) === 0) { const player = running; stop(); app.flag(player); }
    for (const listener of listeners) listener();
  }, 100);
}

/** The time of a player, again whenever its text changes. */
export function useClock(player: number): string {
  const [text, setText] = useState(clockText(clockOf(player)));
  useEffect(() => {
    const look = () => setText(clockText(clockOf(player)));
    look();
    listeners.add(look);
    return () => { listeners.delete(look); };
  }, [player]);
  return text;
}
