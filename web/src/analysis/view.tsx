// view.tsx - analysis: the line as it deepens, every move's value, exact values, the graph of the game, variations.
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { ViewProps } from "../app/views";
import { usablePlayers } from "../app/changed";
import { useApp, type AppState, type AppStore } from "../app/store";
import { Button, NumberInput, Panel } from "../ui/controls";
import { SpecField } from "../sight/spec_field";
import { specPlaysInTurn, specsUsual } from "../sight/spec";
import { ExactPanel } from "./exact_view";
import { GraphPanel } from "./graph_view";
import { useKept } from "./kept";
import { formatCount, formatRate, formatSeconds, formatValue } from "./numbers";
import { analysisFor, type AnalysisState, type AnalysisStore } from "./store";
import { ValuesTable } from "./values_table";
import { VariationView } from "./variation_view";
import { variationsEnd, variationsLine, variationsPromote, variationsRemove } from "./variations";

interface PartProps {
  app: AppStore;
  shown: AppState;
  store: AnalysisStore;
  now: AnalysisState;
}

export function AnalysisView({ app }: ViewProps): VNode {
  const store = analysisFor(app);
  const part = { app, shown: useApp(app), store, now: useKept(store) };
  useEffect(() => {
    store.show();
    return () => store.hide();
  }, [store]);
  return (
    <div class="stack">
      <SearchPanel {...part} />
      <ExactPanel now={part.now} engine={part.shown.engine} onPlay={(index) => void app.play(index)} />
      <GraphPanel app={app} shown={part.shown} store={store} now={part.now} />
      <VariationPanel {...part} />
    </div>
  );
}

function SearchPanel(props: PartProps): VNode {
  const { shown, store, now } = props;
  const over = shown.state?.over ?? true;
  return (
    <Panel title="This position">
      <div class="row">
        <Button look="primary" disabled={over} pressed={now.work === "think"} onClick={() => void store.start("think")}>
          Search
        </Button>
        <Button disabled={over} pressed={now.work === "values"} onClick={() => void store.start("values")}>
          Value every move
        </Button>
        <Button disabled={now.work === "none" || now.work === "analyse"} onClick={() => store.stop()}>
          Stop
        </Button>
        <NumberInput
          inline
          label="plies"
          min={1}
          max={60}
          size={3}
          value={now.depth}
          title="How deep every move is valued"
          onChange={(value) => store.set({ depth: value ?? 1 })}
        />
        <SpecField label="by" inline value={now.player} specs={specsUsual} onInput={(player) => store.set({ player })} />
      </div>
      {now.fault !== "" && <p class="note bad" role="alert">{usablePlayers(now.fault, shown.options)}</p>}
      {over && <p class="note">The game is over here: nothing is left to search.</p>}
      <FoundLine {...props} />
      {now.values.length > 0 && (
        <ValuesTable moves={now.values} depth={now.valuesDepth} onPlay={(index) => void props.app.play(index)} />
      )}
    </Panel>
  );
}

function FoundLine({ app, now, shown: { state } }: PartProps): VNode | null {
  const { found } = now;
  if (found === null) return now.work === "think" || now.work === "values" ? <p class="soft">Searching …</p> : null;
  const best = found.moves?.[0];
  const shown = best ?? found;
  const pv = (shown.pv ?? "").split(" ").filter((move) => move !== "");
  // Of a line in which not everybody moves only the first move can be played.
  const links = specPlaysInTurn(now.player, state?.players ?? 2) ? pv.length : 1;
  const goAlong = (count: number): void => {
    const { line, ply } = app.get();
    void app.vary([...line.slice(0, ply), ...pv.slice(0, count)]);
  };
  return (
    <div class="an-found">
      <dl class="an-figures">
        <Figure name="value" text={formatValue(shown)} large />
        <Figure name="depth" text={String(found.depth)} />
        <Figure name="nodes" text={formatCount(found.nodes)} />
        <Figure name="nodes a second" text={formatRate(found.nodes, found.seconds)} />
        <Figure name="time" text={formatSeconds(found.seconds)} />
      </dl>
      <p class="an-pv" aria-label="the line expected">
        {pv.map((move, i) => i < links ? (
          <button key={i} type="button" class="an-link" title="play the line up to here" onClick={() => goAlong(i + 1)}>
            {move}
          </button>
        ) : (
          <span key={i} class="an-reply" title="replies that matter most: not everybody moves in this line">{move}</span>
        ))}
      </p>
    </div>
  );
}

function Figure(props: { name: string; text: string; large?: boolean }): VNode {
  return (
    <div class={props.large ? "an-figure an-large" : "an-figure"}>
      <dt>{props.name}</dt>
      <dd>{props.text}</dd>
    </div>
  );
}

function VariationPanel({ app, shown, store, now }: PartProps): VNode {
  const { tree } = now;
  const go = (index: number): void => {
    const end = variationsEnd(tree, index);
    void app.vary(variationsLine(tree, end), tree.nodes[index]?.ply ?? 0);
  };
  return (
    <Panel title="Variations">
      <VariationView
        tree={tree}
        players={shown.state?.players ?? 2}
        onGo={go}
        onPromote={(index) => {
          variationsPromote(tree, index);
          store.treeChanged();
        }}
        onRemove={(index) => {
          variationsRemove(tree, index);
          store.treeChanged();
          go(tree.at);
        }}
      />
    </Panel>
  );
}
