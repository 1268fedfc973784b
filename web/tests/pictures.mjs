// pictures.mjs - the pictures of the page in docs/images: `node web/tests/pictures.mjs`, after `make`.
import { join } from "node:path";
import { launch, openPage, serve, web } from "./lib.mjs";

const browser = await launch(), server = await serve();
const game = "game=othello&moves=f5d6c3d3c4f4c5b3c2&seats=human;human";

async function picture(name, hash, prepare, options = {}) {
  const page = await openPage(browser, `${server.url}#${hash}`, options);
  await page.waitForTimeout(500);
  await prepare(page);
  await page.screenshot({ path: join(web, "..", "docs", "images", `${name}.png`) });
  await page.context().close();
}

await picture("page-play", "game=chess&moves=e4,e5,Nf3,Nc6,Bb5", async () => {}, { viewport: { width: 1180, height: 780 } });
await picture("page-star", "game=chinese-checkers:players=6", async () => {}, { viewport: { width: 390, height: 720 }, colorScheme: "dark" });
await picture("page-analysis", `${game}&view=analysis`, async (page) => {
  await page.getByRole("button", { name: "Analyse game" }).click();
  await page.waitForTimeout(3000);
  await page.getByRole("button", { name: "Value every move" }).click();
  await page.waitForTimeout(2000);
}, { viewport: { width: 1180, height: 860 } });
await picture("page-sight", `${game}&view=sight`, async (page) => {
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("treeitem").first().waitFor();
  await page.getByText("The adaptive list as it reorders itself").evaluate((title) => title.scrollIntoView());
  await page.waitForTimeout(500);
}, { viewport: { width: 1400, height: 900 } });
await browser.close();
await server.kill();
