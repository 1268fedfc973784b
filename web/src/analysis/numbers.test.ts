import assert from "node:assert/strict";
import test from "node:test";
import * as n from "./numbers";

const thin = "\u202f";

test("counts beyond 2^53 keep every digit", () => {
  assert.equal(n.formatCount("9223372036854775807"), "9 223 372 036 854 775 807".replaceAll(" ", thin));
  assert.equal(n.formatCount(1234567), `1${thin}234${thin}567`);
  assert.equal(n.formatCount(1234), "1234");
  assert.equal(n.formatCount(-50), "\u221250");
  assert.equal(n.formatCount("12x"), "–");
  assert.equal(n.formatCount(undefined), "–");
});

test("short numbers have three digits and never 1000 of a unit", () => {
  assert.equal(n.formatShort(999), "999");
  assert.equal(n.formatShort(999.6), `1.00${thin}k`);
  assert.equal(n.formatShort(12_345), `12.3${thin}k`);
  assert.equal(n.formatShort(999_950), `1.00${thin}M`);
  assert.equal(n.formatShort("4560000000"), `4.56${thin}G`);
});

test("a rate without time is not known", () => {
  assert.equal(n.formatRate(100, 0), "–");
  assert.equal(n.formatRate("3000000", 2), `1.50${thin}M/s`);
});

test("values say who wins and in how many plies", () => {
  assert.equal(n.formatValue({ value: 3 }), "+3");
  assert.equal(n.formatValue({ value: -12 }), "\u221212");
  assert.equal(n.formatValue({ value: 9999, win_in: 5 }), "wins in 5");
  assert.equal(n.formatMark({ loss_in: 4 }), "L4");
  assert.equal(n.formatMark({ value: null }), "?");
});

test("seconds choose their unit and zero has no sign", () => {
  assert.equal(n.formatSeconds(0.0000898), `90${thin}µs`);
  assert.equal(n.formatSeconds(12.34), `12.3${thin}s`);
  assert.equal(n.formatSeconds(7200), `2.0${thin}h`);
  assert.equal(n.formatFixed(-0.0001, 1), "0.0");
  assert.equal(n.formatInterval(null, 2, (v) => n.formatFixed(v, 0)), "\u2212∞ … 2");
});
