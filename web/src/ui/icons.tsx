// icons.tsx - small drawings for buttons: no font has to be there.
const paths = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M17 5l-10 7 10 7z",
  forward: "M7 5l10 7-10 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  turn: "M8 20V5M8 5L4 9M8 5l4 4M16 4v15M16 19l-4-4M16 19l4-4",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.400 1.400M17.600 17.600L19 19M5 19l1.400-1.400M17.600 6.400L19 5",
  moon: "M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" fill={filled.has(name) ? "currentColor" : "none"}
      stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">
      <path d={paths[name]} />
    </svg>
  );
}

const filled = new Set<IconName>(["first", "back", "forward", "last"]);

/** As icon.svg, which would be one more file to wait for. */
export function Logo() {
  return (
    <svg viewBox="0 0 64 64" width="26" height="26" aria-hidden="true">
      <rect width="64" height="64" rx="14" fill="#1f5f99" />
      <path d="M32 54V26M32 34L18 20M32 34L46 20" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" />
      <g fill="#fff"><circle cx="32" cy="14" r="6" /><circle cx="15" cy="17" r="6" /><circle cx="49" cy="17" r="6" /></g>
    </svg>
  );
}
