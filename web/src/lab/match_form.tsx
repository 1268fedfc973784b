// match_form.tsx - a match of two searches of the game on the board.
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useApp, type AppStore } from "../app/store";
import { Button, Check, Input } from "../ui/controls";
import { SpecField } from "../sight/spec_field";
import { specsUsual } from "../sight/spec";
import type { JobsStore, MatchAsk } from "./jobs";

const specs = [...specsUsual.map((spec) => (spec === "engine" ? "engine:level=5" : spec.includes(":") ? `${spec},depth=4` : `${spec}:depth=4`)), "random"];

export function MatchForm({ app, store }: { app: AppStore; store: JobsStore }): VNode {
  const shown = useApp(app);
  // The game on the board, until another one is typed.
  const [typed, setTyped] = useState<string | null>(null);
  const game = typed ?? shown.game;
  const [first, setFirst] = useState("alphabeta:depth=4,order=history-ads");
  const [second, setSecond] = useState("alphabeta:depth=2");
  const [games, setGames] = useState("100");
  const [openings, setOpenings] = useState("2");
  const [test, setTest] = useState(false);
  const [elo0, setElo0] = useState("0");
  const [elo1, setElo1] = useState("50");
  const start = (): void => {
    const ask: MatchAsk = { kind: "match", game, players: [first, second], games: Number(games) || 100, openings: Number(openings) || 0 };
    if (test) ask.sprt = [Number(elo0), Number(elo1)];
    void store.start(ask);
  };
  return (
    <>
      <div class="row">
        <Input label="game" value={game} size={14} onChange={setTyped} />
        <Input label="games" type="number" min={1} max={100000} size={6} value={games} onChange={setGames} />
        <Input label="random plies a player" type="number" min={0} max={20} size={4} value={openings} onChange={setOpenings} />
      </div>
      <div class="row">
        <SpecField label="first player" value={first} specs={specs} onInput={setFirst} />
        <SpecField label="second player" value={second} specs={specs} onInput={setSecond} />
      </div>
      <div class="row">
        <Button look="primary" onClick={start}>
          Start the match
        </Button>
        <Check label="end it by a sequential test" checked={test} onChange={setTest} />
        {test && <Input inline label="Elo" type="number" min={-999} max={999} value={elo0} onChange={setElo0} />}
        {test && <Input inline label="or" type="number" min={-999} max={999} value={elo1} onChange={setElo1} />}
      </div>
    </>
  );
}
