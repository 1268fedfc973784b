"""Pollard: board games for two to six players, searches that play them, databases.

>>> import pollard
>>> play = pollard.Play("othello")
>>> engine = pollard.Engine("othello", "engine:level=6")
>>> while not play.over:
...     play.move(engine.think(play).move)
>>> play.over
True

docs/PYTHON.md is the page to begin with. The work is done by the C library, which is called by ctypes.
"""

from . import databases, env, spiel
from ._library import VERSION as library_version
from .engine import Engine, MoveValue, Result
from .errors import (
    ForfeitError,
    InputError,
    OverError,
    PollardError,
    RefusedError,
    StoppedError,
    SystemFailure,
    UsageError,
)
from .game import Game, games, info, load_game
from .matches import MatchGame, match, random_openings, seatings
from .play import Cell, Perft, Play
from .lab import results

__version__ = "0.4.0"

__all__ = [
    "Cell",
    "Engine",
    "ForfeitError",
    "Game",
    "InputError",
    "MatchGame",
    "MoveValue",
    "OverError",
    "Perft",
    "Play",
    "PollardError",
    "RefusedError",
    "Result",
    "StoppedError",
    "SystemFailure",
    "UsageError",
    "databases",
    "env",
    "games",
    "info",
    "library_version",
    "load_game",
    "match",
    "random_openings",
    "results",
    "seatings",
    "spiel",
]
