// table.tsx - the board with what belongs beside it in every view: who plays, buttons for moves that no cell
// tells apart, a line to type moves in, the way through the game.
import { useRef, useState } from "preact/hooks";
import { usablePlayers } from "../app/changed";
import { type AppState, endWords, touchable } from "../app/state";
import { type AppStore, type LegalMove, useApp } from "../app/store";
import { Board } from "../board/board";
import { lookOf } from "../board/owners";
import type { State } from "../engine/types";
import { findTyped, select } from "../board/select";
import { Button, Input } from "../ui/controls";
import { Icon } from "../ui/icons";
import { Players } from "./players";

interface Clicked { at: State | null; path: readonly number[]; playing: boolean }

const nothing: readonly number[] = [];

export function Table({ app }: { app: AppStore }) {
  const s = useApp(app);
  // What is clicked belongs to one position.
  const [clicked, setClicked] = useState<Clicked>({ at: null, path: nothing, playing: false });
  const { path, playing } = clicked.at === s.state ? clicked : { path: nothing, playing: false };
  const setPath = (next: readonly number[]) => setClicked({ at: s.state, path: next, playing: false });
  // Until the answer comes nothing else can be touched.
  const play = (move: number | string, with_: readonly number[]): Promise<boolean> => {
    setClicked({ at: s.state, path: with_, playing: true });
    return app.play(move).then((good) => { if (!good) setPath(nothing); return good; });
  };
  const [flipped, setFlipped] = useState(false);
  const [typed, setTyped] = useState("");
  const box = useRef<HTMLElement>(null);
  const focusLine = (letter: string) => {
    setTyped(letter);
    box.current?.querySelector<HTMLInputElement>(".typed input")?.focus();
  };
  // A button that is gone has no keys any more: the board has them again.
  const choose = (move: number) => {
    void play(move, path);
    box.current?.querySelector<SVGElement>(".board [tabindex='0']")?.focus();
  };
  const type = () => {
    if (typed.trim() === "" || !touchable(s) || playing) return;
    const found = findTyped(s.moves, typed);
    void play(found === null ? typed.trim() : found.index, nothing).then((good) => { if (good) setTyped(""); });
  };
  return (
    <section class="table-side stack" ref={box} aria-label="Board and moves" data-ply={s.ply} data-over={s.state?.over}
      data-position={s.state?.position} data-path={path.join(" ")} data-playing={playing}>
      <Players app={app} />
      <Board app={app} flipped={flipped} path={path} setPath={setPath} playing={playing} play={play} onType={focusLine} />
      <div class="row spread under">
        <p class="caption" data-caption="">{captionOf(s)}</p>
        <MoveButtons choose={choose} moves={touchable(s) && !playing ? s.moves : []} path={path} />
      </div>
      {s.notice === "" || s.phase === "failed" ? null : <p class="note bad" role="alert">{shortened(usablePlayers(s.notice, s.options))}</p>}
      <div class="row no-print controls">
        <Through app={app} s={s} />
        <Button look="icon" title="Turn the board" onClick={() => setFlipped(!flipped)}><Icon name="turn" /></Button>
        <div class="typed grow"><Input label="Type a move" quiet placeholder="Type a move" value={typed} onChange={setTyped} onEnter={type} size={8} /></div>
        <Button onClick={type} disabled={typed.trim() === "" || !touchable(s)}>Play</Button>
      </div>
    </section>
  );
}

function captionOf(s: AppState): string {
  if (s.state === null) return " ";
  const ended = endWords(s, (player) => lookOf(s.board, player).name);
  return ended === "" ? s.state.caption : ended;
}

/** A refusal may list every legal move; the board shows them. */
function shortened(notice: string): string {
  const said = notice.replace(/; expected one of the \d+ legal moves.*$/s, "");
  return said.length > 200 ? `${said.slice(0, 200)}…` : said;
}

/** Moves that are complete but for a choice: promotions, passes, heights of a pile. */
function MoveButtons({ choose, moves, path }: { choose: (move: number) => void; moves: readonly LegalMove[]; path: readonly number[] }) {
  const { buttons, again, candidates } = select(moves, path);
  if (buttons.length === 0 && (again === null || candidates.length < 2)) return null;
  return (
    <div class="row choices" role="group" aria-label="Choices">
      {buttons.map((move) => (
        <button key={move.index} type="button" class="button primary" data-choice={move.button}
          onClick={() => choose(move.index)}>{choiceText(move.button ?? "")}</button>
      ))}
      {again !== null && candidates.length > 1 ? <span class="soft small">The last cell again ends the move there.</span> : null}
    </div>
  );
}

const promotions: Record<string, string> = { "=Q": "queen", "=R": "rook", "=B": "bishop", "=N": "knight" };

function choiceText(button: string): string { return promotions[button] ?? button; }

function Through({ app, s }: { app: AppStore; s: AppState }) {
  const end = s.line.length;
  return (
    <div class="row tight" role="group" aria-label="Through the game">
      <Button look="icon" title="First position" disabled={s.ply === 0} onClick={() => void app.jump(0)}><Icon name="first" /></Button>
      <Button look="icon" title="A move back" disabled={s.ply === 0} onClick={() => void app.jump(s.ply - 1)}><Icon name="back" /></Button>
      <Button look="icon" title="A move forward" disabled={s.ply === end} onClick={() => void app.jump(s.ply + 1)}><Icon name="forward" /></Button>
      <Button look="icon" title="Last position" disabled={s.ply === end} onClick={() => void app.jump(end)}><Icon name="last" /></Button>
    </div>
  );
}
