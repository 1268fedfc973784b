#!/bin/sh
# Debian packages from a release tarball, in two folders: the same bytes, and lintian finds no error. Minutes.
# Wants debhelper, dh-python, dpkg-dev; lintian is asked where it is there.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "FAILED: $*"; }
(cd "$root" && make --no-print-directory dist >/dev/null) || exit 1
tarball=$(ls -t "$root"/build/pollard-*.tar.gz | head -n 1)
for folder in one another/place; do
    mkdir -p "$work/$folder" && tar -xzf "$tarball" -C "$work/$folder" || exit 1
    if (cd "$work/$folder"/pollard-* && dpkg-buildpackage -us -uc -b) >"$work/log" 2>&1; then ok
    else bad "dpkg-buildpackage: $(tail -n 15 "$work/log")"; fi
done
for package in pollard libpollard0 libpollard-dev python3-pollard; do
    file=$(cd "$work/one" && ls ${package}_*.deb 2>/dev/null)
    if [ -n "$file" ] && cmp -s "$work/one/$file" "$work/another/place/$file"; then ok; else bad "$package: not the same bytes"; fi
    ls -l "$work/one/$file" | awk -v name="$package" '{print name ": " $5 " bytes"}'
done
if command -v lintian >/dev/null 2>&1; then
    if lintian --fail-on error "$work"/one/*.changes >"$work/lintian" 2>&1; then ok; else bad 'lintian'; fi
    cat "$work/lintian"
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
