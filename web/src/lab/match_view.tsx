// match_view.tsx - a match as it stands: points, Elo with its interval, the test that may end it.

import type { VNode } from "preact";
import { formatCount, formatFixed, formatInterval, formatPercent, formatShort } from "../analysis/numbers";
import { IntervalPlot } from "./interval_plot";
import { matchShare, sprtPlace, sprtWords, type MatchResult, type Sprt } from "./match";

const elo = (v: number): string => (v > 0 ? `+${formatFixed(v, 0)}` : formatFixed(v, 0));

export function MatchView({ match }: { match: MatchResult }): VNode {
  const interval = formatInterval(match.elo_low, match.elo_high, elo);
  return (
    <div class="match">
      <div class="scroll" tabIndex={0} role="group" aria-label={`Points of ${match.players.join(" against ")}`}>
        <table class="table">
          <caption>
            {match.game}, {formatCount(match.games)} games
          </caption>
          <thead>
            <tr>
              <th scope="col">player</th>
              <th scope="col" class="number">score</th>
              <th scope="col" class="number">won</th>
              <th scope="col" class="number">drawn</th>
              <th scope="col" class="number">lost</th>
              <th scope="col" class="number">nodes a move</th>
              <th scope="col" class="number">ms a move</th>
            </tr>
          </thead>
          <tbody>
            {match.players.map((player, i) => (
              <tr key={i}>
                <th scope="row" class="mono">
                  {player}
                </th>
                <td class="number">
                  <ShareBar share={matchShare(match, i)} />
                </td>
                <td class="number">{formatCount(match.won[i])}</td>
                <td class="number">{formatCount(match.drawn[i])}</td>
                <td class="number">{formatCount(match.lost[i])}</td>
                <td class="number">{formatShort(match.nodes_per_move?.[i])}</td>
                <td class="number">{formatFixed(match.ms_per_move?.[i], 3)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(match.elo !== null || match.elo_low !== null || match.elo_high !== null) && (
        <IntervalPlot
          title="Elo of the first over the second"
          zero={0}
          write={elo}
          rows={[
            {
              label: "Elo of the first",
              value: match.elo,
              low: match.elo_low,
              high: match.elo_high,
              print: null,
              verdict: "",
              words: `${match.elo === null ? "beyond all measure" : elo(match.elo)} (${interval}); stronger with ${formatPercent(match.superiority)}`,
            },
          ]}
        />
      )}
      {match.sprt !== undefined && <SprtBar sprt={match.sprt} />}
    </div>
  );
}

function ShareBar({ share }: { share: number | null }): VNode {
  return (
    <>
      <span class="bar-track bar-inline" aria-hidden="true">
        <span class="bar-fill" style={{ width: `${(share ?? 0) * 100}%` }} />
      </span>{" "}
      {formatPercent(share)}
    </>
  );
}

function SprtBar({ sprt }: { sprt: Sprt }): VNode {
  return (
    <figure class="sprt">
      <figcaption>
        Sequential test of {elo(sprt.elo0)} against {elo(sprt.elo1)} Elo: {sprtWords(sprt)} (log-likelihood ratio {formatFixed(sprt.llr, 2)})
      </figcaption>
      <div class="sprt-track" aria-hidden="true">
        <span class="sprt-middle" />
        <span class="sprt-dot" style={{ left: `${sprtPlace(sprt) * 100}%` }} />
      </div>
      <div class="sprt-ends" aria-hidden="true">
        <span>
          {elo(sprt.elo0)} at {formatFixed(sprt.lower, 2)}
        </span>
        <span>
          {elo(sprt.elo1)} at {formatFixed(sprt.upper, 2)}
        </span>
      </div>
    </figure>
  );
}
