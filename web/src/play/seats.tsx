// seats.tsx - who plays: people, the engine at a level, any player spec, each with a time for a move.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { human, type Seat } from "../app/state";
import { type AppStore, useApp } from "../app/store";
import { PlayerBadge } from "../board/badge";
import { lookOf } from "../board/owners";
import type { Options } from "../engine/types";
import { type Choice, Input, NumberInput, Select } from "../ui/controls";
import { seatText } from "./players";

const levelSpec = /^engine:level=(\d+)$/;

function seatChoices(options: Options | null): Choice[] {
  const levels = options?.engine.levels.map((l) => l.level) ?? [];
  return [
    { value: "human", label: "Human" },
    ...levels.map((level) => ({ value: `engine:level=${level}`, label: `Engine, level ${level}` })),
    { value: "engine", label: levels.length === 0 ? "Engine" : "Engine, full strength" },
    { value: "random", label: "Random moves" },
    { value: "own", label: "Player spec…" },
  ];
}

export function Seats({ app }: { app: AppStore }) {
  const s = useApp(app), choices = useMemo(() => seatChoices(s.options), [s.options]);
  return (
    <div class="seats no-print" role="group" aria-label="Seats">
      {s.seats.map((seat, i) => (
        <SeatLine key={i} seat={seat} choices={choices} onChange={(next) => app.setSeat(i, next)}
          badge={<PlayerBadge look={lookOf(s.board, i)} player={i} />} name={lookOf(s.board, i).name} />
      ))}
    </div>
  );
}

interface SeatLineProps { seat: Seat; choices: Choice[]; onChange: (seat: Seat) => void; badge: ComponentChildren; name: string }

function SeatLine({ seat, choices, onChange, badge, name }: SeatLineProps) {
  const listed = seat.kind === "human" ? "human" : choices.some((c) => c.value === seat.player) || levelSpec.test(seat.player) ? seat.player : "own";
  const [own, setOwn] = useState(listed === "own");
  const [spec, setSpec] = useState(seat.kind === "human" ? "alphabeta:depth=6,order=tt+killer,tt=20" : seat.player);
  // Somebody else sat down: another address, another game.
  useEffect(() => {
    setOwn(listed === "own");
    if (seat.kind !== "human") setSpec(seat.player);
  }, [seat.kind, seat.player]);
  const choose = (value: string) => {
    setOwn(value === "own");
    if (value === "human") onChange(human);
    else if (value !== "own") onChange({ kind: "engine", player: value, time: seat.time });
  };
  const all = choices.some((c) => c.value === listed) ? choices : [...choices, { value: listed, label: seatText(listed) }];
  return (
    <div class="seat-line">
      {badge}<span class="who">{name}</span>
      <Select label={`Seat of ${name}`} quiet value={own ? "own" : listed} choices={all} onChange={choose} />
      {seat.kind === "human" ? <span /> : (
        <NumberInput label={`Seconds a move for ${name}`} quiet min={0.05} max={1e6} step={0.05} placeholder="auto" optional
          title="Seconds a move; empty: as the player says" value={seat.time === null ? null : seat.time / 1000}
          onChange={(seconds) => onChange({ ...seat, time: seconds === null ? null : Math.round(seconds * 1000) })} />
      )}
      {own ? (
        <div class="spec">
          <Input label="Player spec (Enter to sit down)" value={spec} onChange={setSpec}
            onEnter={() => onChange({ kind: "engine", player: spec.trim(), time: seat.time })} />
        </div>
      ) : null}
    </div>
  );
}
