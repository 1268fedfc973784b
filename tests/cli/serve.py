#!/usr/bin/env python3
"""The server over plain sockets: who is answered and who is not, requests of every wrong size and speed, sessions,
streams, jobs; memory and descriptors before and after.

Usage: serve.py PROGRAM FOLDER [REQUESTS]
Ends with "N passed, N failed". Under a sanitizer there are fewer requests, and memory is not compared.
"""
import gzip
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time

PROGRAM, FOLDER = sys.argv[1], sys.argv[2]
VERSION = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
SANITIZED = "(asan" in VERSION or "(tsan" in VERSION
REQUESTS = int(sys.argv[3]) if len(sys.argv) > 3 else 5000 if SANITIZED else 100000
JSON = {"Content-Type": "application/json"}
FIRST = "POLLARD_FIRST_FAILURE" in os.environ   # end with it: who asks only whether there is one (tools/mutate)
passed = failed = 0
started = []   # servers, to be ended whatever happens


def check(good, what):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print("FAILED:", what, flush=True)
        if FIRST and threading.current_thread() is threading.main_thread():
            raise SystemExit(f"{passed} passed, {failed} failed")


class Serve:
    """A server of its own, on a port of its own."""

    def __init__(self, *flags):
        environment = dict(os.environ, TMPDIR=FOLDER)
        self.process = subprocess.Popen([PROGRAM, "serve", "--port", "0", "--json", *flags], cwd=FOLDER, env=environment,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        text = ""
        while "}" not in text:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(self.process.stderr.read())
            text += line
        said = json.loads(text)
        self.port, self.url = said["port"], said["url"]
        self.host = f"127.0.0.1:{self.port}"
        started.append(self.process)

    def ask(self, method, path, body=None, headers=None, host=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=200)
        headers = dict(headers or {})
        if host is not None:
            headers["Host"] = host
        if body is not None and not isinstance(body, (bytes, str)):
            body = json.dumps(body)
            headers = {**JSON, **headers}
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, text, {k.lower(): v for k, v in answer.getheaders()}

    def post(self, path, body, headers=None):
        status, text, _ = self.ask("POST", path, body, headers)
        return status, json.loads(text)

    def children_time(self):
        """Of those that have ended, in ticks."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[13:15]

    def get(self, path):
        status, text, _ = self.ask("GET", path)
        return status, json.loads(text)

    def raw(self, data, seconds=20):
        """Bytes to a connection of its own, and everything that comes back before it is closed or silent."""
        s = socket.create_connection(("127.0.0.1", self.port))
        s.settimeout(seconds)
        got = b""
        try:
            s.sendall(data)
            s.shutdown(socket.SHUT_WR)
            while True:
                more = s.recv(65536)
                if not more:
                    break
                got += more
        except OSError:
            pass
        s.close()
        return got

    def session(self):
        return self.post("/api/sessions", {})[1]["session"]

    def stream(self, path):
        s = socket.create_connection(("127.0.0.1", self.port))
        s.sendall(f"GET {path} HTTP/1.0\r\nHost: {self.host}\r\n\r\n".encode())   # 1.0: not in chunks
        s.settimeout(60)
        return Stream(s)

    def children(self):
        return subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True).stdout.split()

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def memory(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1))

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        try:
            code = self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = "killed"
        return code, self.process.stderr.read()


class Stream:
    """Server-sent events of one connection, as objects."""

    def __init__(self, s):
        self.socket, self.buffer = s, b""

    def event(self):
        end = time.time() + 200   # heartbeats are no events
        while time.time() < end:
            match = re.search(rb"data: (.*)\n", self.buffer)
            if match:
                self.buffer = self.buffer[match.end():]
                return json.loads(match.group(1))
            more = self.socket.recv(65536)
            if not more:
                return None
            self.buffer += more
        raise SystemExit("a stream without events")

    def until(self, wanted):
        end = time.time() + 300
        while time.time() < end:
            event = self.event()
            if event is None or wanted(event):
                return event
        raise SystemExit("a stream without the event that was waited for")

    def close(self):
        self.socket.close()


def settled(measure, most, seconds=15):
    """Waits for a figure to come down; what it is then."""
    end = time.time() + seconds
    while measure() > most and time.time() < end:
        time.sleep(0.1)
    return measure()


# Who is answered.

def test_strangers(serve):
    own = f"http://{serve.host}"
    table = [
        # method, path, headers, body, host, expected
        ("GET", "/", {}, None, None, 200),
        ("HEAD", "/", {}, None, None, 200),
        ("GET", "/", {}, None, f"localhost:{serve.port}", 200),
        ("GET", "/", {}, None, f"LOCALHOST:{serve.port}", 200),
        ("GET", "/", {}, None, f"[::1]:{serve.port}", 200),
        ("GET", "/", {}, None, "localhost", 421),
        ("GET", "/", {}, None, "example.org", 421),
        ("GET", "/", {}, None, f"example.org:{serve.port}", 421),
        ("GET", "/", {}, None, f"127.0.0.1.example.org:{serve.port}", 421),
        ("GET", "/", {}, None, f"127.0.0.1:{serve.port}.", 421),
        ("GET", "/api/about", {}, None, "", 421),
        ("GET", "/api/about", {"Origin": own}, None, None, 200),
        ("GET", "/api/about", {"Origin": "http://example.org"}, None, None, 403),
        ("GET", "/api/about", {"Origin": "null"}, None, None, 403),
        ("GET", "/api/about", {"Origin": f"https://{serve.host}"}, None, None, 403),
        ("GET", "/api/about", {"Origin": f"{own}.example.org"}, None, None, 403),
        ("POST", "/api/sessions", {"Origin": "http://example.org", **JSON}, "{}", None, 403),
        ("GET", "/api/about", {"Sec-Fetch-Site": "same-origin"}, None, None, 200),
        ("GET", "/api/about", {"Sec-Fetch-Site": "none"}, None, None, 200),
        ("GET", "/api/about", {"Sec-Fetch-Site": "same-site"}, None, None, 403),
        ("GET", "/api/about", {"Sec-Fetch-Site": "cross-site"}, None, None, 403),
        ("POST", "/api/sessions", {"Sec-Fetch-Site": "cross-site", **JSON}, "{}", None, 403),
        ("GET", "/", {"Sec-Fetch-Site": "cross-site"}, None, None, 200),
        ("POST", "/api/sessions", {}, "{}", None, 415),
        ("POST", "/api/sessions", {"Content-Type": "text/plain"}, "{}", None, 415),
        ("POST", "/api/sessions", {"Content-Type": "application/x-www-form-urlencoded"}, "a=b", None, 415),
        ("POST", "/api/sessions", {"Content-Type": "application/jsonp"}, "{}", None, 415),
        ("POST", "/api/sessions", {"Content-Type": "application/json; charset=utf-8"}, "{}", None, 200),
        ("POST", "/api/sessions", JSON, "", None, 400),
        ("POST", "/api/sessions", JSON, "[]", None, 400),
        ("POST", "/api/sessions", JSON, "{", None, 400),
        ("POST", "/api/sessions", JSON, '{"a":1}', None, 400),
        ("POST", "/api/sessions", JSON, "[" * 60000, None, 400),
        ("POST", "/api/sessions", JSON, " " * 65536, None, 400),
        ("POST", "/api/sessions", JSON, " " * 65537, None, 413),
        ("POST", "/api/sessions", JSON, " " * 1000000, None, 413),
        ("POST", "/api/sessions/0", JSON, '{"do":"games"}', None, 404),
        ("POST", "/api/sessions/" + "0" * 32, JSON, '{"do":"games"}', None, 404),
        ("POST", "/", JSON, "{}", None, 404),
        ("PUT", "/", {}, None, None, 405),
        ("DELETE", "/api/jobs", {}, None, None, 405),
        ("OPTIONS", "/api/jobs", {"Origin": own}, None, None, 405),
        ("TRACE", "/", {}, None, None, 405),
        ("GET", "/api/sessions", {}, None, None, 405),
        ("POST", "/api/about", JSON, "{}", None, 405),
        ("GET", "/api/about", {"Content-Length": "2"}, "{}", None, 400),
        ("GET", "/api/nothing", {}, None, None, 404),
        ("GET", "/api", {}, None, None, 404),
        ("GET", "/api/lab/../page", {}, None, None, 404),
        ("GET", "/api/lab/nothing/report", {}, None, None, 404),
        ("GET", "/api/lab/--help/report", {}, None, None, 404),
    ]
    for path in ["/../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/index.html/",
                 "/index.html/..", "/./index.html", "/index.html%00.js", "/INDEX.HTML", "/api/jobs/../about",
                 "/web/dist/index.html", "/results.db", "/\\..\\x"]:
        table.append(("GET", path, {}, None, None, 404))
    for method, path, headers, body, host, expected in table:
        try:
            status, text, got = serve.ask(method, path, body, headers, host)
        except (OSError, http.client.HTTPException) as wrong:
            # The server does not read a body to its end that it has refused.
            check(body is not None and len(body) > 100000, f"{method} {path} {headers} {host}: {wrong}")
            continue
        check(status == expected, f"{method} {path} {headers} {host}: {status}, expected {expected}")
        check(got.get("x-content-type-options") == "nosniff" and "default-src 'self'" in
              got.get("content-security-policy", "") and "access-control-allow-origin" not in got,
              f"{method} {path}: the headers of every answer")
        if status >= 400 and method != "HEAD":
            try:
                wrong = json.loads(text)
            except ValueError:
                wrong = {}
            check(wrong.get("ok") is False and wrong.get("error"), f"{method} {path}: one clear error, not {text[:80]}")


def test_forms(serve):
    """Requests that no library would make."""
    host = f"Host: {serve.host}\r\n"
    long = "x" * 1000000
    for data, expected, what in [
        (f"GET /{long} HTTP/1.1\r\n{host}\r\n", rb"HTTP/1.1 (414|431)|^$", "an address of 1 MB"),
        (f"GET / HTTP/1.1\r\n{host}X: {long}\r\n\r\n", rb"HTTP/1.1 431|^$", "a header of 1 MB"),
        (f"{long}\r\n\r\n", rb"HTTP/1.1 4|^$", "a line of 1 MB"),
        ("GET / HTTP/1.1\r\n\r\n", rb"HTTP/1.1 (400|421)", "no Host"),
        (f"GET / HTTP/1.1\r\n{host}{host}\r\n", rb"HTTP/1.1 400", "two Hosts"),
        (f"GET / HTTP/1.1\r\n{host}host: example.org\r\n\r\n", rb"HTTP/1.1 400", "another Host"),
        (f"GET / HTTP/1.1\r\n{host}Origin: http://{serve.host}\r\norigin: http://example.org\r\n\r\n", rb"HTTP/1.1 400", "two Origins"),
        ("GET /\r\n\r\n", rb"HTTP/1.. (400|421)|^$", "no version"),
        ("\r\n\r\n\r\n", rb"^$|HTTP/1.1 400", "empty lines"),
        ("\0\1\2\3" * 1000, rb"^$|HTTP/1.1 400", "bytes that are no text"),
        (f"POST /api/sessions HTTP/1.1\r\n{host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
         "2\r\n{}\r\n0\r\n\r\n", rb"HTTP/1.1 200", "a body in chunks"),
        (f"POST /api/sessions HTTP/1.1\r\n{host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
         + "1000\r\n" .join([""] + [" " * 4096 + "\r\n"] * 17) + "0\r\n\r\n", rb"HTTP/1.1 413", "chunks of 68 KiB"),
        (f"POST /api/sessions HTTP/1.1\r\n{host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
         + "1000\r\n" .join([""] + [" " * 4096 + "\r\n"] * 1000), rb"^$|HTTP/1.1 413", "chunks of 4 MB"),
        (f"POST /api/sessions HTTP/1.1\r\n{host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
         "zz\r\n{}\r\n0\r\n\r\n", rb"^$|HTTP/1.1 400", "chunks that are none"),
        (f"POST /api/sessions HTTP/1.1\r\n{host}Content-Type: application/json\r\nContent-Length: -1\r\n\r\n{{}}",
         rb"HTTP/1.1 4", "a length below zero"),
        (f"POST /api/sessions HTTP/1.1\r\n{host}Content-Type: application/json\r\nContent-Length: 99999999999999999999\r\n\r\n",
         rb"HTTP/1.1 4|^$", "a length beyond numbers"),
        (f"POST /api/sessions HTTP/1.1\r\n{host}Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{{}}",
         rb"^$|HTTP/1.1 4", "a body that breaks off"),
    ]:
        got = serve.raw(data.encode("latin1"))
        check(re.search(expected, got) is not None and b" 500 " not in got, f"{what}: {got[:100]}")
        check(serve.get("/api/about")[0] == 200, f"after {what} others are answered")


def test_slow(serve):
    """A request that is not complete after 8 seconds is cut off, however busily it trickles."""
    host = f"Host: {serve.host}\r\n"
    starts = {
        "nothing at all": b"",
        "headers, a byte at a time": f"GET / HTTP/1.1\r\n{host}X-Slow: ".encode(),
        "a body, a byte at a time": f"POST /api/sessions HTTP/1.1\r\n{host}Content-Type: application/json\r\n"
                                    "Content-Length: 1000\r\n\r\n".encode(),
    }
    took = {}

    def trickle(what, data):
        s = socket.create_connection(("127.0.0.1", serve.port))
        begin = time.time()
        s.sendall(data)
        s.settimeout(0.25)
        while time.time() - begin < 20:
            try:
                if data:
                    s.sendall(b" ")
                if s.recv(1000) == b"":
                    break
            except socket.timeout:
                continue
            except OSError:
                break
        took[what] = time.time() - begin
        s.close()

    threads = [threading.Thread(target=trickle, args=item) for item in starts.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for what, seconds in took.items():
        check(7 < seconds < 19, f"{what}: cut off after {seconds:.1f} s")


# Of every answer; and how long it may be kept, which is not the same for all.
PROTECTION = {
    "content-security-policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
                               "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    "x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin", "cross-origin-opener-policy": "same-origin",
}


def has_headers(got, **wanted):
    wanted = {**PROTECTION, **{name.replace("_", "-"): value for name, value in wanted.items()}}
    return all(got.get(name) == value for name, value in wanted.items())


def test_assets(serve):
    status, text, headers = serve.ask("GET", "/")
    page = {"cache_control": "no-cache", "vary": "Accept-Encoding", "etag": headers.get("etag", "none")}
    check(status == 200 and has_headers(headers, content_type="text/html; charset=utf-8", **page) and
          "content-encoding" not in headers and text.startswith(b"<!doctype html>"), f"the page: {headers}")
    status, packed, more = serve.ask("GET", "/index.html", headers={"Accept-Encoding": "br, gzip;q=0.8"})
    check(status == 200 and has_headers(more, content_type="text/html; charset=utf-8", content_encoding="gzip", **page) and
          gzip.decompress(packed) == text and len(packed) < len(text), f"the page, compressed, is the same: {more}")
    status, none, same = serve.ask("GET", "/", headers={"If-None-Match": headers["etag"]})
    check((status, none) == (304, b"") and has_headers(same, **page), f"a page that is known already: {status} {same}")
    check(serve.ask("GET", "/", headers={"If-None-Match": '"0"'})[0] == 200, "a page that was another")
    check(serve.ask("GET", "/", headers={"Accept-Encoding": "gzip;q=0"})[1] == text, "gzip that is not wanted")
    for path, kind in [("/app.js", "text/javascript; charset=utf-8"), ("/app.css", "text/css; charset=utf-8"),
                       ("/engine.wasm", "application/wasm")]:
        status, _, more = serve.ask("GET", path)
        check(status == 200 and more["content-type"] == kind and more["etag"] != headers["etag"], f"{path}: {more}")


def test_about(serve):
    """What docs/SERVER.md says, and what the program says of itself."""
    status, text, headers = serve.ask("GET", "/api/about")
    own = json.loads(subprocess.run([PROGRAM, "--version", "--json"], capture_output=True, text=True, check=True).stdout)
    check(status == 200 and has_headers(headers, content_type="application/json", cache_control="no-store"), f"{headers}")
    check(json.loads(text) == {
        "ok": True, "version": own["version"], "variant": own["variant"], "commit": own["commit"],
        "digests": own["digests"], "can": {"databases": True, "lab": True, "jobs": True, "threads": 2},
        "limits": {"sessions": 32, "streams": 256, "searches": 8, "jobs": 2, "body": 65536, "search_seconds": 60.0,
                   "infinite_seconds": 600.0, "table_bytes": "67108864"}}, f"about: {text}")
    status, _, headers = serve.ask("PUT", "/")
    check(has_headers(headers, content_type="application/json", cache_control="no-store", allow="GET, HEAD, POST"),
          f"another method: {headers}")


# Sessions.

def test_opening(serve):
    """A session that is opened with requests has answered them, as it would have one after another."""
    asks = [{"do": "new", "game": "othello", "moves": "d3", "id": 1}, {"do": "board"}, {"do": "moves", "touches": True},
            {"do": "nothing"}, {"do": "undo"}, {"do": "state", "id": "x"}]
    status, answer = serve.post("/api/sessions", {"about": True, "ask": asks})
    check(status == 200 and answer["about"] == serve.get("/api/about")[1], f"about in an opening: {answer.get('about')}")
    lines = "".join(json.dumps(ask) + "\n" for ask in asks)
    said = subprocess.run([PROGRAM, "jsonl"], input=lines, capture_output=True, text=True).stdout.splitlines()
    check(answer["answers"] == [json.loads(line) for line in said], f"answers of an opening: {answer['answers']}")
    state = serve.post(f"/api/sessions/{answer['session']}", {"do": "state"})[1]
    check(state["plies"] == 0 and state["game"] == "othello", f"a session stands where its opening has put it: {state}")
    serve.post(f"/api/sessions/{answer['session']}/close", {})
    status, answer = serve.post("/api/sessions", {"ask": [{"do": "quit"}, {"do": "board"}]})
    check(status == 200 and len(answer["answers"]) == 1, f"nothing is answered after the end: {answer}")
    for body in [{"ask": 1}, {"ask": [{"do": "think"}]}, {"ask": [{"do": "board"}] * 9}, {"about": "yes"}, {"other": True}]:
        status, answer = serve.post("/api/sessions", body)
        check(status == 400 and answer["ok"] is False, f"an opening with {body}: {status} {answer}")


def test_protocol(serve):
    """What a session answers is what `pollard jsonl` answers."""
    requests = [{"do": "games", "id": 1}, {"do": "new", "game": "othello", "id": 2}, {"do": "moves", "id": "x"},
                {"do": "move", "move": "d3", "id": 4}, {"do": "state", "id": 5}, {"do": "board", "svg": True, "id": 6},
                {"do": "undo", "id": 7}, {"do": "nothing", "id": 8}, {"do": "new", "game": "nothing", "id": 9},
                {"do": "think", "player": "uci:command=true", "id": 10}, {"do": "stop", "id": 11}]
    lines = "".join(json.dumps(r) + "\n" for r in requests)
    said = subprocess.run([PROGRAM, "jsonl"], input=lines, capture_output=True, text=True).stdout.splitlines()
    session = serve.session()
    for request, line in zip(requests, said):
        status, answer = serve.post(f"/api/sessions/{session}", request)
        check(status == 200 and answer == json.loads(line), f"{request}: {answer}, expected {line}")
    check(re.fullmatch("[0-9a-f]{32}", session) is not None, "a session has 128 random bits")
    for body in ["", "null", "7", "[]", '"x"', "{}", '{"do":7}',
                 '{"do":"games","do":"games"}', "{\"do\":\"games\"}\0", '{"do":"ga\nmes"}', '\xff{}']:
        status, text, _ = serve.ask("POST", f"/api/sessions/{session}", body.encode("latin1"), JSON)
        check(status == 400 and json.loads(text)["ok"] is False, f"a body {body!r}: {status} {text[:80]}")
    for player, word in [("alphabeta:depth=2,tt=23,order=tt", "bytes"), ("alphabeta:trace=4000000", "bytes"), ("engine:threads=3", "threads"),
                         ("alphabeta:depth=2,with=/etc/passwd", "file"), ("gtp:command=true", "program"),
                         ("human", "")]:
        status, answer = serve.post(f"/api/sessions/{session}", {"do": "think", "player": player, "depth": 1})
        check(status == 200 and answer["ok"] is False and word in answer["error"], f"the player {player}: {answer}")
    check(serve.post(f"/api/sessions/{session}/close", {})[0] == 200, "a session is closed")
    time.sleep(0.5)
    check(serve.post(f"/api/sessions/{session}", {"do": "games"})[0] == 404, "a session that was closed is gone")


def test_search(serve):
    session = serve.session()
    address = f"/api/sessions/{session}"
    serve.post(address, {"do": "new", "game": "chess"})
    stream = serve.stream(address + "/events")
    status, answer = serve.post(address, {"do": "think", "depth": 4, "id": "a", "events": True})
    check((status, answer) == (202, {"ok": True, "started": True, "id": "a"}), f"a search is started: {answer}")
    event = stream.event()
    check(event["id"] == "a" and event["event"] == "depth", f"its events: {event}")
    end = stream.until(lambda e: "ok" in e)
    check(end["ok"] and end["depth"] == 4, f"its answer: {end}")
    serve.post(address, {"do": "think", "infinite": True, "id": 7})
    status, answer = serve.post(address, {"do": "think", "depth": 1, "id": 8})
    check(status == 200 and answer["ok"] is False and answer["id"] == 8, f"one search per session: {answer}")
    check(serve.post(address, {"do": "state"})[1]["ok"], "questions while it thinks")
    status, answer = serve.post(address, {"do": "stop", "id": 9})
    check(answer == {"id": 9, "ok": True, "stopped": True}, f"a search is stopped: {answer}")
    end = stream.until(lambda e: "ok" in e)
    check(end["id"] == 7 and end["ok"], f"the answer of a search that was stopped: {end}")
    # A stream that was cut off goes on where it was; one without a number gets what nobody was given.
    serve.post(address, {"do": "think", "depth": 1, "id": "late"})
    stream.until(lambda e: e.get("id") == "late")
    for number, depth in [(1, 2), (0, 1)]:
        again = socket.create_connection(("127.0.0.1", serve.port))
        again.sendall(f"GET {address}/events HTTP/1.0\r\nHost: {serve.host}\r\nLast-Event-ID: {number}\r\n\r\n".encode())
        again.settimeout(30)
        again = Stream(again)
        check(again.event()["depth"] == depth, f"a stream goes on after the number it names, {number}")
        again.close()
    stream.close()
    serve.post(address + "/close", {})


def test_bounds():
    """Too many of anything: one clear answer, and room again when it is over."""
    serve = Serve()
    sessions = [serve.session() for _ in range(32)]
    status, answer = serve.post("/api/sessions", {})
    check(status == 503 and "sessions" in answer["error"], f"a session too many: {status} {answer}")
    searches = []
    for session in sessions[:9]:
        serve.post(f"/api/sessions/{session}", {"do": "new", "game": "tictactoe"})
        searches.append(serve.post(f"/api/sessions/{session}", {"do": "think", "infinite": True})[0])
    check(searches == [202] * 8 + [503], f"a search too many: {searches}")
    serve.post(f"/api/sessions/{sessions[0]}", {"do": "stop"})
    check(serve.post(f"/api/sessions/{sessions[8]}", {"do": "think", "infinite": True})[0] == 202, "a search again")
    streams = [serve.stream(f"/api/sessions/{sessions[i % 32]}/events") for i in range(256)]
    time.sleep(0.5)
    status, answer = serve.get(f"/api/sessions/{sessions[0]}/events")
    check(status == 503 and "streams" in answer["error"], f"a stream too many: {status} {answer}")
    many = []
    for _ in range(300):
        s = socket.create_connection(("127.0.0.1", serve.port))
        s.settimeout(5)
        many.append(s)
    time.sleep(0.3)
    try:
        many[-1].sendall(f"GET /api/about HTTP/1.1\r\nHost: {serve.host}\r\n\r\n".encode())
        got = many[-1].recv(100)
    except OSError:
        got = b""
    check(got == b"" or b" 503 " in got, f"a connection too many: {got}")
    for s in many + [stream.socket for stream in streams]:
        s.close()
    settled(serve.descriptors, 60)
    check(serve.get("/api/about")[0] == 200, "connections again")
    for session in sessions:
        check(serve.post(f"/api/sessions/{session}/close", {})[0] == 200, "a session is closed")
    time.sleep(1)
    check(serve.post("/api/sessions", {})[0] == 200, "a session again")
    code, wrong = serve.end(signal.SIGINT)
    check(code == 0 and wrong == "", f"Ctrl-C: {code} {wrong}")


def test_tabs(serve):
    """Six pages at once, each with a game and a search that streams."""
    wrong = []

    def tab(game):
        address = f"/api/sessions/{serve.session()}"
        stream = serve.stream(address + "/events")
        serve.post(address, {"do": "new", "game": game})
        for ply in range(6):
            serve.post(address, {"do": "think", "time_ms": 100, "events": True, "id": ply})
            answer = stream.until(lambda e: "ok" in e)
            if answer is None or answer.get("id") != ply or not answer["ok"]:
                wrong.append((game, answer))
                break
            played = serve.post(address, {"do": "move", "move": answer["move"]})[1]
            if not played["ok"]:
                wrong.append((game, played))
        stream.close()
        serve.post(address + "/close", {})

    games = ["othello", "chess", "abalone", "focus:players=4", "virus:players=3", "checkers"]
    threads = [threading.Thread(target=tab, args=(game,)) for game in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(not wrong, f"six tabs: {wrong}")


# Load.

def flood(serve, requests, wrong):
    """Small requests on one connection, a hundred on their way at a time."""
    s = socket.create_connection(("127.0.0.1", serve.port))
    s.settimeout(120)
    one = f"GET /api/about HTTP/1.1\r\nHost: {serve.host}\r\n\r\n".encode()
    for begin in range(0, requests, 100):
        n, got, tail = min(100, requests - begin), 0, b""
        s.sendall(one * n)
        while got < n:
            more = s.recv(1 << 18)
            if not more:
                wrong.append(got)
                return
            tail += more
            got += tail.count(b"HTTP/1.1 200 OK\r\n")
            tail = tail[-16:] if b"HTTP/1.1 200 OK\r\n" not in tail[-16:] else b""
        # What is left of the last answer.
        s.settimeout(120)
    s.close()


def test_load(serve):
    wrong = []
    flood(serve, REQUESTS // 10, wrong)
    time.sleep(0.5)
    memory, descriptors = serve.memory(), serve.descriptors()
    threads = [threading.Thread(target=flood, args=(serve, REQUESTS // 4, wrong)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(not wrong, f"{REQUESTS} requests: broken off after {wrong}")
    for _ in range(REQUESTS // 500):
        serve.raw(f"GET / HTTP/1.1\r\nHost: {serve.host}\r\nConnection: close\r\n\r\n".encode())
    check(settled(serve.descriptors, descriptors) <= descriptors, "descriptors after many requests")
    after = serve.memory()
    check(SANITIZED or after < memory + 4096, f"memory after {REQUESTS} requests: {memory} to {after} KiB")
    # Sessions come and go.
    def visit(times):
        for _ in range(times):
            address = f"/api/sessions/{serve.session()}"
            serve.post(address, {"do": "new", "game": "tictactoe"})
            serve.post(address, {"do": "think", "depth": 3})
            serve.post(address + "/close", {})
            time.sleep(0.01)
    visit(20)
    time.sleep(1)
    memory = serve.memory()
    visit(20 if SANITIZED else 200)
    check(settled(serve.descriptors, descriptors) <= descriptors, "descriptors after many sessions")
    after = settled(serve.memory, memory + 8191)   # the last sessions end in their own time
    check(SANITIZED or after < memory + 8192, f"memory after 200 sessions: {memory} to {after} KiB")


def test_streams(serve):
    """200 streams hear the same; when they are gone nothing of them is left."""
    address = f"/api/sessions/{serve.session()}"
    serve.post(address, {"do": "new", "game": "tictactoe"})
    serve.post(address, {"do": "think", "depth": 3, "id": "first"})   # takes its table
    serve.stream(address + "/events").until(lambda e: e.get("id") == "first")
    time.sleep(0.5)
    before, memory = serve.descriptors(), serve.memory()
    streams = [serve.stream(address + "/events") for _ in range(200)]
    for stream in streams:
        stream.socket.recv(1000)
    serve.post(address, {"do": "think", "depth": 3, "id": "all"})
    heard = [stream.until(lambda e: e.get("id") == "all") is not None for stream in streams]
    check(all(heard), f"{sum(heard)} of 200 streams heard it")
    for stream in streams:
        stream.close()
    check(settled(serve.descriptors, before) <= before, "descriptors after 200 streams")
    # A stream that nobody reads does not hold anybody up.
    deaf = serve.stream(address + "/events")
    for i in range(50):
        serve.post(address, {"do": "think", "depth": 5, "events": True, "id": i})
        serve.post(address, {"do": "stop"})
    check(serve.post(address, {"do": "state"})[1]["ok"], "a stream that nobody reads")
    deaf.close()
    after = settled(serve.memory, memory + 16383)
    check(SANITIZED or after < memory + 16384, f"memory after 200 streams: {memory} to {after} KiB")
    serve.post(address + "/close", {})


# Long work.

def test_jobs(serve):
    for body, word in [
        ({}, "kind"), ([], "object"), ({"kind": "rm"}, "kind"),
        ({"kind": "lab", "name": "nothing"}, "nothing"), ({"kind": "lab", "name": "/etc/passwd"}, "unknown"),
        ({"kind": "lab", "name": "--help"}, "unknown"), ({"kind": "lab", "name": "history-ads-1.json"}, "unknown"),
        ({"kind": "lab", "name": "history-ads-1", "trials": 0}, "trials"),
        ({"kind": "lab", "name": "history-ads-1", "results": "x"}, "results"),
        ({"kind": "match", "game": "othello", "players": ["random"]}, "players"),
        ({"kind": "match", "game": "othello", "players": ["random", "uci:command=true,depth=1"]}, "program"),
        ({"kind": "match", "game": "othello", "players": ["random", "alphabeta:depth=1,with=x"]}, "file"),
        ({"kind": "match", "game": "othello", "players": ["random", "human"]}, "person"),
        ({"kind": "match", "game": "othello", "players": ["random", "alphabeta:depth=1,threads=8"]}, "threads"),
        ({"kind": "match", "game": "othello", "players": ["random", "engine:time=70000"]}, "time"),
        ({"kind": "match", "game": "--save", "players": ["random", "random"]}, ""),
        ({"kind": "match", "game": "othello", "players": ["random", "random"], "sprt": [10, 0]}, "sprt"),
        ({"kind": "db", "name": "../../x"}, "name"), ({"kind": "db", "name": "-x"}, "name"),
    ]:
        status, answer = serve.post("/api/jobs", body)
        check(status == 400 and word in answer["error"], f"the job {body}: {status} {answer}")
    # A match, stopped and continued by the same command: the games of both.
    players = ["alphabeta:depth=5", "alphabeta:depth=5,order=killer"]
    status, answer = serve.post("/api/jobs", {"kind": "match", "game": "othello", "players": players, "games": 4000,
                                              "sprt": [-5, 5]})
    check(status == 200 and answer["state"] == "running", f"a match: {answer}")
    job = f"/api/jobs/{answer['job']}"
    stream = serve.stream(job + "/events")
    progress = stream.until(lambda e: e["event"] == "progress" and e["done"] > 0)
    check(progress["total"] == 4000 and "match" in progress["text"], f"{progress}")
    table = stream.until(lambda e: e["event"] == "table" and e["table"]["games"] > 0)["table"]
    check("elo" in table and "sprt" in table, f"a running table: {table}")
    listed = serve.get("/api/jobs")[1]["jobs"][0]
    check(listed["ask"]["games"] == 4000 and listed["state"] in ("running", "done"), f"the list: {listed}")
    check(serve.post(job + "/stop", {})[0] == 200, "a job is stopped")
    end = stream.until(lambda e: e["event"] == "end")
    check(end["code"] in (0, 130), f"the end of a job that was stopped: {end}")
    first = end["result"]["games"]
    check(serve.post(job + "/continue", {})[0] == 200, "a job is continued")
    stream.until(lambda e: e["event"] == "table" and e["table"]["games"] > first or e["event"] == "end")
    serve.post(job + "/stop", {})
    end = stream.until(lambda e: e["event"] == "end")
    check(end["result"]["games"] >= first, f"it goes on where it was: {first} games, then {end['result']['games']}")
    stream.close()
    # Before anything is measured.
    for what in ["report", "page", "results.csv"]:
        status, text, _ = serve.ask("GET", f"/api/lab/history-ads-1/{what}")
        check(status == 404 and "pollard lab run history-ads-1" in json.loads(text)["error"], f"nothing is measured: {status} {text[:200]}")
    before = serve.get("/api/lab")
    # An experiment, with a report while it runs and at its end.
    status, answer = serve.post("/api/jobs", {"kind": "lab", "name": "history-ads-1", "trials": 1})
    stream = serve.stream(f"/api/jobs/{answer['job']}/events")
    table = stream.until(lambda e: e["event"] in ("table", "end"))
    check(table["event"] == "table" and table["table"], f"the table of an experiment: {str(table)[:200]}")
    end = stream.until(lambda e: e["event"] == "end")
    check(end["code"] == 0 and end["state"] == "done", f"the end of an experiment: {end}")
    stream.close()
    status, report = serve.get("/api/lab/history-ads-1/report")
    check(status == 200 and report, "the report of an experiment")
    status, page, headers = serve.ask("GET", "/api/lab/history-ads-1/page")
    check(status == 200 and headers["content-type"].startswith("text/html") and b"<svg" in page or b"<table" in page,
          "the page of an experiment")
    check("script-src" not in headers["content-security-policy"] and "default-src 'none'" in
          headers["content-security-policy"], "the page of an experiment runs no scripts")
    status, table, headers = serve.ask("GET", "/api/lab/history-ads-1/results.csv")
    check(status == 200 and headers["content-type"].startswith("text/csv") and b"results.csv" in page and
          table.count(b"\n") > 2, "the table beside the page")
    check(serve.ask("GET", "/api/lab/history-ads-1/matches.csv")[0] == 404, "a table that the report does not have")
    status, listed = serve.get("/api/lab")
    rows = lambda answer: next(e["rows"] for e in answer["experiments"] if e["name"] == "history-ads-1")
    if not SANITIZED:
        check(before[0] == status == 200 and rows(before[1]) == 0 < rows(listed), "the experiments, before and after one has run")
        spent = serve.children_time()
        check(serve.get("/api/lab") == (200, listed) and serve.children_time() == spent, "the same list is not made again")
    # A database, built and asked.
    status, answer = serve.post("/api/jobs", {"kind": "db", "name": "cc-pdb3-4x4"})
    stream = serve.stream(f"/api/jobs/{answer['job']}/events")
    end = stream.until(lambda e: e["event"] == "end")
    check(end["code"] == 0 and end["result"]["name"] == "cc-pdb3-4x4", f"a database: {end}")
    stream.close()
    status, listed = serve.get("/api/databases")
    check(any(d["name"] == "cc-pdb3-4x4" and d["built"] for d in listed["databases"]), "the list of databases")
    status, answer = serve.post("/api/databases/probe", {"name": "cc-pdb3-4x4", "position": "11--/1---/----/----",
                                                         "line": True})
    check(status == 200 and answer["moves"], f"a database is asked: {answer}")
    for body in [{}, {"name": "cc-pdb3-4x4"}, {"name": "cc-pdb3-4x4", "position": "x"}, {"name": "x", "position": "x"},
                 {"name": "cc-pdb3-4x4", "position": "--dir"}, {"name": "../x", "position": "x"}]:
        status, answer = serve.post("/api/databases/probe", body)
        check(status == 400 and answer["ok"] is False, f"the question {body}: {status} {answer}")
    status, answer = serve.post("/api/jobs", {"kind": "db", "name": "nothing"})
    stream = serve.stream(f"/api/jobs/{answer['job']}/events")
    end = stream.until(lambda e: e["event"] == "end")
    check(end["code"] == 2 and end["state"] == "failed" and "nothing" in end["text"], f"a job that fails: {end}")
    stream.close()


def test_token():
    token = "0123456789abcdef-._~"
    serve = Serve("--token", token)
    check(serve.url.endswith("/?token=" + token), f"the address has the token: {serve.url}")
    for headers, expected in [({}, 401), ({"Authorization": "Bearer " + token}, 200),
                              ({"Authorization": "Bearer " + token[:-1]}, 401),
                              ({"Authorization": "Bearer " + token + "x"}, 401), ({"Authorization": "Basic " + token}, 401),
                              ({"Cookie": f"a=b; pollard_{serve.port}={token}; c=d"}, 200),
                              ({"Cookie": f"pollard={token}"}, 401), ({"Cookie": f"pollard_{serve.port}={token}x"}, 401)]:
        for path in ["/", "/api/about", "/api/jobs"]:
            status, text, got = serve.ask("GET", path, headers=headers)
            check(status == expected and got.get("www-authenticate") == ("Bearer" if expected == 401 else None),
                  f"{path} {headers}: {status} {got}")
    status, _, headers = serve.ask("GET", "/?token=" + token)
    cookie = headers.get("set-cookie", "")
    check(status == 303 and has_headers(headers, location="/", cache_control="no-store") and
          cookie == f"pollard_{serve.port}={token}; Path=/; HttpOnly; SameSite=Strict",
          f"the token becomes a cookie: {status} {headers}")
    check(serve.ask("GET", "/", headers={"Cookie": cookie.split(";")[0]})[0] == 200, "the cookie opens the page")
    check(serve.ask("GET", "/?token=" + token[:-1])[0] == 401, "a wrong token opens nothing")
    check(serve.ask("GET", "/?token=" + token, host="example.org")[0] == 421, "a token at another Host")
    check(serve.ask("GET", "/api/about?token=" + token)[0] == 401, "a token in the address of anything else")
    check(serve.end()[0] == 0, "the end of a server with a token")


def test_end(number):
    """Ended in the middle of everything: at once, and nothing is left."""
    others = set(os.listdir(FOLDER))   # the first server is there as well
    serve = Serve()
    address = f"/api/sessions/{serve.session()}"
    serve.post(address, {"do": "new", "game": "chess"})
    stream = serve.stream(address + "/events")
    serve.post(address, {"do": "think", "infinite": True, "events": True})
    stream.event()
    serve.post("/api/jobs", {"kind": "match", "game": "chess", "players": ["alphabeta:depth=3"] * 2, "games": 1000})
    half = socket.create_connection(("127.0.0.1", serve.port))
    half.sendall(b"GET / HT")
    time.sleep(1)
    children = serve.children()
    check(len(children) >= 1, "a match runs in a child")
    begin = time.time()
    code, wrong = serve.end(number)
    check(code == 0 and wrong == "", f"signal {number}: {code} {wrong}")
    check(time.time() - begin < (60 if SANITIZED else 15), f"signal {number}: took {time.time() - begin:.1f} s")
    check(not any(os.path.exists(f"/proc/{child}") for child in children), "no child is left")
    check(not [f for f in set(os.listdir(FOLDER)) - others if f.startswith("pollard-serve")], "no file is left")
    check(stream.until(lambda e: False) is None, "streams end")
    stream.close()
    half.close()


def main():
    begin = time.time()
    serve = Serve()
    test_strangers(serve)
    test_assets(serve)
    test_about(serve)
    test_forms(serve)
    slow = threading.Thread(target=test_slow, args=(serve,), daemon=True)
    slow.start()
    test_opening(serve)
    test_protocol(serve)
    test_search(serve)
    test_jobs(serve)
    slow.join()
    test_tabs(serve)
    test_token()
    test_bounds()
    test_end(signal.SIGTERM)
    test_end(signal.SIGINT)
    # What takes most of the time comes last.
    test_streams(serve)
    test_load(serve)
    code, wrong = serve.end()
    check(code == 0 and wrong == "", f"the end: {code} {wrong[:2000]}")
    print(f"{REQUESTS} requests; {time.time() - begin:.0f} s in all")
    print(f"{passed} passed, {failed} failed")


try:
    main()
finally:
    for process in started:
        if process.poll() is None:
            process.kill()
