// clicks.mjs - random games by clicks alone: any lit cell, any button of a choice. Runs inside the page, for speed:
// pointer events go to whatever lies under the middle of a cell.
export async function playByClicks({ plies, seed }) {
  let state = seed >>> 0;
  const random = (n) => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return Math.floor((state / 2 ** 32) * n); };
  const table = () => document.querySelector(".table-side");
  const now = () => `${table().dataset.ply} ${table().dataset.path}`;
  const rests = () => table().dataset.playing !== "true";
  const changed = (before, what) => new Promise((done, fail) => {
    if (now() !== before && rests()) return done();
    const timer = setTimeout(() => fail(new Error(`nothing happens at ${what}: ${before}`)), 20_000);
    const look = new MutationObserver(() => { if (now() !== before && rests()) { look.disconnect(); clearTimeout(timer); done(); } });
    return look.observe(table(), { attributes: true });
  });
  const clickCell = (cell) => {
    const { e: clientX, f: clientY } = cell.getScreenCTM();
    const under = document.elementFromPoint(clientX, clientY);
    if (under === null || !cell.ownerSVGElement.contains(under)) throw new Error(`${cell.dataset.name}: covered or out of sight`);
    for (const type of ["pointerdown", "pointerup"])
      under.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX, clientY, pointerId: 1, isPrimary: true, pointerType: "mouse", button: 0 }));
  };
  document.querySelector(".board").scrollIntoView({ block: "center" });
  while (table().dataset.over !== "true" && Number(table().dataset.ply) < plies) {
    const can = [...document.querySelectorAll(".board [data-next], .board [data-again], [data-choice]")];
    if (can.length === 0) throw new Error(`nothing can be touched: ${now()}`);
    const one = can[random(can.length)], before = now();
    if (one.dataset.choice !== undefined) one.click();
    else clickCell(one);
    await changed(before, one.dataset.name ?? one.dataset.choice);
  }
}
