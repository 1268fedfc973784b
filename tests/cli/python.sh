#!/bin/sh
# The package for Python (python/): its own tests, which compare it with the program. The library that it calls is the one
# of `make library`, or the file that POLLARD_LIBRARY names.
. "$(dirname "$0")/common"
case $("$pollard" --version) in *"(release"*) ;; *) echo '0 passed, 0 failed'; exit 0 ;; esac   # one build is enough
POLLARD_LIBRARY=${POLLARD_LIBRARY:-$POLLARD_ROOT/build/portable/libpollard.so.0}
export POLLARD_LIBRARY POLLARD POLLARD_ROOT PYTHONDONTWRITEBYTECODE=1
skip() { echo "skipped: $*"; echo '0 passed, 0 failed, 1 skipped'; exit 0; }
command -v python3 >/dev/null 2>&1 || skip 'python3 is not there'
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' || skip 'python3 is older than 3.10'
[ -f "$POLLARD_LIBRARY" ] || skip "$POLLARD_LIBRARY is not there; make library"
cd "$work" || exit 1   # no databases here
python3 "$POLLARD_ROOT/python/tests/run.py"
