// without_server.mjs - the page goes on where its server is gone, and works from a folder, without a network too.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { dist, ensure, equal, openPage, serve, serveFolder, show, test, until } from "./lib.mjs";

const cell = (page, name) => page.locator(`.cell[data-name="${name}"]`).click({ force: true });

export async function withoutServer(browser) {
  if (!existsSync(join(dist, "engine.wasm"))) return console.log("skipped: there is no engine.wasm (make wasm)");
  await test("the server is killed: the page goes on by WebAssembly", async () => {
    const server = await serve();
    const page = await openPage(browser, `${server.url}#game=othello&seats=human;engine:level=1`);
    await cell(page, "d3");
    const before = await until(page, "the answer", (s) => s.ply === 2);
    // What the engine needs is there before it is needed.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null && caches.match("engine.wasm").then((kept) => kept !== undefined));
    await server.kill();
    const next = await page.locator(".board [data-next]").first().getAttribute("data-name");
    await cell(page, next);
    const after = await until(page, "the answer of the engine in the page", (s) => s.ply >= before.ply + 2, 30);
    equal(after.moves.slice(0, 2), before.moves, "the game is the same");
    equal(after.position, show("othello", "", after.moves).position, "position");
    ensure(/in this page/.test(await page.textContent(".top")), "the page says who plays now");
    await page.context().close();
  });
  await test("the server is killed while it searches: the search goes on in the page, deeper and deeper", async () => {
    const server = await serve();
    const page = await openPage(browser, `${server.url}#game=othello&seats=human;human&view=analysis`);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null && caches.match("engine.wasm").then((kept) => kept !== undefined));
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.locator(".an-found").waitFor();
    await server.kill();
    await page.waitForFunction(() => /in this page/.test(document.querySelector(".top").textContent));
    // Long enough that the figures are those of the search in the page.
    await page.waitForTimeout(3000);
    await page.waitForFunction(() => Number(document.querySelector(".an-figures div:nth-child(2) dd")?.textContent) >= 4, undefined, { timeout: 30000 });
    ensure(await page.getByRole("button", { name: "Stop", exact: true }).isEnabled(), "it still searches");
    await page.context().close();
  });
  await test("the engine in the page: a seat changed while it thinks, then the new one plays in the same position", async () => {
    const folder = await serveFolder(dist);
    const page = await openPage(browser, `${folder.url}#game=othello&moves=d3&seats=human;alphabeta:depth=30,deepening=yes`);
    await page.waitForSelector("option[value='engine:level=1']", { state: "attached", timeout: 3000 }).catch(() => {});
    await new Promise((r) => setTimeout(r, 500));
    await page.getByLabel("Seat of white").selectOption("engine");
    await new Promise((r) => setTimeout(r, 400));
    equal(await page.locator(".table-side").getAttribute("data-ply"), "1", "moves while the new player thinks");
    const s = await until(page, "the move of the new player", (now) => now.ply === 2, 30);
    await cell(page, await page.locator(".board [data-next]").first().getAttribute("data-name"));
    const after = await until(page, "the next answer", (now) => now.ply >= 4, 30);
    equal(after.moves.slice(0, 2), s.moves, "the game is the same");
    equal(after.position, show("othello", "", after.moves).position, "position");
    await page.context().close();
    await folder.kill();
  });
  await test("a folder on any web server plays, and opens again without a network", async () => {
    const folder = await serveFolder(dist);
    const page = await openPage(browser, `${folder.url}#game=connect-four&seats=human;engine:level=1`);
    await cell(page, await page.locator(".board [data-next]").first().getAttribute("data-name"));
    await until(page, "the answer", (s) => s.ply === 2, 30);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null && caches.match("engine.wasm").then((kept) => kept !== undefined));
    await page.waitForFunction(() => location.hash.includes("moves="));
    await folder.kill();
    await page.reload();
    await until(page, "the page without a network", (s) => s.ply === 2, 30);
    await page.context().close();
  });
}
