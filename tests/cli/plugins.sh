#!/bin/sh
# Games from outside: `pollard-game` makes a plug-in of one C file, every command works with it, its results do not mix with
# those of another one, and what is no plug-in of this program is refused in a line. Games of the program, built as plug-ins,
# count what they count inside it; the long suite does that with all of them.
. "$(dirname "$0")/common"
export POLLARD_GAME_KIT="${POLLARD_BUILD:?expected the folder of the build}/game-kit"
make_game="$POLLARD_ROOT/tools/pollard-game"
# The code matters here, not its speed.
export CFLAGS=-O0
mkdir "$work/games" && cd "$work/games" || exit 1
cp "$POLLARD_ROOT/examples/breakthrough.c" .

# makes PATTERN ARGUMENT...: pollard-game succeeds and prints a line that matches.
makes() {
    pattern=$1; shift
    if "$make_game" "$@" >"$work/out" 2>"$work/err" </dev/null && grep -qE -- "$pattern" "$work/out"; then ok
    else bad "pollard-game $*: no '$pattern' in: $(head -c 500 "$work/out" "$work/err")"; fi
}
# makes_not CODE WORD ARGUMENT...: it ends with that code and names WORD on stderr.
makes_not() {
    expected=$1 word=$2; shift 2
    "$make_game" "$@" >"$work/out" 2>"$work/err" </dev/null
    code=$?
    if [ $code = "$expected" ] && grep -qF -- "$word" "$work/err"; then ok; else bad "pollard-game $* (exit $code): $(cat "$work/err")"; fi
}

# One command, one file.
makes '^passed  breakthrough .* 200 ended by the rules' breakthrough.c
grep -qE '^Next: .*pollard --game ./breakthrough.so show breakthrough$' "$work/out" && ok || bad "what to do next: $(cat "$work/out")"
grep -q 'warning' "$work/err" && bad "words of the compiler: $(cat "$work/err")" || ok
if [ "$(ls | tr '\n' ' ')" = 'breakthrough.c breakthrough.so ' ]; then ok; else bad "left over: $(ls)"; fi
# What it exports, and nothing of the program that it needs.
if [ "$(nm -D --defined-only breakthrough.so | sed 's/.* //' | tr '\n' ' ')" = 'pollard_plugin ' ]; then ok; else bad "exports: $(nm -D --defined-only breakthrough.so)"; fi
game="--game ./breakthrough.so"

# Every command, the flag before it or behind it.
prints '^breakthrough +Breakthrough +from ./breakthrough.so$' $game games
prints '^breakthrough +Breakthrough +from ./breakthrough.so$' games --game=./breakthrough.so
prints '^breakthrough +Breakthrough +from breakthrough.so$' games breakthrough --game breakthrough.so
json 'plugin digest' games breakthrough $game
prints '^digest [0-9a-f]{16} breakthrough$' $game --version
prints '^contract 1, headers [0-9a-f]{16}$' --version
prints 'a2-a3' show breakthrough $game
prints '<svg' show breakthrough --svg - $game
prints 'depth 4: 256036 leaves' $game perft breakthrough 4
json 'game depth leaves' perft breakthrough:width=5,height=5 3 $game
for order in none killer history history-ads tt+killer+history-ads kind; do
    settings=$([ $order = none ] || echo ",order=$order")
    case $order in tt*) settings=$settings,tt=16 ;; esac
    "$pollard" $game search breakthrough:width=5,height=6 --player "alphabeta:depth=4$settings" --json >"$work/out" 2>"$work/err" || bad "order=$order: $(cat "$work/err")"
    grep '"value"' "$work/out"
done | sort | uniq -c >"$work/values"
if [ "$(sed 's/^ *\([0-9]*\) .*/\1/' "$work/values")" = 6 ]; then ok; else bad "values of the orderings: $(cat "$work/values")"; fi
prints '^value loss, best line: ' search breakthrough:width=3,height=4 --depth 20 $game
json 'game players moves result points' play breakthrough random random --seed 2 $game
json 'game players games points elo' match breakthrough:width=5,height=6 alphabeta:depth=2 random --games 4 $game
if printf 'uci\nisready\nposition startpos moves a2-a3\ngo depth 2\nquit\n' | "$pollard" uci --game breakthrough $game | grep -qE '^bestmove [a-h]7[-x][a-h]6'; then ok; else bad 'uci'; fi
# The page of the documentation holds a whole game.
sed -n '/^```c$/,/^```$/p' "$POLLARD_ROOT/docs/PLUGINS.md" | sed '/^```/d' >nim.c
makes '^passed  nim ' nim.c
prints '0 failed' --game ./nim.so check nim --all --games 50
prints '^ +5 \. \. X ' --game ./nim.so show nim
# Nim is lost for whoever is to move when the numbers cancel each other out.
for position in '1 2 3 X:-' '2 4 6 O:-' '3 4 5 X:' '0 0 2 O:'; do
    "$pollard" --game ./nim.so search nim:largest=7 --position "${position%:*}" --player alphabeta:depth=20,tt=16 --json >"$work/out" 2>&1
    if grep -qE "\"value\": ${position#*:}[1-9][0-9]{3}" "$work/out"; then ok; else bad "Nim at $position: $(grep value "$work/out")"; fi
done
makes 'mix64' --example

# The laboratory: rows of two plug-ins do not mix, nor do those of two programs with one plug-in.
cat >lab.json <<'END'
{"name": "forward", "title": "Forward", "trials": 3, "turns": 2, "depth": 3, "starts": ["initial"], "game": "breakthrough:width=5,height=6",
 "configurations": [{"name": "None"}, {"name": "ADS", "settings": "order=history-ads"}]}
END
prints '^3 trials in ' $game lab run lab.json --results lab.db
prints '^everything was there already' lab run lab.json --results lab.db $game
json 'cells' lab report lab.json --results lab.db $game
prints ': 6 rows, all the same to the digit$' $game lab verify lab.json --results lab.db --sample 100%
refuses "unknown game 'breakthrough'" lab run lab.json --results lab.db
digest_of() { "$@" --version | sed -n 's/^digest \([0-9a-f]*\) breakthrough$/\1/p'; }
ours=$(digest_of "$pollard" $game)
mkdir other && sed 's/int step = 0; step < 3; step++/int step = 2; step >= 0; step--/' breakthrough.c >other/breakthrough.c
cmp -s breakthrough.c other/breakthrough.c && bad 'the other order of moves is the same'
makes 'the game breakthrough$' --no-check --out other/breakthrough.so other/breakthrough.c
theirs=$(digest_of "$pollard" --game other/breakthrough.so)
if [ ${#ours} = 16 ] && [ ${#theirs} = 16 ] && [ "$ours" != "$theirs" ]; then ok; else bad "digests '$ours' and '$theirs'"; fi
prints '^3 trials in ' --game other/breakthrough.so lab run lab.json --results lab.db
tr '\n' ' ' <"$work/out" | grep -q "digest $ours" && ok || bad "rows of the other plug-in are not named: $(cat "$work/out")"
[ "$(digest_of "$POLLARD_BUILD/pollard_other" $game)" != "$ours" ] && ok || bad 'another program has the same digest'
# The same source, built again elsewhere under the same name, is the same plug-in.
mkdir again && (cd again && "$make_game" --no-check ../breakthrough.c >/dev/null) && cmp -s breakthrough.so again/breakthrough.so && ok || bad 'built again it is another file'

# Solved whole, and played from the table.
small=solve:breakthrough:width=3,height=4
prints ': 27797 entries, won or lost 27797, ' $game db build $small --dir db
prints 'is correct; every one of 27797 entries fits its moves' $game db verify $small --dir db
prints '^value loss, best line: ' $game search breakthrough:width=3,height=4 --player alphabeta:depth=1,eval=solved --dir db
json 'move value' $game search breakthrough:width=3,height=4 --player alphabeta:depth=1,eval=solved --dir db
# What a search to the end says: the same value.
value() { sed -n 's/^ *"value": \(.*\),*$/\1/p' "$work/out" | head -n 1; }
solved=$(value)
"$pollard" $game search breakthrough:width=3,height=4 --player alphabeta:depth=30,tt=18,order=tt --json >"$work/out" 2>"$work/err"
if [ -n "$solved" ] && [ "$(value)" = "$solved" ]; then ok; else bad "solved $solved, searched $(value)"; fi

# Solved by another version of the game: not used, and said so.
mkdir misere && sed 's/1u << !s->turn/1u << s->turn/' nim.c >misere/nim.c
cmp -s nim.c misere/nim.c && bad 'the other rules are the same'
makes 'the game nim$' --no-check --out misere/nim.so misere/nim.c
nim_digest() { "$pollard" --game "$1" --version | sed -n 's/^digest \([0-9a-f]*\) nim$/\1/p'; }
both="of digest $(nim_digest ./nim.so), not $(nim_digest misere/nim.so)"
prints ' entries, ' --game ./nim.so db build solve:nim --dir db
prints '^won in 1 plies' --game ./nim.so db probe solve:nim '0 0 1 X' --dir db
POLLARD_DATABASES=db
export POLLARD_DATABASES
prints '^value loss, ' --game misere/nim.so search nim --position '0 0 1 X' --depth 4
if grep -qF "$both: it was not used" "$work/err"; then ok; else bad "a database that is not used: $(cat "$work/err")"; fi
prints '^value win, ' --game ./nim.so search nim --position '0 0 1 X' --depth 4
grep -q 'not used' "$work/err" && bad "the right database is not used: $(cat "$work/err")" || ok
fails "$both; remove it" --game misere/nim.so db probe solve:nim '0 0 1 X'
fails "$both; remove it" --game misere/nim.so db best solve:nim '0 0 1 X'
fails "$both; remove it" --game misere/nim.so match nim alphabeta:depth=1,eval=solved random --games 2
fails "$both; remove the file, then the same command builds it" --game misere/nim.so db build solve:nim
fails 'entry 0 says 0' --game misere/nim.so db verify solve:nim
rm db/solve-nim.sdb
prints ' entries, ' --game misere/nim.so db build solve:nim
prints '^lost in 1 plies' --game misere/nim.so db probe solve:nim '0 0 1 X'
prints 'already exists' --game misere/nim.so db build solve:nim
unset POLLARD_DATABASES

# A folder of games.
mkdir shelf && cp breakthrough.so nim.so shelf/
export POLLARD_GAMES=shelf
prints '^nim ' games
prints 'depth 2: 484 leaves' perft breakthrough 2
prints 'depth 2: 484 leaves' perft breakthrough 2 --game shelf/breakthrough.so
# --game comes first; without it, the first by name of two.
export POLLARD_GAMES=other
prints '^breakthrough +Breakthrough +from ./breakthrough.so$' $game games
[ ! -s "$work/err" ] && ok || bad "--game and the folder: $(cat "$work/err")"
prints '^breakthrough +Breakthrough +from other/breakthrough.so$' games
cp breakthrough.so other/a.so
prints '^breakthrough +Breakthrough +from other/a.so$' games
if [ "$(cat "$work/err")" = "pollard: POLLARD_GAMES: 'other/breakthrough.so' was left out: its game 'breakthrough' was loaded from 'other/a.so'" ]; then ok; else bad "two of a game: $(cat "$work/err")"; fi
prints 'from ./breakthrough.so$' $game games
[ ! -s "$work/err" ] && ok || bad "--game and two of the folder: $(cat "$work/err")"
unset POLLARD_GAMES
refuses "its game 'breakthrough' was loaded from './breakthrough.so' already" $game --game other/a.so games
# Without names, the games of --game are checked, not those of the folder or the program.
export POLLARD_GAMES=shelf
prints '^1 passed, 0 failed' check --games 2 $game
prints '^2 passed, 0 failed' check --games 2 $game --game ./nim.so
export POLLARD_GAMES=nowhere
refuses "POLLARD_GAMES: cannot open folder 'nowhere'" games
export POLLARD_GAMES=
prints '^othello ' games
unset POLLARD_GAMES

# What is no plug-in of this program.
refuses "cannot open './missing.so': No such file" --game ./missing.so games
echo text >text.so
refuses "'text.so' is not a whole shared object" games --game text.so
mkdir folder.so
refuses "'folder.so'" games --game folder.so
head -c 20000 breakthrough.so >part.so
refuses "'part.so' is not a whole shared object" games --game part.so
echo 'int nothing;' | ${CC:-cc} -shared -fPIC -o nothing.so -x c -
refuses "'nothing.so' has no pollard_plugin; expected what pollard-game makes" games --game nothing.so
# Compiled with other headers: both are named.
cp -r "$POLLARD_GAME_KIT" kit && echo feedfeedfeedfeed >kit/contract
POLLARD_GAME_KIT=kit "$make_game" --no-check --out headers.so breakthrough.c >/dev/null
refuses "headers.so: made with headers feedfeedfeedfeed, this program has headers $(cat "$POLLARD_GAME_KIT/contract")" --game headers.so games
# For another version of the contract.
sed -i 's/PLUGIN_CONTRACT = 1/PLUGIN_CONTRACT = 7/' kit/search/plugin.h
POLLARD_GAME_KIT=kit "$make_game" --no-check --out version.so breakthrough.c >/dev/null
refuses 'version.so: made for version 7 of the contract, this program has version 1' --game version.so games
# A name that the program has itself.
sed 's/^#define GAME_NAME .*/#define GAME_NAME "othello"/' breakthrough.c >clash.c
makes_not 2 "its game 'othello' is one of the program's own" clash.c
refuses "its game 'othello' is one of the program's own" --game ./clash.so games
if [ "$(id -u)" != 0 ]; then
    cp breakthrough.so closed.so && chmod 0 closed.so
    refuses "cannot open 'closed.so': Permission denied" games --game closed.so
fi
# The flag itself.
refuses '--game: expected a plug-in, FILE.so, after it' --game
refuses '--game games: expected a plug-in' --game games
refuses 'search: --game: expected a plug-in' search othello --game breakthrough
refuses "unknown game 'othelo'" uci --game othelo
refuses 'thief-police; --game FILE.so or POLLARD_GAMES adds another' show breakthrough

# What pollard-game says of what it cannot make.
makes_not 2 'expected a C file' 
makes_not 2 "cannot open 'no.c'" no.c
makes_not 2 "'breakthrough.so' is no C file" breakthrough.so
makes_not 2 "unknown flag '--fast'" --fast breakthrough.c
makes_not 2 'expected a name that ends in .so' --out x breakthrough.c
echo 'int main(' >broken.c
makes_not 1 'broken.c:1' broken.c
sed 's/child->turn ^= 1;//' breakthrough.c >wrong.c
makes_not 1 'breakthrough does not keep the contract' wrong.c
grep -q '^FAILED  breakthrough: ' "$work/out" && ok || bad "the broken promise is not named: $(cat "$work/out")"
# A function that is not there is an error of the compiler, without lines of the linker after it.
sed 's/^static int turn(/static int turns(/' breakthrough.c >missing.c
makes_not 1 'error: implicit declaration of function' missing.c
grep -q 'undefined reference' "$work/err" && bad "the linker ran: $(cat "$work/err")" || ok
sed '/game_export.h/d' breakthrough.c >endless.c
makes_not 1 'pollard_plugin_game' endless.c
# A reader that goes away has nothing to do with the contract.
{ "$make_game" --out gone.so breakthrough.c 2>"$work/err"; } | :
grep -q 'does not keep the contract' "$work/err" && bad "a reader that is gone: $(cat "$work/err")" || ok
makes '^usage: pollard-game ' --help
makes 'the game breakthrough$' --portable --no-check --out portable.so breakthrough.c
prints 'depth 2: 484 leaves' --game ./portable.so perft breakthrough 2

# Games of the program as plug-ins under another name: the same perft, the same nodes, the same values.
# twin IDENTIFIER SPEC DEPTH PLAYER FILE...: the first file is the one that ends in the export.
twin() {
    id=$1 spec=$2 depth=$3 player=$4; shift 4
    name=$(echo "$id" | tr _ -)
    # Names of presets are unique, and databases are the program's.
    sed "s/^#define GAME_NAME .*/#undef GAME_HAS_PRESETS\n#define GAME_NAME \"$name-outside\"/; /^#define GAME_DATABASES/d" "$POLLARD_ROOT/$1" >"$id.c"
    shift
    more=$(for file in "$@"; do echo "$POLLARD_ROOT/$file"; done)
    if CFLAGS="-O1 -I$POLLARD_ROOT/src -Wno-unused" "$make_game" --no-check "$id.c" $more >"$work/out" 2>"$work/err"; then ok; else bad "$id as a plug-in: $(head -c 600 "$work/err")"; return; fi
    for job in "perft SPEC $depth" "search SPEC --player $player"; do
        inside=$("$pollard" $(echo "$job" | sed "s/SPEC/$name$spec/") --json | grep -E '"(leaves|nodes|interior|value|move)"')
        outside=$("$pollard" --game "./$id.so" $(echo "$job" | sed "s/SPEC/$name-outside$spec/") --json | grep -E '"(leaves|nodes|interior|value|move)"')
        if [ -n "$inside" ] && [ "$inside" = "$outside" ]; then ok; else bad "$id: $job: inside $inside, outside $outside"; fi
    done
}
twin tictactoe '' 6 alphabeta:depth=9,order=history-ads src/games/tictactoe.c
twin othello '' 6 alphabeta:depth=5,order=tt+killer+history-ads,tt=16 src/games/othello.c
if [ -n "$POLLARD_LONG" ]; then
    twin connect_four '' 6 alphabeta:depth=7,order=killer src/games/connect_four.c
    twin virus :size=5,players=3 3 brs:depth=3,order=threat-ads src/games/virus.c
    twin focus :players=4 2 paranoid:depth=3,order=history-ads src/games/focus/rules.c
    twin checkers '' 6 alphabeta:depth=7,order=history-ads src/games/checkers/rules.c
    twin abalone '' 3 alphabeta:depth=3,order=history-ads src/games/abalone/rules.c
    twin chinese_checkers :players=3 3 maxn:depth=3 src/games/chinese_checkers/rules.c
    twin chess '' 4 alphabeta:depth=4,order=tt+killer,tt=16,q=4 src/games/chess/rules.c $(cd "$POLLARD_ROOT" && ls src/games/chess/numbering.c src/games/chess/edb_plan.c)
    twin thief_police :size=8,police=2 3 alphabeta:depth=4 src/games/thief_police/rules.c
fi

# Installed: the same from another place, without the sources.
mkdir -p "$work/installed/bin" && cp "$pollard" "$make_game" "$work/installed/bin/" && mkdir -p "$work/installed/include" && cp -r "$POLLARD_GAME_KIT" "$work/installed/include/pollard-game"
mkdir "$work/user" && cd "$work/user" && cp ../games/breakthrough.c .
if env -u POLLARD -u POLLARD_GAME_KIT "$work/installed/bin/pollard-game" breakthrough.c >"$work/out" 2>"$work/err" && grep -q '^1 passed, 0 failed' "$work/out"; then ok; else bad "installed: $(cat "$work/out" "$work/err")"; fi
# The library takes it too.
library="$POLLARD_ROOT/build/portable/libpollard.so.0"
if command -v python3 >/dev/null 2>&1 && [ -f "$library" ]; then
    got=$(POLLARD_LIBRARY="$library" PYTHONPATH="$POLLARD_ROOT/python" python3 -c '
import pollard
pollard.load_game("./breakthrough.so")
play = pollard.Play("breakthrough")
engine = pollard.Engine("breakthrough", "alphabeta:depth=3,order=history-ads")
print(play.perft(3).leaves, engine.think(play).nodes)' 2>&1)
    nodes=$("$pollard" --game ./breakthrough.so search breakthrough --player alphabeta:depth=3,order=history-ads --json | sed -n 's/^ *"nodes": \([0-9]*\),*$/\1/p')
    if [ -n "$nodes" ] && [ "$got" = "11132 $nodes" ]; then ok; else bad "breakthrough in Python: '$got', expected 11132 $nodes"; fi
fi
finish
