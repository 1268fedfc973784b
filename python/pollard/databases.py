"""Databases: values of positions, built by `pollard db build`, asked one by one or mapped whole.

>>> import pollard
>>> pollard.databases.folder().name
'databases'
"""

from __future__ import annotations

import ctypes
import json
import os
import struct
from ctypes import c_void_p
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _library as library
from .errors import InputError, SystemFailure, UsageError
from .game import Game

if TYPE_CHECKING:
    import numpy

_folder = library.function("databases_folder")
_open = library.function("database_open")
_close = library.function("database_close")
_probe = library.function("database_probe")

# The head of a file, src/retro/dbfile.h.
_HEAD = 4096
_MAGIC = b"POLLARDB"
_NUMBERS = struct.Struct("<8s IIII QQQQQ 16s QQ II")
_FORMAT = 1
_RAW = 0
_ENDINGS = (".pdb", ".edb", ".sdb")


def folder() -> Path:
    """Where databases are looked for, by engines too: $POLLARD_DATABASES, otherwise "databases"."""
    return Path(library.text_out(lambda buffer, size: _folder(None, buffer, size), "folder"))


def set_folder(path: str | os.PathLike[str]) -> None:
    """Sets the folder, for the whole process."""
    code = _folder(library.text_in(os.fspath(path), "folder"), None, 0)
    if code < 0:
        raise library.failure(code, f"folder {os.fspath(path)!r}")


@dataclass(frozen=True, slots=True)
class Head:
    """What a file says of itself."""

    path: Path
    name: str
    kind: str
    """pattern, endgame, partial or solved."""
    game: str
    index: str
    """How positions are numbered, in words."""
    values: str
    """What a byte means."""
    form: str
    """raw or zstd."""
    entries: int
    counted: int
    """Entries that are not "not reached"."""
    sum: int
    """Of their values."""
    max: int
    """The largest of them."""
    digest: str
    description: dict[str, Any]


def head(path: str | os.PathLike[str]) -> Head:
    """Reads the head of a file and compares its sizes; open() and `pollard db verify` check its sums."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            data = file.read(_HEAD)
            size = file.seek(0, os.SEEK_END)
    except OSError as error:
        raise SystemFailure(f"{path}: {error.strerror}") from None
    if len(data) < _HEAD or data[:8] != _MAGIC:
        raise InputError(f"{path}: not a database of Pollard")
    return _head_read(path, data, size)


def _head_read(path: Path, data: bytes, size: int) -> Head:
    (_, form_number, form, width, block, entries, data_size, dictionary, _, _, digest, counted, total, most,
     length) = _NUMBERS.unpack_from(data)  # fmt: skip
    if form_number != _FORMAT or width != 1 or block == 0 or form > 1:
        raise InputError(f"{path}: of another format than this package reads")
    table = -(-entries // block) * 16
    if size != _HEAD + data_size + dictionary + table or (form == _RAW and data_size != entries):
        raise InputError(f"{path}: truncated or damaged: {size} bytes")
    try:
        said = json.loads(data[_NUMBERS.size : _NUMBERS.size + length])
        words = [str(said[key]) for key in ("name", "kind", "game", "index", "values")]
    except (ValueError, KeyError, TypeError):
        raise InputError(f"{path}: damaged: its description") from None
    name, kind, game, index, values = words
    return Head(path, name, kind, game, index, values, "zstd" if form else "raw", entries, counted, total,
                most, digest.hex(), said)  # fmt: skip


def values(path: str | os.PathLike[str]) -> numpy.memmap[Any, numpy.dtype[numpy.uint8]]:
    """All entries of a raw file as a read-only numpy.memmap of bytes, entry i at [i].

    A file that was built with --form zstd is refused: its entries are packed.
    """
    about = head(path)
    if about.form != "raw":
        raise InputError(
            f"{about.path}: stored packed ({about.form}) and cannot be mapped; expected a raw one: "
            f"pollard db build {about.name} --form raw"
        )
    try:
        import numpy
    except ImportError:
        raise UsageError("numpy is not there: install it (python3-numpy) to map databases") from None
    return numpy.memmap(about.path, dtype=numpy.uint8, mode="r", offset=_HEAD, shape=(about.entries,))


def built() -> list[str]:
    """The names of the databases in the folder."""
    try:
        paths = sorted(path for path in folder().iterdir() if path.suffix in _ENDINGS)
    except OSError:
        return []
    return [path.name[: -len(path.suffix)] for path in paths]


def path_of(name: str) -> Path:
    """The file of a database that is built."""
    stem = name
    if name.startswith("solve:"):
        stem = "solve-" + Game(name[len("solve:") :]).name.replace(":", ",")
    for ending in _ENDINGS:
        path = folder() / (stem + ending)
        if "/" not in stem and path.is_file():
            return path
    raise InputError(f"{name}: not built in {folder()}; pollard db build {name}")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a database says of a position."""

    value: int | None
    """Plies or moves to the end; None: not decided."""
    says: str
    """In words: "won in 21 plies"."""
    moves: list[str]
    """Best moves to the end, where they were asked for."""
    positions: list[str]
    """The positions after them, as the database holds them: of images of each other it has one."""


class Database:
    """A database by name, to be asked about positions; it must be built. One thread at a time."""

    __slots__ = ("_handle", "name", "__weakref__")

    def __init__(self, name: str) -> None:
        text = library.text_in(name, "database")
        self.name = name
        self._handle: c_void_p = library.opened(lambda at, error, size: _open(at, text, error, size), name)

    def close(self, _close: Any = _close) -> None:
        """Frees it now."""
        handle: c_void_p | None = getattr(self, "_handle", None)
        if handle:
            _close(handle)
            handle.value = None

    __del__ = close

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def probe(self, position: str, line: bool = False) -> Answer:
        """What it says of a position given as text; line: with best moves to the end."""
        text = library.text_in(position, "position")
        error = ctypes.create_string_buffer(library.ERROR_MAX)
        room = 1 << 12
        while True:
            buffer = ctypes.create_string_buffer(room)
            length = _probe(self._handle, text, int(line), buffer, room, error, library.ERROR_MAX)
            if length < 0:
                raise library.failure(length, "the database", error.value)
            if length < room:
                break
            room = length + 1
        answer = json.loads(buffer.raw[:length])
        return Answer(answer["value"], answer["says"], answer["moves"], answer["positions"])

    @property
    def path(self) -> Path:
        """Its file."""
        return path_of(self.name)

    @property
    def head(self) -> Head:
        """What its file says of itself."""
        return head(self.path)

    @property
    def values(self) -> numpy.memmap[Any, numpy.dtype[numpy.uint8]]:
        """All entries as a numpy.memmap; raw files only."""
        return values(self.path)

    def __repr__(self) -> str:
        return f"Database({self.name!r})"


def open(name: str) -> Database:
    """A database by name: "chess-krk", "solve:connect-four:width=4,height=4"."""
    return Database(name)
