#!/bin/sh
# Tuning: a result that players load; killed and started again the same; refusals by name.
. "$(dirname "$0")/common"

tune() { "$pollard" tune "$@"; }
refuses 'no weights' tune eval othello alphabeta:depth=1,eval=discs
refuses 'mistakes=10: expected a plain search' tune eval abalone alphabeta:depth=1,mistakes=10 --out "$work/x.json"
refuses 'random:N' tune eval abalone alphabeta:depth=1 --openings none --out "$work/x.json"
refuses "'--rounds' is a flag of tune eval" tune windows abalone alphabeta --depth 3 --rounds 2
refuses "'--depth' is a flag of tune windows" tune eval abalone alphabeta --depth 3
refuses '--method guess' tune eval abalone alphabeta:depth=1 --method guess
refuses '--depth' tune windows abalone alphabeta
refuses 'windows-from=' tune windows abalone alphabeta:windows=9,windows-from=leaves --depth 3
refuses 'combined' tune regions abalone alphabeta --depth 3
refuses 'no-such-file' match abalone alphabeta:depth=1,with=no-such-file random
tune regions abalone alphabeta:order=combined --depth 3 --games 3 --out "$work/r.json" >/dev/null
prints 'best line' search abalone --player "alphabeta:depth=2,order=combined,with=$work/r.json"
if grep -q '"regions": "[0-3]/[0-3]"' "$work/r.json"; then ok; else bad "tune regions: $(cat "$work/r.json")"; fi
prints 'windows=[0-9/]*$' tune windows connect-four alphabeta --depth 3 --games 20 --check 10 --out "$work/w.json"
prints 'lost against alphabeta:depth=2$' tune windows abalone alphabeta:preset=abalone-windows --depth 3 --games 2 --check 2 --openings random:4 --out "$work/p.json"
spsa='eval chinese-checkers:board=rhombus7,pieces=6 alphabeta:depth=1,eval=baseline --method matches --games 8 --rounds 150 --check 10'
tune $spsa --out "$work/whole.json" >/dev/null
for pause in 0.1 0.2 0.3; do
    "$pollard" tune $spsa --out "$work/cut.json" >/dev/null 2>&1 & child=$!
    sleep $pause
    kill -9 $child 2>/dev/null
    wait $child 2>/dev/null
done
tune $spsa --out "$work/cut.json" --threads 2 >/dev/null
if cmp -s "$work/whole.json" "$work/cut.json"; then ok; else bad 'a killed tuning ends otherwise'; fi
prints 'alphabeta:depth=1,eval=baseline,weights=' match chinese-checkers:board=rhombus7,pieces=6 "alphabeta:depth=1,with=$work/whole.json" random --games 2
sed -i 's/weights": "./weights": "7/' "$work/cut.json"
refuses 'sum' play chinese-checkers:board=rhombus7,pieces=6 "alphabeta:depth=1,with=$work/cut.json" random

finish
