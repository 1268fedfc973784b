#!/bin/sh
# The library as its users meet it: installed, found by pkg-config, linked both ways, with no name but its own. Games
# through it are those of the program, move for move.
. "$(dirname "$0")/common"
case $("$pollard" --version) in *"(release"*) ;; *) echo '0 passed, 0 failed'; exit 0 ;; esac   # one build is enough
cd "$POLLARD_ROOT" || exit 1
prefix=$work/usr
if make --no-print-directory install-library PREFIX="$prefix" >"$work/out" 2>&1; then ok; else bad "make install-library: $(tail -n 5 "$work/out")"; finish; exit 1; fi
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig" LD_LIBRARY_PATH="$prefix/lib"
if [ "$(pkg-config --modversion pollard)" = "$("$pollard" --version | sed -n '1s/pollard \([^ ]*\) .*/\1/p')" ]; then ok; else bad 'the version that pkg-config says'; fi

# What it shows: the functions of its header, all of them and nothing else.
sed -n 's/^POLLARD_EXPORT .*\b\(pollard_[a-z_]*\)(.*/\1/p' include/pollard.h | sort >"$work/header"
if [ "$(wc -l <"$work/header")" -gt 30 ]; then ok; else bad "functions in the header: $(wc -l <"$work/header")"; fi
nm -D --defined-only "$prefix/lib/libpollard.so.0" | awk '{print $NF}' | sort >"$work/shared"
nm -g --defined-only "$prefix/lib/libpollard.a" | awk 'NF == 3 {print $NF}' | sort >"$work/static"
for kind in shared static; do
    if cmp -s "$work/header" "$work/$kind"; then ok; else bad "names of the $kind library: $(diff "$work/header" "$work/$kind" | head -n 5)"; fi
done
if objdump -p "$prefix/lib/libpollard.so.0" | grep -q 'SONAME *libpollard.so.0$'; then ok; else bad 'the name it is loaded by'; fi
needed=$(objdump -p "$prefix/lib/libpollard.so.0" | sed -n 's/^ *NEEDED *\([a-z]*\).*/\1/p' | sort | tr '\n' ' ')
case " $needed" in *sqlite*) bad "it needs $needed" ;; *) ok ;; esac

# The example of the header, as it stands there, against the program.
sed -n 's,^//     ,,p' include/pollard.h | sed -n '/^#include <pollard.h>/,/^}/p' >"$work/game.c"
${CC:-gcc} -Wall -Wextra -Werror -o "$work/game" "$work/game.c" $(pkg-config --cflags --libs pollard) 2>"$work/err" && ok || bad "the example: $(head -n 5 "$work/err")"
"$work/game" >"$work/out" 2>"$work/err" || bad "the example fails: $(cat "$work/out" "$work/err")"
"$pollard" play othello engine:depth=5 engine:depth=5 --json >"$work/json" 2>/dev/null
moves=$(tr -d '\n' <"$work/json" | sed 's/.*"moves": \[\([^]]*\)\].*/\1/; s/[",]/ /g' | tr -s ' ' | sed 's/^ //; s/ $//')
result=$(sed -n 's/^ "result": "\(.*\)",$/\1/p' "$work/json")
if [ "$(sed -n 1p "$work/out")" = "$moves" ] && [ "$(sed -n 2p "$work/out")" = "$result" ]; then ok; else bad "the example plays another game: $(cat "$work/out"); $moves; $result"; fi
if [ "$(wc -l <"$work/game.c")" -le 36 ]; then ok; else bad "the example has $(wc -l <"$work/game.c") lines"; fi

# Random games of every game, shared and static, against the program.
${CC:-gcc} -std=c99 -pedantic -Wall -Wextra -Werror -o "$work/games" tests/cli/library_games.c $(pkg-config --cflags --libs pollard) 2>"$work/err" && ok || bad "shared: $(head -n 5 "$work/err")"
${CC:-gcc} -o "$work/games_static" tests/cli/library_games.c $(pkg-config --cflags pollard) "$prefix/lib/libpollard.a" $(pkg-config --libs jansson libzstd libxxhash) -lm -lpthread 2>"$work/err" && ok || bad "static: $(head -n 5 "$work/err")"
for game in tictactoe connect-four othello checkers chess abalone focus:players=4 chinese-checkers:players=3 virus:size=8,players=4 thief-police:simultaneous=yes; do
    "$work/games" "$game" 7 >"$work/out" 2>"$work/err" || bad "$game: $(cat "$work/err")"
    "$work/games_static" "$game" 7 >"$work/out.static" 2>/dev/null
    players=$(sed -n '2s/^[^ ]*//p' "$work/out" | wc -w)
    "$pollard" play "$game" $(yes random | head -n "$players") --seed 7 --json >"$work/json" 2>/dev/null
    tr -d '\n' <"$work/json" | sed 's/.*"moves": \[\([^]]*\)\].*"ended": "\([^"]*\)".*"points": \[\([^]]*\)\].*/\1|\2 \3/; s/[",]/ /g' | tr -s ' ' | sed 's/^ //; s/ *| */|/; s/ *$//' | tr '|' '\n' >"$work/want"
    echo >>"$work/want"
    if cmp -s "$work/out" "$work/want" && cmp -s "$work/out" "$work/out.static"; then ok; else bad "$game: $(head -c 300 "$work/out"), expected $(head -c 300 "$work/want")"; fi
done

# It prints nothing itself, and its header is C++ too.
"$work/games" othello 3 --silent >"$work/out" 2>&1
if [ $? = 0 ] && [ ! -s "$work/out" ]; then ok; else bad "it prints: $(head -c 300 "$work/out")"; fi
if command -v g++ >/dev/null 2>&1; then
    if g++ -Wall -Wextra -Werror -fsyntax-only -x c++ include/pollard.h; then ok; else bad 'the header in C++'; fi
fi
finish
