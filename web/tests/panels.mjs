// panels.mjs - variations, lines, the tree on a telephone, matches for many and databases: what the panels beside the board
// say and ask.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensure, equal, openPage, serve, shown, test, until } from "./lib.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const cell = (page, name) => page.locator(`.cell[data-name="${name}"]`).click({ force: true });
const button = (page, name) => page.getByRole("button", { name, exact: true });
const tab = (page, name) => page.getByRole("link", { name, exact: true }).click();
const humans = "seats=human;human;human;human;human;human";

async function axeClean(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  equal(violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 150)).join(" | ")}`), [], "axe");
}

async function variations(browser, url) {
  const runs = (page) => page.locator(".variation-run").allTextContents();
  await test("variations played before the analysis was opened are there, with their numbers; a new game has none", async () => {
    const page = await openPage(browser, `${url}#game=othello&${humans}`);
    for (const [i, name] of ["d3", "c5"].entries()) { await cell(page, name); await until(page, name, (s) => s.ply === i + 1); }
    await button(page, "Undo").click();
    await until(page, "undo", (s) => s.ply === 1);
    await cell(page, "e3");
    await until(page, "another answer", (s) => s.ply === 2);
    await tab(page, "Analysis");
    await page.locator(".variation-run").nth(1).waitFor();
    equal(await runs(page), ["1.d3c5", "( 1…e3)"], "lines");
    await tab(page, "Play");
    await button(page, "New game…").click();
    await button(page, "Start").click();
    await page.waitForSelector("dialog", { state: "detached" });
    await cell(page, "c4");
    await until(page, "the new game", (s) => s.moves.join() === "c4");
    await tab(page, "Analysis");
    await page.locator(".variation-run").first().waitFor();
    equal(await runs(page), ["1.c4"], "lines of the new game");
    await page.context().close();
  });
  await test("an engine's seat does not answer into a variation of the analysis", async () => {
    const page = await openPage(browser, `${url}#game=othello&seats=human;random&view=analysis`);
    await cell(page, "d3");
    await until(page, "a move", (s) => s.ply === 1);
    await page.waitForTimeout(500);
    equal((await shown(page)).ply, 1, "moves");
    await tab(page, "Play");
    await until(page, "the answer at the table", (s) => s.ply === 2);
    await page.context().close();
  });
  await test("of a line of best replies among three only the first move can be played", async () => {
    const page = await openPage(browser, `${url}#game=chinese-checkers:players=3&${humans}&view=analysis`);
    await button(page, "Search").click();
    await page.locator(".an-pv .an-reply").first().waitFor();
    equal(await page.locator(".an-pv .an-link").count(), 1, "links");
    await button(page, "Stop").click();
    await page.context().close();
  });
}

async function results(browser, url) {
  await test("axe finds nothing beside values, a graph, a search in sight and two orderings", async () => {
    const page = await openPage(browser, `${url}#game=othello&moves=f5d6c3d3&${humans}&view=analysis`, { bypassCSP: true });
    await page.getByLabel("plies").first().fill("2");
    await button(page, "Value every move").click();
    await page.getByText(/^\d+ moves at depth 2$/).waitFor({ timeout: 20000 });
    await button(page, "Analyse game").click();
    await page.getByLabel(/^all \d+ moves$/).check({ timeout: 20000 });
    await axeClean(page);
    await tab(page, "Search in sight");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByRole("treeitem").nth(1).waitFor({ timeout: 20000 });
    await page.getByRole("button", { name: "Compare" }).click();
    await page.locator(".compare-column").nth(1).locator("dl.figures").waitFor({ timeout: 20000 });
    await axeClean(page);
    await page.context().close();
  });
}

async function narrow(browser, url) {
  const options = { viewport: { width: 390, height: 900 } };
  await test("390 pixels: the tree says window and depth where its columns have no room", async () => {
    const page = await openPage(browser, `${url}#game=tictactoe&${humans}&view=sight`, options);
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByRole("treeitem").nth(1).click();
    await page.waitForFunction(() => /, depth \d+, window /.test(document.querySelector(".tree-why").innerText));
    await page.setViewportSize({ width: 1500, height: 900 });
    await page.waitForFunction(() => !/depth \d+, window/.test(document.querySelector(".tree-why").innerText));
    await page.context().close();
  });
  await test("390 pixels: names of options beside each other are at one height; a file's button shows its focus", async () => {
    const page = await openPage(browser, `${url}#game=virus&${humans}`, options);
    await page.locator("section[aria-label='Share, save, open']").getByRole("button", { name: "Save" }).focus();
    await page.keyboard.press("Tab");
    equal(await page.evaluate(() => getComputedStyle(document.activeElement.closest("label")).outlineStyle), "solid", "outline");
    await button(page, "New game…").click();
    for (const game of ["virus", "chinese-checkers", "thief-police"]) {
      await page.locator("dialog select").first().selectOption(game);
      // Two in a row: the first, third, ... are at the left.
      const tops = await page.locator(".fields > div:not(.wide) .field > span").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      ensure(tops.length > 1, "options");
      for (let i = 0; i + 1 < tops.length; i += 2) ensure(Math.abs(tops[i] - tops[i + 1]) < 1, `${game}: names at ${tops[i]} and ${tops[i + 1]}`);
    }
    await page.context().close();
  });
}

async function matches(browser, url) {
  await test("a match of a game for three has players for three, and axe finds nothing beside two results", async () => {
    const page = await openPage(browser, `${url}#game=virus:size=4,players=3&${humans}`, { bypassCSP: true });
    await page.waitForSelector("option[value='engine:level=1']", { state: "attached" });
    await tab(page, "Laboratory");
    const field = (name) => page.getByLabel(`${name} player`);
    await field("first").waitFor();
    equal([await field("first").inputValue(), await field("second").inputValue()].map((spec) => spec.split(":")[0]), ["paranoid", "brs"], "players");
    await field("first").fill("random");
    await field("second").fill("random");
    await page.getByLabel("games", { exact: true }).fill("6");
    await button(page, "Start the match").click();
    await page.locator(".match").first().waitFor({ timeout: 20000 });
    await button(page, "Another player").click();
    await field("third").fill("random");
    await button(page, "Start the match").click();
    await page.locator(".match").nth(1).waitFor({ timeout: 20000 });
    equal(await page.locator(".match").first().locator("tbody tr").count(), 3, "players of the newest");
    await axeClean(page);
    equal(page.errors, [], "errors in the page");
    await page.context().close();
  });
}

async function databases(browser, url) {
  await test("a database is built and asked; a large one is asked about; what is done is not being built", async () => {
    const page = await openPage(browser, `${url}#game=tictactoe&${humans}`, { bypassCSP: true });
    await tab(page, "Databases");
    const question = page.getByRole("alert").filter({ hasText: "Build it?" }), building = page.getByRole("heading", { name: "Being built" });
    await page.locator(".db-table tbody tr").first().waitFor({ timeout: 20000 });
    await page.getByTitle("build cc-edb6-9x9").click();
    await question.waitFor();
    await axeClean(page);
    await button(page, "Cancel").click();
    equal(await building.count(), 0, "nothing is built");
    await page.getByPlaceholder("solve:connect-four").fill("solve:tictactoe");
    await page.getByPlaceholder("solve:connect-four").press("Enter");
    await question.waitFor();
    await button(page, "Build it").click();
    await page.locator("section[aria-label='Ask a database'] select").waitFor({ timeout: 20000 });
    await page.waitForFunction(() => ![...document.querySelectorAll("h2")].some((head) => head.textContent === "Being built"), undefined, { timeout: 20000 });
    await button(page, "The position on the board").click();
    await page.locator("section[aria-label='Ask a database']").getByRole("button", { name: "Ask", exact: true }).click();
    await page.getByText("No line: neither side can force anything from here.").waitFor();
    await page.context().close();
  });
}

/** Work of the server goes to a folder of its own. */
export async function panels(browser, url) {
  await variations(browser, url);
  await results(browser, url);
  await narrow(browser, url);
  const folder = mkdtempSync(join(tmpdir(), "pollard-")), server = await serve("--dir", folder);
  await matches(browser, server.url);
  await databases(browser, server.url);
  await server.kill();
  rmSync(folder, { recursive: true });
}
