// wasm.mjs PROGRAM ENGINE SOURCES EMPTY - for wasm.sh: drives the program's `jsonl` and the engine in this V8 with the same
// lines. SOURCES is what the engine would be made of now, EMPTY a folder without databases.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import readline from "node:readline";

const [program, wasm, sources, empty] = process.argv.slice(2);
let [passed, failed] = [0, 0];
const check = (good, message) => {
  if (good) passed++;
  else if (failed++ < 10) console.log(`FAILED: ${message}`);
};

// Both sides.

const loader = fs.readFileSync("web/src/wasm/engine_worker.ts", "utf8");
const { engineOpen } = await import("data:text/javascript;base64," + Buffer.from(loader).toString("base64"));
let said = [];
const engine = await engineOpen(fs.readFileSync(wasm), (line) => said.push(line));

const child = spawn(program, ["jsonl", "--dir", empty], { stdio: ["pipe", "pipe", "inherit"] });
const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
// Events, then the answer.
const nativeAsk = async (line) => {
  const answers = [];
  child.stdin.write(line + "\n");
  do answers.push((await lines.next()).value);
  while (answers.at(-1)?.includes('"event":'));
  return answers;
};
const engineAsk = (line) => {
  said = [];
  engine.line(line);
  return said;
};
const timeless = (answers) => answers.join("\n").replace(/"seconds":[-+.e\d]+/g, '"seconds":0');

// A line to both. Returns the answer.
const ask = async (request) => {
  const line = typeof request === "string" ? request : JSON.stringify(request);
  const [a, b] = [timeless(await nativeAsk(line)), timeless(engineAsk(line))];
  check(a === b, `${line.slice(0, 200)}\n    native ${a.slice(0, 600)}\n    wasm   ${b.slice(0, 600)}`);
  return JSON.parse(a.split("\n").at(-1));
};

// The games with each of their options, one at a time, at each word or at both ends of its range.
const specs = (game) => {
  const values = (o) => (o.choices?.split("|") ?? [o.min, o.max]).filter((value) => String(value) !== o.default);
  const of = (o) => values(o).map((value) => `${game.name}:${o.key}=${value}`);
  return [game.name, ...game.options.flatMap(of)];
};

let seed = 1;
const below = (n) => (seed = (seed * 48271) % 2147483647) % n;

const playSome = async (plies) => {
  for (let i = 0; i < plies; i++) {
    const { moves } = await ask({ do: "moves" });
    if (moves.length === 0) return;
    await ask({ do: "move", move: moves[below(moves.length)].move });
  }
};

const gameCompare = async (spec) => {
  const opened = await ask({ do: "new", game: spec });
  if (!opened.ok) return;   // the options do not go together: both say so
  await playSome(1 + below(8));
  await ask({ do: "state", id: "s" });
  await ask({ do: "board", svg: true, text: true });
  await ask({ do: "moves", actions: true, touches: true });
  await ask({ do: "think", depth: 3, events: true, id: 7 });
  await ask({ do: "think", depth: 3, player: "alphabeta:order=history-ads" });
  await ask({ do: "values", depth: 2 });
  await ask({ do: "perft", depth: 2 });
  await ask({ do: "undo" });
};

// A stack that holds: straight to the greatest depth, without ordering, a line of forty plies and more at once.
const deepCompare = async (spec, depth) => {
  await ask({ do: "new", game: spec });
  for (const player of ["alphabeta:order=none", "alphabeta:order=tt+killer+history-ads,tt=16"]) {
    const answer = await ask({ do: "think", nodes: 60000, depth, player });
    check(answer.ok, `${spec} depth ${depth}: ${answer.error}`);
    await ask({ do: "think", player: `${player},depth=${depth},nodes=60000` });
  }
};

// What it was made of.
const about = engine.about();
const version = JSON.parse(execFileSync(program, ["--version", "--json"]));
check(about.commit === sources, `${wasm} is out of date (${about.commit}, now ${sources}): run \`make wasm\` and commit it`);
check(JSON.stringify(about.digests) === JSON.stringify(version.digests), `${wasm}: other digests: run \`make wasm\``);
check(about.version === version.version, `${wasm}: version ${about.version}: run \`make wasm\``);

// The same nodes in every search of the bench.
const counts = (report) =>
  [report.signature, report.evaluations, ...report.games.map((row) => [row.game, row.preset, row.eval, row.depth, row.nodes])].join(" ");
const bench = JSON.parse(execFileSync(program, ["bench", "--json"]));
check(counts(engine.bench()) === counts(bench), `${wasm}: other nodes than \`pollard bench\`: run \`make wasm\``);

// The same answers.
const { games } = await ask({ do: "games" });
for (const spec of games.flatMap(specs)) await gameCompare(spec);
for (const { name } of games) await deepCompare(name, 40);
await deepCompare("chess", 60);

// The same refusals.
await ask({ do: "new", game: "chess" });
for (const line of [
  "", "{", "[1]", '{"do":"new","do":"new"}', '{"do":1}', '{"do":"new","game":"go"}', '{"do":"move","move":"e2e5"}', '{"do":"think","depth":1e3}',
  '{"do":"think","depth":3,"player":"uci:command=/bin/true"}', '{"do":"think","depth":3,"player":"alphabeta:with=file"}',
  '{"do":"think","depth":3,"player":"alphabeta:eval=nonsense"}', '{"do":"moves","x":1}', '{"do":"new","position":"ä\\u0000\\ud800"}',
  '{"do":"new","position":"\u00e4\u4e16"}', '{"id":99999999999999999999,"do":"state"}', '{"id":9007199254740993,"do":"state"}',
  '{"do":"stop"}', " ".repeat(300) + "[" .repeat(3000), '{"do":"state","id":"' + "x".repeat(300000) + '"}',
]) if (line.trim() !== "") await ask(line);

// There are no databases, files and programs: refused, and the session goes on.
for (const player of ["alphabeta:eval=solved", "alphabeta:eval=edb"]) {
  const answer = JSON.parse(engineAsk(JSON.stringify({ do: "think", depth: 2, player }))[0]);
  check(answer.ok === false && /browser|solved|edb/.test(answer.error), `${player}: ${JSON.stringify(answer)}`);
}
await ask({ do: "state" });

// A limit of time ends a search.
const timed = JSON.parse(engineAsk(JSON.stringify({ do: "think", time_ms: 100 })).at(-1));
check(timed.ok && timed.seconds < 20, `time_ms 100: ${JSON.stringify(timed)}`);
check(engine.line('{"do":"quit"}') === false, "quit does not end the session");
child.stdin.end();

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
