// offline.ts - the service worker: keeps the page's files for when they cannot be had, so that a folder opens without
// a network, and a page whose server is gone can start the engine. What can be had is always asked for; nothing
// below /api/ is touched.
declare const FILES_HASH: string;

interface Fetching extends Event { request: Request; respondWith(response: Promise<Response>): void }
interface Waiting extends Event { waitUntil(work: Promise<unknown>): void }
interface WorkerScope {
  addEventListener(type: "install" | "activate", listener: (e: Waiting) => void): void;
  addEventListener(type: "fetch", listener: (e: Fetching) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  location: Location;
}

const scope = self as unknown as WorkerScope;
/** Of this folder: a host may have several. */
const own = `pollard-${new URL(".", scope.location.href).pathname}-`, store = own + FILES_HASH;
/** As earlier versions named theirs. */
const old = /^pollard-[0-9a-f]{16}$/;
const files = ["./", "app.js", "app.css", "views.js", "worker.js", "engine.wasm", "icon.svg", "manifest.webmanifest"];

scope.addEventListener("install", (e) => e.waitUntil(
  caches.open(store).then((cache) => cache.addAll(files.map((file) => new Request(file, { cache: "reload" }))))
    .then(() => scope.skipWaiting()),
));

scope.addEventListener("activate", (e) => e.waitUntil(
  caches.keys().then((names) => Promise.all(names.filter((name) => (name.startsWith(own) || old.test(name)) && name !== store)
    .map((name) => caches.delete(name)))).then(() => scope.clients.claim()),
));

/** What was had is kept, where it belongs to the page. */
function keep(url: URL): (response: Response) => Response {
  return (response) => {
    const name = url.pathname.split("/").at(-1) ?? "", copy = response.ok ? response.clone() : null;
    if (copy !== null && (name === "" || files.includes(name))) void caches.open(store).then((cache) => cache.put(url.origin + url.pathname, copy));
    return response;
  };
}

scope.addEventListener("fetch", (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== "GET" || url.origin !== scope.location.origin || url.pathname.includes("/api/")) return;
  e.respondWith(fetch(e.request).then(keep(url)).catch((error: unknown) => caches.match(e.request, { ignoreSearch: true, cacheName: store }).then((kept) => {
    if (kept !== undefined) return kept;
    throw error;
  })));
});

export {};
