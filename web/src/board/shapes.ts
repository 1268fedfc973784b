// shapes.ts - the pieces of chess, around the middle of a cell, 32 units high: outlines, and lines over them. The
// same drawings as in src/game/draw_pieces.h.
import type { PieceName } from "../engine/types";

export const shapes: Record<PieceName, { outline: string; lines: string }> = {
  pawn: {
    outline: "M-10 15h20c0-4-3-6-5-8-1.5-3-2-5-2-7h2.500v-2.500h-2a5.5 5.5 0 1 0-7 0h-2v2.500h2.500c0 2-.5 4-2 7-2 2-5 4-5 8z",
    lines: "",
  },
  knight: {
    outline: "M-9 15h20c.5-5 0-12-2-17-2-5-5-8-9-9.500l-1.5-4-2.5 4c-3 1-5 4-6.5 8-1 2.5-3.5 5-3.5 7.5 0 2 1.5 3.5 3 3.5"
      + " 1.5 0 2.5-1 3.5-2 2-.5 4-1.5 5-3.5-.5 6-6 7-6.5 13z",
    lines: "M-4.5-5.500h.1M3-7.500c3 3 5 8 5 17",
  },
  bishop: {
    outline: "M-11 15h22v-3c-4 0-7-1-7-3.5 3-2.5 4-5 4-7.5 0-4-4-8.5-6-11a2.5 2.5 0 1 0-4 0c-2 2.5-6 7-6 11 0 2.5 1 5 4 7.5"
      + " 0 2.5-3 3.5-7 3.500z",
    lines: "M-5 8.500h10M0-5v8M-4-1h8",
  },
  rook: {
    outline: "M-11 15h22v-4h-3l-2-14h4v-9.500h-5v3.500h-2.500v-3.500h-5v3.500h-2.500v-3.500h-5v9.500h4l-2 14h-3z",
    lines: "M-6-3h12M-8 11h16",
  },
  queen: {
    outline: "M-10 15h20v-3l-2-4 5.5-13.5-6.5 6 .5-9.5-4.5 8.5-3-10.5-3 10.5-4.5-8.5.5 9.5-6.5-6 5.5 13.5-2 4z",
    lines: "M-8 8c5-2 11-2 16 0M-10 12h20",
  },
  king: {
    outline: "M-10 15h20v-4l-2-2.500c6-4 7-10 3-12.5-3.5-2-7.5-.5-9.5 3.500v-6.500h3v-3h-3v-3.500h-3v3.500h-3v3h3v6.500"
      + "c-2-4-6-5.5-9.5-3.5-4 2.5-3 8.5 3 12.500l-2 2.500z",
    lines: "M-8 8.500c5-2 11-2 16 0M-10 11.500h20",
  },
};
