#!/bin/sh
# The code of a game, compared between two commits (tools/same_code), and vouches made of that (lab verify --code). A
# repository of its own with four commits: `before`, `here` (the sources as they are), `table` and `after`.
. "$(dirname "$0")/common"
for tool in git readelf objdump; do
    if ! command -v $tool >/dev/null 2>&1; then
        echo "skipped: no $tool"
        echo '0 passed, 0 failed, 1 skipped'
        exit 0
    fi
done
# Whether it differs is asked, not how fast it is.
export CFLAGS=-O0
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 TMPDIR="$work/tmp"
unset GIT_DIR GIT_WORK_TREE
mkdir "$work/tmp" "$work/tree" && cp -r "$POLLARD_ROOT/Makefile" "$POLLARD_ROOT/src" "$POLLARD_ROOT/tools" "$POLLARD_ROOT/examples" "$work/tree/"
cd "$work/tree" || exit 1
mkdir include tests bench && cp "$POLLARD_ROOT/include/pollard.h" include/
commit() { git add -A && git -c user.name=t -c user.email=t@example.org commit -q -m "$1" && git tag "$1"; }
# compare CODE ARGUMENT...: same_code ends with CODE; what it said is in $work/out.
compare() {
    expected=$1; shift
    tools/same_code "$@" >"$work/out" 2>"$work/err" </dev/null
    code=$?
    if [ $code = "$expected" ]; then ok; else bad "same_code $* (exit $code): $(cat "$work/out" "$work/err")"; fi
}
says() { if grep -qE -- "$1" "$work/out" "$work/err"; then ok; else bad "no '$1' in: $(head -c 900 "$work/out" "$work/err")"; fi; }
digest_of() { "$pollard" --version | sed -n "s/^digest \([0-9a-f]*\) $1\$/\1/p"; }

# before: a hook that no game has, in a header that all games include, and a function more in src/search/reference.c.
git init -q .
cp src/search/search_template.h src/search/reference.c "$work/"
cat >>src/search/search_template.h <<'SOURCE'
#ifdef GAME_HAS_NOTHING_OF_THE_KIND
static int hook_of_nobody(int depth) { return depth + 1; }
#endif
SOURCE
cat >>src/search/reference.c <<'SOURCE'
int reference_only_before(int depth);
int reference_only_before(int depth) { return depth + 1; }
SOURCE
commit before
cp "$work/search_template.h" "$work/reference.c" src/search/
commit here
# table, after: moves in othello are worth more, a function of it is gone, a table has one more empty place, a remark in a file of all games.
cat >>src/games/othello.c <<'SOURCE'
int othello_only_before(int depth);
int othello_only_before(int depth) { return depth + 1; }
SOURCE
sed -i '0,/^static const /s//static const long zeros_at_the_end[EXTRA_PLACES] __attribute__((used)) = {7};\nstatic const /; 1s/^/#define EXTRA_PLACES 2\n/' src/games/tictactoe.c
commit table
sed -i '1s/2/3/' src/games/tictactoe.c
sed -i '1s/^/\/\/ a new remark\n/' src/search/driver.c
sed -i 's/return r->mobility \*/return 3 * r->mobility */' src/games/othello.c
sed -i '/othello_only_before/d' src/games/othello.c
commit after
git checkout -q here

# Step 1. What is refused.
compare 2
says '^same_code: expected the commit'
compare 2 no-such-commit
says "^same_code: 'no-such-commit': expected a commit"
compare 2 before no-such-game
says "'no_such_game': expected a game that both trees have"
compare 2 --except reference.c before
says "^same_code: --except 'reference.c': expected FILE=WORD"
compare 2 --except src/cli/main.c=word before othello
says '^same_code: --except src/cli/main.c=word: expected a file that the digest'
compare 2 --fast before
says "^same_code: '--fast': expected"
echo '// changed' >>src/search/ads.c
compare 2 before othello
says '^same_code: files were changed since the last commit'
git checkout -q src

# Step 2. A hook that nobody has changes the digest and not the code; a file that differs may be excepted.
compare 0 -o "$work/same.json" --except src/search/reference.c=minimax before othello
says '^othello: same: [0-9]+ objects, [0-9]{3} functions$'
says "^  src/search/reference.c differs; only players with 'minimax' in their spec come there$"
ours=$(digest_of othello)
for field in '"pollard-same-code": 1' "\"old\": \"$(git rev-parse --short=12 before)\"" "\"new\": \"$(git rev-parse --short=12 here)\"" "\"to\": \"$ours\"" \
    '"same": true' '"except": [{"file": "src/search/reference.c", "word": "minimax"}]' '"except": "minimax"' '"compiler": "' '"hash": "'; do
    if grep -qF -- "$field" "$work/same.json"; then ok; else bad "no $field in $(cat "$work/same.json")"; fi
done
theirs=$(sed -n 's/.*"from": "\([0-9a-f]*\)".*/\1/p' "$work/same.json")
if [ ${#theirs} = 16 ] && [ "$theirs" != "$ours" ]; then ok; else bad "the digest before: '$theirs'"; fi

# Step 3. A constant of one game: its function is named, others are the same; zeros at the end of a table are told.
git checkout -q after
compare 1 table othello tictactoe
says '^othello: differs:$'
says '^  src/games/othello.c: mobility_value'
says '^  src/games/othello.c: othello_only_before \(only at [0-9a-f]{12}\)$'
if [ "$(grep -c '^  src/games/othello.c' "$work/out")" = 2 ]; then ok; else bad "more differs: $(cat "$work/out")"; fi
says '^tictactoe: same: '
says '^  src/games/tictactoe.c: zeros_at_the_end has grown by 8 zero bytes$'
if grep -q 'driver' "$work/out"; then bad "a remark differs: $(cat "$work/out")"; else ok; fi
git checkout -q here
# Nothing is left over, also after Ctrl-C.
timeout --foreground --preserve-status -s INT 2 tools/same_code before othello >/dev/null 2>&1
if [ -z "$(ls "$work/tmp")" ] && [ "$(git worktree list | wc -l)" = 1 ] && [ -z "$(git status --porcelain)" ]; then ok; else bad "left over: $(ls "$work/tmp")"; fi

# Step 4. Vouches of it.
cd "$work" || exit 1
mkdir kept
refuses '--code: expected --vouch with it' lab verify --code same.json --kept kept
refuses '--code: expected no --sample with it' lab verify --code same.json --kept kept --vouch --sample 5%
refuses '--code: expected no --engines with it' lab verify --code same.json --kept kept --vouch --engines
refuses '--code: expected no --threads with it' lab verify --code same.json --kept kept --vouch --threads 2
refuses "--code: expected no experiment with it, not 'n.json'" lab verify n.json --code same.json --kept kept --vouch
refuses 'none.json' lab verify --code none.json --kept kept --vouch
refuses 'nowhere' lab verify --code same.json --kept nowhere --vouch
# damaged WORD SED: the file changed so.
damaged() {
    sed "$2" same.json >damaged.json
    if cmp -s same.json damaged.json; then bad "not changed: $2"; fi
    refuses "$1" lab verify --code damaged.json --kept kept --vouch
}
damaged "damaged.json: expected $ours, this program's digest of othello, after the change: not 0123456789abcdef" "s/\"to\": \"[0-9a-f]*\"/\"to\": \"0123456789abcdef\"/"
damaged "this program's digest of checkers" 's/"othello"/"checkers"/'
damaged "'from': expected a digest" 's/"from": "../"from": "/'
damaged "'pollard-same-code': expected" 's/"pollard-same-code": 1/"pollard-same-code": 2/'
damaged "'except': expected words that the file excepts" 's/"word": "minimax"/"word": "brs"/'
damaged 'expected a file that tools/same_code wrote' '$s/]}$//'
if [ -z "$(ls kept)" ]; then ok; else bad 'a vouch of a damaged file'; fi
sed 's/"same": true/"same": false/' same.json >differs.json
fails 'the code differs: nothing is vouched for' lab verify --code differs.json --kept kept --vouch
if [ -z "$(ls kept)" ]; then ok; else bad 'a vouch of code that differs'; fi
# Rows of the program before: this program's, with the other digest.
cat >n.json <<'EXPERIMENT'
{"name": "n", "title": "Counts", "game": "othello", "depth": 2, "trials": 3, "turns": 1, "midgame-turns": 1,
 "configurations": [{"name": "None"}, {"name": "ADS", "settings": "order=history-ads"}]}
EXPERIMENT
"$pollard" lab verify --code same.json --kept kept --vouch >out 2>err
tr '\n' '~' <out | sed 's/~  *\([^ ~]\)/ \1/g' | tr '~' '\n' >joined
if grep -qE "^vouched for: othello, digest $theirs \(commit [0-9a-f]{12}\), here $ours: compiled to the same code, [0-9]+ objects, [0-9]+ functions; players with 'minimax' are not covered\$" joined; then ok; else bad "the vouch: $(cat out err)"; fi
prints '^written to kept/vouched.json$' lab verify --code same.json --kept kept --vouch
json 'vouched code functions' lab verify --code same.json --kept kept --vouch
if [ "$(grep -c '"game"' kept/vouched.json)" = 1 ] && grep -qF '"code": "same"' kept/vouched.json; then ok; else bad "its file: $(cat kept/vouched.json)"; fi
if command -v python3 >/dev/null 2>&1; then
    "$pollard" lab run n.json --results mine.db >/dev/null && "$pollard" lab keep mine.rows n.json --results mine.db >/dev/null
    sed "/^of\t/s/$ours\$/$theirs/" mine.rows >theirs.txt && python3 "$POLLARD_ROOT/tests/cli/kept_sums.py" theirs.txt >theirs.rows
    refuses "12 rows are of digest $theirs" lab import theirs.rows --kept tmp --results a.db
    prints '^12 rows added to a.db' lab import theirs.rows --kept kept --results a.db
    "$pollard" lab report n.json --kept kept --results a.db >out 2>err
    if tr '\n' ' ' <out | sed 's/  */ /g' | grep -qE 'used, as vouched for: compiled to the same code, [0-9]+ functions; players with '; then ok; else bad "the report: $(cat out err)"; fi
    # A row that has the excepted word is not covered.
    sed '/^player\t/s/alphabeta/minimax/' theirs.txt >word.txt && python3 "$POLLARD_ROOT/tests/cli/kept_sums.py" word.txt >word.rows
    refuses "12 rows are of digest $theirs" lab import word.rows --kept kept --results b.db
fi
# The same digest on both sides needs none.
sed "s/\"from\": \"[0-9a-f]*\"/\"from\": \"$ours\"/" same.json >own.json
prints '^the digests are the same before and after: there is nothing to vouch for$' lab verify --code own.json --kept kept --vouch
finish
