#!/bin/sh
# Programs of others with this one as their engine, on a screen of their own (Xvfb): Quarry plays a whole game of Othello
# over `pollard gtp`, against GRhino where that is there; XBoard a whole game of chess over `pollard xboard`, and one
# over `pollard uci` (which Polyglot translates), each against itself at level 3. Skipped where a program is missing.
# Usage: tests/long/clients.sh [FOLDER for pictures and logs]
set -u
pollard=$(realpath "${POLLARD:-./pollard}")
folder=${1:-}
work=$(mktemp -d)
passed=0 failed=0 skipped=0 screen=
ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "FAILED: $*"; }
skip() { skipped=$((skipped + 1)); echo "skipped: $*"; }
find_program() { PATH=$PATH:/usr/games command -v "$1"; }
clean() {
    [ -n "$screen" ] && kill "$screen" 2>/dev/null
    [ -n "$folder" ] && mkdir -p "$folder" && cp "$work"/*.png "$work"/*.log "$work"/*.pgn "$folder" 2>/dev/null
    rm -rf "$work"
}
trap clean EXIT
picture() { if command -v import >/dev/null; then import -window root "$work/$1.png"; fi; }

finish() {
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" = 0 ]
    exit
}

command -v Xvfb >/dev/null && command -v xdotool >/dev/null || { skip 'Xvfb or xdotool is not there'; finish; }
HOME=$work
export HOME
Xvfb -displayfd 3 -screen 0 1024x768x24 3>"$work/display" 2>/dev/null &
screen=$!
tries=0
while [ ! -s "$work/display" ] && [ $tries -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
DISPLAY=:$(cat "$work/display")
export DISPLAY

# A program between Quarry and the engine that writes down what both say.
cat >"$work/engine" <<END
#!/bin/sh
tee -a "$work/quarry_\$1.log" | "$pollard" gtp --player engine:level=4 | tee -a "$work/answers_\$1.log"
END
chmod +x "$work/engine"

# The moves as one engine heard and said them: the n-th command has the n-th answer.
quarry_moves() {
    grep '^[=?]' "$work/answers_black.log" | paste "$work/quarry_black.log" - | sed -n 's/^play [a-z]* \([^\t]*\)\t.*/\1/p; s/^genmove[^\t]*\t= *//p'
}
quarry_over() { "$pollard" show othello --moves "$(quarry_moves | tr '\n' ' ')" --json | grep -q '"over": true'; }

play_quarry() {
    quarry=$(find_program quarry) || { skip 'quarry is not there'; return; }
    rhino=$(find_program gtp-rhino) || rhino="$work/engine white"
    cat >"$work/.quarry" <<END
[GTP Engine "Pollard"]
Screen name format	= "Pollard"
Name			= "Pollard"
Command line		= "$work/engine black"
Supported games		= "Reversi"

[GTP Engine "Other"]
Screen name format	= "Other"
Name			= "Other"
Command line		= "$rhino"
Supported games		= "Reversi"

[New Game Parameters]
Game			= "Reversi"
White is computer	= true
Engine playing white	= "Other"
Black is computer	= true
Engine playing black	= "Pollard"
END
    "$quarry" --gtp-log="$work/gtp" >"$work/quarry.log" 2>&1 &
    child=$!
    sleep 4
    xdotool mousemove 97 26 click 1; sleep 3     # New Game
    picture quarry_players
    xdotool mousemove 437 422 click 1; sleep 2   # Forward
    xdotool mousemove 440 422 click 1            # Play
    tries=0
    while ! quarry_over 2>/dev/null && [ $tries -lt 120 ]; do sleep 1; tries=$((tries + 1)); done
    sleep 2
    picture quarry_end
    if [ $tries -lt 120 ]; then ok; else bad "quarry: no whole game in two minutes: $(quarry_moves | wc -l) moves"; fi
    kill "$child" 2>/dev/null
    wait "$child" 2>/dev/null
}

# xboard_game NAME WORD...: a whole game on XBoard's board, with these words for its engines.
xboard_game() {
    name=$1
    shift
    timeout 300 "$xboard" "$@" -mg 1 -tc 0:10 -inc 0 -mps 40 -xponder -sgf "$work/$name.pgn" -debug -nameOfDebugFile "$work/$name.log" >/dev/null 2>&1 &
    child=$!
    tries=0
    while ! grep -qE '(1-0|0-1|1/2-1/2)$' "$work/$name.pgn" 2>/dev/null && [ $tries -lt 240 ]; do
        sleep 1
        tries=$((tries + 1))
        [ $tries = 8 ] && picture "$name"
    done
    picture "${name}_end"
    if [ $tries -lt 240 ]; then ok; else bad "$name: no whole game in four minutes"; fi
    if grep -qE '<(first|second) *: *(Error|Illegal)' "$work/$name.log"; then bad "$name: $(grep -E '<(first|second) *: *(Error|Illegal)' "$work/$name.log" | head -n 1)"; else ok; fi
    if tail -n 4 "$work/$name.pgn" | grep -qiE 'illegal|forfeits|exited'; then bad "$name: not a game to its end"; else ok; fi
    if "$pollard" show chess --pgn "$work/$name.pgn" >/dev/null; then ok; else bad "$name: the game is not read"; fi
    kill "$child" 2>/dev/null
    wait "$child" 2>/dev/null
}

play_xboard() {
    xboard=$(find_program xboard) || { skip 'xboard is not there'; return; }
    xboard_game xboard -fcp "$pollard xboard" -scp "$pollard xboard --player engine:level=3"
}

# A program between Polyglot, which translates UCI for XBoard, and the engine that writes down what both say.
cat >"$work/uci" <<END
#!/bin/sh
tee -a "$work/uci_asked.log" | "$pollard" uci | tee -a "$work/uci_said.log"
END
chmod +x "$work/uci"

play_uci() {
    xboard=$(find_program xboard) && find_program polyglot >/dev/null || { skip 'xboard or polyglot is not there'; return; }
    PATH=$PATH:/usr/games
    xboard_game uci -fcp "$work/uci" -fUCI -scp "$pollard xboard --player engine:level=3"
    if grep -q '^go ' "$work/uci_asked.log" && grep -q '^bestmove ' "$work/uci_said.log" && ! grep -q '^info string' "$work/uci_said.log"; then ok; else bad "uci: $(grep '^info string' "$work/uci_said.log" | head -n 1)"; fi
}

play_quarry
play_xboard
play_uci
finish
