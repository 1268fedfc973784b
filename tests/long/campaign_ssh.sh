#!/bin/sh
# campaign_ssh.sh POLLARD - a campaign over ssh, to a server of our own on the loopback (as root, where sshd is there): hosts
# that share the folder, hosts that share nothing, a host that is not there, one whose server dies in the middle.
pollard=$(realpath "${1:-./pollard}")
passed=0 failed=0
skip() { echo "skipped: $*"; echo '0 passed, 0 failed, 1 skipped'; exit 0; }
ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "FAILED: $*"; }
sshd=$(command -v sshd || echo /usr/sbin/sshd)
[ "$(id -u)" = 0 ] || skip 'not root'
[ -x "$sshd" ] && command -v ssh >/dev/null && command -v scp >/dev/null && command -v ssh-keygen >/dev/null || skip 'no sshd, ssh or scp'

work=$(mktemp -d)
server=
trap '[ -n "$server" ] && kill "$server" 2>/dev/null; rm -rf "$work"' EXIT
cd "$work" || exit 1
# A server with keys, settings and a port of its own.
ssh-keygen -q -t ed25519 -N '' -f host && ssh-keygen -q -t ed25519 -N '' -f user && cp user.pub authorized && chmod 700 . && chmod 600 authorized
mkdir -p /run/sshd
server_start() {
    for port in 42217 42218 42219 42220 42221; do
        "$sshd" -D -e -p $port -h "$work/host" -f /dev/null -o ListenAddress=127.0.0.1 -o AuthorizedKeysFile="$work/authorized" \
            -o PasswordAuthentication=no -o PermitRootLogin=prohibit-password -o StrictModes=no -o UsePAM=no -o PidFile=none \
            -o 'Subsystem=sftp internal-sftp' -o MaxStartups=50 2>>server.log &
        server=$!
        sleep 1
        kill -0 $server 2>/dev/null && return 0
    done
    server=
    return 1
}
server_start || skip "no server: $(tail -n 1 server.log)"
# Three names for it, and one that nobody answers to.
for name in ash elm oak; do
    printf 'Host %s\n HostName 127.0.0.1\n Port %s\n' $name $port
done >config
printf 'Host gone\n HostName 127.0.0.1\n Port 1\nHost *\n User root\n IdentityFile %s/user\n IdentitiesOnly yes\n StrictHostKeyChecking no\n UserKnownHostsFile /dev/null\n LogLevel ERROR\n ConnectTimeout 5\n' "$work" >>config
ssh -F config -o BatchMode=yes ash true 2>err || skip "no way in: $(tail -n 1 err)"

cat >n.json <<'EOF'
{"name": "n", "title": "Counts", "game": "othello", "depth": 3, "trials": 6, "turns": 2, "midgame-turns": 2,
 "configurations": [{"name": "None"}, {"name": "ADS", "settings": "order=history-ads"}]}
EOF
"$pollard" lab run n.json --results whole.db >/dev/null
"$pollard" lab report n.json --json --results whole.db >whole.out
"$pollard" match othello alphabeta:depth=2 random --games 20 --save whole.match >/dev/null
"$pollard" tune eval othello alphabeta:depth=1 --method regression --games 8 --rounds 1 --check 4 --out whole.json >/dev/null
# campaign NAME HOSTS MORE
campaign() {
    cat >"$1.json" <<EOF
{"commands": ["lab run n.json", "match othello alphabeta:depth=2 random --games 20",
  "tune eval othello alphabeta:depth=1 --method regression --games 8 --rounds 1 --check 4"], "parts": 4, "where": "ssh",
 "hosts": [$2], "ssh-options": ["-F", "$work/config"], "program": "$pollard"$3}
EOF
    "$pollard" campaign "$1.json" >out 2>&1
}
# merged NAME WHAT
merged() {
    "$pollard" lab report n.json --json --results "$1/results.db" >merged.out 2>&1
    if cmp -s merged.out whole.out && cmp -s "$1/2.match" whole.match && cmp -s "$1/3.json.state/round-1.match" whole.json.state/round-1.match; then ok
    else bad "$2: $(cat out; tail -n 2 "$1"/*.log)"; fi
}
campaign shared '"ash", "elm"' ', "processes": 2'
merged shared 'hosts that share the folder'
campaign apart '"ash", "elm", "oak"' ", \"remote\": \"$work/far away\", \"files\": [\"n.json\"]"
merged apart 'hosts that share nothing'
if [ -e "$work/far away/apart/1-1.db" ]; then ok; else bad 'nothing was run in the folder of the host'; fi
# A host that is not there is given up; its parts go to another.
campaign lost '"gone", "ash"' ''
merged lost 'a host that is not there'
if grep -q 'hosts not reached: 1' out; then ok; else bad "a lost host is not named: $(cat out)"; fi
# None is there: one clear line; with one the same command continues.
if campaign none '"gone"' ''; then bad 'no host, and it succeeds'; elif [ "$(grep -c 'ssh reaches none of the hosts' out)" = 1 ]; then ok; else bad "no host: $(cat out)"; fi
campaign none '"gone", "elm"' ''
merged none 'a campaign that went on with another host'
# The server dies in the middle: the campaign ends, and continues when it is back.
sed 's/"trials": 6/"trials": 400/; s/"depth": 3/"depth": 5/' n.json >long.json
cat >cut.json <<EOF
{"commands": ["lab run long.json"], "parts": 4, "where": "ssh", "hosts": ["ash"], "ssh-options": ["-F", "$work/config"], "program": "$pollard"}
EOF
"$pollard" campaign cut.json >cut.out 2>&1 &
running=$!
sleep 2
for process in $(pgrep -P "$server") "$server"; do kill -9 "$process" 2>/dev/null; done
wait $running
if [ $? = 0 ]; then echo 'note: the campaign was over before the server died'; elif [ "$(grep -c '^pollard: ' cut.out)" = 1 ]; then ok; else bad "a server that dies: $(cat cut.out)"; fi
server=
server_start || bad 'the server did not come back'
for try in 1 2 3 4 5; do "$pollard" campaign cut.json >cut.out 2>&1 && break; sleep 3; done   # what a cut link left still runs and holds its file
"$pollard" lab run long.json --results long.db >/dev/null
"$pollard" lab report long.json --json --results long.db >long.out
"$pollard" lab report long.json --json --results cut/results.db >cut.report 2>&1
if cmp -s long.out cut.report; then ok; else bad "after the server came back: $(cat cut.out)"; fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
