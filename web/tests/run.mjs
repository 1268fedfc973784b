// run.mjs - the tests of the page in a browser. ONLY=words runs those whose names have the words.
import { finish, launch, serve } from "./lib.mjs";
import { randomGames } from "./random_games.mjs";

const browser = await launch(), server = await serve();
await randomGames(browser, server.url);
await browser.close();
await server.kill();
finish();
