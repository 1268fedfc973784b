// moves_list.tsx - the moves of the line, a row per round; each can be gone to.
import { Fragment } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type AppStore, useApp } from "../app/store";
import { roundColumns, roundStart } from "./rounds";

export function MovesList({ app }: { app: AppStore }) {
  const s = useApp(app);
  const list = useRef<HTMLDivElement>(null);
  const players = s.state?.players ?? 2;
  useEffect(() => {
    const box = list.current, move = box?.querySelector<HTMLElement>("[aria-current]");
    if (box && move) box.scrollTop = Math.max(0, move.offsetTop - box.offsetTop - box.clientHeight / 2);
  }, [s.ply, s.line]);
  if (s.line.length === 0) return <p class="soft small">No moves yet.</p>;
  return (
    <div class="moves-list" ref={list} style={{ "--columns": roundColumns(players) }} role="group" aria-label="Moves" tabIndex={0}>
      {s.line.map((text, i) => (
        <Fragment key={i}>
          {roundStart(i, players) === null ? null : <span class="round" aria-hidden="true">{roundStart(i, players)}</span>}
          <button type="button" class={`move ${i >= s.ply ? "future" : ""}`} aria-current={i === s.ply - 1 ? "true" : undefined}
            aria-label={`move ${i + 1}: ${text}`} onClick={() => void app.jump(i + 1)}>{text}</button>
        </Fragment>
      ))}
    </div>
  );
}
