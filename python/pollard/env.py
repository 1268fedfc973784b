"""An environment for learning agents with the names of PettingZoo's AEC environments, which it does not need.

>>> import random
>>> environment = env("focus:players=4")
>>> environment.reset(seed=1)
>>> for agent in environment.agent_iter():
...     observation, reward, termination, truncation, information = environment.last()
...     if termination or truncation:
...         action = None
...     else:
...         action = environment.action_space(agent).sample(observation["action_mask"])
...     environment.step(action)
>>> environment.agents
[]

Observations are {"observation", "action_mask"}: planes as pollard/_observe.py says, seen by the agent, and 1
for every legal action. They are numpy arrays where numpy is there, otherwise lists. Rewards come at the end:
what the losers pay, 1 each, and the winners share. An agent whose player is out of the game loses there and
then: it gets its -1, and leaves `agents` by its next step, which is None. A game that the limit of plies ends
is truncated.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from . import _observe
from .errors import InputError
from .game import Game, game_of
from .play import Play

_UNIT = 60.0
_MODES = (None, "ansi", "svg", "human")


class Discrete:
    """The numbers below n."""

    def __init__(self, n: int, seed: int | None = None) -> None:
        self.n = n
        self._random = random.Random(seed)

    def seed(self, seed: int | None = None) -> None:
        """Begins the random numbers anew."""
        self._random.seed(seed)

    def sample(self, mask: Any = None) -> int:
        """One of them at random, of those whose mask, a list or an array, is not 0."""
        if mask is None:
            return self._random.randrange(self.n)
        if hasattr(mask, "nonzero"):
            allowed: list[int] = mask.nonzero()[0].tolist()
        else:
            allowed = [action for action, legal in enumerate(mask) if legal]
        if not allowed:
            raise InputError("a mask without any action")
        return self._random.choice(allowed)

    def contains(self, action: object) -> bool:
        """Is it one of them?"""
        return isinstance(action, int) and 0 <= action < self.n

    __contains__ = contains

    def __repr__(self) -> str:
        return f"Discrete({self.n})"


class Box:
    """Arrays of a shape."""

    def __init__(self, low: float, high: float, shape: tuple[int, ...], dtype: str = "float32") -> None:
        self.low, self.high, self.shape, self.dtype = low, high, shape, dtype

    def __repr__(self) -> str:
        return f"Box({self.low}, {self.high}, {self.shape}, {self.dtype})"


class Environment:
    """One game, its players the agents player_0, player_1, ... in the order of their seats."""

    def __init__(self, game: Game | str, render_mode: str | None = None) -> None:
        if render_mode not in _MODES:
            raise InputError(f"render_mode {render_mode!r}: expected None, ansi, svg or human")
        self.game = game_of(game)
        self.render_mode = render_mode
        self.metadata: dict[str, Any] = {
            "name": "pollard_" + self.game.info["game"].replace("-", "_"),
            "render_modes": ["human", "ansi", "svg"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{p}" for p in range(self.game.seats)]
        self._seat = {agent: p for p, agent in enumerate(self.possible_agents)}
        self._actions = {agent: Discrete(self.game.actions) for agent in self.possible_agents}
        # Where nobody passes and nobody moves twice, a seat that is passed over is out.
        self._eliminates = "elimination" in self.game.traits and not self.game.traits & {"pass", "same-side"}
        self.reset()

    # Spaces.

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    def action_space(self, agent: str) -> Discrete:
        return self._actions[agent]

    def observation_space(self, agent: str) -> dict[str, Box]:
        """The spaces of what observe(agent) returns."""
        return {
            "observation": Box(0.0, 127.0, _observe.shape(self.game)),
            "action_mask": Box(0, 1, (self.game.actions,), "int8"),
        }

    # Playing.

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game, at options["position"] if it is there. seed: of the samples of action spaces."""
        self.play = Play(self.game, (options or {}).get("position"))
        if seed is not None:
            for p, space in enumerate(self._actions.values()):
                space.seed(seed * 64 + p)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.play.turn]
        if self.play.over:
            self._finish()
        self._select()

    def step(self, action: int | None) -> None:
        """Plays the action of the agent whose turn it is; None for one that is done: it leaves."""
        if not self.agents:
            raise InputError("step: no agent is left; reset() begins the next game")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        if action is None:
            raise InputError("step: expected an action, since the agent is not done")
        self.play.move(self.play.action_move(int(action)))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.play.over:
            self._finish()
        elif self._eliminates:
            self._eliminate(self._seat[agent])
        for other in self.agents:
            self._cumulative_rewards[other] += self.rewards[other]
        self._select()
        if self.render_mode == "human":
            self.render()

    def _finish(self) -> None:
        capped = self.play.why == "plies-max"
        for agent in self.agents:
            if not self.terminations[agent]:
                self.rewards[agent] = (self.play.payoff or ())[self._seat[agent]] / _UNIT
                self.truncations[agent], self.terminations[agent] = capped, not capped

    def _eliminate(self, mover: int) -> None:
        """Those between who has moved and who moves next."""
        seats, turn = self.game.seats, self.play.turn
        for step in range(1, (turn - mover) % seats or seats):
            agent = self.possible_agents[(mover + step) % seats]
            if agent in self.agents and not self.terminations[agent]:
                self.terminations[agent] = True
                self.rewards[agent] = -1.0

    def _leave(self, agent: str, action: int | None) -> None:
        if action is not None:
            raise InputError("step: expected None, since the agent is done")
        self.agents.remove(agent)
        for kept in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del kept[agent]  # type: ignore[attr-defined]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._select()

    def _select(self) -> None:
        """First those that are done, then the one whose turn it is."""
        done = [agent for agent in self.agents if self.terminations[agent] or self.truncations[agent]]
        if done:
            self.agent_selection = done[0]
        elif self.agents:
            self.agent_selection = self.possible_agents[self.play.turn]

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents whose steps are expected, until none is left."""
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    # What is seen.

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent sees, and which actions it has: none unless it is its turn."""
        seat = self._seat[agent]
        turn = not self.play.over and self.play.turn == seat
        actions = self.play.legal_actions() if turn else []
        return {
            "observation": _observe.observation(self.play, seat),
            "action_mask": _observe.mask(actions, self.game.actions),
        }

    def last(self, observe: bool = True) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """Of the agent whose step is expected: observation, reward since its last step, two flags, info."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def state(self) -> Any:
        """The board as the first seat sees it."""
        return _observe.observation(self.play, 0)

    def render(self) -> str | None:
        """The board: printed, as text or as a picture, as render_mode says."""
        if self.render_mode == "human":
            print(self.play)
            return None
        return self.play.svg() if self.render_mode == "svg" else str(self.play)

    def close(self) -> None:
        """Frees the game."""
        self.play.close()

    def __repr__(self) -> str:
        return f"env({self.game.name!r})"


def env(game: Game | str, render_mode: str | None = None) -> Environment:
    """An environment for a game, by its spec."""
    return Environment(game, render_mode)
