// wasm.mjs - for bench/wasm.sh: the same searches by the program and by web/dist/engine.wasm, CPU time of both. The engine runs
// in Chromium where that and its driver are there, as it does for people; else in this node, whose V8 is older.
import { spawn } from "node:child_process";
import fs from "node:fs";
import readline from "node:readline";

const [, , program, wasm, rounds, games = ""] = process.argv;

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

// Of a process: its parent, and its CPU time in seconds, counted in ticks of 1/100 s.
const facts = (pid) => {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, "utf8"), fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { parent: Number(fields[1]), cpu: (Number(fields[11]) + Number(fields[12])) / 100 };
  } catch {
    return { parent: 0, cpu: 0 };
  }
};
const descends = (pid) => pid === process.pid || (pid > 1 && descends(facts(pid).parent));

const nativeOpen = () => {
  const child = spawn(program, ["jsonl"], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (request) => (child.stdin.write(JSON.stringify(request) + "\n"), JSON.parse((await lines.next()).value)),
    cpu: () => facts(child.pid).cpu,
    close: () => child.stdin.end(),
  };
};

const nodeOpen = async () => {
  const source = fs.readFileSync("web/src/wasm/engine_worker.ts", "utf8");
  const { engineOpen } = await import("data:text/javascript;base64," + Buffer.from(source).toString("base64"));
  let said = "";
  const engine = await engineOpen(fs.readFileSync(wasm), (line) => (said = line));
  return {
    ask: async (request) => (engine.line(JSON.stringify(request)), JSON.parse(said)),
    cpu: () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
    close: () => {},
  };
};

// In the page.
const workerOpen = () => {
  const worker = new Worker("/worker.js", { type: "module" });
  window.ask = (request) => new Promise((resolve) => {
    worker.onmessage = ({ data }) => { if (data.line !== undefined) resolve(JSON.parse(data.line)); };
    worker.postMessage({ line: JSON.stringify(request) });
  });
};

const chromiumOpen = async () => {
  const { launch } = await import("../web/tests/lib.mjs");
  const browser = await launch(), page = await (await browser.newContext()).newPage();
  const files = { "/": ["text/html", "<!doctype html>"], "/worker.js": ["text/javascript", fs.readFileSync("web/dist/worker.js")], "/engine.wasm": ["application/wasm", fs.readFileSync(wasm)] };
  await page.context().route("**/*", (route) => {
    const [contentType, body] = files[new URL(route.request().url()).pathname] ?? ["text/plain", ""];
    return route.fulfill({ contentType, body });
  });
  await page.goto("http://localhost/");
  await page.evaluate(workerOpen);
  const renderers = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number)
    .filter((pid) => descends(pid) && fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--type=renderer"));
  return {
    ask: (request) => page.evaluate((asked) => window.ask(asked), request),
    cpu: () => renderers.reduce((sum, pid) => sum + facts(pid).cpu, 0),
    close: () => browser.close(),
  };
};

const search = async (side, game, depth) => {
  await side.ask({ do: "new", game });
  const before = side.cpu();
  const answer = await side.ask({ do: "think", depth, player });
  if (!answer.ok) throw new Error(answer.error);
  return { seconds: side.cpu() - before, nodes: answer.nodes, value: answer.value };
};

const native = nativeOpen(), inside = await (process.env.CHROMIUM ? chromiumOpen() : nodeOpen());
const wanted = games.split(" ").filter((word) => word !== "");
console.log(`game                           depth      nodes   native     wasm   ratio   in ${process.env.CHROMIUM ? "Chromium" : "node"}`);
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
native.close();
await inside.close();
