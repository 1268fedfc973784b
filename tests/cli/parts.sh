#!/bin/sh
# Work in parts: all parts together are the whole, to the byte; a part again changes nothing, a killed one continues; what
# does not fit together is refused by name.
. "$(dirname "$0")/common"
cd "$work" || exit 1
cat >n.json <<'EOF'
{"name": "n", "title": "Counts", "game": "othello", "depth": 3, "trials": 7, "turns": 3, "midgame-turns": 2,
 "configurations": [{"name": "None"}, {"name": "ADS", "settings": "order=history-ads"}]}
EOF
cat >m.json <<'EOF'
{"name": "m", "kind": "match", "title": "Matches", "game": "tictactoe", "player": "alphabeta:depth={depth}", "opponent": "random",
 "opening": "random:1", "openings": 4, "columns": {"depth": [1, 2]}}
EOF
# same FILE FILE WHAT
same() { if cmp -s "$1" "$2"; then ok; else bad "$3: $(cmp "$1" "$2" 2>&1)"; fi; }
# rows FILE: how many rows of the two experiments it has.
rows() { "$pollard" lab merge "$work/count.db" "$1" | sed 's/ .*//'; rm -f "$work/count.db"; }

# Experiments. Each part has its own threads, and one of them runs its experiments in another order.
"$pollard" lab run n.json m.json --results whole.db >/dev/null
prints '^[0-9]+ trials in' lab run n.json m.json --part 1/3 --results p1.db --threads 1
prints '^[0-9]+ trials in' lab run m.json n.json --part 2/3 --results p2.db --threads 2
prints '^[0-9]+ trials in' lab run n.json m.json --part 3/3 --results p3.db --threads 3
all=$(rows whole.db) one=$(rows p1.db) two=$(rows p2.db) three=$(rows p3.db)
if [ $((one + two + three)) = "$all" ] && [ "$one" -gt 0 ] && [ "$two" -gt 0 ] && [ "$three" -gt 0 ]; then ok
else bad "parts of $one, $two, $three rows; the whole has $all"; fi
prints "^$all rows added to all.db, 0 were there already\$" lab merge all.db p1.db p2.db p3.db
# A part is missing: what comes after its first trial is not shown, and the report says so.
"$pollard" lab merge holes.db p1.db p3.db >/dev/null
prints '^  the first [0-9]+ trials of .alphabeta:depth=3' lab report n.json --results holes.db
prints '^  the first [0-9]+ openings of ' lab report m.json --results holes.db
if "$pollard" lab report n.json --results holes.db --json | grep -q '"gap": "the first'; then ok; else bad 'no gap in JSON'; fi
if "$pollard" lab report n.json --results all.db | grep -q 'the first [0-9]* trials'; then bad 'a gap where there is none'; else ok; fi
for results in whole all; do "$pollard" lab report n.json m.json --json --results $results.db >$results.out; done
same whole.out all.out 'a report of merged parts'
prints '^everything was there already' lab run n.json m.json --results all.db
# Again, in any order: nothing changes.
cp p2.db before.db
prints '^everything was there already' lab run n.json m.json --part 2/3 --results p2.db
empty=0
for part in 1 2 3 4 5; do "$pollard" lab run n.json --part $part/10000 --results none.db 2>/dev/null | grep -q '^this part has no trials$' && empty=$((empty + 1)); done
if [ $empty -ge 4 ]; then ok; else bad "parts without trials: $empty of 5"; fi
prints "^0 rows added to all.db, $((two + one)) were there already\$" lab merge all.db p2.db p1.db
prints "^$all rows added to other.db" lab merge other.db p3.db p2.db p1.db p3.db
json 'results added there registrations' lab merge other.db p1.db
# A part is the same whatever else is run with it.
"$pollard" lab run n.json --part 1/3 --results alone.db >/dev/null && "$pollard" lab run m.json --part 1/3 --results alone.db >/dev/null
prints "^0 rows added to p1.db, $one were there already\$" lab merge p1.db alone.db
# More parts than trials.
for i in 1 2 3 4 5 6 7 8 9 10 11; do "$pollard" lab run m.json --trials 1 --part $i/11 --results few-$i.db >/dev/null || bad "part $i/11"; done
prints '^2 rows added to few.db' lab merge few.db few-*.db
refuses "--part: part '4/3': expected I/N" lab run n.json --part 4/3 --results x.db
refuses "--part: part '0/3'" lab run n.json --part 0/3 --results x.db
refuses "--part: part '1/99999'" lab run n.json --part 1/99999 --results x.db
refuses "--part: part '1/3 '" lab run n.json --part '1/3 ' --results x.db

# Refused: a row that was changed, one that says another number, what is no results file. Nothing is left of a merge.
if command -v sqlite3 >/dev/null 2>&1; then
    cp p1.db changed.db && sqlite3 changed.db 'UPDATE trials SET nodes = nodes + 1 WHERE trial = (SELECT min(trial) FROM trials)'
    fails 'changed.db' lab merge x.db p2.db changed.db
    # Rows without the run that made them are damage, and not nothing to merge.
    cp p1.db runs.db && sqlite3 runs.db 'DELETE FROM runs'
    fails 'runs.db: damaged' lab merge x.db p2.db runs.db
fi
if command -v python3 >/dev/null 2>&1; then
    "$pollard" lab keep n.rows n.json --results whole.db >/dev/null
    sed 's/^\([0-9]*\t1\t[0-9]*\t[0-9]*\t[0-9]*\t\)\([0-9]\)/\19\2/' n.rows >changed.rows
    python3 "$POLLARD_ROOT/tests/cli/kept_sums.py" changed.rows >forged.rows
    "$pollard" lab import forged.rows --results forged.db >/dev/null
    cp all.db before.db
    refuses 'is there with other values' lab merge all.db p2.db forged.db
    refuses 'forged.db: all.db: trial ' lab merge all.db forged.db
    "$pollard" lab report n.json m.json --json --results all.db >again.out
    same whole.out again.out 'a refused merge changed the results'
    refuses 'is there with other values' lab merge x.db whole.db forged.db
fi
fails 'not a results file' lab merge x.db p1.db n.json
refuses "cannot read 'no-such.db'" lab merge x.db no-such.db
refuses 'is the file that the others are merged into' lab merge all.db p1.db all.db
if [ -e x.db ]; then bad 'a refused merge left a file'; else ok; fi
# A copy of the merged file alone has every row, also when another program has the file open meanwhile.
if command -v python3 >/dev/null 2>&1; then
    "$pollard" lab merge open.db p1.db >/dev/null
    python3 -c 'import sqlite3, sys, time
c = sqlite3.connect("open.db"); c.execute("SELECT count(*) FROM trials").fetchall(); open("reads", "w").close(); time.sleep(600)' &
    pid=$!
    tries=0
    while [ ! -e reads ] && [ $tries -lt 400 ]; do sleep 0.02; tries=$((tries + 1)); done
    prints '^[1-9][0-9]* rows added' lab merge open.db p2.db p3.db
    cp open.db copied.db
    kill $pid; wait $pid 2>/dev/null
    if [ "$(rows copied.db)" = "$all" ]; then ok; else bad "a copied file has $(rows copied.db) of $all rows"; fi
fi
# Rows of another program come over as they are, and are theirs.
other=$POLLARD_BUILD/pollard_other
"$other" lab run n.json --part 1/3 --results theirs.db >/dev/null
prints '^[1-9][0-9]* rows added to all.db, 0 were' lab merge all.db theirs.db
"$pollard" lab report n.json m.json --results all.db --json >mixed.out
if grep -q '"foreign"' mixed.out && [ "$(grep -c '"nodes"' mixed.out)" = "$(grep -c '"nodes"' whole.out)" ]; then ok; else bad 'rows of another program in a report'; fi

# A part that is killed in the middle continues.
sed 's/"trials": 7/"trials": 300/; s/"depth": 3/"depth": 4/' n.json >long.json
"$pollard" lab run long.json --part 2/3 --results killed.db --threads 1 >/dev/null 2>&1 &
pid=$!
for i in 1 2 3 4 5 6 7 8 9 10; do [ -s killed.db-wal ] && break; sleep 0.1; done
sleep 0.1; kill -9 $pid 2>/dev/null; wait $pid 2>/dev/null
"$pollard" lab run long.json --part 2/3 --results killed.db >/dev/null
"$pollard" lab run long.json --part 2/3 --results straight.db >/dev/null
prints "^0 rows added to straight.db, $(rows straight.db) were" lab merge straight.db killed.db

# Matches: the merged file is that of one run.
match() { "$pollard" match othello alphabeta:depth=2 random --games 38 "$@"; }
match --save whole.match >whole.txt
for i in 1 2 3; do match --part $i/3 --save p$i.match --threads $i >/dev/null || bad "part $i/3 of a match"; done
prints '^38 games of 3 files in all.match$' match merge all.match p3.match p1.match p2.match --games 38
same whole.match all.match 'a match merged from parts'
cp p2.match before.match
prints '^part 2/3: 12 of 12 games in p2.match, 0 of them played now$' match othello alphabeta:depth=2 random --games 38 --part 2/3 --save p2.match
same p2.match before.match 'a part played again'
prints '^38 games of 2 files in all.match$' match merge all.match p2.match p2.match
same whole.match all.match 'a match merged again'
json 'file games files' match merge all.match p1.match
# More games: parts go on.
"$pollard" match othello alphabeta:depth=2 random --games 50 --part 1/3 --save p1.match >/dev/null
"$pollard" match othello alphabeta:depth=2 random --games 50 --part 2/3 --save p2.match >/dev/null
"$pollard" match othello alphabeta:depth=2 random --games 50 --part 3/3 --save p3.match >/dev/null
"$pollard" match othello alphabeta:depth=2 random --games 50 --save fifty.match >/dev/null
prints '^50 games of 3 files' match merge all.match p1.match p2.match p3.match --games 50
same fifty.match all.match 'a match that was made longer'
# Killed: what is there of the last line is cut off.
head -c 5000 p1.match >cut.match
"$pollard" match othello alphabeta:depth=2 random --games 50 --part 1/3 --save cut.match >/dev/null
same p1.match cut.match 'a part that was cut off'
# The sequential test looks at the games in order, and throws away those beyond its decision.
"$pollard" match othello alphabeta:depth=2 random --sprt 0,300 --save sprt.match >/dev/null
prints '^SPRT 0 against 300 Elo: LLR .*: accepts H1$' match merge decided.match p3.match p2.match p1.match --sprt 0,300 --games 1000
same sprt.match decided.match 'a sequential test over parts'
prints 'undecided' match merge open.match p1.match p2.match p3.match --sprt 0,1
# Four players: groups of games stay together.
four() { "$pollard" match virus:players=4,size=5 brs:depth=1 random --games 10 "$@"; }
four --save four.match >/dev/null && four --part 1/2 --save f1.match >/dev/null && four --part 2/2 --save f2.match >/dev/null
prints '^10 games' match merge fours.match f2.match f1.match
same four.match fours.match 'a match of four seats'

# What the whole has stays; and a part is no whole, where its name was forgotten.
cp fifty.match kept.match
refuses "'kept.match' has 50 games; --games 6 would drop the others" match merge kept.match p1.match --games 6
same fifty.match kept.match 'a merge of fewer games'
cp fifty.match kept.match
prints ': accepts H1$' match merge kept.match p1.match --sprt 0,300
same sprt.match kept.match 'a decision over a longer match'
cp p1.match part.match
refuses "'part.match' holds part 1/3 of a match; expected the name of the whole first" match merge part.match p2.match p3.match
same p1.match part.match 'a part that was named first'
cp fifty.match kept.match && ln kept.match link.match
refuses "'link.match' is the file that the others are merged into" match merge kept.match p1.match link.match

refuses 'game 3 is in none of the files, but game 5 is' match merge x.match p1.match p3.match
refuses '50 games of 60: a part is missing or not finished' match merge x.match p1.match p2.match p3.match --games 60
sed '3s/"nodes":\[/"nodes":[1/' p1.match >forged.match
refuses "game 2 is another one in 'forged.match', line 3, than in 'p1.match', line 3" match merge x.match forged.match p1.match p2.match p3.match
sed '3s/"points":\[[02],[02]\]/"points":[1,1]/' p1.match >points.match
refuses "'points.match', line 3: its result does not follow" match merge x.match points.match p2.match p3.match
refuses "'four.match': it holds another match: game is" match merge x.match p1.match four.match
"$pollard" match othello alphabeta:depth=2 random --games 4 --seed 2 --part 1/3 --save seed.match >/dev/null
refuses "'seed.match': it holds another match: seed is '2' there and '1' here" match merge x.match p1.match seed.match
refuses 'it holds part 2/3 of a match; expected part 1/3' match othello alphabeta:depth=2 random --games 38 --part 1/3 --save p2.match
refuses 'it holds part 2/3 of a match; expected all' match othello alphabeta:depth=2 random --games 38 --save p2.match
refuses 'expected --save FILE' match othello alphabeta:depth=2 random --part 1/3
refuses 'expected it at `pollard match merge`' match othello alphabeta:depth=2 random --part 1/3 --save x.match --sprt 0,10
refuses 'expected no --save-pgn' match othello alphabeta:depth=2 random --part 1/3 --save x.match --save-pgn x.pgn
refuses 'not a match file' match merge x.match n.json p1.match
if [ -e x.match ]; then bad 'a refused merge left a file'; else ok; fi
# Who played is kept.
ours=$("$pollard" --version | sed -n 's/^digest \([0-9a-f]*\) othello$/\1/p') theirs=$("$other" --version | sed -n 's/^digest \([0-9a-f]*\) othello$/\1/p')
"$other" match othello alphabeta:depth=2 random --games 50 --part 2/3 --save their2.match >/dev/null
refuses "another program played it: digest $theirs" match merge x.match p1.match their2.match p3.match
prints '^50 games' match merge mixed.match p1.match their2.match p3.match --accept "$theirs"
if head -n 1 mixed.match | grep -q "\"digest\":\"$ours\"" && [ "$(grep -c "continued_by\":\"$theirs" mixed.match)" -gt 2 ]; then ok; else bad 'who played a merged match'; fi
grep -v continued_by mixed.match | tail -n +2 >mixed.games && tail -n +2 fifty.match >fifty.games
same mixed.games fifty.games 'the games of two programs'

# A file that a match is writing is not replaced: its games would be lost.
"$pollard" match othello alphabeta:depth=2 random --games 100000 --threads 1 --save running.match >/dev/null 2>&1 &
pid=$!
tries=0
while [ ! -s running.match ] && [ $tries -lt 400 ]; do sleep 0.02; tries=$((tries + 1)); done
file=$(ls -i running.match)
fails "'running.match' is being written by another match" match merge running.match p1.match p2.match p3.match
kill $pid; wait $pid 2>/dev/null
if [ "$(ls -i running.match)" = "$file" ]; then ok; else bad 'a merge replaced the file of a running match'; fi
prints '^[0-9]+ games of 3 files in running.match' match merge running.match p1.match p2.match p3.match

# Tunings: the games that are collected first.
tune() { "$pollard" tune eval othello alphabeta:depth=1 --method regression --games 12 --rounds 2 --check 4 "$@"; }
tune --out whole.json >/dev/null
for i in 1 2 3; do tune --part $i/3 --out t$i.json >/dev/null || bad "part $i/3 of a tuning"; done
prints '^12 games of 3 files in all.json.state/round-1.match' tune merge all.json t1.json t2.json t3.json
tune --out all.json >/dev/null
same whole.json all.json 'a tuning from parts'
same whole.json.state/journal all.json.state/journal 'the journal of a tuning from parts'
refuses '--method matches cannot be divided into parts: each of its rounds depends on the one before' tune eval othello alphabeta:depth=1 --part 1/3
refuses '--method tdleaf cannot be divided' tune eval othello alphabeta:depth=1 --method tdleaf --part 1/3
refuses 'tune windows cannot be divided' tune windows othello alphabeta --depth 3 --part 1/3
refuses 'tune regions cannot be divided' tune regions othello alphabeta:order=combined --depth 3 --part 1/3
refuses "'t1.json.state/round-1.match' holds part 1/3 of a match" tune merge t1.json t2.json t3.json
refuses 'is in none of the files' tune merge left.json t2.json t3.json
if [ -e left.json.state ]; then bad 'a refused merge of tunings left a folder'; else ok; fi
refuses "'none.json.state' holds no games of a part" tune merge x.json none.json
refuses 'it holds all of a match; expected part 1/3' tune eval othello alphabeta:depth=1 --method regression --games 12 --rounds 2 --check 4 --part 1/3 --out whole.json
finish
