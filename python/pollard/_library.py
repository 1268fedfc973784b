"""The C library, found and loaded: its structs, its functions with their types, texts in and out.

Where it is looked for, in this order: the file that POLLARD_LIBRARY names, and no other then; beside this
package, as in a wheel; the build folder, when the package is used from the sources; the system's.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_double, c_int, c_int32, c_size_t
from ctypes import c_uint, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import Any

from .errors import InputError, SystemFailure, UsageError, error_of

FILE = "libpollard.so.0"
VERSION_LEAST = (0, 4)

SEATS_MAX = 6
LINE_MAX = 128
DEPTH_MAX = 60
ERROR_MAX = 400
CELL_NUMBERS = 12
MOVE_NONE = 0xFFFFFFFF


class ResultStruct(ctypes.Structure):
    """PollardResult."""

    _fields_ = [
        ("size", c_size_t),
        ("move", c_uint32),
        ("depth", c_int),
        ("value", c_int32),
        ("outcome", c_int),
        ("plies", c_int),
        ("stopped", c_int),
        ("by_chance", c_int),
        ("known", c_uint),
        ("values", c_int32 * SEATS_MAX),
        ("nodes", c_uint64),
        ("leaves", c_uint64),
        ("seconds", c_double),
        ("line_length", c_int),
        ("line", c_uint32 * LINE_MAX),
    ]


class MoveValueStruct(ctypes.Structure):
    """PollardMoveValue."""

    _fields_ = [
        ("size", c_size_t),
        ("move", c_uint32),
        ("depth", c_int),
        ("value", c_int32),
        ("outcome", c_int),
        ("plies", c_int),
        ("known", c_uint),
        ("values", c_int32 * SEATS_MAX),
        ("line_length", c_int),
        ("line", c_uint32 * LINE_MAX),
    ]


Report = CFUNCTYPE(c_int, c_void_p, POINTER(ResultStruct))


class LimitsStruct(ctypes.Structure):
    """PollardLimits."""

    _fields_ = [
        ("size", c_size_t),
        ("depth", c_int),
        ("seconds", c_double),
        ("nodes", c_uint64),
        ("report", Report),
        ("context", c_void_p),
    ]


class OptionsStruct(ctypes.Structure):
    """PollardEngineOptions."""

    _fields_ = [
        ("size", c_size_t),
        ("allow", c_uint),
        ("seat", c_int),
        ("seed", c_uint64),
        ("threads_max", c_int),
        ("table_max", c_uint64),
    ]


# Name, what is returned, what is taken. Handles and arrays are plain addresses: the cheapest that ctypes has.
_H = c_void_p
_ERROR = (c_void_p, c_size_t)
_TEXT = (c_void_p, c_size_t)
_PROTOTYPES: tuple[tuple[str, Any, tuple[Any, ...]], ...] = (
    ("version", c_char_p, ()),
    ("game_at", c_char_p, (c_int,)),
    ("game_load", c_int, (c_char_p, *_ERROR)),
    ("info_json", c_int, _TEXT),
    ("game_open", c_int, (POINTER(_H), c_char_p, *_ERROR)),
    ("game_close", None, (_H,)),
    ("game_name", c_int, (_H, *_TEXT)),
    ("game_seats", c_int, (_H,)),
    ("game_seat_name", c_int, (_H, c_int, *_TEXT)),
    ("game_json", c_int, (_H, *_TEXT)),
    ("play_open", c_int, (POINTER(_H), _H, c_char_p, *_ERROR)),
    ("play_read", c_int, (POINTER(_H), _H, c_char_p, *_ERROR)),
    ("play_copy", c_int, (POINTER(_H), _H)),
    ("play_close", None, (_H,)),
    ("play_cap", c_int, (_H, c_int)),
    ("play_move", c_int, (_H, c_uint32)),
    ("play_move_text", c_int, (_H, c_char_p, *_ERROR)),
    ("play_undo", c_int, (_H,)),
    ("play_turn", c_int, (_H,)),
    ("play_history", c_int, (_H, c_void_p, c_int)),
    ("play_legal", c_int, (_H, c_void_p, c_void_p, c_int)),
    ("play_move_format", c_int, (_H, c_uint32, *_TEXT)),
    ("play_move_parse", c_int, (_H, c_char_p, POINTER(c_uint32), *_ERROR)),
    ("play_move_cells", c_int, (_H, c_uint32, c_void_p, c_int)),
    ("play_over", c_int, (_H,)),
    ("play_points", c_int, (_H, c_void_p, c_void_p)),
    ("play_text", c_int, (_H, c_int, *_TEXT)),
    ("play_json", c_int, (_H, *_TEXT)),
    ("play_svg", c_int, (_H, c_int, *_TEXT)),
    ("play_cells", c_int, (_H, c_void_p, c_int)),
    ("play_perft", c_int, (_H, c_int, c_int, POINTER(c_uint64), POINTER(c_uint64), *_ERROR)),
    ("engine_open", c_int, (POINTER(_H), _H, c_char_p, POINTER(OptionsStruct), *_ERROR)),
    ("engine_close", None, (_H,)),
    ("engine_think", c_int, (_H, _H, POINTER(LimitsStruct), POINTER(ResultStruct), *_ERROR)),
    ("engine_stop", c_int, (_H,)),
    ("engine_values", c_int, (_H, _H, POINTER(LimitsStruct), *_ERROR)),
    ("engine_value", c_int, (_H, c_int, POINTER(MoveValueStruct))),
    ("engine_json", c_int, (_H, *_TEXT)),
    ("engine_reset", c_int, (_H, c_uint64, *_ERROR)),
    ("databases_folder", c_int, (c_char_p, *_TEXT)),
    ("database_open", c_int, (POINTER(_H), c_char_p, *_ERROR)),
    ("database_close", None, (_H,)),
    ("database_probe", c_int, (_H, c_char_p, c_int, *_TEXT, *_ERROR)),
)


def places() -> list[str]:
    """Where the library is looked for, the first place first."""
    named = os.environ.get("POLLARD_LIBRARY")
    if named:
        return [named]
    package = Path(__file__).resolve().parent
    sources = package.parent.parent
    found = [str(package / FILE)]
    if (sources / "include" / "pollard.h").is_file():
        found.append(str(sources / "build" / "portable" / FILE))
    return [*found, FILE]


def _load() -> ctypes.CDLL:
    tried = []
    for place in places():
        if "/" in place and not Path(place).is_file():
            tried.append(f"{place}: no such file")
            continue
        try:
            return ctypes.CDLL(place)
        except OSError as error:
            tried.append(str(error) if place in str(error) else f"{place}: {error}")
    raise ImportError(
        "the library of Pollard was not found; expected libpollard.so.0 in one of these places, or "
        "POLLARD_LIBRARY to name the file. Tried: " + "; ".join(tried)
    )


def version_read(text: str) -> tuple[int, ...]:
    """The numbers of a version: "0.4.0" is (0, 4, 0)."""
    return tuple(int(part) for part in text.split("-")[0].split(".") if part.isdigit())


def _checked(library: ctypes.CDLL) -> ctypes.CDLL:
    try:
        for name, result, arguments in _PROTOTYPES:
            function = getattr(library, "pollard_" + name)
            function.restype = result
            function.argtypes = arguments
    except AttributeError as error:
        raise ImportError(f"{library._name} is not the library of Pollard, or too old: {error}") from None
    version = library.pollard_version().decode()
    if version_read(version)[:1] != VERSION_LEAST[:1] or version_read(version) < VERSION_LEAST:
        least = ".".join(map(str, VERSION_LEAST))
        raise ImportError(f"{library._name} is Pollard {version}; expected {least} or later, same series")
    return library


LIBRARY = _checked(_load())
VERSION: str = LIBRARY.pollard_version().decode()


def function(name: str) -> Any:
    """A function of the library, without its prefix; to be fetched once."""
    return getattr(LIBRARY, "pollard_" + name)


# Texts and numbers in, texts and errors out.


def text_in(text: str, what: str) -> bytes:
    """A text for the library, which would take a zero byte for its end."""
    if not isinstance(text, str):
        raise TypeError(f"{what}: expected str, not {type(text).__name__}")
    if "\0" in text:
        raise InputError(f"{what} {text[:40]!r}: expected no zero byte")
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise InputError(f"{what} {text[:40]!r}: expected Unicode text") from None


def number_in(number: int, least: int, most: int, what: str) -> int:
    """A number for the library: ctypes would cut off what does not fit."""
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(f"{what}: expected int, not {type(number).__name__}")
    number = number.__index__()
    if not least <= number <= most:
        raise InputError(f"{what} {number}: expected {least} to {most}")
    return number


def text_out(call: Callable[..., Any], what: str, room: int = 512) -> str:
    """The text that call(buffer, size) writes, however long it is."""
    while True:
        buffer = ctypes.create_string_buffer(room)
        length = call(buffer, room)
        if length < 0:
            raise failure(length, what)
        if length < room:
            return buffer.raw[:length].decode("utf-8", "replace")
        room = length + 1


def failure(code: int, what: str, message: bytes = b"") -> Exception:
    """The exception for a code: with the library's message, or with what was tried."""
    if message:
        return error_of(code, message.decode("utf-8", "replace"))
    if code == -3:
        return UsageError(f"{what}: closed, or not now")
    if code == -2:
        return SystemFailure(f"{what}: out of memory")
    return error_of(code, what)


def opened(call: Callable[..., Any], what: str) -> c_void_p:
    """The handle that call(place, error, size) makes."""
    handle = c_void_p()
    error = ctypes.create_string_buffer(ERROR_MAX)
    code = call(ctypes.byref(handle), error, ERROR_MAX)
    if code < 0:
        raise failure(code, what, error.value)
    return handle
