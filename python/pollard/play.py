"""Plays: games in progress."""

from __future__ import annotations

import ctypes
import json
from array import array
from collections.abc import Iterator
from ctypes import byref, c_int, c_uint32, c_uint64, c_void_p
from typing import Any, NamedTuple

from . import _library as library
from .errors import InputError, OverError
from .game import Game, game_of

_open = library.function("play_open")
_read = library.function("play_read")
_copy = library.function("play_copy")
_close = library.function("play_close")
_cap = library.function("play_cap")
_move = library.function("play_move")
_move_text = library.function("play_move_text")
_undo = library.function("play_undo")
_turn = library.function("play_turn")
_history = library.function("play_history")
_legal = library.function("play_legal")
_format = library.function("play_move_format")
_parse = library.function("play_move_parse")
_move_cells = library.function("play_move_cells")
_over = library.function("play_over")
_points = library.function("play_points")
_text = library.function("play_text")
_json = library.function("play_json")
_svg = library.function("play_svg")
_cells = library.function("play_cells")
_perft = library.function("play_perft")

POSITION, START, MOVES, RESULT, BOARD, CAPTION = range(6)
WHY = ("not", "rules", "plies-max", "draw-rule", "repetition")
_MOVE_TEXT = 128
_TOUCHED_MAX = 64


class Cell(NamedTuple):
    """What stands on a cell of the board."""

    owner: int
    """The seat whose piece or pile it is; -1: nobody's."""
    kind: int
    """0 plain, 1 crowned, 2 territory, 3 ... 8 pawn, knight, bishop, rook, queen, king."""
    height: int
    """Pieces in the pile; 0: empty."""
    mark: int
    """0 none, 1 wall, 2 exit, 3 chosen."""
    stack: tuple[int, ...]
    """The owners of a pile's pieces from the bottom; () where there is at most one."""


class Perft(NamedTuple):
    """The size of a tree of moves."""

    leaves: int
    nodes: int


class Play:
    """A game in progress: where it began and what was played. Moves are numbers; texts are taken too.

    >>> play = Play("othello")
    >>> play.move("f5")
    >>> play.legal_texts()
    ['f4', 'd6', 'f6']
    >>> play.moves, play.turn, play.over
    (['f5'], 1, False)
    >>> play.undo(), len(play)
    (None, 0)

    One play is used by one thread at a time.
    """

    __slots__ = ("_actions", "_actions_at", "_handle", "_moves", "_moves_at", "_room", "_word", "game",
                 "__weakref__")  # fmt: skip

    game: Game

    def __init__(self, game: Game | str, position: str | None = None) -> None:
        """A game that begins at a position given as text; None: at the start."""
        of = game_of(game)
        text = None if position is None else library.text_in(position, "position")
        self._begin(of, library.opened(lambda at, *error: _open(at, of._handle, text, *error), "play"))

    @classmethod
    def read(cls, game: Game | str, text: str) -> Play:
        """A game in any notation: PGN, PDN, GGF, a transcript, a saved game, a list of moves.

        >>> Play.read("checkers", "1. 11-15 23-19 {a remark} 2. 8-11 *").moves
        ['11-15', '23-19', '8-11']
        """
        of, words = game_of(game), library.text_in(text, "text")
        play = cls.__new__(cls)
        play._begin(of, library.opened(lambda at, *error: _read(at, of._handle, words, *error), "text"))
        return play

    def _begin(self, game: Game, handle: c_void_p) -> None:
        self.game = game
        self._handle = handle
        self._room = game.moves_max
        # Lists leave arrays of Python faster than those of ctypes.
        self._moves = array("I", bytes(4 * self._room))
        self._moves_at = c_void_p(self._moves.buffer_info()[0])
        self._actions: array[int] | None = None
        self._actions_at: c_void_p | None = None
        self._word: Any = None

    def close(self, _close: Any = _close) -> None:
        """Frees it now instead of when nobody refers to it any more. Afterwards calls raise UsageError."""
        handle: c_void_p | None = getattr(self, "_handle", None)
        if handle:
            _close(handle)
            handle.value = None

    __del__ = close

    def __enter__(self) -> Play:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # Moves.

    def move(self, move: int | str) -> None:
        """Plays a move: its number, or its text in any spelling, or several texts separated by spaces."""
        if move.__class__ is int and 0 <= move < 0xFFFFFFFF:  # type: ignore[operator]
            code = _move(self._handle, move)
            if code:
                raise self._failure(code, move)
        elif isinstance(move, str):
            self._move_texts(move)
        else:
            self.move(library.number_in(move, 0, library.MOVE_NONE - 1, "move"))

    push = move

    def _move_texts(self, move: str) -> None:
        error = ctypes.create_string_buffer(library.ERROR_MAX)
        code = _move_text(self._handle, library.text_in(move, "move"), error, library.ERROR_MAX)
        if code < 0:
            raise library.failure(code, "move", error.value)

    def undo(self) -> None:
        """Takes the last move back; UsageError when there is none."""
        code = _undo(self._handle)
        if code:
            raise library.failure(code, "undo: no move was played, or the play")

    pop = undo

    @property
    def turn(self) -> int:
        """The seat whose turn it is, also when the game is over."""
        seat: int = _turn(self._handle)
        if seat < 0:
            raise self._failure(seat)
        return seat

    def legal(self) -> list[int]:
        """The legal moves as numbers, in the order of the game; none when it is over."""
        count = _legal(self._handle, self._moves_at, None, self._room)
        if count < 0:
            raise self._failure(count)
        return self._moves[:count].tolist()

    def legal_texts(self) -> list[str]:
        """The legal moves as texts, in the same order."""
        return [self.text(move) for move in self.legal()]

    def legal_actions(self) -> list[int]:
        """The actions of the legal moves, in the same order: numbers below game.actions for learners."""
        if self._actions is None:
            self._actions = array("I", bytes(4 * self._room))
            self._actions_at = c_void_p(self._actions.buffer_info()[0])
        count = _legal(self._handle, None, self._actions_at, self._room)
        if count < 0:
            raise self._failure(count)
        return self._actions[:count].tolist()

    def action_move(self, action: int) -> int:
        """The legal move with this action."""
        try:
            return self.legal()[self.legal_actions().index(action)]
        except ValueError:
            raise InputError(f"action {action}: expected one of the legal moves") from None

    def text(self, move: int) -> str:
        """A legal move as text."""
        if self._word is None:
            self._word = ctypes.create_string_buffer(_MOVE_TEXT)
        if move.__class__ is not int or not 0 <= move < 0xFFFFFFFF:
            move = library.number_in(move, 0, library.MOVE_NONE - 1, "move")
        length = _format(self._handle, move, self._word, _MOVE_TEXT)
        if length < 0:
            raise self._failure(length, move)
        if length >= _MOVE_TEXT:
            return library.text_out(lambda buffer, size: _format(self._handle, move, buffer, size), "move")
        word: bytes = self._word.value
        return word.decode()

    def parse(self, text: str) -> int:
        """The number of a legal move that is given as text, in any spelling."""
        move = c_uint32()
        error = ctypes.create_string_buffer(library.ERROR_MAX)
        word = library.text_in(text, "move")
        code = _parse(self._handle, word, byref(move), error, library.ERROR_MAX)
        if code < 0:
            raise library.failure(code, "move", error.value)
        return move.value

    def touched(self, move: int) -> list[int]:
        """The cells that a person touches for a legal move, in order; none for a pass."""
        cells = (c_int * _TOUCHED_MAX)()
        move = library.number_in(move, 0, library.MOVE_NONE - 1, "move")
        count = _move_cells(self._handle, move, cells, _TOUCHED_MAX)
        if count < 0:
            raise self._failure(count, move)
        found: list[int] = cells[:count]
        return found

    def _failure(self, code: int, move: object = None) -> Exception:
        if code == -4:
            return OverError("the game is over")
        if code == -1:
            return InputError(f"move {move}: not legal here; legal() has those that are")
        return library.failure(code, "the play")

    # What was played.

    def history(self) -> list[int]:
        """The moves played so far, as numbers."""
        count = len(self)
        moves = (c_uint32 * count)()
        _history(self._handle, moves, count)
        found: list[int] = moves[:]
        return found

    @property
    def moves(self) -> list[str]:
        """The moves played so far, as texts."""
        return self._text(MOVES, 1 << 12).split()

    def __len__(self) -> int:
        """How many moves were played."""
        count: int = _history(self._handle, None, 0)
        if count < 0:
            raise self._failure(count)
        return count

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[str]:
        """The moves played so far, as texts."""
        return iter(self.moves)

    def replay(self) -> Iterator[Play]:
        """The same game from its beginning: one play that is moved on before it is handed out again.

        >>> play = Play("tictactoe")
        >>> play.move("b2 a1")
        >>> [step.position for step in play.replay()]
        ['--------- X', '----X---- O', 'O---X---- X']
        """
        step = Play(self.game, self.start)
        step.cap(self.cap())
        yield step
        for move in self.history():
            step.move(move)
            yield step

    def copy(self) -> Play:
        """Another play with the same moves."""
        handle = c_void_p()
        code = _copy(byref(handle), self._handle)
        if code < 0:
            raise self._failure(code)
        made = Play.__new__(Play)
        made._begin(self.game, handle)
        return made

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Play:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.game.name, self.start, " ".join(self.moves), self.cap())

    # The end.

    def cap(self, plies: int | None = None) -> int:
        """The limit of plies after which the game is over; sets it first unless None. The game's at first."""
        code = _cap(self._handle, -1 if plies is None else library.number_in(plies, 0, 2**31 - 1, "plies"))
        if code < 0:
            raise self._failure(code)
        return int(code)

    @property
    def over(self) -> bool:
        """Is the game over?"""
        why: int = _over(self._handle)
        if why < 0:
            raise self._failure(why)
        return why != 0

    @property
    def why(self) -> str:
        """Why it is over: not, rules, plies-max, draw-rule, repetition."""
        why: int = _over(self._handle)
        if why < 0:
            raise self._failure(why)
        return WHY[why]

    @property
    def points(self) -> tuple[int, ...] | None:
        """What each seat gets: 2 for a win alone, 1 for a draw or a shared win, 0; None before the end."""
        return self._ends(True)

    @property
    def payoff(self) -> tuple[int, ...] | None:
        """What the losers pay, 60 each, and the winners share; sums to 0. None before the end."""
        return self._ends(False)

    def _ends(self, points: bool) -> tuple[int, ...] | None:
        if not self.over:
            return None
        seats = (c_int * library.SEATS_MAX)()
        count = _points(self._handle, seats if points else None, None if points else seats)
        if count < 0:
            raise self._failure(count)
        return tuple(seats[:count])

    # How it is shown.

    def _text(self, what: int, room: int = 512) -> str:
        return library.text_out(lambda *buffer: _text(self._handle, what, *buffer), "the play", room)

    @property
    def position(self) -> str:
        """The position as text, which Play(game, position) reads."""
        return self._text(POSITION)

    @property
    def start(self) -> str:
        """The position at the beginning."""
        return self._text(START)

    @property
    def result(self) -> str:
        """How it ended: "black wins 40-24", "draw by repetition", "unfinished"."""
        return self._text(RESULT)

    @property
    def board(self) -> str:
        """The board for a terminal, the last move in brackets."""
        return self._text(BOARD, 1 << 12)

    @property
    def caption(self) -> str:
        """Who is to move or how it ended, and what the board does not show."""
        return self._text(CAPTION)

    def json(self) -> dict[str, Any]:
        """The board as a program needs it: position, cells, legal moves with their cells, notes."""
        text = library.text_out(lambda buffer, size: _json(self._handle, buffer, size), "the play", 1 << 14)
        found: dict[str, Any] = json.loads(text)
        return found

    def svg(self, labels: bool = False) -> str:
        """The board as a picture, the last move marked; labels: with the names of the cells."""
        how = int(labels)
        return library.text_out(lambda *buffer: _svg(self._handle, how, *buffer), "the play", 1 << 16)

    def _repr_svg_(self) -> str:
        return self.svg()

    def numbers(self) -> array[int]:
        """The board as numbers, 12 for each cell, as pollard_play_cells says; numpy.frombuffer reads it."""
        count = _cells(self._handle, None, 0)
        if count < 0:
            raise self._failure(count)
        made = array("b", bytes(count))
        _cells(self._handle, made.buffer_info()[0], count)
        return made

    def cells(self) -> list[Cell]:
        """What stands on each cell, in the order of game.cell_names.

        >>> [cell.owner for cell in Play("tictactoe", "----X-O-- X").cells()]
        [-1, -1, -1, -1, 0, -1, 1, -1, -1]
        """
        numbers = self.numbers()
        made = []
        for at in range(0, len(numbers), library.CELL_NUMBERS):
            owner, kind, height, mark, *pile = numbers[at : at + library.CELL_NUMBERS]
            made.append(Cell(owner, kind, height, mark, tuple(who for who in pile if who >= 0)))
        return made

    def perft(self, depth: int, threads: int = 1) -> Perft:
        """How many leaves the tree of moves has, so many plies down, and how many positions in all.

        >>> Play("othello").perft(5).leaves
        1396
        """
        leaves, nodes = c_uint64(), c_uint64()
        error = ctypes.create_string_buffer(library.ERROR_MAX)
        depth = library.number_in(depth, 0, 2**31 - 1, "depth")
        threads = library.number_in(threads, 1, 2**31 - 1, "threads")
        code = _perft(self._handle, depth, threads, byref(leaves), byref(nodes), error, library.ERROR_MAX)
        if code < 0:
            raise library.failure(code, "perft", error.value)
        return Perft(leaves.value, nodes.value)

    def __str__(self) -> str:
        return f"{self.board.rstrip()}\n{self.caption}"

    def __repr__(self) -> str:
        handle = self._handle
        return f"<Play of {self.game.name}: {repr(self.position) if handle else 'closed'}>"


def _restore(name: str, start: str, moves: str, cap: int) -> Play:
    play = Play(name, start)
    play.cap(2**31 - 1)
    if moves:
        play.move(moves)
    play.cap(cap)
    return play
