#!/bin/sh
# What `make install` puts beside the program: completion for three shells, and manual pages, made from the tables.
. "$(dirname "$0")/common"

refuses "unknown shell 'tcsh'; expected bash, zsh or fish" completion tcsh
refuses 'too few' completion

# completes "WORDS" WORD...: what bash offers after these words, the last of them unfinished.
completes() {
    want=$1; shift
    got=$(bash -c '. "$1"; shift; COMP_WORDS=(pollard "$@"); COMP_CWORD=$#; _pollard; echo "${COMPREPLY[*]}"' bash "$work/completion.bash" "$@")
    if [ "$got" = "$want" ]; then ok; else bad "bash completes '$*' to '$got', not '$want'"; fi
}
"$pollard" completion bash >"$work/completion.bash" || bad 'completion bash'
if command -v bash >/dev/null 2>&1; then
    completes 'perft' pe
    completes 'build best' db b
    completes '--threads' perft --th
    completes '--checkpoint' db build --ch
    completes 'connect-four' search con
    completes 'lab' la
    completes '--sample --sample-seed' lab verify --sam
    completes '' db --threads --checkp
fi

# Every command and flag of the help is offered, in every shell.
for shell in bash zsh fish; do
    "$pollard" completion $shell >"$work/script" || bad "completion $shell"
    missing=
    for word in $("$pollard" --help | sed -n '/^usage:/,/^three things/s/^  \([a-z]*\) .*/\1/p') thief-police checkpoint sample-seed; do
        grep -qw -- "$word" "$work/script" || missing="$missing $word"
    done
    if [ -z "$missing" ]; then ok; else bad "completion $shell lacks$missing"; fi
    if command -v $shell >/dev/null 2>&1; then
        if $shell -n "$work/script"; then ok; else bad "$shell does not read its completion"; fi
    fi
done
if command -v fish >/dev/null 2>&1; then
    got=$(HOME=$work fish -c "source $work/script; complete -C 'pollard db bu'" | cut -f 1)
    if [ "$got" = build ]; then ok; else bad "fish completes 'db bu' to '$got'"; fi
fi

# The same words as data.
json 'shell commands' completion zsh
"$pollard" completion fish --json >"$work/words"
if grep -q '"word": "--checkpoint"' "$work/words" && grep -q '"word": "build"' "$work/words" && grep -q '"word": "connect-four"' "$work/words"; then ok
else bad "completion --json: $(head -c 300 "$work/words")"; fi

# A page for every command and verb; man reads them without a warning.
sh "$POLLARD_ROOT/tools/manual" "$pollard" "$work/man" || bad 'tools/manual'
pages=$(ls "$work/man" | wc -l) rows=$(grep -c '^X(' "$POLLARD_ROOT/src/cli/commands.def")
if [ "$pages" = $((rows + 2)) ]; then ok; else bad "$pages manual pages for $rows commands"; fi
for word in NAME SYNOPSIS OPTIONS EXAMPLES; do
    if grep -q "^.SH $word" "$work/man/pollard-db-build.1"; then ok; else bad "pollard-db-build.1 lacks $word"; fi
    if grep -q "^.SH $word" "$work/man/pollard-game.1"; then ok; else bad "pollard-game.1 lacks $word"; fi
done
if grep -q '^POLLARD_GAME_KIT' "$work/man/pollard-game.1" && grep -q 'pollard..game .1.' "$work/man/pollard.1"; then ok
else bad 'the pages of the games of others'; fi
if command -v man >/dev/null 2>&1; then
    for page in pollard pollard-db pollard-db-build pollard-search pollard-game; do
        if LC_ALL=C.UTF-8 MANWIDTH=110 man --warnings -l "$work/man/$page.1" >"$work/shown" 2>"$work/warned" && [ ! -s "$work/warned" ]; then ok
        else bad "man warns of $page.1: $(head -n 3 "$work/warned")"; fi
    done
    if grep -q -- '--checkpoint S' "$work/man/pollard-db-build.1" || LC_ALL=C.UTF-8 man -l "$work/man/pollard-db-build.1" | grep -q -- '--checkpoint S'; then ok
    else bad 'the page of db build lacks its flags'; fi
fi
finish
