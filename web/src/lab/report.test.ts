import assert from "node:assert/strict";
import test from "node:test";
import { reportPlots, reportVerdicts, verdictClass, type MatchCell, type NodesCell } from "./report";

const cell = (configuration: string, start: string, saving: number | null, verdict = ""): NodesCell => ({
  configuration, start, player: "", trials: 50, different: 38, mean: 1, sd: 1, median: 1, saving,
  saving_low: saving === null ? null : saving - 0.02, saving_high: saving === null ? null : saving + 0.02,
  published_mean: null, published_saving: saving === null ? null : 0.24, p_holm: null, verdict, series: "", game: "othello", per: "trial",
});

test("a table of nodes has a plot for each start, without its control", () => {
  const plots = reportPlots({
    name: "x", title: "X", kind: "nodes", registration: "", comparisons: [],
    cells: [cell("None", "initial", null), cell("Move-to-Front", "initial", 0.275, "agrees"), cell("None", "midgame", null), cell("Move-to-Front", "midgame", 0.2)],
  });
  assert.deepEqual(plots.map((plot) => plot.title), ["saving of nodes, initial", "saving of nodes, midgame"]);
  assert.deepEqual(plots[0]?.rows.map((row) => row.label), ["Move-to-Front"]);
  assert.match(plots[0]?.rows[0]?.words ?? "", /saves 27\.5.%.*printed 24\.0.%; agrees/);
});

test("a match whose games were all won has an interval without end", () => {
  const match: MatchCell = {
    row: "6x6", column: "depth 1", game: "g", players: ["a", "b"], games: 50, won: 50, drawn: 0, lost: 0, points_percent: 100,
    low: 90, high: null, elo: null, elo_low: 300, elo_high: null, published_percent: null, verdict: "",
  };
  const [plot] = reportPlots({ name: "m", title: "M", kind: "match", registration: "", comparisons: [], cells: [match] });
  assert.match(plot?.rows[0]?.words ?? "", /90\.0 % … ∞/);
});

test("verdicts are counted over cells and comparisons", () => {
  const report = { name: "x", title: "X", kind: "nodes" as const, registration: "", comparisons: [], cells: [cell("a", "s", 0.1, "agrees"), cell("b", "s", 0.1, "agrees"), cell("c", "s", 0.1)] };
  assert.deepEqual(reportVerdicts(report), [{ verdict: "agrees", count: 2 }]);
  assert.equal(verdictClass("agrees"), "yes");
  assert.equal(verdictClass("saving differs"), "no");
  assert.equal(verdictClass("cannot tell"), "open");
});
