// wasm.mjs - for bench/wasm.sh: the same searches by the program and by web/dist/engine.wasm in this V8, CPU time of both.
import { spawn } from "node:child_process";
import fs from "node:fs";
import readline from "node:readline";

const [, , program, wasm, rounds, games = ""] = process.argv;
const source = fs.readFileSync("web/src/wasm/engine_worker.ts", "utf8");
const { engineOpen } = await import("data:text/javascript;base64," + Buffer.from(source).toString("base64"));

// Searches of one to three seconds, by what most people play with: adaptive lists and a table.
const player = "alphabeta:order=tt+killer+history-ads,tt=20,pvs=yes";
const searches = [
  ["othello", 16],
  ["checkers", 21],
  ["abalone:start=belgian-daisy", 8],
  ["chess", 9],
  ["connect-four", 16],
  ["chinese-checkers", 9],
  ["focus", 7],
  ["virus", 13],
];

// The program: its CPU time is that of its process, in ticks of 1/100 s.
const child = spawn(program, ["jsonl"], { stdio: ["pipe", "pipe", "inherit"] });
const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
const native = {
  ask: async (request) => (child.stdin.write(JSON.stringify(request) + "\n"), JSON.parse((await lines.next()).value)),
  cpu: () => {
    const fields = fs.readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1].split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  },
};
let said = "";
const engine = await engineOpen(fs.readFileSync(wasm), (line) => (said = line));
const inside = {
  ask: async (request) => (engine.line(JSON.stringify(request)), JSON.parse(said)),
  cpu: () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
};

const search = async (side, game, depth) => {
  await side.ask({ do: "new", game });
  const before = side.cpu();
  const answer = await side.ask({ do: "think", depth, player });
  if (!answer.ok) throw new Error(answer.error);
  return { seconds: side.cpu() - before, nodes: answer.nodes, value: answer.value };
};

console.log("game                           depth      nodes   native     wasm   ratio");
const wanted = games.split(" ").filter((word) => word !== "");
for (const [game, depth] of searches.filter(([name]) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)))) {
  let [fast, slow] = [Infinity, Infinity];
  let found = {};
  for (let i = 0; i < Number(rounds); i++) {
    const a = await search(native, game, depth);
    const b = await search(inside, game, depth);
    if (a.nodes !== b.nodes || a.value !== b.value) throw new Error(`${game}: the searches differ`);
    [fast, slow, found] = [Math.min(fast, a.seconds), Math.min(slow, b.seconds), a];
  }
  console.log(
    `${game.padEnd(30)} ${String(depth).padStart(5)} ${String(found.nodes).padStart(10)} ${fast.toFixed(2).padStart(8)} ` +
      `${slow.toFixed(2).padStart(8)} ${(slow / fast).toFixed(2).padStart(7)}`,
  );
}
child.stdin.end();
