// view.tsx - play: who sits where, the moves, another game, games as text.
import type { ViewProps } from "../app/views";
import { useState } from "preact/hooks";
import { gameOver } from "../app/state";
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
          <Button onClick={() => void app.undo()} disabled={s.ply === 0}>Undo</Button>
          <Button onClick={() => app.resign(s.state?.turn ?? 0)} disabled={over || s.ply < s.line.length}>Resign</Button>
          {engines ? <Button onClick={() => app.pause(!s.paused)} pressed={s.paused}>{s.paused ? "Go on" : "Pause"}</Button> : null}
        </div>
        <Seats app={app} />
      </Panel>
      <Panel title="Moves"><MovesList app={app} /></Panel>
      <GameText app={app} />
      {asking ? <NewGame app={app} onClose={() => setAsking(false)} /> : null}
    </>
  );
}
