// dev_server.mjs - the interface of `pollard serve` as far as the page needs it for games, in node: a session is a
// `pollard jsonl`. For work on the page without building the server: node tests/dev_server.mjs POLLARD FOLDER PORT
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const types = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", wasm: "application/wasm", webmanifest: "application/manifest+json" };
const late = new Set(["think", "values", "analyse", "perft"]);
const policy = { "Content-Security-Policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'", "Cache-Control": "no-store" };

class Session {
  constructor(pollard) {
    this.child = spawn(pollard, ["jsonl"], { stdio: ["pipe", "pipe", "inherit"] });
    this.asked = new Map();
    this.streams = new Set();
    createInterface({ input: this.child.stdout }).on("line", (line) => this.take(line));
  }

  take(line) {
    const { id, event } = JSON.parse(line);
    const answer = event === undefined ? this.asked.get(id) : undefined;
    this.asked.delete(id);
    if (answer !== undefined) return answer(line);
    for (const stream of this.streams) stream.write(`data: ${line}\n\n`);
  }

  ask(body, send) {
    const { id, do: what } = JSON.parse(body);
    this.asked.set(id, (line) => send(200, line));
    this.child.stdin.write(`${body.replaceAll("\n", " ")}\n`);
    if (late.has(what)) {
      // A refusal comes at once.
      setTimeout(() => { if (this.asked.delete(id)) send(202, JSON.stringify({ ok: true, started: true, id })); }, 5);
    }
  }
}

export function startServer({ pollard, folder, port = 0 }) {
  const sessions = new Map();
  const server = createServer((request, response) => {
    const send = (code, text, type = "application/json") => {
      if (response.writableEnded) return;
      response.writeHead(code, { "Content-Type": type, ...policy });
      response.end(text);
    };
    const path = new URL(request.url, "http://localhost").pathname;
    const found = /^\/api\/sessions\/([0-9a-f]+)(\/\w+)?$/.exec(path);
    const session = found && sessions.get(found[1]);
    if (path.startsWith("/api/") && pollard === "") return send(404, "not here", "text/plain");
    if (path === "/api/about") return send(200, JSON.stringify({ ok: true, version: "dev", can: { databases: false, lab: false, jobs: false, threads: 1 } }));
    if (path.startsWith("/api/") && request.method === "POST") {
      let body = "";
      request.on("data", (part) => { body += part; });
      request.on("end", () => {
        if (path === "/api/sessions") {
          const id = randomBytes(16).toString("hex");
          sessions.set(id, new Session(pollard));
          send(200, JSON.stringify({ ok: true, session: id }));
        } else if (!session) send(404, JSON.stringify({ ok: false, error: "there is no such session" }));
        else if (found[2] === "/close") { session.child.stdin.end(); sessions.delete(found[1]); send(200, '{"ok":true}'); } else session.ask(body, send);
      });
      return undefined;
    }
    if (session && found[2] === "/events") {
      response.writeHead(200, { "Content-Type": "text/event-stream", ...policy });
      response.write(": hello\n\n");
      session.streams.add(response);
      return request.on("close", () => session.streams.delete(response));
    }
    if (path.startsWith("/api/")) return send(404, JSON.stringify({ ok: false, error: "not here" }));
    const name = path === "/" ? "index.html" : path.slice(1);
    if (!/^[\w.-]+$/.test(name)) return send(404, "not here", "text/plain");
    try {
      return send(200, readFileSync(`${folder}/${name}`), types[name.split(".").at(-1)] ?? "text/plain");
    } catch {
      return send(404, "not here", "text/plain");
    }
  });
  const stop = () => { for (const session of sessions.values()) session.child.kill(); server.closeAllConnections(); server.close(); };
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve({ port: server.address().port, stop })));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , pollard, folder, port] = process.argv;
  console.log((await startServer({ pollard, folder, port: Number(port ?? 0) })).port);
}
