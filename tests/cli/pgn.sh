#!/bin/sh
# Games as PGN: written by play and match, read by show, search and play, as openings of a match.
. "$(dirname "$0")/common"
cd "$work" || exit 1

# A file with everything that may stand between moves.
cat >nasty.pgn <<'END'
% made by hand
[Event "first, \"quoted\""]
[Site "?"]
[Result "1-0"]

1. e4 {the king's pawn; not ( a comment [in] a comment} e5 $1 2.Nf3 (2. f4 exf4 (2... d5 {!} 3. exd5)
3. Nf3 ; not yet )
g5) Nc6 3. Bc4 Nd4? 4.Nxe5 !? Qg5 5.Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1

[Event "second"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40"]

40... Kd7 41 e4 Kd6 42 Kd2 1/2-1/2 [Event "third"] 1. d4 d5 2. c4

[Event "fourth"]
1. e4 e5 2. Ke3 *
END
position() { "$pollard" show chess --pgn "$1" --json | sed -n 's/^ "position": "\(.*\)",$/\1/p'; }
is() { if [ "$1" = "$2" ]; then ok; else bad "expected '$2', got '$1'"; fi; }
is "$(position nasty.pgn)" 'r1b1kbnr/pppp1Npp/8/8/4q3/5n2/PPPPBP1P/RNBQKR2 w Qkq - 2 8'
is "$(position nasty.pgn:1)" 'r1b1kbnr/pppp1Npp/8/8/4q3/5n2/PPPPBP1P/RNBQKR2 w Qkq - 2 8'
is "$(position nasty.pgn:2)" '8/8/3k4/8/4P3/8/3K4/8 b - - 2 42'
is "$(position nasty.pgn:3)" 'rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2'
prints 'game over: black wins' show chess --pgn nasty.pgn
refuses "game 4: line 17, move 2 of white: illegal move 'Ke3'" show chess --pgn nasty.pgn:4
refuses "'nasty.pgn': it has 4 games; there is no game 5" show chess --pgn nasty.pgn:5
refuses "expected the number of a game after 'nasty.pgn:'" show chess --pgn nasty.pgn:x
refuses "expected the number of a game after 'nasty.pgn:'" show chess --pgn nasty.pgn:0
refuses 'no-such-file' show chess --pgn no-such-file
refuses 'expected one of them' show chess --pgn nasty.pgn --position '4k3/8/8/8/8/8/8/4K3 w - - 0 1'
refuses "game 1: line 6, move 1 of black: illegal move 'e4'" show othello --pgn nasty.pgn
cp nasty.pgn odd:2 && is "$(position odd:2)" "$(position nasty.pgn:1)"

# Moves go on from there; so does a search.
prints 'position: 8/4k3/8/8/4P3/8/3K4/8 w - - 3 43' show chess --pgn nasty.pgn:2 --moves Ke7
prints 'depth 2' search chess --pgn nasty.pgn:3 --depth 2

# What is hostile: one line each, in a moment.
awk 'BEGIN { printf "1. e4 {"; for (i = 0; i < 1000000; i++) printf "0123456789"; print "} e5 *" }' >long.pgn
is "$(position long.pgn)" 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
awk 'BEGIN { printf "1. e4 "; for (i = 0; i < 1000000; i++) printf "0123456789"; print " e5 *" }' >word.pgn
is "$(position word.pgn)" 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
awk 'BEGIN { printf "1. e4 "; for (i = 0; i < 1000000; i++) printf "(abcdefghi"; print " e5 *" }' >deep.pgn
refuses 'variations deeper than 1000' show chess --pgn deep.pgn
awk 'BEGIN { printf "1. "; for (i = 0; i < 1000000; i++) printf "abcdefghij"; print " e5 *" }' >letters.pgn
refuses "move 1 of white: 'abcdefghijabcdefghijabcdefghijabcdefghij...' is too long" show chess --pgn letters.pgn
awk 'BEGIN { for (i = 0; i < 40000; i++) printf "Nf3 Nf6 Ng1 Ng8 "; print "*" }' >shuffle.pgn
refuses 'more than 20000 plies' show chess --pgn shuffle.pgn
head -c 100000 /dev/urandom >random.pgn
"$pollard" show chess --pgn random.pgn >out 2>err
if [ $? = 2 ] && [ ! -s out ] && [ "$(wc -l <err)" = 1 ]; then ok; else bad "random bytes: $(head -c 300 err)"; fi
: >empty.pgn
refuses "'empty.pgn': it has 0 games" show chess --pgn empty.pgn

# Written and read again, for games of two; lines below 80 columns.
for game in chess othello checkers abalone thief-police; do
    "$pollard" play $game random random --seed 4 --plies-max 90 --save-pgn $game.pgn --json >played || bad "play $game --save-pgn"
    want=$(sed -n 's/^ "position": "\(.*\)"$/\1/p' played)
    got=$("$pollard" show $game --pgn $game.pgn --json | sed -n 's/^ "position": "\(.*\)",$/\1/p')
    if [ -n "$want" ] && [ "$want" = "$got" ]; then ok; else bad "$game: '$got' was read, '$want' written"; fi
    if awk 'length($0) > 79 && !/^\[/ { exit 1 }' $game.pgn; then ok; else bad "$game: lines are too long"; fi
done
refuses 'a game as PGN has two' play focus:players=4 random random random random --save-pgn x.pgn
refuses 'a game as PGN has two' match focus:players=4 random random --games 4 --save-pgn x.pgn
fails 'no-such-folder' play chess random random --save-pgn no-such-folder/x.pgn
prints '^\[Result "(1-0|0-1|1/2-1/2)"\]$' play chess random random --quiet --save-pgn -

# A game of a file is continued: its moves are those of the new one.
"$pollard" play chess random random --pgn nasty.pgn:2 --plies-max 3 --quiet --save-pgn on.pgn >out || bad 'play --pgn'
if grep -q '^40... Kd7 41. e4 Kd6 42. Kd2 K' on.pgn && grep -q '^\[PlyCount "7"\]$' on.pgn && grep -q 'after 7 plies' out; then ok; else bad "continued: $(cat on.pgn out)"; fi
if grep -q '^\[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40"\]$' on.pgn && grep -q '^\[Termination "adjudication"\]$' on.pgn; then ok; else bad "its tags: $(cat on.pgn)"; fi

# A match: all games, in order, the same after it was continued.
"$pollard" match chess random random --games 6 --plies-max 40 --save a.match --save-pgn a.pgn >/dev/null || bad 'match --save-pgn'
"$pollard" match chess random random --games 4 --plies-max 40 --save b.match >/dev/null
"$pollard" match chess random random --games 6 --plies-max 40 --save b.match --save-pgn b.pgn --threads 2 >/dev/null || bad 'a continued match --save-pgn'
if [ "$(grep -c '^\[Event "pollard match chess"\]$' a.pgn)" = 6 ] && cmp -s a.pgn b.pgn; then ok; else bad 'the games of a match'; fi
if [ "$(grep '^\[Round' a.pgn | tr -d '\n')" = '[Round "1"][Round "2"][Round "3"][Round "4"][Round "5"][Round "6"]' ]; then ok; else bad 'rounds'; fi
"$pollard" play --replay a.match:6 --json | sed -n 's/^ "moves": "\(.*\)",$/\1/p' >moves
start=$(sed -n '/^\[Round "6"\]$/,$s/^\[FEN "\(.*\)"\]$/\1/p' a.pgn)
is "$(position a.pgn:6)" "$("$pollard" show chess --position "$start" --moves "$(cat moves)" --json | sed -n 's/^ "position": "\(.*\)",$/\1/p')"

# Openings from PGN and from EPD.
sed -n '/"second"/,/third/p' nasty.pgn | sed 's/\[Event "third"\].*//' >opening.pgn
"$pollard" match chess random random --games 2 --plies-max 4 --openings opening.pgn --save-pgn c.pgn >/dev/null || bad 'openings from PGN'
if [ "$(grep -c '^\[FEN "8/8/3k4/8/4P3/8/3K4/8 b - - 2 42"\]$' c.pgn)" = 2 ]; then ok; else bad "openings from PGN: $(cat c.pgn)"; fi
refuses 'game 1: it is over at its end' match chess random random --openings nasty.pgn
sed -n '/"fourth"/,$p' nasty.pgn >bad.pgn
refuses "openings: 'bad.pgn': game 1: line 2, move 2 of white: illegal move 'Ke3'" match chess random random --openings bad.pgn
refuses 'has no games' match chess random random --openings empty.pgn
echo '8/8/3k4/8/4P3/8/3K4/8 b - - bm Ke5; id "an opposition";' >opening.epd
"$pollard" match chess random random --games 2 --plies-max 4 --openings opening.epd --save-pgn c.pgn >/dev/null || bad 'openings from EPD'
if [ "$(grep -c '^\[FEN "8/8/3k4/8/4P3/8/3K4/8 b - - 0 1"\]$' c.pgn)" = 2 ]; then ok; else bad "openings from EPD: $(cat c.pgn)"; fi
finish
