// shell.tsx - what surrounds all views: the name, the tabs, the board where a view wants it, what is said aloud.
import { useEffect, useRef, useState } from "preact/hooks";
import { lookOf } from "../board/owners";
import { Table } from "../play/table";
import { Button } from "../ui/controls";
import { Icon, Logo } from "../ui/icons";
import { endWords } from "./state";
import type { AppState, AppStore } from "./store";
import { useApp } from "./store";
import { themeChange, themeNow } from "./theme";
import { ViewBody } from "./view_body";
import { views } from "./views";

export function Shell({ app }: { app: AppStore }) {
  const s = useApp(app);
  const view = views.find((v) => v.id === s.view) ?? views[0];
  const title = s.games.find((g) => g.name === s.game.split(":")[0])?.title;
  useEffect(() => { document.title = title === undefined ? "Pollard" : `${title} · Pollard`; }, [title]);
  // The board first, and what is beside it as soon as that is on the screen.
  const [beside, setBeside] = useState(false);
  useEffect(() => setBeside(true), []);
  if (view === undefined) return null;
  return (
    <>
      <Header app={app} />
      {s.phase === "failed" ? <p class="note bad failed" role="alert">The engine could not be started: {s.notice}</p> : null}
      <main class={view.board ? "with-board" : "alone"}>
        <h1 class="hidden">{view.title}</h1>
        {view.board ? <Table app={app} /> : null}
        <div class="view stack">{beside ? <ViewBody key={view.id} app={app} id={view.id} /> : null}</div>
      </main>
      <Spoken s={s} />
    </>
  );
}

function Header({ app }: { app: AppStore }) {
  const s = useApp(app);
  const [theme, setTheme] = useState(themeNow());
  return (
    <header class="top">
      <a class="name" href="#view=play" onClick={(e) => { e.preventDefault(); app.setView("play"); }}>
        <Logo /> <span>Pollard</span>
      </a>
      <nav aria-label="Views">
        {views.map((v) => (
          <a key={v.id} class="tab" href={`#view=${v.id}`} aria-current={s.view === v.id ? "page" : undefined}
            onClick={(e) => { e.preventDefault(); app.setView(v.id); }}>{v.title}</a>
        ))}
      </nav>
      <div class="row right">
        <EngineChip s={s} />
        <Button look="icon" title={theme === "dark" ? "Light colours" : "Dark colours"} onClick={() => setTheme(themeChange())}>
          <Icon name={theme === "dark" ? "sun" : "moon"} />
        </Button>
      </div>
    </header>
  );
}

function EngineChip({ s }: { s: AppState }) {
  if (s.phase === "starting" || s.engine === null) return <span class="chip">starting</span>;
  if (s.lost) return <span class="chip warn" title="The server does not answer, or has no session left: the engine in this page goes on">server gone: in this page</span>;
  return s.engine.kind === "http"
    ? <span class="chip" title={`pollard serve ${s.engine.about.version}`}>server</span>
    : <span class="chip" title={`WebAssembly ${s.engine.about.version}`}>in this page</span>;
}

/** For screen readers: each move as it is made, and how the game stands. */
function Spoken({ s }: { s: AppState }) {
  const before = useRef({ ply: 0, text: "" });
  const text = spoken(s, before.current.ply);
  useEffect(() => { before.current = { ply: s.ply, text }; }, [s.ply, text]);
  return <div class="hidden" role="status" aria-live="polite" data-spoken="">{text}</div>;
}

function spoken(s: AppState, ply: number): string {
  if (s.state === null) return "";
  const ended = endWords(s, (player) => lookOf(s.board, player).name);
  if (ended !== "") return ended;
  const last = s.line[s.ply - 1], moved = last !== undefined && s.ply >= ply;
  return `${moved ? `${last}. ` : ""}${s.state.caption}${s.notice === "" ? "" : `. ${s.notice}`}`;
}
