// values_table.tsx - every legal move with its value, the best first.

import type { VNode } from "preact";
import { lossChips, lossSigns, lossWords, type MoveLoss } from "./loss";
import { formatCount, formatValue } from "./numbers";

export function ValuesTable(props: { moves: readonly MoveLoss[]; depth: number; onPlay: (index: number) => void }): VNode {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Every move with its value">
      <table class="table values">
        <caption>
          {props.moves.length} moves at depth {props.depth}
        </caption>
        <thead>
          <tr>
            <th scope="col">move</th>
            <th scope="col" class="number">value</th>
            <th scope="col" class="number">loses</th>
            <th scope="col">is</th>
            <th scope="col">line</th>
          </tr>
        </thead>
        <tbody>
          {props.moves.map((move) => (
            <tr key={move.index}>
              <th scope="row">
                <button type="button" class="an-link" onClick={() => props.onPlay(move.index)} aria-label={`play ${move.move}`}>
                  {move.move}
                </button>
              </th>
              <td class="number">{formatValue(move)}</td>
              <td class="number">{move.loss === Infinity ? "the game" : move.loss === 0 ? "" : formatCount(move.loss)}</td>
              <td>
                <span class={`chip ${lossChips[move.loss_class]}`}>
                  <span aria-hidden="true">{lossSigns[move.loss_class]}</span> {lossWords[move.loss_class]}
                </span>
              </td>
              <td class="pv">{move.pv ?? ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
