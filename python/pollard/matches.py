"""Matches: many games between engines, one after another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from ._rng import Rng, mix
from .engine import Engine
from .errors import ForfeitError, InputError
from .game import Game, game_of
from .play import Play

_TRIES_MAX = 1000


@dataclass(frozen=True, slots=True)
class MatchGame:
    """A game of a match that was played."""

    number: int
    """From 0."""
    seats: tuple[int, ...]
    """Who sat where: for every seat the number of its player in the match, from 0."""
    play: Play
    points: tuple[int, ...]
    """What each seat got: 2 for a win alone, 1 for a draw or a shared win, 0."""
    forfeit: str | None
    """Why somebody lost the game by what he did; None: nobody."""

    @property
    def result(self) -> str:
        """How it ended, for people."""
        return self.forfeit or self.play.result


def seatings(players: int, seats: int) -> Iterator[tuple[int, ...]]:
    """Who sits where in game after game, without end, as `pollard match` does it.

    All games of a group start from the same opening; in a group each player sits in each seat equally often.

    >>> games = seatings(2, 2)
    >>> next(games), next(games), next(games)
    ((0, 1), (1, 0), (0, 1))
    """
    sharing = min(players, seats)
    patterns = [pattern for pattern in product(range(sharing), repeat=seats) if _is_even(pattern, sharing)]
    while True:
        for pattern in patterns:
            for chosen in combinations(range(players), sharing):
                for shift in range(sharing):
                    yield tuple(chosen[(k + shift) % sharing] for k in pattern)


def _is_even(pattern: Sequence[int], sharing: int) -> bool:
    """The first player in the first seat, and numbers of seats that differ by at most one."""
    counts = [pattern.count(k) for k in range(sharing)]
    return pattern[0] == 0 and max(counts) - min(counts) <= 1


def random_openings(game: Game | str, plies: int, seed: int = 1) -> Iterator[str]:
    """Positions after so many random plies of every player, without end: --openings random:N."""
    game = game_of(game)
    number = 0
    while True:
        rng = Rng(mix(seed) + number & 2**64 - 1)
        yield _random_opening(game, plies * game.seats, rng)
        number += 1


def _random_opening(game: Game, plies: int, rng: Rng) -> str:
    for _ in range(_TRIES_MAX):
        play = game.play()
        for _ in range(plies):
            if play.why in ("repetition", "plies-max"):  # what came before does not count here
                play = Play(game, play.position)
            if play.over:
                break
            moves = play.legal()
            play.move(moves[rng.below(len(moves))])
        else:
            if not Play(game, play.position).over:
                return play.position
    raise InputError(f"{game.name} is over before {plies} plies; expected fewer for the openings")


def match(
    game: Game | str,
    players: Sequence[str],
    games: int = 100,
    seed: int = 1,
    *,
    openings: Iterable[str] | int = 2,
    limits: dict[str, Any] | None = None,
    plies_max: int | None = None,
    **options: Any,
) -> Iterator[MatchGame]:
    """Plays a match and hands out game after game, each the one that `pollard match` plays with this seed.

    openings: so many random plies for every player, or positions, taken in turn; all seats are changed
    before the next one. limits: depth, seconds or nodes for every move, beside those of the specs. options:
    of Engine.

    >>> [game.points for game in match("tictactoe", ["alphabeta:depth=9", "random"], 2, openings=0)]
    [(2, 0), (0, 2)]
    """
    game = game_of(game)
    if not players:
        raise InputError("a match needs players")
    starts = _starts(game, openings, seed)
    sharing = min(len(players), game.seats)
    group = sharing * sum(1 for _ in combinations(range(len(players)), sharing))
    position: str | None = None
    for number, seats in zip(range(games), seatings(len(players), game.seats)):
        if number % group == 0:
            position = next(starts)
        play = Play(game, position)
        if plies_max is not None:
            play.cap(plies_max)
        own = mix(seed) + number & 2**64 - 1
        engines = [Engine(game, players[who], seed=own, seat=p, **options) for p, who in enumerate(seats)]
        yield _played(number, seats, play, engines, limits or {})


def _starts(game: Game, openings: Iterable[str] | int, seed: int) -> Iterator[str]:
    if isinstance(openings, int):
        yield from random_openings(game, openings, seed)
        return
    given = [openings] if isinstance(openings, str) else list(openings)
    if not given:
        raise InputError("a match needs openings: a number of random plies, or positions")
    while True:
        yield from given


def _played(
    number: int, seats: tuple[int, ...], play: Play, engines: list[Engine], limits: dict[str, Any]
) -> MatchGame:
    try:
        while not play.over:
            engine = engines[play.turn]
            play.move(engine.think(play, **limits).move)
    except ForfeitError as error:
        return _forfeited(number, seats, play, str(error))
    finally:
        for engine in engines:
            engine.close()
    return MatchGame(number, seats, play, play.points or (), None)


def _forfeited(number: int, seats: tuple[int, ...], play: Play, why: str) -> MatchGame:
    loser, others = play.turn, 2 if len(seats) == 2 else 1
    points = tuple(0 if p == loser else others for p in range(len(seats)))
    return MatchGame(number, seats, play, points, f"{play.game.seat_names[loser]} forfeits ({why})")
