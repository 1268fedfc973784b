#!/usr/bin/env python3
"""Milliseconds to the first answer of a server that was just started, and to the answer of a stop.

Usage: bench/server.py PROGRAM [TIMES]
"""
import http.client
import json
import subprocess
import sys
import time


def ask(port, method, path, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
    text = connection.getresponse().read()
    connection.close()
    return text


def start(program):
    process = subprocess.Popen([program, "serve", "--port", "0", "--json"], stdout=subprocess.PIPE, text=True)
    said = ""
    while "}" not in said:
        said += process.stdout.readline()
    return process, json.loads(said)["port"]


def end(process):
    process.terminate()
    process.wait()


def first_answer(program):
    begin = time.perf_counter()
    process, port = start(program)
    ask(port, "GET", "/")
    seconds = time.perf_counter() - begin
    end(process)
    return seconds


def stop(port, session):
    ask(port, "POST", session, '{"do":"think","infinite":true}')
    time.sleep(0.2)
    begin = time.perf_counter()
    ask(port, "POST", session, '{"do":"stop"}')
    return time.perf_counter() - begin


def show(what, times):
    times = sorted(1000 * t for t in times)
    print(f"{what:34} {times[len(times) // 2]:8.1f} {times[-1]:8.1f}")


def main():
    program, times = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 21
    print(f"{'milliseconds':34} {'median':>8} {'worst':>8}")
    show("start to first answer", [first_answer(program) for _ in range(times)])
    process, port = start(program)
    for game in ["othello", "chess", "chinese-checkers:players=6"]:
        session = "/api/sessions/" + json.loads(ask(port, "POST", "/api/sessions", "{}"))["session"]
        ask(port, "POST", session, json.dumps({"do": "new", "game": game}))
        show(f"stop, {game}", [stop(port, session) for _ in range(times)])
    end(process)


main()
