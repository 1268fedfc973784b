#!/bin/sh
# A program of somebody else's over the Go Text Protocol: GRhino's (Debian's package grhino). Every game comes to its end, and
# nobody forfeits: squares, colours, passes and starts mean the same on both sides. POLLARD_LONG: 20 games.
. "$(dirname "$0")/common"
PATH=$PATH:/usr/games
if ! command -v gtp-rhino >/dev/null 2>&1; then
    echo 'skipped: no gtp-rhino'
    echo '0 passed, 0 failed, 1 skipped'
    exit 0
fi
TMPDIR=$work
export TMPDIR
games=2 ms=10
[ -n "$POLLARD_LONG" ] && games=20 ms=100
number() { sed -n "s/^ *\"$1\": \([0-9]*\),*\$/\1/p" "$work/out"; }
# whole WHAT: the last match was played to its end.
whole() {
    if [ "$(number games)" = $games ] && grep -q '"interrupted": false' "$work/out" && ! grep -q '"forfeits"' "$work/out"; then ok
    else bad "$1: $(head -c 900 "$work/out" "$work/err")"; fi
}
"$pollard" match othello 'gtp:command=gtp-rhino' engine:time=$ms --games $games --threads 2 --json --save "$work/games" >"$work/out" 2>"$work/err" </dev/null
whole 'gtp-rhino'
[ -n "$POLLARD_LONG" ] && cat "$work/out"
prints 'GTP GRhino [0-9]' play --replay "$work/games:1"
# Games with passes on either side: the weakest of both, many of them.
games=12
"$pollard" match othello 'gtp:command=gtp-rhino -l 1 -b 0,restart=yes' random --games $games --openings random:4 --threads 2 --json --save "$work/passes" >"$work/out" 2>"$work/err" </dev/null
whole 'with passes'
if grep -q ' pass ' "$work/passes"; then ok; else bad 'no game had a pass'; fi
refuses "it has no command 'level'" match othello 'gtp:command=gtp-rhino,options=level=2' random
if ls -d "$work"/pollard-engine-* >/dev/null 2>&1; then bad 'a folder of an engine is left'; else ok; fi
finish
