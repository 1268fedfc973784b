#!/bin/sh
# Boards as text, pictures and data.
. "$(dirname "$0")/common"

refuses "did you mean 'othello'" show othelo
refuses 'unknown game' show chess
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
refuses 'no-such-folder' show othello --svg no-such-folder/board.svg

prints 'b to move|black to move' show abalone

json 'game position turn over moves cells evaluation' show focus:players=4

prints '\[b b b\]' show abalone --moves C3C5D4
prints '\[\. b b b\]' show abalone --moves C3C4
prints ' X\[X X\]\. ' show othello --moves f5
prints 'captured by black 2 ww\.\.\.\., by white 1 b\.\.\.\.\.' show abalone --position 'wwww-/wwwww-/--www--/--------/---------/--------/--bbb--/bbbbbb/-bbbb b'

"$pollard" show checkers --svg "$work/board.svg" && grep -q '</svg>' "$work/board.svg" && [ "$(ls "$work" | grep -c board.svg)" = 1 ] && ok || bad 'svg'
ln -s board.svg "$work/link.svg" && "$pollard" show othello --svg "$work/link.svg" && [ -L "$work/link.svg" ] && ok || bad 'svg through a link'
[ "$("$pollard" show othello --svg /dev/stdout | grep -c '</svg>')" = 1 ] && ok || bad 'svg to a device'

finish
