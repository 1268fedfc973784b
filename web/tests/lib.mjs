// lib.mjs - for the tests of the page: a browser, a server, the command line, and a count of what passed.
import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const web = dirname(dirname(fileURLToPath(import.meta.url)));
export const pollard = process.env.POLLARD ?? join(web, "..", "pollard");
export const dist = process.env.WEB_DIST ?? join(web, "dist");

const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });
}

/** The games that all tests go through (tests/specs.c). */
export function specs() {
  const source = readFileSync(join(web, "..", "tests", "specs.c"), "utf8");
  return [...source.matchAll(/^ {4}"([^"]+)",$/gm)].map(([, spec]) => spec);
}

export function show(spec, position, moves) {
  const at = position ? ["--position", position] : [], played = moves.length > 0 ? ["--moves", moves.join(" ")] : [];
  return JSON.parse(execFileSync(pollard, ["show", spec, ...at, ...played, "--json"], { encoding: "utf8", maxBuffer: 1 << 26 }));
}

/** `pollard serve`, with the page of WEB_DIST where that is given; {url, kill}. */
export async function serve(...words) {
  const child = spawn(pollard, ["serve", "--port", "0", "--json", ...words], { stdio: ["ignore", "pipe", "inherit"] });
  const server = await started(child, (line) => /"url": "([^"]+)"/.exec(line)?.[1]);
  if (!process.env.WEB_DIST) return server;
  const front = await serveFolder(dist, server.url);
  return { url: front.url, kill: () => Promise.all([front.kill(), server.kill()]) };
}

/** A web server that knows nothing but the files of a folder, and whom to ask what is not there. */
export function serveFolder(folder, behind = "") {
  const child = spawn(process.execPath, [join(web, "tests", "dev_server.mjs"), folder, "0", behind], { stdio: ["ignore", "pipe", "inherit"] });
  return started(child, (line) => `http://127.0.0.1:${line.trim()}/`);
}

function started(child, urlOf) {
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    const kill = () => new Promise((done) => { child.removeAllListeners("exit"); child.once("exit", done); child.kill("SIGKILL"); });
    createInterface({ input: child.stdout }).on("line", (line) => { const url = urlOf(line); if (url) resolve({ url, kill }); });
  });
}

/** Of refused requests, which tests make; of an icon that was still on its way when the page was left. */
const harmless = /Failed to load resource|icon\.svg' from origin 'null'/;

/** A page that fails the test on any error in it. */
export async function openPage(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.errors = [];
  page.on("pageerror", (error) => page.errors.push(error.message));
  page.on("console", (message) => { if (message.type() === "error" && !harmless.test(message.text())) page.errors.push(message.text()); });
  await page.goto(url);
  await page.waitForSelector(".board .cell");
  return page;
}

/** What the page shows. */
export function shown(page) {
  return page.evaluate(() => {
    // A page that was just loaded is empty until its engine has answered.
    const table = document.querySelector(".table-side")?.dataset ?? {};
    return {
      ply: Number(table.ply), position: table.position, over: table.over === "true", path: table.path,
      moves: [...document.querySelectorAll(".moves-list .move")].map((move) => move.textContent),
      notice: document.querySelector(".table-side .note")?.textContent ?? "",
    };
  });
}

export async function until(page, what, check, seconds = 10) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await new Promise((r) => setTimeout(r, 20))) {
    const now = await shown(page);
    if (check(now)) return now;
  }
  throw new Error(`${what}: not within ${seconds} s; ${JSON.stringify(await shown(page)).slice(0, 400)}`);
}

export function equal(a, b, what) {
  const [x, y] = [JSON.stringify(a), JSON.stringify(b)];
  if (x !== y) throw new Error(`${what}: ${x} is not ${y}`);
}

export function ensure(good, what) { if (!good) throw new Error(what); }

let passed = Number(process.env.UNITS ?? 0), failed = 0;

export async function test(name, run) {
  const only = process.env.ONLY;
  if (only && !name.includes(only)) return;
  const since = Date.now();
  const fault = await attempt(run);
  // A browser on a busy machine may be late once. Where a change waits to land it gets a second try, which is said.
  const last = fault !== null && process.env.CI ? await attempt(run) : fault;
  if (last === null) passed++;
  else failed++;
  if (last !== null) console.log(`FAILED: ${name}: ${last}`);
  else if (fault !== null) console.log(`second try: ${name}: ${fault}`);
  else if (process.env.TIMES) console.log(`${((Date.now() - since) / 1000).toFixed(1)} s  ${name}`);
}

/** What went wrong, or null. */
async function attempt(run) {
  try {
    await run();
    return null;
  } catch (error) {
    return String(error.stack ?? error);
  }
}

export function finish() {
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
