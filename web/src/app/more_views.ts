// more_views.ts - the views that are not needed for the first board: built into views.js.
//
// main is named so that all that it has belongs to app.js alone, which is there already (build.mjs).
import { AnalysisView } from "../analysis/view";
import { DatabasesView } from "../databases/view";
import { LabView } from "../lab/view";
import { SightView } from "../sight/view";
import "./main";

export const moreViews = { analysis: AnalysisView, sight: SightView, lab: LabView, databases: DatabasesView };
