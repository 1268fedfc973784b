import assert from "node:assert/strict";
import test from "node:test";
import { jobAfter, jobRefused, jobRuns, jobShare, jobsToFollow, jobTitle, type JobInfo } from "./jobs";

const job: JobInfo = { job: "1", ask: { kind: "lab", name: "history-ads-1" }, state: "running", code: null, seconds: 0, progress: null, text: "" };

test("a job from its start to its end", () => {
  let now = jobAfter(job, { event: "progress", done: 5, total: 20, seconds_left: 3 });
  assert.equal(jobShare(now.progress), 0.25);
  now = jobAfter(now, { event: "table", table: { experiments: [{ cells: [] }], made_by: "" } });
  assert.equal(now.report?.experiments.length, 1);
  now = jobAfter(now, { event: "end", code: 130, state: "stopped", text: "stopped", result: { experiments: [{ name: "x" }] } });
  assert.equal(now.state, "stopped");
  assert.equal(jobRuns(now), false);
  assert.equal(now.report?.experiments.length, 1, "the list that lab run ends with does not replace the report");
  now = jobAfter(now, { event: "start" });
  assert.equal(jobRuns(now), true);
});

test("a running match is known by its fields, wrapped or not", () => {
  const match = { players: ["a", "b"], won: [1, 0], drawn: [0, 0], lost: [0, 1], points: [2, 0], elo: null, elo_low: null, elo_high: null, games: 1, game: "g" };
  assert.equal(jobAfter(job, { event: "table", ...match }).match?.games, 1);
  assert.equal(jobAfter(job, { event: "table", table: match }).match?.games, 1);
  assert.equal(jobAfter(job, { event: "end", code: 0, state: "done", text: "", result: match }).match?.games, 1);
});

test("what nobody knows changes nothing", () => {
  assert.equal(jobAfter(job, { event: "weather" }), job);
});

test("counts beyond 2^53 and totals that are not known", () => {
  assert.equal(jobShare({ done: "9007199254740993", total: "18014398509481986" }), 0.5);
  assert.equal(jobShare({ done: 5, total: null }), null);
  assert.equal(jobShare(null), null);
});

test("what was refused cannot be continued, what broke off can", () => {
  assert.equal(jobRefused({ ...job, state: "failed", code: 2 }), true);
  assert.equal(jobRefused({ ...job, state: "failed", code: 1 }), false);
  assert.equal(jobRefused({ ...job, state: "stopped", code: 130 }), false);
});

test("titles name what is done", () => {
  assert.equal(jobTitle({ kind: "match", game: "othello", players: ["a", "b"] }), "othello: a against b");
  assert.equal(jobTitle({ kind: "db", name: "cc-pdb6-6x6" }), "database cc-pdb6-6x6");
});

test("at most two jobs are followed, running ones first, and none is read twice", () => {
  const jobs = (["done", "running", "failed", "running"] as const).map((state, i): JobInfo => ({ ...job, job: String(i), state }));
  assert.deepEqual(jobsToFollow(jobs, new Set()), ["1", "3"]);
  assert.deepEqual(jobsToFollow(jobs.slice(0, 3), new Set()), ["1", "0"]);
  assert.deepEqual(jobsToFollow(jobs.slice(0, 3), new Set(["0"])), ["1", "2"]);
});
