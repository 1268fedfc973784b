// build.mjs - the page from its sources: dist/ by `node build.mjs`; `--tests` bundles src/**/*.test.ts into
// build/tests for node's own test runner. The same sources give the same bytes, wherever they lie.
import { build } from "esbuild";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));
const common = { absWorkingDir: root, bundle: true, legalComments: "none", logLevel: "warning", charset: "utf8" };

function filesBelow(folder) {
  return readdirSync(join(root, folder)).sort().flatMap((name) => {
    const path = `${folder}/${name}`;
    return statSync(join(root, path)).isDirectory() ? filesBelow(path) : [path];
  });
}

async function buildTests() {
  const tests = filesBelow("src").filter((path) => /\.test\.tsx?$/.test(path));
  await build({
    ...common,
    entryPoints: Object.fromEntries(tests.map((path) => [path.slice(4).replace(/\.tsx?$/, "").replaceAll("/", "."), path])),
    outdir: "build/tests", platform: "node", format: "esm", outExtension: { ".js": ".mjs" },
    jsx: "automatic", jsxImportSource: "preact",
  });
}

async function buildPage(out) {
  mkdirSync(join(root, out), { recursive: true });
  await build({
    ...common,
    entryPoints: { app: "src/app/main.tsx", worker: "src/wasm/engine_worker.ts" },
    outdir: out, platform: "browser", format: "esm", target: "es2022", minify: true,
    jsx: "automatic", jsxImportSource: "preact",
  });
  copyFileSync(join(root, "src/app/index.html"), join(root, out, "index.html"));
  copyFileSync(join(root, "src/app/icon.svg"), join(root, out, "icon.svg"));
  copyFileSync(join(root, "src/app/manifest.webmanifest"), join(root, out, "manifest.webmanifest"));
  // The service worker keeps one set of files, named by what is in them.
  const hash = createHash("sha256");
  for (const name of ["index.html", "app.js", "app.css", "worker.js"]) hash.update(readFileSync(join(root, out, name)));
  if (existsSync(join(root, "dist/engine.wasm"))) hash.update(readFileSync(join(root, "dist/engine.wasm")));
  await build({
    ...common, entryPoints: { offline: "src/app/offline.ts" }, outdir: out, platform: "browser", format: "iife",
    target: "es2022", minify: true, define: { FILES_HASH: JSON.stringify(hash.digest("hex").slice(0, 16)) },
  });
  writeFileSync(join(root, out, "LICENSES.txt"), licenses());
}

// The libraries in app.js want their licences to go with them.
function licenses() {
  return ["preact", "uplot"].map((name) => {
    const { version } = JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8"));
    return `${name} ${version}\n\n${readFileSync(join(root, "node_modules", name, "LICENSE"), "utf8")}\n`;
  }).join("\n");
}

const out = process.argv.find((word) => word.startsWith("--out="))?.slice(6) ?? "dist";
await (process.argv.includes("--tests") ? buildTests() : buildPage(out));
