// stats_view.tsx - what a search cost, and which moves cut it off.

import type { VNode } from "preact";
import { formatValue } from "../analysis/numbers";
import { BarTable } from "./bars";
import { cutoffBars, foundFigures, foundStats, levelBars, type SearchFound } from "./stats";

export function FoundHead({ found }: { found: SearchFound }): VNode {
  return (
    <p class="found-head">
      <b>{found.move ?? "no move"}</b> {formatValue(found)} at depth {found.depth}
      {found.stopped && " (stopped)"} <span class="pv">{found.pv}</span>
    </p>
  );
}

export function FoundFigures({ found }: { found: SearchFound }): VNode {
  return (
    <dl class="figures">
      {foundFigures(found).map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

export function FoundBars({ found }: { found: SearchFound }): VNode {
  const stats = foundStats(found);
  const cutoffs = cutoffBars(stats.cutoffs_by_index ?? []);
  return (
    <div class="bar-tables">
      {cutoffs.length > 0 && (
        <BarTable caption="Cut-offs by which move made them" head={["move", "share of cut-offs", "count"]} bars={cutoffs} />
      )}
      {(stats.levels ?? []).length > 0 && (
        <BarTable
          caption="How often the first move cuts, by level"
          head={["ply", "first move of cut-offs", "of nodes"]}
          bars={levelBars(stats.levels ?? [])}
        />
      )}
    </div>
  );
}
