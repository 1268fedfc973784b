// exact_view.tsx - what a database knows of the position: no search, no doubt.
import type { VNode } from "preact";
import type { Engine } from "../engine/types";
import { Panel } from "../ui/controls";
import { movesWithLoss, type MoveValue } from "./loss";
import type { AnalysisState } from "./store";

export function ExactPanel(props: { now: AnalysisState; engine: Engine | null; onPlay: (index: number) => void }): VNode | null {
  const { probe } = props.now;
  if (probe === null) {
    if (props.engine === null || props.engine.about.databases) return null;
    return <p class="soft small">This engine runs in the page and has no databases: exact values need pollard serve.</p>;
  }
  const says = new Map((probe.moves ?? []).map((move) => [move.index, move.says]));
  const moves = movesWithLoss((probe.moves ?? []) as MoveValue[]);
  return (
    <Panel title="Exact">
      <p>
        <b>{probe.says}</b> <span class="soft small">by {probe.name}</span>
      </p>
      {moves.length > 0 && (
        <div class="scroll an-limited" tabIndex={0} role="region" aria-label="Exact values of the moves">
          <table class="table">
            <thead>
              <tr>
                <th scope="col">move</th>
                <th scope="col">leads to</th>
              </tr>
            </thead>
            <tbody>
              {moves.map((move) => (
                <tr key={move.index}>
                  <th scope="row">
                    <button type="button" class="an-link" aria-label={`play ${move.move}`} onClick={() => props.onPlay(move.index)}>
                      {move.move}
                    </button>
                  </th>
                  <td>{says.get(move.index) ?? "not in the database"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}
