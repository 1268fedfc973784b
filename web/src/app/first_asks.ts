// first_asks.ts - what the store asks of an engine, and all of it that it asks before the first board.
import type { Request } from "../engine/types";
import type { GameRequest } from "./state";

export const boardAsk: Request<"board"> = { do: "board" };
export const movesAsk: Request<"moves"> = { do: "moves", touches: true };

export function newAsk(game: string, start: string, moves: readonly string[]): Request<"new"> {
  return { do: "new", game, ...(start === "" ? {} : { position: start }), moves: [...moves] };
}

/** A server takes so many with a session. */
const most = 8;

/** As AppStore.begin asks it, where the address is right and the game has no passes that were left out. */
export function firstAsks({ game, position = "", moves = [], ply = Infinity }: GameRequest): Request[] {
  const shown = Math.min(ply, moves.length), to = (end: number) => newAsk(game, position, moves.slice(0, end));
  const before = shown > 0 ? [to(shown - 1), boardAsk] : [];
  const line = moves.length > 0 ? [to(moves.length), { do: "state" } as const, ...before] : [];
  return [...line, to(shown), boardAsk, movesAsk, { do: "games" } as const, { do: "options" } as const].slice(0, most);
}
