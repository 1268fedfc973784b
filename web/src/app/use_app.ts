// use_app.ts - components that look at the store.
import { useLayoutEffect, useState } from "preact/hooks";
import type { AppState } from "./state";
import type { AppStore } from "./store";

/** The state, and the component again whenever it changes. */
export function useApp(app: AppStore): AppState {
  const [state, setState] = useState(app.get());
  useLayoutEffect(() => { setState(app.get()); return app.subscribe(setState); }, [app]);
  return state;
}
