// clock.ts - clocks: minutes for all moves of a player, seconds added for each. They run from the first move on,
// at the end of the line alone, in the view of play, and not while the game is paused.
import { useEffect, useState } from "preact/hooks";
import { sharedLength } from "../app/changed";
import { gameOver } from "../app/state";
import type { AppState, AppStore } from "../app/store";

let left: number[] = [];
/** What was left when each position of the line was reached: what is taken back gets its time back. */
let times: number[][] = [];
let running: number | null = null;
let since = 0;
let seen: { game: number; line: readonly string[]; ply: number; rule: string } = { game: -1, line: [], ply: 0, rule: "" };
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
  times = Array.from({ length: s.line.length + 1 }, () => [...left]);
}

/** Another line, or more of the same: where it leaves the old one, the times are those of that position. */
function lineFollow(s: AppState, mover: number | null): void {
  const shared = sharedLength(s.line, seen.line), grown = shared === seen.line.length;
  if (!grown) left = [...(times[shared] ?? left)];
  if (grown && mover !== null && s.line.length > shared) left[mover] = (left[mover] ?? 0) + (s.clock?.increment ?? 0) * 1000;
  times.length = Math.min(times.length, shared + 1);
  while (times.length <= s.line.length) times.push([...left]);
}

/** Looks at every change of the game. */
export function clockFollow(s: AppState): void {
  const rule = s.clock === null ? "" : `${s.clock.minutes}+${s.clock.increment}`;
  const mover = running, other = s.number !== seen.game || rule !== seen.rule || s.line.length === 0 || left.length !== s.seats.length;
  const go = s.clock !== null && s.state !== null && !gameOver(s) && !s.paused && s.view === "play" && s.ply > 0 && s.ply === s.line.length;
  if (s.ply !== seen.ply || s.line !== seen.line || other || !go) stop();
  if (other) wind(s);
  else if (s.line !== seen.line) lineFollow(s, mover);
  seen = { game: s.number, line: s.line, ply: s.ply, rule };
  if (go && running === null) { running = s.state?.turn ?? 0; since = performance.now(); }
}

export function clockStart(app: AppStore): void {
  app.subscribe((s) => { clockFollow(s); for (const listener of listeners) listener(); });
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
