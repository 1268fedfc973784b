// dev_server.mjs - the files of a folder over HTTP, and nothing else: as any web server has the folder of `pollard page`. With
// the address of a `pollard serve`, what is below /api/ is asked there, for work on the page without building the
// program again: node tests/dev_server.mjs FOLDER [PORT [http://127.0.0.1:8765/]]
import { readFileSync } from "node:fs";
import { createServer, request as ask } from "node:http";
import { pathToFileURL } from "node:url";

const types = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", wasm: "application/wasm", webmanifest: "application/manifest+json" };
const policy = { "Content-Security-Policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'", "Cache-Control": "no-store" };

/** As asked, but by this server and not by its page: the other one answers its own page only. */
function forward(request, response, behind) {
  const { host: _host, origin: _origin, ...headers } = request.headers;
  const asked = ask(new URL(request.url, behind), { method: request.method, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  asked.on("error", () => response.destroy());
  response.on("close", () => asked.destroy());
  request.pipe(asked);
}

export function startServer({ folder, port = 0, behind = "" }) {
  const server = createServer((request, response) => {
    const send = (code, text, type = "text/plain") => {
      response.writeHead(code, { "Content-Type": type, ...policy });
      response.end(text);
    };
    const path = new URL(request.url, "http://localhost").pathname, name = path === "/" ? "index.html" : path.slice(1);
    if (path.startsWith("/api/") && behind !== "") return forward(request, response, behind);
    if (!/^[\w.-]+$/.test(name)) return send(404, "not here");
    try {
      return send(200, readFileSync(`${folder}/${name}`), types[name.split(".").at(-1)]);
    } catch {
      return send(404, "not here");
    }
  });
  const stop = () => { server.closeAllConnections(); server.close(); };
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve({ port: server.address().port, stop })));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , folder, port, behind] = process.argv;
  console.log((await startServer({ folder, port: Number(port ?? 0), behind })).port);
}
