#!/bin/sh
# The server under load on loopback: bench/server.sh PROGRAM [SECONDS]. Small requests by wrk (one thread, 32 connections
# that stay open); the server has one thread for HTTP, so that requests per second of its processor time is what it
# answers on one core, whatever else the machine does. Then milliseconds, the median and the worst of 21: from the start of
# the program to the first answer, and from a request to stop a search to its answer.
set -eu
pollard=$(realpath "${1:?expected the program}")
seconds=${2:-4}
for need in wrk python3; do
    command -v $need >/dev/null 2>&1 || { echo "bench/server.sh: skipped: $need is not there"; exit 0; }
done
work=$(mktemp -d)
trap 'kill "$server" 2>/dev/null; rm -rf "$work"' EXIT
"$pollard" serve --port 0 --json >"$work/said" &
server=$!
while ! grep -q '}' "$work/said"; do sleep 0.05; done
port=$(sed -n 's/.*"port": *\([0-9]*\).*/\1/p' "$work/said")
# Hundredths of a second of processor time.
spent() { awk '{ print $14 + $15 }' "/proc/$server/stat"; }
echo 'path            requests  a second by the clock  a second of processor time'
for path in /api/about / /api/jobs; do
    before=$(spent)
    requests=$(wrk -t1 -c32 -d"$seconds" "http://127.0.0.1:$port$path" | awk '/requests in/ { print $1 }')
    echo "$path $requests $seconds $(($(spent) - before))" | awk '{ printf "%-12s %11d %23.0f %27.0f\n", $1, $2, $2 / $3, 100 * $2 / $4 }'
done
kill "$server"
wait "$server" || true
python3 "$(dirname "$0")/server.py" "$pollard"
