// badge.tsx - a player's piece, small, beside his name.
import type { PlayerLook } from "../engine/types";
import { hasLetter, paintOf, signs } from "./owners";

export function PlayerBadge({ look, player }: { look: PlayerLook; player: number }) {
  const { fill, edge, sign } = paintOf(look);
  return (
    <svg class="badge" viewBox="-18 -18 36 36" width="22" height="22" aria-hidden="true">
      <circle r="16" fill={fill} stroke={edge} stroke-width="2" />
      {hasLetter(look) ? <text y="6" text-anchor="middle" font-weight="700" font-size="18" fill={sign}>{look.symbol}</text>
        : <path d={signs[player] ?? ""} fill="none" stroke={sign} stroke-width="2.2" />}
    </svg>
  );
}
