// theme.ts - light and dark: what the reader has chosen, else what the system says.
export type Theme = "light" | "dark";

const system = matchMedia("(prefers-color-scheme: dark)");

function kept(): Theme | null {
  try {
    const word = localStorage.getItem("theme");
    return word === "light" || word === "dark" ? word : null;
  } catch {
    return null;
  }
}

function show(theme: Theme): void { document.documentElement.dataset["theme"] = theme; }

export function themeNow(): Theme { return document.documentElement.dataset["theme"] === "dark" ? "dark" : "light"; }

export function themeStart(): void {
  const follow = () => show(kept() ?? (system.matches ? "dark" : "light"));
  follow();
  system.addEventListener("change", follow);
}

export function themeChange(): Theme {
  const next = themeNow() === "dark" ? "light" : "dark";
  try { localStorage.setItem("theme", next); } catch { /* private windows keep nothing */ }
  show(next);
  return next;
}
