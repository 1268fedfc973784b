"""Wrong arguments, calls in the wrong order, closed objects: an exception that says so, never a crash."""

from __future__ import annotations

import gc
import itertools
import os
import subprocess
import sys
import unittest
from collections.abc import Callable
from functools import partial
from typing import Any

from common import GAMES, ROOT, SPECS

import pollard
from pollard import _library

Refused = tuple[Callable[[], Any], type[Exception], str]


class Arguments(unittest.TestCase):
    def refuses(self, *cases: Refused) -> None:
        for call, error, words in cases:
            with self.subTest(words=words), self.assertRaisesRegex(error, words):
                call()

    def test_of_games(self) -> None:
        anything: Any = 5
        self.refuses(
            (lambda: pollard.Game("no-such"), pollard.InputError, "no-such"),
            (lambda: pollard.Game(""), pollard.InputError, "."),
            (lambda: pollard.Game("othello:size=9"), pollard.InputError, "size"),
            (lambda: pollard.Game("othello\0"), pollard.InputError, "zero byte"),
            (lambda: pollard.Game("\ud800"), pollard.InputError, "Unicode"),
            (lambda: pollard.Game("virus:" + "x" * 10**6), pollard.InputError, "."),
            (lambda: pollard.Game(anything), TypeError, "expected str"),
        )

    def test_of_plays(self) -> None:
        play = pollard.Play("othello")
        move = play.legal()[0]
        anything: Any = 1.5
        flag: Any = True
        self.refuses(
            (lambda: pollard.Play("othello", "rubbish"), pollard.InputError, "."),
            (lambda: pollard.Play("othello", "--\0"), pollard.InputError, "zero byte"),
            (lambda: play.move(move + 2**32), pollard.InputError, "move"),
            (lambda: play.move(-1), pollard.InputError, "move"),
            (lambda: play.move(0xFFFFFFFF), pollard.InputError, "move"),
            (lambda: play.move(12345), pollard.InputError, "not legal"),
            (lambda: play.move("z9"), pollard.InputError, "z9"),
            (lambda: play.move(""), pollard.InputError, "."),
            (lambda: play.move("f5\0"), pollard.InputError, "zero byte"),
            (lambda: play.move(anything), TypeError, "expected int"),
            (lambda: play.move(flag), TypeError, "expected int"),
            (lambda: play.text(12345), pollard.InputError, "not legal"),
            (lambda: play.text(move - 2**32), pollard.InputError, "move"),
            (lambda: play.parse("z9"), pollard.InputError, "z9"),
            (lambda: play.touched(12345), pollard.InputError, "not legal"),
            (lambda: play.action_move(10**9), pollard.InputError, "action"),
            (lambda: play.undo(), pollard.UsageError, "no move"),
            (lambda: play.perft(-1), pollard.InputError, "depth"),
            (lambda: play.perft(2**32), pollard.InputError, "depth"),
            (lambda: play.perft(2, threads=0), pollard.InputError, "threads"),
            (lambda: play.cap(-1), pollard.InputError, "plies"),
        )
        self.assertEqual(len(play), 0)

    def test_of_engines(self) -> None:
        play, engine = pollard.Play("othello"), pollard.Engine("othello", "alphabeta")
        anything: Any = "3"
        self.refuses(
            (lambda: pollard.Engine("othello", "no-such"), pollard.InputError, "no-such"),
            (lambda: pollard.Engine("othello", "alphabeta:depth=x"), pollard.InputError, "depth"),
            (lambda: pollard.Engine("othello", "human"), pollard.PollardError, "."),
            (lambda: pollard.Engine("othello", seed=-1), pollard.InputError, "seed"),
            (lambda: pollard.Engine("othello", seed=2**64), pollard.InputError, "seed"),
            (lambda: pollard.Engine("othello", seat=6), pollard.InputError, "seat"),
            (lambda: pollard.Engine("chess", "uci:command=true,depth=1"), pollard.RefusedError, "."),
            (lambda: pollard.Engine("chess", "alphabeta:with=/etc/passwd"), pollard.RefusedError, "."),
            (
                lambda: pollard.Engine("chess", "alphabeta:tt=16,threads=8", threads_max=2),
                pollard.RefusedError,
                "8",
            ),
            (lambda: pollard.Engine("chess", "alphabeta:tt=24", table_max=1024), pollard.RefusedError, "24"),
            (lambda: engine.think(play, depth=61), pollard.InputError, "depth"),
            (lambda: engine.think(play, depth=2**32 + 1), pollard.InputError, "depth"),
            (lambda: engine.think(play, depth=-1), pollard.InputError, "depth"),
            (lambda: engine.think(play, seconds=-1), pollard.InputError, "seconds"),
            (lambda: engine.think(play, seconds=float("nan")), pollard.InputError, "seconds"),
            (lambda: engine.think(play, nodes=2**64), pollard.InputError, "nodes"),
            (lambda: engine.think(play, depth=anything), TypeError, "depth"),
            (lambda: engine.think(pollard.Play("chess"), depth=1), pollard.UsageError, "another game"),
            (lambda: pollard.Engine("othello", "random").values(play), pollard.UsageError, "."),
            (lambda: engine.reset(-1), pollard.InputError, "seed"),
        )
        over = pollard.Play("tictactoe", "XXXOO---- O")
        with self.assertRaises(pollard.OverError):
            pollard.Engine("tictactoe", "alphabeta").think(over, depth=1)

    def test_of_the_rest(self) -> None:
        self.refuses(
            (lambda: pollard.databases.open("no-such"), pollard.InputError, "no-such"),
            (lambda: pollard.databases.path_of("../passwd"), pollard.InputError, "not built"),
            (lambda: pollard.databases.head("/etc/passwd"), pollard.InputError, "not a database"),
            (lambda: pollard.databases.head("/no/such"), pollard.SystemFailure, "No such"),
            (lambda: pollard.results("/no/such.db"), pollard.InputError, "no such file"),
            (lambda: pollard.results("/etc/passwd"), pollard.PollardError, "passwd"),
            (lambda: pollard.results("x", table="trials; DROP"), pollard.InputError, "expected one of"),
            (lambda: next(pollard.match("othello", [])), pollard.InputError, "players"),
            (lambda: next(pollard.match("othello", ["random"], openings=[])), pollard.InputError, "openings"),
            (
                lambda: next(pollard.match("tictactoe", ["random"], openings=20)),
                pollard.InputError,
                "is over",
            ),
        )


class Lifetime(unittest.TestCase):
    def test_handles_are_closed_in_any_order(self) -> None:
        for order in itertools.permutations(range(3)):
            game = pollard.Game("othello")
            objects: list[Any] = [game, pollard.Play(game), pollard.Engine(game, "random")]
            result = objects[2].think(objects[1])
            del game
            for i in order:
                objects[i] = None
                gc.collect()
            self.assertIn(result.text, ("c4", "d3", "e6", "f5"))

    def test_closed_objects_refuse_every_call(self) -> None:
        play = pollard.Play("othello")
        engine = pollard.Engine("othello", "random")
        for _ in range(2):
            play.close()
            engine.close()
        names = ("turn", "over", "why", "points", "payoff", "position", "start", "moves", "board", "caption")
        calls: list[Callable[[], Any]] = [partial(getattr, play, name) for name in names]
        calls += [
            play.legal,
            play.legal_texts,
            play.legal_actions,
            play.copy,
            play.undo,
            play.history,
            play.cap,
        ]
        calls += [play.numbers, play.cells, play.svg, play.json, play.__len__, engine.reset]
        calls += [
            partial(play.move, 1),
            partial(play.move, "f5"),
            partial(play.text, 1),
            partial(play.parse, "f5"),
        ]
        calls += [
            partial(play.perft, 1),
            lambda: engine.statistics,
            lambda: engine.think(pollard.Play("othello")),
        ]
        for number, call in enumerate(calls):
            with self.subTest(call=number), self.assertRaises(pollard.UsageError):
                call()
        self.assertFalse(engine.stop())
        self.assertIn("closed", repr(play))

    def test_context_managers_close(self) -> None:
        with pollard.Play("othello") as play, pollard.Engine("othello", "random") as engine:
            engine.think(play)
        with self.assertRaises(pollard.UsageError):
            play.legal()

    def test_the_interpreter_ends_with_everything_open(self) -> None:
        script = (
            "import threading, pollard\n"
            "class Loop: pass\n"
            "loop = Loop(); loop.me = loop\n"
            "loop.game = pollard.Game('chess'); loop.play = pollard.Play(loop.game)\n"
            "loop.engine = pollard.Engine(loop.game, 'alphabeta'); loop.engine.think(loop.play, depth=2)\n"
            "think = lambda: loop.engine.think(loop.play, depth=60)\n"
            "threading.Thread(target=think, daemon=True).start()\n"
            "import time; time.sleep(0.05)\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", script], cwd=ROOT / "python", capture_output=True, timeout=60
        )
        self.assertEqual((done.returncode, done.stderr), (0, b""))


class Finding(unittest.TestCase):
    def run_with(self, library: str) -> str:
        environment = {**os.environ, "POLLARD_LIBRARY": library}
        done = subprocess.run(
            [sys.executable, "-c", "import pollard"],
            cwd=ROOT / "python",
            env=environment,
            capture_output=True,
            text=True,
        )
        return done.stderr if done.returncode else ""

    def test_a_library_that_is_not_there_is_named(self) -> None:
        said = self.run_with("/no/such/libpollard.so.0")
        self.assertIn("ImportError", said)
        self.assertIn("/no/such/libpollard.so.0: no such file", said)

    def test_another_library_is_refused(self) -> None:
        self.assertIn("is not the library of Pollard", self.run_with("libc.so.6"))

    def test_the_library_that_is_named_is_taken(self) -> None:
        self.assertEqual(self.run_with(_library.LIBRARY._name), "")

    def test_versions_are_read(self) -> None:
        self.assertEqual(_library.version_read("0.12.3-rc1"), (0, 12, 3))
        self.assertGreaterEqual(_library.version_read(pollard.library_version), _library.VERSION_LEAST)

    def test_every_game_is_listed(self) -> None:
        self.assertEqual({spec.split(":")[0] for spec in SPECS}, set(pollard.games()))
        self.assertEqual([game["name"] for game in pollard.info()["games"]], pollard.games())
        self.assertEqual(pollard.Game(GAMES["virus"].name), GAMES["virus"])


if __name__ == "__main__":
    unittest.main()
