#!/bin/sh
# Boards as text, pictures and data.
. "$(dirname "$0")/common"

refuses "did you mean 'othello'" show othelo
refuses 'unknown game' show shogi
refuses 'players' show othello:players=3
refuses '2|4' show focus:players=3
refuses 'rhombus' show chinese-checkers:board=hexagon
refuses '--colour' show othello --colour
refuses '--position' show othello --position
refuses 'twice' show othello --moves f5 --moves d6
refuses 'too many' show othello extra
refuses 'too few' show
refuses 'a1' show othello --moves a1
refuses 'move 2' show othello --moves 'f5 f5'
refuses '12' show checkers --position 'B:W5-17:B1'
refuses '64' show othello --position '-----------------------------------------------------------------X'
fails 'no-such-folder' show othello --svg no-such-folder/board.svg

prints 'b to move|black to move' show abalone

json 'game position turn over moves cells evaluation notes actions choices' show focus:players=4

# What is clicked for a move and its number; notes as data.
# holds DATA ARGUMENT...: show --json has this in it, spaces and line ends left out.
holds() {
    data=$1; shift
    if "$pollard" show "$@" --json | tr -d ' \n' | grep -qF -- "$data"; then ok; else bad "show $*: no $data"; fi
}
holds '{"text":"e8=Q+","cells":[12,4],"button":"=Q","action":4151}' chess --position '7k/4P3/8/8/8/8/8/K7 w - - 0 1'
holds '{"text":"14x23x16x7x14","cells":[26,44,30,12,26],"button":"","action":' checkers --position 'B:W10,11,18,19:BK14'
holds '{"text":"pass","cells":[],"button":"pass","action":64}' othello --position 'XO-------------------------------------------------------------- O'
holds '"notes":[{"name":"captured","value":"2ww....","player":0},{"name":"captured","value":"1b.....","player":1}]' abalone --position 'wwww-/wwwww-/--www--/--------/---------/--------/--bbb--/bbbbbb/-bbbb b'
holds '"notes":[]' tictactoe
holds '"actions":1456' checkers

prints '\[b b b\]' show abalone --moves C3C5D4
prints '\[\. b b b\]' show abalone --moves C3C4
prints ' X\[X X\]\. ' show othello --moves f5
prints 'captured by black 2 ww\.\.\.\., by white 1 b\.\.\.\.\.' show abalone --position 'wwww-/wwwww-/--www--/--------/---------/--------/--bbb--/bbbbbb/-bbbb b'

"$pollard" show checkers --svg "$work/board.svg" && grep -q '</svg>' "$work/board.svg" && [ "$(ls "$work" | grep -c board.svg)" = 1 ] && ok || bad 'svg'
ln -s board.svg "$work/link.svg" && "$pollard" show othello --svg "$work/link.svg" && [ -L "$work/link.svg" ] && ok || bad 'svg through a link'
[ "$("$pollard" show othello --svg /dev/stdout | grep -c '</svg>')" = 1 ] && ok || bad 'svg to a device'
prints '</svg>' show othello --svg -
if grep -q 'position:' "$work/out" || [ -e ./- ]; then bad 'svg to stdout'; else ok; fi

# Names of all cells on request, in text and picture.
prints ' b:12 *$' show checkers --labels
prints '^ +w:29 .* w:32 *$' show checkers --labels
prints ' e10 +e11 +e12 +e13 *$' show chinese-checkers --labels
prints '>e11</text>' show chinese-checkers --labels --svg -
prints '>17</text>' show checkers --labels --svg -

# Piles in full; the end of a game says the discs.
prints '^ +2 +1 +421 +211 ' show focus:players=4 --position '-,3,-,142/1,421,211,-,21,4/1,-,-,-,-,-,2,-/-,2221,2,-,43,-,4,2/3,-,3,3,3,23,-,4/-,1,3,1,4,344,4,-/3,31,4,4,221,-/-,13,34,- 1 0,0,0,0 0,0,0,0 -'
prints 'game over: black wins 40-24$' show othello --position 'XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOO O'

# A game knows why it is over, a position alone does not: the words and fields of `play` and `jsonl`.
again='Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8'
prints '^chess: game over: draw by repetition$' show chess --moves "$again"
prints '^20 moves, if the game went on: a3 b3 ' show chess --moves "$again"
prints '^chess:repetitions=0: white to move$' show chess:repetitions=0 --moves "$again"
prints '^chess: white to move$' show chess --moves 'Nf3 Nf6 Ng1 Ng8'
prints '^chess: white to move$' show chess --position 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 8 5'
printf '[Event "x"]\n\n1. %s *\n' "$again" >"$work/again.pgn"
prints '^chess: game over: draw by repetition$' show chess --pgn "$work/again.pgn"
prints '^chess: game over: draw by repetition$' show chess --from "$work/again.pgn"
prints '^chess: game over: draw by the rules$' show chess --position '8/8/4k3/8/8/3K4/4P3/8 w - - 99 90' --moves Ke3
prints '^chess: game over: white wins$' show chess --position '7k/8/6K1/8/8/8/8/R7 w - - 99 90' --moves Ra8
prints '^checkers: game over: draw by repetition$' show checkers --position 'B:WK32:BK1' --moves '1-5 32-28 5-1 28-32 1-5 32-28 5-1 28-32'
holds '"plies":8,"turn":0,"over":true,"ended":"repetition","caption":"gameover:drawbyrepetition"' chess --moves "$again"
holds '"result":"drawbyrepetition","points":[1,1],"payoff":[0,0]' chess --moves "$again"
holds '"over":true,"ended":"draw-rule","caption":"gameover:drawbytherules"' chess --position '8/8/4k3/8/8/3K4/4P3/8 w - - 100 90'
holds '"over":false,"ended":"not","caption":"blacktomove"' othello
holds '"over":true,"ended":"rules","caption":"gameover:blackwins40-24"' othello --position 'XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOO O'
# Whoever plays on is told.
prints '^the game was over after 8 of 9 plies: draw by repetition$' show chess --moves "$again e4"
holds '"ended_before":{"plies":8,"ended":"repetition","result":"drawbyrepetition"}' chess --moves "$again e4"
prints '^chess: black to move$' show chess --moves "$again e4"
prints '^the game was over after 1 of 2 plies: draw by the rules$' show chess --position '8/8/4k3/8/8/3K4/4P3/8 w - - 99 90' --moves 'Ke3 Ke5'
if "$pollard" show chess --moves 'e4 e5 Nf3' | grep -q 'was over'; then bad 'a game that goes on was over'; else ok; fi
if "$pollard" show chess --moves "$again" | grep -q 'was over'; then bad 'a game that ends was over before'; else ok; fi

# On a terminal: colours with their ground, for light and dark ones.
if command -v script >/dev/null 2>&1; then
    TERM=xterm script -qec "'$pollard' show abalone" /dev/null </dev/null >"$work/out" 2>&1
    if grep -q "$(printf '\033\\[97;40mb\033\\[0m')" "$work/out" && grep -q "$(printf '\033\\[30;107mw\033\\[0m')" "$work/out"; then ok
    else bad "colours: $(head -n 3 "$work/out" | od -c | head -n 5)"; fi
fi

finish
