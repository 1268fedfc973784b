// run.mjs - the tests of the page in a browser. ONLY=words runs those whose names have the words.
import { finish, launch, serve } from "./lib.mjs";
import { looks } from "./looks.mjs";
import { specialMoves } from "./moves.mjs";
import { panels } from "./panels.mjs";
import { playing } from "./play.mjs";
import { print } from "./print.mjs";
import { randomGames } from "./random_games.mjs";
import { table } from "./table.mjs";
import { tabs } from "./tabs.mjs";
import { views } from "./views.mjs";
import { withoutServer } from "./without_server.mjs";

const browser = await launch(), server = await serve();
await specialMoves(browser, server.url);
await playing(browser, server.url);
await table(browser, server.url);
await looks(browser, server.url);
await views(browser, server.url);
await panels(browser, server.url);
await print(browser, server.url);
await tabs(browser);
await randomGames(browser, server.url);
await withoutServer(browser);
await browser.close();
await server.kill();
finish();
