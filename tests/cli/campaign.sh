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
# The test over all games is the merge's: another one leaves the parts as they are.
sed 's/0,300/0,250/' more.json >sprt.json
prints '^9 parts, 9 were done before$' campaign sprt.json
# An experiment whose file was changed is not taken for done; nor is a part whose file is another's, which is named.
sed -i 's/"trials": 5/"trials": 6/' n.json
prints '^9 parts, 6 were done before, 3 now$' campaign more.json
prints '^everything was there already' lab run n.json --results c/results.db
cp c/1-1.db c/1-2.db && rm c/results.db
fails 'lacks 4 trials of command 1; the first part without them is 1-2, which the same command runs again' campaign more.json
prints '^9 parts, 8 were done before, 1 now$' campaign more.json
prints '^everything was there already' lab run n.json --results c/results.db
sed -i 's/"trials": 6/"trials": 5/' n.json
# Another number of parts cannot go on in the files of these.
sed 's/"parts": 3/"parts": 4/' more.json >four.json
refuses "'c' holds a campaign of 3 parts; for 4 use another folder, by the key 'folder'" campaign four.json
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
# So does a terminal that is closed: no part stays behind. What a part printed before is kept in its log.
echo 'before' >slow/1-1.log
env --default-signal=HUP "$pollard" campaign stop.json >out 2>&1 &
pid=$!
tries=0
while ! pgrep -f 'slow/1-1.db' >/dev/null && [ $tries -lt 400 ]; do sleep 0.02; tries=$((tries + 1)); done
kill -HUP $pid; wait $pid
if [ $? = 130 ] && [ "$(pgrep -f "slow/1-[123].db" | wc -l)" = 0 ] && head -n 1 slow/1-1.log | grep -qx before; then ok; else bad "after SIGHUP: $(cat out)"; fi
# A part that another process writes runs, and did not fail.
echo '{"commands": ["match othello alphabeta:depth=2 random --games 100000"], "parts": 1, "folder": "r"}' >r.json && mkdir r
"$pollard" match othello alphabeta:depth=2 random --games 100000 --part 1/1 --save r/1-1.match >/dev/null 2>&1 &
pid=$!
tries=0
while [ ! -s r/1-1.match ] && [ $tries -lt 400 ]; do sleep 0.02; tries=$((tries + 1)); done
fails '1 parts are being written by other processes, the first is 1-1' campaign r.json
kill $pid; wait $pid 2>/dev/null

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
if grep -q 'trials in' s/1-2.log && grep -q 'games in' s/2-1.log; then ok; else bad "logs of parts by Slurm: $(ls s)"; fi
# Slurm takes a thousand tasks in an array: more are more scripts.
echo '{"commands": ["lab run n.json", "match othello random random --games 4"], "parts": 600, "where": "slurm", "folder": "w;x"}' >w.json
prints "^missing ones: sbatch 'w;x/slurm.sh' && sbatch 'w;x/slurm-2.sh'; afterwards" campaign w.json
if grep -qx '#SBATCH --array=1-1000' 'w;x/slurm.sh' && grep -qx '#SBATCH --array=1-200' 'w;x/slurm-2.sh' && bash -n 'w;x/slurm-2.sh' &&
    [ "$(cat 'w;x/slurm.sh' 'w;x/slurm-2.sh' | grep -o -- '--part [0-9]*/600 --[a-z]*' | sort -u | wc -l)" = 1200 ]; then ok; else bad 'scripts of 1200 parts'; fi
sed 's/600/3/; s/, "match othello random random --games 4"//' w.json >w3.json
prints '^3 parts, 0 were' campaign w3.json
if [ ! -e 'w;x/slurm-2.sh' ]; then ok; else bad 'a script of earlier parts is left'; fi
rm -r 'w;x'

# A list for GNU parallel.
sed 's/"where": "slurm"/"where": "parallel", "folder": "p q"/; s/, "slurm.*/}/' s.json >p.json
prints "^missing ones: parallel <'p q/parallel.txt'; afterwards" campaign p.json
if command -v parallel >/dev/null 2>&1 && parallel --version 2>/dev/null | grep -q GNU; then
    parallel --will-cite -j 2 <'p q/parallel.txt' >/dev/null 2>&1 || bad 'parallel'
    prints '^9 parts, 9 were done before$' campaign p.json
    merged 'p q' 'a campaign by GNU parallel'
else
    echo 'skipped: GNU parallel is not there'
    skipped=1
    sh 'p q/parallel.txt' >/dev/null || bad 'the lines for parallel'
    prints '^9 parts, 9 were done before$' campaign p.json
    merged 'p q' 'the lines for parallel, by hand'
fi
if grep -q 'trials in' 'p q/1-2.log'; then ok; else bad "logs of parts by parallel: $(ls 'p q')"; fi

# A file without .json has the name of its folder.
sed 's|, "folder": "p q"||' p.json >plan
refuses "'plan', where results would go, is not a folder; name another by the key 'folder'" campaign plan

# Hosts of which ssh reaches none: exit 1, also where they are prepared first; the log that is named is there.
printf '#!/bin/sh\nexit 255\n' >"$work/bin/ssh" && chmod +x "$work/bin/ssh"
for remote in '' '"remote": "there", '; do
    rm -rf h
    echo "{\"commands\": [\"lab run n.json\"], \"parts\": 3, $remote\"where\": \"ssh\", \"hosts\": [\"ash\", \"elm\"]}" >h.json
    fails 'ssh reaches none of the hosts; h/' campaign h.json
    log=$(sed -n 's/.*hosts; \(.*\) says why$/\1/p' "$work/err")
    if [ -e "$log" ]; then ok; else bad "the log '$log' is not there"; fi
done
if [ -e h/host-ash.log ] && [ -e h/host-elm.log ]; then ok; else bad "logs of hosts: $(ls h)"; fi
# A stop does not wait for a host that does not answer.
printf '#!/bin/sh\nsleep 100\n' >"$work/bin/ssh"
begin=$(date +%s)
interrupted 'stopped; the same command continues' campaign h.json
if [ $(($(date +%s) - begin)) -lt 60 ]; then ok; else bad 'Ctrl-C while hosts are prepared'; fi
# A file for the hosts that is not here.
sed 's/"remote"/"files": ["sub\/none.json"], "remote"/' h.json >h2.json
refuses "files: cannot read 'sub/none.json': No such file" campaign h2.json
# A host that is this machine: files keep their folders. As over ssh, a shell that a signal ended is exit 255.
if command -v bash >/dev/null 2>&1 && command -v python3 >/dev/null 2>&1; then
    cat >"$work/bin/ssh" <<'END'
#!/usr/bin/env python3
import subprocess, sys
code = subprocess.call(["bash", "-c", sys.argv[sys.argv.index("--") + 2]])
sys.exit(255 if code < 0 else code)
END
    printf '#!/bin/sh\nwhile [ $# -gt 2 ]; do shift; done\ncp -r "${1#*:}" "${2#*:}"\n' >"$work/bin/scp" && chmod +x "$work/bin/scp"
    mkdir sub && cp n.json sub/n.json
    echo "{\"commands\": [\"lab run sub/n.json\"], \"parts\": 3, \"remote\": \"$work/far\", \"files\": [\"sub/n.json\"], \"where\": \"ssh\", \"hosts\": [\"ash\"]}" >f.json
    prints '^merged: f/results.db' campaign f.json
    "$pollard" lab report n.json --json --results f/results.db >merged.out 2>&1
    if cmp -s merged.out whole.out && [ -e "$work/far/sub/n.json" ]; then ok; else bad "files in folders: $(cat f/*.log)"; fi
    # A host that has nothing of a part gets what is here, and the part continues from it.
    rm -r "$work/far" f/*.done f/*.log
    prints '^merged: f/results.db' campaign f.json
    if [ "$(grep -l '^everything was there already' f/1-?.log | wc -l)" = 3 ]; then ok; else bad "what is here of a part was not sent: $(cat f/1-?.log)"; fi
    printf '#!/bin/sh\nkill -9 $$\n' >"$work/bin/killed" && chmod +x "$work/bin/killed"
    echo "{\"commands\": [\"lab run n.json\"], \"parts\": 2, \"folder\": \"k\", \"program\": \"$work/bin/killed\", \"where\": \"ssh\", \"hosts\": [\"ash\"]}" >k.json
    fails '2 parts failed, the first is 1-1' campaign k.json
    rm "$work/bin/scp"
fi
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
refuses_text 'command 1: --sprt 5: expected two Elo differences' '{"commands": ["match othello random random --games 4 --sprt 5"], "parts": 3}'
refuses_text 'command 1: --threads 65: expected a number from 1 to 64' '{"commands": ["lab run n.json --threads 65"], "parts": 3}'
refuses_text 'command 1: threads 65: expected at most 64' '{"commands": ["lab run n.json"], "threads": 65, "parts": 3}'
refuses_text 'command 2: match: unknown flag' '{"commands": ["lab run n.json", "match othello random random --games 4 --sprit 0,5"], "parts": 3}'
refuses_text 'command 1: expected --method regression' '{"commands": ["tune eval othello alphabeta:depth=1"], "parts": 3}'
refuses_text 'command 1: the campaign merges by itself' '{"commands": ["match merge a b --games 4"], "parts": 3}'
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
