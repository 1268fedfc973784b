#!/bin/sh
# Games solved whole: built, verified, asked in the words of the game, played from; refusals; a stopped build leaves nothing.
. "$(dirname "$0")/common"

prints '^solve:GAME ' db list
prints '5478 entries' db build solve:tictactoe --dir "$work/db"
prints 'already exists' db build solve-tictactoe --dir "$work/db"
if "$pollard" db list --json --dir "$work/db" | tr -d ' \n' | grep -q '"solve-tictactoe".*"memory":null,"seconds":null'; then ok; else bad 'a cost of a solved game'; fi
prints 'every one of 19683' db verify solve:tictactoe --dir "$work/db"
prints 'the starting position is drawn' db info solve:tictactoe --dir "$work/db"
json 'name kind game goal entries bytes max mean digest start won lost drawn' db info solve:tictactoe --dir "$work/db"
prints '^won in 1 plies' db probe solve:tictactoe 'XX-OO---- X' --dir "$work/db"
prints '^  1\. c1 ' db best solve:tictactoe 'XX-OO---- X' --dir "$work/db"
json 'name value says moves' db best solve:tictactoe 'XX-OO---- X' --dir "$work/db"
refuses 'do not fit' db probe solve:tictactoe 'XXXXXXXXX X' --dir "$work/db"
prints '80541 entries' db build solve:connect-four:width=4,height=4 --form zstd --dir "$work/db"
prints 'every one of 80541' db verify solve:connect-four:width=4,height=4 --dir "$work/db"
prints '^not in the database' db probe solve:connect-four:height=4,width=4 '----/----/X---/O--- X' --dir "$work/db"
prints '^solve-connect-four,width=4,height=4 ' db list --dir "$work/db"
if POLLARD_DATABASES="$work/db" "$pollard" search tictactoe --player alphabeta:depth=1,eval=solved 2>/dev/null | grep -q '^value 0'; then ok; else bad 'eval=solved'; fi
POLLARD_DATABASES="$work/db" "$pollard" search connect-four --player alphabeta:depth=1,eval=solved >/dev/null 2>"$work/err"
if [ $? = 2 ] && grep -q 'db build solve-connect-four' "$work/err"; then ok; else bad "a solved game that is not built: $(cat "$work/err")"; fi
refuses 'expected one for 2' search virus:players=4 --player maxn:depth=1,eval=solved
refuses 'only games for 2' db build solve:virus:players=4
refuses "did you mean 'tictactoe'" db build solve:tictacto
"$pollard" db build solve:othello --memory 4 --dir "$work/db" >/dev/null 2>"$work/err"
if [ $? = 2 ] && grep -q 'othello: more than [0-9]* positions; 4 MiB' "$work/err"; then ok; else bad "a game too large to solve: $(cat "$work/err")"; fi
interrupted 'nothing was written' db build solve:connect-four --dir "$work/db"
if ls "$work/db" | grep -q '^solve-connect-four\.'; then bad 'a stopped build of a solved game leaves a file'; else ok; fi

finish
