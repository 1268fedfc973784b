#!/bin/sh
# Experiments registered before they run, and stored trials run again.
. "$(dirname "$0")/common"
cd "$work" || exit 1
cat >one.json <<'END'
{"name": "one", "title": "The first", "game": "connect-four", "depth": 3, "trials": 5, "turns": 2, "midgame-turns": 2, "generator": "shuffled",
 "hypotheses": ["A list saves a tenth.", "It saves more from midgame positions."],
 "configurations": [{"name": "None"}, {"name": "ADS", "settings": "order=history-ads"}]}
END
sed 's/"one"/"two"/; s/"depth": 3/"depth": 4/' one.json >two.json
# said WORDS FILE...: the report's sentence on registration, with folded lines joined.
said() { words=$1; shift; if "$pollard" lab report "$@" | tr '\n' ' ' | tr -s ' ' | grep -qF "$words"; then ok; else bad "no '$words' in: $("$pollard" lab report "$@" | head -n 8)"; fi; }

# Without: a report says so. Registered first: before its first row. Registered late: after so many.
prints '^10 trials in' lab run two.json
said 'not registered; in this file: 0 other protocols and 0 other players of this game with rows' two.json
sleep 1
"$pollard" lab register one.json | tr '\n' ' ' | tr -s ' ' >flat
if grep -q 'one: registered .* UTC (commit .*) before its first row; before it: 2 other protocols and 0 other players of this game with rows; after it: 0 other protocols and 0 other players of this game with rows; SHA-256 [0-9a-f]\{64\}' flat; then ok; else bad "register: $(cat flat)"; fi
# What was expected stands beside it, in every report, also before the first row.
prints '^  hypothesis 1: A list saves a tenth.$' lab register one.json
prints '^  hypothesis 2: It saves more from midgame positions.$' lab report one.json
said 'before its first row; before it' one.json
if "$pollard" lab report one.json --json | tr -d '\n' | grep -q '"hypotheses": *\[ *"A list saves a tenth.", *"It saves more'; then ok; else bad 'no hypotheses in JSON'; fi
json 'hypotheses' lab register one.json
sed '/"hypotheses"/d; s/"one"/"none"/' one.json >none.json
"$pollard" lab register none.json --results none.db | tr '\n' ' ' | tr -s ' ' >flat
if grep -q 'before its first row, without hypotheses; before it' flat; then ok; else bad "register: $(cat flat)"; fi
said 'before its first row, without hypotheses; before it' none.json --results none.db
sed 's/"It saves .*"/"  "/' one.json >blank.json
refuses "'hypotheses' 2: expected a text that says something" lab register blank.json
said 'hypothesis 1 (not registered): A list saves a tenth.' one.json --results none.db
prints '^10 trials in' lab run one.json
said 'before its first row; before it: 2 other protocols and 0 other players of this game with rows; after it: 0 other protocols and 0 other players of this game with rows' one.json
# What is run is what counts: another seed, or other settings, is not what was registered, and is told of.
prints '^10 trials in' lab run one.json --seed 5
said 'not registered with --seed 5; its file was registered 20' one.json --seed 5
said 'before it: 2 other protocols and 0 other players of this game with rows; after it: 2 other protocols and 0 other players of this game with rows' one.json
prints '^10 trials in' lab run one.json --in-place order=killer
said 'not registered with --in-place order=killer; its file was registered 20' one.json --in-place order=killer
said 'after it: 2 other protocols and 1 other player of this game with rows' one.json
# Without printed figures there are no verdicts; a summary is not silent about that.
prints '^one: no printed figures, so no verdicts; its tables are shown without --summary, 4 cells in all;' lab report one.json --summary
prints '^none: no printed figures, so no verdicts; no rows are there yet, 4 cells in all; registered' lab report none.json --results none.db --summary
# Wherever its figures go, it is said that they are not those of the file.
said 'changed by --in-place order=killer: not what its file says' one.json --in-place order=killer
said '2 of 2 tables changed by --seed 5: not what their files say' one.json two.json --seed 5 --summary
prints '"changes": "--seed 5"' lab report one.json --seed 5 --json
"$pollard" lab report one.json --seed 5 --csv s.csv --trials-csv st.csv --html s >/dev/null
if head -n 1 s.csv | grep -q ',changes,digest,commit$' && [ "$(grep -c ',"--seed 5",' s.csv)" = 4 ] && [ "$(grep -c ',"--seed 5"$' st.csv)" = 20 ]; then ok; else bad "changes in CSV: $(head -n 2 s.csv st.csv)"; fi
if grep -q '<p>Changed by <code>--seed 5</code>: not what its file says.</p>' s/index.html && grep -q '<p class="note">1 of 1 table changed by --seed 5: not what its file says.</p>' s/index.html; then ok; else bad 'the page does not say what was changed'; fi
if "$pollard" lab report one.json --seed 1 | grep -q 'changed by'; then bad 'its own seed is no change'; else ok; fi
said 'before its first row' one.json --seed 1
prints '^ +initial +None +0 +0 +- ' lab report one.json --seed 0   # a seed as well: no row has it
said 'shown are at most 2 trials, registered were 5' one.json --trials 2
# The page says how to run it, and which command made the page.
"$pollard" lab report one.json --seed 5 --in-place order=killer --html changed >/dev/null
if grep -qx 'pollard lab run one --seed 5 --in-place order=killer' changed/index.html || grep -q '<code>pollard lab run one --seed 5 --in-place order=killer$' changed/index.html; then ok; else bad "the page's command: $(grep 'lab run' changed/index.html)"; fi
if grep -qE '(^|>)pollard lab report one.json --seed 5 --in-place order=killer --html changed(<|$)' changed/index.html; then ok; else bad "the command that made the page: $(grep 'lab report' changed/index.html)"; fi
said 'not registered; in this file: 4 other protocols and 0 other players of this game with rows, 1 other experiment registered' two.json
prints 'after 20 of its rows were there' lab register two.json
said 'after 20 of its rows were there' two.json
prints 'was there: registered' lab register one.json
# Another word in the file is another experiment.
sed 's/a tenth/a fifth/' one.json >changed.json
said 'not registered' changed.json
prints '^ +hypotheses +A list saves a tenth' lab show one.json
json 'registrations name hash added date commit rows_before variants players others variants_after players_after others_after' lab register one.json
prints '^one: registered .* UTC .*after 20 of its rows' lab register one.json --seed 5
said 'after 20 of its rows were there' one.json --seed 5
json 'registration' lab report one.json
"$pollard" lab report one.json --html page >/dev/null
if grep -q '<dt>Registered</dt><dd>registered .* before its first row' page/index.html; then ok; else bad 'no registration on the page'; fi
if grep -q '<dt>Hypotheses</dt><dd><ol><li>A list saves a tenth.</li><li>It saves more from midgame positions.</li></ol></dd>' page/index.html; then ok; else bad 'no hypotheses on the page'; fi
refuses "'hypotheses': expected a list of 1 to 20 texts" lab list "$(sed 's/"hypotheses": .*,$/"hypotheses": "x",/' one.json >bad.json; echo bad.json)"
refuses 'unknown experiment' lab register no-such
refuses 'NAME' lab register

# A registration goes with its rows: kept, imported from kept rows, imported from results.
"$pollard" lab keep registered.rows one.json >/dev/null
prints '^1 registration added$' lab import registered.rows --results moved.db
said 'before its first row; before it: 0 other protocols' one.json --results moved.db
prints '^ *hypothesis 1: A list saves a tenth.$' lab report one.json --results moved.db
"$pollard" lab keep again.rows one.json --results moved.db >/dev/null
if cmp -s registered.rows again.rows; then ok; else bad "a kept registration changes: $(diff registered.rows again.rows | head -n 4)"; fi
prints '^3 registrations added$' lab import results.db --results copied.db
said 'before its first row; before it: 2 other protocols' one.json --results copied.db
json 'results added there vouched registrations' lab import registered.rows --results copied.db
prints '^3 registrations added$' lab merge merged.db results.db
json 'results added there registrations' lab merge merged.db results.db
# Rows that are kept were there before, also where no results are.
mkdir before && cp registered.rows before/ && cp registered.rows before/twice.rows
prints '^one: registered .* UTC \(commit .*\) after 20 of its rows were there' lab register one.json --results fresh.db --kept before

# Stored trials run again, all of them or some; with whom they were made.
prints '^20 of 20 trials run again in .* s \(--sample-seed 7\): 40 rows, all the same to the digit$' lab verify one.json two.json --sample 100% --sample-seed 7
if grep -qE '^kept: digest [0-9a-f]{16}, as here; pollard ' out && grep -q '^here: pollard ' out && grep -qE 'gcc|clang' out && grep -q 'processors' out; then ok; else bad "who made them: $(cat out)"; fi
# Rows of other seeds and settings are counted; they are verified as they were run.
prints '^rows of other experiments, seeds or settings, not run: 30$' lab verify one.json two.json
prints '^10 of 10 trials run again .* 20 rows, all the same to the digit$' lab verify one.json --seed 5 --sample 100%
prints '^10 of 10 trials run again .* 20 rows, all the same to the digit$' lab verify one.json --in-place order=killer --sample 100%
prints '^1 of 20 trials run again ' lab verify one.json two.json --sample 5%
prints '^4 of 20 trials run again ' lab verify one.json two.json --sample 20%
json 'trials trials_all rows differ by_the_clock other_digest repeated unmatched sample_seed here kept differences compiler flags machine digest digest_here' lab verify one.json
refuses '--sample 5' lab verify --sample 5
refuses '--sample 0%' lab verify --sample 0%
refuses '--sample 101%' lab verify --sample 101%
refuses '--sample 0x10%' lab verify --sample 0x10%
refuses '--sample %' lab verify --sample %
refuses 'no-such-folder' lab verify one.json --kept no-such-folder
refuses '--kept one.json: expected a folder' lab verify one.json --kept one.json
fails 'there are no rows of these experiments' lab verify history-ads-1

# Kept rows as well; the clock's are left out and counted.
cat >clock.json <<'END'
{"name": "clock", "kind": "match", "game": "tictactoe", "player": "alphabeta:{limit}", "opponent": "random", "opening": "random:1", "openings": 3,
 "columns": {"limit": ["depth=2", "time=1"]}}
END
"$pollard" lab run clock.json --threads 1 >/dev/null
mkdir kept && "$pollard" lab keep kept/a.rows one.json clock.json >/dev/null
prints '^3 rows that the clock decided are left out$' lab verify one.json clock.json --kept kept --sample 100%
if grep -q '^13 of 13 trials run again .* 23 rows, all the same to the digit$' out; then ok; else bad "verify kept rows: $(cat out)"; fi

prints '^20 rows kept in killer.rows$' lab keep killer.rows one.json --in-place order=killer

# The same rows in many files are the same rows, once.
mkdir many
for i in $(seq 41); do cp kept/a.rows many/$i.rows; done
prints '^10 of 10 trials run again .* 20 rows, all the same to the digit$' lab verify one.json --kept many --sample 100%
if grep -q '^rows that are there more than once, counted once: 800$' out && grep -q '^rows of other experiments, seeds or settings, not run: 246$' out; then ok; else bad "rows in many files: $(cat out)"; fi

# A forged row with right sums is found by running it again.
if command -v python3 >/dev/null 2>&1; then
    cat >forge.py <<'END'
M = (1 << 64) - 1
def mix(x):
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9 & M
    x = (x ^ x >> 27) * 0x94d049bb133111eb & M
    return x ^ x >> 31
def add(s, b):
    for c in b: s = mix(s + c & M)
    return s
out, of, rows, table = b'', b'', 0, b''
for line in open('kept/a.rows', 'rb').read().split(b'\n')[:-1]:
    if line.startswith(b'end\t'): continue
    if line.startswith(b'of\t'): of = line
    if line.startswith(b'table\t'): table = line.split(b'\t')[1]
    if line[:1].isdigit():
        field = line.split(b'\t')[:-1]
        if table == b'trials' and rows == 3: field[2], field[4] = (b'%d' % (int(field[k]) + 1) for k in (2, 4))
        line = b'\t'.join(field)
        line, rows = line + b'\t%016x' % add(add(1, of), line), rows + 1
    out += line + b'\n'
open('kept/a.rows', 'wb').write(out + b'end\t%d\t%016x\n' % (rows, add(2, out)))
END
    python3 forge.py
    "$pollard" lab verify one.json --kept kept --sample 100% >out 2>err
    if [ $? = 1 ] && grep -qE '^DIFFERS: one, (initial|midgame), (None|ADS), trial 3: nodes [0-9]+, kept [0-9]+$' out && grep -q '1 of 20 rows differ' out && grep -q '1 of 20 rows differ from what is kept' err; then ok; else bad "a forged row: $(cat out err)"; fi
fi

finish
