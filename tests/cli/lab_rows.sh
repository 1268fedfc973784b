#!/bin/sh
# Rows kept as a file and read back: nothing is measured twice, what was changed is refused, all or none.
. "$(dirname "$0")/common"
cd "$work" || exit 1
cat >n.json <<'END'
{"name": "n", "title": "Counts", "game": "othello", "depth": 3, "trials": 30, "turns": 3, "midgame-turns": 2,
 "configurations": [{"name": "None"}, {"name": "ADS", "settings": "order=history-ads"}]}
END
cat >m.json <<'END'
{"name": "m", "kind": "match", "title": "Matches", "game": "tictactoe", "player": "alphabeta:depth={depth}", "opponent": "random",
 "opening": "random:1", "openings": 4, "columns": {"depth": [1, 2]}}
END

# One machine runs a part, another one the rest; the table is that of one that ran all.
prints '^20 trials in' lab run n.json --trials 10 --results a.db
prints '^40 rows kept in a.rows$' lab keep a.rows n.json --results a.db
prints '^40 rows added to b.db, 0 were there already$' lab import a.rows --results b.db
prints '^40 trials in' lab run n.json --results b.db
prints '^60 trials in' lab run n.json --results whole.db
"$pollard" lab report n.json --results b.db --csv b.csv >/dev/null && "$pollard" lab report n.json --results whole.db --csv whole.csv >/dev/null
if cmp -s b.csv whole.csv; then ok; else bad "a table grown from kept rows differs: $(diff b.csv whole.csv)"; fi
prints '^everything was there already' lab run n.json --results b.db
# Again, and from a results file: they were there.
prints '^0 rows added to b.db, 160 were there already$' lab import a.rows b.db --results b.db
prints '^0 rows added to b.db, 120 were there already$' lab import whole.db --results b.db
# The same rows give the same bytes, whatever way they came.
prints '^8 trials in' lab run m.json --results a.db
"$pollard" lab keep one.rows n.json m.json --results a.db >/dev/null && "$pollard" lab import one.rows --results c.db >/dev/null && "$pollard" lab keep two.rows m.json n.json --results c.db >/dev/null
if cmp -s one.rows two.rows; then ok; else bad 'kept rows depend on how they came'; fi
json 'file rows left_out' lab keep three.rows n.json --results a.db
json 'results added there' lab import three.rows --results d.db

# A file that is read is not written, and none is written twice: by whatever name.
cp n.json safe.json && cp a.db safe.db && ln -s a.db link.db && ln -s n.json link.json
refuses 'lab keep a.db: that is the results file' lab keep a.db n.json --results a.db
refuses 'lab keep link.db: that is the results file' lab keep link.db n.json --results a.db
refuses 'lab keep ./n.json: that is the file of an experiment' lab keep ./n.json m.json n.json --results a.db
refuses 'lab keep n.json: there is such a file, and it has no kept rows; expected FILE first' lab keep n.json --results a.db
refuses 'lab keep b.db: there is such a file' lab keep b.db n.json --results a.db
refuses '--csv ./a.db: that is the results file' lab report n.json --results a.db --csv ./a.db
refuses '--csv link.json: that is the file of an experiment' lab report n.json --results a.db --csv link.json
refuses '--trials-csv a.db: that is the results file' lab report n.json --results a.db --trials-csv a.db
refuses '--csv and --trials-csv would both write same.csv' lab report n.json --results a.db --csv same.csv --trials-csv ./same.csv
refuses '--csv and --trials-csv would both write same-matches.csv' lab report n.json m.json --results a.db --csv same.csv --trials-csv same-matches.csv
mkdir same
refuses '--trials-csv and --html would both write same/results.csv' lab report n.json --results a.db --trials-csv same/results.csv --html ./same
if [ ! -e same.csv ] && [ ! -e same/index.html ] && cmp -s n.json safe.json && cmp -s a.db safe.db; then ok; else bad 'something was written all the same'; fi
prints '^40 rows kept in empty.rows$' lab keep "$(: >empty.rows; echo empty.rows)" n.json --results a.db
prints '^40 rows kept in empty.rows$' lab keep empty.rows n.json --results a.db

# The list counts kept rows.
mkdir -p docs/results/kept && cp one.rows docs/results/kept/
prints '^n +30 +4 +partly 33% ' lab list n.json
prints '^m +4 +2 +kept ' lab list m.json
prints '^n +30 +4 +missing ' lab list n.json --kept no-such-folder
printf 'pollard-rows\t1\n' >docs/results/kept/bad.rows
refuses 'bad.rows: cut off' lab list n.json
rm -r docs

# Changed, cut, invented: refused by line, and the results stay as they were.
cp a.db before.db
sed '/^0\t1\t/s/^0\t1\t\([0-9]*\)/0\t1\t9\1/' one.rows >forged.rows
refuses 'forged.rows: line 7: the checksum of the row is wrong' lab import forged.rows --results b.db
head -c 3000 one.rows >cut.rows
refuses 'cut.rows: cut off' lab import cut.rows --results b.db
grep -v '^1	' one.rows >fewer.rows
refuses 'fewer.rows: the checksum of the file is wrong' lab import fewer.rows --results b.db
refuses 'of format 2; this program reads 1' lab import "$POLLARD_ROOT/tests/data/kept-format-2.rows" --results b.db
refuses 'no-such.rows' lab import no-such.rows --results b.db
fails 'not a results file' lab import n.json --results b.db
# One bad file among good ones: none is taken.
refuses 'cut off' lab import one.rows cut.rows --results e.db
if [ "$(echo e.db*)" = 'e.db*' ]; then ok; else bad "a refused import left $(echo e.db*)"; fi
fails 'no-such-folder/x.rows' lab keep no-such-folder/x.rows n.json --results a.db
refuses 'no rows of these experiments' lab keep x.rows history-ads-1 --results a.db
if [ -e x.rows ]; then bad 'an empty file of rows is left'; else ok; fi

# Rows of another program are named, and taken only when they are accepted. pollard_other is this program with other digests.
other=${POLLARD_BUILD:?expected the folder of the build}/pollard_other
"$other" lab run m.json --results other.db >/dev/null && "$other" lab keep other.rows m.json --results other.db >/dev/null
theirs=$(sed -n 's/^of\t.*\t\([0-9a-f]*\)$/\1/p' other.rows | head -n 1)
refuses "8 rows are of digest $theirs" lab import other.rows --results f.db
refuses "8 rows are of digest $theirs" lab import other.db --results f.db
prints '^8 rows added to f.db' lab import other.rows --accept "$theirs" --results f.db
prints '^m +4 +2 +measured\* ' lab list m.json --results f.db
prints '^m +4 +2 +measured ' lab list m.json --results f.db --accept "$theirs"
refuses 'but those of other digests; --accept DIGEST keeps them' lab keep g.rows m.json --results f.db
prints '^8 rows kept in g.rows' lab keep g.rows m.json --results f.db --accept "$theirs"
# Equal keys with other values are refused by name.
sed 's/^0\t1\t\([0-2]\)\t\([0-2]\)\t\([0-9]*\)/0\t1\t\1\t\2\t8/' other.rows >changed.rows
sums=$POLLARD_ROOT/tests/cli/kept_sums.py
if command -v python3 >/dev/null 2>&1; then
    python3 "$sums" other.rows >again.rows
    if cmp -s other.rows again.rows; then ok; else bad 'the sums are not those of the format'; fi
    python3 "$sums" changed.rows >forged.rows
    refuses 'is there with other values' lab import forged.rows --accept "$theirs" --results f.db
    prints '^0 rows added to f.db, 8 were there' lab import other.rows --accept "$theirs" --results f.db
fi

# A digest of this program's, but of another game: no program of it counted these nodes so.
if command -v python3 >/dev/null 2>&1; then
    game=$(sed -n 's/^of\t.*\t\([0-9a-f]*\)$/\1/p' a.rows | head -n 1)
    "$pollard" lab keep m.rows m.json --results a.db >/dev/null
    strange=$(sed -n 's/^of\t.*\t\([0-9a-f]*\)$/\1/p' m.rows | head -n 1)
    sed "/^of\t/s/$game\$/$strange/" a.rows >strange && python3 "$sums" strange >strange.rows
    refuses "40 rows are of digest $strange" lab import strange.rows --results g.db
    prints '^40 rows added to g.db' lab import strange.rows --accept "$strange" --results g.db
    prints '^n +30 +4 +partly 33%\* ' lab list n.json --results g.db
    # All that stands in the way is named at once, with flags that can be pasted.
    refuses "40 rows are of digest $strange (pollard" lab import strange.rows other.rows --results h.db
    if grep -q ", 8 rows are of digest $theirs (pollard .*; to take them all the same: --accept $strange --accept $theirs\$" err && [ "$(wc -l <err)" = 1 ]; then ok; else bad "two digests: $(cat err)"; fi
    prints '^48 rows added to h.db' lab import strange.rows other.rows --results h.db $(sed 's/.*all the same: //' err)
fi

# Killed while it imports: all or nothing, and then the same as if it had not been.
prints '^[0-9]* trials in' lab run n.json --trials 500 --results big.db
"$pollard" lab keep big.rows n.json --results big.db >/dev/null
killed=0
for delay in 0.01 0.03 0.05 0.08 0.12 0.17; do
    "$pollard" lab import big.rows --results killed.db >/dev/null 2>&1 &
    child=$!
    sleep $delay
    kill -9 $child 2>/dev/null
    wait $child 2>/dev/null
    [ $? = 137 ] && killed=$((killed + 1))
done
"$pollard" lab import big.rows --results killed.db >/dev/null 2>"$work/err" && "$pollard" lab keep again.rows n.json --results killed.db >/dev/null 2>&1
if cmp -s big.rows again.rows; then ok; else bad "an import killed $killed times: $(cat "$work/err")"; fi

# Every trial as CSV, kind by kind.
prints '^trials as CSV: t.csv, t-matches.csv$' lab report n.json m.json --results a.db --trials-csv t.csv
if [ "$(wc -l <t.csv)" = 41 ] && [ "$(wc -l <t-matches.csv)" = 9 ]; then ok; else bad "trials as CSV: $(wc -l t.csv t-matches.csv)"; fi
if head -n 1 t.csv | grep -q '^experiment,series,start,configuration,trial,nodes,interior,leaves,list_length,seconds,' && head -n 1 t.csv | grep -q ',player,protocol,digest,program,commit,compiler,flags,machine,started,threads,changes$'; then ok; else bad "columns: $(head -n 1 t.csv)"; fi
# What the table is made of: so many trials as it shows, and of each trial one row, whoever made others.
"$pollard" lab report n.json --results a.db --trials 4 --trials-csv four.csv >/dev/null
if [ "$(wc -l <four.csv)" = 17 ]; then ok; else bad "--trials 4: $(wc -l four.csv)"; fi
"$pollard" lab run m.json --results f.db >/dev/null
"$pollard" lab report m.json --results f.db --accept "$theirs" --trials-csv both.csv >/dev/null
if [ "$(wc -l <both.csv)" = 9 ] && ! grep -q "$theirs" both.csv; then ok; else bad "rows of two programs: $(cut -c 1-60 both.csv)"; fi
if head -n 1 t-matches.csv | grep -q '^experiment,row,column,opening,points_first,points_second,'; then ok; else bad "columns: $(head -n 1 t-matches.csv)"; fi
if grep -q '^"n","","midgame","ADS",9,[0-9]*,' t.csv && grep -q '^"m","","depth 2",3,' t-matches.csv; then ok; else bad 'rows of the CSV'; fi
# The same counts as in the kept rows.
"$pollard" lab keep n.rows n.json --results a.db >/dev/null
sed -n 's/^[0-9]*\t[0-9]*\t\([0-9]*\)\t.*/\1/p' n.rows | sort -n >kept_nodes
tail -n +2 t.csv | cut -d, -f6 | sort -n >csv_nodes
if [ "$(wc -l <kept_nodes)" = 40 ] && cmp -s kept_nodes csv_nodes; then ok; else bad 'counts of the CSV are not those of the rows'; fi

finish
