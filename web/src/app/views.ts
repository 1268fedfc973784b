// views.ts - the views of the page, in the order of their tabs. The first is there at once; the others come in a file of
// their own, after the first board.
import type { ComponentType } from "preact";
import { PlayView } from "../play/view";
import type { AppStore } from "./store";

export interface ViewProps { app: AppStore }
export type ViewComponent = ComponentType<ViewProps>;

export interface View {
  /** The word of the address: `#view=analysis`. */
  id: "play" | keyof typeof import("./more_views").moreViews;
  title: string;
  /** Does the board stand beside it? The shell draws it then. */
  board: boolean;
}

export const views: readonly View[] = [
  { id: "play", title: "Play", board: true },
  { id: "analysis", title: "Analysis", board: true },
  { id: "sight", title: "Search in sight", board: true },
  { id: "lab", title: "Laboratory", board: false },
  { id: "databases", title: "Databases", board: false },
];

type Components = Readonly<Record<View["id"], ViewComponent>>;

let loading: Promise<Components> | null = null;
let loaded: Components | null = null;

/** The components of all views. One that could not be had is asked for again the next time. */
export function viewsLoad(): Promise<Components> {
  loading ??= import("./more_views").then(({ moreViews }) => (loaded = { play: PlayView, ...moreViews }));
  loading.catch(() => { loading = null; });
  return loading;
}

/** Null: it is not there yet. */
export function viewComponent(id: View["id"]): ViewComponent | null {
  return id === "play" ? PlayView : loaded?.[id] ?? null;
}
