"""Plays are those of the command line: random games of every spec move for move, trees of moves, boards."""

from __future__ import annotations

import copy
import pickle
import unittest
from collections.abc import Callable
from typing import Any

from common import GAMES, LONG, SPECS, program_json, random_play

import pollard


def random_game(game: pollard.Game, seed: int) -> pollard.Play:
    engines = [pollard.Engine(game, "random", seed=seed, seat=seat) for seat in range(game.seats)]
    play = game.play()
    while not play.over:
        play.move(engines[play.turn].think(play).move)
    return play


def count_leaves(play: pollard.Play, depth: int) -> int:
    """The leaves of the tree, by moves made and taken back; a game that ends before counts as one."""
    if depth == 0 or play.over:
        return 1
    total = 0
    for move in play.legal():
        play.move(move)
        total += count_leaves(play, depth - 1)
        play.undo()
    return total


class RandomGames(unittest.TestCase):
    def test_equal_the_command_line_move_for_move(self) -> None:
        for spec in SPECS:
            for seed in range(1, 21 if LONG else 3):
                with self.subTest(spec=spec, seed=seed):
                    players = ["random"] * GAMES[spec].seats
                    theirs = program_json("play", spec, *players, "--seed", str(seed))
                    ours = random_game(GAMES[spec], seed)
                    self.assertEqual(ours.moves, theirs["moves"])
                    self.assertEqual(len(ours), theirs["plies"])
                    self.assertEqual(ours.why, theirs["ended"])
                    self.assertEqual(ours.result, theirs["result"])
                    self.assertEqual(list(ours.points or ()), theirs["points"])
                    self.assertEqual((ours.start, ours.position), (theirs["start"], theirs["position"]))
                    self.assertEqual(sum(ours.payoff or (1,)), 0)

    def test_other_seeds_give_other_games(self) -> None:
        games = {tuple(random_game(GAMES["othello"], seed).moves) for seed in range(20)}
        self.assertEqual(len(games), 20)


class Trees(unittest.TestCase):
    def test_leaves_are_those_of_the_command_line(self) -> None:
        for spec in SPECS:
            with self.subTest(spec=spec):
                depth = 3 if LONG or GAMES[spec].seats == 2 else 2
                theirs = program_json("perft", spec, str(depth))
                self.assertEqual(GAMES[spec].play().perft(depth).leaves, theirs["leaves"])

    def test_leaves_are_those_of_moves_made_and_taken_back(self) -> None:
        for spec in SPECS:
            with self.subTest(spec=spec):
                play = random_play(spec, 1, 10)
                if not play.over and spec != "chess":  # which does not count games that end before
                    before = play.position
                    self.assertEqual(count_leaves(play, 2), play.perft(2).leaves)
                    self.assertEqual(play.position, before)

    def test_threads_change_nothing(self) -> None:
        play = pollard.Play("othello")
        self.assertEqual(play.perft(6, threads=2), play.perft(6))


class Boards(unittest.TestCase):
    def test_are_those_of_the_command_line(self) -> None:
        for spec in SPECS:
            with self.subTest(spec=spec):
                play = random_play(spec, 2, 12)
                theirs = program_json("show", spec, "--position", play.position)
                self.assertEqual(play.position, theirs["position"])
                if not play.over:
                    self.assertEqual(play.json()["position"], theirs["position"])
                    self.assertEqual(play.turn, play.json()["turn"])

    def test_texts_of_moves_lead_back_to_them(self) -> None:
        for spec in SPECS:
            with self.subTest(spec=spec):
                play = random_play(spec, 3, 8)
                for move, text in zip(play.legal(), play.legal_texts()):
                    self.assertEqual(play.parse(text), move)

    def test_json_has_the_legal_moves_in_order(self) -> None:
        for spec in SPECS:
            with self.subTest(spec=spec):
                play = random_play(spec, 4, 8)
                listed = play.json()["moves"]
                self.assertEqual([entry["move"] for entry in listed], play.legal())
                self.assertEqual([entry["text"] for entry in listed], play.legal_texts())
                self.assertEqual([entry["action"] for entry in listed], play.legal_actions())
                self.assertEqual(
                    [entry["cells"] for entry in listed], [play.touched(m) for m in play.legal()]
                )

    def test_actions_tell_moves_apart_and_lead_back_to_them(self) -> None:
        for spec in SPECS:
            for plies in (0, 5, 20):
                with self.subTest(spec=spec, plies=plies):
                    play = random_play(spec, 5, plies)
                    actions = play.legal_actions()
                    self.assertEqual(len(set(actions)), len(play.legal()))
                    self.assertTrue(all(0 <= action < GAMES[spec].actions for action in actions))
                    self.assertEqual([play.action_move(action) for action in actions], play.legal())

    def test_cells_are_those_of_the_json(self) -> None:
        for spec in SPECS:
            with self.subTest(spec=spec):
                play = random_play(spec, 6, 30)
                cells, theirs = play.cells(), play.json()["cells"]
                self.assertEqual(len(cells), len(GAMES[spec].cell_names))
                self.assertEqual([cell.owner for cell in cells], [cell.get("owner", -1) for cell in theirs])

    def test_pictures_are_documents(self) -> None:
        for spec in SPECS:
            with self.subTest(spec=spec):
                picture = random_play(spec, 7, 5)._repr_svg_()
                self.assertTrue(picture.startswith("<svg") and picture.rstrip().endswith("</svg>"))
        self.assertGreater(len(pollard.Play("othello").svg(labels=True)), len(pollard.Play("othello").svg()))
        self.assertIn("<svg", GAMES["othello"]._repr_svg_())

    def test_as_text_has_board_and_caption(self) -> None:
        play = pollard.Play("othello")
        self.assertIn("a b c d e f g h", str(play))
        self.assertIn("black to move", str(play))


class Histories(unittest.TestCase):
    def test_copies_are_independent_and_equal(self) -> None:
        ways: list[Callable[[pollard.Play], Any]] = [pollard.Play.copy, copy.copy, copy.deepcopy]
        ways.append(lambda play: pickle.loads(pickle.dumps(play)))
        for make in ways:
            play = random_play("othello", 1, 20)
            play.cap(77)
            other = make(play)
            self.assertEqual((other.moves, other.position, other.cap()), (play.moves, play.position, 77))
            other.undo()
            self.assertEqual(len(play), len(other) + 1)

    def test_a_finished_game_can_be_pickled(self) -> None:
        for spec in ("checkers", "virus", "chess"):
            play = random_game(GAMES[spec], 1)
            other = pickle.loads(pickle.dumps(play))
            self.assertEqual((other.moves, other.why, other.points), (play.moves, play.why, play.points))

    def test_replay_goes_through_all_positions(self) -> None:
        for spec in SPECS:
            with self.subTest(spec=spec):
                play = random_play(spec, 8, 15)
                positions = [step.position for step in play.replay()]
                self.assertEqual((positions[0], positions[-1]), (play.start, play.position))
                self.assertEqual(len(positions), len(play) + 1)
                while len(play):
                    self.assertEqual(play.position, positions.pop())
                    play.undo()
                self.assertEqual(play.position, positions[0])

    def test_moves_in_one_text_are_all_played_or_none(self) -> None:
        play = pollard.Play("othello")
        with self.assertRaises(pollard.InputError):
            play.move("f5 d6 a1")
        self.assertEqual(len(play), 0)
        play.move("f5d6c3")
        self.assertEqual((play.moves, list(play), len(play)), (["f5", "d6", "c3"],) * 2 + (3,))
        self.assertEqual(len(play.history()), 3)

    def test_a_limit_of_plies_ends_the_game(self) -> None:
        play = pollard.Play("chess")
        self.assertEqual(play.cap(), play.game.plies_max)
        play.cap(2)
        play.move("e4 e5")
        self.assertEqual((play.over, play.why, play.legal(), play.points), (True, "plies-max", [], (1, 1)))
        with self.assertRaises(pollard.OverError):
            play.move("Nf3")
        play.cap(3)
        self.assertEqual((play.over, play.points), (False, None))

    def test_a_draw_by_repetition_is_seen(self) -> None:
        play = pollard.Play("chess")
        play.move("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")
        self.assertEqual((play.why, play.result, play.payoff), ("repetition", "draw by repetition", (0, 0)))


if __name__ == "__main__":
    unittest.main()
