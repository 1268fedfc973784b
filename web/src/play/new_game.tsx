// new_game.tsx - another game: which, its options as a form, a first position, clocks.
import { useEffect, useRef, useState } from "preact/hooks";
import { type Seat, usualSeats } from "../app/state";
import { type AppStore, useApp } from "../app/store";
import type { OptionInfo } from "../engine/types";
import { Button, Check, Input, Select } from "../ui/controls";
import { type Settings, specJoin, specSplit } from "./spec";

export function NewGame({ app, onClose }: { app: AppStore; onClose: () => void }) {
  const s = useApp(app);
  const box = useRef<HTMLDialogElement>(null);
  const now = specSplit(s.game);
  const [name, setName] = useState(now.name);
  const [settings, setSettings] = useState<Settings>(now.settings);
  const [position, setPosition] = useState("");
  const [timed, setTimed] = useState(s.clock !== null);
  const [minutes, setMinutes] = useState(String(s.clock?.minutes ?? 5));
  const [increment, setIncrement] = useState(String(s.clock?.increment ?? 3));
  const [error, setError] = useState("");
  useEffect(() => { box.current?.showModal(); }, []);
  const game = s.games.find((g) => g.name === name);
  const start = async () => {
    if (game === undefined) return;
    const clock = timed ? { minutes: Math.max(0.05, Number(minutes) || 5), increment: Math.max(0, Number(increment) || 0) } : null;
    const spec = specJoin(game, settings), same = spec === s.game;
    const good = await app.newGame({ game: spec, position: position.trim(), clock, ...(same ? {} : { seats: keepSeats(s.seats) }) });
    if (good) onClose();
    else setError(app.get().notice);
  };
  return (
    <dialog ref={box} onClose={onClose} aria-labelledby="new-game">
      <form onSubmit={(e) => { e.preventDefault(); void start(); }}>
        <h2 id="new-game">New game</h2>
        <div class="fields">
          <div class="wide"><Select label="Game" value={name} onChange={(next) => { setName(next); setSettings({}); setPosition(""); }}
            choices={s.games.map((g) => ({ value: g.name, label: g.title }))} /></div>
          {game?.options.map((option) => (
            <OptionField key={`${name} ${option.key}`} option={option} value={settings[option.key] ?? option.default ?? ""}
              onChange={(value) => setSettings({ ...settings, [option.key]: value })} />
          ))}
          <div class="wide"><Input label="First position (empty: the usual)" value={position} onChange={setPosition} /></div>
        </div>
        <div class="row">
          <Check label="Clocks" checked={timed} onChange={setTimed} />
          {timed ? <Input label="minutes" inline type="number" min={0.05} step={0.05} size={4} value={minutes} onChange={setMinutes} /> : null}
          {timed ? <Input label="seconds added a move" inline type="number" min={0} step={0.5} size={4} value={increment} onChange={setIncrement} /> : null}
        </div>
        {error === "" ? null : <p class="note bad" role="alert">{error}</p>}
        <div class="row spread">
          <span class="mono soft small">{game === undefined ? "" : specJoin(game, settings)}</span>
          <span class="row"><Button onClick={onClose}>Cancel</Button><button type="submit" class="button primary">Start</button></span>
        </div>
      </form>
    </dialog>
  );
}

/** People stay where they sit; seats beyond are engines. */
function keepSeats(seats: readonly Seat[]): Seat[] {
  return usualSeats(6).map((usual, i) => seats[i] ?? usual);
}

function OptionField({ option, value, onChange }: { option: OptionInfo; value: string; onChange: (value: string) => void }) {
  const label = option.key, title = option.help;
  return (
    <div>
      {option.choices !== undefined
        ? <Select label={label} title={title} value={value} onChange={onChange} choices={option.choices.split("|").map((c) => ({ value: c, label: c }))} />
        : <Input label={label} title={title} value={value} onChange={onChange} type={option.min === undefined ? "text" : "number"} min={option.min} max={option.max} />}
      <div class="help">{option.help}</div>
    </div>
  );
}

