// view_body.tsx - what a view shows beside or instead of the board, as soon as it is loaded.
import { useEffect, useState } from "preact/hooks";
import type { AppStore } from "./store";
import { type View, viewComponent, viewsLoad } from "./views";

export function ViewBody({ app, id }: { app: AppStore; id: View["id"] }) {
  const [, setLoaded] = useState(false);
  const [failed, setFailed] = useState(false);
  const Component = viewComponent(id);
  useEffect(() => {
    if (Component === null) viewsLoad().then(() => setLoaded(true), () => setFailed(true));
  }, [Component]);
  if (Component !== null) return <Component app={app} />;
  return failed ? <p class="note bad" role="alert">This view could not be loaded. Is the server there? Then load the page again.</p> : <p class="soft">…</p>;
}
