// list_view.tsx - an adaptive list as it reorders itself: every entry is one row that keeps its identity and
// glides to its new rank. Who asked for less motion sees it jump.

import type { VNode } from "preact";
import { formatCount } from "../analysis/numbers";
import type { ListEntry, ListEvent } from "./list_replay";

export const listRowHeight = 30;

export function ListColumn(props: {
  title: string;
  entries: ListEntry[];
  last: ListEvent | undefined;
  rows: number;
}): VNode {
  const shown = props.entries.slice(0, props.rows);
  const most = Math.max(1, ...shown.map((entry) => entry.hits));
  // The order in the document never changes, so that an entry's element is moved and not made anew.
  const stable = shown.map((entry, rank) => ({ entry, rank })).sort((a, b) => a.entry.id - b.entry.id);
  return (
    <section class="list-column">
      <h3>
        {props.title} <small>{props.entries.length === 1 ? "1 entry" : `${formatCount(props.entries.length)} entries`}</small>
      </h3>
      <div class="list-head" aria-hidden="true">
        <span>rank</span>
        <span>move</span>
        <span>hits</span>
      </div>
      <ol class="list-rows" aria-label={`${props.title}, the first ${shown.length}`} style={{ height: `${props.rows * listRowHeight}px` }}>
        {stable.map(({ entry, rank }) => (
          <li
            key={entry.id}
            class={entry.id === props.last?.id ? "list-row list-row-hit" : "list-row"}
            aria-label={`rank ${rank + 1}: ${entry.move}, ${entry.hits} hits`}
            aria-posinset={rank + 1}
            aria-setsize={props.entries.length}
            style={{ transform: `translateY(${rank * listRowHeight}px)` }}
          >
            <span class="list-rank">{rank + 1}</span>
            <span class="list-move">{entry.move}</span>
            <span class="list-bar">
              <span class="list-fill" style={{ width: `${(entry.hits / most) * 100}%` }} />
            </span>
            <span class="list-hits">{formatCount(entry.hits)}</span>
          </li>
        ))}
        {shown.length === 0 && <li class="list-empty">still empty</li>}
      </ol>
      {props.entries.length > shown.length && <p class="list-rest">and {formatCount(props.entries.length - shown.length)} more</p>}
    </section>
  );
}
