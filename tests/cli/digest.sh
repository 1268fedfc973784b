#!/bin/sh
# Results know their program: what the digest covers, and that results of two programs do not mix. The second program,
# pollard_other, is this one with other digests, as if an evaluation had been changed.
. "$(dirname "$0")/common"
other=${POLLARD_BUILD:?expected the folder of the build}/pollard_other
# digest_of PROGRAM GAME
digest_of() { "$1" --version | sed -n "s/^digest \([0-9a-f]*\) $2\$/\1/p"; }
ours=$(digest_of "$pollard" othello) theirs=$(digest_of "$other" othello)
if [ ${#ours} = 16 ] && [ ${#theirs} = 16 ] && [ "$ours" != "$theirs" ]; then ok; else bad "digests '$ours', '$theirs'"; fi
prints '^commit [0-9a-f]{7,}(-dirty)?$|^commit unknown$' --version
prints '^compiler (gcc|clang) [0-9]|^compiler clang ' --version
prints '^flags .*-std=gnu17' --version
json 'version commit compiler flags digests othello thief-police' --version
json 'digest' games othello

# The digest is of the sources: every one that a game itself, a trial or a pair of games of it needs is hashed or a named
# exception. What calls what is read from the objects of this build: from these, over undefined symbols to where they are
# defined, but not beyond an exception and not into other games.
cd "$POLLARD_ROOT" || exit 1
tools/build_info --except | sort >"$work/except"
# Objects of sources that are gone may lie there.
(cd "$POLLARD_BUILD" && find src -name '*.o') | while read -r object; do
    [ -e "${object%.o}.c" ] && nm -A "$POLLARD_BUILD/$object"
done | sed "s|^$POLLARD_BUILD/||" >"$work/symbols"
# reached GAME
reached() {
    awk -v game="$1" -v except="$work/except" '
        function add(source) { if (!seen[source]++) list[++count] = source }
        BEGIN { while ((getline line <except) > 0) stop[line] = 1
                add("src/lab/kinds/nodes/trial.c"); add("src/lab/kinds/match/opening_pair.c") }
        { split($0, half, ":"); source = half[1]; sub(/\.o$/, ".c", source)
          own = source == "src/games/" game ".c" || index(source, "src/games/" game "/") == 1
          if (source ~ /^src\/games\// && !own) next
          if (own) add(source)
          n = split(half[2], word, " ")
          if (word[1] == "U") needs[source] = needs[source] " " word[2]
          else if (n == 3 && word[2] ~ /[A-Z]/) home[word[3]] = source }
        END { for (i = 1; i <= count; i++) {
                  print list[i]
                  n = stop[list[i]] ? 0 : split(needs[list[i]], names, " ")
                  for (k = 1; k <= n; k++) if (home[names[k]] != "") add(home[names[k]]) } }' "$work/symbols"
}
for game in $(tools/build_info --games); do
    tools/build_info --files "$game" | sort >"$work/files"
    reached "$game" | sort >"$work/reached"
    for file in src/play/player.c src/play/schedule.c src/search/driver.c src/retro/solved/table.c; do
        grep -qx "$file" "$work/reached" || bad "$game: what calls what was not found: no $file"
    done
    left=$(sort -u "$work/files" "$work/except" | comm -13 - "$work/reached")
    if [ -z "$left" ]; then ok; else bad "$game: called but not in tools/digest_sources: $left"; fi
    ${CC:-cc} -MM -Isrc -D_GNU_SOURCE $(comm -23 "$work/reached" "$work/except") | tr ' \\' '\n\n' | grep '^src/' | sort -u >"$work/included"
    grep -qx 'src/game/game.h' "$work/included" || bad "$game: the includes were not found"
    left=$(sort -u "$work/files" "$work/except" | comm -13 - "$work/included")
    if [ -z "$left" ]; then ok; else bad "$game: included but not in tools/digest_sources: $left"; fi
done
# An exception that is not there any more is a mistake.
missing=$(while read -r file; do [ -f "$file" ] || echo "$file"; done <"$work/except")
if [ -z "$missing" ]; then ok; else bad "exceptions that do not exist: $missing"; fi

# One game's sources decide its digest alone; comments and layout do not.
mkdir -p "$work/tree" && cp -r src tools "$work/tree/"
cd "$work/tree" || exit 1
digests() { tools/build_info "$POLLARD_BUILD/digest" '' | grep '^    {"'; }
digests >"$work/before"
if grep -qF "{\"othello\", \"$ours\"}" "$work/before"; then ok; else bad "the program's digest is not that of its sources"; fi
sed -i '1s/^/\/\/ a new remark\n\n/; s/;$/ ; \/* and another *\//' src/games/othello.c
digests >"$work/after"
if cmp -s "$work/before" "$work/after"; then ok; else bad "comments change the digest: $(diff "$work/before" "$work/after")"; fi
# Programs of others are played against, not searched with: how they are talked to is in no digest.
sed -i '0,/return /s/return /return 0 + /' src/play/engines/player_uci.c
digests >"$work/after"
if cmp -s "$work/before" "$work/after"; then ok; else bad "a change of a protocol changes the digest: $(diff "$work/before" "$work/after")"; fi
sed -i '0,/return /s/return /return 0 + /' src/games/othello.c
digests >"$work/after"
if [ "$(diff "$work/before" "$work/after" | grep -c '^>')" = 1 ] && diff "$work/before" "$work/after" | grep -q '^> *{"othello"'; then ok
else bad "a change of othello.c: $(diff "$work/before" "$work/after")"; fi
sed -i '0,/return /s/return /return 0 + /' src/search/ads.c
digests >"$work/after"
if [ "$(diff "$work/before" "$work/after" | grep -c '^>')" = "$(wc -l <"$work/before")" ]; then ok; else bad 'a change of the search does not change every digest'; fi
if [ "$(tools/build_info "$POLLARD_BUILD/digest" '' | sed -n 's/^const char build_commit.*"\(.*\)";/\1/p')" = unknown ]; then ok; else bad 'a commit without git'; fi
echo 1a2b3c4 >tools/commit
if [ "$(tools/build_info "$POLLARD_BUILD/digest" '' | sed -n 's/^const char build_commit.*"\(.*\)";/\1/p')" = 1a2b3c4 ]; then ok; else bad 'the commit of an archive'; fi

# Sources that git does not know are compiled too: they make the commit a dirty one.
commit_of() { tools/build_info "$POLLARD_BUILD/digest" '' | sed -n 's/^const char build_commit.*"\(.*\)";/\1/p'; }
git init -q . && git add -A && git -c user.name=test -c user.email=test@localhost commit -qm test
case $(commit_of) in *-dirty) bad 'a commit without a change is dirty' ;; *) ok ;; esac
echo >notes.txt
case $(commit_of) in *-dirty) bad 'a note beside the sources makes a commit dirty' ;; *) ok ;; esac
echo >src/base/untracked.c
case $(commit_of) in *-dirty) ok ;; *) bad "a commit with a source of its own: $(commit_of)" ;; esac
rm src/base/untracked.c && echo >>src/base/text.c
case $(commit_of) in *-dirty) ok ;; *) bad "a commit with a changed source: $(commit_of)" ;; esac
cd "$POLLARD_ROOT" || exit 1

# Two programs, one results file.
cat >"$work/lab.json" <<'END'
{"name": "two", "title": "Two programs", "trials": 3, "turns": 1, "depth": 2, "starts": ["initial"], "game": "othello",
 "configurations": [{"name": "None"}, {"name": "ADS", "settings": "order=history-ads"}]}
END
results="$work/two.db"
# The output with lines that begin with spaces joined to those before: sentences are folded.
with() {
    program=$1; shift
    "$program" lab "$@" --results "$results" >"$work/folded" 2>"$work/err"
    tr '\n' '~' <"$work/folded" | sed 's/~  *\([^ ~]\)/ \1/g' | tr '~' '\n' >"$work/out"
}
# says WHAT PATTERN: of the last output.
says() { if grep -qE -- "$2" "$work/out"; then ok; else bad "$1: no '$2' in: $(head -c 600 "$work/out" "$work/err")"; fi; }
says_not() { if grep -qE -- "$2" "$work/out"; then bad "$1: '$2' in: $(head -c 600 "$work/out")"; else ok; fi; }
with "$pollard" run "$work/lab.json"
says 'first program' '^3 trials in '
with "$other" run "$work/lab.json"
says 'second program measures anew' '^3 trials in '
says 'second program names both digests' "^6 rows of othello by another program \(digest $ours, commit .*; this one's digest is $theirs\) left aside; --accept $ours uses them\$"
with "$other" run "$work/lab.json"
says 'second program again' '^everything was there already'
says_not 'nothing is left aside when all is there' 'left aside'
with "$pollard" run "$work/lab.json" --trials 4
says 'first program goes on' '^1 trials in '
with "$other" report "$work/lab.json" --trials 4
says 'own rows only' 'initial +ADS +3 '
says 'rows left aside' "^2 rows of othello by another program \(digest $ours, .* left aside"
says 'which program' " made by digest $theirs, commit 0therc0mmit "
with "$other" report "$work/lab.json" --trials 4 --accept "$ours"
says 'accepted rows are used' 'initial +ADS +4 '
says 'accepted rows are named' "^2 rows of othello by another program \(digest $ours, .* used, as accepted\$"
says 'both programs' " made by digest ($theirs, $ours|$ours, $theirs), commit "
with "$other" run "$work/lab.json" --trials 4 --accept "$ours" --accept none
says 'accepted rows are not measured again' '^everything was there already'
with "$other" report "$work/lab.json" --trials 4 --json --accept "$ours"
says 'JSON' "\"foreign\": "
says 'JSON' "\"accepted\": true"
with "$other" report "$work/lab.json" --csv "$work/two.csv" --html "$work/page"
if head -n 1 "$work/two.csv" | grep -q ',digest,commit$' && tail -n 1 "$work/two.csv" | grep -q "\"$theirs\",\"0therc0mmit\"\$"; then ok
else bad "CSV: $(cat "$work/two.csv")"; fi
if grep -q "<dt>Program</dt><dd>digest $theirs, commit 0therc0mmit</dd>" "$work/page/index.html"; then ok; else bad 'the page does not name the program'; fi
# Do the rows of one program still come out of the other? Both sorts are run, and both digests are named.
with "$other" verify "$work/lab.json" --sample 100%
says 'rows of both programs are run again' ': 14 rows, all the same to the digit$'
says 'digests and commits of both' "^kept: digest $ours, here $theirs; .*commit .*\(8 rows\)$"
says 'its own rows' "^kept: digest $theirs, as here; .*commit 0therc0mmit; .*\(6 rows\)$"
with "$other" verify "$work/lab.json" --sample 100% --own
says 'own rows alone' ': 6 rows, all the same to the digit$'
says 'others are counted' '^8 rows of other digests are left out \(--own\)$'
# What another program made counts in the list, and is marked.
mkdir "$work/kept"
"$pollard" lab keep "$work/kept/a.rows" "$work/lab.json" --results "$results" >/dev/null
"$other" lab list "$work/lab.json" --kept "$work/kept" --results "$results" >"$work/out" 2>"$work/err"
says 'kept by another program' ' kept\* '
"$other" lab show "$work/lab.json" --kept "$work/kept" --results "$results" >"$work/out" 2>"$work/err"
says 'kept by another program, in words' 'state +kept, by another program: 6 of 6 rows, 6 of them kept'
"$pollard" lab list "$work/lab.json" --kept "$work/kept" --results "$results" >"$work/out" 2>"$work/err"
says 'kept by the program itself' ' kept  '
# Accepted rows are not marked, also without a results file.
mkdir "$work/empty"
(cd "$work/empty" && "$other" lab list "$work/lab.json" --kept "$work/kept" --accept "$ours") >"$work/out" 2>"$work/err"
says 'kept and accepted' ' kept  '
refuses '--accept 12: expected a digest of 16 hexadecimal digits, or none' lab report "$work/lab.json" --results "$results" --accept 12
refuses '--accept 12' lab run "$work/lab.json" --results "$results" --accept none --accept 12

# A match is not continued by another program, unless it is accepted.
games=2
match() { "$@" --games $games --openings random:1 --save "$work/two.match"; }
match "$pollard" match othello alphabeta:depth=1 random >"$work/out" 2>&1
says 'the match names its program' "^played by digest $ours, commit "
if head -n 1 "$work/two.match" | grep -q "\"digest\":\"$ours\",\"commit\":"; then ok; else bad "header: $(head -n 1 "$work/two.match")"; fi
match "$other" match othello alphabeta:depth=1 random >"$work/out" 2>&1
if [ $? = 2 ] && [ "$(wc -l <"$work/out")" = 1 ]; then ok; else bad "a match of another program: $(cat "$work/out")"; fi
says 'both digests' "another program played it: digest $ours \(commit .*\) there and $theirs \(commit 0therc0mmit\) here; --accept $ours continues it"
match "$other" match othello alphabeta:depth=1 random --accept "$ours" >"$work/out" 2>&1
says 'an accepted match' "^2 of the games were in the file, begun by digest $ours, commit .*, as accepted\$"
match "$other" match othello alphabeta:depth=1 random --accept none >"$work/out" 2>&1
says 'another digest is accepted' "another program played it"
"$pollard" play --replay "$work/two.match:1" >"$work/out" 2>&1
says 'a replayed game' "^from a file begun by digest $ours, commit "
# Every program that played some of it is named, also to the one that began it.
games=4
match "$other" match othello alphabeta:depth=1 random --accept "$ours" >"$work/out" 2>&1
says 'another program continues' "^2 of the games were in the file, begun by digest $ours, commit .*, as accepted\$"
match "$pollard" match othello alphabeta:depth=1 random >"$work/out" 2>&1
says 'not the first program'"'"'s own any more' "another program played some of it: digest $theirs \(commit 0therc0mmit\) there and $ours .*; --accept $theirs continues it"
match "$pollard" match othello alphabeta:depth=1 random --accept "$theirs" >"$work/out" 2>&1
says 'who continued' "^continued by digest $theirs, commit 0therc0mmit\$"
match "$pollard" match othello alphabeta:depth=1 random --accept "$theirs" --json >"$work/out" 2>&1
says 'who played, for programs' "\"played_by\": "
games=6
match "$pollard" match othello alphabeta:depth=1 random --accept "$theirs" >"$work/out" 2>&1
if [ "$(grep -c continued_by "$work/two.match")" = 2 ] && [ "$(wc -l <"$work/two.match")" = 9 ]; then ok; else bad "lines: $(cut -c 1-80 "$work/two.match")"; fi
"$pollard" play --replay "$work/two.match:2" >"$work/out" 2>&1
says_not 'a game of the program that began' "^played by digest"
"$pollard" play --replay "$work/two.match:3" >"$work/out" 2>&1
says 'a game of the other program' "^played by digest $theirs, commit 0therc0mmit\$"
"$pollard" play --replay "$work/two.match:5" >"$work/out" 2>&1
says_not 'a game of the first program again' "^played by digest"
sed -i 's/^{"continued_by":"0*\(.\)/{"continued_by":"x/' "$work/two.match"
match "$pollard" match othello alphabeta:depth=1 random --accept "$theirs" >"$work/out" 2>&1
says 'a line that was changed' "line 4: damaged: expected who continued the match"

# Nor is a tuning; and its result says who found it.
tuning() { program=$1; shift; "$program" tune eval othello alphabeta:depth=1 --rounds 1 --games 2 --check 2 --out "$work/tune.json" "$@" >"$work/out" 2>&1; }
tuning "$pollard"
if grep -q "\"digest\": \"$ours\"" "$work/tune.json" && grep -q '"commit":' "$work/tune.json"; then ok; else bad "a tuning without its program: $(cat "$work/out" "$work/tune.json")"; fi
tuning "$other"
says 'a tuning of another program' "is by another program: digest $ours \(commit .*\) there and $theirs \(commit 0therc0mmit\) here; .*--accept $ours"
if tuning "$other" --accept "$ours"; then ok; else bad "an accepted tuning: $(cat "$work/out")"; fi
says 'whose tuning it was' "^some of it was made by digest $ours, as accepted\$"
if grep -q '"continued_from"' "$work/tune.json"; then ok; else bad "a tuning that does not say who made it: $(cat "$work/tune.json")"; fi

# A database says who built it; its own digest is that of its contents.
db() { "$1" db "$2" solve:tictactoe --dir "$work/$3" >"$work/out" 2>&1; }
mkdir "$work/mine" "$work/other"
db "$pollard" build mine && db "$other" build other && db "$pollard" info mine
says 'who built a database' "^digest [0-9a-f]{32}, made by pollard .* \(sources of digest $(digest_of "$pollard" tictactoe), commit "
mine=$(digest "$work/mine" solve:tictactoe)
db "$pollard" info other
says 'a database of another program' "\(sources of digest $(digest_of "$other" tictactoe), commit 0therc0mmit\)"
if [ -n "$mine" ] && [ "$mine" = "$(digest "$work/other" solve:tictactoe)" ]; then ok; else bad 'the digest of a database depends on who built it'; fi

finish
