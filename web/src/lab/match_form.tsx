// match_form.tsx - a match of searches of the game on the board.
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useApp, type AppStore } from "../app/store";
import { playersOf } from "../play/spec";
import { Button, Check, Input } from "../ui/controls";
import { SpecField } from "../sight/spec_field";
import { specsFor } from "../sight/spec";
import type { JobsStore, MatchAsk } from "./jobs";
import { matchPlayers } from "./match";

const places = ["first", "second", "third", "fourth", "fifth", "sixth"];

function limited(spec: string): string {
  return spec === "engine" ? "engine:level=5" : spec.includes(":") ? `${spec},depth=4` : `${spec}:depth=4`;
}

export function MatchForm({ app, store }: { app: AppStore; store: JobsStore }): VNode {
  const shown = useApp(app);
  // The game on the board, until another one is typed; players that fit it, until others are.
  const [typed, setTyped] = useState<string | null>(null);
  const game = typed ?? shown.game, seats = playersOf(game, shown.games);
  const [given, setGiven] = useState<readonly string[] | null>(null);
  const players = given ?? matchPlayers(seats), specs = [...specsFor(seats).map(limited), "random"];
  const [games, setGames] = useState("100");
  const [openings, setOpenings] = useState("2");
  const [test, setTest] = useState(false);
  const [elo0, setElo0] = useState("0");
  const [elo1, setElo1] = useState("50");
  // The test compares two.
  const tested = test && players.length === 2;
  const start = (): void => {
    const ask: MatchAsk = { kind: "match", game, players: [...players], games: Number(games) || 100, openings: Number(openings) || 0 };
    if (tested) ask.sprt = [Number(elo0), Number(elo1)];
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
        {players.map((player, i) => (
          <SpecField key={i} label={`${places[i]} player`} value={player} specs={specs} onInput={(spec) => setGiven(players.map((old, k) => (k === i ? spec : old)))} />
        ))}
      </div>
      <div class="row">
        <Button look="primary" onClick={start}>
          Start the match
        </Button>
        <Button disabled={players.length >= places.length} onClick={() => setGiven([...players, matchPlayers(seats)[0] ?? ""])}>
          Another player
        </Button>
        {players.length > 2 && <Button onClick={() => setGiven(players.slice(0, -1))}>One less</Button>}
        {players.length === 2 && <Check label="end it by a sequential test" checked={test} onChange={setTest} />}
        {tested && <Input inline label="Elo" type="number" min={-999} max={999} value={elo0} onChange={setElo0} />}
        {tested && <Input inline label="or" type="number" min={-999} max={999} value={elo1} onChange={setElo1} />}
      </div>
    </>
  );
}
