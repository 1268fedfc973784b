#!/bin/sh
# Games from one notation into another, and in any of them as --moves and --from.
. "$(dirname "$0")/common"
cd "$work" || exit 1
is() { if [ "$1" = "$2" ]; then ok; else bad "expected '$2', got '$1'"; fi; }
position() { "$pollard" show "$@" --json | sed -n 's/^ "position": "\(.*\)",$/\1/p'; }

# Games by hand, in each notation.
cat >games.pdn <<'END'
[Event "Club, \"open\""]
[White "W. Strickland"]
[Black "J. Moir"]
[Result "1-1"]
[GameType "21"]

1. 11-15 {the old fourteenth
begins} 23-19 2. 8-11! 22-17 (2... 24-20 {no} 3. 4-8) 3. 4-8 17-13* $1 1-1

[FEN "W:W27,19,K18:B12,14,20."]
1. 18x9 20-24 2. 27x20 2-0
END
cat >games.ggf <<'END'
1 (;GM[Othello]PC[GGS/os]DT[2001.02.03]PB[one]PW[two]RB[1837.5]TI[05:00//02:00]TY[8]RE[-12.00]
BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]
B[F5//1.20]W[F6/0.50/3]B[e6]W[F4];)
(;GM[Othello]B[d3]W[c3];)
END
printf 'F5F6E6f4\n1. d3\n2. c3\n' >games.txt
# The same games, whatever they are written in.
for to in pgn saved ggf transcript; do
    "$pollard" convert games.ggf --to $to >a.$to || bad "ggf to $to"
    for back in ggf transcript pgn saved; do
        "$pollard" convert a.$to --to $back | "$pollard" convert - --to transcript >out || bad "$to to $back"
        is "$(tr '\n' ' ' <out)" 'f5f6e6f4 d3c3 '
    done
done
for to in pgn saved pdn; do
    "$pollard" convert games.pdn --to $to >b.$to || bad "pdn to $to"
    "$pollard" convert b.$to --to pdn >c.pdn || bad "$to to pdn"
    "$pollard" convert games.pdn --to pdn >d.pdn
    if cmp -s c.pdn d.pdn; then ok; else bad "pdn by $to: $(diff c.pdn d.pdn)"; fi
done
if grep -q '^\[White "W. Strickland"\]$' d.pdn && grep -q '^\[Event "Club, \\"open\\""\]$' d.pdn && grep -q '^\[GameType "21"\]$' d.pdn; then ok; else bad "tags: $(cat d.pdn)"; fi
if grep -q '^1. 11-15 {the old fourteenth begins} 1... 23-19 2. 8-11 22-17 3. 4-8 17-13$' d.pdn; then ok; else bad "moves: $(cat d.pdn)"; fi
if grep -q '^\[Result "1-0"\]$' d.pdn && grep -q '^\[FEN "W:W' d.pdn; then ok; else bad "the second game: $(cat d.pdn)"; fi
if grep -q 'PB\[one\]PW\[two\]RB\[1837.5\]' a.ggf && grep -q 'RE\[-64.00:r\]' a.ggf; then ok; else bad "GGF: $(cat a.ggf)"; fi
if grep -q '^\[Black "one"\]$' a.pgn && grep -q '^\[Result "1-0"\]$' a.pgn; then ok; else bad "GGF as PGN: $(cat a.pgn)"; fi
"$pollard" convert games.txt --to transcript >out; is "$(tr '\n' ' ' <out)" 'f5f6e6f4 d3c3 '

# Written whole, the notation by the name; data.
"$pollard" convert games.pdn --out out.pgn && grep -q '^\[Variant "checkers"\]$' out.pgn && ok || bad '--out'
json 'game from to games text' convert games.pdn --to pgn
json 'game from to games out' convert games.pdn --out again.pgn
printf '[White "M\351dard"]\n1. e4 *\n' >latin.pgn
refuses 'not UTF-8' convert latin.pgn --to pgn --json
prints 'M.*dard' convert latin.pgn
fails 'no-such-folder' convert games.pdn --out no-such-folder/x.pgn

# Every game of ours, for any number of players; a match.
"$pollard" play focus:players=4 random random random random --seed 5 --plies-max 30 --json >focus.json
"$pollard" convert focus.json >focus.again || bad 'a saved game'
"$pollard" convert focus.again | cmp -s - focus.again && ok || bad 'a saved game is not the same again'
is "$(position focus:players=4 --from focus.again)" "$(sed -n 's/^ "position": "\(.*\)"$/\1/p' focus.json)"
"$pollard" match tictactoe random random --games 4 --openings none --save a.match >/dev/null
is "$("$pollard" convert a.match --to pgn | grep -c '^\[Round')" 4
is "$("$pollard" convert a.match | "$pollard" convert - --to pgn | grep -c '^\[White "random"\]$')" 4

# Openings of a match in any notation, of the right game.
begins() { # begins FILE POSITION: both games of a match start there
    "$pollard" match "$1" random random --games 2 --plies-max 3 --openings "$2" --save begun.match >/dev/null || bad "openings $2"
    is "$("$pollard" convert begun.match | grep -o '"start": *"[^"]*"' | sed 's/^"start": *//' | sort -u)" "\"$3\""
    rm -f begun.match
}
echo 'f5d6c3' >begin.txt
echo '(;GM[Othello]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6]B[c3];)' >begin.ggf
echo '1. 11-15 23-19 *' >begin.pdn
"$pollard" convert begin.ggf --out begin.json >/dev/null
printf '\357\273\277' | cat - begin.json >mark.json
for file in begin.txt begin.ggf begin.json mark.json; do begins othello $file "$(position othello --moves 'f5 d6 c3')"; done
begins checkers begin.pdn "$(position checkers --moves '11-15 23-19')"
refuses "openings: 'begin.ggf': ggf is a notation of othello; this is a game of checkers" match checkers random random --openings begin.ggf
refuses "a game of 'othello'; expected one of 'checkers'" match checkers random random --openings begin.json
echo 'f5d6c9' >bad.txt
refuses "line 1: 'f5d6c9' is neither a position nor a list of moves" match othello random random --openings bad.txt
# The mark of UTF-8 is no part of any notation.
for file in begin.txt begin.ggf begin.json; do
    printf '\357\273\277' | cat - $file >marked
    is "$(position othello --from marked)" "$(position othello --moves 'f5 d6 c3')"
done

# Positions of chess as EPD: the end of every game of a file, and a game per line.
printf '[White "One"]\n[Black "Two"]\n\n1. e4 e5 2. Nf3 Nc6 {so} *\n\n1. f3 e5 2. g4 Qh4# 0-1\n' >chess.pgn
"$pollard" convert chess.pgn --to epd >chess.epd || bad 'PGN to EPD'
is "$(cat chess.epd)" 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - hmvc 2; fmvn 3; c0 "so"; id "One - Two";
rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - hmvc 1; fmvn 3;'
"$pollard" convert chess.epd --out back.pgn && [ "$(grep -c '^\[FEN' back.pgn)" = 2 ] && ok || bad 'EPD to PGN'
for file in chess.epd back.pgn; do "$pollard" convert $file --to epd | cmp -s - chess.epd && ok || bad "$file as EPD again"; done
is "$(position chess --from chess.epd:2)" "$(position chess --moves 'f3 e5 g4 Qh4')"
is "$(position chess --moves "$(head -n 1 chess.epd)")" "$(position chess --moves 'e4 e5 Nf3 Nc6')"
prints 'depth 2' search chess --from chess.epd:1 --depth 2
refuses "'chess.epd': it has 2 games; there is no game 3" show chess --from chess.epd:3
head -n 1 chess.epd >begin.epd
begins chess begin.epd "$(position chess --from begin.epd)"
printf '8/8/4k3/8/8/3K4/4P3/8 w - - 0 1\n8/8/4k3/8/8/3K4/4P3/8 w - - hmvc 1000;\n' >wrong.epd
if ! "$pollard" convert wrong.epd >out 2>err && [ "$(wc -l <err)" = 1 ] && grep -q "^pollard: 'wrong.epd': game 2: line 2: .*'1000'; expected plies since" err; then ok; else bad "a wrong line of EPD: $(cat err)"; fi
refuses 'game 1: epd is a notation of chess; this is a game of checkers' convert games.pdn --to epd

# What cannot be: with the reason, and nothing is written.
refuses 'game 1: focus has 4 players; a game as PGN has two' convert focus.json --to pgn
refuses 'game 1: ggf is a notation of othello; this is a game of checkers' convert games.pdn --to ggf
echo '(;BO[8 -O****** -------- -------- -------- -------- -------- -------- -------- O]B[a1];)' >start.ggf
refuses 'a transcript begins at the usual start' convert start.ggf --to transcript --out x
refuses "unknown format 'sgf'; expected one of" convert games.ggf --to sgf
refuses "'games.ggf': no game in a known format" convert games.ggf --game checkers
refuses 'no-such-file' convert no-such-file
refuses 'unknown game' convert games.ggf --game nonsense
: >empty && refuses 'no game in a known format' convert empty
head -c 3000 /dev/urandom >random
"$pollard" convert random >out 2>err
if [ $? = 2 ] && [ ! -s out ] && [ "$(wc -l <err)" = 1 ]; then ok; else bad "random bytes: $(head -c 300 err)"; fi
echo '1. 11-15 23-19 2. 8-12' >bad.pdn
refuses "'bad.pdn': game 1: line 1, move 2 of black: illegal move '8-12'" convert bad.pdn --out bad.pgn
if [ -e x ] || [ -e bad.pgn ]; then bad 'a file of what cannot be written'; else ok; fi
# A game that cannot be read does not take those before it along.
printf '1. e4 e5 1/2\n\n[Event "x"]\n1. d4 -- *\n\n1. c4 *\n' >half.pgn
wrong() { "$pollard" "$@" >out 2>err; [ $? = 2 ]; }
if wrong convert half.pgn --to pgn && [ "$(grep -c '^1. e4 e5 1/2-1/2$' out)" = 1 ] && grep -q "game 2: line 4, move 1 of black: '--' is a null move, which no game has; written before it: 1 game$" err; then ok; else bad "half a file: $(cat out err)"; fi
if wrong convert half.pgn --out half.out.pgn && cmp -s out /dev/null && [ "$(grep -c '^\[Event' half.out.pgn)" = 1 ]; then ok; else bad "half a file, --out: $(cat out err)"; fi
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "["; }' >deep
printf '{"pollard_game":' | cat - deep >deep.json
"$pollard" convert deep.json >out 2>err
if [ $? = 2 ] && [ "$(wc -l <err)" = 1 ]; then ok; else bad "a deep text: $(head -c 300 err)"; fi

# Pasted into --moves, and files by --from.
want=$(position othello --moves 'f5 f6 e6 f4')
is "$(position othello --moves "$(sed -n '1,3p' games.ggf)")" "$want"
is "$(position othello --moves '1. F5 2. f6 3. e6 4. f4')" "$want"
is "$(position othello --moves "$(head -n 1 a.saved)")" "$want"
is "$(position othello --moves "$(cat a.pgn)")" "$want"
for file in games.ggf games.txt a.pgn a.saved; do is "$(position othello --from $file)" "$want"; done
is "$(position othello --from games.ggf:2)" "$(position othello --moves d3c3)"
is "$(position othello --from games.ggf:2 --moves c4)" "$(position othello --moves d3c3c4)"
is "$(position checkers --moves '1. 11-15 {hello} 23-19 2. 8-11 (2. 4-8) *')" "$(position checkers --moves '11-15 23-19 8-11')"
is "$(position checkers --from games.pdn:2)" "$(position checkers --position 'W:W27,19,K18:B12,14,20' --moves '18x9 20-24 27x20')"
prints 'depth 2' search othello --from games.ggf --depth 2
prints 'after 6 plies' play othello random random --from games.ggf --plies-max 2 --quiet
refuses "it has 2 games; there is no game 3" show othello --from games.ggf:3
refuses '--pgn and --from: expected one of them' show othello --from games.ggf --pgn a.pgn
refuses '--position and --from: expected one of them' show othello --from games.ggf --position x
refuses 'its start is another one' show checkers --moves "$(tail -n 2 games.pdn)" --position 'W:W27:B12'
refuses "move 2: illegal move 'z9'" show othello --moves 'f5 z9'
finish
