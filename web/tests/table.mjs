// table.mjs - the game as a table keeps it: moves taken back, clocks, who gave up, games and positions that were pasted.
import { readFileSync } from "node:fs";
import { ensure, equal, openPage, shown, test, until } from "./lib.mjs";

const cell = (page, name) => page.locator(`.cell[data-name="${name}"]`).click({ force: true });
const button = (page, name) => page.getByRole("button", { name, exact: true });
const humans = "seats=human;human;human;human;human;human";

async function paste(page, text) {
  await page.getByLabel("Paste a game, moves, a position or an address").fill(text);
  await button(page, "Read").click();
}
/** Waits until the panel of texts says something of that form. */
const says = (page, form) => page.waitForFunction(
  (source) => new RegExp(source).test(document.querySelector("section[aria-label='Share, save, open'] [role=status]").textContent), form.source);
const caption = (page) => page.locator("[data-caption]").textContent();

async function saved(page, format) {
  await page.getByLabel("Format").selectOption(format);
  const waiting = page.waitForEvent("download");
  await button(page, "Save").click();
  return readFileSync(await (await waiting).path(), "utf8");
}

async function pastAndFuture(browser, url) {
  await test("from an earlier move the whole game is saved, and undo steps back without losing it", async () => {
    const page = await openPage(browser, `${url}#game=othello&moves=d3+c5+d6&ply=1&${humans}`);
    await page.getByLabel("Format").waitFor();
    ensure(/d3c5d6/i.test((await saved(page, "transcript")).replace(/\s/g, "")), "all moves are in the file");
    equal((await shown(page)).ply, 1, "the board stays where it was");
    await button(page, "Undo").click();
    equal((await until(page, "a step back", (s) => s.ply === 0)).moves, ["d3", "c5", "d6"], "the line");
    await page.context().close();
  });
  await test("a move that is typed while an engine thinks is not played for it", async () => {
    const page = await openPage(browser, `${url}#game=othello&seats=alphabeta:depth=30,deepening=yes;human`);
    await page.fill(".typed input", "d3");
    await page.keyboard.press("Enter");
    await page.waitForTimeout(300);
    equal((await shown(page)).ply, 0, "moves");
    await page.context().close();
  });
  await test("a resignation stays, forbids typed moves, and is the result of what is saved", async () => {
    const page = await openPage(browser, `${url}#game=chess&moves=e4+e5&${humans}`);
    await page.getByLabel("Format").waitFor();
    await button(page, "Resign").click();
    await page.getByRole("button", { name: /^Resign\? / }).click();
    await page.waitForFunction(() => /^white resigns; black wins$/.test(document.querySelector("[data-caption]").textContent));
    await page.fill(".typed input", "Nf3");
    await page.keyboard.press("Enter");
    await button(page, "A move back").click();
    await until(page, "back", (s) => s.ply === 1);
    ensure(!/resigns/.test(await caption(page)), "in the past nobody has resigned");
    ensure((await saved(page, "pgn")).includes('[Result "0-1"]'), "the result");
    await button(page, "A move forward").click();
    equal((await until(page, "forth", (s) => s.ply === 2)).moves, ["e4", "e5"], "nothing was typed into it");
    equal(await caption(page), "white resigns; black wins", "who resigned");
    await page.context().close();
  });
  await test("clocks: undo gives the time back, and a game that is pasted waits", async () => {
    const page = await openPage(browser, `${url}#game=othello&${humans}`);
    await button(page, "New game…").click();
    await page.getByLabel("Clocks").check();
    await page.getByLabel("minutes").fill("1");
    await button(page, "Start").click();
    await page.waitForSelector("dialog", { state: "detached" });
    await cell(page, "d3");
    await page.waitForFunction(() => document.querySelectorAll(".clock")[1]?.textContent === "0:58");
    await cell(page, "c5");
    await until(page, "two moves", (s) => s.ply === 2);
    await button(page, "Undo").click();
    await until(page, "undo", (s) => s.ply === 1);
    ensure(["1:00", "0:59"].includes(await page.locator(".clock").nth(1).textContent()), "the time of white is back");
    await paste(page, "d3 c3 c4");
    await until(page, "the game", (s) => s.ply === 3);
    await page.waitForTimeout(1500);
    equal(await page.locator(".clock").allTextContents(), ["1:00", "1:00"], "clocks");
    await button(page, "Go on").click();
    await page.waitForFunction(() => document.querySelectorAll(".clock")[1]?.textContent !== "1:00");
    await page.context().close();
  });
}

async function pasted(browser, url) {
  const page = await openPage(browser, `${url}#game=othello&seats=human;random`);
  await page.waitForSelector("option[value='engine:level=5']", { state: "attached" });
  await test("an engine does not play into a game that was pasted, and the page says so", async () => {
    await paste(page, "d3 c3 c4");
    await until(page, "the game", (s) => s.ply === 3);
    await page.waitForTimeout(400);
    equal((await shown(page)).ply, 3, "moves");
    await says(page, /3 moves\. Engines wait: “Go on” lets them\./);
    await button(page, "Go on").click();
    await until(page, "the engine's move", (s) => s.ply === 4);
  });
  await test("positions of any game, and shared addresses, are read wherever they are pasted", async () => {
    for (const [text, position] of [
      ["11.9 1.16,7.9,13.14,17.11 thief"], ["11.9 1.16,7.9,13.14,17.11 thief"], ["B:W21,22,32:BK1,2"],
      ["rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"],
    ].map(([one]) => [one, one])) {
      await paste(page, text);
      await until(page, text, (s) => s.position === position);
      await page.waitForFunction(() => document.querySelector("section[aria-label='Share, save, open'] textarea").value === "");
    }
    await paste(page, `${url}#game=connect-four&moves=d+d+c&ply=2`);
    equal((await until(page, "the address", (s) => s.ply === 2)).moves, ["d", "d", "c"], "the line");
    await paste(page, "hello there");
    await says(page, /hello/);
    equal((await shown(page)).notice, "", "what cannot be read is said once");
  });
  await test("a text of several games says which it is, and goes from one to the next; one that is too long is refused", async () => {
    await paste(page, '[Event "a"]\n\n1. e4 *\n\n[Event "b"]\n\n1. d4 d5 *\n\n[Event "c"]\n\n1. c4 c5 2. g3 *\n');
    await until(page, "the first", (s) => s.moves.join() === "e4");
    await says(page, /game 1 of 3/);
    await button(page, "The next game").click();
    await until(page, "the second", (s) => s.moves.join() === "d4,d5");
    await page.getByLabel("Game, of 3").fill("3");
    await until(page, "the third", (s) => s.moves.join() === "c4,c5,g3");
    await paste(page, `[Event "x"]\n\n1. e4 {${"long ".repeat(18000)}} *\n`);
    await says(page, /^That is too long: 91 KB, of at most 65/);
    equal((await shown(page)).notice, "", "that is said once");
  });
  equal(page.errors, [], "errors in the page");
  await page.context().close();
}

async function seats(browser, url) {
  await test("a player spec that was wrong and is mended plays, and its error is gone", async () => {
    const page = await openPage(browser, `${url}#game=othello&seats=uci:command=x,depth=1;human`);
    await page.waitForSelector(".table-side [role=alert]");
    ensure(/which only jsonl --trusted allows/.test(await page.textContent(".table-side [role=alert]")), "whose flag it is");
    await page.getByLabel("Player spec (Enter to sit down)").fill("alphabeta:depth=1");
    await page.keyboard.press("Enter");
    equal((await until(page, "its move", (s) => s.ply === 1)).notice, "", "the error");
    await page.context().close();
  });
  await test("a ring around pieces that may move is light in dark", async () => {
    for (const colorScheme of ["light", "dark"]) {
      const page = await openPage(browser, `${url}#game=abalone&${humans}`, { colorScheme });
      const strokes = await page.locator(".board [data-next]").first().evaluate((node) =>
        [...node.querySelectorAll(".may-edge, .may")].map((ring) => { const { stroke, strokeWidth } = getComputedStyle(ring); return [stroke, parseFloat(strokeWidth)]; }));
      equal(strokes.length, 2, "strokes");
      ensure(strokes[0][1] > strokes[1][1] + 1.5, "the dark one is wider");
      await page.context().close();
    }
  });
}

export async function table(browser, url) {
  await pastAndFuture(browser, url);
  await pasted(browser, url);
  await seats(browser, url);
}
