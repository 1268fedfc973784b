// compare.tsx - two searches of the same position side by side.

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { countNumber, formatCount, formatFixed, formatPercent, formatSeconds } from "../analysis/numbers";
import { Button, NumberInput } from "../ui/controls";
import { SpecField } from "./spec_field";
import { FoundBars, FoundFigures, FoundHead } from "./stats_view";
import type { SearchFound } from "./stats";

export type CompareRun = (spec: string, depth: number) => Promise<SearchFound>;

export function Compare(props: {
  run: CompareRun;
  busy: boolean;
  specs: readonly string[];
  algorithm: string;
  players: number;
  onStop: () => void;
  onFail: (error: unknown) => void;
}): VNode {
  // Until something is typed: the usual search of this game, plain and by its list.
  const [typedFirst, setFirst] = useState<string | null>(null);
  const [typedSecond, setSecond] = useState<string | null>(null);
  const [typedDepth, setDepth] = useState<number | null>(null);
  const first = typedFirst ?? props.algorithm;
  const second = typedSecond ?? `${props.algorithm}:order=history-ads`;
  const depth = typedDepth ?? (props.players > 2 ? 4 : 7);
  const [found, setFound] = useState<[SearchFound | null, SearchFound | null]>([null, null]);
  const [running, setRunning] = useState(0);

  const start = async (): Promise<void> => {
    setFound([null, null]);
    try {
      setRunning(1);
      const a = await props.run(first, depth);
      setFound([a, null]);
      setRunning(2);
      setFound([a, await props.run(second, depth)]);
    } catch (error) {
      props.onFail(error);
    } finally {
      setRunning(0);
    }
  };
  return (
    <div class="compare">
      <form
        class="row sight-form"
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <SpecField label="One search" value={first} specs={props.specs} onInput={setFirst} />
        <SpecField label="The other" value={second} specs={props.specs} onInput={setSecond} />
        <NumberInput label="plies" min={1} max={30} size={4} value={depth} onChange={(value) => setDepth(value ?? 1)} />
        <button type="submit" class="button primary" disabled={props.busy}>
          Compare
        </button>
        {running > 0 && <Button onClick={props.onStop}>Stop</Button>}
      </form>
      <p class="compare-said" role="status">
        {running > 0 ? `Searching, ${running} of 2 …` : compareWords(found[0], found[1])}
      </p>
      {(found[0] !== null || running > 0) && (
        <div class="compare-columns">
          <CompareColumn title={first} found={found[0]} most={compareMost(found)} />
          <CompareColumn title={second} found={found[1]} most={compareMost(found)} />
        </div>
      )}
    </div>
  );
}

function compareMost(found: [SearchFound | null, SearchFound | null]): number {
  return Math.max(1, ...found.map((one) => (one === null ? 0 : countNumber(one.nodes))));
}

function CompareColumn(props: { title: string; found: SearchFound | null; most: number }): VNode {
  const { found } = props;
  return (
    <section class="compare-column">
      <h3 class="mono">{props.title}</h3>
      {found === null ? (
        <p class="soft">not searched yet</p>
      ) : (
        <>
          <span class="bar-track compare-track" aria-hidden="true">
            <span class="bar-fill" style={{ width: `${(countNumber(found.nodes) / props.most) * 100}%` }} />
          </span>
          <FoundHead found={found} />
          <FoundFigures found={found} />
          <FoundBars found={found} />
        </>
      )}
    </section>
  );
}

/** What the comparison says, in a sentence. */
export function compareWords(first: SearchFound | null, second: SearchFound | null): string {
  if (first === null || second === null) return "";
  const a = countNumber(first.nodes);
  const b = countNumber(second.nodes);
  if (!(a > 0 && b > 0)) return "";
  const saved = 1 - b / a;
  const nodes =
    saved >= 0
      ? `The other saves ${formatPercent(saved)} of the nodes`
      : `The other searches ${formatFixed(b / a, 2)} times the nodes`;
  const same = first.value === second.value ? "and finds the same value" : "and finds another value";
  return (
    `${nodes} (${formatCount(first.nodes)} and ${formatCount(second.nodes)}) ${same}; ` +
    `${formatSeconds(first.seconds)} and ${formatSeconds(second.seconds)}.`
  );
}
