#!/bin/sh
# mpi_hosts.sh - databases by ranks on three hosts of our own: network namespaces on this machine, each with a name, an address
# and an sshd of its own, joined by a bridge. The same bytes over TCP; a link that is cut in the middle ends the job with one
# line in half a minute, and the same command continues. As root, where ip and sshd are there. Environment as for tests/mpi.
. "$POLLARD_ROOT/tests/mpi/common"
sshd=$(command -v sshd || echo /usr/sbin/sshd)
[ "$(id -u)" = 0 ] || skip 'not root'
[ -x "$sshd" ] && command -v ssh >/dev/null && command -v ssh-keygen >/dev/null || skip 'no sshd or ssh (openssh-server, openssh-client)'
command -v ip >/dev/null && command -v unshare >/dev/null || skip 'no ip or unshare (iproute2, util-linux)'

# Names of this run's own.
tag=p$$ net=10.213.77 servers=
names='1 2 3'
hosts_remove() {
    for server in $servers; do kill "$server" 2>/dev/null; done
    for i in $names; do ip netns del $tag$i 2>/dev/null; done
    ip link del ${tag}b 2>/dev/null
    rm -rf "$work"
}
trap hosts_remove EXIT
trap 'exit 130' INT TERM
host_make() {
    ip netns add $tag$1 && ip link add ${tag}v$1 type veth peer name e0 netns $tag$1 && ip link set ${tag}v$1 master ${tag}b up &&
        ip -n $tag$1 addr add $net.$1/24 dev e0 && ip -n $tag$1 link set e0 up && ip -n $tag$1 link set lo up
}
! ip -o addr show | grep -qF "$net." || skip "the net $net.0 is taken"
ip link add ${tag}b type bridge 2>/dev/null && ip addr add $net.254/24 dev ${tag}b && ip link set ${tag}b up || skip 'no bridge can be made'
for i in $names; do host_make $i 2>"$work/err" || skip "no network namespace can be made: $(head -n 1 "$work/err")"; done

cd "$work" || exit 1
ssh-keygen -q -t ed25519 -N '' -f host && ssh-keygen -q -t ed25519 -N '' -f user && cp user.pub authorized && chmod 600 authorized
mkdir -p /run/sshd
for i in $names; do
    # In the namespace of the host, under a name of its own: Open MPI tells hosts by their names.
    ip netns exec $tag$i unshare --uts sh -c "hostname host$i; exec '$sshd' -D -e -p 22 -h '$work/host' -f /dev/null \
        -o ListenAddress=$net.$i -o AuthorizedKeysFile='$work/authorized' -o PasswordAuthentication=no \
        -o PermitRootLogin=prohibit-password -o StrictModes=no -o UsePAM=no -o PidFile=none" 2>"server$i.log" &
    servers="$servers $!"
done
printf 'Host *\n User root\n IdentityFile %s/user\n IdentitiesOnly yes\n StrictHostKeyChecking no\n UserKnownHostsFile /dev/null\n LogLevel ERROR\n ConnectTimeout 5\n' "$work" >config
for i in $names; do
    tries=0
    until ssh -F config -o BatchMode=yes $net.$i true 2>err; do
        tries=$((tries + 1))
        [ $tries -lt 10 ] || skip "no way into host $i: $(tail -n 1 err)"
        sleep 1
    done
    echo "$net.$i slots=2"
done >hostfile
[ "$(ssh -F config $net.2 hostname)" = host2 ] || bad 'a host has no name of its own'

# over RANKS ARGUMENT...: ranks on the three hosts, by TCP alone; a daemon that does not answer is missed after 16 seconds.
over() {
    n=$1; shift
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 timeout 600 mpirun --hostfile hostfile --map-by node -n "$n" \
        --mca plm_rsh_agent "ssh -F $work/config" --mca plm_rsh_no_tree_spawn 1 --mca btl tcp,self \
        --mca btl_tcp_if_include $net.0/24 --mca oob_tcp_if_include $net.0/24 \
        --mca oob_tcp_keepalive_time 8 --mca oob_tcp_keepalive_intvl 4 --mca oob_tcp_keepalive_probes 2 \
        --mca mpi_yield_when_idle 1 "$mpi" "$@"
}
# hosts_build NAME RANKS
hosts_build() {
    seeded "$1" "$work/hosts"
    over "$2" db build "$1" --dir "$work/hosts" >out 2>err || bad "$1 on three hosts: $(head -c 300 err)"
    same "$1" "$work/hosts" "by $2 ranks on three hosts"
}
bytes_sent() { cat /sys/class/net/${tag}v*/statistics/rx_bytes | awk '{ sum += $1 } END { print sum }'; }

alone cc-pdb6-6x6
before=$(bytes_sent)
hosts_build cc-pdb6-6x6 3
sent=$(sed -n 's/.* \([0-9]*\) bytes sent.*/\1/p' out)
if [ $(($(bytes_sent) - before)) -ge "${sent:-0}" ] && [ "${sent:-0}" -gt 0 ]; then ok; else bad "$sent bytes were sent, not over these links"; fi
for name in cc-edb6-4x4 tp-police2-20x20-1; do
    alone $name
    hosts_build $name 3
done
alone chess-kpk
hosts_build chess-kpk 6

# host_works HOST: a rank is there.
host_works() { for pid in $(ip netns pids $tag$1); do grep -qsx pollard-mpi /proc/$pid/comm && return 0; done; return 1; }
# cut NAME HOST MOMENT: the link of a host is cut when checkpoint MOMENT is there.
cut() {
    state=$work/hosts/$1.part.ranks/state
    seeded "$1" "$work/hosts"
    over 3 db build "$1" --dir "$work/hosts" --checkpoint 0 >out 2>err &
    job=$! reached=0
    while [ "$reached" -lt $3 ] && kill -0 $job 2>/dev/null; do
        { read -r _ && read -r _ _ _ _ _ reached; } 2>/dev/null <"$state" || reached=0
        [ -n "$reached" ] || reached=0
    done
    kill -0 $job 2>/dev/null || bad "$1: it ended before the link was cut"
    ip link set ${tag}v$2 down
    start=$(date +%s)
    wait $job
    ended=$? took=$(($(date +%s) - start))
    if [ $ended != 0 ] && [ $took -le 30 ]; then ok; else bad "$1: $took s after a cut link it ended with $ended"; fi
    if [ "$(grep -c 'pollard-mpi: ' err)" = 1 ] && grep -q 'pollard-mpi: the job was ended' err; then ok
    else bad "$1: a cut link was told $(grep -c 'pollard-mpi: ' err) times: $(grep 'pollard-mpi: ' err | head -n 1)"; fi
    echo "$1: $took s after the link of host $2 was cut the job had ended"
    ip link set ${tag}v$2 up
    # What the host that was cut off still runs ends by itself: it misses the starter, too.
    tries=0
    while host_works $2 && [ $tries -lt 30 ]; do sleep 1; tries=$((tries + 1)); done
    if host_works $2; then bad "$1: half a minute later host $2 is still at work"; else ok; fi
    over 3 db build "$1" --dir "$work/hosts" >out 2>err || bad "$1 after a cut link: $(head -c 300 err)"
    if grep -q '^continuing at ' out; then ok; else bad "$1: it did not continue: $(head -n 1 out)"; fi
    same "$1" "$work/hosts" 'after a cut link'
}
alone cc-pdb6-7x7
cut cc-pdb6-7x7 2 3
cut cc-pdb6-7x7 3 6
alone cc-edb6-5x5
cut cc-edb6-5x5 2 4

finish
