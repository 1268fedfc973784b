"""Runs all tests of this folder; ends with "N passed, N failed[, N skipped]"."""

from __future__ import annotations

import sys
import unittest
from pathlib import Path


def main() -> int:
    here = str(Path(__file__).resolve().parent)
    sys.path.insert(0, here)
    suite = unittest.defaultTestLoader.discover(here)
    result = unittest.TestResult()
    suite.run(result)
    for test, trace in result.failures + result.errors:
        print(f"FAILED: {test}\n{trace}")
    for test, why in result.skipped:
        print(f"skipped: {test.id()}: {why}")
    failed = len({test.id().split(" ")[0] for test, _ in result.failures + result.errors})
    skipped = len(result.skipped)
    tail = f", {skipped} skipped" if skipped else ""
    print(f"{result.testsRun - failed - skipped} passed, {failed} failed{tail}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
