// graph_view.tsx - the whole game: its graph, its mistakes, every move in a table.
import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { AppState, AppStore } from "../app/store";
import { lookOf } from "../board/owners";
import type { AnalysedMove } from "../engine/types";
import { Button, Check, NumberInput, Panel } from "../ui/controls";
import { graphMistakes, valueWord } from "./game_graph";
import { GraphLegend, GraphPlot, verdictSign } from "./graph_plot";
import { formatCount } from "./numbers";
import type { AnalysisState, AnalysisStore } from "./store";

interface GraphProps {
  app: AppStore;
  shown: AppState;
  store: AnalysisStore;
  now: AnalysisState;
}

export function GraphPanel({ app, shown, store, now }: GraphProps): VNode {
  const [every, setEvery] = useState(false);
  const running = now.work === "analyse";
  // What was analysed holds as far as the line is still the same.
  const same = now.gameLine.findIndex((move, i) => shown.line[i] !== move);
  const moves = useMemo(() => (same < 0 ? now.game : now.game.slice(0, same)), [now.game, same]);
  const players = (shown.board?.players ?? []).map((player) => player.name);
  const names = Array.from({ length: shown.state?.players ?? 2 }, (_, i) => players[i] ?? `player ${i + 1}`);
  const colors = names.map((_, i) => lookOf(shown.board, i).color);
  const mistakes = graphMistakes(moves);
  const empty = shown.line.length === 0;
  return (
    <Panel title="The whole game">
      <div class="row">
        <Button look="primary" disabled={running || empty} onClick={() => void store.analyseGame()}>
          Analyse game
        </Button>
        {running && <Button onClick={() => store.stop()}>Stop</Button>}
        <NumberInput
          inline
          label="plies"
          min={2}
          max={30}
          size={3}
          value={now.gameDepth}
          title="How deep every position of the game is searched"
          onChange={(value) => store.set({ gameDepth: value ?? 2 })}
        />
        <Check label="log scale" checked={now.log} onChange={(log) => store.set({ log })} />
      </div>
      {empty && <p class="soft">No moves yet.</p>}
      {running && (
        <label class="field">
          <span>
            {now.game.length} of {now.gameLine.length} moves
          </span>
          <progress max={Math.max(1, now.gameLine.length)} value={now.game.length} />
        </label>
      )}
      {moves.length > 0 && (
        <>
          <GraphPlot moves={moves} players={names} colors={colors} log={now.log} ply={shown.ply} onPly={(ply) => void app.jump(ply)} />
          <GraphLegend players={names} colors={colors} />
          <p class="soft small">
            {names.length === 2 ? `Above the middle ${names[0]} is better.` : "Each player's line is his own value."} A click goes to the move.
          </p>
          <Mistakes mistakes={mistakes} names={names} running={running} onGo={(ply) => void app.jump(ply)} />
          <Check label={`all ${moves.length} moves`} checked={every} onChange={setEvery} />
          {every && <MoveTable moves={moves} names={names} ply={shown.ply} onGo={(ply) => void app.jump(ply)} />}
        </>
      )}
    </Panel>
  );
}

function Mistakes(props: { mistakes: AnalysedMove[]; names: string[]; running: boolean; onGo: (ply: number) => void }): VNode {
  const { mistakes } = props;
  if (mistakes.length === 0) return <p>{props.running ? "" : "No mistakes at this depth."}</p>;
  return (
    <div>
      <h3>{mistakes.length === 1 ? "One mistake" : `${mistakes.length} mistakes`}</h3>
      <ul class="an-mistakes">
        {mistakes.map((move) => (
          <li key={move.ply}>
            <button type="button" class="an-link" onClick={() => props.onGo(move.ply - 1)}>
              {move.ply}. {move.move}
              {verdictSign(move.verdict)}
            </button>{" "}
            <span class="soft">
              {props.names[move.mover]}, {move.verdict}
              {lossWord(move)}
              {move.best !== null && move.best !== move.move && (
                <>
                  ; better <b>{move.best}</b>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function lossWord(move: AnalysedMove): string {
  if (move.loss === null) return "";
  const before = valueWord(move.value);
  const after = valueWord(move.after);
  if (/win|loss/.test(before + after)) return `: from ${before} to ${after}`;
  return `, loses ${formatCount(move.loss)}`;
}

function MoveTable(props: { moves: readonly AnalysedMove[]; names: string[]; ply: number; onGo: (ply: number) => void }): VNode {
  return (
    <div class="scroll an-limited" tabIndex={0} role="region" aria-label="Every move of the game">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">move</th>
            <th scope="col">by</th>
            <th scope="col" class="number">value</th>
            <th scope="col" class="number">after</th>
            <th scope="col" class="number">loses</th>
            <th scope="col">best</th>
            <th scope="col">is</th>
          </tr>
        </thead>
        <tbody>
          {props.moves.map((move) => (
            <tr key={move.ply} class={move.ply === props.ply ? "current" : ""}>
              <th scope="row">
                <button type="button" class="an-link" onClick={() => props.onGo(move.ply)}>
                  {move.ply}. {move.move}
                </button>
              </th>
              <td>{props.names[move.mover]}</td>
              <td class="number">{valueWord(move.value)}</td>
              <td class="number">{valueWord(move.after)}</td>
              <td class="number">{move.loss === null || move.loss === 0 ? "" : formatCount(move.loss)}</td>
              <td>{move.best ?? ""}</td>
              <td>{move.verdict}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
