#!/bin/sh
# What the search template costs: nodes per second three ways; with valgrind, instructions per node too. `make bench` runs it.
build=${1:-build/release}
make --no-print-directory VARIANT="${build##*/}" "$build/overhead" || exit 1
"$build/overhead" || exit 1
command -v valgrind >/dev/null || exit 0

out=$(mktemp -d) && trap 'rm -rf "$out"' EXIT
count() {   # count WAY PRESET -> instructions per node
    valgrind --tool=callgrind --callgrind-out-file="$out/callgrind" --toggle-collect=overhead_search "$build/overhead" callgrind "$1" "$2" 2>"$out/log" >"$out/nodes" ||
        { cat "$out/log" >&2; exit 1; }
    awk -v nodes="$(cat "$out/nodes")" '/^(summary|totals):/ {n = $2} END {printf "%.1f", n / nodes}' "$out/callgrind"
}

printf '\n%-8s %10s %10s %10s   instructions per node\n' preset template hand table
for preset in plain ads ads_tt; do
    printf '%-8s %10s %10s %10s\n' "$preset" "$(count template $preset)" "$(count hand $preset)" "$(count table $preset)"
done
