// address.ts - the game in the address: #game=othello&moves=d3 c5&view=play. Nothing of it reaches a server.
import type { AppState, GameRequest, Seat } from "./state";
import { human } from "./state";

export interface Address {
  game: string | null;
  position: string | null;
  moves: string[];
  ply: number | null;
  seats: Seat[] | null;
  view: string | null;
}

export function addressRead(hash: string): Address {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const moves = words.get("moves")?.trim() ?? "", ply = words.get("ply");
  return {
    game: words.get("game"), position: words.get("position"), moves: moves === "" ? [] : moves.split(/\s+/),
    ply: ply === null || !/^\d{1,6}$/.test(ply) ? null : Number(ply), seats: seatsRead(words.get("seats")),
    view: words.get("view"),
  };
}

/** What the address asks for. A game that somebody shared is looked at, not played against. */
export function requestOf(hash: string): GameRequest {
  const { game, position, moves, ply, seats } = addressRead(hash);
  const shared = position !== null || moves.length > 0;
  return {
    game: game ?? "othello", position: position ?? "", moves, ...(ply === null ? {} : { ply }),
    ...(seats !== null ? { seats } : shared ? { seats: Array.from({ length: 6 }, () => human) } : {}),
  };
}

/** The part of a shared address that has the game; null: this text is none. */
export function addressFind(text: string): string | null {
  return /^(?:https?:\/\/[^\s#]*)?(#(?:\S*&)?game=\S+)$/.exec(text.trim())?.[1] ?? null;
}

/** human;engine:level=3@2000 - the time of a move in milliseconds after the @. */
function seatsRead(text: string | null): Seat[] | null {
  if (text === null || text === "") return null;
  return text.split(";").map((word) => {
    if (word === "human") return human;
    const [, player = word, time] = /^(.*?)(?:@(\d{1,9}))?$/.exec(word) ?? [];
    return { kind: "engine", player, time: time === undefined ? null : Number(time) };
  });
}

function seatWrite(seat: Seat): string {
  return seat.kind === "human" ? "human" : seat.player + (seat.time === null ? "" : `@${seat.time}`);
}

export function addressWrite(s: AppState): string {
  const words: [string, string][] = [["game", s.game]];
  if (s.start !== "") words.push(["position", s.start]);
  if (s.line.length > 0) words.push(["moves", s.line.join(" ")]);
  if (s.ply < s.line.length) words.push(["ply", String(s.ply)]);
  if (s.seats.length > 0) words.push(["seats", s.seats.map(seatWrite).join(";")]);
  if (s.view !== "play") words.push(["view", s.view]);
  return "#" + words.map(([key, value]) => `${key}=${readable(value)}`).join("&");
}

/** Escapes what an address must not have; commas, colons and slashes stay, for people. */
function readable(text: string): string {
  return encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%2C", ",").replaceAll("%3A", ":")
    .replaceAll("%2F", "/").replaceAll("%3D", "=").replaceAll("%40", "@").replaceAll("%3B", ";");
}
