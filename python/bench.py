"""bench.py - what a call of the package costs above the bare call of ctypes that it makes, in microseconds.

The bare call has its types declared and its arguments ready, as the package has them; "ctypes" is a call of
pollard_play_turn, which does next to nothing. Time of the processor, the least of several rounds.

A list of moves costs more the longer it is, since every move becomes an int; the last row of legal() has the
call and the list as ctypes makes it from its own array.
"""

from __future__ import annotations

import ctypes
import sys
import time
import timeit
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import pollard  # noqa: E402
from pollard import _library  # noqa: E402

CALLS, ROUNDS = 10_000, 40


def microseconds(statement: str, names: dict[str, Any], calls: int = CALLS) -> float:
    timer = timeit.Timer(statement, globals=names, timer=time.process_time)
    return min(timer.repeat(number=calls, repeat=ROUNDS)) / calls * 1e6


def main() -> None:
    play = pollard.Play("othello")
    play.move("f5 d6 c3")
    move = play.legal()[0]
    names: dict[str, Any] = {
        "play": play, "move": move, "h": play._handle, "at": play._moves_at, "room": play._room,
        "word": ctypes.create_string_buffer(128),
    }  # fmt: skip
    many = pollard.Play("chess", "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NP1N2/PPPQ1PPP/R1B1K2R w KQkq - 0 1")
    names |= {"many": many, "many_h": many._handle, "list": (ctypes.c_uint32 * many._room)()}
    for name in ("turn", "over", "legal", "move", "undo", "move_format", "history"):
        names["play_" + name] = _library.function("play_" + name)
    rows: tuple[tuple[str, str, str], ...] = (
        ("play.turn", "play.turn", "play_turn(h)"),
        ("play.over", "play.over", "play_over(h)"),
        ("len(play)", "len(play)", "play_history(h, None, 0)"),
        ("play.legal()", "play.legal()", "play_legal(h, at, None, room)"),
        (f"legal(), {len(many.legal())} moves", "many.legal()", "play_legal(many_h, list, None, room)"),
        ("  and the list by ctypes", "many.legal()", "list[:play_legal(many_h, list, None, room)]"),
        ("play.text(move)", "play.text(move)", "play_move_format(h, move, word, 128)"),
        ("play.move(move), undo()", "play.move(move); play.undo()", "play_move(h, move); play_undo(h)"),
    )
    print(f"{'call':<26}{'package':>9}{'bare':>9}{'above':>9}   us")
    for name, ours, bare in rows:
        here, there = microseconds(ours, names), microseconds(bare, names)
        print(f"{name:<26}{here:>9.3f}{there:>9.3f}{here - there:>9.3f}")
    report_games()


def report_games() -> None:
    """A move of the random player, and a search that is handed over to another thread."""
    game = pollard.Game("othello")
    names = {"play": game.play(), "chance": game.engine("random"), "search": game.engine("alphabeta")}
    random_move = microseconds("chance.think(play)", names, 2000)
    search = microseconds("search.think(play, depth=1)", names, 500)
    print(f"a move of the random player {random_move:.1f} us, a search to depth 1 {search:.1f} us")


if __name__ == "__main__":
    main()
