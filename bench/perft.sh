#!/bin/sh
# Speed of the rules: leaves per second by perft, best of three, one thread; then how much a second thread helps. `make bench` runs it.
pollard=${1:-./pollard}

best() {   # best SPEC DEPTH THREADS -> "leaves seconds"
    for _ in 1 2 3; do "$pollard" perft "$1" "$2" --threads "$3" --json; done |
        awk -F'[:,]' '/"leaves"/ {l = $2} /"seconds"/ {if (!b || $2 < b) b = $2} END {print l, b}'
}

printf '%-36s %5s %14s %9s %14s %9s\n' game depth leaves seconds 'million/s' 'x with 2'
while read -r spec depth; do
    set -- $(best "$spec" "$depth" 1) $(best "$spec" "$depth" 2)
    echo "$spec $depth $1 $2 $4" | awk '{printf "%-36s %5d %14s %9.3f %14.1f %9.2f\n", $1, $2, $3, $4, $3 / $4 / 1e6, $4 / $5}'
done <<END
othello 12
checkers 12
checkers:relaxed=yes 10
abalone:start=german-daisy 5
focus 5
focus:players=4 6
chinese-checkers 7
chinese-checkers:players=4 7
virus 12
thief-police 12
thief-police:simultaneous=yes 17
chess 6
END
