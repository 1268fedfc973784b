#!/bin/sh
# The server under ten times the load of the short suite: a million requests, memory and descriptors as before.
set -eu
pollard=$(realpath "${POLLARD:-./pollard}")
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 "$root/tests/cli/serve.py" "$pollard" "$work" "${1:-1000000}"
