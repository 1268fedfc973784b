"""What the tests share: the program to compare with, and the games that every test goes through."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(os.environ.get("POLLARD_ROOT") or Path(__file__).resolve().parents[2])
sys.path.insert(0, str(ROOT / "python"))
PROGRAM = os.environ.get("POLLARD") or str(ROOT / "build" / "release" / "pollard")
LONG = bool(os.environ.get("POLLARD_LONG"))

import pollard  # noqa: E402

SPECS: list[str] = re.findall(r'^    "([^"]+)",', (ROOT / "tests" / "specs.c").read_text(), re.M)
assert len(SPECS) > 30
GAMES = {spec: pollard.Game(spec) for spec in SPECS}


def program(*words: str) -> str:
    """What the command line prints."""
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        raise AssertionError(f"pollard {' '.join(words)}: {done.stderr}")
    return done.stdout


def program_json(*words: str) -> Any:
    """The same as data."""
    return json.loads(program(*words, "--json"))


def random_play(spec: str, seed: int, plies: int) -> pollard.Play:
    """A play after some random moves, or at its end."""
    chance = random.Random(f"{spec} {seed}")
    play = GAMES[spec].play()
    while len(play) < plies and (moves := play.legal()):
        play.move(chance.choice(moves))
    return play
