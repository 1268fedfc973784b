"""Boards as planes of numbers, for learners: what pollard.spiel and pollard.env hand out.

A plane has a number for every cell. The planes of a game for n players, seen by one of them, seats counted
from his own:

    n  whose piece or pile stands there: 1 in the plane of its owner
    8  its kind: crowned, territory, pawn, knight, bishop, rook, queen, king
    3  the mark of the cell: wall, exit, chosen
    1  the height of the pile
    8  the owners of a pile's pieces from the bottom: 1 the observer, 2 the next seat, ...; 0 beyond
    n  whose turn it is: 1 all over the plane of the seat, none when the game is over

What the board does not show is not in it: castling, counters, reserves. The text of a position has them.
"""

from __future__ import annotations

from typing import Any

from . import _library as library
from .game import Game
from .play import Play

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

_KINDS, _MARKS, _PILE = 8, 3, 8


def shape(game: Game) -> tuple[int, int]:
    """Planes and cells."""
    return 2 * game.seats + _KINDS + _MARKS + 1 + _PILE, len(game.info["cells"])


def planes(play: Play, observer: int) -> list[list[float]]:
    """The planes as lists."""
    seats = play.game.seats
    count, cells = shape(play.game)
    made = [[0.0] * cells for _ in range(count)]
    numbers = play.numbers()
    kinds, marks = made[seats:], made[seats + _KINDS :]
    height, piles = made[seats + _KINDS + _MARKS], made[seats + _KINDS + _MARKS + 1 :]
    width = library.CELL_NUMBERS
    for cell in range(cells):
        owner, kind, high, mark, *pile = numbers[width * cell : width * (cell + 1)]
        if owner >= 0:
            made[(owner - observer) % seats][cell] = 1.0
        if kind > 0:
            kinds[kind - 1][cell] = 1.0
        if mark > 0:
            marks[mark - 1][cell] = 1.0
        height[cell] = float(high)
        for level, who in enumerate(pile):
            if who >= 0:
                piles[level][cell] = float((who - observer) % seats + 1)
    if not play.over:
        made[count - seats + (play.turn - observer) % seats] = [1.0] * cells
    return made


def planes_array(play: Play, observer: int) -> Any:
    """The same as a numpy array of float32."""
    seats = play.game.seats
    made = numpy.zeros(shape(play.game), dtype=numpy.float32)
    flat = numpy.frombuffer(play.numbers(), dtype=numpy.int8)
    numbers = flat.reshape(-1, library.CELL_NUMBERS).T.astype(int)
    owner, kind, high, mark = numbers[:4]
    for p in range(seats):
        made[(p - observer) % seats] = owner == p
    at = seats
    made[at : at + _KINDS] = kind == numpy.arange(1, _KINDS + 1)[:, None]
    at += _KINDS
    made[at : at + _MARKS] = mark == numpy.arange(1, _MARKS + 1)[:, None]
    at += _MARKS
    made[at] = high
    pile = numbers[4:]
    made[at + 1 : at + 1 + _PILE] = numpy.where(pile >= 0, (pile - observer) % seats + 1, 0)
    if not play.over:
        made[len(made) - seats + (play.turn - observer) % seats] = 1
    return made


def observation(play: Play, observer: int) -> Any:
    """A numpy array where numpy is there, otherwise lists."""
    return planes(play, observer) if numpy is None else planes_array(play, observer)


def mask(actions: list[int], size: int) -> Any:
    """1 for every action that is legal: a numpy array of int8 where numpy is there, otherwise a list."""
    if numpy is not None:
        array = numpy.zeros(size, dtype=numpy.int8)
        array[actions] = 1
        return array
    made = [0] * size
    for action in actions:
        made[action] = 1
    return made
