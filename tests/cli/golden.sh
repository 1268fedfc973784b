#!/bin/sh
# What leaves the program, word by word, as tests/data/cli holds it: searches, matches, tunings, for people and for
# programs. The figures were worked out by hand, or are counted anew here from what the program saved. Times are left
# out. After a change that is meant: POLLARD_GOLDEN_WRITE=1 writes the files anew.
. "$(dirname "$0")/common"
expected="$POLLARD_ROOT/tests/data/cli"

# golden NAME ARGUMENT...: stdout as in the file; what has to do with times, or with the build, is left out.
golden() {
    name=$1; shift
    (cd "$work" && "$pollard" "$@" 2>"$work/err" </dev/null) | sed -E '
        s/, [0-9.]+ s, [0-9.]+ million nodes\/s//
        s/^( +[0-9]+ +[0-9]+ +[0-9]+ +[0-9.]+% +[0-9]+ +[0-9]+ +[0-9]+ +[0-9]+) +[0-9.]+  /\1  /
        t
        s/^( +[^ ]+ +[^ ]+ +[0-9]+ +[0-9.]+% +[^ ]+) +[0-9.]+ +[0-9.]+  /\1  /
        /"(seconds|made_by|digest|commit)":/d
        /^played by digest/d
        /"ms_per_move":/,/]/d
        s/,$//' >"$work/golden"
    if [ -n "$POLLARD_GOLDEN_WRITE" ]; then mkdir -p "$expected"; cp "$work/golden" "$expected/$name.txt"; fi
    if cmp -s "$work/golden" "$expected/$name.txt"; then ok; else bad "$name: $(diff "$expected/$name.txt" "$work/golden" | head -n 20)"; fi
}

# Tic-tac-toe has 549,946 positions in its tree and is a draw; nothing else is searched after a1 by plain minimax.
prints '^value 0, best line: a1$' search tictactoe --player minimax --depth 9
prints '^depth 9, 549946 nodes ' search tictactoe --player minimax --depth 9
# Every game of tic-tac-toe: 255168, as perft counts them and as is published.
prints '"leaves": 255168,' search tictactoe --player minimax:depth=9 --json

# X has a1 and a2: O must take a3, then b2 threatens c2 and c3, and O has lost at ply 4: -60 * 20000 + 4. With X to
# move in the same position the row is finished at once, 60 * 20000 - 1.
golden search-loss search tictactoe --moves 'a1 b1 a2' --player alphabeta:depth=6,stats=yes --minimal
golden search-loss-json search tictactoe --moves 'a1 b1 a2' --player alphabeta:depth=6 --json
golden search-win search tictactoe --moves 'a1 b1 a2 c1' --player alphabeta:depth=1
golden search-win-json search tictactoe --moves 'a1 b1 a2 c1' --player alphabeta:depth=1 --json
golden search-compare search tictactoe --moves 'a1 b1 a2' --depth 3 --compare alphabeta minimax

# A match: what the report says is what its file adds up to.
set -- match tictactoe alphabeta:depth=9 alphabeta:depth=1 random --games 12 --openings none --seed 3
golden match "$@"
golden match-json "$@" --json
"$pollard" "$@" --save "$work/saved" >/dev/null
# Of each player: points, games, won, drawn, lost; then the line about the games. A pair of games that came before
# is not a different one.
sed -n 's/.*"seats":\[\([0-9]\),\([0-9]\)\].*"moves":"\([^"]*\)".*"points":\[\([0-9]\),\([0-9]\)\].*/\1 \2 \4 \5 \3/p' "$work/saved" |
    awk '{ for (i = 1; i <= 2; i++) { k = $i; games[k]++; points[k] += $(i + 2); seat[i] += $(i + 2)
                                     if ($(i + 2) == 2) won[k]++; else if ($(i + 2) == 1) drawn[k]++; else lost[k]++ }
           level += $3 == 1; plies += NF - 4
           if (NR % 2) first = $0; else if (!seen[first "/" $0]++) different += 2 }
         END { for (k = 1; k <= 3; k++) print k, points[k], games[k], won[k] + 0, drawn[k] + 0, lost[k] + 0
               printf "%d games, %d different, of %.1f plies: 0 ended by the limit of 9 plies; %d drawn by the rules, 0 by the limit; points by seat %d %d\n", NR, different, plies / NR, level, seat[1], seat[2] }' >"$work/counted"
"$pollard" "$@" | awk '/^ +[123] +[0-9]+ +[0-9]+ +[0-9.]+% / { print $1, $2, $3, $5, $6, $7 }' >"$work/reported"
if [ "$(head -n 3 "$work/counted")" = "$(cat "$work/reported")" ]; then ok; else bad "a match adds up otherwise: $(cat "$work/counted" "$work/reported")"; fi
if "$pollard" "$@" | grep -qxF "$(tail -n 1 "$work/counted")"; then ok; else bad "a match adds up otherwise: $(tail -n 1 "$work/counted")"; fi

# Tunings.
golden tune-windows tune windows connect-four alphabeta --depth 3 --games 20 --check 10 --out w.json
golden tune-windows-json tune windows connect-four alphabeta --depth 3 --games 20 --check 10 --json --out w2.json
golden tune-regions tune regions abalone alphabeta:order=combined --depth 3 --games 3 --out r.json
golden tune-eval tune eval chinese-checkers:board=rhombus7,pieces=6 alphabeta:depth=1,eval=baseline --method matches --games 8 --rounds 20 --check 10 --out e.json
golden tune-eval-regression tune eval connect-four alphabeta:depth=1 --method regression --games 6 --rounds 3 --check 6 --seed 2 --out g.json
golden tune-eval-tdleaf tune eval connect-four alphabeta:depth=1,weights=99/26/90 --method tdleaf --games 6 --rounds 3 --check 6 --out d.json
golden tune-eval-tdleaf-json tune eval chinese-checkers:board=rhombus5,pieces=3 alphabeta:depth=1,eval=baseline --method tdleaf --games 6 --rounds 3 --check 6 --out d2.json --json

# Abstractions: what nine candidates explain of each target, the play-off and the check.
export POLLARD_DATABASES="$work/databases"
set -- tune abstraction chinese-checkers:board=rhombus5,pieces=3 alphabeta:depth=1,eval=baseline --memory 1 --games 20 --rounds 1 --check 10 --depth 2
golden tune-abstraction-moves "$@" --out m.json
golden tune-abstraction-search "$@" --target search --out s.json
golden tune-abstraction-result-json "$@" --target result --out r2.json --json
unset POLLARD_DATABASES

finish
