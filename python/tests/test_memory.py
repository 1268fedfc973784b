"""Calls leave nothing behind: 10^6 of them (a fifth in the quick run) without growth."""

from __future__ import annotations

import resource
import unittest
from collections.abc import Callable

from common import LONG

import pollard

CALLS = 1_000_000 if LONG else 200_000
GROWTH_MAX = 512  # kilobytes: half a byte a call, less than the smallest leak


def growth(work: Callable[[], int]) -> int:
    """Kilobytes by which the process grows, after a round that fills its pools."""
    done = 0
    while done < CALLS // 4:
        done += work()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    done = 0
    while done < CALLS:
        done += work()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before


class Growth(unittest.TestCase):
    def test_of_calls_on_a_play(self) -> None:
        play = pollard.Play("othello")

        def work() -> int:
            for move in play.legal():
                play.text(move)
                play.move(move)
                play.legal_actions()
                play.turn, play.over, len(play)
                play.undo()
            return 29

        self.assertLess(growth(work), GROWTH_MAX)

    def test_of_objects_made_and_dropped(self) -> None:
        game = pollard.Game("connect-four")
        engine = pollard.Engine(game, "alphabeta:depth=1")

        def work() -> int:
            play = pollard.Play(game)
            play.move("d")
            play.copy().position, play.json(), play.svg(), play.numbers(), play.history()
            with pollard.Engine(game, "random") as chance:
                chance.think(play)
            engine.think(play, report=lambda so_far: None)
            try:
                play.move("z")
            except pollard.InputError:
                pass
            pollard.Game("tictactoe")
            return 150  # in time

        self.assertLess(growth(work), 2 * GROWTH_MAX)


if __name__ == "__main__":
    unittest.main()
