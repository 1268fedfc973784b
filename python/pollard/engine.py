"""Engines: somebody who chooses moves, and what every move is worth."""

from __future__ import annotations

import ctypes
import json
import threading
from collections.abc import Callable
from ctypes import byref, c_void_p, sizeof
from dataclasses import dataclass, field
from typing import Any

from . import _library as library
from ._worker import LongCall, interruptible
from .errors import PollardError, UsageError
from .game import Game, game_of
from .play import Play

_open = library.function("engine_open")
_close = library.function("engine_close")
_think = library.function("engine_think")
_stop = library.function("engine_stop")
_values = library.function("engine_values")
_value = library.function("engine_value")
_json = library.function("engine_json")
_reset = library.function("engine_reset")

_PROGRAMS, _FILES = 1, 2
_NO_REPORT = library.Report(0)
_QUICK = ("random",)


def _line_texts(play: Play, line: tuple[int, ...]) -> list[str]:
    """Moves after each other as texts, as far as they can be played in turn."""
    step = play.copy()
    texts = []
    for move in line:
        try:
            texts.append(step.text(move))
            step.move(move)
        except PollardError:
            break
    return texts


@dataclass(frozen=True, slots=True)
class Result:
    """What an engine has found."""

    move: int
    """To be played."""
    depth: int
    """Completed; 0: none was, or the player does not search."""
    value: int
    """For the seat that moves, at that depth, in the unit of the evaluation."""
    outcome: int
    """1: a win for it, -1: a loss, 0: not decided."""
    plies: int
    """To that end."""
    stopped: bool
    """A limit or a stop came before the depth asked for."""
    by_chance: bool
    """Chosen by chance, as weak levels do at times."""
    values: tuple[int | None, ...]
    """For every seat; None: not known."""
    nodes: int
    leaves: int
    seconds: float
    line: tuple[int, ...]
    """The line expected, which begins with the move. Best-Reply Search: with the replies in between."""
    play: Play = field(repr=False, compare=False)
    """The position, a copy."""

    @property
    def text(self) -> str:
        """The move as text."""
        return self.play.text(self.move)

    @property
    def line_texts(self) -> list[str]:
        """The line as texts, as far as the moves follow each other by the rules."""
        return _line_texts(self.play, self.line)


@dataclass(frozen=True, slots=True)
class MoveValue:
    """The value of one move, seen by the seat that makes it."""

    move: int
    depth: int
    """Of the search, the move itself counted: the same for all moves."""
    value: int
    outcome: int
    plies: int
    values: tuple[int | None, ...]
    line: tuple[int, ...]
    play: Play = field(repr=False, compare=False)

    @property
    def text(self) -> str:
        """The move as text."""
        return self.play.text(self.move)

    @property
    def line_texts(self) -> list[str]:
        """The line as texts, as far as the moves follow each other by the rules."""
        return _line_texts(self.play, self.line)


def _seat_values(struct: Any, seats: int) -> tuple[int | None, ...]:
    return tuple(struct.values[p] if struct.known >> p & 1 else None for p in range(seats))


def _result(struct: Any, play: Play) -> Result:
    return Result(
        move=struct.move,
        depth=struct.depth,
        value=struct.value,
        outcome=struct.outcome,
        plies=struct.plies,
        stopped=struct.stopped != 0,
        by_chance=struct.by_chance != 0,
        values=_seat_values(struct, play.game.seats),
        nodes=struct.nodes,
        leaves=struct.leaves,
        seconds=struct.seconds,
        line=tuple(struct.line[: struct.line_length]),
        play=play,
    )


def _move_value(struct: Any, play: Play) -> MoveValue:
    return MoveValue(
        move=struct.move,
        depth=struct.depth,
        value=struct.value,
        outcome=struct.outcome,
        plies=struct.plies,
        values=_seat_values(struct, play.game.seats),
        line=tuple(struct.line[: struct.line_length]),
        play=play,
    )


class Engine:
    """A player by its spec, as on the command line: "engine:level=3", "alphabeta:order=killer", "random".

    >>> game = Game("othello")
    >>> engine = Engine(game, "alphabeta:eval=discs")
    >>> result = engine.think(Play(game), depth=5)
    >>> result.depth, result.text in Play(game).legal_texts()
    (5, True)

    The same seed, seat and limits of depth or nodes give the same moves, as with the command line.
    """

    # _busy is held while it thinks, _guard for a moment while it is stopped or closed.
    __slots__ = ("_busy", "_guard", "_handle", "_quick", "_reporter", "game", "spec", "__weakref__")

    game: Game
    spec: str

    def __init__(
        self,
        game: Game | str,
        spec: str = "engine",
        *,
        seed: int = 1,
        seat: int = 0,
        allow_programs: bool = False,
        allow_files: bool = False,
        threads_max: int = 0,
        table_max: int = 0,
    ) -> None:
        """seed and seat make its random numbers: players of one game have their own.

        allow_programs, allow_files: the spec may start a program (uci:) or read a file (with=).
        threads_max, table_max: refuse a spec with more threads or a larger table, in bytes; 0: any.
        """
        self._busy = threading.Lock()
        self._guard = threading.Lock()
        self._reporter: int | None = None
        self.game = of = game_of(game)
        self.spec = spec
        self._quick = isinstance(spec, str) and spec.split(":")[0] in _QUICK
        text = library.text_in(spec, "player")
        options = library.OptionsStruct(
            size=sizeof(library.OptionsStruct),
            allow=_PROGRAMS * bool(allow_programs) | _FILES * bool(allow_files),
            seat=library.number_in(seat, 0, library.SEATS_MAX - 1, "seat"),
            seed=library.number_in(seed, 0, 2**64 - 1, "seed"),
            threads_max=library.number_in(threads_max, 0, 2**31 - 1, "threads_max"),
            table_max=library.number_in(table_max, 0, 2**64 - 1, "table_max"),
        )
        self._handle: c_void_p = library.opened(
            lambda at, error, size: _open(at, of._handle, text, byref(options), error, size), spec
        )

    def close(self) -> None:
        """Frees it now; ends its thinking first, in whichever thread that is."""
        if self._reporter == threading.get_ident():
            raise UsageError("an engine cannot be closed by its own report")
        while not self._busy.acquire(timeout=0.005):
            self.stop()
        try:
            with self._guard:
                self.__del__()
        finally:
            self._busy.release()

    def __del__(self, _close: Any = _close) -> None:
        handle: c_void_p | None = getattr(self, "_handle", None)
        if handle:
            _close(handle)
            handle.value = None

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # Thinking.

    def think(
        self,
        play: Play,
        *,
        depth: int = 0,
        seconds: float = 0.0,
        nodes: int = 0,
        report: Callable[[Result], object] | None = None,
    ) -> Result:
        """Chooses a move. What comes first ends it; without any limit the spec's, or a second.

        report is called after each depth, by this thread, with what was found so far; enough when it returns
        something true. An exception that it raises, and Ctrl-C, end the search and are raised here.
        """
        position = play.copy()
        result = library.ResultStruct(size=sizeof(library.ResultStruct))

        def call(limits: Any, error: Any, size: int) -> Any:
            return _think(self._handle, position._handle, limits, byref(result), error, size)

        self._ask(position, depth, seconds, nodes, report, call)
        return _result(result, position)

    def values(
        self,
        play: Play,
        *,
        depth: int = 0,
        seconds: float = 0.0,
        nodes: int = 0,
        report: Callable[[Result], object] | None = None,
    ) -> list[MoveValue]:
        """The values of all legal moves, the best first, each searched to the same depth. Searches only.

        When a limit comes first, those of the last depth that all of them completed; one ply at least.

        >>> engine = Engine("tictactoe", "alphabeta")
        >>> best = engine.values(Play("tictactoe", "XX-OO---- X"), depth=9)[0]
        >>> best.text, best.outcome
        ('c1', 1)
        """
        position = play.copy()
        found: list[MoveValue] = []

        def call(limits: Any, error: Any, size: int) -> int:
            count: int = _values(self._handle, position._handle, limits, error, size)
            struct = library.MoveValueStruct(size=sizeof(library.MoveValueStruct))
            for i in range(max(count, 0)):
                _value(self._handle, i, byref(struct))
                found.append(_move_value(struct, position))
            return count

        self._ask(position, depth, seconds, nodes, report, call)
        return found

    def _ask(
        self,
        position: Play,
        depth: int,
        seconds: float,
        nodes: int,
        report: Callable[[Result], object] | None,
        call: Callable[..., Any],
    ) -> None:
        limits = library.LimitsStruct(
            size=sizeof(library.LimitsStruct),
            depth=library.number_in(depth, 0, library.DEPTH_MAX, "depth"),
            seconds=float(seconds),
            nodes=library.number_in(nodes, 0, 2**64 - 1, "nodes"),
            report=_NO_REPORT,
        )
        error = ctypes.create_string_buffer(library.ERROR_MAX)

        def exclusively() -> int:
            if not self._busy.acquire(blocking=False):
                raise UsageError("the engine is thinking already, in another thread or about what it reports")
            try:
                return int(call(byref(limits), error, library.ERROR_MAX))
            finally:
                self._busy.release()

        asked = LongCall(exclusively, self.stop)
        if report is not None:
            limits.report = self._reported(asked, report, position)
        code = asked.run(apart=not self._quick and interruptible())
        if code < 0:
            raise library.failure(code, "the engine", error.value)

    def _reported(self, asked: LongCall, report: Callable[[Result], object], position: Play) -> Any:
        """The report as the library calls it."""

        def told(result: Result) -> object:
            self._reporter = threading.get_ident()
            try:
                return report(result)
            finally:
                self._reporter = None

        def reported(context: object, so_far: Any) -> int:
            return asked.answer(told, _result(so_far.contents, position))

        return library.Report(reported)

    def stop(self) -> bool:
        """Ends the thinking that is going on, from any thread. False: nothing was, and nothing is stopped."""
        with self._guard:
            return int(_stop(self._handle)) > 0

    # Otherwise.

    def reset(self, seed: int = 1) -> None:
        """Forgets everything learned, as if it had just been opened with this seed: for the next game."""
        error = ctypes.create_string_buffer(library.ERROR_MAX)
        seed = library.number_in(seed, 0, 2**64 - 1, "seed")
        with self._alone():
            code = _reset(self._handle, seed, error, library.ERROR_MAX)
        if code < 0:
            raise library.failure(code, "the engine", error.value)

    @property
    def statistics(self) -> dict[str, Any]:
        """Who this is, and what the last search found and counted; more of it with stats=yes in the spec."""
        if self._reporter == threading.get_ident():
            return self._statistics()
        with self._alone():
            return self._statistics()

    def _statistics(self) -> dict[str, Any]:
        text = library.text_out(lambda buffer, size: _json(self._handle, buffer, size), "the engine", 1 << 12)
        found: dict[str, Any] = json.loads(text)
        return found

    def _alone(self) -> _Alone:
        return _Alone(self._busy)

    def __repr__(self) -> str:
        return f"Engine({self.game.name!r}, {self.spec!r})"


class _Alone:
    """While an engine does not think."""

    def __init__(self, busy: threading.Lock) -> None:
        self.busy = busy

    def __enter__(self) -> None:
        if not self.busy.acquire(blocking=False):
            raise UsageError("the engine is thinking")

    def __exit__(self, *exception: object) -> None:
        self.busy.release()
