// rounds.ts - the list of moves as rounds: a number where a round begins, and how many moves stand beside each other.

/** Moves beside each other: all of a round where that leaves room for their texts. */
export function roundColumns(players: number): number {
  return players <= 3 ? Math.max(1, players) : players === 4 ? 2 : 3;
}

/** What stands before move `i`: the number of its round, "" where a round goes on in another line, null for nothing. */
export function roundStart(i: number, players: number): string | null {
  const place = i % players;
  if (place === 0) return `${i / players + 1}.`;
  return place % roundColumns(players) === 0 ? "" : null;
}
