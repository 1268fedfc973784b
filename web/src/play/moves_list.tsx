// moves_list.tsx - the moves of the line, a row per round; each can be gone to.
import { Component, Fragment } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type AppStore, useApp } from "../app/store";
import { roundColumns, roundStart } from "./rounds";

export function MovesList({ app }: { app: AppStore }) {
  const s = useApp(app);
  const list = useRef<HTMLDivElement>(null);
  const players = s.state?.players ?? 2;
  // With the next picture, where the browser lays the page out in any case.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const box = list.current, move = box?.querySelector<HTMLElement>("[aria-current]");
      if (box && move) box.scrollTop = Math.max(0, move.offsetTop - box.offsetTop - box.clientHeight / 2);
    });
    return () => cancelAnimationFrame(frame);
  }, [s.ply, s.line]);
  if (s.line.length === 0) return <p class="soft small">No moves yet.</p>;
  return (
    <div class="moves-list" ref={list} style={{ "--columns": roundColumns(players) }} role="group" aria-label="Moves" tabIndex={0}>
      {s.line.map((text, i) => <Move key={i} app={app} index={i} text={text} round={roundStart(i, players)} future={i >= s.ply} last={i === s.ply - 1} />)}
    </div>
  );
}

interface MoveProps { app: AppStore; index: number; text: string; round: string | null; future: boolean; last: boolean }

/** Drawn again only when something about it has changed: a game may have hundreds. */
class Move extends Component<MoveProps> {
  override shouldComponentUpdate(next: MoveProps): boolean {
    const p = this.props;
    return next.text !== p.text || next.round !== p.round || next.future !== p.future || next.last !== p.last;
  }

  override render({ app, index, text, round, future, last }: MoveProps) {
    return (
      <Fragment>
        {round === null ? null : <span class="round" aria-hidden="true">{round}</span>}
        <button type="button" class={`move ${future ? "future" : ""}`} aria-current={last ? "true" : undefined}
          aria-label={`move ${index + 1}: ${text}`} onClick={() => void app.jump(index + 1)}>{text}</button>
      </Fragment>
    );
  }
}
