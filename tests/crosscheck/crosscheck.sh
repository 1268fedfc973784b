#!/bin/sh
# Othello, English Checkers and chess against rule libraries from npm; skipped where node or the libraries are not to be had.
skip() { echo "skipped: $1"; echo "0 passed, 0 failed, 1 skipped"; exit 0; }
command -v node >/dev/null 2>&1 || skip 'node is not installed'
command -v npm >/dev/null 2>&1 || skip 'npm is not installed'
folder="$POLLARD_ROOT/build/crosscheck"
mkdir -p "$folder" && cp "$POLLARD_ROOT"/tests/crosscheck/* "$POLLARD_ROOT"/tests/crosscheck/.npmrc "$folder"/ && cd "$folder" || exit 1
{ [ -d node_modules/reversi ] && [ -d node_modules/rapid-draughts ] && [ -d node_modules/chess.js ] && [ -d node_modules/chessops ]; } || npm install --silent >npm.log 2>&1 || skip 'npm could not install the libraries'
exec node crosscheck.mjs "$POLLARD" "${POLLARD_CROSSCHECK_GAMES:-4}"
