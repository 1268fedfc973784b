// list_player.tsx - plays the events of the adaptive lists: play, pause, step, speed, any moment.

import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { formatCount } from "../analysis/numbers";
import { Button, Select } from "../ui/controls";
import { listKey, listLevels, ListReplay, replayAdvance, type ListEvent, type ListSide } from "./list_replay";
import { ListColumn } from "./list_view";

const speeds = [1, 2, 5, 10, 20, 50, 200, 1000];
const rowsMost = 12;

export function ListPlayer(props: { events: readonly ListEvent[]; limit: number; total: number; onMore?: () => void }): VNode {
  const { events } = props;
  const replay = useMemo(() => {
    const made = new ListReplay(props.limit);
    made.append(events);
    return made;
  }, [events, props.limit]);
  const levels = useMemo(() => listLevels(events), [events]);
  const [level, setLevel] = useState<number | null>(null);
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(5);
  const shownLevel = levels.includes(level) ? level : (levels[0] ?? null);

  useEffect(() => {
    // The end first: what the search has learned. Playing begins at the start.
    setAt(events.length);
    setPlaying(false);
  }, [replay]);
  useFrameClock(playing, speed, (steps) =>
    setAt((now) => {
      const next = Math.min(now + steps, events.length);
      if (next === events.length) setPlaying(false);
      return next;
    }),
  );

  replay.seek(at);
  const last = replay.last;
  const go = (to: number): void => {
    setPlaying(false);
    setAt(Math.max(0, Math.min(to, events.length)));
  };
  const rows = useMemo(() => Math.max(4, Math.min(rowsMost, longest(events))), [events]);
  const sides = useMemo(() => (["max", "min", "threat"] as const).filter((side) => events.some((event) => event.side === side)), [events]);
  const column = (side: ListSide): VNode => (
    <ListColumn
      key={side}
      title={side === "threat" ? "Opponents" : side.toUpperCase()}
      entries={replay.entries(side, side === "threat" ? null : shownLevel)}
      last={last?.side === side && last.level === shownLevel ? last : undefined}
      rows={rows}
    />
  );
  return (
    <div class={speed > 20 && playing ? "list-player list-fast" : "list-player"}>
      <div class="row" role="group" aria-label="Replay of the list">
        <Button look="icon" title="to the start" onClick={() => go(0)}>|◀</Button>
        <Button look="icon" title="one step back" onClick={() => go(at - 1)} disabled={at === 0}>◀</Button>
        <Button
          look="primary"
          onClick={() => {
            if (at >= events.length) setAt(0);
            setPlaying(!playing);
          }}
        >
          {playing ? "Pause" : "Play"}
        </Button>
        <Button look="icon" title="one step on" onClick={() => go(at + 1)} disabled={at >= events.length}>▶</Button>
        <Button look="icon" title="to the end" onClick={() => go(events.length)}>▶|</Button>
        <Select
          inline
          label="speed"
          value={String(speed)}
          choices={speeds.map((choice) => ({ value: String(choice), label: `${choice} a second` }))}
          onChange={(value) => setSpeed(Number(value))}
        />
        {levels.length > 1 && (
          <Select
            inline
            label="list of"
            value={String(shownLevel)}
            choices={levels.map((choice) => ({ value: String(choice), label: choice === null ? "all levels" : `ply ${choice}` }))}
            onChange={(value) => setLevel(value === "null" ? null : Number(value))}
          />
        )}
      </div>
      <input
        class="list-slider"
        type="range"
        min={0}
        max={events.length}
        value={at}
        aria-label="moment of the search"
        aria-valuetext={`cut-off ${at} of ${events.length}`}
        onInput={(event) => go(Number(event.currentTarget.value))}
      />
      <p class="list-caption">
        cut-off <b>{formatCount(at)}</b> of {formatCount(events.length)}
        {props.total > events.length && ` (of ${formatCount(props.total)} in all)`}
        {last !== undefined && (
          <>
            {" "}· {last.depth !== undefined && `depth ${last.depth}, `}node {formatCount(last.at)} · {last.side === "threat" ? "" : last.side.toUpperCase()} <b>{replay.name(last.side, last.id)}</b>{" "}
            {last.from === null ? "is new" : last.from === last.to ? "stays" : `from rank ${last.from + 1}`} → rank {last.to + 1}
          </>
        )}
        {props.onMore !== undefined && props.total > events.length && (
          <Button look="plain" onClick={props.onMore}>
            load more
          </Button>
        )}
      </p>
      <div class="list-columns">
        {sides.map(column)}
      </div>
    </div>
  );
}

/** No list is longer than the number of its moves. */
function longest(events: readonly ListEvent[]): number {
  const ids = new Map<string, Set<number>>();
  for (const event of events) {
    const key = listKey(event.side, event.level);
    const seen = ids.get(key);
    if (seen === undefined) ids.set(key, new Set([event.id]));
    else seen.add(event.id);
  }
  return Math.max(0, ...[...ids.values()].map((seen) => seen.size));
}

/** Calls back with the number of events due in every frame while it runs. */
function useFrameClock(running: boolean, perSecond: number, onSteps: (steps: number) => void): void {
  const callback = useRef(onSteps);
  callback.current = onSteps;
  useEffect(() => {
    if (!running) return;
    let before = performance.now();
    let rest = 0;
    let ticket = requestAnimationFrame(function frame(time) {
      const due = replayAdvance(Math.max(0, time - before), perSecond, rest);
      before = time;
      rest = due.rest;
      if (due.steps > 0) callback.current(due.steps);
      ticket = requestAnimationFrame(frame);
    });
    return () => cancelAnimationFrame(ticket);
  }, [running, perSecond]);
}
