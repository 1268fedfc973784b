// track.ts - remembers where a session stands, so that another one can be put there. `new` is given every
// ply, forced passes too: `undo` counts them.
import type { Answer, Do, Request } from "./types";

export class GameTrack {
  private game: string | null = null;
  private start: string | null = null;
  private moves: string[] = [];

  /** A request that was answered. */
  take(request: Request, answer: Answer): void {
    switch (request.do) {
      case "new": return this.takeNew(request as Request<"new">, answer as Answer<"new">);
      case "move": this.moves = [...this.moves, ...(answer as Answer<"move">).played]; return;
      case "undo": this.moves = this.moves.slice(0, (answer as Answer<"undo">).plies); return;
      case "reset": this.moves = []; return;
      case "import": return this.takeImport(answer as Answer<"import">);
    }
  }

  /** What puts another session where this one stands; null before the first game. */
  replay(): Request<"new"> | null {
    if (this.game === null) return null;
    return { do: "new", game: this.game, ...(this.start === null ? {} : { position: this.start }), moves: this.moves };
  }

  private takeNew(request: Request<"new">, answer: Answer<"new">): void {
    this.game = answer.game;
    this.start = request.position ?? null;
    this.moves = typeof request.moves === "string" ? [request.moves] : [...(request.moves ?? [])];
  }

  private takeImport(answer: Answer<"import">): void {
    this.game = answer.game;
    this.start = answer.start;
    this.moves = [...answer.history];
  }
}

/** Requests after which a session stands elsewhere. */
export const moving: ReadonlySet<Do> = new Set<Do>(["new", "move", "undo", "reset", "import"]);
