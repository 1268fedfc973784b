#!/usr/bin/python3
"""api_ctypes.py LIBRARY [PROGRAM] - small calls of the library from ctypes, above a call of a function that does nothing
there; with the program, nodes per second of a search of both, by turns."""
import ctypes
import json
import subprocess
import sys
import time

library = ctypes.CDLL(sys.argv[1])
void, integer, text, size = ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t
library.pollard_game_open.argtypes = [void, text, text, size]
library.pollard_play_open.argtypes = [void, void, text, text, size]
library.pollard_engine_open.argtypes = [void, void, text, void, text, size]
library.pollard_engine_think.argtypes = [void, void, void, void, text, size]
library.pollard_play_turn.argtypes = library.pollard_play_over.argtypes = library.pollard_play_undo.argtypes = [void]
library.pollard_play_legal.argtypes = [void, void, void, integer]
library.pollard_play_move.argtypes = [void, ctypes.c_uint32]
PLAYER = b"alphabeta:order=tt+killer+history-ads,tt=20,pvs=yes,deepening=yes"
DEPTH, CALLS, ROUNDS = 10, 300000, 5

game, play, engine = void(), void(), void()
library.pollard_game_open(ctypes.byref(game), b"othello", None, 0)
library.pollard_play_open(ctypes.byref(play), game, None, None, 0)
library.pollard_engine_open(ctypes.byref(engine), game, PLAYER, None, None, 0)


def seconds(call, *given):
    """The least time of a call over some rounds, in microseconds."""
    best = 1e9
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        for _ in range(CALLS):
            call(*given)
        best = min(best, (time.perf_counter() - begun) / CALLS)
    return best * 1e6


def calls():
    """Functions that are asked often, each beside one of the C library with as many arguments that does next to nothing."""
    c = ctypes.CDLL(None)
    c.abs.argtypes, c.labs.argtypes = [integer], [ctypes.c_long]
    c.memcmp.argtypes = [void, void, size]
    moves = (ctypes.c_uint32 * 2048)()
    one, three = seconds(c.labs, 1), seconds(c.memcmp, moves, moves, 0)
    library.pollard_play_legal(play, moves, None, 2048)
    for name, call, given, empty in (
            ("turn", library.pollard_play_turn, (play,), one), ("over", library.pollard_play_over, (play,), one),
            ("legal moves", library.pollard_play_legal, (play, moves, None, 2048), three)):
        took = seconds(call, *given)
        print(f"ctypes: {name} {took:.3f} us, {took - empty:+.3f} above an empty call")
    move, undo = library.pollard_play_move, library.pollard_play_undo

    def both():
        move(play, moves[0])
        undo(play)

    def neither():
        labs(1)
        labs(moves[0])

    labs = c.labs
    print(f"ctypes: a move and its undo {seconds(both):.3f} us, {seconds(both) - seconds(neither):+.3f} above empty calls")


class Limits(ctypes.Structure):
    _fields_ = [("size", size), ("depth", integer), ("seconds", ctypes.c_double), ("nodes", ctypes.c_uint64),
                ("report", void), ("context", void)]


class Result(ctypes.Structure):
    _fields_ = [("size", size), ("move", ctypes.c_uint32), ("depth", integer), ("value", ctypes.c_int32),
                ("outcome", integer), ("plies", integer), ("stopped", integer), ("by_chance", integer),
                ("known", ctypes.c_uint), ("values", ctypes.c_int32 * 6), ("nodes", ctypes.c_uint64),
                ("leaves", ctypes.c_uint64), ("seconds", ctypes.c_double), ("line_length", integer),
                ("line", ctypes.c_uint32 * 128)]


def think():
    """Nodes per second by the library, and its nodes."""
    limits, result = Limits(size=ctypes.sizeof(Limits), depth=DEPTH), Result(size=ctypes.sizeof(Result))
    code = library.pollard_engine_think(engine, play, ctypes.byref(limits), ctypes.byref(result), None, 0)
    assert code == 0
    return result.nodes / result.seconds, result.nodes


def search(program):
    """The same by the program."""
    done = subprocess.run([program, "search", "othello", "--player", PLAYER.decode(), "--depth", str(DEPTH), "--json"],
                          capture_output=True, check=True)
    found = json.loads(done.stdout)
    return found["nodes"] / found["seconds"], found["nodes"]


if len(sys.argv) == 2:
    calls()
else:
    rates = [(think(), search(sys.argv[2])) for _ in range(2 * ROUNDS)]
    assert all(a[1] == b[1] for a, b in rates), "the library and the program search different trees"
    mine, theirs = max(a[0] for a, _ in rates), max(b[0] for _, b in rates)
    print(f"think: {mine / 1e6:.3f} million nodes/s, pollard search {theirs / 1e6:.3f}: {100 * (mine / theirs - 1):+.2f} %")
