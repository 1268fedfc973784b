// store.ts - the last search that was looked into, and what is known of it.

import { messageOf, type AppStore } from "../app/store";
import { EngineStopped } from "../engine/types";
import type { DepthEvent, Found } from "../engine/types";
import { FrameLatest } from "../analysis/frames";
import { Kept, keptFor } from "../analysis/kept";
import { Session } from "../analysis/session";
import { countNumber } from "../analysis/numbers";
import { menusFrom, menusUsual, type Menus } from "./menus";
import type { ListEvent } from "./list_replay";
import { specLimit } from "./list_replay";
import { specText, specUsual, specWith, type SpecChoice } from "./spec";
import type { SearchFound } from "./stats";
import type { TreeAsk } from "./tree_view";

export interface SightState {
  menus: Menus;
  choice: SpecChoice;
  depth: number;
  /** Nodes that are remembered for the tree. */
  trace: number;
  busy: "none" | "search" | "compare" | "lists";
  deepening: DepthEvent | null;
  found: SearchFound | null;
  /** What was searched, for people: the position may be another one by now. */
  of: string;
  events: readonly ListEvent[];
  eventsTotal: number;
  limit: number;
  /** Changes with every search, so that a tree is drawn anew; null: nothing to explore. */
  ask: TreeAsk | null;
  /** MAX and MIN, as in all searches but max^n. */
  twoSides: boolean;
  fault: string;
}

const pageSize = 1000;
const pagesAtOnce = 10;

export class SightStore extends Kept<SightState> {
  readonly session: Session;
  /** Comparisons have a session of their own: a new search would forget the tree of the one in sight. */
  private readonly comparing: Session;
  private readonly depths = new FrameLatest<DepthEvent>((deepening) => this.set({ deepening }));

  constructor(private readonly app: AppStore) {
    super({
      menus: menusUsual, choice: specUsual, depth: 6, trace: 200_000, busy: "none", deepening: null, found: null, of: "", events: [],
      eventsTotal: 0, limit: 0, ask: null, twoSides: true, fault: "",
    });
    this.session = new Session(app);
    this.comparing = new Session(app);
  }

  /** What the engine knows for the game on the board. An engine that cannot tell leaves the usual words. */
  async menusLoad(): Promise<void> {
    const { engine } = this.app.get();
    if (engine === null) return;
    try {
      const menus = menusFrom(await engine.ask({ do: "options" }));
      const { choice } = this.get();
      const algorithm = menus.algorithms.includes(choice.algorithm) ? choice.algorithm : (menus.algorithms[0] ?? choice.algorithm);
      this.set({ menus, choice: { ...choice, algorithm } });
    } catch {
      this.set({ menus: menusUsual });
    }
  }

  stop(): void {
    void this.session.stop();
    void this.comparing.stop();
  }

  /** Searches the position that is shown and remembers how. */
  async search(): Promise<void> {
    const { choice, depth, trace } = this.get();
    const spec = specText(choice);
    this.set({ busy: "search", fault: "", found: null, deepening: null, events: [], eventsTotal: 0, ask: null, of: this.words(spec, depth) });
    await this.guard(async () => {
      const found = await this.session.search(
        // Events would make it deepen step by step: only where the spec says so.
        { do: "think", player: specWith(spec, "stats", "yes"), depth, trace, minimal: true, events: /deepening=yes/.test(spec) },
        { onEvent: (event) => event.event === "depth" && this.depths.put(event as DepthEvent) },
      );
      this.depths.drop();
      this.set({ found: foundTake(found, spec), limit: specLimit(spec), twoSides: choice.algorithm !== "maxn", ask: (node, from, count) => this.tree(node, from, count) });
      await this.more();
    });
  }

  /** One search of a comparison. */
  async compare(spec: string, depth: number): Promise<SearchFound> {
    this.set({ busy: "compare", fault: "" });
    try {
      const player = specCounts(spec) ? specWith(spec, "stats", "yes") : spec;
      const found = await this.comparing.search({ do: "think", player, depth, ...(specCounts(spec) ? { minimal: true } : {}) });
      return foundTake(found, spec);
    } finally {
      this.comparing.close();
      this.set({ busy: "none" });
    }
  }

  fail(error: unknown): void {
    this.set({ fault: error instanceof EngineStopped ? "" : messageOf(error) });
  }

  /** The next events of the lists. */
  async more(): Promise<void> {
    this.set({ busy: "lists" });
    const events = [...this.get().events];
    let total = this.get().eventsTotal;
    for (let page = 0; page < pagesAtOnce; page++) {
      const answer = await this.session.ask({ do: "list-events", from: events.length, count: pageSize });
      events.push(...answer.events);
      const said = countNumber(answer["events_kept"] as number | string | undefined);
      total = Number.isFinite(said) ? said : events.length;
      if (answer.events.length < pageSize) break;
    }
    this.set({ events, eventsTotal: Math.max(total, events.length) });
  }

  async loadMore(): Promise<void> {
    await this.guard(() => this.more());
  }

  private tree(node: number, from: number, count: number): ReturnType<TreeAsk> {
    return this.session.ask({ do: "tree", node, from, count });
  }

  private async guard(job: () => Promise<void>): Promise<void> {
    try {
      await job();
    } catch (error) {
      this.fail(error);
    }
    this.set({ busy: "none" });
  }

  private words(spec: string, depth: number): string {
    const { game, ply } = this.app.get();
    return `${game} after ${ply} ${ply === 1 ? "move" : "moves"}, ${depth} plies, ${spec}`;
  }
}

/** Only searches that are named count their cut-offs. */
function specCounts(spec: string): boolean {
  return /^(alphabeta|brs|paranoid|maxn|minimax)\b/.test(spec.trim());
}

function foundTake(found: Found, spec: string): SearchFound {
  return { ...(found as unknown as SearchFound), player: spec };
}

export const sightFor = keptFor((app: AppStore) => new SightStore(app));
