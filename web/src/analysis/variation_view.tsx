// variation_view.tsx - the tree of variations as lines of moves; a click goes there.

import type { VNode } from "preact";
import { Button } from "../ui/controls";
import { plyText, variationsRuns, type Variations } from "./variations";

export function VariationView(props: {
  tree: Variations;
  players: number;
  onGo: (index: number) => void;
  onPromote: (index: number) => void;
  onRemove: (index: number) => void;
}): VNode {
  const { tree } = props;
  const runs = variationsRuns(tree);
  const node = tree.nodes[tree.at];
  const parent = node === undefined || node.parent < 0 ? undefined : tree.nodes[node.parent];
  const aside = parent !== undefined && parent.children[0] !== tree.at;
  return (
    <div class="variations">
      <div class="variation-runs">
        <button type="button" class={tree.at === 0 ? "variation-move variation-at" : "variation-move"} aria-current={tree.at === 0 ? "step" : undefined} onClick={() => props.onGo(0)}>
          start
        </button>
        {runs.map((run, i) => (
          <p key={i} class="variation-run" style={{ marginInlineStart: `${Math.min(run.depth, 8) * 1.1}rem` }}>
            {run.depth > 0 && <span aria-hidden="true">( </span>}
            {run.moves.map((move, k) => (
              <button
                key={move.index}
                type="button"
                class={move.index === tree.at ? "variation-move variation-at" : "variation-move"}
                aria-current={move.index === tree.at ? "step" : undefined}
                onClick={() => props.onGo(move.index)}
              >
                <span class="variation-ply">{plyText(move.ply, props.players, k === 0)}</span>
                {move.move}
              </button>
            ))}
            {run.depth > 0 && <span aria-hidden="true">)</span>}
          </p>
        ))}
      </div>
      <div class="row">
        <Button disabled={!aside} onClick={() => props.onPromote(tree.at)}>Make main line</Button>
        <Button disabled={tree.at === 0} onClick={() => props.onRemove(tree.at)}>Remove from here</Button>
      </div>
    </div>
  );
}
