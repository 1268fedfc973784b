// list_replay.ts - adaptive lists as they were at any moment of a search, from the events of the search.
//
// An event says: the element `id` was asked for and went from rank `from` (null: it was not in the list) to
// rank `to`. Applying events in order gives the list; going back starts from a snapshot, one every
// `snapshotEvery` events, so that a step back costs no more than that many steps.

import type { Count } from "../analysis/numbers";

/** `threat`: the list of opponents of Best-Reply Search. */
export type ListSide = "max" | "min" | "threat";

export interface ListEvent {
  /** Nodes searched when it happened. */
  at: Count;
  /** Of the iteration. */
  depth?: number;
  side: ListSide;
  /** The ply of the list where there is one for each; null: one for all. */
  level: number | null;
  id: number;
  move: string | null;
  from: number | null;
  to: number;
}

export interface ListEntry {
  id: number;
  move: string;
  hits: number;
}

interface ListState {
  order: number[];
  hits: Map<number, number>;
}

const snapshotEvery = 512;

export class ListReplay {
  readonly events: ListEvent[] = [];
  private readonly names = new Map<number, string>();
  private readonly snapshots: Map<string, ListState>[] = [new Map()];
  private lists = new Map<string, ListState>();
  private done = 0;

  /** `limit`: what is beyond that rank is forgotten; 0: nothing is. */
  constructor(private readonly limit = 0) {}

  append(events: readonly ListEvent[]): void {
    for (const event of events) {
      this.events.push(event);
      if (event.move !== null && event.side !== "threat") this.names.set(event.id, event.move);
    }
  }

  /** How many events have happened. */
  get position(): number {
    return this.done;
  }

  get last(): ListEvent | undefined {
    return this.events[this.done - 1];
  }

  /** Goes to the moment after `count` events. */
  seek(count: number): void {
    const target = Math.max(0, Math.min(count, this.events.length));
    if (target < this.done) this.rewind(target);
    while (this.done < target) this.step();
  }

  /** Keys of the lists that exist now: side and level. */
  keys(): string[] {
    return [...this.lists.keys()].sort();
  }

  entries(side: ListSide, level: number | null): ListEntry[] {
    const list = this.lists.get(listKey(side, level));
    if (list === undefined) return [];
    return list.order.map((id) => ({ id, move: this.name(side, id), hits: list.hits.get(id) ?? 0 }));
  }

  /** A move with this id; in the list of opponents an id is a player. */
  name(side: ListSide, id: number): string {
    return side === "threat" ? `player ${id + 1}` : (this.names.get(id) ?? `#${id}`);
  }

  private step(): void {
    const event = this.events[this.done];
    if (event === undefined) return;
    this.apply(event);
    this.done++;
    if (this.done % snapshotEvery === 0 && this.snapshots.length === this.done / snapshotEvery) {
      this.snapshots.push(copy(this.lists));
    }
  }

  private apply(event: ListEvent): void {
    const key = listKey(event.side, event.level);
    let list = this.lists.get(key);
    if (list === undefined) this.lists.set(key, (list = { order: [], hits: new Map() }));
    const before = list.order.indexOf(event.id);
    if (before >= 0) list.order.splice(before, 1);
    list.order.splice(Math.min(event.to, list.order.length), 0, event.id);
    if (this.limit > 0) list.order.length = Math.min(list.order.length, this.limit);
    list.hits.set(event.id, (list.hits.get(event.id) ?? 0) + 1);
  }

  private rewind(target: number): void {
    const index = Math.floor(target / snapshotEvery);
    const snapshot = this.snapshots[index] ?? new Map<string, ListState>();
    this.lists = copy(snapshot);
    this.done = index * snapshotEvery;
  }
}

export function listKey(side: ListSide, level: number | null): string {
  return `${side} ${level ?? "all"}`;
}

function copy(lists: Map<string, ListState>): Map<string, ListState> {
  const result = new Map<string, ListState>();
  for (const [key, list] of lists) result.set(key, { order: [...list.order], hits: new Map(list.hits) });
  return result;
}

/** The levels that events of a side name; [null] where one list serves all. */
export function listLevels(events: readonly ListEvent[]): (number | null)[] {
  const levels = new Set<number | null>(events.map((event) => event.level));
  return [...levels].sort((a, b) => (a ?? -1) - (b ?? -1));
}

/** The length of the lists that a player spec asks for; 0: no limit. */
export function specLimit(spec: string): number {
  const found = /(?:[:,])limit=(\d+)/.exec(spec);
  return found ? Number(found[1]) : 0;
}

/** Events a frame of `ms` has at this speed, with what is left over for the next frame. */
export function replayAdvance(ms: number, perSecond: number, rest: number): { steps: number; rest: number } {
  const due = rest + (ms * perSecond) / 1000;
  const steps = Math.floor(due);
  return { steps, rest: due - steps };
}
