// plot_scale.ts - from values to places on an axis.

import { roundStep } from "../analysis/game_graph";

/** From the least to the largest, `zero` among them, a twentieth of air on both sides. */
export function plotRange(values: readonly (number | null)[], zero: number): [number, number] {
  let low = zero;
  let high = zero;
  for (const value of values) {
    if (value === null || !Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const air = (high - low || 1) / 20;
  return [low - air, high + air];
}

/** 0 to 1; what is outside stands at the border. */
export function plotPlace(range: readonly [number, number], value: number): number {
  return Math.max(0, Math.min(1, (value - range[0]) / (range[1] - range[0])));
}

/** About five round values within the range. */
export function plotTicks(range: readonly [number, number]): number[] {
  const size = range[1] - range[0];
  // roundStep knows whole steps only: small ranges are counted in millionths.
  const unit = size < 50 ? 1e6 : 1;
  const step = roundStep((size * unit) / 6) / unit;
  const ticks: number[] = [];
  for (let i = Math.ceil(range[0] / step); i * step <= range[1]; i++) ticks.push(Number((i * step).toPrecision(12)));
  return ticks;
}
