// play.mjs - seats, undo, addresses, games as text.
import { execFileSync } from "node:child_process";
import { ensure, equal, openPage, pollard, shown, test, until } from "./lib.mjs";

const cell = (page, name) => page.locator(`.cell[data-name="${name}"]`).click({ force: true });
const button = (page, name) => page.getByRole("button", { name, exact: true });

export async function playing(browser, url) {
  await test("an engine in a seat answers; undo goes back to the person's turn", async () => {
    const page = await openPage(browser, `${url}#game=othello&seats=human;engine:level=1`);
    await cell(page, "d3");
    await until(page, "the answer", (s) => s.ply === 2);
    await button(page, "Undo").click();
    const back = await until(page, "undo", (s) => s.ply === 0);
    equal(back.moves, [], "moves");
    await page.context().close();
  });
  await test("engines of all seats play a game of four to itself; pause holds them", async () => {
    const page = await openPage(browser, `${url}#game=virus:size=4,players=4&seats=random;random;random;random`);
    await until(page, "some moves", (s) => s.ply >= 4);
    await button(page, "Pause").click({ timeout: 3000 }).catch(() => {});
    await page.context().close();
  });
  await test("an engine's seat is changed while it thinks: nothing of the old one is played, and the game goes on", async () => {
    const page = await openPage(browser, `${url}#game=othello&seats=alphabeta:depth=30;human`);
    await page.waitForSelector("option[value='engine:level=1']", { state: "attached" });
    await new Promise((r) => setTimeout(r, 300));
    await button(page, "Pause").click();
    await button(page, "Go on").click();
    await page.getByLabel("Seat of black").selectOption("engine");
    await new Promise((r) => setTimeout(r, 400));
    equal((await shown(page)).ply, 0, "moves while the new engine thinks");
    await until(page, "the move of the new engine", (s) => s.ply === 1);
    const next = await page.locator(".board [data-next]").first().getAttribute("data-name");
    await cell(page, next);
    const s = await until(page, "the answer to a person", (now) => now.ply === 3);
    equal(s.moves[1], next, "the person's move");
    await page.context().close();
  });
  await test("a session that has expired is another session: the server is asked on", async () => {
    const page = await openPage(browser, `${url}#game=othello&seats=engine:level=1;human`);
    await until(page, "the engine's move", (s) => s.ply === 1);
    const asked = [];
    page.on("request", (request) => { const path = new URL(request.url()).pathname; if (path.startsWith("/api/")) asked.push(path); });
    await button(page, "Pause").click();
    await cell(page, await page.locator(".board [data-next]").first().getAttribute("data-name"));
    await until(page, "a person's move", (s) => s.ply === 2);
    const session = asked.find((path) => /^\/api\/sessions\/\w+$/.test(path));
    await page.evaluate((path) => fetch(`${path}/close`, { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" }), session);
    await button(page, "Go on").click();
    await until(page, "the engine's next move", (s) => s.ply === 3);
    // The stream or a question beside it is told first that the session is gone: either way another is opened.
    ensure(asked.includes(`${session}/events`) && asked.includes("/api/sessions"), `the stream was asked for: ${asked}`);
    ensure(asked.at(-1) !== session && asked.at(-1).startsWith("/api/sessions/"), "another session plays");
    ensure(!/in this page/.test(await page.textContent(".top")), "the page is at the server still");
    await page.context().close();
  });
  await test("the address opened again shows the same board", async () => {
    const page = await openPage(browser, `${url}#game=checkers&seats=human;human`);
    for (const name of ["11", "15"]) await cell(page, name);
    await until(page, "a move", (s) => s.ply === 1);
    for (const name of ["22", "18"]) await cell(page, name);
    const before = await until(page, "two moves", (s) => s.ply === 2);
    await page.waitForFunction(() => decodeURIComponent(location.hash).includes("22-18"));
    const again = await openPage(browser, page.url());
    equal(await shown(again), before, "what is shown");
    await page.context().close();
    await again.context().close();
  });
  await test("an address in the past of a game keeps its future", async () => {
    const page = await openPage(browser, `${url}#game=othello&moves=d3+c5+d6&ply=1`);
    const s = await until(page, "the position", (now) => now.ply === 1);
    equal(s.moves, ["d3", "c5", "d6"], "the line");
    await button(page, "Last position").click();
    await until(page, "the end", (now) => now.ply === 3);
    await page.context().close();
  });
  await test("an address typed just before the page writes its own is another game all the same", async () => {
    const page = await openPage(browser, `${url}#game=othello&seats=human;human`);
    await page.waitForTimeout(700);   // what the page writes of its start is written
    // The page's own writing, held back until the address was typed and the page not yet told of it.
    await page.evaluate(() => {
      const usual = window.setTimeout;
      window.held = [];
      window.setTimeout = (run, ms, ...more) => (ms === 320 ? window.held.push(run) : usual(run, ms, ...more));
    });
    await cell(page, "d3");
    await until(page, "a move", (s) => s.ply === 1);
    await page.waitForFunction(() => window.held.length > 0);
    await page.evaluate(() => { location.hash = "#game=tictactoe"; for (const run of window.held.splice(0)) run(); });
    await page.waitForFunction(() => document.querySelectorAll(".board .cell").length === 9);
    await page.context().close();
  });
  await test("the move that is shown is in sight in a long list, and marked alone", async () => {
    const words = ["play", "abalone", "random", "random", "--seed", "4", "--plies-max", "100", "--json"];
    const { moves } = JSON.parse(execFileSync(pollard, words, { encoding: "utf8" }));
    const page = await openPage(browser, `${url}#game=abalone&moves=${moves.join("+")}&ply=60`);
    const inSight = (move) => page.waitForFunction((number) => {
      const [now, ...others] = document.querySelectorAll(".moves-list [aria-current]"), list = document.querySelector(".moves-list").getBoundingClientRect();
      const at = now?.getBoundingClientRect(), ahead = document.querySelectorAll(".moves-list .future").length;
      return others.length === 0 && now?.ariaLabel.startsWith(`move ${number}:`) && at.top >= list.top - 1 && at.bottom <= list.bottom + 1 && ahead === 100 - number;
    }, move);
    await inSight(60);
    await button(page, "Last position").click();
    await inSight(100);
    await page.locator(".moves-list .move").nth(2).click();
    await inSight(3);
    await page.context().close();
  });
  await test("an address with an illegal move says so and shows the game", async () => {
    const page = await openPage(browser, `${url}#game=othello&moves=a1`);
    ensure(/illegal move 'a1'/.test(await page.textContent(".table-side [role=alert]")), "what is wrong is said");
    await page.context().close();
  });
  await test("a new game has the options of the game as a form", async () => {
    const page = await openPage(browser, `${url}#game=othello&seats=human;human`);
    await button(page, "New game…").click();
    await page.locator("dialog select").first().selectOption("virus");
    await page.locator("dialog").getByLabel("size").fill("5");
    await page.locator("dialog").getByLabel("players").fill("3");
    await button(page, "Start").click();
    await page.waitForFunction(() => document.querySelectorAll(".board .cell").length === 25);
    await page.waitForFunction(() => location.hash.includes("virus:size=5,players=3"));
    equal(await page.locator(".player").count(), 3, "players");
    await page.context().close();
  });
  await test("who resigns has lost; clocks run", async () => {
    const page = await openPage(browser, `${url}#game=othello&seats=human;human`);
    await button(page, "New game…").click();
    await page.getByLabel("Clocks").check();
    await button(page, "Start").click();
    await page.waitForSelector(".clock");
    await page.waitForSelector("dialog", { state: "detached" });
    await cell(page, "d3");
    await until(page, "a move", (s) => s.ply === 1);
    await page.waitForFunction(() => document.querySelectorAll(".clock")[1]?.textContent !== "5:00");
    await button(page, "Resign").click();
    equal(await page.locator("[data-caption]").textContent().then((text) => /resigns/.test(text)), false, "one press resigns");
    await page.getByRole("button", { name: /^Resign\? / }).click();
    await page.waitForFunction(() => /^white resigns; black wins$/.test(document.querySelector("[data-caption]").textContent));
    equal(await page.locator(".player").first().textContent().then((text) => /won/.test(text)), true, "black has won");
    await button(page, "Undo").click();
    await page.waitForFunction(() => !/resigns/.test(document.querySelector("[data-caption]").textContent));
    equal((await shown(page)).ply, 1, "moves after the resignation was taken back");
    await page.context().close();
  });
  await test("six players: a number for each round of six moves", async () => {
    const page = await openPage(browser, `${url}#game=chinese-checkers:players=6&seats=human;human;human;human;human;human`);
    for (let i = 0; i < 7; i++) {
      const first = await page.locator(".board [data-next]").first().getAttribute("data-name");
      await cell(page, first);
      await page.locator(".board [data-next]").first().click({ force: true });
      await until(page, "a move", (s) => s.ply === i + 1);
    }
    equal(await page.locator(".moves-list .round").allTextContents(), ["1.", "", "2."], "numbers");
    await page.context().close();
  });
  await gameTexts(browser, url);
}

async function gameTexts(browser, url) {
  const page = await openPage(browser, `${url}#game=othello&seats=human;human`);
  const knows = await page.waitForSelector("option[value='engine:level=5']", { state: "attached", timeout: 3000 }).then(() => true, () => false);
  if (!knows) { await page.context().close(); return console.log("skipped: this engine has no 'import' and 'export'"); }
  await test("a game of another kind is pasted", async () => {
    await page.getByLabel("Paste a game, moves, a position or an address").fill('[Event "x"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 *\n');
    await button(page, "Read").click();
    equal((await until(page, "the game", (s) => s.ply === 3)).moves, ["e4", "e5", "Nf3"], "moves");
  });
  await test("the formats to save in are those of the game that is shown", async () => {
    const page = await openPage(browser, `${url}#game=othello&seats=human;human`);
    await page.evaluate(() => { location.hash = "#game=checkers&seats=human;human"; });
    await page.waitForFunction(() => [...document.querySelectorAll("option")].some((option) => option.value === "pdn"));
    await page.evaluate(() => { location.hash = "#game=virus:players=4&seats=human;human;human;human"; });
    await page.waitForFunction(() => ![...document.querySelectorAll("option")].some((option) => option.value === "pdn" || option.value === "pgn"));
    await page.context().close();
  });
  await test("a seat shows who sits there after another address", async () => {
    const page = await openPage(browser, `${url}#game=othello&seats=human;alphabeta:depth=3`);
    const seat = page.locator(".seat-line select").nth(1);
    equal(await seat.inputValue(), "own", "a spec of one's own");
    await page.evaluate(() => { location.hash = "#game=othello&seats=human;human"; });
    await page.waitForFunction(() => document.querySelectorAll(".seat-line select")[1].value === "human");
    await page.context().close();
  });
  await test("a game is saved and opened again", async () => {
    const waiting = page.waitForEvent("download");
    await button(page, "Save").click();
    const file = await (await waiting).path();
    const before = await shown(page);
    await button(page, "First position").click();
    await until(page, "the start", (s) => s.ply === 0);
    await page.setInputFiles("input[type=file]", file);
    equal((await until(page, "the game", (s) => s.ply === 3)).position, before.position, "position");
  });
  await page.context().close();
}
