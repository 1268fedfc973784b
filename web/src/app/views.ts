// views.ts - the views of the page, in the order of their tabs. A view is a module that exports `view`.
import type { ComponentType } from "preact";
import { view as analysis } from "../analysis/view";
import { view as databases } from "../databases/view";
import { view as lab } from "../lab/view";
import { view as play } from "../play/view";
import { view as sight } from "../sight/view";
import type { AppStore } from "./store";

export interface ViewProps { app: AppStore }

export interface View {
  /** The word of the address: `#view=analysis`. */
  id: string;
  title: string;
  component: ComponentType<ViewProps>;
  /** Does the board stand beside it? The shell draws it then. */
  board: boolean;
}

export const views: readonly View[] = [play, analysis, sight, lab, databases];
