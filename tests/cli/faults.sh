#!/bin/sh
# What goes wrong around the program: signals, limits, pipes for files, two at once, damage. One line, the right exit code,
# nothing half written.
. "$(dirname "$0")/common"

# A reader that goes away ends a search at once, with one line and 1.
{ "$pollard" search abalone --depth 5 --minimal 2>"$work/err"; echo $? >"$work/code"; } | head -n 1 >/dev/null
if [ "$(cat "$work/code")" = 1 ] && [ "$(grep -c '^pollard: ' "$work/err")" = 1 ]; then ok; else bad "a closed pipe (exit $(cat "$work/code")): $(cat "$work/err")"; fi
{ "$pollard" games 2>"$work/err"; echo $? >"$work/code"; } | true
if [ "$(cat "$work/code")" = 1 ] && grep -q 'reader is gone' "$work/err" || [ "$(cat "$work/code")" = 0 ]; then ok; else bad "a closed pipe (exit $(cat "$work/code")): $(cat "$work/err")"; fi

# Under a limit of time the minimal tree has one, too. (Without it this takes hours.)
if timeout 60 "$pollard" search abalone --time 100 --minimal 2>/dev/null | grep -q '^minimal tree'; then ok; else bad 'search --time --minimal does not end'; fi

# A limit of file sizes: one line, 1, and nothing left. (A coverage build writes its counts under the limit, too: not over
# those of the other tests.)
mkdir "$work/small"
(ulimit -f 1; GCOV_PREFIX="$work/gcov" "$pollard" db build cc-pdb3-6x6 --dir "$work/small"; echo $?) 2>&1 | cat >"$work/out"
if [ "$(tail -n 1 "$work/out")" = 1 ] && [ "$(grep -c '^pollard: ' "$work/out")" = 1 ] && [ -z "$(ls -A "$work/small")" ]; then ok; else bad "a limit of file sizes: $(cat "$work/out"; ls -A "$work/small")"; fi

# Pipes, folders and endless devices where a file is expected: refused at once.
mkfifo "$work/pipe"
for file in "$work/pipe" "$work" /dev/zero; do
    refuses "$file" match othello random random --openings "$file"
    refuses "$file" play --replay "$file"
    refuses "$file" match abalone "alphabeta:depth=1,with=$file" random
    fails 'regular file' lab report --results "$file"
done
ln -s "$work/pipe" "$work/pipe.json"
refuses 'regular file' lab run "$work/pipe.json" --results "$work/r.db"
refuses 'regular file' match othello random random --save "$work/pipe"
mkdir "$work/databases"
mkfifo "$work/databases/cc-pdb3-6x6.pdb"
if timeout 20 "$pollard" db info cc-pdb3-6x6 --dir "$work/databases" >/dev/null 2>"$work/err"; then bad 'a pipe for a database'; elif [ $? = 124 ]; then bad 'waits for a pipe'; else ok; fi
rm "$work/databases/cc-pdb3-6x6.pdb"

# Garbage under a database's name is not "already there".
echo garbage >"$work/databases/cc-pdb3-6x6.pdb"
fails 'remove the file' db build cc-pdb3-6x6 --dir "$work/databases"
rm "$work/databases/cc-pdb3-6x6.pdb"
"$pollard" db build cc-pdb3-6x6 --dir "$work/databases" >/dev/null
prints 'already exists; it was checked' db build cc-pdb3-6x6 --dir "$work/databases"
[ "$(ls -A "$work/databases")" = cc-pdb3-6x6.pdb ] && ok || bad "left over: $(ls -A "$work/databases")"

# A database that becomes shorter while it is looked up: one line and 1, not a dead process without a word.
# In pieces, it stays mapped.
mkdir "$work/mapped" "$work/mapped/1" "$work/mapped/2"
"$pollard" db build cc-pdb6-6x6 --dir "$work/mapped" >/dev/null && "$pollard" db split cc-pdb6-6x6 "$work/mapped/1" "$work/mapped/2" --dir "$work/mapped" >/dev/null
mkfifo "$work/asks"
"$pollard" jsonl --game chinese-checkers:board=rhombus6 --player alphabeta:depth=2,eval=pdb6 --dir "$work/mapped" <"$work/asks" >"$work/out" 2>"$work/err" &
child=$!
exec 9>"$work/asks"
echo '{"do":"think","depth":2}' >&9
tries=0
while ! grep -q '"move"' "$work/out" && [ $tries -lt 400 ]; do sleep 0.05; tries=$((tries + 1)); done
: >"$work/mapped/1/cc-pdb6-6x6.pdb.1" && : >"$work/mapped/2/cc-pdb6-6x6.pdb.2"
echo '{"do":"think","depth":3}' >&9
exec 9>&-
wait $child
code=$?
if [ $code = 1 ] && [ "$(wc -l <"$work/err")" = 1 ] && grep -q 'became shorter meanwhile' "$work/err"; then ok; else bad "a database that shrinks (exit $code): $(cat "$work/err")"; fi

# Two builds at once, one through a link: the second names the first. After Ctrl-C twice, or kill -9, nobody is blocked and no lock stays.
ln -s databases "$work/link"
"$pollard" db build cc-pdb6-6x6 --dir "$work/databases" --checkpoint 0 >/dev/null 2>&1 &
child=$!
tries=0
while [ ! -e "$work/databases/cc-pdb6-6x6.part" ] && [ $tries -lt 400 ]; do sleep 0.02; tries=$((tries + 1)); done
"$pollard" db build cc-pdb6-6x6 --dir "$work/link" >/dev/null 2>"$work/err"
if [ $? = 1 ] && grep -q "process $child;" "$work/err"; then ok; else bad "two builds at once: $(cat "$work/err")"; fi
kill -TERM $child; kill -TERM $child 2>/dev/null
wait $child
ls -A "$work/databases" | grep -qE 'lock|new' && bad "after a signal: $(ls -A "$work/databases")" || ok
"$pollard" db build cc-pdb6-6x6 --dir "$work/databases" --checkpoint 0 >/dev/null 2>&1 &
child=$!
sleep 0.2
kill -9 $child
wait $child 2>/dev/null
if "$pollard" db build cc-pdb6-6x6 --dir "$work/link" >/dev/null 2>"$work/err" && [ "$(ls -A "$work/databases" | wc -l)" = 2 ]; then ok; else bad "after kill -9: $(cat "$work/err"; ls -A "$work/databases")"; fi

finish
