#!/bin/sh
# What the library costs: its small calls, and a search through it beside the player's own; with the shared library, a
# call from Python's ctypes above one of a function that does nothing, and `think` beside `pollard search` of the portable
# build. With valgrind, instructions of both. `make bench` runs it.
build=${1:-build/release}
make --no-print-directory VARIANT="${build##*/}" "$build/bench_api" || exit 1
"$build/bench_api" || exit 1

library=build/portable/libpollard.so.0 program=build/portable/pollard
if [ -f $library ] && command -v python3 >/dev/null; then
    python3 bench/api_ctypes.py $library || exit 1
    [ -x $program ] && python3 bench/api_ctypes.py $library $program
fi

command -v valgrind >/dev/null || exit 0
out=$(mktemp -d) && trap 'rm -rf "$out"' EXIT
count() {   # count WAY -> instructions of the whole process
    valgrind --tool=callgrind --callgrind-out-file="$out/callgrind" "$build/bench_api" "$1" >"$out/nodes" 2>"$out/log" || { cat "$out/log" >&2; exit 1; }
    awk '/^(summary|totals):/ {n = $2} END {print n}' "$out/callgrind"
}
think=$(count think) player=$(count player)
echo "instructions: think $think, the player itself $player ($(awk -v a="$think" -v b="$player" 'BEGIN {printf "%+.3f %%", 100 * (a / b - 1)}'))"
