#!/bin/sh
# Databases: known values; a build that is killed again and again ends in the same file, compressed or not.
. "$(dirname "$0")/common"

db() { "$pollard" db "$@" --dir "$work/db"; }
prints '^cc-pdb6-9x9 +324540216 ' db list
if db build cc-pdb3-6x6 >/dev/null && db verify cc-pdb3-6x6 | grep -q 'every one of 7140'; then ok; else bad 'a small database'; fi
# Several at once; a name that is none is told before the first is built.
refuses "unknown database 'cc-pdb3-5x5x'" db build cc-pdb3-4x4 cc-pdb3-5x5x --dir "$work/several"
if [ ! -e "$work/several" ]; then ok; else bad 'a database beside a name that is none'; fi
prints '/cc-pdb3-5x5.pdb: 2300 entries' db build cc-pdb3-4x4 chess-kpk cc-pdb3-5x5 --dir "$work/several"
if ls "$work/several" | tr '\n' ' ' | grep -q '^cc-pdb3-4x4.pdb cc-pdb3-5x5.pdb chess-kbk.edb .* chess-kpk.edb'; then ok; else bad "several at once: $(ls "$work/several")"; fi
prints '^7140 entries .*max 14, mean 8.6008$' db info cc-pdb3-6x6 --dir "$work/db"
json 'name entries bytes max mean digest deepest counts' db info cc-pdb3-6x6 --dir "$work/db"
prints '^14 moves to the goal$' db probe cc-pdb3-6x6 11----/1-----/------/------/------/------ --dir "$work/db"
if [ "$(db best cc-pdb3-6x6 11----/1-----/------/------/------/------ | tail -n 1 | sed 's/.* //')" = ------/------/------/------/-----1/----11 ]; then ok; else bad 'the best line does not end in the goal'; fi
refuses "did you mean 'cc-pdb3-6x6'" db info cc-pdb3-6z6
prints '^[0-9]* moves to the goal$' db probe cc-pdb3-6x6 --1---/1-1---/------/------/------/------ --dir "$work/db"
refuses 'expected 3' db probe cc-pdb3-6x6 1-----/1-----/------/------/------/------
refuses 'rows of 6' db probe cc-pdb3-6x6 11----/1-----/--
db info cc-pdb6-6x6 >/dev/null 2>"$work/err"
if [ $? = 1 ] && grep -q 'is not built' "$work/err"; then ok; else bad "a database that is not there: $(cat "$work/err")"; fi
# kills NAME DELAY ARGUMENT...: a build killed at twenty moments, now with one thread, now with two; every file that comes of it is the one built in one go.
kills() {
    name=$1 delay=$2; shift 2
    "$pollard" db build "$name" --dir "$work/whole.db" --threads 1 >/dev/null
    whole=$(digest "$work/whole.db" "$name") killed=0 tries=0 wrong=0
    while [ $killed -lt 20 ] && [ $tries -lt 100 ]; do
        tries=$((tries + 1))
        "$pollard" db build "$name" --dir "$work/killed_databases" --checkpoint 0 --threads $((1 + tries % 2)) "$@" >/dev/null 2>&1 &
        child=$!
        sleep "$(echo "$delay $((tries * 7 % 20 + 1))" | awk '{print $1 * $2}')"
        kill -9 $child 2>/dev/null
        wait $child 2>/dev/null
        case $? in
        137) killed=$((killed + 1)) ;;
        0) [ "$(digest "$work/killed_databases" "$name")" = "$whole" ] || wrong=$((wrong + 1)); rm -f "$work/killed_databases/$name".* ;;
        *) wrong=$((wrong + 1)) ;;
        esac
    done
    "$pollard" db build "$name" --dir "$work/killed_databases" "$@" >/dev/null
    [ "$(digest "$work/killed_databases" "$name")" = "$whole" ] || wrong=$((wrong + 1))
    if [ $killed -gt 4 ] && [ $wrong = 0 ] && [ "$(ls "$work/killed_databases" | wc -l)" = 1 ]; then ok; else bad "$name $*: killed $killed times, $wrong ended otherwise; left: $(ls "$work/killed_databases")"; fi
    rm -rf "$work/killed_databases"
}
kills cc-pdb6-6x6 0.02 --form zstd
kills cc-pdb6-6x6 0.03 --memory 1
kills cc-edb6-4x4 0.01 --form zstd
if db build cc-edb6-4x4 >/dev/null && db verify cc-edb6-4x4 | grep -q 'every one of 320320'; then ok; else bad 'a small endgame database'; fi
json 'name kind entries bytes max mean digest deepest counts won lost drawn' db info cc-edb6-4x4 --dir "$work/db"
json 'name path entries max seconds' db build cc-pdb3-7x7 --dir "$work/db"
json 'name digest entries looked_at' db verify cc-pdb3-7x7 --dir "$work/db"
json 'databases name kind entries bytes memory seconds built begun patterns' db list
prints '^lost in [0-9]+ plies$|^won in [0-9]+ plies$' db probe cc-edb6-4x4 '11--/1---/---2/--22 1' --dir "$work/db"
prints '^lost: the game is over$' db probe cc-edb6-4x4 '2---/2---/---1/2-11 2' --dir "$work/db"
json 'name value says moves' db best cc-edb6-4x4 '11--/1---/---2/--22 1' --dir "$work/db"
if [ "$(db best cc-edb6-4x4 '11--/1---/---2/--22 1' | sed -n '1s/.* in \([0-9]*\) plies/\1/p')" = "$(($(db best cc-edb6-4x4 '11--/1---/---2/--22 1' | wc -l) - 1))" ]; then ok; else bad 'a best line of another length'; fi
refuses 'side to move' db probe cc-edb6-4x4 11--/1---/---2/--22
"$pollard" db build cc-edb6-5x5 --memory 1 --dir "$work/db" >/dev/null 2>"$work/err"
if [ $? = 1 ] && grep -q 'not built on disk' "$work/err"; then ok; else bad "an endgame database without memory: $(cat "$work/err")"; fi
dd if=/dev/zero of="$work/db/cc-pdb3-6x6.pdb" bs=1 seek=6000 count=1 conv=notrunc 2>/dev/null
db verify cc-pdb3-6x6 >/dev/null 2>"$work/err"
if [ $? = 1 ] && [ "$(wc -l <"$work/err")" = 1 ]; then ok; else bad "a damaged database: $(cat "$work/err")"; fi

# In pieces: the same answers, and players that look it up find the same.
mkdir "$work/disk1" "$work/disk2" "$work/pieces"
"$pollard" db build cc-edb6-4x4 --dir "$work/pieces" >/dev/null
"$pollard" db info cc-edb6-4x4 --dir "$work/pieces" >"$work/whole.out"
plays() { POLLARD_DATABASES=$work/pieces "$pollard" match chinese-checkers:board=rhombus4,pieces=3 alphabeta:depth=2,eval=edb6 random --games 6 --threads 1 --save "$1" >/dev/null 2>&1; }
plays "$work/whole.match"
prints 'is in pieces now, 2 of them$' db split cc-edb6-4x4 "$work/disk1" "$work/disk2" --dir "$work/pieces"
"$pollard" db info cc-edb6-4x4 --dir "$work/pieces" >"$work/split.out"
plays "$work/split.match"
if cmp -s "$work/whole.out" "$work/split.out" && cmp -s "$work/whole.match" "$work/split.match" && [ -s "$work/whole.match" ]; then ok; else bad 'a database in pieces says other things'; fi
prints 'every one of 320320' db verify cc-edb6-4x4 --dir "$work/pieces"
# A small file has fewer pieces than there are folders, and one that is packed is unpacked by those that look it up.
"$pollard" db build chess-krk --dir "$work/small" >/dev/null
prints 'is in pieces now, 1 of them$' db split chess-krk "$work/disk1" "$work/disk1" "$work/disk2" --dir "$work/small"
"$pollard" db join chess-krk --dir "$work/small" >/dev/null
prints '^it is packed: evaluations unpack it whole' db split chess-krk "$work/disk2" --dir "$work/small"
refuses 'in pieces already' db split cc-edb6-4x4 "$work/disk1" --dir "$work/pieces"
prints 'is one file now' db join cc-edb6-4x4 --dir "$work/pieces"
prints 'already exists; it was checked' db build cc-edb6-4x4 --dir "$work/pieces"
refuses 'is not in pieces' db join cc-edb6-4x4 --dir "$work/pieces"

# What a build by ranks takes: ten pieces on 81 holes are counted without being built.
prints '^cc-pdb10-1of10-9x9: 1878392407320 entries by 512 ranks' db plan cc-pdb10-1of10-9x9 --ranks 512 --network 25
prints 'at least 438 are needed' db plan cc-pdb10-1of10-9x9 --ranks 4
prints 'at least 17 are needed' db plan cc-edb6-6x6 --ranks 4 --memory 4
prints 'more than is allowed, too many boxes: 17 ranks need less' db plan cc-edb6-6x6 --ranks 512 --memory 4
prints 'at least 21 are needed' db plan cc-edb6-forward-6x6 --ranks 4 --memory 4
prints '^  solved   44881102 entries, by symmetry; nobody is told twice$' db plan cc-pdb6-8x8 --ranks 4
prints '^  solved   44881102 entries, by symmetry$' db plan cc-pdb6-8x8 --ranks 8
prints '^  traffic  0 bytes between ranks' db plan cc-pdb6-8x8 --ranks 1
json 'entries solved_entries ranks_least processor_seconds bytes_sent seconds memory file checkpoints' db plan chess-krkn
# Endings of chess that are in no list, numbered as those of the list are: of six men, without pawns and with.
prints '^chess-krbkrn: 15502147584 entries by 64 ranks' db plan chess-krbkrn --ranks 64
prints '^chess-krpkrp: 34087108608 entries' db plan chess-krpkrp
prints '^  needs    2 other endings, 1.92.e\+06 entries' db plan chess-kqqqk
json 'needed needed_entries' db plan chess-krpkrp
prints '^  memory   [0-9]+ MiB a rank; no number of ranks up to 4096 needs as little' db plan cc-edb6-6x6 --memory 1
refuses 'chess-kppkp is not built by ranks: it has mates in more than 126 moves' db plan chess-kppkp
refuses 'unknown database' db plan chess-kprkrp
refuses 'unknown database' db plan chess-kqqqqkqq
refuses '--network' db plan cc-pdb6-8x8 --network fast
refuses '--ranks' db plan cc-pdb6-8x8 --ranks 0
refuses 'not built by ranks' db plan solve:tictactoe

finish
