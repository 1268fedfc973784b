// clicks.mjs - random games by clicks alone: any lit cell, any button of a choice. Runs inside the page, for speed:
// pointer events go to the middle of a cell. What lies there is looked up for every cell before the first move, and
// again at every eighth click; it costs as much as all the rest of a click.
export async function playByClicks({ plies, seed }) {
  let state = seed >>> 0, clicks = 0;
  const random = (n) => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return Math.floor((state / 2 ** 32) * n); };
  const table = document.querySelector(".table-side"), board = document.querySelector(".board");
  const now = () => `${table.dataset.ply} ${table.dataset.path}`;
  const rests = () => table.dataset.playing !== "true";
  const changed = (before, what) => new Promise((done, fail) => {
    if (now() !== before && rests()) return done();
    const timer = setTimeout(() => fail(new Error(`nothing happens at ${what}: ${before}`)), 20_000);
    const look = new MutationObserver(() => { if (now() !== before && rests()) { look.disconnect(); clearTimeout(timer); done(); } });
    return look.observe(table, { attributes: true });
  });
  const middle = (cell) => { const { e: clientX, f: clientY } = cell.getScreenCTM(); return { clientX, clientY }; };
  const found = (cell) => {
    const { clientX, clientY } = middle(cell), under = document.elementFromPoint(clientX, clientY);
    if (under === null || !board.contains(under)) throw new Error(`${cell.dataset.name}: covered or out of sight`);
    return under;
  };
  const clickCell = (cell) => {
    const under = clicks++ % 8 === 0 ? found(cell) : cell, at = middle(cell);
    for (const type of ["pointerdown", "pointerup"])
      under.dispatchEvent(new PointerEvent(type, { bubbles: true, ...at, pointerId: 1, isPrimary: true, pointerType: "mouse", button: 0 }));
  };
  board.scrollIntoView({ block: "center" });
  for (const cell of board.querySelectorAll(".cell")) found(cell);
  while (table.dataset.over !== "true" && Number(table.dataset.ply) < plies) {
    const can = [...board.querySelectorAll("[data-next], [data-again]"), ...table.querySelectorAll("[data-choice]")];
    if (can.length === 0) throw new Error(`nothing can be touched: ${now()}`);
    const one = can[random(can.length)], before = now();
    if (one.dataset.choice !== undefined) one.click();
    else clickCell(one);
    await changed(before, one.dataset.name ?? one.dataset.choice);
  }
}
