"""What can go wrong: one class for each code of the library, each also the built-in exception it is like."""

from __future__ import annotations


class PollardError(Exception):
    """Everything that the library refuses. The text says what was wrong and what was expected."""


class InputError(PollardError, ValueError):
    """A text, a number or a file that was named is wrong; a move that is not legal."""


class SystemFailure(PollardError, OSError):
    """Memory, files or threads failed."""


class UsageError(PollardError, RuntimeError):
    """A call at the wrong time: on a closed object, on an engine that is thinking."""


class OverError(PollardError, ValueError):
    """The game is over: no move can be made."""


class RefusedError(PollardError, PermissionError):
    """The spec asks for what was not allowed: programs, files, threads, memory."""


class ForfeitError(PollardError):
    """A program that plays has lost the game by what it did."""


class StoppedError(PollardError):
    """A program that plays was stopped and has no move."""


_CLASSES: dict[int, type[PollardError]] = {
    -1: InputError,
    -2: SystemFailure,
    -3: UsageError,
    -4: OverError,
    -5: RefusedError,
    -6: ForfeitError,
    -7: StoppedError,
}


def error_of(code: int, message: str) -> PollardError:
    """The exception for a negative code of the library."""
    return _CLASSES.get(code, PollardError)(message)
