#!/bin/sh
# `pollard serve` as friends and strangers meet it: tests/cli/serve.py, which speaks HTTP over plain sockets.
. "$(dirname "$0")/common"
if ! command -v python3 >/dev/null 2>&1; then
    echo 'skipped: python3 is not there'
    echo '0 passed, 0 failed, 1 skipped'
    exit 0
fi
refuses --token serve --address 192.0.2.1
refuses --token serve --token short
refuses --token serve --token 'not all of these are letters'
refuses --address serve --address 0.0.0.0 --token 0123456789abcdef
refuses --port serve --port 65536
python3 "$POLLARD_ROOT/tests/cli/serve.py" "$pollard" "$work" >"$work/serve" 2>&1
cat "$work/serve"
sum=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$work/serve" | tail -n 1)
[ -n "$sum" ] || sum='0 passed, 1 failed'
passed=$((passed + ${sum%% *})) sum=${sum#*, } failed=$((failed + ${sum%% *}))
finish
