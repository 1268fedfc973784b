"""Results of the laboratory: the tables of a results.db (docs/LAB.md) for other tools."""

from __future__ import annotations

import os
import sqlite3
from typing import Any
from urllib.parse import quote

from .errors import InputError, SystemFailure

_APPLICATION = 0x506F6C6C
TABLES = ("trials", "pairs", "runs", "protocols", "players", "registrations")
_TEXTS = {"protocol": "protocols", "player": "players", "opponent": "players"}
_RUN = ("program", "machine", "started", "revision")


def _columns(file: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in file.execute(f"PRAGMA table_info({table})")]


def _query(file: sqlite3.Connection, table: str) -> str:
    """The rows of a table, with texts in the place of the numbers that point to them."""
    columns, joins = [], []
    own = _columns(file, table)
    for column in own:
        if table in ("trials", "pairs") and column in _TEXTS:
            columns.append(f"text_{column}.text AS {column}")
            joins.append(f"JOIN {_TEXTS[column]} AS text_{column} ON text_{column}.id = {table}.{column}")
        else:
            columns.append(f"{table}.{column}")
    if "run" in own:
        columns += [f"runs.{column}" for column in _columns(file, "runs") if column in _RUN]
        joins.append(f"JOIN runs ON runs.id = {table}.run")
    return f"SELECT {', '.join(columns)} FROM {table} {' '.join(joins)}"


def _rows(path: str, table: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    file = sqlite3.connect(f"file:{quote(path)}?mode=ro", uri=True)
    try:
        if file.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION:
            raise InputError(f"{path}: not a file of results of Pollard")
        if not _columns(file, table):
            return [], []
        cursor = file.execute(_query(file, table))
        return [column[0] for column in cursor.description], cursor.fetchall()
    finally:
        file.close()


def rows(path: str | os.PathLike[str] = "results.db", table: str = "trials") -> list[dict[str, Any]]:
    """The rows of a table as dicts."""
    if table not in TABLES:
        raise InputError(f"table {table!r}: expected one of {', '.join(TABLES)}")
    path = os.fspath(path)
    if not os.path.isfile(path):
        raise InputError(f"{path}: no such file of results")
    try:
        names, found = _rows(path, table)
    except sqlite3.DatabaseError as error:
        raise SystemFailure(f"{path}: {error}") from None
    return [dict(zip(names, row)) for row in found]


def results(path: str | os.PathLike[str] = "results.db", table: str = "trials") -> Any:
    """A table of a results.db: a pandas.DataFrame where pandas is there, otherwise a list of dicts.

    table: trials (node counts), pairs (matches), runs, protocols, players, registrations. In trials and pairs
    protocol, player and opponent are texts, and the program, machine and time of the run are added.
    """
    found = rows(path, table)
    try:
        from pandas import DataFrame
    except ImportError:
        return found
    return DataFrame(found)
