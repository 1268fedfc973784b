#!/bin/sh
# History-ADS in nodes and in seconds: the same search without and with it, from positions 12 plies into a seeded random game. Best of three. `make bench` runs it.
pollard=${1:-./pollard}
printf '%-34s %-10s %5s %12s %12s %8s %9s %9s %8s\n' game algorithm depth 'nodes none' 'nodes ads' saved 's none' 's ads' saved
while read -r spec algorithm depth players; do
    position=$("$pollard" play "$spec" $players --seed 2 --plies-max 12 --json | sed -n 's/^ "position": "\(.*\)"$/\1/p')
    for _ in 1 2 3; do
        "$pollard" search "$spec" --position "$position" --depth "$depth" --compare "$algorithm:order=none" "$algorithm:order=history-ads" --json
    done | awk -v game="$spec" -v algorithm="$algorithm" -v depth="$depth" -F'[:,]' '
        /"player"/  {k = /history-ads/ ? 2 : 1}
        /"nodes"/   {nodes[k] = $2 + 0}
        /"seconds"/ {if (!seconds[k] || $2 < seconds[k]) seconds[k] = $2 + 0}
        END {printf "%-34s %-10s %5d %12d %12d %7.1f%% %9.4f %9.4f %7.1f%%\n", game, algorithm, depth, nodes[1], nodes[2],
             100 * (1 - nodes[2] / nodes[1]), seconds[1], seconds[2], 100 * (1 - seconds[2] / seconds[1])}'
done <<END
connect-four alphabeta 10 random random
othello alphabeta 9 random random
checkers alphabeta 12 random random
checkers:relaxed=yes alphabeta 9 random random
focus alphabeta 5 random random
focus:players=4 brs 5 random random random random
focus:players=4 paranoid 5 random random random random
chinese-checkers alphabeta 5 random random
chinese-checkers:players=4 brs 5 random random random random
chinese-checkers:players=6 brs 4 random random random random random random
chinese-checkers:board=rhombus9 alphabeta 5 random random
virus alphabeta 8 random random
virus:players=4 brs 7 random random random random
abalone alphabeta 5 random random
abalone:start=belgian-daisy alphabeta 5 random random
thief-police alphabeta 11 random random
thief-police:simultaneous=yes alphabeta 16 random random
END
