"""The adapters for learners agree with Play, for every spec: pollard.spiel and pollard.env."""

from __future__ import annotations

import random
import unittest
from typing import Any

from common import GAMES, LONG, SPECS, random_play

import pollard
from pollard import _observe, spiel
from pollard.env import Environment, env

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

STEPS = 10**6 if LONG else 25


class Spiel(unittest.TestCase):
    def test_states_are_plays(self) -> None:
        for spec in SPECS:
            with self.subTest(spec=spec):
                chance = random.Random(spec)
                game = spiel.load_game(spec)
                state, play = game.new_initial_state(), GAMES[spec].play()
                applied: list[int] = []
                while not state.is_terminal() and len(applied) < STEPS:
                    self.assertEqual(state.current_player(), play.turn)
                    self.assertEqual(state.legal_actions(), sorted(play.legal_actions()))
                    action = chance.choice(state.legal_actions())
                    move = play.action_move(action)
                    text = state.action_to_string(action)
                    self.assertEqual(text, play.text(move))
                    self.assertEqual(state.string_to_action(text), action)
                    child = state.child(action)
                    state.apply_action(action)
                    play.move(move)
                    applied.append(action)
                    self.assertEqual(str(child), str(state))
                    self.assertEqual(state.observation_string(), play.position)
                self.assertEqual(state.history(), applied)
                self.assertEqual(state.is_terminal(), play.over)
                self.compare_end(game, state, play)

    def compare_end(self, game: spiel.Game, state: spiel.State, play: pollard.Play) -> None:
        self.assertEqual(len(state.observation_tensor(0)), game.observation_tensor_size())
        if play.over:
            self.assertEqual(state.current_player(), spiel.PlayerId.TERMINAL)
            self.assertEqual(state.returns(), [pay / 60 for pay in play.payoff or ()])
            self.assertTrue(
                game.min_utility() <= min(state.returns()) <= max(state.returns()) <= game.max_utility()
            )
        else:
            self.assertEqual(state.returns(), [0.0] * game.num_players())
        again = game.deserialize_state(state.serialize())
        self.assertEqual((again.history(), str(again)), (state.history(), str(state)))
        self.assertLessEqual(state.move_number(), game.max_game_length())

    def test_actions_can_be_undone(self) -> None:
        state = spiel.load_game("othello").new_initial_state()
        before = str(state)
        action = state.legal_actions()[0]
        state.apply_action(action)
        with self.assertRaises(pollard.UsageError):
            state.undo_action(1, action)
        state.undo_action(0, action)
        self.assertEqual((str(state), state.history(), state.is_initial_state()), (before, [], True))

    def test_clones_are_independent(self) -> None:
        state = spiel.load_game("othello").new_initial_state()
        clone = state.clone()
        clone.apply_action(clone.legal_actions()[0])
        self.assertEqual((state.history(), len(clone.history())), ([], 1))

    def test_masks_are_legal_actions(self) -> None:
        state = spiel.load_game("othello").new_initial_state()
        mask = state.legal_actions_mask()
        self.assertEqual([i for i, legal in enumerate(mask) if legal], state.legal_actions())
        self.assertEqual(state.legal_actions(1), [])
        self.assertEqual(len(mask), state.num_distinct_actions())

    def test_names_of_both_kinds_are_read(self) -> None:
        names: tuple[tuple[str, dict[str, object] | None], ...] = (
            ("connect_four(width=5)", None),
            ("connect-four:width=5", {}),
            ("connect_four", {"width": 5}),
        )
        for name, parameters in names:
            self.assertEqual(spiel.load_game(name, parameters).pollard.name, "connect-four:width=5")
        self.assertEqual(spiel.load_game("tic_tac_toe").pollard.name, "tictactoe")
        self.assertEqual(spiel.load_game("checkers", {"relaxed": True}).pollard.name, "checkers:relaxed=yes")
        game = spiel.load_game("connect_four(width=5)")
        self.assertEqual(spiel.load_game(str(game)), game)
        for name in spiel.registered_names():
            self.assertEqual(spiel.load_game(name).get_type().short_name, name)

    def test_wrong_actions_are_refused(self) -> None:
        state = spiel.load_game("othello").new_initial_state()
        for action in (-1, 10**9, next(a for a in range(100) if a not in state.legal_actions())):
            with self.assertRaises(pollard.InputError):
                state.apply_action(action)
        with self.assertRaises(pollard.InputError):
            state.observation_tensor(2)


class Observations(unittest.TestCase):
    def test_say_who_stands_where(self) -> None:
        play = pollard.Play("tictactoe", "----X-O-- X")
        own, other = _observe.planes(play, 0), _observe.planes(play, 1)
        self.assertEqual((own[0], own[1]), ([0, 0, 0, 0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 1, 0, 0]))
        self.assertEqual((other[1], other[0]), (own[0], own[1]))
        self.assertEqual((own[-2], own[-1]), ([1] * 9, [0] * 9))
        self.assertEqual((other[-2], other[-1]), ([0] * 9, [1] * 9))

    @unittest.skipIf(numpy is None, "numpy is not there")
    def test_are_the_same_with_and_without_numpy(self) -> None:
        for spec in SPECS:
            for plies in (0, 40):
                with self.subTest(spec=spec, plies=plies):
                    play = random_play(spec, 9, plies)
                    for observer in range(GAMES[spec].seats):
                        array = _observe.planes_array(play, observer)
                        self.assertEqual(array.shape, _observe.shape(GAMES[spec]))
                        self.assertEqual(array.tolist(), _observe.planes(play, observer))


class Environments(unittest.TestCase):
    def random_game(
        self, environment: Environment, steps: int = 10**6
    ) -> tuple[dict[str, float], list[str]]:
        """Everybody's rewards, and who left before the end."""
        total = dict.fromkeys(environment.possible_agents, 0.0)
        left: list[str] = []
        for agent in environment.agent_iter(steps):
            observation, reward, termination, truncation, _ = environment.last()
            total[agent] += reward
            if termination or truncation:
                if not environment.play.over:
                    left.append(agent)
                environment.step(None)
                self.assertNotIn(agent, environment.agents)
                continue
            assert observation is not None
            self.assertEqual(agent, environment.possible_agents[environment.play.turn])
            self.assertNotIn(agent, left)
            mask = observation["action_mask"]
            self.assertEqual(
                sorted(environment.play.legal_actions()), [i for i, legal in enumerate(mask) if legal]
            )
            environment.step(environment.action_space(agent).sample(mask))
        return total, left

    def test_agree_with_plays_for_every_spec(self) -> None:
        for spec in SPECS:
            with self.subTest(spec=spec):
                environment = env(spec)
                environment.reset(seed=1)
                if not LONG and GAMES[spec].actions > 100:
                    environment.play.cap(20)
                total, left = self.random_game(environment)
                play = environment.play
                self.assertTrue(play.over and not environment.agents)
                expected = {f"player_{p}": pay / 60 for p, pay in enumerate(play.payoff or ())}
                expected.update((agent, -1.0) for agent in left)
                self.assertEqual(total, expected)

    def test_the_same_seed_gives_the_same_game(self) -> None:
        environment = env("othello")
        games = []
        for seed in (1, 1, 2):
            environment.reset(seed=seed)
            self.random_game(environment)
            games.append(environment.play.moves)
        self.assertEqual(games[0], games[1])
        self.assertNotEqual(games[0], games[2])

    def test_eliminated_players_leave(self) -> None:
        environment = env("focus:players=4")
        found = 0
        for seed in range(200 if LONG else 4):
            environment.reset(seed=seed)
            total, left = self.random_game(environment)
            found += len(left)
            self.assertTrue(all(total[agent] == -1.0 for agent in left))
        self.assertGreater(found, 0)

    def test_a_player_without_a_square_is_out_at_once(self) -> None:
        environment = env("virus:size=5,players=3")
        environment.reset(options={"position": "12---/-----/-----/-----/----3 1"})
        play = environment.play
        taken = next(move for move in play.legal() if play.touched(move) == [1])
        environment.step(play.legal_actions()[play.legal().index(taken)])
        self.assertEqual(environment.agent_selection, "player_1")
        self.assertEqual(environment.last(observe=False)[1:4], (-1.0, True, False))
        environment.step(None)
        self.assertEqual(
            (environment.agents, environment.agent_selection), (["player_0", "player_2"], "player_2")
        )
        self.assertEqual(environment.last(observe=False)[1:4], (0.0, False, False))

    def test_a_limit_of_plies_truncates(self) -> None:
        environment = env("chess")
        environment.play.cap(1)
        environment.step(environment.play.legal_actions()[0])
        self.assertTrue(all(environment.truncations.values()))
        self.assertFalse(any(environment.terminations.values()))

    def test_wrong_steps_are_refused(self) -> None:
        environment = env("tictactoe")
        wrong: Any
        for wrong in (None, -1, 9, 10**9):
            with self.assertRaises(pollard.InputError):
                environment.step(wrong)
        environment.reset(options={"position": "XXXOO---- O"})
        with self.assertRaises(pollard.InputError):
            environment.step(5)
        environment.step(None)
        environment.step(None)
        with self.assertRaises(pollard.InputError):
            environment.step(None)
        with self.assertRaises(pollard.InputError):
            env("tictactoe", render_mode="film")

    def test_boards_are_rendered(self) -> None:
        self.assertIn("to move", env("othello", render_mode="ansi").render() or "")
        self.assertIn("<svg", env("othello", render_mode="svg").render() or "")
        space = env("othello").observation_space("player_0")
        self.assertEqual(space["observation"].shape, _observe.shape(GAMES["othello"]))


if __name__ == "__main__":
    unittest.main()
