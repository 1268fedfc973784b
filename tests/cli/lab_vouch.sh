#!/bin/sh
# Kept rows of another program stand for this one's once a part of them was run again and was equal (lab verify --vouch), and
# not before. pollard_other is this program with other digests.
. "$(dirname "$0")/common"
other=${POLLARD_BUILD:?expected the folder of the build}/pollard_other
sums=$POLLARD_ROOT/tests/cli/kept_sums.py
if ! command -v python3 >/dev/null 2>&1; then
    echo 'skipped: no python3'
    echo '0 passed, 0 failed, 1 skipped'
    exit 0
fi
cd "$work" || exit 1
cat >n.json <<'END'
{"name": "n", "title": "Counts", "game": "othello", "depth": 3, "trials": 30, "turns": 2, "midgame-turns": 2,
 "configurations": [{"name": "None"}, {"name": "ADS", "settings": "order=history-ads"}]}
END
sed 's/"n"/"deeper"/; s/"depth": 3/"depth": 4/; s/"trials": 30/"trials": 40/' n.json >deeper.json
cat >m.json <<'END'
{"name": "m", "kind": "match", "title": "Matches", "game": "tictactoe", "player": "alphabeta:{limit}", "opponent": "random",
 "opening": "random:1", "openings": 30, "columns": {"limit": ["depth=2", "time=1"]}}
END
cat >d.json <<'END'
{"name": "d", "kind": "match", "title": "Look-ups", "game": "chinese-checkers:board=rhombus5,pieces=6",
 "player": "alphabeta:depth=1,eval=pdb3", "opponent": "random", "opening": "random:1", "openings": 20}
END
# rows FILE EXPERIMENT...: what the other program kept of them.
rows() { file=$1; shift; "$other" lab run "$@" --results other.db --dir databases >/dev/null && "$other" lab keep "$file" "$@" --results other.db >/dev/null; }
digest_of() { "$1" --version | sed -n "s/^digest \([0-9a-f]*\) $2\$/\1/p"; }
ours=$(digest_of "$pollard" othello) theirs=$(digest_of "$other" othello)
# says WHAT PATTERN: of the last output, its folded lines joined.
says() { if tr '\n' '~' <"$work/out" | sed 's/~  *\([^ ~]\)/ \1/g' | tr '~' '\n' | grep -qE -- "$2"; then ok; else bad "$1: no '$2' in: $(head -c 900 "$work/out" "$work/err")"; fi; }
run() { "$pollard" "$@" >"$work/out" 2>"$work/err"; }

mkdir kept && rows kept/n.rows n.json
refuses '--vouch: expected --kept DIR' lab verify n.json --vouch
refuses '--vouch: expected no --own' lab verify n.json --kept kept --vouch --own
# Without a vouch all is as it was, also after a part was run again.
prints 'all the same to the digit' lab verify n.json --kept kept --sample 100%
refuses "120 rows are of digest $theirs" lab import kept/n.rows --kept kept --results a.db
prints '^n .* kept\* ' lab list n.json --kept kept
[ ! -e kept/vouched.json ] && ok || bad 'a vouch that nobody asked for'

# 5 % of 60 trials would be three: twenty are run at least, and of each of the two starts.
run lab verify n.json --kept kept --vouch --sample-seed 7
says 'how many' '^20 of 60 trials run again .*: 40 rows, all the same to the digit$'
says 'the vouch in words' "^vouched for: othello, digest $theirs \(commit 0therc0mmit\), here $ours: 20 of 60 trials run again, all equal\$"
says 'its file' '^written to kept/vouched.json$'
for field in '"game": "othello"' "\"from\": \"$theirs\"" "\"to\": \"$ours\"" '"commits": "0therc0mmit"' '"trials": 20' '"trials_all": 60' \
    '"rows": 40' '"rows_all": 120' '"rows_left": 0' '"seed": 7' '"compiler": "' '"flags": "' '"machine": "' '"date": "20'; do
    if grep -qF -- "$field" kept/vouched.json; then ok; else bad "no $field in $(cat kept/vouched.json)"; fi
done
python3 -m json.tool kept/vouched.json >/dev/null && ok || bad 'the vouches are not JSON'
run lab verify n.json --kept kept --vouch --sample 50% --json
says 'for programs' '"vouched": true'
says 'half of them' '"trials": 30'
if [ "$(grep -c '"game"' kept/vouched.json)" = 1 ] && grep -q '"trials": 30' kept/vouched.json; then ok; else bad "vouched for again: $(cat kept/vouched.json)"; fi

# Now the rows count, and everything says whose they are.
prints '^n .* kept\+ ' lab list n.json --kept kept
json 'rows_vouched' lab list n.json --kept kept
run lab show n.json --kept kept
says 'show' 'state +kept, vouched for: 120 of 120 rows, .*; 120 rows by programs of other digests, vouched for'
run lab import kept/n.rows --kept kept --results a.db
says 'import' '^120 rows added to a.db, 0 were there already$'
says 'import says whose' '^120 of them by programs of other digests, vouched for in kept/vouched.json$'
run lab run n.json --kept kept --results a.db
says 'nothing is measured again' '^everything was there already'
run lab run n.json --trials 31 --kept kept --results a.db
says 'the table grows' '^2 trials in '
run lab report n.json --trials 31 --kept kept --results a.db
says 'report' "^120 rows of othello by another program \(digest $theirs, commit 0therc0mmit; this one's digest is $ours\) used, as vouched for: 30 of 60 trials run again by this program, all equal\$"
says 'both made it' " made by digest ($theirs, $ours|$ours, $theirs), commit "
run lab report n.json --kept kept --results a.db --json
says 'report for programs' '"vouched": "30 of 60 trials run again by this program, all equal"'
prints '^124 rows kept in all.rows$' lab keep all.rows n.json --kept kept --results a.db
"$pollard" lab report n.json --trials 31 --kept kept --results a.db --trials-csv t.csv >/dev/null
if [ "$(wc -l <t.csv)" = 125 ]; then ok; else bad "trials as CSV: $(wc -l <t.csv)"; fi
# Elsewhere they do not: the vouches belong to a folder.
run lab report n.json --kept nowhere --results a.db
says 'without the vouches' "^120 rows of othello by another program \(digest $theirs, .* left aside; --accept $theirs uses them\$"
refuses "120 rows are of digest $theirs" lab import kept/n.rows --results b.db
# Nor for the other program, which is vouched for and does not vouch.
"$pollard" lab run n.json --results mine.db >/dev/null && "$pollard" lab keep mine.rows n.json --results mine.db >/dev/null
"$other" lab import mine.rows --kept kept --results c.db >"$work/out" 2>"$work/err"
if [ $? = 2 ] && grep -q "120 rows are of digest $ours" "$work/err"; then ok; else bad "a vouch the other way: $(cat "$work/err")"; fi

# A row that differs by one node: it is named, nothing is written, and what was there stays.
mkdir changed && awk -F '\t' 'BEGIN { OFS = FS } /^[0-9]/ && !done { $3++; $5++; done = 1 } { print }' kept/n.rows >changed.txt
python3 "$sums" changed.txt >changed/n.rows
run lab verify n.json --kept changed --vouch --sample 100%
if [ $? = 1 ] && [ ! -e changed/vouched.json ] && grep -q '1 of 120 rows differ from what is kept; nothing is vouched for$' "$work/err"; then ok; else bad "a row that differs: $(cat "$work/out" "$work/err")"; fi
says 'what differs' '^DIFFERS: n, initial, (None|ADS), trial 0: nodes [0-9]+, kept [0-9]+$'
cp kept/vouched.json changed/before && cp changed/before changed/vouched.json
run lab verify n.json --kept changed --vouch --sample 100% --json
if [ $? = 1 ] && cmp -s changed/before changed/vouched.json; then ok; else bad 'vouches were written although a row differs'; fi
# A program whose counts differ everywhere is found out by the least sample.
mkdir wrong && awk -F '\t' 'BEGIN { OFS = FS } /^[0-9]/ { $3++; $5++ } { print }' kept/n.rows >wrong.txt && python3 "$sums" wrong.txt >wrong/n.rows
run lab verify n.json --kept wrong --vouch --sample 0.1%
if [ $? = 1 ] && [ ! -e wrong/vouched.json ] && grep -q '40 of 40 rows differ' "$work/err"; then ok; else bad "another way to count: $(cat "$work/out" "$work/err")"; fi

# One of every table's trials is run, whatever the sample: a change that shows in one small table alone is not missed.
sed 's/"n"/"small"/; s/"depth": 3/"depth": 2/; s/"trials": 30/"trials": 1/; s/"turns": 2,/"turns": 2, "starts": ["initial"],/' n.json >small.json
mkdir small && rows small.rows small.json && cp kept/n.rows small/
awk -F '\t' 'BEGIN { OFS = FS } /^[0-9]/ { $3++; $5++ } { print }' small.rows >small.txt && python3 "$sums" small.txt >small/small.rows
for seed in 1 2 3 4 5 6; do
    run lab verify n.json small.json --kept small --vouch --sample 0.1% --sample-seed $seed
    if [ $? = 1 ] && [ ! -e small/vouched.json ] && grep -q '2 of 40 rows differ' "$work/err"; then ok; else bad "one small table: $(cat "$work/out" "$work/err")"; fi
done

# Chains: what the other program vouched for counts here, since this one vouches for the other.
first=123456789abcdef0
mkdir chain && sed "/^of\t/s/$theirs\$/$first/" kept/n.rows >chain.txt && python3 "$sums" chain.txt >chain/first.rows
"$other" lab verify n.json --kept chain --vouch >"$work/out" 2>&1
says 'the first link' "^vouched for: othello, digest $first .*, here $theirs: 20 of 60"
refuses "120 rows are of digest $first" lab import chain/first.rows --kept chain --results e.db
mv chain/first.rows first.rows && cp kept/n.rows chain/
run lab verify n.json --kept chain --vouch --sample 60%
says 'the second link' "^vouched for: othello, digest $theirs .*: 36 of 60"
run lab import first.rows --kept chain --results e.db
says 'two links' '^120 rows added to e.db'
run lab report n.json --kept chain --results e.db
says 'two links in words' 'used, as vouched for: 20 of 60 trials run again by digest '"$theirs"', 36 of 60 trials of that one run again by this program, each time all equal$'
# One link without the other.
grep -v "\"from\": \"$theirs\"" chain/vouched.json | sed 's/,$/]}/' >broken && cp broken chain/vouched.json
refuses "120 rows are of digest $first" lab import first.rows --kept chain --results f.db

# A vouch is for a game: the same digest in another game's rows is strange, and stays so.
rows m.rows m.json
tictactoe=$(digest_of "$other" tictactoe)
# Only programs that have a row of the experiments named are spoken of.
mkdir mixed && cp kept/n.rows m.rows mixed/
run lab verify n.json --kept mixed --vouch
says 'of those named' "^vouched for: othello, digest $theirs"
if grep -q 'tictactoe' "$work/out" mixed/vouched.json; then bad "a game that was not asked for: $(cat "$work/out")"; else ok; fi
sed "/^of\t/s/$tictactoe\$/$theirs/" m.rows >strange.txt && python3 "$sums" strange.txt >strange.rows
refuses "60 rows are of digest $theirs" lab import strange.rows --kept kept --results g.db
# What the clock decided does not repeat, so nobody vouches for it.
mkdir clock && cp m.rows clock/
run lab verify m.json --kept clock --vouch
says 'without the clock' '^vouched for: tictactoe, .*: 20 of 30 trials run again, all equal$'
refuses "30 rows are of digest $tictactoe" lab import m.rows --kept clock --results h.db

# Whether programs of others repeat themselves is found out when it is asked: without, their rows are left out and not covered.
cat >e.json <<END
{"name": "e", "kind": "match", "title": "Engines", "game": "tictactoe", "player": "alphabeta:depth=3", "opening": "random:1",
 "openings": 20, "opponent": "{who}", "columns": {"who": ["random", "uci:command=$POLLARD_BUILD/unit --fake-engine uci tictactoe good,depth=1,restart=yes"]}}
END
mkdir engines && rows engines/e.rows e.json
run lab verify e.json --kept engines --vouch
says 'engines are left out' '^20 rows in which another program played are left out \(--engines runs them\)$'
says 'the others' '^vouched for: tictactoe, .*: 20 of 20 trials run again, all equal$'
refuses "20 rows are of digest $tictactoe" lab import engines/e.rows --kept engines --results i.db
run lab verify e.json --kept engines --sample 100% --engines
says 'engines that repeat' '^20 rows in which another program played, all the same too$'
run lab verify e.json --kept engines --vouch --engines --sample 100%
says 'engines too' '^vouched for: tictactoe, .*: 40 of 40 trials run again, all equal, programs of others too \(20 rows\)$'
if grep -q '"engine_rows": 20' engines/vouched.json; then ok; else bad "the vouch: $(cat engines/vouched.json)"; fi
run lab import engines/e.rows --kept engines --results i.db
says 'engines are covered' '^40 rows added to i.db'
# One that plays another way today: it is told, nothing fails, and its rows alone are not covered.
mkdir unsteady && awk -F '\t' 'BEGIN { OFS = FS } /^player\t/ { at = $0 ~ /uci:/ ? $2 : at } /^of\t/ { uci = 0; for (i = 2; i <= NF; i++) uci += $i == at } /^[0-9]/ && uci && !done { $7++; done = 1 } { print }' engines/e.rows >unsteady.txt
python3 "$sums" unsteady.txt >unsteady/e.rows
run lab verify e.json --kept unsteady --vouch --engines --sample 100%
if [ $? = 0 ]; then ok; else bad "an engine that differs fails: $(cat "$work/err")"; fi
says 'an engine that differs' '^an engine did not repeat itself: e, .*, opening 0: [a-z_]+ [0-9]+, kept [0-9]+$'
says 'how many' '^1 of 20 rows in which another program played differ: it does not repeat itself$'
says 'the others are vouched for' '^vouched for: tictactoe, .*: 20 of 20 trials run again, all equal$'
refuses "20 rows are of digest $tictactoe" lab import unsteady/e.rows --kept unsteady --results j.db
run lab verify e.json --kept unsteady --engines --sample 100% --json
says 'for programs' '"engine_differ": 1'

# Rows that cannot be run count against it: of other experiments,
mkdir half && rows half/both.rows n.json deeper.json
run lab verify n.json --kept half --vouch
if [ $? = 1 ] && [ ! -e half/vouched.json ] && grep -q 'too little was run again: nothing is vouched for' "$work/err"; then ok; else bad "most rows are of another experiment: $(cat "$work/out" "$work/err")"; fi
says 'why' "^not vouched for: othello, .*: 20 of 60 trials run again, all equal; 160 of 280 rows could not be; expected 20 trials, or all, and no more than half of the rows left out\$"
run lab verify n.json deeper.json --kept half --vouch
says 'all experiments' '^vouched for: othello, .*: 20 of 140 trials run again, all equal$'
# and those without their databases.
"$other" db build cc-pdb3-5x5 --dir databases >/dev/null
mkdir lookups && rows lookups/d.rows d.json && mkdir empty
run lab verify d.json --kept lookups --vouch --dir empty
if [ $? = 1 ] && [ ! -e lookups/vouched.json ]; then ok; else bad "without databases: $(cat "$work/out" "$work/err")"; fi
says 'what is left out' '^d is left out: databases are missing'
says 'nothing was run' '^not vouched for: chinese-checkers, .*: 0 of 0 trials run again.*; 20 of 20 rows could not be'
run lab verify d.json --kept lookups --vouch --dir databases
says 'with databases' '^vouched for: chinese-checkers, .*: 20 of 20 trials run again, all equal$'
# A row may name any commit: what is written can be read all the same.
mkdir odd && sed 's/\t0therc0mmit\t/\tn\\no\\t\xc3(\t/' kept/n.rows >odd.txt && python3 "$sums" odd.txt >odd/n.rows
run lab verify n.json --kept odd --vouch
says 'a strange commit' '^vouched for: othello, .*commit n\?o\?\?\(\)'
prints '^n .* kept\+ ' lab list n.json --kept odd
# Its own rows need none.
mkdir own && cp mine.rows own/
run lab verify n.json --kept own --vouch
if [ $? = 0 ] && [ ! -e own/vouched.json ]; then ok; else bad "own rows: $(cat "$work/out" "$work/err")"; fi
says 'own rows' '^there are no rows of other programs to vouch for$'

# The file is from outside: one line says what is wrong with it, whoever reads it.
cp kept/vouched.json good.json
# damaged WORD SED...: the file changed so.
damaged() {
    word=$1; shift
    sed "$@" good.json >kept/vouched.json
    if cmp -s good.json kept/vouched.json; then bad "not changed: $*"; fi
    refuses "$word" lab list n.json --kept kept
}
damaged 'vouched.json: vouch 1: its sum is wrong' 's/"trials": 30/"trials": 31/'
damaged 'vouch 1: its sum is wrong' 's/0therc0mmit/1therc0mmit/'
damaged "digest $ours is this program's of othello, not of checkers" 's/"othello"/"checkers"/'
damaged 'too few trials' 's/"trials": 30/"trials": 3/; s/"rows": 60/"rows": 6/'
damaged 'do not go together' 's/"trials": 30/"trials": 61/'
damaged 'do not go together' 's/"rows_all": 120/"rows_all": 59/'
damaged "'trials': expected a whole number" 's/"trials": 30/"trials": "30"/'
damaged "'trials': expected a whole number" 's/"trials": 30/"trials": -1/'
damaged "'date': expected" 's/"date": "20/"date": "x0/'
damaged 'expected two digests' "s/\"from\": \"$theirs\"/\"from\": \"none\"/"
damaged 'expected two digests' "s/\"from\": \"$theirs\"/\"from\": \"$ours\"/"
damaged 'expected an object with the fields' 's/"seed"/"grain": 1, "seed"/'
damaged "'seed': expected" 's/"seed"/"grain"/'
damaged 'there twice' '/"game"/{s/\]}$//;h;s/$/,/;p;g;s/$/]}/}'
damaged "'pollard-vouched': expected" 's/"pollard-vouched": 1/"pollard-vouched": 2/'
damaged 'nothing else' 's/"pollard-vouched": 1/"pollard-vouched": 1, "more": 1/'
damaged 'not a file of vouches' '$s/]}$//'
damaged 'not a file of vouches' 's/"game"/"game": "a", "game"/'
refuses 'not a file of vouches' lab run n.json --kept kept --results a.db
refuses 'not a file of vouches' lab report n.json --kept kept --results a.db
refuses 'not a file of vouches' lab import kept/n.rows --kept kept --results a.db
refuses 'not a file of vouches' lab verify n.json --kept kept --vouch
rm kept/vouched.json && mkdir kept/vouched.json
refuses 'kept/vouched.json' lab list n.json --kept kept

finish
