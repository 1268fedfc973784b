// numbers.ts - how numbers are written everywhere on the page.
//
// Counts may be larger than 2^53 and then come as strings of digits; they are grouped as they are, digit by
// digit. The separator is a narrow no-break space, which no reader of another country takes for a point.

export type Count = number | string | null | undefined;

const thin = "\u202f";
const minus = "\u2212";

function group(digits: string): string {
  return digits.length <= 4 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, thin);
}

/** A whole number with thin separators; what is not known is a dash. */
export function formatCount(count: Count): string {
  if (count === null || count === undefined) return "–";
  if (typeof count === "number") {
    if (!Number.isFinite(count)) return "–";
    return (count < 0 ? minus : "") + group(Math.abs(Math.round(count)).toFixed(0));
  }
  const sign = count.startsWith("-");
  const digits = sign ? count.slice(1) : count;
  return /^\d+$/.test(digits) ? (sign ? minus : "") + group(digits) : "–";
}

/** A count for arithmetic: beyond 2^53 it is near enough for a rate or a bar. */
export function countNumber(count: Count): number {
  if (count === null || count === undefined) return NaN;
  return typeof count === "number" ? count : Number(count);
}

/** Three digits and a unit: 950, 12.3 k, 4.56 M, 1.20 G. */
export function formatShort(count: Count): string {
  let value = countNumber(count);
  if (!Number.isFinite(value)) return "–";
  const sign = value < 0 ? minus : "";
  value = Math.abs(value);
  const units = ["", "k", "M", "G", "T", "P", "E"];
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  if (unit === 0) return sign + String(Math.round(value));
  const places = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return `${sign}${value.toFixed(places)}${thin}${units[unit]}`;
}

export function formatRate(nodes: Count, seconds: number | null | undefined): string {
  const n = countNumber(nodes);
  if (!seconds || seconds <= 0 || !Number.isFinite(n)) return "–";
  return `${formatShort(n / seconds)}/s`;
}

export function formatSeconds(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return "–";
  if (seconds < 0.001) return `${(seconds * 1e6).toFixed(0)}${thin}µs`;
  if (seconds < 1) return `${(seconds * 1000).toFixed(seconds < 0.01 ? 2 : 0)}${thin}ms`;
  if (seconds < 100) return `${seconds.toFixed(seconds < 10 ? 2 : 1)}${thin}s`;
  const minutes = seconds / 60;
  if (minutes < 100) return `${minutes.toFixed(minutes < 10 ? 1 : 0)}${thin}min`;
  const hours = minutes / 60;
  return hours < 72 ? `${hours.toFixed(1)}${thin}h` : `${(hours / 24).toFixed(1)}${thin}days`;
}

export function formatBytes(bytes: Count): string {
  const text = formatShort(bytes);
  return text === "–" ? text : /\d$/.test(text) ? `${text}${thin}B` : `${text}B`;
}

/** A share of 0 to 1. */
export function formatPercent(share: number | null | undefined, places = 1): string {
  if (share === null || share === undefined || !Number.isFinite(share)) return "–";
  return `${formatFixed(share * 100, places)}${thin}%`;
}

export function formatFixed(value: number | null | undefined, places: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const text = value.toFixed(places);
  return text.startsWith("-") ? (Number(text) === 0 ? text.slice(1) : minus + text.slice(1)) : text;
}

export interface Valued {
  value?: number | null;
  win_in?: number;
  loss_in?: number;
}

/** A value with its sign; where the game is decided, in how many plies. */
export function formatValue(of: Valued): string {
  if (of.win_in !== undefined) return `wins in ${of.win_in}`;
  if (of.loss_in !== undefined) return `loses in ${of.loss_in}`;
  if (of.value === null || of.value === undefined) return "–";
  return of.value > 0 ? `+${formatCount(of.value)}` : formatCount(of.value);
}

/** The same short enough for a mark on a cell. */
export function formatMark(of: Valued): string {
  if (of.win_in !== undefined) return `W${of.win_in}`;
  if (of.loss_in !== undefined) return `L${of.loss_in}`;
  if (of.value === null || of.value === undefined) return "?";
  const size = Math.abs(of.value);
  const text = size >= 10_000 ? formatShort(of.value).replace(thin, "") : formatCount(of.value);
  return of.value > 0 ? `+${text}` : text;
}

/** An interval of 95 %, with the same unit as its value. */
export function formatInterval(low: number | null, high: number | null, write: (v: number) => string): string {
  if (low === null && high === null) return "";
  return `${low === null ? minus + "∞" : write(low)} … ${high === null ? "∞" : write(high)}`;
}
