// values_table.tsx - every legal move with its value, the best first.

import type { VNode } from "preact";
import { lossSigns, lossWords, type MoveLoss } from "./loss";
import { formatCount, formatValue } from "./numbers";

export function ValuesTable(props: { moves: MoveLoss[]; depth: number; onPlay: (move: string) => void }): VNode {
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label="Every move with its value">
      <table class="values">
        <caption>
          {props.moves.length} moves at depth {props.depth}
        </caption>
        <thead>
          <tr>
            <th scope="col">move</th>
            <th scope="col">value</th>
            <th scope="col">loses</th>
            <th scope="col">is</th>
            <th scope="col">line</th>
          </tr>
        </thead>
        <tbody>
          {props.moves.map((move) => (
            <tr key={move.index} class={`loss-${move.loss_class}`}>
              <th scope="row">
                <button type="button" class="link" onClick={() => props.onPlay(move.move)} aria-label={`play ${move.move}`}>
                  {move.move}
                </button>
              </th>
              <td class="num">{formatValue(move)}</td>
              <td class="num">{move.loss === Infinity ? "the game" : move.loss === 0 ? "" : formatCount(move.loss)}</td>
              <td>
                <span class={`loss-chip loss-chip-${move.loss_class}`}>
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
