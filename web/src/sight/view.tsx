// view.tsx - the search in sight: what it cost, its lists as they reorder themselves, two orderings side by side,
// its tree node by node.
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { ViewProps } from "../app/views";
import { useApp } from "../app/store";
import { Button, Input, NumberInput, Panel, Select } from "../ui/controls";
import { useKept } from "../analysis/kept";
import { formatCount, formatRate } from "../analysis/numbers";
import { Compare } from "./compare";
import { ListPlayer } from "./list_player";
import { specHasLists, specsUsual, specText, type SpecChoice } from "./spec";
import { FoundBars, FoundFigures, FoundHead } from "./stats_view";
import { sightFor, type SightState, type SightStore } from "./store";
import { TreeExplorer } from "./tree_view";

const words = (list: readonly string[]) => list.map((word) => ({ value: word, label: word }));

export function SightView({ app }: ViewProps): VNode {
  const store = sightFor(app);
  const now = useKept(store);
  const shown = useApp(app);
  const over = shown.state?.over ?? true;
  useEffect(() => void store.menusLoad(), [store, shown.engine, shown.game]);
  return (
    <div class="stack">
      <Panel title="Look into a search of this position">
        <SearchForm store={store} now={now} over={over} />
        {over && <p class="note">The game is over here: nothing is left to search.</p>}
        {now.fault !== "" && <p class="note bad" role="alert">{now.fault}</p>}
        <SearchStatus now={now} />
        {now.found !== null && (
          <>
            <FoundHead found={now.found} />
            <FoundFigures found={now.found} />
            <FoundBars found={now.found} />
          </>
        )}
      </Panel>
      {now.found !== null && <ListPanel store={store} now={now} />}
      {now.found !== null && <TreePanel store={store} now={now} />}
      <Panel title="Two orderings of the same position">
        <Compare
          run={(spec, depth) => store.compare(spec, depth)}
          busy={now.busy !== "none" || over}
          specs={specsUsual}
          algorithm={now.menus.algorithms[0] ?? "alphabeta"}
          players={shown.state?.players ?? 2}
          onStop={() => store.stop()}
          onFail={(error) => store.fail(error)}
        />
      </Panel>
    </div>
  );
}

function SearchForm({ store, now, over }: { store: SightStore; now: SightState; over: boolean }): VNode {
  const { choice, menus } = now;
  const set = (change: Partial<SpecChoice>): void => store.set({ choice: { ...choice, ...change } });
  const lists = specHasLists(choice.order);
  return (
    <>
      <div class="row sight-form">
        <Select label="search" value={choice.algorithm} choices={words(menus.algorithms)} onChange={(algorithm) => set({ algorithm })} />
        <Select label="ordering" value={choice.order} choices={words(menus.orders(choice.algorithm))} onChange={(order) => set({ order })} />
        {lists && <Select label="update rule" value={choice.rule} choices={words(menus.rules)} onChange={(rule) => set({ rule })} />}
        {lists && <Select label="lists" value={choice.levels} choices={words(menus.levels)} onChange={(value) => set({ levels: value })} />}
        {lists && (
          <NumberInput label="limit (0: none)" min={0} max={1000} size={5} value={choice.limit} onChange={(value) => set({ limit: value ?? 0 })} />
        )}
        <NumberInput label="plies" min={1} max={30} size={4} value={now.depth} onChange={(value) => store.set({ depth: value ?? 1 })} />
        <Input label="more keys" value={choice.extra} placeholder="pvs=yes,deepening=yes" size={16} onChange={(extra) => set({ extra })} />
      </div>
      <div class="row">
        <Button look="primary" disabled={now.busy !== "none" || over} onClick={() => void store.search()}>
          Search
        </Button>
        {now.busy === "search" && <Button onClick={() => store.stop()}>Stop</Button>}
        <code class="mono soft">{specText(choice)}</code>
      </div>
    </>
  );
}

function SearchStatus({ now }: { now: SightState }): VNode {
  const { deepening } = now;
  let text = now.of === "" ? "Every node and every update of the lists is remembered while it searches." : now.of;
  if (now.busy === "search") {
    text = "Searching …";
    if (deepening !== null)
      text = `Depth ${deepening.depth}: ${formatCount(deepening.nodes)} nodes, ${formatRate(deepening.nodes, deepening.seconds)}`;
  } else if (now.busy === "lists") text = "Reading the lists …";
  return <p class="soft small" role="status">{text}</p>;
}

function ListPanel({ store, now }: { store: SightStore; now: SightState }): VNode {
  return (
    <Panel title="The adaptive list as it reorders itself">
      {now.events.length === 0 ? (
        <p class="soft">
          {now.busy === "lists" ? "Reading …" : "This search kept no adaptive list. Choose an ordering with history-ads."}
        </p>
      ) : (
        <ListPlayer events={now.events} limit={now.limit} total={now.eventsTotal} onMore={() => void store.loadMore()} />
      )}
    </Panel>
  );
}

function TreePanel({ store, now }: { store: SightStore; now: SightState }): VNode {
  return (
    <Panel title="The tree of this search">
      <p class="soft small">
        Moves in the order they were searched{now.twoSides ? "; values and windows as MAX, who searches, sees them" : ""}. Arrow keys open, close and walk.
      </p>
      {now.ask !== null && <TreeExplorer ask={now.ask} twoSides={now.twoSides} onFail={(error) => store.fail(error)} />}
    </Panel>
  );
}
