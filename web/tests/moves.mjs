// moves.mjs - moves that are more than a click: several cells, rings, heights, entries, promotions, keys, drags.
import { ensure, equal, openPage, show, shown, test, until } from "./lib.mjs";

const humans = "&seats=human;human;human;human;human;human";

async function clicks(page, names) {
  for (const name of names) {
    if (name.startsWith("button ")) await page.click(`[data-choice="${name.slice(7)}"]`);
    else {
      const box = await page.locator(`.cell[data-name="${name}"]`).evaluate((cell) => { const { e, f } = cell.getScreenCTM(); return { x: e, y: f }; });
      await page.mouse.click(box.x, box.y);
    }
  }
}

/** Cells clicked from a position make this move, and no other. */
const cases = [
  ["Abalone: a broadside is its two ends and the cell that the first enters", "abalone", "", ["C3", "C5", "D4"], "C3C5D4"],
  ["Abalone: a column is its last marble and the cell that the first enters", "abalone", "", ["A1", "D4"], "A1B2"],
  ["Checkers: a king jumps in a ring, one way round", "checkers", "B:W6,7,14,15:BK2", ["2", "11", "18", "9", "2"], "2x11x18x9x2"],
  ["Checkers: a king jumps in a ring, the other way round", "checkers", "B:W6,7,14,15:BK2", ["2", "9", "18", "11", "2"], "2x9x18x11x2"],
  ["Relaxed checkers: the last cell again ends a chain", "checkers:relaxed=yes", "B:W14,15,22,23:BK10", ["10", "17", "26", "26"], "10x17x26"],
  ["Relaxed checkers: a chain goes on to its end", "checkers:relaxed=yes", "B:W14,15,22,23:BK10", ["10", "17", "26", "19", "10"], "10x17x26x19x10"],
  ["Focus: a pile goes as far as it is high", "focus", "-,-,-,-/-,11,2,2,1,1/-,2,2,1,1,2,2,-/-,1,1,2,2,1,1,-/-,2,2,1,1,2,2,-/-,1,1,2,2,1,1,-/2,2,1,1,2,2/-,-,-,- 1 0,0 0,0 -",
    ["c2", "c4"], "c2-c4-2"],
  ["Focus: a part of a pile", "focus", "-,-,-,-/-,11,2,2,1,1/-,2,2,1,1,2,2,-/-,1,1,2,2,1,1,-/-,2,2,1,1,2,2,-/-,1,1,2,2,1,1,-/2,2,1,1,2,2/-,-,-,- 1 0,0 0,0 -",
    ["c2", "b2"], "c2-b2-1"],
  ["Focus: a piece of the reserve enters by a button", "focus", "-,-,-,-/-,1,2,2,1,1/-,2,2,1,1,2,2,-/-,1,1,2,2,1,1,-/-,2,2,1,1,2,2,-/-,1,1,2,2,1,1,-/2,2,1,1,2,2/-,-,-,- 1 1,0 0,0 -",
    ["a4", "button enter"], "*a4"],
  ["Chinese Checkers: a hop", "chinese-checkers", "", ["c1", "e5"], "c1-e5"],
  ["Chess: a promotion is chosen by a button", "chess", "8/P6k/8/8/8/8/7K/8 w - - 0 1", ["a7", "a8", "button =N"], "a8=N"],
  ["Chess: another cell of one's own begins anew", "chess", "", ["e2", "g1", "f3"], "Nf3"],
  ["Thief and Police: to stay is a button", "thief-police", "", ["button stay"], "stay"],
];

async function oneMove(browser, url, [name, spec, position, cells, move]) {
  await test(name, async () => {
    const page = await openPage(browser, `${url}#game=${spec}${position ? `&position=${encodeURIComponent(position)}` : ""}${humans}`);
    await clicks(page, cells);
    const end = await until(page, name, (s) => s.ply === 1);
    equal(end.moves, [move], "the move");
    equal(end.position, show(spec, position, end.moves).position, "the position");
    equal(page.errors, [], "errors in the page");
    await page.context().close();
  });
}

/** From cell to cell by arrows: where keys lead is the board's own business. */
async function walkTo(page, name) {
  for (let i = 0; i < 40; i++) {
    const way = await page.evaluate((target) => {
      const at = (cell) => { const { e, f } = cell.getScreenCTM(); return [e, f]; };
      const [x, y] = at(document.activeElement), [u, v] = at(document.querySelector(`.cell[data-name="${target}"]`));
      if (Math.abs(u - x) > 2) return u > x ? "ArrowRight" : "ArrowLeft";
      return Math.abs(v - y) > 2 ? (v > y ? "ArrowDown" : "ArrowUp") : null;
    }, name);
    if (way === null) return;
    await page.keyboard.press(way);
  }
  throw new Error(`${name} is not reached by arrows`);
}

async function byKeys(browser, url) {
  await test("a game of Othello by keys alone", async () => {
    const page = await openPage(browser, `${url}#game=othello${humans}`);
    await page.evaluate(() => document.body.focus());
    for (let i = 0; i < 20 && !(await page.evaluate(() => document.activeElement.matches(".board .cell"))); i++) await page.keyboard.press("Tab");
    for (let s = await shown(page); !s.over; ) {
      const can = await page.evaluate(() => [...document.querySelectorAll(".board [data-next]")].map((cell) => cell.dataset.name));
      if (can.length === 0) {
        await page.keyboard.press("Tab");
        ensure(await page.evaluate(() => document.activeElement.matches("[data-choice]")), "a pass comes next after the board");
        await page.keyboard.press("Enter");
      } else {
        await walkTo(page, can[s.ply % can.length]);
        await page.keyboard.press("Enter");
      }
      s = await until(page, "a move", (now) => now.ply > s.ply);
    }
    const end = await shown(page);
    equal(end.position, show("othello", "", end.moves).position, "the last position");
    await page.context().close();
  });
  await test("moves can be typed, and each is said aloud", async () => {
    const page = await openPage(browser, `${url}#game=chess${humans}`);
    await page.focus(".board .cell[tabindex='0']");
    await page.keyboard.type("e4");
    await page.keyboard.press("Enter");
    await until(page, "e4", (s) => s.ply === 1);
    ensure(/e4.*black to move/.test(await page.textContent("[data-spoken]")), "the move is said");
    await page.fill(".typed input", "Ke5");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".table-side [role=alert]");
    equal((await shown(page)).ply, 1, "an illegal move changes nothing");
    await page.context().close();
  });
}

async function byHand(browser, url) {
  await test("a piece is dragged", async () => {
    const page = await openPage(browser, `${url}#game=chess${humans}`);
    const at = (name) => page.locator(`.cell[data-name="${name}"]`).evaluate((cell) => { const { e, f } = cell.getScreenCTM(); return { x: e, y: f }; });
    const [from, to] = [await at("e2"), await at("e4")];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.mouse.up();
    equal((await until(page, "the drag", (s) => s.ply === 1)).moves, ["e4"], "the move");
    await page.context().close();
  });
  await test("a press that is moved away is no move, nor is a finger that scrolls", async () => {
    const page = await openPage(browser, `${url}#game=othello${humans}`);
    const from = await page.locator('.cell[data-name="d3"]').evaluate((cell) => { const { e, f } = cell.getScreenCTM(); return { x: e, y: f }; });
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 250, from.y, { steps: 5 });
    await page.mouse.up();
    equal(await page.locator(".cell[data-drag]").count(), 0, "cells that keep a finger from scrolling");
    equal((await shown(page)).ply, 0, "moves played");
    await page.context().close();
  });
  await test("holes of the star board are hit beside their middle at 390 pixels", async () => {
    const page = await openPage(browser, `${url}#game=chinese-checkers:players=6${humans}`, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const cells = await page.evaluate(() => [...document.querySelectorAll(".board [data-next]")].map((cell) => { const { e, f } = cell.getScreenCTM(); return { i: cell.dataset.cell, x: e, y: f }; }));
    for (const { i, x, y } of cells)
      for (const [dx, dy] of [[10, 0], [-10, 4], [0, -10], [6, 8]]) {
        await page.touchscreen.tap(x + dx, y + dy);
        const hit = await until(page, `cell ${i}`, (s) => s.path !== "", 5);
        equal(hit.path, i, `${dx} ${dy} beside`);
        await page.touchscreen.tap(x, y);
        await until(page, "let go", (s) => s.path === "", 5);
      }
    await page.context().close();
  });
}

export async function specialMoves(browser, url) {
  for (const one of cases) await oneMove(browser, url, one);
  await byKeys(browser, url);
  await byHand(browser, url);
}
