// tabs.mjs - six tabs of one browser, each with a search whose events stream in. A browser has six connections to a server,
// for all its tabs together: a stream that is open is one of them.
import { ensure, serve, test } from "./lib.mjs";

const games = ["othello", "checkers", "chess", "abalone", "connect-four", "focus"];
const seconds = 20;

/** How deep the search of a tab has come; 0: nothing is heard of it yet. */
const depth = (page) => page.evaluate(() => {
  const figure = [...document.querySelectorAll(".an-figure")].find((one) => one.querySelector("dt").textContent === "depth");
  return Number(figure?.querySelector("dd").textContent ?? 0);
});

async function eventually(what, check) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await new Promise((r) => setTimeout(r, 100))) if (await check()) return;
  throw new Error(`${what}: not within ${seconds} s`);
}

async function sixTabs(browser, url) {
  const context = await browser.newContext({ reducedMotion: "reduce" }), pages = [];
  const errors = [];
  for (const game of games) {
    const page = await context.newPage();
    page.on("pageerror", (error) => errors.push(`${game}: ${error.message}`));
    await page.goto(`${url}#game=${game}&seats=human;human&view=analysis`);
    await page.waitForSelector(".board .cell", { timeout: seconds * 1000 });
    await page.getByRole("button", { name: "Search", exact: true }).click();
    pages.push(page);
    await eventually(`${game}: events come in, tab ${pages.length}`, async () => (await depth(page)) > 0);
  }
  // With all of them searching, each can still ask for other things, and be stopped.
  for (const [i, page] of pages.entries()) {
    await page.getByRole("button", { name: "A move forward" }).waitFor();
    const before = await page.locator(".table-side").getAttribute("data-position");
    await page.locator(".board .cell[data-next]").first().click();
    if ((await page.locator(".board .cell[data-next]").count()) > 0 && (await page.locator(".table-side").getAttribute("data-path")) !== "")
      await page.locator(".board .cell[data-next]").last().click();
    await eventually(`${games[i]}: a move is played`, async () => (await page.locator(".table-side").getAttribute("data-position")) !== before);
  }
  for (const [i, page] of pages.entries()) {
    const stop = page.getByRole("button", { name: "Stop", exact: true });
    if (await stop.isEnabled()) await stop.click();
    await eventually(`${games[i]}: the search is stopped`, () => stop.isDisabled());
  }
  const chips = await Promise.all(pages.map((page) => page.locator(".top .chip").textContent()));
  ensure(chips.every((chip) => chip === "server"), `all of them by the server: ${chips}`);
  ensure(errors.length === 0, errors.join("; "));
  await context.close();
}

/** With a server of their own: pages that were thrown away with their browser's context may have left sessions open. */
export async function tabs(browser) {
  await test("six tabs that search at the same time all hear of it, play on and are stopped", async () => {
    const server = await serve();
    await sixTabs(browser, server.url).finally(server.kill);
  });
}
