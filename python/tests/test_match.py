"""Matches from Python are those of `pollard match`, game for game; results of the laboratory are its rows."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from common import ROOT, program

import pollard
from pollard import lab
from pollard._rng import Rng

MATCHES = (
    ("othello", ["alphabeta:depth=2", "random"], 4, 2, 1),
    ("tictactoe", ["random", "alphabeta:depth=3", "engine:level=1"], 12, 1, 5),
    ("focus:players=4", ["random", "maxn:depth=1"], 4, 1, 9),
    ("virus:size=5,players=3", ["random", "paranoid:depth=1", "maxn:depth=1", "random"], 12, 2, 3),
    ("chess", ["random", "random"], 2, 3, 2**32 % 10**9),
)


class Matches(unittest.TestCase):
    def test_equal_the_command_line_game_for_game(self) -> None:
        for spec, players, games, plies, seed in MATCHES:
            with self.subTest(spec=spec), tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "games.match"
                program("match", spec, *players, "--games", str(games), "--openings", f"random:{plies}",
                        "--seed", str(seed), "--save", str(path))  # fmt: skip
                lines = [json.loads(line) for line in path.read_text().splitlines()]
                theirs = [line for line in lines if "moves" in line]
                ours = list(pollard.match(spec, players, games, seed, openings=plies))
                self.assertEqual(len(ours), len(theirs))
                for game, line in zip(ours, theirs):
                    self.assertEqual(
                        (game.number + 1, [who + 1 for who in game.seats], game.play.start,
                         " ".join(game.play.moves), game.play.why, list(game.points)),
                        tuple(line[key] for key in ("number", "seats", "start", "moves", "ended", "points")),
                    )  # fmt: skip

    def test_given_openings_are_taken_in_turn_with_all_seats_changed(self) -> None:
        starts = ["XO------- X", "----X---- O"]
        played = list(pollard.match("tictactoe", ["random", "random"], 6, openings=starts))
        self.assertEqual([game.play.start for game in played], [starts[i] for i in (0, 0, 1, 1, 0, 0)])
        self.assertEqual([game.seats for game in played], [(0, 1), (1, 0)] * 3)

    def test_limits_and_caps_hold(self) -> None:
        game = next(pollard.match("chess", ["alphabeta"], 1, limits={"depth": 1}, plies_max=10))
        self.assertEqual((len(game.play), game.play.why), (10, "plies-max"))

    def test_a_program_that_fails_forfeits(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            cheat = Path(folder) / "cheat"
            cheat.write_text(CHEAT)
            cheat.chmod(0o755)
            players = [f"uci:command={cheat},depth=1", "random"]
            games = list(pollard.match("chess", players, 2, openings=0, allow_programs=True))
        for game in games:
            self.assertEqual([game.points[p] for p in range(2) if game.seats[p] == 1], [2])
            self.assertIn("forfeits", game.result)

    def test_random_numbers_are_uniform(self) -> None:
        rng = Rng(1)
        counts = [0] * 6
        for _ in range(6000):
            counts[rng.below(6)] += 1
        self.assertTrue(all(850 < count < 1150 for count in counts), counts)


CHEAT = """#!/bin/sh
while read -r word rest; do
    case $word in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go) echo bestmove a1h8 ;;
    quit) exit ;;
    esac
done
"""

EXPERIMENT = {
    "name": "small",
    "title": "A small one",
    "trials": 4,
    "turns": 3,
    "game": "othello",
    "search": "alphabeta:eval=discs",
    "depth": 3,
    "configurations": [{"name": "None"}, {"name": "Killer", "settings": "order=killer"}],
}


class Results(unittest.TestCase):
    folder: tempfile.TemporaryDirectory[str]
    path: Path
    csv: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = Path(cls.folder.name) / "results 1%.db"
        cls.csv = Path(cls.folder.name) / "trials.csv"
        experiment = Path(cls.folder.name) / "small.json"
        experiment.write_text(json.dumps(EXPERIMENT))
        program("lab", "run", str(experiment), "--results", str(cls.path))
        program("lab", "report", str(experiment), "--results", str(cls.path), "--trials-csv", str(cls.csv))

    @classmethod
    def tearDownClass(cls) -> None:
        cls.folder.cleanup()

    def test_trials_are_those_of_the_report(self) -> None:
        theirs = list(csv.DictReader(self.csv.read_text().splitlines()))
        ours = lab.rows(self.path)
        self.assertGreater(len(ours), 3)
        self.assertEqual(sorted(int(row["nodes"]) for row in theirs), sorted(row["nodes"] for row in ours))
        self.assertTrue(all(isinstance(row["player"], str) and row["program"] for row in ours))

    def test_are_frames_where_pandas_is_there(self) -> None:
        found = pollard.results(self.path)
        if isinstance(found, list):
            self.assertEqual(found, lab.rows(self.path))
        else:
            self.assertEqual(found["nodes"].tolist(), [row["nodes"] for row in lab.rows(self.path)])
        self.assertEqual(len(pollard.results(self.path, "pairs")), 0)
        self.assertGreater(len(pollard.results(self.path, "runs")), 0)

    def test_are_dicts_without_pandas(self) -> None:
        script = (
            "import sys; sys.modules['pandas'] = None\n"
            f"import pollard; print(type(pollard.results({str(self.path)!r})).__name__)"
        )
        done = subprocess.run(
            [sys.executable, "-c", script], cwd=ROOT / "python", capture_output=True, text=True
        )
        self.assertEqual(done.stdout, "list\n", done.stderr)


if __name__ == "__main__":
    unittest.main()
