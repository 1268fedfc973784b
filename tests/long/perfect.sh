#!/bin/sh
# A player with an endgame database never loses a game that the database says is won, nor loses one that it says is drawn: 1,000 games from random openings against a
# search. Builds the database if it is not there (a minute or two). Usage: tests/long/perfect.sh [GAMES [DEPTH]]
set -eu
pollard=${POLLARD:-./pollard}
games=${1:-1000}
depth=${2:-3}
folder=${POLLARD_DATABASES:-databases}
saved=$(mktemp)
trap 'rm -f "$saved"' EXIT
rm -f "$saved"
"$pollard" db build cc-edb6-6x6 --dir "$folder" > /dev/null
POLLARD_DATABASES=$folder "$pollard" match chinese-checkers:board=rhombus6,pieces=3 alphabeta:depth=1,eval=edb6 \
    "alphabeta:depth=$depth,eval=baseline,order=killer" --games "$games" --openings random:4 --seed 11 --save "$saved" > /dev/null

passed=0 failed=0 lost=0
while IFS='|' read -r first start one two; do   # who has seat 1; the points of the seats
    if [ "$first" -eq 1 ]; then seat=1 points=$one; else seat=2 points=$two; fi
    value=$("$pollard" db probe cc-edb6-6x6 "$start" --dir "$folder")
    case $value in won*) wins=1 ;; lost*) wins=2 ;; *) wins=0 ;; esac   # seat 1 is to move
    if [ "$wins" -ne 0 ] && [ "$wins" -ne "$seat" ]; then lost=$((lost + 1)); continue; fi
    least=$([ "$wins" -eq 0 ] && echo 1 || echo 2)
    if [ "$points" -ge "$least" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "$start: $value, but $points points"
    fi
done <<LIST
$(sed -n 's/.*"seats":\[\([12]\),[12]\],"start":"\([^"]*\)".*"points":\[\([0-9]\),\([0-9]\)\].*/\1|\2|\3|\4/p' "$saved")
LIST
echo "$lost games began lost"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
