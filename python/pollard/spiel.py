"""The games of Pollard under the names of OpenSpiel, for programs that are written for it.

>>> import random
>>> game = load_game("connect_four")
>>> state = game.new_initial_state()
>>> while not state.is_terminal():
...     state.apply_action(random.choice(state.legal_actions()))
>>> sum(state.returns())
0.0

Actions are those of Play.legal_actions. Games are sequential, deterministic, of perfect information; a return
is what the losers pay, 1 each, and the winners share. Simultaneous plies come one after another.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from . import _observe
from .errors import InputError, UsageError
from .game import Game as _Game
from .game import games as _games
from .play import Play

_UNIT = 60.0
_OTHER_NAMES = {"tic_tac_toe": "tictactoe"}

INVALID_ACTION = -1


class PlayerId(enum.IntEnum):
    """Who acts when nobody does."""

    DEFAULT_PLAYER_ID = 0
    CHANCE = -1
    SIMULTANEOUS = -2
    INVALID = -3
    TERMINAL = -4


def registered_names() -> list[str]:
    """The names of all games, in OpenSpiel's spelling."""
    return [name.replace("-", "_") for name in _games()]


def _spec(text: str, parameters: Mapping[str, object]) -> str:
    """A spec of Pollard from one of its own, or from name(key=value,...)."""
    called = re.fullmatch(r"\s*([\w-]+)\s*\((.*)\)\s*", text)
    name, options = called.groups() if called else (text, "")
    if ":" not in name:
        name = _OTHER_NAMES.get(name, name.replace("_", "-"))
    pairs = [pair.strip() for pair in options.split(",") if pair.strip()]
    pairs += [f"{key}={_word(value)}" for key, value in parameters.items()]
    if not pairs:
        return name
    return f"{name}{',' if ':' in name else ':'}{','.join(pairs)}"


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def load_game(name: str, parameters: Mapping[str, object] | None = None) -> Game:
    """A game by its name: "othello", "connect_four(width=5)", "connect-four:width=5", or with a dict.

    >>> load_game("connect_four", {"width": 5}).max_game_length()
    30
    """
    return Game(_Game(_spec(name, parameters or {})))


class Game:
    """OpenSpiel's Game."""

    def __init__(self, game: _Game) -> None:
        self._game = game

    @property
    def pollard(self) -> _Game:
        """The game as Pollard has it."""
        return self._game

    def new_initial_state(self, position: str | None = None) -> State:
        """The start, or a position given as text."""
        return State(self, Play(self._game, position))

    def num_players(self) -> int:
        return self._game.seats

    def num_distinct_actions(self) -> int:
        return self._game.actions

    def max_game_length(self) -> int:
        return self._game.plies_max

    def max_chance_outcomes(self) -> int:
        return 0

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return float(self._game.seats - 1)

    def utility_sum(self) -> float:
        return 0.0

    def observation_tensor_shape(self) -> list[int]:
        return list(_observe.shape(self._game))

    def observation_tensor_size(self) -> int:
        planes, cells = _observe.shape(self._game)
        return planes * cells

    information_state_tensor_shape = observation_tensor_shape
    information_state_tensor_size = observation_tensor_size

    def policy_tensor_shape(self) -> list[int]:
        return [self._game.actions]

    def get_parameters(self) -> dict[str, int | str]:
        return self._game.options

    def get_type(self) -> SimpleNamespace:
        """What kind of game it is: short_name, long_name, dynamics, ..."""
        return SimpleNamespace(
            short_name=self._game.info["game"].replace("-", "_"),
            long_name=self._game.title,
            dynamics="sequential",
            chance_mode="deterministic",
            information="perfect_information",
            utility="zero_sum",
            reward_model="terminal",
            min_num_players=self._game.seats,
            max_num_players=self._game.seats,
            provides_observation_string=True,
            provides_observation_tensor=True,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
        )

    def deserialize_state(self, text: str) -> State:
        """A state from State.serialize."""
        start, _, history = text.partition("\n")
        state = self.new_initial_state(start)
        for action in history.split():
            state.apply_action(int(action))
        return state

    def __str__(self) -> str:
        options = self._game.name.partition(":")[2]
        return f"{self._game.info['game'].replace('-', '_')}({options})"

    def __repr__(self) -> str:
        return f"load_game({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._game == other._game

    def __hash__(self) -> int:
        return hash(self._game)


class State:
    """OpenSpiel's State."""

    def __init__(self, game: Game, play: Play) -> None:
        self._game = game
        self._play = play
        self._history: list[tuple[int, int]] = []

    @property
    def play(self) -> Play:
        """The game in progress as Pollard has it: to look at, not to move in."""
        return self._play

    def get_game(self) -> Game:
        return self._game

    # Who acts, and how.

    def current_player(self) -> int:
        return PlayerId.TERMINAL if self._play.over else self._play.turn

    def is_terminal(self) -> bool:
        return self._play.over

    def is_initial_state(self) -> bool:
        return not self._history

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def is_player_node(self) -> bool:
        return not self._play.over

    def num_players(self) -> int:
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        return self._game.num_distinct_actions()

    def legal_actions(self, player: int | None = None) -> list[int]:
        """In ascending order; none for a player who is not to act."""
        if player is not None and player != self.current_player():
            return []
        return sorted(self._play.legal_actions())

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        made = [0] * self.num_distinct_actions()
        for action in self.legal_actions(player):
            made[action] = 1
        return made

    def _move(self, action: int) -> int:
        return self._play.action_move(action)

    def apply_action(self, action: int) -> None:
        action = int(action)
        seat, move = self._play.turn, self._move(action)
        self._play.move(move)
        self._history.append((seat, action))

    def undo_action(self, player: int, action: int) -> None:
        """Takes the last action back, which must be this one."""
        if not self._history or self._history[-1] != (int(player), int(action)):
            raise UsageError(f"action {action} of player {player} is not the last one")
        self._play.undo()
        self._history.pop()

    def child(self, action: int) -> State:
        made = self.clone()
        made.apply_action(action)
        return made

    def clone(self) -> State:
        made = State(self._game, self._play.copy())
        made._history = list(self._history)
        return made

    __copy__ = clone

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    # Texts.

    def action_to_string(self, player_or_action: int, action: int | None = None) -> str:
        """action_to_string(action), or (player, action): the move as text."""
        return self._play.text(self._move(int(player_or_action if action is None else action)))

    def string_to_action(self, player_or_text: int | str, text: str | None = None) -> int:
        """string_to_action(text), or (player, text)."""
        word = player_or_text if text is None else text
        if not isinstance(word, str):
            raise TypeError("string_to_action: expected the text of a move")
        return self._play.legal_actions()[self._play.legal().index(self._play.parse(word))]

    def __str__(self) -> str:
        return str(self._play)

    def __repr__(self) -> str:
        return f"<State of {self._game}: {self._play.position!r}>"

    # The past.

    def history(self) -> list[int]:
        return [action for _, action in self._history]

    def full_history(self) -> list[SimpleNamespace]:
        return [SimpleNamespace(player=player, action=action) for player, action in self._history]

    def history_str(self) -> str:
        return ", ".join(map(str, self.history()))

    def move_number(self) -> int:
        return len(self._history)

    def serialize(self) -> str:
        return f"{self._play.start}\n{' '.join(map(str, self.history()))}"

    # Values.

    def returns(self) -> list[float]:
        payoff = self._play.payoff
        return [0.0] * self.num_players() if payoff is None else [pay / _UNIT for pay in payoff]

    def rewards(self) -> list[float]:
        """Of the last action: the returns at the end, 0 before."""
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        return self.rewards()[player]

    # What is seen.

    def _observer(self, player: int | None) -> int:
        if player is None:
            return self._play.turn
        if not 0 <= player < self.num_players():
            raise InputError(f"player {player}: expected 0 to {self.num_players() - 1}")
        return int(player)

    def observation_string(self, player: int | None = None) -> str:
        """The position as text, the same for all players."""
        self._observer(player)
        return self._play.position

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The board as planes one after another, seen by the player: pollard/_observe.py says which."""
        return [number for plane in _observe.planes(self._play, self._observer(player)) for number in plane]

    def information_state_string(self, player: int | None = None) -> str:
        """All that was played: with perfect information everybody knows it."""
        self._observer(player)
        return self.history_str()

    information_state_tensor = observation_tensor
