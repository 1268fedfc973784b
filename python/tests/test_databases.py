"""Databases from Python say what `pollard db probe` says, one by one and mapped."""

from __future__ import annotations

import tempfile
import unittest
from itertools import combinations
from math import comb
from pathlib import Path

from common import program, program_json

import pollard
from pollard import databases

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

KRK = "8/8/8/3k4/8/8/4R3/K7 w - - 0 1"


class Databases(unittest.TestCase):
    folder: tempfile.TemporaryDirectory[str]
    before: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        for name in ("cc-pdb3-4x4", "chess-krk"):
            program("db", "build", name, "--form", "raw", "--dir", cls.folder.name)
        program("db", "build", "solve:tictactoe", "--dir", cls.folder.name)
        program("db", "build", "cc-pdb3-5x5", "--form", "zstd", "--dir", cls.folder.name)
        cls.before = databases.folder()
        databases.set_folder(cls.folder.name)

    @classmethod
    def tearDownClass(cls) -> None:
        databases.set_folder(cls.before)
        cls.folder.cleanup()

    def test_the_folder_is_known_with_what_is_in_it(self) -> None:
        self.assertEqual(databases.folder(), Path(self.folder.name))
        self.assertEqual(databases.built(), ["cc-pdb3-4x4", "cc-pdb3-5x5", "chess-krk", "solve-tictactoe"])
        self.assertEqual(databases.path_of("solve:tictactoe").name, "solve-tictactoe.sdb")

    def test_probes_are_those_of_the_command_line(self) -> None:
        cases = (
            ("cc-pdb3-4x4", "11--/1---/----/----"),
            ("cc-pdb3-5x5", "11---/1----/-----/-----/-----"),
            ("chess-krk", KRK),
            ("solve:tictactoe", "XX-OO---- X"),
            ("solve:tictactoe", "--------- X"),
        )
        for name, position in cases:
            with self.subTest(name=name), databases.open(name) as database:
                for line, verb in ((False, "probe"), (True, "best")):
                    theirs = program_json("db", verb, name, position, "--dir", self.folder.name)
                    ours = database.probe(position, line=line)
                    self.assertEqual(ours.value, theirs["value"])
                    self.assertEqual(ours.says, theirs["says"])
                    self.assertEqual(ours.moves, theirs["moves"] if line else [])
                    self.assertEqual(len(ours.positions), len(ours.moves))

    def test_wrong_positions_are_refused(self) -> None:
        with databases.open("chess-krk") as database:
            for position in ("rubbish", "", "8/8/8/3k4/8/8/8/K7 w - - 0 1"):
                with self.assertRaises(pollard.InputError):
                    database.probe(position)
        with self.assertRaises(pollard.UsageError):
            database.probe(KRK)

    def test_heads_are_those_of_the_command_line(self) -> None:
        for name in ("cc-pdb3-4x4", "cc-pdb3-5x5", "chess-krk"):
            with self.subTest(name=name):
                theirs = program_json("db", "info", name, "--dir", self.folder.name)
                ours = databases.Database(name).head
                self.assertEqual(
                    (ours.name, ours.kind, ours.game, ours.entries, ours.form, ours.digest),
                    tuple(theirs[key] for key in ("name", "kind", "game", "entries", "form", "digest")),
                )

    def test_damaged_files_are_refused(self) -> None:
        good = databases.path_of("cc-pdb3-4x4").read_bytes()
        path = Path(self.folder.name) / "damaged.bin"
        for bad in (
            b"",
            good[:100],
            good[:-1],
            b"X" + good[1:],
            good[:104] + b"\xff" + good[105:],
            good + b"x",
        ):
            path.write_bytes(bad)
            with self.assertRaises(pollard.InputError):
                databases.head(path)

    def test_packed_ones_name_the_form_that_can_be_mapped(self) -> None:
        with self.assertRaisesRegex(pollard.InputError, "--form raw"):
            databases.Database("cc-pdb3-5x5").values

    @unittest.skipIf(numpy is None, "numpy is not there")
    def test_mapped_values_are_those_of_probes(self) -> None:
        with databases.open("cc-pdb3-4x4") as database:
            values = database.values
            self.assertEqual((values.shape, values.dtype), ((560,), numpy.uint8))
            # The number of a combination by the words of the file: highest hole first.
            for holes in combinations(range(16), 3):
                rows = "".join("1" if hole in holes else "-" for hole in range(16))
                position = "/".join(rows[at : at + 4] for at in range(0, 16, 4))
                number = sum(comb(hole, k + 1) for k, hole in enumerate(holes))
                self.assertEqual(values[number], database.probe(position).value, position)

    @unittest.skipIf(numpy is None, "numpy is not there")
    def test_mapped_values_have_the_counts_of_the_command_line(self) -> None:
        info = program_json("db", "info", "cc-pdb3-4x4", "--dir", self.folder.name)
        values = databases.Database("cc-pdb3-4x4").values
        self.assertEqual(numpy.bincount(values).tolist(), info["counts"])
        head = databases.Database("chess-krk").head
        self.assertEqual(int(databases.values(head.path).astype(int).sum()), head.sum)
        with self.assertRaises(ValueError):
            values[0] = 1

    def test_engines_look_there(self) -> None:
        position = "X---O---X O"
        played = pollard.Engine("tictactoe", "alphabeta:eval=solved").think(
            pollard.Play("tictactoe", position), depth=1
        )
        searched = pollard.Engine("tictactoe", "alphabeta").think(
            pollard.Play("tictactoe", position), depth=9
        )
        self.assertEqual((played.outcome, searched.outcome), (0, 0))
        databases.set_folder("/no/such")
        try:
            with self.assertRaises(pollard.PollardError):
                pollard.Engine("tictactoe", "alphabeta:eval=solved")
        finally:
            databases.set_folder(self.folder.name)


if __name__ == "__main__":
    unittest.main()
