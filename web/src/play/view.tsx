// view.tsx - play: who sits where, the moves, another game, games as text.
import type { ViewProps } from "../app/views";
import { useEffect, useState } from "preact/hooks";
import { gameOver, resigner } from "../app/state";
import { useApp } from "../app/store";
import { Button, Panel } from "../ui/controls";
import { GameText } from "./game_text";
import { MovesList } from "./moves_list";
import { NewGame } from "./new_game";
import { Seats } from "./seats";

export function PlayView({ app }: ViewProps) {
  const s = useApp(app);
  const [asking, setAsking] = useState(false);
  const title = s.games.find((g) => g.name === s.game.split(":")[0])?.title ?? "Game";
  const engines = s.seats.some((seat) => seat.kind === "engine"), over = gameOver(s);
  return (
    <>
      <Panel title={title} more={<span class="soft small mono">{s.game}</span>}>
        <div class="row">
          <Button look="primary" onClick={() => setAsking(true)}>New game…</Button>
          <Button onClick={() => void app.undo()} disabled={s.ply === 0 && (s.resigned === null || s.line.length > 0)}
            title={s.ply < s.line.length ? "A move back: what comes after it stays" : undefined}>Undo</Button>
          <Resign at={`${s.game} ${s.ply} ${over}`} disabled={over || s.ply < s.line.length} onResign={() => app.resign(resigner(app.get()))} />
          {engines || s.clock !== null ? <Button onClick={() => app.pause(!s.paused)} pressed={s.paused}>{s.paused ? "Go on" : "Pause"}</Button> : null}
        </div>
        <Seats app={app} />
      </Panel>
      <Panel title="Moves"><MovesList app={app} /></Panel>
      <GameText app={app} />
      {asking ? <NewGame app={app} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

const patienceMs = 5000;

/** Gives the game up at the second press; the first asks, and is forgotten after a while and in another position. */
function Resign({ at, disabled, onResign }: { at: string; disabled: boolean; onResign: () => void }) {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!asked) return;
    const timer = setTimeout(() => setAsked(false), patienceMs);
    return () => clearTimeout(timer);
  }, [asked]);
  useEffect(() => setAsked(false), [at]);
  return (
    <>
      <button type="button" class={`button ${asked ? "danger" : ""}`} disabled={disabled} onClick={asked ? onResign : () => setAsked(true)}
        aria-label={asked ? "Resign? Press again to give the game up" : undefined}>{asked ? "Resign?" : "Resign"}</button>
      <span class="hidden" role="status">{asked ? "Press again to resign" : ""}</span>
    </>
  );
}
