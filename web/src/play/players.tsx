// players.tsx - a line per player over the board: his piece, his name, whether it is his turn, his clock, what the
// game notes of him.
import { type AppState, gameOver, winnerByDefault } from "../app/state";
import { type AppStore, useApp } from "../app/store";
import { PlayerBadge } from "../board/badge";
import { lookOf } from "../board/owners";
import { useClock } from "./clock";

export function Players({ app }: { app: AppStore }) {
  const s = useApp(app);
  if (s.state === null) return <div class="players" />;
  return (
    <ul class="players" aria-label="Players">
      {Array.from({ length: s.state.players }, (_, i) => <PlayerLine key={i} s={s} player={i} />)}
    </ul>
  );
}

function PlayerLine({ s, player }: { s: AppState; player: number }) {
  const clock = useClock(player);
  const turn = s.state?.turn === player && !gameOver(s), seat = s.seats[player], look = lookOf(s.board, player);
  const notes = s.board?.notes.filter((note) => note.player === player) ?? [];
  const won = (s.state?.points?.[player] ?? 0) === 2 || winnerByDefault(s) === player;
  return (
    <li class={`player ${turn ? "turn" : ""}`} aria-current={turn ? "true" : undefined}>
      <PlayerBadge look={look} player={player} />
      <span class="who">{look.name}</span>
      <span class="soft small seat">{seat?.kind === "engine" ? seatText(seat.player) : ""}</span>
      {notes.map((note) => <span key={note.name} class="small soft">{note.name} <b>{note.value}</b></span>)}
      {turn ? <span class="chip turn-chip">{s.thinking ? "thinking" : "to move"}</span> : null}
      {won ? <span class="chip good">won</span> : null}
      {s.clock === null ? null : <span class="clock numbers" role="timer">{clock}</span>}
    </li>
  );
}

export function seatText(player: string): string {
  const level = /^engine:level=(\d+)$/.exec(player);
  return level === null ? player : `engine, level ${level[1]}`;
}
