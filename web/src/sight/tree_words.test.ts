import assert from "node:assert/strict";
import test from "node:test";
import type { TreeNode } from "./tree_rows";
import { seenByMax, whyLong, whyShort, windowText } from "./tree_words";

const node = (change: Partial<TreeNode>): TreeNode => ({ node: 1, move: "d3", text: "d3", why: "cut", value: 7, alpha: -2, beta: 3, side: "max", ...change });

test("MAX sees his own nodes as they are and those of MIN turned round", () => {
  const max = seenByMax(node({}), true);
  assert.equal(max.value, 7);
  assert.equal(windowText(max), "\u22122 … +3");
  const min = seenByMax(node({ side: "min" }), true);
  assert.equal(min.value, -7);
  assert.equal(windowText(min), "\u22123 … +2");
});

test("an open window has no ends on either side", () => {
  assert.equal(windowText(seenByMax(node({ alpha: null, beta: null, side: "min" }), true)), "−∞ … +∞");
});

test("a win of MIN is a loss of MAX", () => {
  const seen = seenByMax(node({ side: "min", win_in: 5 }), true);
  assert.equal(seen.loss_in, 5);
  assert.equal(seen.win_in, undefined);
});

test("max^n has no two sides", () => {
  assert.equal(seenByMax(node({ side: "min", alpha: null, beta: null }), false).value, 7);
});

test("a cut is explained by the bound it broke", () => {
  const cut = node({});
  assert.match(whyLong(cut, seenByMax(cut, true), node({ text: "e6" }), 4), /the move e6 gave \+7, not below beta \+3\. MIN has.*4 moves were never looked at/);
  const min = node({ side: "min" });
  assert.match(whyLong(min, seenByMax(min, true), undefined, 1), /reached \u22127, not above alpha \u22123\. MAX has.*One move was never/);
});

test("how a node was searched is said beside why it ended", () => {
  assert.equal(whyShort(node({ how: "scout" })), "cut off · null window");
  assert.equal(whyShort(node({ how: "first" })), "cut off");
  assert.equal(whyShort(node({ why: "new reason" })), "new reason");
});
