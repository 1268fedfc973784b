"""bench.py - what a call of the package costs above the bare call of ctypes that it makes, in microseconds.

The bare call has its types declared and its arguments ready, as the package has them; "ctypes" is a call of
pollard_play_turn, which does next to nothing. The least of several rounds.
"""

from __future__ import annotations

import sys
import timeit
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import pollard  # noqa: E402
from pollard import _library  # noqa: E402

CALLS, ROUNDS = 100_000, 7


def microseconds(statement: str, names: dict[str, Any]) -> float:
    return min(timeit.repeat(statement, globals=names, number=CALLS, repeat=ROUNDS)) / CALLS * 1e6


def main() -> None:
    play = pollard.Play("othello")
    play.move("f5 d6 c3")
    move = play.legal()[0]
    names: dict[str, Any] = {
        "play": play, "move": move, "h": play._handle, "at": play._moves_at, "room": play._room,
        "word": _library.ctypes.create_string_buffer(128),
    }  # fmt: skip
    for name in ("turn", "over", "legal", "move", "undo", "move_format", "history"):
        names["play_" + name] = _library.function("play_" + name)
    rows: tuple[tuple[str, str, str], ...] = (
        ("play.turn", "play.turn", "play_turn(h)"),
        ("play.over", "play.over", "play_over(h)"),
        ("len(play)", "len(play)", "play_history(h, None, 0)"),
        ("play.legal()", "play.legal()", "play_legal(h, at, None, room)"),
        ("play.text(move)", "play.text(move)", "play_move_format(h, move, word, 128)"),
        ("play.move(move), undo()", "play.move(move); play.undo()", "play_move(h, move); play_undo(h)"),
    )
    print(f"{'call':<26}{'package':>9}{'bare':>9}{'above':>9}   us")
    for name, ours, bare in rows:
        here, there = microseconds(ours, names), microseconds(bare, names)
        print(f"{name:<26}{here:>9.3f}{there:>9.3f}{here - there:>9.3f}")
    report_games()


def report_games() -> None:
    """Whole games of the random player, and the hand-over of a search."""
    game = pollard.Game("othello")
    engine = pollard.Engine(game, "random")

    def random_game() -> int:
        play = game.play()
        while not play.over:
            play.move(engine.think(play).move)
        return len(play)

    search, play = pollard.Engine(game, "alphabeta"), game.play()
    thinks: Callable[[], Any] = lambda: search.think(play, depth=1)
    plies = random_game()
    seconds = min(timeit.repeat(random_game, number=20, repeat=5)) / 20
    search_seconds = min(timeit.repeat(thinks, number=2000, repeat=5)) / 2000
    print(f"a ply of the random player {seconds / plies * 1e6:.1f} us")
    print(f"a search to depth 1, asked by the main thread {search_seconds * 1e6:.1f} us")


if __name__ == "__main__":
    main()
