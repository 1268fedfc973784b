#!/bin/sh
# A portable build runs on older processors, chooses its level, and counts the same at every level.
# POLLARD is the build; POLLARD_ROOT the project. The older processors are emulated by qemu-x86_64 (package qemu-user).
pollard=$POLLARD
passed=0 failed=0 skipped=0
expected=$(cat "$POLLARD_ROOT/tests/data/signature")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "FAILED: $*"; }
skip() { skipped=$((skipped + 1)); echo "skipped: $*"; }

# same WHAT COMMAND...: prints the signature.
same() {
    what=$1; shift
    signature=$("$@" bench --json 2>"$work/err" | sed -n 's/^ "signature": \([0-9]*\),$/\1/p')
    if [ "$signature" = "$expected" ]; then ok
    else bad "$what: signature '$signature', expected $expected; $(head -c 300 "$work/err")"; fi
}
# version PATTERN COMMAND...
version() {
    pattern=$1; shift
    if "$@" --version 2>&1 | grep -qF -- "$pattern"; then ok; else bad "$*: not $pattern: $("$@" --version 2>&1)"; fi
}
# refuses PATTERN COMMAND...: exit 2 and a message, not a signal.
refuses() {
    pattern=$1; shift
    "$@" games >"$work/out" 2>"$work/err"
    code=$?
    if [ $code = 2 ] && [ ! -s "$work/out" ] && grep -qF -- "$pattern" "$work/err"; then ok
    else bad "$* (exit $code): no '$pattern': $(head -c 300 "$work/err")"; fi
}

refuses "unknown level 'x86-64-v9'" env POLLARD_LEVEL=x86-64-v9 "$pollard"
case $("$pollard" --version) in
*x86-64-v3*) same 'the highest level' "$pollard" ;;
*) skip 'the highest level: this processor does not have it' ;;
esac
case $("$pollard" --version) in
*x86-64-*)
    same 'the lowest level' env POLLARD_LEVEL=x86-64-v2 "$pollard"
    if command -v qemu-x86_64 >/dev/null; then
        version x86-64-v2 qemu-x86_64 -cpu Nehalem "$pollard"
        version x86-64-v3 qemu-x86_64 -cpu max "$pollard"
        refuses 'this processor is not of level x86-64-v3' qemu-x86_64 -cpu Nehalem -E POLLARD_LEVEL=x86-64-v3 "$pollard"
        refuses 'this processor is not of level x86-64-v2' qemu-x86_64 -cpu Conroe "$pollard"
        same 'on a Nehalem' qemu-x86_64 -cpu Nehalem "$pollard"
    else
        skip 'older processors: qemu-x86_64 is not installed (package qemu-user)'
    fi ;;
*) skip 'levels: this build has one' ;;
esac
if [ "$skipped" -gt 0 ]; then echo "$passed passed, $failed failed, $skipped skipped"; else echo "$passed passed, $failed failed"; fi
[ "$failed" = 0 ]
