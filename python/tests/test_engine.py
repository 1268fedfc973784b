"""Engines find what `pollard search` finds; they can be stopped, and left by exceptions and signals."""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
import time
import unittest
from collections.abc import Callable
from typing import Any

from common import GAMES, LONG, SPECS, program_json, random_play

import pollard

PLAYERS = {2: "alphabeta:order=killer+history,deepening=yes", 3: "paranoid", 4: "brs", 6: "maxn"}


class Values(unittest.TestCase):
    def test_searches_find_what_the_command_line_finds(self) -> None:
        for spec in SPECS:
            with self.subTest(spec=spec):
                play = random_play(spec, 1, 6)
                player, depth = PLAYERS[GAMES[spec].seats], 3 if LONG else 2
                theirs = program_json(
                    "search", spec, "--player", player, "--depth", str(depth), "--position", play.position
                )
                engine = pollard.Engine(GAMES[spec], player)
                ours = engine.think(pollard.Play(GAMES[spec], play.position), depth=depth)
                self.assertEqual(
                    (ours.text, ours.value, ours.depth, ours.nodes, ours.leaves),
                    (theirs["move"], theirs["value"], theirs["depth"], theirs["nodes"], theirs["leaves"]),
                )
                said = engine.statistics
                self.assertEqual((said["nodes"], said["pv"]), (theirs["nodes"], theirs["pv"]))
                self.assertEqual(ours.line[0], ours.move)
                if GAMES[spec].seats == 2:
                    self.assertEqual(ours.line_texts, theirs["pv"].split())

    def test_every_move_has_the_value_of_the_position_after_it(self) -> None:
        for spec in ("othello", "connect-four", "checkers", "chess"):
            with self.subTest(spec=spec):
                play = random_play(spec, 2, 8)
                found = pollard.Engine(GAMES[spec], "alphabeta").values(play, depth=3)
                self.assertEqual(sorted(value.move for value in found), sorted(play.legal()))
                self.assertEqual([v.value for v in found], sorted((v.value for v in found), reverse=True))
                for value in found[:: max(1, len(found) // 4)]:
                    after = play.copy()
                    after.move(value.move)
                    if after.over:
                        continue
                    theirs = program_json(
                        "search", spec, "--player", "alphabeta", "--depth", "2", "--position", after.position
                    )
                    self.assertEqual(value.value, -theirs["value"], value.text)

    def test_the_best_value_is_that_of_a_search(self) -> None:
        for spec, player in (
            ("focus:players=4", "maxn"),
            ("virus:size=5,players=3", "maxn"),
            ("abalone", "alphabeta"),
        ):
            with self.subTest(spec=spec):
                play, engine = random_play(spec, 3, 6), pollard.Engine(GAMES[spec], player)
                self.assertEqual(engine.values(play, depth=2)[0].value, engine.think(play, depth=2).value)

    def test_a_win_is_known_with_its_distance(self) -> None:
        play = pollard.Play("tictactoe", "XX-OO---- X")
        result = pollard.Engine("tictactoe", "alphabeta").think(play, depth=9)
        self.assertEqual((result.text, result.outcome, result.plies), ("c1", 1, 1))
        self.assertEqual(result.values, (result.value, -result.value))

    def test_who_knows_the_values_of_which_seats(self) -> None:
        play = GAMES["focus:players=4"].play()
        every = pollard.Engine("focus:players=4", "maxn").think(play, depth=1)
        self.assertTrue(all(value is not None for value in every.values))
        own = pollard.Engine("focus:players=4", "paranoid").think(play, depth=1)
        self.assertEqual(own.values, (own.value, None, None, None))

    def test_the_same_seed_gives_the_same_moves(self) -> None:
        def moves(engine: pollard.Engine) -> list[str]:
            play = GAMES["checkers"].play()
            while not play.over and len(play) < 30:
                play.move(engine.think(play).move)
            return play.moves

        engine = pollard.Engine("checkers", "engine:level=1", seed=7)
        first = moves(engine)
        engine.reset(7)
        self.assertEqual(moves(engine), first)
        engine.reset(8)
        self.assertNotEqual(moves(engine), first)


class Reports(unittest.TestCase):
    def setUp(self) -> None:
        self.play = pollard.Play("othello")
        self.engine = pollard.Engine("othello", "alphabeta:deepening=yes")

    def test_come_after_each_depth_in_the_thread_that_asked(self) -> None:
        seen: list[Any] = []
        result = self.engine.think(
            self.play,
            depth=5,
            report=lambda so_far: seen.append((so_far.depth, so_far.text, threading.get_ident())),
        )
        self.assertEqual([depth for depth, _, _ in seen], [1, 2, 3, 4, 5])
        self.assertEqual({ident for _, _, ident in seen}, {threading.get_ident()})
        self.assertEqual(seen[-1][1], result.text)

    def test_can_end_the_search(self) -> None:
        result = self.engine.think(self.play, depth=60, report=lambda so_far: so_far.depth == 3)
        self.assertTrue(result.stopped and result.depth >= 3)

    def test_that_raise_end_the_search_and_are_raised(self) -> None:
        def report(so_far: pollard.Result) -> None:
            raise ZeroDivisionError(f"depth {so_far.depth}")

        for ask in (self.engine.think, self.engine.values):
            begun = time.monotonic()
            with self.assertRaisesRegex(ZeroDivisionError, "depth 1"):
                ask(self.play, depth=60, report=report)
            self.assertLess(time.monotonic() - begun, 5)
        self.assertEqual(self.engine.think(self.play, depth=2).depth, 2)

    def test_that_raise_in_another_thread_are_raised_there(self) -> None:
        caught: list[BaseException] = []

        def ask() -> None:
            try:
                self.engine.think(self.play, depth=60, report=lambda so_far: [][1])
            except IndexError as error:
                caught.append(error)

        thread = threading.Thread(target=ask)
        thread.start()
        thread.join(20)
        self.assertEqual(len(caught), 1)

    def test_may_ask_the_engine_and_others(self) -> None:
        other = pollard.Engine("othello", "alphabeta")
        seen: list[Any] = []

        def report(so_far: pollard.Result) -> bool:
            seen.append((self.engine.statistics["depth"], other.think(self.play, depth=2).depth))
            with self.assertRaises(pollard.UsageError):
                self.engine.close()
            with self.assertRaises(pollard.UsageError):
                self.engine.think(self.play, depth=1)
            return so_far.depth == 2

        self.engine.think(self.play, depth=60, report=report)
        self.assertEqual(seen, [(1, 2), (2, 2)])

    def test_of_values_bring_the_best_move(self) -> None:
        depths: list[int] = []
        found = self.engine.values(self.play, depth=3, report=lambda best: depths.append(best.depth))
        self.assertEqual(depths[-1], found[0].depth)


class Stopping(unittest.TestCase):
    def setUp(self) -> None:
        self.play = pollard.Play("chess")
        self.engine = pollard.Engine("chess", "alphabeta:deepening=yes,order=killer")

    def test_from_another_thread(self) -> None:
        timer = threading.Timer(0.1, self.engine.stop)
        timer.start()
        begun = time.monotonic()
        result = self.engine.think(self.play, depth=60)
        self.assertLess(time.monotonic() - begun, 5)
        self.assertTrue(result.stopped)
        self.assertIn(result.move, self.play.legal())
        timer.join()

    def test_when_nothing_goes_on_stops_nothing(self) -> None:
        self.assertFalse(self.engine.stop())
        self.assertEqual(self.engine.think(self.play, depth=2).depth, 2)

    def test_by_ctrl_c(self) -> None:
        # A shell starts what runs in the background with Ctrl-C ignored.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        for thinks in (self.engine.think, self.engine.values):
            timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
            begun = time.monotonic()
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                thinks(self.play, depth=60)
            self.assertLess(time.monotonic() - begun, 5)
            timer.join()
        self.assertEqual(self.engine.think(self.play, depth=2).depth, 2)

    def test_by_a_signal_at_any_moment_leaves_the_engine_usable(self) -> None:
        class Alarm(Exception):
            pass

        def handler(number: int, frame: object) -> None:
            raise Alarm

        chance = random.Random(1)
        before = signal.signal(signal.SIGALRM, handler)
        before_hook, sys.unraisablehook = (
            sys.unraisablehook,
            lambda unraisable: None,
        )  # one that came in a __del__
        came = 0
        try:
            for _ in range(2000 if LONG else 200):
                try:
                    signal.setitimer(signal.ITIMER_REAL, chance.uniform(1e-6, 3e-3))
                    self.engine.think(self.play, depth=3, report=lambda so_far: None)
                    signal.setitimer(signal.ITIMER_REAL, 0)
                except Alarm:
                    came += 1
            signal.setitimer(signal.ITIMER_REAL, 0)
        finally:
            signal.signal(signal.SIGALRM, before)
            sys.unraisablehook = before_hook
        self.assertGreater(came, 20)
        self.assertEqual(self.engine.think(self.play, depth=3).depth, 3)

    def test_by_closing_it_in_another_thread(self) -> None:
        closing = threading.Timer(0.1, self.engine.close)
        closing.start()
        result = self.engine.think(self.play, depth=60)
        self.assertTrue(result.stopped)
        closing.join()  # it ends the search first
        with self.assertRaises(pollard.UsageError):
            self.engine.think(self.play, depth=1)

    def test_after_a_time(self) -> None:
        begun = time.monotonic()
        self.assertTrue(self.engine.think(self.play, seconds=0.05).stopped)
        self.assertLess(time.monotonic() - begun, 5)

    def test_the_play_may_be_moved_on_meanwhile(self) -> None:
        seen: list[str] = []

        def report(so_far: pollard.Result) -> bool:
            self.play.move(self.play.legal()[0])
            seen.append(so_far.text)
            return so_far.depth == 3

        result = self.engine.think(self.play, depth=60, report=report)
        self.assertEqual((len(seen), len(self.play), len(result.play)), (3, 3, 0))


class Threads(unittest.TestCase):
    def test_engines_of_their_own_think_at_once(self) -> None:
        alone = pollard.Engine("othello", "alphabeta").think(pollard.Play("othello"), depth=6)
        found: list[pollard.Result] = []

        def ask() -> None:
            with pollard.Engine("othello", "alphabeta") as engine:
                found.append(engine.think(pollard.Play("othello"), depth=6))

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([(result.move, result.nodes) for result in found], [(alone.move, alone.nodes)] * 4)

    def test_one_engine_refuses_a_second_thread(self) -> None:
        engine, play = pollard.Engine("chess", "alphabeta:deepening=yes"), pollard.Play("chess")
        refused: list[BaseException] = []

        def ask() -> None:
            calls: list[Callable[[], Any]] = [engine.reset, lambda: engine.statistics]
            calls.append(lambda: engine.think(play, depth=1))
            for call in calls:
                try:
                    call()
                except pollard.UsageError as error:
                    refused.append(error)
            engine.stop()

        timer = threading.Timer(0.1, ask)
        timer.start()
        engine.think(play, depth=60)
        timer.join()
        self.assertEqual(len(refused), 3)

    def test_a_forked_process_can_think(self) -> None:
        engine, play = pollard.Engine("othello", "alphabeta"), pollard.Play("othello")
        value = engine.think(play, depth=3).value
        child = os.fork()
        if child == 0:
            os._exit(0 if engine.think(play, depth=3).value == value else 1)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)


if __name__ == "__main__":
    unittest.main()
