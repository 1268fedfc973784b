"""Games: rules with their options."""

from __future__ import annotations

import json
from ctypes import c_void_p, create_string_buffer
from typing import TYPE_CHECKING, Any

from . import _library as library

if TYPE_CHECKING:
    from .engine import Engine
    from .play import Play

_open = library.function("game_open")
_close = library.function("game_close")
_name = library.function("game_name")
_json = library.function("game_json")
_at = library.function("game_at")
_info = library.function("info_json")
_load = library.function("game_load")


def games() -> list[str]:
    """The names of all games.

    >>> games()[0], "othello" in games()
    ('tictactoe', True)
    """
    found: list[str] = []
    while (name := _at(len(found))) is not None:
        found.append(name.decode())
    return found


def info() -> dict[str, Any]:
    """What can be opened: the version, the games with their options and evaluations, the players."""
    found: dict[str, Any] = json.loads(library.text_out(_info, "info", 1 << 15))
    return found


def load_game(path: str) -> None:
    """Adds the game of a plug-in, a file that pollard-game has made of one C file (docs/PLUGINS.md).

    Loading a file runs its code: never one that was named by a network.
    """
    error = create_string_buffer(library.ERROR_MAX)
    code = _load(library.text_in(path, "file"), error, library.ERROR_MAX)
    if code < 0:
        raise library.failure(code, path, error.value)


class Game:
    """A game by its spec, name:key=value,key=value. It never changes; plays and engines keep it alive.

    >>> game = Game("connect-four:width=5,height=4")
    >>> game.name, game.seats, game.seat_names
    ('connect-four:width=5,height=4', 2, ('red', 'yellow'))
    >>> game.options["width"]
    5
    """

    __slots__ = ("_handle", "_info", "moves_max", "name", "seats", "__weakref__")

    name: str
    """The spec in its canonical form: the options that are not as usual."""
    seats: int
    """How many players there are, 2 to 6; seats are numbered from 0."""
    moves_max: int
    """No position has more moves."""

    def __init__(self, spec: str) -> None:
        text = library.text_in(spec, "game")
        self._handle: c_void_p = library.opened(lambda at, error, size: _open(at, text, error, size), spec)
        self.name = library.text_out(lambda buffer, size: _name(self._handle, buffer, size), "game")
        self._info: dict[str, Any] = json.loads(
            library.text_out(lambda buffer, size: _json(self._handle, buffer, size), "game", 1 << 15)
        )
        self.seats = len(self._info["seats"])
        self.moves_max = int(self._info["moves_max"])

    def __del__(self, _close: Any = _close) -> None:
        handle: c_void_p | None = getattr(self, "_handle", None)
        if handle:
            _close(handle)
            handle.value = None

    @property
    def info(self) -> dict[str, Any]:
        """All that is known of it, as the library's JSON has it. Not to be changed."""
        return self._info

    @property
    def title(self) -> str:
        """The name for people."""
        return str(self._info["title"])

    @property
    def seat_names(self) -> tuple[str, ...]:
        """What the players are called."""
        return tuple(seat["name"] for seat in self._info["seats"])

    @property
    def options(self) -> dict[str, int | str]:
        """All options with their values."""
        return dict(self._info["options"])

    @property
    def traits(self) -> frozenset[str]:
        """What must be known of it: pass, repeats, elimination, same-side, simultaneous, stalemate."""
        return frozenset(self._info["traits"])

    @property
    def plies_max(self) -> int:
        """A game is over after so many plies."""
        return int(self._info["plies_max"])

    @property
    def actions(self) -> int:
        """Actions, the numbers that learners call moves by, are below this."""
        return int(self._info["actions"])

    @property
    def cell_names(self) -> list[str]:
        """The names of the cells of the board, "" for one that has none."""
        return [cell["name"] for cell in self._info["cells"]]

    def play(self, position: str | None = None) -> Play:
        """A play of this game: Play(game, position)."""
        from .play import Play

        return Play(self, position)

    def engine(self, spec: str = "engine", **options: Any) -> Engine:
        """An engine for this game: Engine(game, spec, ...)."""
        from .engine import Engine

        return Engine(self, spec, **options)

    def _repr_svg_(self) -> str:
        return self.play().svg()

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[type[Game], tuple[str]]:
        return Game, (self.name,)


def game_of(game: Game | str) -> Game:
    """A game, or the game of a spec."""
    return game if isinstance(game, Game) else Game(game)
