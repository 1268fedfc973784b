// match.ts - what `pollard match --json` says.

import type { Count } from "../analysis/numbers";

export interface Sprt {
  elo0: number;
  elo1: number;
  llr: number;
  lower: number;
  upper: number;
  verdict: string;
}

export interface MatchResult {
  game: string;
  players: string[];
  points: number[];
  won: number[];
  drawn: number[];
  lost: number[];
  nodes_per_move?: (number | null)[];
  ms_per_move?: (number | null)[];
  elo: number | null;
  elo_low: number | null;
  elo_high: number | null;
  superiority?: number | null;
  sprt?: Sprt;
  crosstable?: [number, number, number][][];
  games: Count;
  interrupted?: boolean;
}

export function isMatchResult(value: object): value is MatchResult {
  return "won" in value && Array.isArray(value.won) && "points" in value && "players" in value;
}

/** Points of the first of two as a share, 0 to 1. */
export function matchShare(match: MatchResult, player: number): number | null {
  const games = (match.won[player] ?? 0) + (match.drawn[player] ?? 0) + (match.lost[player] ?? 0);
  if (games === 0) return null;
  return ((match.won[player] ?? 0) + (match.drawn[player] ?? 0) / 2) / games;
}

/** Where the test stands between its two borders, 0 to 1. */
export function sprtPlace(sprt: Sprt): number {
  return Math.max(0, Math.min(1, (sprt.llr - sprt.lower) / (sprt.upper - sprt.lower)));
}

export function sprtWords(sprt: Sprt): string {
  if (sprt.verdict === "accepts H1") return `decided: ${sprt.elo1} Elo stronger rather than ${sprt.elo0}`;
  if (sprt.verdict === "accepts H0") return `decided: ${sprt.elo0} Elo rather than ${sprt.elo1}`;
  return sprt.verdict || "not decided yet";
}

/** Two searches that the game can be played by. */
export function matchPlayers(players: number): string[] {
  return players > 2 ? ["paranoid:depth=3,order=history-ads", "brs:depth=3,order=history-ads"] : ["alphabeta:depth=4,order=history-ads", "alphabeta:depth=2"];
}
