// random_games.mjs - every game by clicks alone: its last position is that of the command line.
// GAMES games of each (1), at most PLIES plies (60) each. EVERY=3: one of three specs, and the first of every game.
// One game of ten has the server for its engine; the others have the engine in the page, which answers at once.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { playByClicks } from "./clicks.mjs";
import { dist, equal, openPage, serveFolder, shown, show, specs, test } from "./lib.mjs";

const games = Number(process.env.GAMES ?? 1), plies = Number(process.env.PLIES ?? 60), every = Number(process.env.EVERY ?? 1);

const gameOf = (spec) => spec.split(":")[0];
const chosen = (spec, i, all) => i % every === 0 || i === all.findIndex((other) => gameOf(other) === gameOf(spec));
const humans = "human;human;human;human;human;human";

/**
 * A page that plays one game after another. Nobody looks at it: its window is minimized, so that few frames are painted,
 * and its address stays, which the browser would look up the icon for, several times a second.
 */
export async function openTable(browser, url) {
  const page = await openPage(browser, `${url}#game=tictactoe&moves=b2&seats=${humans}`);
  const client = await page.context().newCDPSession(page);
  const { windowId } = await client.send("Browser.getWindowForTarget");
  await client.send("Browser.setWindowBounds", { windowId, bounds: { windowState: "minimized" } });
  await page.evaluate(() => { history.replaceState = () => {}; });
  let number = 0;
  const begin = async (spec) => {
    // The number makes another address of it where the last game was the same.
    await page.evaluate((hash) => { location.hash = hash; }, `#game=${spec}&seats=${humans}&number=${++number}`);
    // The position comes a moment after the game: until then the last one's end is there.
    await page.waitForFunction(() => { const { ply, over } = document.querySelector(".table-side").dataset; return ply === "0" && over !== "true"; });
  };
  return { page, begin };
}

export async function playGame({ page, begin }, spec, seed) {
  await begin(spec);
  await page.evaluate(playByClicks, { plies, seed });
  const end = await shown(page), { position, over } = show(spec, "", end.moves);
  equal(end.notice, "", "notice");
  // A referee ends games that the rules let go on: by repetition, without progress.
  equal(end.over || !over, true, "the game is over");
  equal(end.over || end.ply >= plies, true, "the game was played to its end");
  equal(end.moves.length >= (end.over ? 1 : plies), true, "moves were played");
  equal(end.position, position, `after ${end.moves.join(" ")}`);
  return end.moves.length;
}

export async function randomGames(browser, url) {
  const folder = existsSync(join(dist, "engine.wasm")) ? await serveFolder(dist) : null;
  const server = await openTable(browser, url), inside = folder === null ? server : await openTable(browser, folder.url);
  for (const [k, spec] of specs().filter(chosen).entries())
    await test(`${spec}: random games by clicks end as on the command line`, async () => {
      let played = 0;
      for (let i = 0; i < games; i++)
        played += await playGame((i + k) % 10 === 0 ? server : inside, spec, 1000 * i + spec.length);
      equal([...server.page.errors, ...inside.page.errors], [], "errors in the page");
      if (process.env.TIMES) console.log(`${games} games, ${played} plies:`);
    });
  for (const { page } of new Set([server, inside])) await page.context().close();
  await folder?.kill();
}
