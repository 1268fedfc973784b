// looks.mjs - every view in light and dark, narrow and wide: axe finds nothing, nothing sticks out.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { ensure, equal, openPage, test } from "./lib.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const views = ["play", "analysis", "sight", "lab", "databases"];
const games = { play: "chess", analysis: "othello", sight: "chinese-checkers:players=6", lab: "focus", databases: "virus" };

export async function looks(browser, url) {
  for (const colorScheme of ["light", "dark"])
    for (const width of [390, 1280]) {
      // Styles of the page forbid scripts of others; the test may.
      const page = await openPage(browser, `${url}#game=othello`, { viewport: { width, height: 900 }, colorScheme, bypassCSP: true });
      for (const view of views)
        await test(`${view}, ${colorScheme}, ${width} pixels: axe finds nothing, nothing sticks out`, async () => {
          await page.goto("about:blank");
          await page.goto(`${url}#game=${games[view]}&seats=human;human&view=${view}`);
          await page.waitForSelector(".tab[aria-current=page]");
          await page.waitForSelector("main .view > *");
          await page.waitForTimeout(300);
          await page.evaluate(axe);
          const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
          equal(violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.html.slice(0, 150)} ${n.any[0]?.message ?? ""}`).join(" | ")}`), [], "axe");
          equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1), false, "sticks out");
          equal(page.errors, [], "errors in the page");
        });
      await page.context().close();
    }
  await test("390 pixels: tabs, seats, the line for moves and what can be done with databases are whole", async () => {
    const page = await openPage(browser, `${url}#game=chess&seats=human;engine:level=3`, { viewport: { width: 390, height: 900 } });
    await page.waitForSelector("option[value='engine:level=3']", { state: "attached" });
    equal(await page.evaluate(() => { const nav = document.querySelector(".top nav"); return nav.scrollWidth > nav.clientWidth; }), false, "tabs are cut");
    // The room of a field, beside what its text takes and the arrow of a menu.
    const room = (selector, arrow) => page.locator(selector).evaluate((field, more) => {
      const style = getComputedStyle(field), pen = document.createElement("canvas").getContext("2d");
      pen.font = style.font;
      const text = field.placeholder ?? [...field.options].map((one) => one.text).sort((a, b) => b.length - a.length)[0];
      return field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - more - pen.measureText(text).width;
    }, arrow);
    ensure((await room(".seat-line:nth-child(2) select", 20)) >= 0, "the seat's menu is cut");
    ensure((await room(".typed input", 0)) >= 0, "the line for moves is cut");
    await page.getByRole("link", { name: "Databases" }).click();
    const build = page.locator(".db-table").getByRole("button").first();
    await build.waitFor({ timeout: 20000 });
    const { x, width } = await build.boundingBox();
    ensure(x >= 0 && x + width <= 390, `the button of a database is at ${x}`);
    await page.context().close();
  });
  await test("360 and 2560 pixels: nothing sticks out", async () => {
    for (const width of [360, 2560]) {
      const page = await openPage(browser, `${url}#game=thief-police`, { viewport: { width, height: 1200 } });
      equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1), false, `${width} pixels`);
      await page.context().close();
    }
  });
}
