// first_board.mjs - milliseconds from the start of a navigation until the board is on the screen: the page of
// `pollard serve` in Chromium, each time in a context that has seen nothing. For bench/first_board.sh.
//
//   node bench/first_board.mjs [LOADS] [ADDRESS]     LOADS 15, ADDRESS "" (the words after the #)
//
// Each line is the end of a phase, from the start of the navigation: median, quartiles, worst. The board counts when
// its first cell is in the document, and as painted when the frame with it has been made. Then the work of the
// page's main thread until that frame, from as many loads under Chromium's tracing: processor time, which other
// programs on the machine disturb less than the clock.
import { launch, serve } from "../web/tests/lib.mjs";

const loads = Number(process.argv[2] ?? 15), address = process.argv[3] ?? "";

/** In the page, before its scripts: when the first cell comes into the document, and when it is painted. */
function watch() {
  const seen = new MutationObserver(() => {
    if (document.querySelector(".board .cell") === null) return;
    seen.disconnect();
    performance.mark("board");
    const painted = () => { performance.mark("painted"); console.debug("painted"); };
    requestAnimationFrame(() => scheduler.postTask(painted, { priority: "user-blocking" }));
  });
  seen.observe(document, { childList: true, subtree: true });
}

/** In the page, after the board: the ends of its phases. */
function phases() {
  const [page] = performance.getEntriesByType("navigation");
  const board = performance.getEntriesByName("board")[0].startTime, painted = performance.getEntriesByName("painted")[0].startTime;
  const got = performance.getEntriesByType("resource").filter((r) => r.startTime < board);
  const scripts = got.filter((r) => /\.(js|css)$/.test(r.name)), asks = got.filter((r) => r.name.includes("/api/"));
  const last = (list, what) => Math.max(...list.map((r) => r[what]));
  return {
    "document": page.responseEnd, "scripts and styles": last(scripts, "responseEnd"),
    "first request": Math.min(...asks.map((r) => r.startTime)), "last answer": last(asks.filter((r) => r.responseEnd <= board), "responseEnd"),
    "board in the document": board, "board painted": painted, requests: got.length + 1,
  };
}

async function load(browser, url, tracing) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } }), page = await context.newPage();
  await page.addInitScript(watch);
  if (tracing) await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline", "v8", "blink.user_timing"] });
  // A new window starts other parts of the browser, which are not the page's.
  await new Promise((settled) => { setTimeout(settled, 1000); });
  // Nothing else is asked of the page meanwhile: that would be work of its main thread, too.
  const painted = page.waitForEvent("console", (message) => message.text() === "painted");
  await page.goto(url + address, { waitUntil: "commit" });
  await painted;
  const found = tracing ? work(JSON.parse((await browser.stopTracing()).toString()).traceEvents) : await page.evaluate(phases);
  await context.close();
  return found;
}

const kinds = {
  "compile": /^(v8\.compile|v8\.compileModule|V8\.CompileCode)$/, "run scripts": /^(v8\.evaluateModule|EvaluateScript|FunctionCall|RunMicrotasks|BlinkScheduler_PerformMicrotaskCheckpoint|EventDispatch)$/,
  "parse HTML and CSS": /^(ParseHTML|ParseAuthorStyleSheet)$/, "style and layout": /^(UpdateLayoutTree|Layout|PrePaint|Layerize)$/,
  "paint": /^(Paint|Commit)$/, "collect garbage": /^(MinorGC|MajorGC|V8\.GC_\w+)$/,
};

/** Processor time of the page's main thread by kind until the board was painted; what lies within another counts there. */
function work(events) {
  const painted = events.find((e) => e.name === "painted" && e.cat.includes("blink.user_timing"));
  const own = events.filter((e) => e.pid === painted.pid && e.tid === painted.tid && e.ph === "X" && e.ts < painted.ts);
  const start = events.find((e) => e.name === "navigationStart" && e.pid === painted.pid)?.ts ?? 0;
  const sums = Object.fromEntries([...Object.keys(kinds), "all tasks"].map((kind) => [kind, 0]));
  const ends = {};
  for (const e of own.filter((x) => x.ts >= start).sort((a, b) => a.ts - b.ts)) {
    const kind = /RunTask$/.test(e.name) ? "all tasks" : Object.keys(kinds).find((k) => kinds[k].test(e.name));
    if (kind === undefined || e.ts < (ends[kind] ?? 0)) continue;
    ends[kind] = e.ts + e.dur;
    sums[kind] += (e.tdur ?? e.dur) / 1000;
  }
  return sums;
}

function show(title, rows) {
  console.log(`${title.padEnd(34)} ${["median", "quarter", "three", "worst"].map((w) => w.padStart(8)).join("")}`);
  for (const name of Object.keys(rows[0])) {
    const sorted = rows.map((row) => row[name]).sort((a, b) => a - b), at = (part) => sorted[Math.floor(part * (sorted.length - 1) + 0.5)];
    console.log(`${name.padEnd(34)} ${[0.5, 0.25, 0.75, 1].map((part) => at(part).toFixed(1).padStart(8)).join("")}`);
  }
}

const browser = await launch(), server = await serve();
// The first load of a browser starts parts of the browser itself.
await load(browser, server.url, false);
const rows = [], works = [];
for (let i = 0; i < loads; i++) rows.push(await load(browser, server.url, false));
for (let i = 0; i < loads; i++) works.push(await load(browser, server.url, true));
show("milliseconds since the navigation", rows);
show("milliseconds of the main thread", works);
await browser.close();
await server.kill();
