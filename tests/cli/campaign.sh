#!/bin/sh
# Campaigns: parts over processes here, a list for GNU parallel, a script for Slurm; what is missing is run, what is done is
# not, and the merged results are those of one run.
. "$(dirname "$0")/common"
skipped=0
cd "$work" || exit 1
mkdir 'a folder' bin && cd 'a folder' || exit 1
ln -s "$pollard" "$work/bin/pollard" && PATH=$work/bin:$PATH && export PATH
cat >n.json <<'EOF'
{"name": "n", "title": "It's counts", "game": "othello", "depth": 3, "trials": 5, "turns": 2, "midgame-turns": 2,
 "configurations": [{"name": "None"}, {"name": "ADS", "settings": "order=history-ads"}]}
EOF
cat >c.json <<'EOF'
{"commands": ["lab run n.json", ["match", "othello", "alphabeta:depth=2", "random", "--games", "20", "--sprt", "0,300"],
              "match tictactoe random random  --games 6"],
 "parts": 3, "processes": 2}
EOF
"$pollard" lab run n.json --results whole.db >/dev/null
"$pollard" lab report n.json --json --results whole.db >whole.out
"$pollard" match othello alphabeta:depth=2 random --games 20 --sprt 0,300 --save whole-2.match >/dev/null
"$pollard" match tictactoe random random --games 6 --save whole-3.match >/dev/null
# merged FOLDER WHAT: are the results those of one run?
merged() {
    "$pollard" lab report n.json --json --results "$1/results.db" >merged.out 2>&1
    if cmp -s merged.out whole.out && cmp -s "$1/2.match" whole-2.match && cmp -s "$1/3.match" whole-3.match; then ok
    else bad "$2: $(cmp merged.out whole.out 2>&1; cmp "$1/2.match" whole-2.match 2>&1; cmp "$1/3.match" whole-3.match 2>&1)"; fi
}

# Processes here.
prints '^ *ssh-options +words for ssh' campaign --help
prints '^9 parts, 0 were done before, 9 now$' campaign c.json
merged c 'a campaign over processes'
prints '^9 parts, 9 were done before$' campaign c.json
merged c 'a campaign again'
# What is missing is run again: a result that was lost, a part that was cut off.
rm c/1-2.db c/2-1.*.done c/2.match && head -c 2000 c/2-1.match >cut && mv cut c/2-1.match
prints '^9 parts, 7 were done before, 2 now$' campaign c.json
merged c 'a campaign that was resumed'
json 'folder parts missing done failed merged' campaign c.json
# Another command is not taken for done; more games continue those that are there.
sed 's/--games 6/--games 8/' c.json >more.json && sed -i 's/"parts"/"folder": "c", "parts"/' more.json
prints '^9 parts, 6 were done before, 3 now$' campaign more.json
prints '^8 games of 1 files' match merge c/3.match c/3-1.match
# A part that fails does not keep the others; it is named, and tried again.
sed 's/"lab run n.json"/"lab run no-such.json"/; s/"parts"/"folder": "bad", "parts"/' c.json >bad.json
fails '3 parts failed, the first is 1-1: bad/1-1.log says why' campaign bad.json
if [ -e bad/2-3.match ] && [ ! -e bad/results.db ] && grep -q no-such.json bad/1-1.log; then ok; else bad 'a campaign with a command that fails'; fi
# A forged part is refused by the merge, which says why.
sed -i '3s/"nodes":\[/"nodes":[1/' c/3-1.match && cp whole-3.match c/3.match
refuses "c/3.match was not merged: pollard: " campaign c.json
# Stopped: exit 130, and the same command continues.
sed 's/"commands": \["lab run n.json"/"commands": ["lab run slow.json"/; s/"parts"/"folder": "slow", "parts"/' c.json >stop.json
sed 's/"trials": 5/"trials": 1000/; s/"depth": 3/"depth": 9/' n.json >slow.json
interrupted 'stopped; the same command continues' campaign stop.json
if [ "$(pgrep -f "slow/1-[123].db" | wc -l)" = 0 ]; then ok; else bad 'processes of a stopped campaign still run'; fi

# A script for Slurm, its tasks run by hand in another order.
cat >s.json <<'EOF'
{"commands": ["lab run n.json", "match othello alphabeta:depth=2 random --games 20 --sprt 0,300", "match tictactoe random random --games 6"],
 "parts": 3, "where": "slurm", "threads": 2, "slurm": ["--time=1:00:00", "--partition=long"]}
EOF
prints '^missing ones: sbatch s/slurm.sh; afterwards this command merges$' campaign s.json
if bash -n s/slurm.sh && grep -qx '#SBATCH --array=1-9' s/slurm.sh && grep -qx '#SBATCH --cpus-per-task=2' s/slurm.sh &&
    grep -qx '#SBATCH --partition=long' s/slurm.sh; then ok; else bad "script: $(head -n 12 s/slurm.sh)"; fi
for task in 9 2 1 4 3 6; do (cd / && SLURM_ARRAY_TASK_ID=$task sh "$work/a folder/s/slurm.sh") >/dev/null || bad "task $task"; done
prints '^9 parts, 6 were done before$' campaign s.json
if grep -qx '#SBATCH --array=1-3' s/slurm.sh; then ok; else bad 'a script of what is missing'; fi
for task in 1 2 3; do SLURM_ARRAY_TASK_ID=$task sh s/slurm.sh >/dev/null || bad "task $task"; done
SLURM_ARRAY_TASK_ID=4 sh s/slurm.sh >out 2>&1
if [ $? = 2 ] && grep -q "no part has number '4'" out; then ok; else bad 'a task that is not there'; fi
prints '^merged: s/results.db' campaign s.json
merged s 'a campaign by Slurm'

# A list for GNU parallel.
sed 's/"where": "slurm"/"where": "parallel", "folder": "p q"/; s/, "slurm.*/}/' s.json >p.json
prints '^missing ones: parallel <p q/parallel.txt' campaign p.json
if command -v parallel >/dev/null 2>&1 && parallel --version 2>/dev/null | grep -q GNU; then
    parallel --will-cite -j 2 <'p q/parallel.txt' >/dev/null 2>&1 || bad 'parallel'
    prints '^9 parts, 9 were done before$' campaign p.json
    merged 'p q' 'a campaign by GNU parallel'
else
    echo 'skipped: GNU parallel is not there'
    skipped=1
fi

# Hosts of which ssh reaches none: exit 1, also where they are prepared first.
printf '#!/bin/sh\nexit 255\n' >"$work/bin/ssh" && chmod +x "$work/bin/ssh"
for remote in '' '"remote": "there", '; do
    rm -rf h
    echo "{\"commands\": [\"lab run n.json\"], \"parts\": 3, $remote\"where\": \"ssh\", \"hosts\": [\"ash\", \"elm\"]}" >h.json
    fails 'ssh reaches none of the hosts; h/hosts.log' campaign h.json
done
rm "$work/bin/ssh"

# A merge whose line is longer than a word for the shell may be.
long=$(printf '%0240d' 0) && long=$long/$long/$long/$long && long=$long/${long%/*} && mkdir -p "$long"
echo "{\"commands\": [\"match tictactoe random random --games 160\"], \"parts\": 80, \"processes\": 2, \"folder\": \"$long\"}" >long.json
prints '^80 parts, 0 were done before, 80 now$' campaign long.json
if [ "$(wc -c <"$long/merge.sh")" -gt 131072 ] && [ "$(wc -l <"$long/1.match")" = 161 ]; then ok; else bad 'a long line of a merge'; fi
rm -r 000*

# Refused.
refuses_text() { printf '%s\n' "$2" >x.json; refuses "$1" campaign x.json; }
refuses_text 'x.json: not a campaign' '[1]'
refuses_text 'x.json: not a campaign' '{"parts": '
refuses_text 'expected commands' '{"parts": 3}'
refuses_text 'expected parts' '{"commands": ["lab run n.json"]}'
refuses_text "'parts': expected a whole number from 1 to 1000" '{"commands": ["lab run n.json"], "parts": 1001}'
refuses_text "unknown key 'host'" '{"commands": ["lab run n.json"], "parts": 3, "host": "a"}'
refuses_text 'command 1: expected lab run, match' '{"commands": ["db build x"], "parts": 3}'
refuses_text 'command 1: the campaign sets --save itself' '{"commands": ["match othello random random --games 4 --save x"], "parts": 3}'
refuses_text 'command 1: expected --games N' '{"commands": ["match othello random random"], "parts": 3}'
refuses_text 'ssh: expected hosts' '{"commands": ["lab run n.json"], "parts": 3, "where": "ssh"}'
refuses_text "hosts: '-oProxyCommand=x': expected a name" '{"commands": ["lab run n.json"], "parts": 3, "where": "ssh", "hosts": ["-oProxyCommand=x"]}'
refuses_text "where: 'moon': expected local" '{"commands": ["lab run n.json"], "parts": 3, "where": "moon"}'
refuses '--where: ' campaign c.json --where moon
refuses 'no-such.json' campaign no-such.json
# A word is a word, whatever stands in it.
cat >q.json <<'EOF'
{"commands": [["match", "tictactoe", "random", "x='; touch evil; $(touch evil) `touch evil`", "--games", "4"]], "parts": 1, "folder": "q"}
EOF
"$pollard" campaign q.json >out 2>&1
if [ ! -e evil ] && grep -qF "x='; touch evil; \$(touch evil) \`touch evil\`" q/1-1.log; then ok; else bad "a word for the shell: $(cat out q/1-1.log)"; fi
if [ $skipped = 0 ]; then finish; else echo "$passed passed, $failed failed, $skipped skipped"; [ $failed = 0 ]; fi
