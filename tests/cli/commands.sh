#!/bin/sh
# Every command: help with examples that run, flags of others refused, output that cannot be written noticed.
. "$(dirname "$0")/common"

prints 'three things to try'
for help in --help -h help; do
    prints 'three things to try' $help
    prints '^usage: pollard perft ' $help perft
    if [ $help != help ]; then prints '^usage: pollard perft ' perft othello $help; fi
done
prints '^pollard [0-9]' --version
refuses 'version words: expected --json or nothing' --version words
refuses 'did you mean' perf othello 3
# The nearest, not the last of those that are near (bench).
refuses "did you mean 'search'" serch othello
refuses 'unknown command' frobnicate
refuses "unknown verb 'frobnicate'; expected one of: list, show, export, register, run, report, keep, import, merge, verify" lab frobnicate
refuses 'expected one of: list, build' db make cc-pdb3-6x6
refuses "did you mean 'verify'" db verifi cc-pdb3-6x6
refuses 'expected one of: eval, windows, regions, abstraction' tune speed abalone alphabeta:depth=1
refuses "'cube'" solve cube
refuses 'expected a verb' db
refuses "expected a verb before '--dir'" db --dir x
json 'games actions' games

# verbs GROUP: as its help lists them.
verbs() { "$pollard" "$1" --help | sed -n '/^usage: .* VERB /,/^examples:/s/^  \([a-z][a-z-]*\) .*/\1/p'; }
"$pollard" --help | sed -n '/^usage:/,/^three things/s/^  \([a-z]*\) .*/\1/p' >"$work/top"
while read -r command; do
    if "$pollard" "$command" --help | grep -q "^usage: pollard $command VERB"; then verbs "$command" | sed "s/^/$command /"; 
    else
        # A command may have verbs beside what it does itself.
        echo "$command"
        "$pollard" "$command" --help | sed -n "s/^pollard \($command [a-z]*\): .*/\1/p"
    fi
done <"$work/top" >"$work/commands"
rows=$(grep -c '^X(' "$POLLARD_ROOT/src/cli/commands.def") groups=$(cut -d ' ' -f 1 "$work/commands" | uniq -d | grep -vxFf "$work/commands" | wc -l)
if [ $(($(wc -l <"$work/commands") + groups)) = "$rows" ]; then ok; else bad "the help shows $(cat "$work/commands"), commands.def has $rows rows"; fi

# The help of each: its own usage, its own flags, an example; the same through `pollard help`.
: >"$work/examples"
while read -r command; do
    if "$pollard" $command --help >"$work/help" 2>"$work/err" && [ ! -s "$work/err" ] && grep -q "^usage: pollard $command" "$work/help" \
        && sed '1,/^examples:$/d' "$work/help" | grep -q "^  pollard $command" && "$pollard" help $command | cmp -s - "$work/help"; then ok
    else bad "pollard $command --help: $(cat "$work/help" "$work/err")"; fi
    if [ "$(awk 'length > 110' "$work/help" | wc -l)" = 0 ]; then ok; else bad "pollard $command --help has lines above 110 columns"; fi
    sed '1,/^examples:$/d' "$work/help" >>"$work/examples"
    sed -n '/^usage:/,/^examples:/s/^  --\([a-z-]*\).*/\1/p' "$work/help" | sort >"$work/flags.$(echo "$command" | tr ' ' '_')"
    refuses "'--no-such-flag'" $command --no-such-flag
done <"$work/commands"

# A flag of another verb of the group is refused by name, with what this verb takes.
while read -r command; do
    group=${command%% *}
    [ "$group" = "$command" ] && continue
    own=$work/flags.$(echo "$command" | tr ' ' '_')
    for flag in $(cat "$work/flags.$group"_* | sort -u | comm -23 - "$own"); do
        refuses "$command: '--$flag' is a flag of $group " $command --$flag
        first=$(grep -v '^help$\|^json$' "$own" | head -n 1)
        if grep -q -- "; $command takes .*--${first:-json}" "$work/err"; then ok; else bad "what $command takes: $(cat "$work/err")"; fi
    done
done <"$work/commands"

# Every example of the help runs. Long ones are stopped after a second, which is not a failure: 130.
if command -v timeout >/dev/null 2>&1; then
    mkdir "$work/bin" "$work/here"
    ln -s "$pollard" "$work/bin/pollard"
    PATH=$work/bin:$PATH
    cd "$work/here" || exit 1
    # What examples read that others, stopped too early, would have written.
    pollard db build cc-pdb3-6x6 >/dev/null
    mkdir disk1 disk2
    pollard db build cc-pdb3-5x5 >/dev/null && pollard db split cc-pdb3-5x5 disk1 >/dev/null
    pollard db build cc-edb6-5x5 >/dev/null 2>&1
    pollard match focus:players=4 brs:depth=2 paranoid:depth=2 random --games 3 --save focus.match >/dev/null
    echo '1. 11-15 23-19 2. 8-11 22-17 * 1. 11-16 24-19 *' >games.pdn
    echo '(;GM[Othello]PB[a]B[f5]W[d6];)' >othello.ggf
    echo '1. e4 e5 2. Nf3' >game.pgn
    pollard tune eval abalone alphabeta:depth=1 --rounds 1 --games 2 --check 2 --out abalone.json >/dev/null
    cat >my-experiment.json <<'END'
{"name": "mine", "title": "Mine", "trials": 2, "turns": 2, "midgame-turns": 2, "generator": "shuffled",
 "configurations": [{"name": "None"}], "series": [{"label": "a", "game": "tictactoe", "depth": 2}]}
END
    pollard lab run my-experiment.json --results results.db >/dev/null
    pollard lab run my-experiment.json --results other.db >/dev/null
    mkdir kept && pollard lab keep kept/my-experiment.rows my-experiment.json >/dev/null && cp kept/my-experiment.rows . && mkdir -p docs/results && cp -R kept docs/results/
    rm -rf abalone.json.state
    for i in 1 2; do
        pollard match othello alphabeta:depth=3 random --games 40 --part $i/2 --save part-$i.match >/dev/null
        pollard lab run my-experiment.json --part $i/2 --results part-$i.db >/dev/null
        pollard tune eval abalone alphabeta:depth=1 --method regression --games 4 --part $i/2 --out part-$i.json >/dev/null
    done
    echo '{"commands": ["lab run my-experiment.json"], "parts": 2}' >tables.json
    sort -u "$work/examples" | sed 's/^  //' >"$work/lines"
    while read -r line; do
        timeout --foreground --preserve-status -s INT 1 sh -c "exec $line" >"$work/out" 2>"$work/err" </dev/null
        code=$?
        if [ $code = 0 ] || [ $code = 130 ]; then ok; else bad "example '$line' (exit $code): $(cat "$work/err")"; fi
    done <"$work/lines"
    cd "$POLLARD_ROOT" || exit 1
fi

# Output that cannot be written is not a success.
if [ -w /dev/full ]; then
    for words in 'show othello --json' 'show othello' 'games' 'perft othello 3' '--version' 'search othello --depth 2' \
        'play tictactoe random random' 'match tictactoe random random' 'db --help' 'show othello --svg -'; do
        if "$pollard" $words >/dev/full 2>/dev/null; then bad "a full disk went unnoticed: $words"; else ok; fi
    done
fi

finish
