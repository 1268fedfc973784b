#!/bin/sh
# docs.sh - the documentation tells the truth: links lead to tracked files, commands marked as quick run, figures come
# from kept results, lines are not wider than the style page allows.
#
# A block of commands is marked by a line `<!-- quick -->` before it (nobody reading the page sees it). The marked
# blocks of a page run in order, in an empty folder of their own where ./pollard is the program; every command
# must succeed.
cd "$POLLARD_ROOT" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "FAILED: $*"; }

if git ls-files >"$work/tracked" 2>/dev/null && [ -s "$work/tracked" ]; then :; else
    find . -type f | sed 's|^\./||' >"$work/tracked"   # a source archive: what is there
fi
grep '\.md$' "$work/tracked" | grep -v node_modules >"$work/pages"

# Links: [text](target), src="target", href="target"; those with a scheme or only an anchor are somebody else's.
while read -r page; do
    grep -oE '\]\([^)# ]+|(src|href)="[^"#]+' "$page" | sed -E 's/^\]\(//; s/^(src|href)="//' | grep -v ':' |
    while read -r target; do
        path=$(realpath -m --relative-to=. "$(dirname "$page")/$target")
        if grep -qxF "$path" "$work/tracked" || grep -qF "$path/" "$work/tracked"; then echo ok; else echo "$page -> $target"; fi
    done
done <"$work/pages" >"$work/links"
while read -r line; do
    if [ "$line" = ok ]; then ok; else bad "link to a file that is not tracked: $line"; fi
done <"$work/links"

# Width: 110 columns, except tables, links and pictures. awk counts characters only in a UTF-8 locale.
while read -r page; do
    case $page in docs/results/*) continue ;; esac
    wide=$(LC_ALL=C.UTF-8 sed -E '/^\|/d; /^ *</d; /\]\(/d' "$page" | LC_ALL=C.UTF-8 grep -nE '.{111,}' | head -n 3)
    if [ -z "$wide" ]; then ok; else bad "$page is wider than 110 columns: $wide"; fi
done <"$work/pages"

# Figures on the pages of results: what the queries over the kept files give.
if command -v python3 >/dev/null 2>&1; then
    if tools/figures >"$work/figures"; then ok; else bad "$(cat "$work/figures")"; fi
fi

# Commands, by the program that users have: sanitizers would only make them slow.
case $("$POLLARD" --version) in *"(release"*) ;; *) : >"$work/pages" ;; esac
# The files that those figures come from: what the program makes of the kept rows.
if [ -s "$work/pages" ]; then
    if tools/results --check >"$work/results" 2>&1; then ok; else bad "$(cat "$work/results")"; fi
fi
while read -r page; do
    grep -q '<!-- quick -->' "$page" || continue
    folder="$work/run/$page"
    mkdir -p "$folder" && ln -s "$POLLARD" "$folder/pollard"
    awk '/<!-- quick -->/ { marked = 1; next }
         marked && /^(    |```|$)/ { if ($0 ~ /^    [^ ]/) print substr($0, 5); next }
         { marked = 0 }' "$page" | sed -E 's/^\$ //' >"$folder/commands"
    while IFS= read -r command; do
        if (cd "$folder" && PATH="$folder:$PATH" timeout 120 sh -c "$command") >"$folder/out" 2>&1 </dev/null; then ok
        else bad "$page: $command"; tail -n 3 "$folder/out" | sed 's/^/    /'; fi
    done <"$folder/commands"
done <"$work/pages"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
