#!/bin/sh
# Databases of chess: one command builds all that an ending needs; killed again and again it ends in the same files,
# with one thread or two; questions in FEN; input that is not a position.
. "$(dirname "$0")/common"

db() { "$pollard" db "$@" --dir "$work/db"; }
if db build chess-kpk >"$work/out" && grep -q '^chess-kpk: 5 of 5 databases are missing: .* MiB of memory, about .* MiB on disk' "$work/out"; then ok; else bad "what kpk needs: $(cat "$work/out")"; fi
prints '^all 5 databases are there$|already exists' db build chess-3 --dir "$work/db"
prints '^White +62480 +19184 +0 +28 +0$' db info chess-kpk --dir "$work/db"
json 'name kind entries bytes digest bytes_per_entry deepest max sides won drawn lost longest_win longest_loss' db info chess-kpk --dir "$work/db"
if db verify chess-kqk | grep -q 'every one of 59136'; then ok; else bad 'kqk against its children'; fi
if db verify chess-kpk | grep -q 'every one of 173376'; then ok; else bad 'kpk against its children'; fi
prints '^won in 9 moves$' db probe chess-kqk '8/8/8/3k4/8/8/8/KQ6 w' --dir "$work/db"
prints '^drawn$' db probe chess-kpk 'k7/P7/1K6/8/8/8/8/8 b - - 0 1' --dir "$work/db"
prints '^mated$' db probe chess-kqk 'k7/1Q6/1K6/8/8/8/8/8 b' --dir "$work/db"
# Colours the other way round, and the other spelling of the name.
prints '^won in 9 moves$' db probe chess-kkq 'kq6/8/8/8/3K4/8/8/8 b' --dir "$work/db"
prints '^ +[0-9]+\. [Kk]?.*=Q' db best chess-kpk '8/1P6/8/8/8/8/k6K/8 w' --dir "$work/db"
if [ "$(db best chess-krk '8/8/8/3k4/8/8/8/KR6 w' | sed -n '1s/won in \([0-9]*\) moves/\1/p')" = "$((($(db best chess-krk '8/8/8/3k4/8/8/8/KR6 w' | wc -l)) / 2))" ]; then ok; else bad 'a best line of another length'; fi
# A best line is played on the board of the question, wherever that lies, and ends in mate there.
for question in 'kpk 8/1P6/8/8/8/8/k6K/8 w' 'kpk 8/7k/8/8/8/5p2/8/2K5 b' 'krk 8/8/8/3k4/8/8/6R1/K7 w' 'kqk 8/8/3k4/8/5q2/8/8/7K b' 'kqk 6k1/8/8/8/8/2Q5/8/K7 b'; do
    from="${question#* } - - 0 1"
    moves=$(db best "chess-${question%% *}" "${question#* }" | sed -n 's/^ *[0-9]*\. [KQR]*\([a-h][1-8]\)[-x]\([a-h][1-8]\)\(=Q\)*.*/\1\2\3/p' | sed 's/=Q/q/' | tr '\n' ' ')
    if "$pollard" show chess --position "$from" --moves "$moves" 2>&1 | grep -q "game over: .* wins"; then ok; else bad "the line from $question: $moves"; fi
done
refuses 'in check' db probe chess-kqk '8/8/8/8/8/8/1k6/KQ6 w'
refuses 'in check' db probe chess-kqk '8/8/8/3k4/8/8/6Q1/K7 w'
refuses 'a king is missing' db probe chess-kqk '8/8/8/8/8/8/8/KQ6 w'
refuses 'two kings' db probe chess-kqk '8/8/8/8/8/8/8/KQ2K2k w'
refuses 'expected the men of chess-kqk' db probe chess-kqk '8/8/8/3k4/8/8/8/KR6 w'
refuses 'first or last rank' db probe chess-kpk 'P7/8/8/3k4/8/8/8/K7 w'
refuses 'expected 8 ranks' db probe chess-kqk '8/8 w'
refuses 'side to move' db probe chess-kqk '8/8/8/3k4/8/8/8/KQ6'
refuses 'no castling' db probe chess-kqk '8/8/8/3k4/8/8/8/KQ6 w K - 0 1'
refuses 'rank 6, passed by a pawn' db probe chess-kpk '8/8/8/3k4/8/8/P7/K7 w - a3'
refuses 'a pawn has just passed' db probe chess-kpk '8/8/8/3k4/8/8/P7/K7 w - a6'
refuses 'one must be named' db info chess-4
refuses 'unknown database' db info chess-kqqqk
"$pollard" db build chess-kqkr --memory 4 --dir "$work/db" >/dev/null 2>"$work/err"
if [ $? = 1 ] && grep -q 'MiB of memory; 4 are allowed' "$work/err"; then ok; else bad "too little memory: $(cat "$work/err")"; fi

# With pawns and without, killed at twenty moments; then built in one go by one thread: the same digests.
"$pollard" db build chess-krkp --dir "$work/whole.db" --threads 1 >/dev/null
killed=0 tries=0 wrong=0
while [ $killed -lt 20 ] && [ $tries -lt 100 ]; do
    tries=$((tries + 1))
    "$pollard" db build chess-krkp --dir "$work/killed" --checkpoint 0 --threads $((1 + tries % 2)) >/dev/null 2>"$work/err" &
    child=$!
    sleep "$(echo "$((tries * 7 % 20 + 1))" | awk '{print 0.04 * $1}')"
    kill -9 $child 2>/dev/null
    wait $child 2>/dev/null
    case $? in
    137) killed=$((killed + 1)) ;;
    0) rm -rf "$work/killed" ;;
    *) wrong=$((wrong + 1)) ;;
    esac
done
"$pollard" db build chess-krkp --dir "$work/killed" --threads 2 >/dev/null || wrong=$((wrong + 1))
for name in chess-krkp chess-krkn chess-kqkr chess-kpk; do
    [ "$(digest "$work/killed" $name)" = "$(digest "$work/whole.db" $name)" ] || wrong=$((wrong + 1))
done
if [ $killed -gt 4 ] && [ $wrong = 0 ] && [ "$(ls "$work/killed" | grep -vc 'edb$')" = 0 ]; then ok; else bad "killed $killed times, $wrong wrong: $(cat "$work/err"); left: $(ls "$work/killed")"; fi

# What a build left that was killed when its file was whole goes with the next one.
cp "$work/killed/chess-kpk.edb" "$work/killed/chess-kpk.part" && : >"$work/killed/chess-kpk.edb.lock"
: >"$work/killed/chess-krk.edb.lock"
"$pollard" db build chess-krkp --dir "$work/killed" >/dev/null
if [ "$(ls "$work/killed" | grep -vc 'edb$')" = 0 ]; then ok; else bad "left: $(ls "$work/killed")"; fi

finish
