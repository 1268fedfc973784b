// build.mjs - the page from its sources: dist/ by `node build.mjs`; `--tests` bundles src/**/*.test.ts into
// build/tests for node's own test runner. The same sources give the same bytes, wherever they lie.
import { build } from "esbuild";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
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
  const browser = { ...common, outdir: out, platform: "browser", format: "esm", target: "es2022", minify: true };
  await build({ ...browser, entryPoints: { app: "src/app/app.css", worker: "src/wasm/engine_worker.ts" } });
  await buildScripts({ ...browser, jsx: "automatic", jsxImportSource: "preact" }, out);
  copyFileSync(join(root, "src/app/index.html"), join(root, out, "index.html"));
  copyFileSync(join(root, "src/app/icon.svg"), join(root, out, "icon.svg"));
  copyFileSync(join(root, "src/app/manifest.webmanifest"), join(root, out, "manifest.webmanifest"));
  // The service worker keeps one set of files, named by what is in them: as tools/page_hash, which `make wasm` uses.
  const hash = createHash("sha256");
  for (const name of ["index.html", "app.js", "app.css", "views.js", "worker.js", "engine.wasm", "icon.svg", "manifest.webmanifest"]) {
    const file = join(root, name === "engine.wasm" ? "dist" : out, name);
    if (existsSync(file)) hash.update(readFileSync(file));
  }
  await build({
    ...common, entryPoints: { offline: "src/app/offline.ts" }, outdir: out, platform: "browser", format: "iife",
    target: "es2022", minify: true, define: { FILES_HASH: JSON.stringify(hash.digest("hex").slice(0, 16)) },
  });
  writeFileSync(join(root, out, "LICENSES.txt"), licenses());
}

// app.js draws the first board; views.js, loaded later, has the other views and uses what app.js has. All of main.tsx is
// needed by both entries (more_views.ts sees to that), hence in the one chunk that they share, which is app.js; the
// first entry is nothing but its import.
async function buildScripts(options, out) {
  const { outputFiles } = await build({
    ...options, entryPoints: { main: "src/app/main.tsx", views: "src/app/more_views.ts" }, splitting: true, chunkNames: "app", write: false,
  });
  const files = new Map(outputFiles.map((file) => [basename(file.path), file]));
  if ([...files.keys()].sort().join() !== "app.js,main.js,views.js" || !/^import"\.\/app\.js";\s*$/.test(files.get("main.js").text))
    throw new Error(`the scripts are not app.js and views.js: ${[...files.keys()]}`);
  // V8 compiles the functions of app.js while they are read, beside the main thread, and not one by one as they are called.
  writeFileSync(join(root, out, "app.js"), `//# allFunctionsCalledOnLoad\n${files.get("app.js").text}`);
  writeFileSync(join(root, out, "views.js"), files.get("views.js").contents);
}

// The libraries in app.js and views.js want their licences to go with them.
function licenses() {
  return ["preact", "uplot"].map((name) => {
    const { version } = JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8"));
    return `${name} ${version}\n\n${readFileSync(join(root, "node_modules", name, "LICENSE"), "utf8")}\n`;
  }).join("\n");
}

const out = process.argv.find((word) => word.startsWith("--out="))?.slice(6) ?? "dist";
await (process.argv.includes("--tests") ? buildTests() : buildPage(out));
