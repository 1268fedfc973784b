#!/bin/sh
# Matches in the laboratory: killed and started again, the same table; what is missing is named.
. "$(dirname "$0")/common"

cat >"$work/matches.json" <<'END'
{"name": "matches", "kind": "match", "title": "Depths", "game": "connect-four:width={width}", "player": "alphabeta:depth={depth},order=killer",
 "opponent": "alphabeta:depth=3", "opening": "random:2", "openings": 30, "quick-openings": 2, "rows": {"width": [6, 7]}, "columns": {"depth": [2, 5]}}
END
matches_csv() { "$pollard" lab report "$work/matches.json" --results "$work/$1.db" --csv "$work/$1.csv" >"$work/out" 2>"$work/err"; }
prints '^120 trials in ' lab run "$work/matches.json" --results "$work/c1.db" --threads 1
prints '^everything was there already' lab run "$work/matches.json" --results "$work/c1.db"
json 'experiments name kind trials seconds threads results complete' lab run "$work/matches.json" --quick --results "$work/c7.db"
if grep -q '"complete": true' "$work/out" && grep -q '^ "trials": 8,' "$work/out"; then ok; else bad 'a run as JSON'; fi
stops=0
for delay in 0.01 0.02 0.03 0.04 0.05 0.06; do
    "$pollard" lab run "$work/matches.json" --results "$work/c2.db" --threads 2 >/dev/null 2>&1 &
    child=$!
    sleep $delay
    kill -9 $child 2>/dev/null
    wait $child 2>/dev/null
    [ $? = 137 ] && stops=$((stops + 1))
done
if [ $stops -gt 0 ] && "$pollard" lab run "$work/matches.json" --results "$work/c2.db" >"$work/out" 2>&1 && matches_csv c1 && matches_csv c2 && [ "$(wc -l <"$work/c1.csv")" = 5 ] && cmp -s "$work/c1.csv" "$work/c2.csv"; then ok
else bad "matches killed $stops times ends otherwise: $(cat "$work/out" "$work/err")"; fi
prints '^8 trials in ' lab run "$work/matches.json" --quick --results "$work/c3.db"
prints 'width 7 +depth 5 +60 ' lab report "$work/matches.json" --results "$work/c1.db"
json 'experiments name cells game players games won drawn lost points_percent low high published_percent' lab report "$work/matches.json" --results "$work/c1.db"
json 'elo elo_low elo_high by_the_clock' lab report "$work/matches.json" --results "$work/c1.db"
# By the clock: not on more threads than processors, and not twice.
sed 's/depth={depth}/time={depth}/; s/"openings": 30/"openings": 2/' "$work/matches.json" >"$work/clock.json"
[ "$(nproc)" -ge 64 ] || refuses '--threads 64: matches is played by the clock; expected at most' lab run "$work/clock.json" --threads 64 --results "$work/c5.db"
prints '^8 trials in ' lab run "$work/clock.json" --threads 1 --results "$work/c5.db"
prints '^everything was there already' lab run "$work/clock.json" --results "$work/c5.db"
prints '^  by the clock: not repeatable, depends on the machine: pollard ' lab report "$work/clock.json" --results "$work/c5.db"
prints ' Elo +95 % interval' lab report "$work/clock.json" --results "$work/c5.db"
sed 's/connect-four:width={width}/chinese-checkers:board=rhombus{width}/; s/order=killer/eval=pdb6/' "$work/matches.json" >"$work/needs.json"
POLLARD_DATABASES=$work/none
export POLLARD_DATABASES
fails 'to build them: pollard db build cc-pdb6-6x6 cc-pdb6-7x7' lab run "$work/needs.json" --results "$work/c4.db"
fails 'lab: 80 databases are missing' lab run mazes-loops --results "$work/c4.db"
unset POLLARD_DATABASES
sed 's/"opponent": "alphabeta:depth=3"/"opponent": "alphabeta:depth={other}"/; s/{"width": \[6, 7\]}/[{"width": 6, "less": 1}, {"width": 7, "less": 2}]/; s/{"depth": \[2, 5\]}/[{"depth": 2, "other": "{less}"}]/' "$work/matches.json" >"$work/less.json"
prints '^4 trials in ' lab run "$work/less.json" --quick --results "$work/c6.db"
prints '^  width 7, less 2 +depth 2, other less +4 ' lab report "$work/less.json" --results "$work/c6.db"
# Another seed gives other games, or is refused.
prints '^8 trials in ' lab run "$work/matches.json" --quick --seed 5 --results "$work/c3.db"
refuses 'databases-7: --seed 5: the openings of this experiment do not come from a seed: the same games would be played again' lab run databases-7 --seed 5 --results "$work/c8.db"
refuses 'databases-5: --seed 5: the openings of this experiment do not come from a seed' lab report databases-5 --seed 5 --results "$work/c3.db"
prints 'databases-7: registered' lab register databases-7 --seed 1 --results "$work/c8.db"   # its own
echo '{"name": "dice", "kind": "match", "game": "tictactoe", "player": "random", "opponent": "alphabeta:depth=1", "openings": 1, "quick-openings": 1}' >"$work/dice.json"
prints '^1 trials in ' lab run "$work/dice.json" --seed 5 --results "$work/c8.db"
sed 's/{width}/{wide}/' "$work/matches.json" >"$work/bad.json"
refuses "'game': '{wide}': no variable" lab run "$work/bad.json"

finish
