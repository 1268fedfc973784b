// print.mjs - all views on paper: white ground, dark letters, nothing wider than the sheet, no field or button.
import { ensure, openPage, test } from "./lib.mjs";

const game = "#game=othello&moves=f5d6c3d3c4f4c5b3c2&seats=human;human";
/** What is shown of a view before it is printed. */
const ready = {
  play: async () => {},
  analysis: async (page) => {
    await page.getByRole("button", { name: "Value every move" }).click();
    await page.getByText(/^\d+ moves at depth 6$/).waitFor({ timeout: 20000 });
    await page.getByRole("button", { name: "Analyse game" }).click();
    await page.getByLabel(/^all \d+ moves$/).waitFor({ timeout: 20000 });
  },
  sight: async (page) => {
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByRole("treeitem").first().waitFor({ timeout: 20000 });
  },
  lab: (page) => page.getByText("history-ads-1", { exact: true }).first().waitFor({ timeout: 20000 }),
  databases: (page) => page.locator("tr", { hasText: "cc-pdb3-4x4" }).first().waitFor({ timeout: 20000 }),
};

/** In the page: what a sheet would show that it should not. */
function faults() {
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && element.closest(".hidden") === null;
  const name = (element) => `${element.tagName} ${element.className} ${element.textContent.slice(0, 30)}`;
  const bright = (colour) => (colour.match(/\d+(\.\d+)?/g) ?? []).slice(0, 3).map(Number).every((part) => part > 170);
  const all = [...document.querySelectorAll("main *, header *")].filter(seen), found = [];
  for (const element of all) {
    const box = element.getBoundingClientRect();
    if (["INPUT", "SELECT", "TEXTAREA"].includes(element.tagName) || element.classList.contains("button")) found.push(`to be clicked: ${name(element)}`);
    if (box.right > document.documentElement.clientWidth + 1) found.push(`too wide: ${name(element)}`);
    const text = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "");
    if (text && element.namespaceURI.endsWith("xhtml") && bright(getComputedStyle(element).color)) found.push(`pale: ${name(element)}`);
    if (element.scrollHeight > element.clientHeight + 2 && getComputedStyle(element).overflowY === "auto") found.push(`cut off: ${name(element)}`);
  }
  if (!/^rgb\(255, 255, 255\)$/.test(getComputedStyle(document.body).backgroundColor)) found.push("the paper is not white");
  return found;
}

export async function print(browser, url) {
  for (const [view, prepare] of Object.entries(ready))
    for (const colorScheme of ["light", "dark"])
      await test(`${view}, ${colorScheme}: on paper`, async () => {
        const page = await openPage(browser, `${url}${game}&view=${["lab", "databases"].includes(view) ? "play" : view}`, { colorScheme });
        if (view === "lab" || view === "databases") await page.locator(`.tab[href="#view=${view}"]`).click();
        await prepare(page);
        // A sheet of A4 between margins of 14 mm.
        await page.setViewportSize({ width: 688, height: 1000 });
        await page.emulateMedia({ media: "print" });
        await page.waitForTimeout(200);
        const wrong = await page.evaluate(faults);
        ensure(wrong.length === 0, wrong.slice(0, 5).join("; "));
        await page.context().close();
      });
}
