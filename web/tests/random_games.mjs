// random_games.mjs - every game by clicks alone: its last position is that of the command line.
// GAMES games of each (1), at most PLIES plies (60) each. EVERY=3: one of three specs, and the first of every game.
import { playByClicks } from "./clicks.mjs";
import { equal, openPage, shown, show, specs, test } from "./lib.mjs";

const games = Number(process.env.GAMES ?? 1), plies = Number(process.env.PLIES ?? 60), every = Number(process.env.EVERY ?? 1);

const gameOf = (spec) => spec.split(":")[0];
const chosen = (spec, i, all) => i % every === 0 || i === all.findIndex((other) => gameOf(other) === gameOf(spec));

export async function randomGames(browser, url) {
  const humans = "human;human;human;human;human;human";
  const page = await openPage(browser, `${url}#game=tictactoe&seats=${humans}`);
  for (const spec of specs().filter(chosen))
    await test(`${spec}: random games by clicks end as on the command line`, async () => {
      for (let i = 0; i < games; i++) {
        await page.goto("about:blank");
        await page.goto(`${url}#game=${spec}&seats=${humans}`);
        await page.waitForSelector(".board .cell");
        await page.evaluate(playByClicks, { plies, seed: 1000 * i + spec.length });
        const end = await shown(page);
        equal(end.notice, "", "notice");
        equal(end.moves.length >= Math.min(5, plies), true, "moves were played");
        equal(end.position, show(spec, "", end.moves).position, `after ${end.moves.join(" ")}`);
      }
      equal(page.errors, [], "errors in the page");
    });
  await page.context().close();
}
