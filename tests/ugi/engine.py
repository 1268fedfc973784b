#!/usr/bin/env python3
"""A second engine for the Universal Game Interface, from the protocol and the rules alone (docs/GAMES.md).

    engine.py GAME [SEED]      othello, checkers, abalone or connect-four

It shares nothing with the program it is to play against: its rules are written the slow, obvious way. It takes the move
after which it is best off by counting pieces, one of the best at random. `go perft N` and `moves` are for the tests.
"""
import random
import sys


class Othello:
    start = "---------------------------OX------XO--------------------------- X"
    steps = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]

    @staticmethod
    def read(text):
        cells, side = text.split()
        return {(r, c): cells[8 * r + c] for r in range(8) for c in range(8)}, side

    def flips(self, board, side, cell):
        found = []
        for a, b in self.steps if board[cell] == "-" else ():
            line, at = [], (cell[0] + a, cell[1] + b)
            while board.get(at, "-") not in ("-", side):
                line.append(at)
                at = at[0] + a, at[1] + b
            if board.get(at) == side:
                found += line
        return found

    def moves(self, position):
        board, side = position
        other = "O" if side == "X" else "X"
        found = {}
        for r, c in board:
            flips = self.flips(board, side, (r, c))
            if flips:
                after = dict(board)
                after.update({cell: side for cell in flips + [(r, c)]})
                found["abcdefgh"[c] + str(r + 1)] = (after, other)
        if not found and any(self.flips(board, other, cell) for cell in board):
            found["pass"] = (board, other)
        return found

    @staticmethod
    def count(position, side):
        pieces = list(position[0].values())
        return pieces.count(side) - pieces.count("O" if side == "X" else "X")


class ConnectFour:
    start = "/".join(["-------"] * 6) + " X"

    @staticmethod
    def read(text):
        rows, side = text.split()
        rows = rows.split("/")[::-1]  # from the bottom
        columns = ["".join(row[c] for row in rows).rstrip("-") for c in range(len(rows[0]))]
        return columns, len(rows), side

    @staticmethod
    def at(columns, c, r):
        return columns[c][r] if 0 <= c < len(columns) and 0 <= r < len(columns[c]) else "-"

    def won(self, columns, height, side):
        return any(all(self.at(columns, c + k * a, r + k * b) == side for k in range(4))
                   for c in range(len(columns)) for r in range(height) for a, b in ((1, 0), (0, 1), (1, 1), (1, -1)))

    def moves(self, position):
        columns, height, side = position
        other = "O" if side == "X" else "X"
        if self.won(columns, height, other):
            return {}
        return {"abcdefgh"[c]: (columns[:c] + [columns[c] + side] + columns[c + 1:], height, other)
                for c in range(len(columns)) if len(columns[c]) < height}

    def count(self, position, side):
        return 1 if self.won(position[0], position[1], side) else 0


class Checkers:
    start = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"

    @staticmethod
    def read(text):
        side, *lists = text.split(":")
        board = {}
        for part in lists:
            for word in filter(None, part[1:].split(",")):
                king = word[0] == "K"
                board[int(word[king:])] = (part[0], king)
        return board, side

    @staticmethod
    def cell(square):  # row and column, from the top left corner
        row = (square - 1) // 4
        return row, 2 * ((square - 1) % 4) + (row % 2 == 0)

    def step(self, square, a, b, far=1):
        row, column = self.cell(square)
        row, column = row + far * a, column + far * b
        return 4 * row + column // 2 + 1 if 0 <= row < 8 and 0 <= column < 8 else None

    @staticmethod
    def directions(side, king):
        return [(a, b) for a in ((1, -1) if king else (1,) if side == "B" else (-1,)) for b in (-1, 1)]

    def crowned(self, side, square, king):
        return king or self.cell(square)[0] == (7 if side == "B" else 0)

    def jumps(self, board, side, king, path, taken):
        """All whole chains from the end of the path; the jumper is not on the board."""
        found = []
        for a, b in self.directions(side, king):
            over, to = self.step(path[-1], a, b), self.step(path[-1], a, b, 2)
            if to is None or to in board or over in taken or board.get(over, (side,))[0] == side:
                continue
            ends = not king and self.crowned(side, to, king)
            more = [] if ends else self.jumps(board, side, king, path + [to], taken + [over])
            found += more or [(path + [to], taken + [over])]
        return found

    def moves(self, position):
        board, side = position
        other = "W" if side == "B" else "B"
        found = {}
        for square, (owner, king) in board.items():
            rest = {k: v for k, v in board.items() if k != square}
            for path, taken in self.jumps(rest, side, king, [square], []) if owner == side else ():
                after = {k: v for k, v in rest.items() if k not in taken}
                after[path[-1]] = side, self.crowned(side, path[-1], king)
                found["x".join(map(str, path))] = (after, other)
        for square, (owner, king) in board.items() if not found else ():
            for a, b in self.directions(side, king) if owner == side else ():
                to = self.step(square, a, b)
                if to is not None and to not in board:
                    after = {k: v for k, v in board.items() if k != square}
                    after[to] = side, self.crowned(side, to, king)
                    found["%d-%d" % (square, to)] = (after, other)
        return found

    @staticmethod
    def count(position, side):
        return sum((3 if king else 2) * (1 if owner == side else -1) for owner, king in position[0].values())


class Abalone:
    start = "wwwww/wwwwww/--www--/--------/---------/--------/--bbb--/bbbbbb/bbbbb b"
    steps = [(0, 1), (0, -1), (1, 1), (-1, -1), (1, 0), (-1, 0)]

    @staticmethod
    def read(text):
        rows, side = text.split()
        board = {}
        for r, row in zip(range(8, -1, -1), rows.split("/")):
            for k, marble in enumerate(row):
                board[r, k + 1 + max(0, r - 4)] = marble
        return board, side

    @staticmethod
    def name(cell):
        return "ABCDEFGHI"[cell[0]] + str(cell[1])

    @staticmethod
    def far(cell, step, n):
        return cell[0] + n * step[0], cell[1] + n * step[1]

    def shifted(self, board, line, step):
        after = dict(board)
        after.update({cell: "-" for cell in line})
        after.update({self.far(cell, step, 1): board[cell] for cell in line if self.far(cell, step, 1) in board})
        return after

    def ahead(self, board, side, rear, step):
        """The marbles that move when the line at `rear` goes along `step`, or None."""
        own = 1
        while board.get(self.far(rear, step, own)) == side:
            own += 1
        pushed = 0
        while board.get(self.far(rear, step, own + pushed), "-") not in ("-", side):
            pushed += 1
        beyond = board.get(self.far(rear, step, own + pushed))
        if own > 3 or pushed >= own or beyond == side or (beyond is None and pushed == 0):
            return None
        return [self.far(rear, step, k) for k in range(own + pushed)]

    def moves(self, position):
        board, side = position
        other = "w" if side == "b" else "b"
        found = {}
        if list(board.values()).count(side) <= 8:
            return {}
        for cell in (c for c in board if board[c] == side):
            for step in self.steps:
                # Of a line of four or more only the first three can go: the third is the rear one then.
                line = self.ahead(board, side, cell, step)
                if line is not None:
                    found[self.name(cell) + self.name(self.far(cell, step, 1))] = (
                        self.shifted(board, line, step), other)
            for axis in ((0, 1), (1, 1), (1, 0)):
                for n in (2, 3):
                    line = [self.far(cell, axis, k) for k in range(n)]
                    if any(board.get(c) != side for c in line):
                        continue
                    for step in self.steps:
                        if step in (axis, (-axis[0], -axis[1])):
                            continue
                        if all(board.get(self.far(c, step, 1)) == "-" for c in line):
                            text = self.name(line[0]) + self.name(line[-1]) + self.name(self.far(cell, step, 1))
                            found[text] = (self.shifted(board, line, step), other)
        return found

    @staticmethod
    def count(position, side):
        marbles = list(position[0].values())
        return 100 * (marbles.count(side) - marbles.count("w" if side == "b" else "b"))


GAMES = {"othello": Othello, "checkers": Checkers, "abalone": Abalone, "connect-four": ConnectFour}


class Engine:
    def __init__(self, game, seed):
        self.name, self.game, self.random = game, GAMES[game](), random.Random(seed)
        self.position = self.game.read(self.game.start)

    def set_position(self, words):
        moves = words.index("moves") if "moves" in words else len(words)
        text = self.game.start if words[1] == "startpos" else " ".join(words[2:moves])
        position = self.game.read(text)
        for move in words[moves + 1:]:
            position = self.game.moves(position)[move]  # a KeyError: it is illegal
        self.position = position

    def best(self):
        side = self.position[-1]
        moves = self.game.moves(self.position)
        values = {move: self.game.count(after, side) for move, after in moves.items()}
        most = [move for move in sorted(moves) if values[move] == max(values.values())]
        return self.random.choice(most) if most else "(none)"

    def perft(self, position, depth):
        moves = self.game.moves(position)
        if depth == 0 or not moves:
            return 1
        return sum(self.perft(after, depth - 1) for after in moves.values())

    def line(self, words):
        if words[0] == "ugi":
            return "id name second %s engine\nid author the tests\nugiok" % self.name
        if words[0] == "isready":
            return "readyok"
        if words[0] == "position":
            self.set_position(words)
        if words[:2] == ["go", "perft"]:
            return str(self.perft(self.position, int(words[2])))
        if words[0] == "go":
            return "bestmove " + self.best()
        if words[0] == "moves":
            return " ".join(sorted(self.game.moves(self.position)))
        return None


def main():
    engine = Engine(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    for line in sys.stdin:
        words = line.split()
        if words == ["quit"]:
            break
        said = engine.line(words) if words else None
        if said is not None:
            print(said, flush=True)


main()
