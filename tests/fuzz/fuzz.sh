#!/bin/sh
# Every parser against its corpus and, where clang's libFuzzer is at hand, against new inputs for a few seconds each.
# POLLARD_FUZZ_SECONDS sets how long; 0: the corpus only, where libFuzzer would go on for ever.
seconds=${POLLARD_FUZZ_SECONDS:-2}
passed=0 failed=0
for corpus in "$POLLARD_ROOT"/tests/fuzz/corpus/*; do
    target=${corpus##*/}
    if "$POLLARD_BUILD/replay_$target" "$corpus"/*; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    fuzzer="$POLLARD_ROOT/build/fuzz/fuzz_$target"
    [ -x "$fuzzer" ] && [ "$seconds" != 0 ] || continue
    new=$(mktemp -d)
    if (cd "$new" && "$fuzzer" -max_total_time="$seconds" -timeout=10 -max_len=600 -print_final_stats=1 "$new" "$corpus" 2>"$new/.log"); then
        passed=$((passed + 1))
        grep -E 'number_of_executed_units' "$new/.log" | sed "s/^/$target /"
    else
        failed=$((failed + 1))
        tail -n 40 "$new/.log"
    fi
    rm -rf "$new"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
