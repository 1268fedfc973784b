// frames.mjs - frames a second while a search streams its events to the page, and how soon a search is stopped. For
// bench/frames.sh.
//
//   node bench/frames.mjs [SECONDS] [EVENTS]     SECONDS 5, EVENTS 20 a second
//
// A search has an event for each depth, fewer and fewer a second. So the page is served by a go-between: it hands on all
// that it is asked and all that is answered, and says the last event of a search again, with other numbers, EVENTS times
// a second until the search is stopped.
import { createServer, request as ask } from "node:http";
import { launch, openPage, serve } from "../web/tests/lib.mjs";

const seconds = Number(process.argv[2] ?? 5), rate = Number(process.argv[3] ?? 20);
let sent = 0;

/** Hands a stream on, and its last event again and again. */
function repeat(answer, response) {
  let rest = "", last = null, count = 0;
  const timer = setInterval(() => {
    if (last === null) return;
    sent++;
    const more = { ...last, nodes: last.nodes + 1000 * ++count, seconds: (last.seconds ?? 0) + count / rate };
    response.write(`data: ${JSON.stringify(more)}\n\n`);
  }, 1000 / rate);
  answer.on("data", (part) => {
    response.write(part);
    const events = (rest + part).split("\n\n");
    rest = events.pop();
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1], line = data === undefined ? {} : JSON.parse(data);
      if (line.event !== undefined) [last, count] = [line, 0];
      else if (line.ok !== undefined) last = null;
    }
  });
  response.on("close", () => { clearInterval(timer); answer.destroy(); });
}

function between(behind) {
  const server = createServer((request, response) => {
    const { host: _host, origin: _origin, ...headers } = request.headers;
    const asked = ask(new URL(request.url, behind), { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      if (/event-stream/.test(answer.headers["content-type"])) repeat(answer, response);
      else answer.pipe(response);
    });
    asked.on("error", () => response.destroy());
    request.pipe(asked);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve({
    url: `http://127.0.0.1:${server.address().port}/`, stop: () => { server.closeAllConnections(); server.close(); },
  })));
}

/** In the page: when its frames came. */
function frames(ms) {
  return new Promise((done) => {
    const times = [], end = performance.now() + ms;
    const next = (now) => { times.push(now); if (now < end) requestAnimationFrame(next); else done(times); };
    requestAnimationFrame(next);
  });
}

async function busy(client) {
  const { metrics } = await client.send("Performance.getMetrics");
  return metrics.find((m) => m.name === "TaskDuration").value;
}

/** One line of the table: frames while the button's search runs, then how long the page takes to say that it has stopped. */
async function measure(browser, url, game, button) {
  const page = await openPage(browser, `${url}#game=${game}&view=analysis`, { reducedMotion: "no-preference" });
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable");
  // Deeper than it comes in this time.
  await page.getByLabel("plies").first().fill("40");
  await page.getByRole("button", { name: button, exact: true }).click();
  await new Promise((settled) => { setTimeout(settled, 2000); });
  const [sentBefore, busyBefore] = [sent, await busy(client)];
  const times = await page.evaluate(frames, seconds * 1000);
  const [events, work] = [sent - sentBefore, await busy(client) - busyBefore];
  const gaps = times.slice(1).map((t, i) => t - times[i]).sort((a, b) => a - b), took = (times.at(-1) - times[0]) / 1000;
  const stopped = await page.evaluate(stopTime);
  await page.context().close();
  console.log([`${game}: ${button}`.padEnd(45), (events / took).toFixed(1).padStart(9), (gaps.length / took).toFixed(1).padStart(8),
    gaps.at(-1).toFixed(1).padStart(9), (100 * gaps.filter((gap) => gap > 25).length / gaps.length).toFixed(1).padStart(8),
    (100 * work / took).toFixed(1).padStart(8), stopped.toFixed(1).padStart(9)].join(" "));
}

/** In the page: milliseconds from the press of Stop until there is nothing left to stop. */
function stopTime() {
  const stop = [...document.querySelectorAll("button")].find((b) => b.textContent.trim() === "Stop");
  return new Promise((done, fail) => {
    if (stop.disabled) return fail(new Error("the search has ended by itself"));
    const since = performance.now();
    const look = new MutationObserver(() => { if (stop.disabled) { look.disconnect(); done(performance.now() - since); } });
    look.observe(stop, { attributes: true });
    return stop.click();
  });
}

const browser = await launch(), server = await serve(), page = await between(server.url);
console.log(`${"".padEnd(45)} events/s frames/s longest ms over 25 ms % busy % stopped ms`);
for (const game of ["othello", "chinese-checkers:players=6"]) {
  await measure(browser, page.url, game, "Search");
  await measure(browser, page.url, game, "Value every move");
}
await browser.close();
page.stop();
await server.kill();
