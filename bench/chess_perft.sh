#!/bin/sh
# Chess: leaves per second by perft against Stockfish's `go perft`, one thread, no hash, taken in turns; processor seconds,
# the best of several runs, less what the program takes to start. Skipped where there is no stockfish.
# Usage: bench/chess_perft.sh POLLARD [RUNS [DEEP]]; DEEP=no leaves out depth 7 of the start, half a minute a run.
set -eu
pollard=${1:-./pollard}
runs=${2:-3}
deep=${3:-yes}
PATH=$PATH:/usr/games
if ! command -v stockfish >/dev/null; then
    echo "chess perft: skipped, there is no stockfish (Debian package stockfish)"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
kiwipete='r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

# seconds COMMAND...: processor seconds in user mode; what it prints goes to $work/out.
seconds() { bash -c 'TIMEFORMAT=%U; LC_ALL=C; time "$@" >"$0" 2>/dev/null' "$work/out" "$@" 2>&1; }
theirs() { printf 'position fen %s\ngo perft %s\nquit\n' "$1" "$2" >"$work/in"; seconds sh -c "exec stockfish <'$work/in'"; }
theirs_leaves() { sed -n 's/^Nodes searched: //p' "$work/out"; }
ours() { seconds "$pollard" perft chess "$2" --position "$1" --threads 1; }
ours_leaves() { sed -n 's/.*depth [0-9]*: \([0-9]*\) leaves.*/\1/p' "$work/out"; }
less() { awk -v a="$1" -v b="$2" 'BEGIN {print a == "" || b < a ? b : a}'; }

printf '%-12s %5s %14s %12s %12s %8s\n' position depth leaves 'million/s' stockfish ratio
compare() {   # compare NAME FEN DEPTH
    a='' b='' a0='' b0=''
    for _ in $(seq "$runs"); do
        a=$(less "$a" "$(ours "$2" "$3")"); n=$(ours_leaves)
        b=$(less "$b" "$(theirs "$2" "$3")"); m=$(theirs_leaves)
        a0=$(less "$a0" "$(ours "$2" 1)"); b0=$(less "$b0" "$(theirs "$2" 1)")
        [ "$n" = "$m" ] || { echo "chess perft: $1 depth $3: $n leaves, Stockfish $m" >&2; exit 1; }
    done
    echo "$1 $3 $n $a $b $a0 $b0" | awk '{a = $4 - $6; b = $5 - $7; if (a <= 0) a = 0.001; if (b <= 0) b = 0.001
        printf "%-12s %5d %14s %12.1f %12.1f %8.2f\n", $1, $2, $3, $3 / a / 1e6, $3 / b / 1e6, b / a}'
}
compare start "$start" 6
compare kiwipete "$kiwipete" 5
[ "$deep" = no ] || compare start "$start" 7
