// views.mjs - analysis, the search in sight, the laboratory and databases: what they show is what the command
// line says of the same position.
import { execFileSync } from "node:child_process";
import { ensure, equal, openPage, pollard, test } from "./lib.mjs";

const game = "othello", moves = "f5d6c3d3c4f4c5b3c2";
const address = (url, view) => `${url}#game=${game}&moves=${moves}&seats=human;human&view=${view}`;
const json = (...words) => JSON.parse(execFileSync(pollard, [...words, "--json"], { encoding: "utf8", maxBuffer: 1 << 26 }));
const search = (player) => json("search", game, "--moves", moves, "--player", player);
/** A count as the page writes it, without its thin spaces; the sign as a keyboard has it. */
const plain = (text) => text.replace(/[\u2009\u202f\u00a0 ]/g, "").replace("\u2212", "-");
const figures = (scope) =>
  scope.locator("dl.figures > div").evaluateAll((rows) => Object.fromEntries(rows.map((row) => [row.querySelector("dt").textContent, row.querySelector("dd").textContent])));

async function valuesOfMoves(page) {
  await page.getByRole("button", { name: "Value every move" }).click();
  const caption = page.getByText(/^\d+ moves at depth 6$/);
  await caption.waitFor({ timeout: 20000 });
  const rows = await page.locator("table.values tbody tr").evaluateAll((all) => all.map((row) => [row.querySelector("th").textContent, row.querySelector("td").textContent]));
  const line = JSON.stringify({ do: "values", depth: 6 });
  const said = execFileSync(pollard, ["jsonl", "--game", game], { input: `{"do":"new","game":"${game}","moves":"${moves}"}\n${line}\n`, encoding: "utf8" });
  const values = JSON.parse(said.trim().split("\n")[1]).moves;
  // Moves of equal value may stand in any order.
  const sorted = (list) => list.map(([move, value]) => `${plain(String(value))} ${move}`).sort();
  equal(sorted(rows), sorted(values.map((one) => [one.move, one.value])), "values of all moves");
  for (const { move, value } of values)
    equal(plain(await page.locator(`.board [data-name="${move}"] .mark text`).textContent()).replace("+", ""), String(value), `the value of ${move} on the board`);
}

/** What is written on the board, where: in page pixels. */
const marksOf = (page) => page.locator(".board .mark").evaluateAll((all) => all.map((mark) => {
  const box = (node) => { const { left, right, top, bottom } = node.getBoundingClientRect(); return { left, right, top, bottom }; };
  return { name: mark.closest("[data-name]").dataset.name, mark: box(mark.querySelector("rect")), cell: box(mark.closest("[data-name]").firstElementChild) };
}));

async function marksApart(browser, url) {
  for (const [spec, from, to] of [["chess", "g1", "f3"], ["chinese-checkers", "c1", "e5"], ["abalone", "A1", null]]) {
    const page = await openPage(browser, `${url}#game=${spec}&seats=human;human&view=analysis`);
    await page.getByLabel("plies").first().fill("2");
    await page.getByRole("button", { name: "Value every move" }).click();
    await page.getByText(/^\d+ moves at depth 2$/).waitFor({ timeout: 20000 });
    const before = await marksOf(page);
    ensure(before.some((one) => one.name === from), `${spec}: a value at ${from}`);
    for (const { name, mark, cell } of before) ensure(mark.left > (cell.left + cell.right) / 2 - 0.2 * (cell.right - cell.left) && mark.bottom < (cell.top + cell.bottom) / 2, `${spec}: the value at ${name} is in the corner`);
    for (const [i, a] of before.entries())
      for (const b of before.slice(i + 1))
        ensure(a.mark.right <= b.mark.left + 1 || b.mark.right <= a.mark.left + 1 || a.mark.bottom <= b.mark.top + 1 || b.mark.bottom <= a.mark.top + 1, `${spec}: the values at ${a.name} and ${b.name} are apart`);
    if (to !== null) {
      await page.locator(`.cell[data-name="${from}"]`).click({ force: true });
      await page.locator(`.board [data-name="${to}"] .mark`).waitFor();
      ensure((await marksOf(page)).every((one) => one.name !== from), `${spec}: no value at the piece that was chosen`);
    }
    await page.context().close();
  }
}

async function wholeGame(page) {
  const plies = json("analyse", "--game", game, "--moves", moves, "--depth", "6").moves;
  await page.getByRole("button", { name: "Analyse game" }).click();
  const every = page.getByLabel(/^all \d+ moves$/);
  await every.waitFor({ timeout: 20000 });
  await page.getByText(/mistakes?( at this depth\.)?$/).first().waitFor({ timeout: 20000 });
  const listed = await page.locator(".an-mistakes li").count();
  equal(listed, plies.filter((one) => one.verdict).length, "mistakes listed");
}

async function searchInSight(page) {
  const found = search("alphabeta:depth=6,order=history-ads,stats=yes");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const root = page.getByRole("treeitem").first();
  await root.waitFor({ timeout: 20000 });
  const shown = await figures(page.locator("main"));
  equal(plain(shown.nodes), String(found.nodes), "nodes");
  ensure((await root.textContent()).replace(/\D/g, "").includes(String(found.nodes)), "nodes of the root of the tree");
  equal(await page.getByRole("treeitem").count(), 1 + json("show", game, "--moves", moves).moves.length, "moves of the root in the tree");
  await page.getByRole("treeitem").nth(1).click();
  ensure((await page.getByRole("treeitem").count()) > 7, "a node opens");
  await page.getByText(/^cut-off/).waitFor();
}

async function twoOrderings(page) {
  const [plain1, ads] = [search("alphabeta:depth=5"), search("alphabeta:depth=5,order=history-ads")];
  const form = page.locator(".compare form");
  await form.getByLabel("plies").fill("5");
  await form.getByLabel("plies").blur();
  await form.getByRole("button", { name: "Compare" }).click();
  await page.locator(".compare-column").nth(1).locator("dl.figures").waitFor({ timeout: 20000 });
  const shown = await Promise.all([0, 1].map((i) => figures(page.locator(".compare-column").nth(i))));
  equal(shown.map((one) => plain(one.nodes)), [plain1, ads].map((one) => String(one.nodes)), "nodes of both");
}

async function laboratory(page) {
  await page.getByText("Laboratory").first().click();   // which has no board
  await page.getByText("history-ads-1", { exact: true }).first().waitFor({ timeout: 20000 });
  const names = json("lab", "list").experiments.map((one) => one.name);
  const text = await page.locator("main").textContent();
  for (const name of names) ensure(text.includes(name), `${name} is listed`);
  // There is no file of results here: what can be done is said.
  await page.getByText("history-ads-1", { exact: true }).first().click();
  await page.getByText("nothing is measured yet: run it here, or by `pollard lab run history-ads-1`").waitFor();
}

export async function views(browser, url) {
  await test("values on the board cover neither pieces nor each other, and go where the move goes", () => marksApart(browser, url));
  for (const [view, name, run] of [
    ["analysis", "every move has the value that the program gives it, in the table and on the board", valuesOfMoves],
    ["analysis", "the whole game has as many mistakes as `pollard analyse` finds", wholeGame],
    ["sight", "a search in sight has the nodes of the same search by the program, and its tree opens", searchInSight],
    ["sight", "two orderings side by side have the nodes of the program's", twoOrderings],
    ["play", "the laboratory lists every experiment of the program", laboratory],
  ])
    await test(name, async () => {
      const page = await openPage(browser, address(url, view));
      await run(page);
      equal(page.errors, [], "errors in the page");
      await page.context().close();
    });
}
