#!/bin/sh
# The laboratory's list of tables, and experiments shown and exported.
. "$(dirname "$0")/common"
cd "$work" || exit 1   # no results.db here

# The 26 printed tables, all of them built, and what they are; nothing wider than 100 columns.
prints '^history-ads-1 +50 +6 +missing +unknown +Table 1: Othello$' lab list
if [ "$(grep -cE ' Table [IVX0-9]+: ' out)" = 26 ]; then ok; else bad 'not 26 printed tables'; fi
if ! grep -q 'not built' out && grep -qE '^databases-5 +25 +24 .* Table V: Chess$' out && grep -qE '^databases-6 +25 +20 .* Table VI: Chess$' out; then ok; else bad 'chess tables'; fi
if grep -qE '^Experiments of our own' out && grep -qE '^rivals ' out; then ok; else bad 'own experiments'; fi
cp out plain
"$pollard" lab list --long >long
for list in plain long; do
    if awk 'length > 100 { bad = 1 } END { exit bad }' $list; then ok; else bad "lab list ($list) is wider than 100 columns"; fi
done
tr '\n' ' ' <long | tr -s ' ' >flat
for who in 'Spencer Polk and B. John Oommen: ' 'Mehdi Samadi, Fatemeh Torabi Asr, Jonathan Schaeffer and Zohreh Azimifar: ' 'Athanasios Papadopoulos, ' 'AI in Games 1 (1), 2009' '(CIG 2012), 2012' 'LNAI 9329'; do
    if grep -qF "$who" flat; then ok; else bad "lab list --long lacks $who"; fi
done
json 'experiments name title trials series cells state rows rows_wanted seconds paper table papers authors venue year' lab list history-ads
fails 'no-such.db' lab list history-ads-1 --results no-such.db

# Named twice, by whatever words, an experiment is there once.
"$pollard" lab list history-ads history-ads-1 history-ads-1 space-and-depth-1 >out
if [ "$(grep -cE '^history-ads-1 ' out)" = 1 ] && [ "$(grep -cE '^(history-ads|space-and-depth)-' out)" = 7 ]; then ok; else bad "named twice: $(cat out)"; fi
"$pollard" lab export history-ads-1 >same.json
if [ "$("$pollard" lab show history-ads-1 same.json history-ads-1 | grep -c '^history-ads-1 ')" = 1 ]; then ok; else bad 'its file is the same experiment'; fi

# States: some rows, then all of them.
cat >small.json <<'END'
{"name": "small", "title": "A small one", "game": "tictactoe", "depth": 3, "trials": 4, "turns": 2, "midgame-turns": 1,
 "configurations": [{"name": "None"}, {"name": "ADS", "settings": "order=history-ads"}]}
END
prints '^small +4 +4 +missing +unknown +A small one' lab list small.json
prints '^4 trials in' lab run small.json --trials 2
prints '^small +4 +4 +partly 50% +0.0 s +A small one' lab list small.json
prints '^ +state +partly 50%: 8 of 16 rows, 0 of them kept, measured in ' lab show small.json
prints '^4 trials in' lab run small.json
prints '^small +4 +4 +measured +0.0 s +A small one' lab list small.json
if [ "$("$pollard" lab report small.json ./small.json --csv twice.csv | grep -c '^small ')" = 1 ] && [ "$(wc -l <twice.csv)" = 5 ]; then ok; else bad 'a report counts twice'; fi
# Kept: in the kept rows, not only in the results here.
"$pollard" lab run small.json --trials 2 --results some.db >/dev/null
mkdir some all && "$pollard" lab keep some/a.rows small.json --results some.db >/dev/null && "$pollard" lab keep all/a.rows small.json >/dev/null
prints '^small +4 +4 +measured ' lab list small.json --kept some
prints '^small +4 +4 +kept ' lab list small.json --kept all
prints '^ +state +kept: 16 of 16 rows, 16 of them kept, ' lab show small.json --kept all
json 'rows_kept rows_other_digest' lab list small.json --kept all

# Shown: who printed it, the protocol, the configurations.
"$pollard" lab show history-ads-1 >shown && tr '\n' ' ' <shown | tr -s ' ' >flat
for what in 'history-ads-1 History-ADS by update rule: Othello' 'printed in Table 1 of Spencer Polk and B. John Oommen: Enhancing History-Based' 'game othello' 'Move-to-Front order=history-ads' 'state missing' 'trials 50 (trials), 50 with --quick; 6 cells'; do
    if grep -qF "$what" flat; then ok; else bad "lab show lacks: $what"; fi
done
for name in databases-2 rivals abalone-1; do
    if "$pollard" lab show $name | awk 'length > 100 { bad = 1 } END { exit bad }'; then ok; else bad "lab show $name is wider than 100 columns"; fi
done
json 'experiments name state rows experiment configurations paper authors' lab show history-ads-1
refuses "unknown experiment 'no-such'" lab show no-such
refuses 'NAME' lab show

# Tables of the terminal: too wide ones go on below; a legend says what the headings mean.
sed 's/"small"/"printed"/; s/"title"/"paper": "history-ads", "table": "1", "title"/; s/"ADS"/"Move-to-Front"/' small.json >printed.json
"$pollard" lab run printed.json >/dev/null
"$pollard" lab report printed.json small.json >report
if awk 'length > 100 { bad = 1 } END { exit bad }' report; then ok; else bad "a table is wider than 100 columns: $(awk 'length > 100' report)"; fi
if [ "$(grep -cE '^  initial  Move-to-Front ' report)" = 2 ] && grep -qE '^  start +configuration +.*verdict$' report; then ok; else bad "no second part of the table: $(cat report)"; fi
if grep -qE '^  saving +1 - mean / mean of the control' report; then ok; else bad 'no legend'; fi

# Any two configurations, by name: in the text, for programs, on the page. Names that no table has are refused.
prints '^ +Move-to-Front against None, initial: [0-9.]+ \[[0-9.]+, [0-9.]+\], p [0-9.e-]+, [0-9]+ trials$' lab report printed.json --compare Move-to-Front,None
"$pollard" lab report printed.json small.json --compare Move-to-Front,None --compare None,ADS --html page >/dev/null
if grep -q '<li>Move-to-Front against None, initial: ' page/index.html && grep -q '<li>None against ADS, initial: ' page/index.html && grep -qF -- '--compare Move-to-Front,None --compare None,ADS' page/index.html; then ok; else bad 'comparisons on the page'; fi
json 'comparisons of against ratio ratio_low ratio_high' lab report printed.json --compare None,Move-to-Front
refuses '--compare None,ADS: no table has both' lab report printed.json --compare None,ADS
refuses "--compare None,None: printed: 'None' against itself; expected two configurations" lab report printed.json --compare None,None
sed 's/"configurations"/"comparisons": [{"of": "ADS", "against": "ADS"}], "configurations"/' small.json >itself.json
refuses "'comparisons': 'ADS' against itself" lab run itself.json
# One trial has no interval.
prints '^ +ADS against None, initial: [0-9.]+, no interval from so few, p 1, 1 trial$' lab report small.json --trials 1 --compare ADS,None
refuses '--compare None: no table has both' lab report printed.json --compare None

# Rivals of what is published: run beside it, and judged by its print.
"$pollard" lab run printed.json --rivals --json >rivals.json
if [ "$(grep -c '"name": "printed"' rivals.json)" = 1 ]; then ok; else bad "rivals are listed as experiments: $(cat rivals.json)"; fi
prints '^everything was there already' lab run printed.json --rivals
"$pollard" lab report printed.json small.json --rivals --html page >report
if [ "$(grep -c "in the technique's place" report)" = 2 ] && grep -q 'with none' report && grep -q '<dt>Rivals</dt><dd>' page/index.html; then ok; else bad "rivals: $(cat report)"; fi
json 'rivals settings agree tested technique_agrees as_well' lab report printed.json --rivals
refuses 'expected no --in-place with it' lab run printed.json --rivals --in-place none
refuses 'expected no --in-place with it' lab report printed.json --rivals --in-place none

# A match without its technique: the player is the opponent, and every pair of games is even.
cat >match.json <<'END'
{"name": "evals", "kind": "match", "title": "Two evaluations", "game": "othello", "player": "alphabeta:depth=2,eval=weights", "opponent": "alphabeta:depth=2,eval=discs",
 "opening": "random:4", "openings": 3}
END
prints '^3 trials in ' lab run match.json --in-place none
prints ' 6 +3 +[0-9]+ +[0-9]+ +[0-9]+ +50.0% ' lab report match.json --in-place none
refuses "'in-place': 'order': neither player has this key" lab run match.json --in-place order

# Exported: the file as it is; what is exported runs.
for name in history-ads-1 databases-10 limits; do
    if "$pollard" lab export $name | cmp -s - "$POLLARD_ROOT/src/lab/experiments/$name.json"; then ok; else bad "lab export $name"; fi
done
if "$pollard" lab export small.json 2>/dev/null | cmp -s - small.json; then ok; else bad 'lab export of a file'; fi
refuses "'history-ads' stands for 6 experiments" lab export history-ads
refuses 'unknown experiment' lab export no-such

finish
