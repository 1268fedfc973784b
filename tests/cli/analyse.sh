#!/bin/sh
# A whole game, move by move: text, data, a picture; Ctrl-C leaves what there is.
. "$(dirname "$0")/common"
cd "$work" || exit 1

# Known by hand: O's second move loses a drawn game, X's last one wins.
moves='a1 b1 b2 a2 c3'
prints '^ +2 +O +b1 +\+0 +loss [0-9]+ +game +9 ' analyse --game tictactoe --moves "$moves" --depth 9
prints '^blunder 2\. O: b1 leads to a loss in [0-9]+ plies, not \+0$' analyse --game tictactoe --moves "$moves" --depth 9
prints '^ +5 +X +c3 +win 1 +win 1 +0 +9 +c3$' analyse --game tictactoe --moves "$moves" --depth 9
prints '^O: mistakes 0, blunders 1$' analyse --game tictactoe --moves "$moves" --depth 9
prints '^tictactoe: X wins after 5 plies, analysed by alphabeta$' analyse --game tictactoe --moves "$moves" --depth 9 --player alphabeta
json 'game players player plies mistake blunder moves before after loss best line verdict interrupted' \
    analyse --game tictactoe --moves "$moves" --depth 9
prints '"verdict": "blunder"' analyse --game tictactoe --moves "$moves" --depth 9 --json

# The same game, the same words, from any notation.
echo 'f5d6c3d3c4f4f6' >a.txt
"$pollard" convert a.txt --to ggf >a.ggf && "$pollard" convert a.txt >a.json
"$pollard" analyse a.txt --depth 4 >one && "$pollard" analyse a.ggf --depth 4 >two && "$pollard" analyse a.json:1 --depth 4 >three &&
    "$pollard" analyse - --depth 4 <a.ggf >four
if cmp -s one two && cmp -s one three && cmp -s one four && [ "$(grep -c '^ *[1-7]  ' one)" = 7 ]; then ok; else bad "notations: $(cat one two)"; fi
"$pollard" analyse a.txt --depth 4 --player minimax >two
if [ "$(grep '^ *[1-7]  ' one | awk '{print $4, $5, $6}')" = "$(grep '^ *[1-7]  ' two | awk '{print $4, $5, $6}')" ]; then ok
else bad "values are not those of minimax: $(cat one two)"; fi
prints '^mistakes lose 3 or more' analyse a.txt --depth 4 --mistake 3

# More than two players: max^n has values for all of them.
"$pollard" play focus:players=4 random random random random --plies-max 6 --json >focus.json
prints '"values":' analyse focus.json --depth 2 --json
prints '^ +1 +player 1 ' analyse focus.json --depth 2
prints '"after": null' analyse focus.json --player paranoid:depth=2 --json

# A picture.
"$pollard" analyse a.txt --depth 4 --svg a.svg >/dev/null && head -n 1 a.svg | grep -q '^<svg ' && tail -n 1 a.svg | grep -q '^</svg>$' && ok || bad '--svg'
"$pollard" analyse a.txt --depth 4 --svg - | cmp -s - a.svg && ok || bad '--svg -'
if command -v python3 >/dev/null 2>&1; then
    if python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' a.svg; then ok; else bad 'the picture is not XML'; fi
fi
"$pollard" analyse focus.json --depth 2 --svg focus.svg >/dev/null
if [ "$(grep -c 'stroke-linejoin' focus.svg)" = 4 ] && [ "$(grep -c 'stroke-linejoin' a.svg)" = 1 ]; then ok; else bad 'lines of the graph'; fi
fails 'no-such-folder' analyse a.txt --depth 2 --svg no-such-folder/x.svg

# An empty game, and what is refused.
prints 'unfinished after 0 plies' analyse --game chess --moves '*' --depth 2
refuses 'expected a file, or --moves' analyse
refuses 'expected a file, or --moves' analyse a.txt --moves f5
refuses '--depth 1: expected a number from 2' analyse a.txt --depth 1
refuses 'expected a depth of 2 or more' analyse a.txt --player alphabeta:depth=1
refuses 'expected a search' analyse a.txt --player random
refuses "illegal move 'h8'" analyse --game othello --moves 'f5 h8'
refuses 'no-such-file' analyse no-such-file
refuses 'there is no game 2' analyse a.txt:2
if command -v timeout >/dev/null 2>&1; then
    interrupted '^stopped: 0 of 7 moves were analysed$' analyse a.txt --time 600000
fi
finish
