// table.tsx - the board with what belongs beside it in every view: who plays, buttons for moves that no cell
// tells apart, a line to type moves in, the way through the game.
import { useEffect, useRef, useState } from "preact/hooks";
import { type AppState, touchable } from "../app/state";
import { type AppStore, useApp } from "../app/store";
import { Board } from "../board/board";
import { findTyped, select } from "../board/select";
import { Button, Input } from "../ui/controls";
import { Players } from "./players";
import "./play.css";

export function Table({ app }: { app: AppStore }) {
  const s = useApp(app);
  const [path, setPath] = useState<readonly number[]>([]);
  const [flipped, setFlipped] = useState(false);
  const [typed, setTyped] = useState("");
  const box = useRef<HTMLElement>(null);
  useEffect(() => setPath([]), [s.state]);
  const focusLine = (letter: string) => {
    setTyped(letter);
    box.current?.querySelector<HTMLInputElement>(".typed input")?.focus();
  };
  const type = () => {
    if (typed.trim() === "") return;
    const found = findTyped(s.moves, typed);
    void app.play(found === null ? typed.trim() : found.index).then((good) => { if (good) setTyped(""); });
  };
  return (
    <section class="table-side stack" ref={box} aria-label="Board and moves">
      <Players app={app} />
      <Board app={app} flipped={flipped} path={path} setPath={setPath} onType={focusLine} />
      <MoveButtons app={app} s={s} path={path} />
      <p class="caption" data-caption="">{captionOf(s)}</p>
      {s.notice === "" || s.phase === "failed" ? null : <p class="note bad" role="alert">{s.notice}</p>}
      <div class="row no-print controls">
        <Through app={app} s={s} />
        <Button look="icon" title="Turn the board" onClick={() => setFlipped(!flipped)}>⇅</Button>
        <div class="typed grow"><Input label="Type a move" quiet placeholder="Type a move" value={typed} onChange={setTyped} onEnter={type} size={8} /></div>
        <Button onClick={type} disabled={typed.trim() === "" || !touchable(s)}>Play</Button>
      </div>
    </section>
  );
}

function captionOf(s: AppState): string {
  if (s.state === null) return " ";
  const name = (i: number) => s.board?.players?.[i]?.name ?? `player ${i + 1}`;
  if (s.resigned !== null) return `${name(s.resigned)} resigns`;
  if (s.flagged !== null) return `${name(s.flagged)} is out of time`;
  return s.state.caption;
}

/** Moves that are complete but for a choice: promotions, passes, heights of a pile. */
function MoveButtons({ app, s, path }: { app: AppStore; s: AppState; path: readonly number[] }) {
  const moves = touchable(s) ? s.moves : [];
  const { buttons, again, candidates } = select(moves, path);
  if (buttons.length === 0 && (again === null || candidates.length < 2)) return null;
  return (
    <div class="row choices" role="group" aria-label="Choices">
      {buttons.map((move) => (
        <button key={move.index} type="button" class="button primary" data-choice={move.button}
          onClick={() => void app.play(move.index)}>{move.button}</button>
      ))}
      {again !== null && candidates.length > 1 ? <span class="soft small">The last cell again ends the move there.</span> : null}
    </div>
  );
}

function Through({ app, s }: { app: AppStore; s: AppState }) {
  const end = s.line.length;
  return (
    <div class="row tight" role="group" aria-label="Through the game">
      <Button look="icon" title="First position" disabled={s.ply === 0} onClick={() => void app.jump(0)}>⏮</Button>
      <Button look="icon" title="A move back" disabled={s.ply === 0} onClick={() => void app.jump(s.ply - 1)}>◀</Button>
      <Button look="icon" title="A move forward" disabled={s.ply === end} onClick={() => void app.jump(s.ply + 1)}>▶</Button>
      <Button look="icon" title="Last position" disabled={s.ply === end} onClick={() => void app.jump(end)}>⏭</Button>
    </div>
  );
}
