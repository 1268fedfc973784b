#!/bin/sh
# Games at the prompt and between engines.
. "$(dirname "$0")/common"

refuses 'needs 4 players, 2 given' play focus:players=4 random random
refuses "unknown player 'stockfish'" play othello random stockfish
refuses 'random' play othello random:depth=3 random
refuses 'no limit' play othello random alphabeta
refuses 'too few' play
refuses '--advice fast' play othello --advice fast
refuses '--advice random' play othello --advice random
refuses 'no-such-file' play --replay no-such-file
refuses 'one word too many' play othello --replay x

json 'game players moves result points' play othello random random --seed 1

prints 'the first move: stopped before a depth' play tictactoe alphabeta:nodes=1 random --seed 1
"$pollard" play chinese-checkers:players=6 random random random random random random --seed 9 --json >"$work/a"
"$pollard" play chinese-checkers:players=6 random random random random random random --seed 9 --json >"$work/b"
if cmp -s "$work/a" "$work/b"; then ok; else bad 'the same seed gives another game'; fi
if "$pollard" play othello alphabeta:depth=3 random --quiet | grep -q 'black wins'; then ok; else bad 'a search loses to random'; fi

# How a game ended, in words: by the rules with the discs, or stopped.
prints '^othello: (black wins|white wins|draw) [0-9]+-[0-9]+ after [0-9]+ plies$' play othello random random --seed 1 --quiet
prints '^focus:players=4: .*, stopped after 60 plies$' play focus:players=4 random random random random --plies-max 60 --seed 3 --quiet
json 'result' play othello random random --seed 1 --quiet
if grep -qE '"result": "(black wins|white wins|draw) [0-9]+-[0-9]+"' "$work/out"; then ok; else bad "the result as JSON: $(grep result "$work/out")"; fi

# A human's moves from a file: played; an illegal one ends the game with exit 2.
printf 'b2\nmoves\nundo\na1\nquit\n' | "$pollard" play tictactoe human random >"$work/out" 2>&1
if [ $? = 0 ] && grep -q 'unfinished' "$work/out"; then ok; else bad "human play: $(tail -n 3 "$work/out")"; fi
if printf 'undo\nquit\n' | "$pollard" play tictactoe random human 2>&1 | grep -q 'nothing to undo'; then ok; else bad 'undo before any human move'; fi
if printf 'a1\nundo\nb2\nquit\n' | "$pollard" play tictactoe human human 2>&1 | grep -q '1. X: b2'; then ok; else bad 'undo between humans'; fi
printf 'a1 b2\n' | "$pollard" play tictactoe human human --quiet >"$work/out" 2>"$work/err"
if [ $? = 2 ] && grep -q "'a1 b2': expected one legal move" "$work/err"; then ok; else bad 'two moves in a line'; fi
printf 'hint\nthink\nhelp\nsave %s\nquit\n' "$work/game" | "$pollard" play tictactoe human random --advice alphabeta:depth=9,deepening=yes >"$work/out" 2>&1
if [ $? = 0 ] && grep -q 'hint: a1, worth +0 for you at depth 9' "$work/out" && [ "$(grep -c '  depth  *[1-9] ' "$work/out")" = 9 ] && grep -q 'save FILE' "$work/out"; then ok; else bad "hints: $(head -c 900 "$work/out")"; fi
prints 'unfinished after 0 plies' play --replay "$work/game"
if printf 'a1\na2\n' | "$pollard" play tictactoe human alphabeta:depth=9 2>&1 | grep -q '2. O: b2   (sees +0 at depth'; then ok; else bad 'what the engine thinks'; fi
printf 'z9\n' | "$pollard" play tictactoe human random --quiet >"$work/out" 2>"$work/err"
if [ $? = 2 ] && grep -q "z9" "$work/err"; then ok; else bad 'an illegal move from a file'; fi

# Moves with blanks in them, help for the game that is played, how the best moves compare.
printf 'help\nmoves c5\nmoves i\nc3  c4\nundo\nc3 c5 d4\nquit\n' | "$pollard" play abalone human random >"$work/out" 2>"$work/err"
if [ $? = 0 ] && [ ! -s "$work/err" ] && grep -q 'a move: the last marble' "$work/out" && grep -q '^  C3C5D4     C3 C4 C5 empty, D4 D5 D6 black$' "$work/out" && grep -q '> C5C4 C5C6 C5D6 C5D5$' "$work/out" \
    && grep -q "no move begins with 'i'" "$work/out" && grep -q '1. black: C3C4$' "$work/out" && grep -q '1. black: C3C5D4$' "$work/out"; then ok; else bad "help and moves: $(head -c 2000 "$work/out" "$work/err")"; fi
if printf '9 13\nquit\n' | "$pollard" play checkers human random 2>&1 | grep -q '1. black: 9-13$'; then ok; else bad 'a move in two words'; fi
for game in tictactoe connect-four othello checkers focus chinese-checkers virus abalone thief-police; do
    if printf 'help\nquit\n' | "$pollard" play $game --time 1 | grep -q 'a move: [a-z]'; then ok; else bad "how to type a move of $game"; fi
done
printf 'think\nquit\n' | "$pollard" play tictactoe human random --advice alphabeta:depth=9,deepening=yes >"$work/out" 2>&1
if grep -q '  the best 5 of 9 moves, each searched by itself to depth [2-9]:$' "$work/out" && [ "$(grep -c '^  [abc][123]  ' "$work/out")" = 5 ]; then ok; else bad "the best moves: $(cat "$work/out")"; fi
printf 'think\nquit\n' | "$pollard" play tictactoe human random --moves 'a1 b1 a2 b2' --advice alphabeta:depth=3,deepening=yes >"$work/out" 2>&1
if grep -q '^  a3  *a win in 1 ply' "$work/out" && grep -q '^  c3  *a loss in 2 plies b3$' "$work/out"; then ok; else bad "a win among the best moves: $(cat "$work/out")"; fi

# --time is the engine's and the adviser's; where neither is left to choose, it is refused. A bad number is named.
refuses '--time 0' play abalone --time 0
refuses '--time soon' play abalone --time soon
refuses 'no effect' play othello random random --time 50
refuses 'no effect' play othello human random --advice alphabeta:depth=2 --time 50
if printf 'f5\nhint\nquit\n' | "$pollard" play othello --time 30 2>&1 | grep -qE '\(sees .* at depth [0-9]+; [0-9]+ nodes, 0\.[0-9]+ s\)'; then ok; else bad '--time'; fi

# The engine is a player by its name; its levels repeat their games.
refuses 'level=0' play othello --level 0
refuses 'level=high' play othello engine:level=high random
refuses '--level 3 has no effect' play othello random random --level 3
if printf 'f5\nquit\n' | "$pollard" play othello --level 1 2>&1 | grep -q '^2. white: '; then ok; else bad '--level'; fi
"$pollard" play checkers engine:level=2 engine:level=3 --seed 4 --json >"$work/out" 2>&1
"$pollard" play checkers engine:level=2 engine:level=3 --seed 4 --json >"$work/err" 2>&1
if grep -q '"engine:level=2"' "$work/out" && cmp -s "$work/out" "$work/err"; then ok; else bad "levels repeat: $(head -c 800 "$work/out")"; fi

# What the engine thinks is for a terminal only. Ctrl-C: it moves at once; without a human, the game ends; at the prompt, the human leaves.
if "$pollard" play othello alphabeta:time=900 random --plies-max 1 >"$work/out" 2>&1 && ! grep -q thinks "$work/out"; then ok; else bad 'thoughts in a file'; fi
if command -v script >/dev/null 2>&1; then
    TERM=xterm script -qec "'$pollard' play othello alphabeta:time=900 random --plies-max 1" /dev/null </dev/null >"$work/out" 2>&1
    if grep -q 'black thinks (Ctrl-C: leave), [01] s left, depth [0-9]*, [-+][0-9]*: [a-h][1-8] ' "$work/out"; then ok; else bad "what the engine thinks, on a terminal: $(head -c 900 "$work/out")"; fi
fi
if command -v timeout >/dev/null 2>&1; then
    interrupted '^othello: unfinished after 0 plies' play othello alphabeta:time=600000 random
    { echo c3c4; sleep 4; echo quit; } | timeout --foreground --preserve-status -s INT 2 "$pollard" play abalone --time 600000 >"$work/out" 2>&1
    code=$?
    if [ $code = 0 ] && grep -q '^2. white: .*(sees ' "$work/out" && grep -q 'unfinished after 2 plies' "$work/out"; then ok; else bad "Ctrl-C while the engine thinks (exit $code): $(cat "$work/out")"; fi
    sleep 3 | timeout --foreground --preserve-status -s INT 1 "$pollard" play abalone human random >"$work/out" 2>&1
    code=$?
    if [ $code = 130 ] && grep -q 'unfinished after 0 plies' "$work/out"; then ok; else bad "Ctrl-C at the prompt (exit $code): $(cat "$work/out")"; fi
fi


# Kept while it is played, and taken up again: the same game as without a break.
"$pollard" play checkers:repetitions=0 random engine:level=2 --seed 6 --plies-max 60 --json >"$work/whole" || bad 'a whole game'
"$pollard" play checkers:repetitions=0 random engine:level=2 --seed 6 --plies-max 17 --save "$work/kept.json" --quiet >/dev/null || bad '--save'
if [ "$(wc -l <"$work/kept.json")" = 1 ] && grep -q '"plies":17,' "$work/kept.json"; then ok; else bad "--save: $(cat "$work/kept.json")"; fi
refuses 'is there already; --resume continues' play othello random random --save "$work/kept.json"
prints '^the game is over$' play --resume "$work/kept.json"
prints 'stopped after 17 plies' play --resume "$work/kept.json" --quiet
"$pollard" play --resume "$work/kept.json" --plies-max 43 --json >"$work/resumed" || bad '--resume'
if [ "$(sed -n '/"moves"/,/]/p' "$work/whole")" = "$(sed -n '/"moves"/,/]/p' "$work/resumed")" ]; then ok; else bad 'a resumed game is another one'; fi
if ! grep -q '"plies":17,' "$work/kept.json" && grep -q '"players":\["random","engine:level=2"\]' "$work/kept.json"; then ok; else bad "the file goes on: $(cat "$work/kept.json")"; fi
# People, too; undo and quit are kept at the end. The limit of plies goes on to count the whole game.
printf 'f5\nquit\n' | "$pollard" play othello human random --seed 2 --plies-max 5 --save "$work/human.json" --quiet >/dev/null
if grep -q '"plies":2,"ended":"not"' "$work/human.json"; then ok; else bad "a game left: $(cat "$work/human.json")"; fi
printf 'undo\nquit\n' | "$pollard" play --resume "$work/human.json" >"$work/out" 2>&1
if grep -q '"plies":0,"ended":"not"' "$work/human.json"; then ok; else bad "undo: $(cat "$work/human.json" "$work/out")"; fi
prints 'stopped after 5 plies' play --resume "$work/human.json" random random --quiet
# What a file cannot bring: programs, players without a name, another game beside it.
sed 's/"players":\[[^]]*\]/"players":["uci:command=true,depth=1","random"]/; s/"ended":"[^"]*"/"ended":"not"/; s/"plies_max":5/"plies_max":9/' "$work/human.json" >"$work/program.json"
refuses 'a file starts no programs' play --resume "$work/program.json"
echo f5d6 >"$work/a.txt"
refuses "expected the players after it, where the file's cannot play: black: " play --resume "$work/a.txt"
prints 'after 4 plies' play --resume "$work/a.txt" random random --plies-max 2 --quiet
refuses 'needs 2 players, 1 given' play --resume "$work/a.txt" random
refuses '--resume and --moves: expected one of them' play --resume "$work/a.txt" random random --moves f5
refuses 'no-such-file' play --resume no-such-file
refuses 'there is no game 2' play --resume "$work/a.txt:2" random random
sed 's/"plies":5/"plies":6/' "$work/human.json" >"$work/bad.json"
refuses "'plies': 6; there are 5 moves" play --resume "$work/bad.json"
fails 'no-such-folder' play othello random random --save no-such-folder/x.json
# A game of the prompt's save goes on, too.
printf 'a1\nsave %s\nquit\n' "$work/old" | "$pollard" play tictactoe human random --quiet >/dev/null 2>&1
prints 'after [5-9] plies' play --resume "$work/old" random random --quiet
# Ctrl-C and kill leave a whole file; a kill in the middle of writing also what was not yet renamed.
if command -v timeout >/dev/null 2>&1; then
    for signal in INT TERM KILL; do
        rm -f "$work"/killed.json*
        timeout --foreground -s $signal 1 "$pollard" play othello alphabeta:time=100 alphabeta:time=100 --save "$work/killed.json" --quiet >"$work/out" 2>&1
        if [ "$(wc -l <"$work/killed.json")" = 1 ] && "$pollard" convert "$work/killed.json" >/dev/null && { [ $signal = KILL ] || [ "$(ls "$work" | grep -c 'killed')" = 1 ]; }; then ok; else bad "a game ended by $signal: $(ls "$work"; cat "$work/killed.json")"; fi
        rm -f "$work"/killed*
    done
fi
finish
