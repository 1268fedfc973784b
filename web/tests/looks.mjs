// looks.mjs - every view in light and dark, narrow and wide: axe finds nothing, nothing sticks out.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { equal, openPage, test } from "./lib.mjs";

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
  await test("360 and 2560 pixels: nothing sticks out", async () => {
    for (const width of [360, 2560]) {
      const page = await openPage(browser, `${url}#game=thief-police`, { viewport: { width, height: 1200 } });
      equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1), false, `${width} pixels`);
      await page.context().close();
    }
  });
}
