#!/bin/sh
# This program as an engine over pipes, as hostile clients use them: a flood, a line of 10 MB, half a line, a reader that
# is gone, a client that stalls. tests/cli/engines.sh has UCI.
. "$(dirname "$0")/common"
# Kilobytes that an engine may take; sanitizers reserve terabytes.
case $("$pollard" --version) in *"(asan"* | *"(tsan"*) memory=unlimited ;; *) memory=1500000 ;; esac

# said INPUT PATTERN PROTOCOL [FLAG ...]: exit 0 within a minute, and a line that matches. INPUT is as printf has it.
said() {
    # shellcheck disable=SC2059
    printf "$1" >"$work/input"
    pattern=$2; shift 2
    timeout 60 "$pollard" "$@" <"$work/input" >"$work/out" 2>"$work/err"
    code=$?
    if [ $code = 0 ] && grep -qE -- "$pattern" "$work/out"; then ok; else bad "$* (exit $code): no '$pattern' in: $(head -c 300 "$work/out" "$work/err")"; fi
}

# Short dialogues.
said 'ugi\nposition startpos moves d\nquery p1turn\nquery gameover\ngo depth 3\nstop\nquit\n' '^bestmove [a-g]' ugi --game connect-four
if grep -q '^response false$' "$work/out"; then ok; else bad 'ugi: query'; fi
said 'query players\nquery turn\nquit\n' '^response 3$' ugi --game virus:players=3
said '1 play b d3\n2 genmove w\nquit\n' '^=2 [A-H][1-8]$' gtp --player engine:level=2
said 'nboard 2\nset depth 3\nset game (;GM[Othello]B[F5];)\ngo\n' '^set myname Pollard3' nboard
said 'xboard\nprotover 2\nnew\nsd 2\nping 1\nquit\n' '^pong 1$' xboard
said '{"do":"think","id":4,"depth":4}\n' '^\{"id":4,"ok":true.*"move":"' jsonl --game othello
said '{"do":"new","game":"focus:players=4"}\n{"do":"values","depth":2}\n' '"ok":' jsonl
said '{"do":"think","player":"uci:command=true,depth=1"}\n' 'jsonl --trusted' jsonl --game othello
said '{"do":"think","player":"uci:command=true,depth=1"}\n' '"error":"uci:' jsonl --game othello --trusted

# A search that has a limit is waited for at the end of the input; another is stopped.
said '{"do":"think","time_ms":300}' '"seconds":(0\.[2-9]|[1-9])' jsonl --game chess
said '{"do":"think","infinite":true}' '"ok":true' jsonl --game chess

# A line of 10 MB: one answer, and the next line is read. Memory stays as it is.
for protocol in uci ugi gtp nboard xboard jsonl; do
    case $protocol in
        uci | ugi) word='info string a line that is too long' next=isready after=readyok ;;
        gtp) word='^\? a line that is too long' next='7 name' after='=7 Pollard' ;;
        nboard) word='^status a line that is too long' next='ping 5' after='pong 5' ;;
        xboard) word='Error \(too long' next='ping 5' after='pong 5' ;;
        jsonl) word='a line that is too long' next='{"do":"stop","id":5}' after='"id":5,"ok":true' ;;
    esac
    { head -c 10000000 /dev/zero | tr '\0' x; echo; echo "$next"; } | (ulimit -v $memory; timeout 60 "$pollard" $protocol >"$work/out" 2>"$work/err")
    if [ "$(grep -cE "$word" "$work/out")" = 1 ] && grep -qF "$after" "$work/out"; then ok; else bad "$protocol: after 10 MB: $(head -c 300 "$work/out")"; fi
    # Half a line, then the end; nothing at all; bytes that are no text.
    printf 'go dep' | timeout 20 "$pollard" $protocol >"$work/out" 2>"$work/err"
    if [ $? = 0 ] && [ ! -s "$work/err" ]; then ok; else bad "$protocol: half a line"; fi
    : | timeout 20 "$pollard" $protocol >"$work/out" 2>&1
    if [ $? = 0 ] && [ ! -s "$work/out" ]; then ok; else bad "$protocol: an empty input"; fi
    head -c 100000 /dev/urandom | timeout 60 "$pollard" $protocol >"$work/out" 2>"$work/err"
    if [ $? = 0 ] && [ ! -s "$work/err" ]; then ok; else bad "$protocol: bytes: $(head -c 300 "$work/err")"; fi
    # A flood: everything is answered, in little memory.
    yes "$next" | head -n 20000 | (ulimit -v $memory; timeout 60 "$pollard" $protocol >"$work/out" 2>"$work/err")
    if [ "$(grep -cF "$after" "$work/out")" = 20000 ]; then ok; else bad "$protocol: a flood: $(grep -cF "$after" "$work/out") answers"; fi
    # The reader is gone: the program ends by itself, with a line and exit code 1.
    { yes "$next" | head -n 200000 | timeout 60 "$pollard" $protocol 2>"$work/err"; echo $? >"$work/code"; } | head -n 1 >"$work/first"
    if [ "$(cat "$work/code")" = 1 ] && [ "$(wc -l <"$work/err")" = 1 ]; then ok; else bad "$protocol: a reader that is gone: $(cat "$work/code" "$work/err")"; fi
done

# A client that stalls, then stops reading, while it thinks: it neither spins nor dies, and ends with its input.
mkfifo "$work/in" "$work/outward"
"$pollard" jsonl --game chess <"$work/in" >"$work/outward" 2>"$work/err" &
child=$!
exec 9>"$work/in" 8<"$work/outward"
echo '{"do":"think","id":1,"infinite":true,"events":true}' >&9
read -r first <&8
sleep 1
echo '{"do":"stop","id":2}' >&9
found=
while read -r line <&8; do case $line in '{"id":2,"ok":true,"stopped":true}') found=yes; break ;; esac; done
if [ "$found" = yes ]; then ok; else bad 'jsonl: a client that stalls'; fi
exec 9>&- 8<&-
wait $child
case $first in *'"event":"depth"'*) ok ;; *) bad "jsonl: no event: $first" ;; esac

# What does not suit a protocol.
refuses "'human' is not a search" gtp --player human
refuses "unknown player 'nobody'" xboard --player nobody
refuses "unknown game 'nonsense'" jsonl --game nonsense
refuses '--game' gtp --game othello
finish
