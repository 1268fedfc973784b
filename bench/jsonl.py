#!/usr/bin/env python3
"""How long `pollard jsonl` takes to answer a question of depth 1, from the line written to the line read.

Usage: bench/jsonl.py PROGRAM [QUESTIONS]
The first question of a game opens its player and is shown apart.
"""
import json
import statistics
import subprocess
import sys
import time

GAMES = ["chess", "othello", "checkers", "abalone", "focus:players=4", "chinese-checkers:players=6", "virus"]


def main():
    program, questions = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    engine = subprocess.Popen([program, "jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(**request):
        start = time.perf_counter()
        engine.stdin.write(json.dumps(request).encode() + b"\n")
        engine.stdin.flush()
        line = engine.stdout.readline()
        seconds = time.perf_counter() - start
        answer = json.loads(line)
        assert answer["ok"], answer
        return seconds

    print(f"jsonl, {questions} questions of depth 1, milliseconds")
    print(f"{'game':28} {'first':>8} {'median':>8} {'99 %':>8}")
    for game in GAMES:
        ask(do="new", game=game)
        first = ask(do="think", depth=1)
        times = sorted(ask(do="think", depth=1) for _ in range(questions))
        print(f"{game:28} {1000 * first:8.2f} {1000 * statistics.median(times):8.3f} {1000 * times[-questions // 100]:8.3f}")
    ask(do="quit")
    engine.wait()


if __name__ == "__main__":
    main()
