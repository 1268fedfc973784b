"""What the documentation shows runs: the examples of every module, the pages, the lines of the README."""

from __future__ import annotations

import contextlib
import doctest
import importlib
import io
import os
import re
import tempfile
import unittest
from pathlib import Path

from common import ROOT

import pollard

PAGES = [ROOT / page for page in ("README.md", "python/README.md", "docs/PYTHON.md")]
MODULES = ("databases", "engine", "env", "game", "lab", "matches", "play", "spiel")


def blocks(page: Path) -> list[str]:
    """The blocks of a page that are Python: between ```python and ```."""
    return re.findall(r"^```python\n(.*?)^```", page.read_text(), re.M | re.S)


class Examples(unittest.TestCase):
    def test_of_modules_run(self) -> None:
        tried = 0
        for name in MODULES:
            with self.subTest(module=name):
                failed, count = doctest.testmod(importlib.import_module("pollard." + name))
                self.assertEqual(failed, 0)
                tried += count
        failed, count = doctest.testmod(pollard)
        self.assertEqual(failed, 0)
        self.assertGreater(tried + count, 30)

    def run_page(self, page: Path) -> str:
        """All blocks of a page after each other, in a folder of their own; what they print."""
        printed, names, here = io.StringIO(), {"__name__": "page"}, os.getcwd()
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(printed):
            os.chdir(folder)
            try:
                for number, block in enumerate(blocks(page)):
                    exec(compile(block, f"{page.name}, block {number + 1}", "exec"), names)
            finally:
                os.chdir(here)
        return printed.getvalue()

    def test_of_the_pages_run(self) -> None:
        for page in PAGES:
            with self.subTest(page=page.name):
                if blocks(page):
                    self.assertRegex(self.run_page(page), r"wins \d+-\d+|draw")

    def test_the_pages_begin_with_the_same_five_lines(self) -> None:
        first = [blocks(page)[0] for page in PAGES if blocks(page)]
        self.assertGreaterEqual(len(first), 2)
        self.assertEqual(len(set(first)), 1)
        self.assertEqual(len(first[0].splitlines()), 5)

    def test_every_public_name_is_documented(self) -> None:
        for name in pollard.__all__:
            thing = getattr(pollard, name)
            if callable(thing):
                self.assertTrue((thing.__doc__ or "").strip(), name)


if __name__ == "__main__":
    unittest.main()
