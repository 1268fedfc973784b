#!/bin/sh
# tools/run_tests itself, on tests that do nothing: what cannot run is a failure.
. "$(dirname "$0")/common"
mkdir -p "$work/tools" "$work/build/made" && cp "$POLLARD_ROOT/tools/run_tests" "$work/tools/"
for name in web/web fuzz/fuzz mpi/mpi cli/one crosscheck/crosscheck docs/docs wasm/wasm; do
    mkdir -p "$work/tests/${name%/*}" && echo 'echo "2 passed, 0 failed"' >"$work/tests/$name.sh"
done
# unit TEXT: the program of unit tests is this script.
unit() { printf '#!/bin/sh\n%s\n' "$1" >"$work/build/made/unit" && chmod +x "$work/build/made/unit"; }
# runs CODE LAST: how run_tests ends, and its last line.
runs() {
    sh "$work/tools/run_tests" build/made >"$work/out" 2>&1
    code=$?
    if [ $code = "$1" ] && [ "$(tail -n 1 "$work/out")" = "$2" ]; then ok; else bad "run_tests (exit $code): $(cat "$work/out")"; fi
}
unit 'if [ "$1" = --list ]; then echo a; echo b; else echo "1 passed, 0 failed"; fi'
runs 0 '16 passed, 0 failed'
echo 'echo "second try: a page: late"; echo "2 passed, 0 failed"' >"$work/tests/web/web.sh"
runs 0 '16 passed, 0 failed'
if grep -qx '    second try: a page: late' "$work/out"; then ok; else bad "a second try is not shown: $(cat "$work/out")"; fi
unit 'if [ "$1" = --list ]; then echo a; else echo "1 passed, 1 failed"; fi'
runs 1 '15 passed, 1 failed'
unit 'exit 127'
runs 1 '14 passed, 1 failed'
unit ''
runs 1 '14 passed, 1 failed'
rm "$work/build/made/unit"
runs 1 '14 passed, 1 failed'
if grep -qx 'failed: unit' "$work/out"; then ok; else bad "the unit tests are not named: $(cat "$work/out")"; fi
finish
