#!/bin/sh
# The page as a folder: whole or not at all.
. "$(dirname "$0")/common"
cd "$work" || exit 1
same() { # FOLDER: the files of web/dist, and no others
    for file in "$POLLARD_ROOT"/web/dist/*; do cmp -s "$file" "$1/$(basename "$file")" || { bad "$1: $(basename "$file") differs"; return; }; done
    if [ "$(ls -A "$1" | wc -l)" = "$(ls "$POLLARD_ROOT/web/dist" | wc -l)" ]; then ok; else bad "$1: $(ls -A "$1")"; fi
}
prints '^site: [0-9]+ files' page site
same site
mkdir empty && prints '^empty/' page empty/
same empty
json 'dir files bytes' page other
same other
# A folder with something in it stays as it is.
mkdir mine && echo mine >mine/index.html
refuses "'mine'" page mine
if [ "$(cat mine/index.html)" = mine ] && [ "$(ls -A mine)" = index.html ]; then ok; else bad 'a folder with files was changed'; fi
echo file >file
refuses "'file'" page file
refuses 'DIR' page
fails "missing/site" page missing/site
# Nothing under other names is left.
if [ "$(ls -A)" = "$(printf 'empty\nerr\nfile\nmine\nother\nout\nsite')" ]; then ok; else bad "left over: $(ls -A | tr '\n' ' ')"; fi
# What was given may be read by a web server.
if [ "$(stat -c %a site)" = "$(umask -S >/dev/null; mkdir probe && stat -c %a probe)" ]; then ok; else bad "mode $(stat -c %a site)"; fi
# Browsers know a newer set of files by the hash in offline.js: it is that of the files that are there, all that it names.
hash() { sh "$POLLARD_ROOT/tools/page_hash" "$1"; }
named=$(grep -o '"[0-9a-f]\{16\}"' site/offline.js)
if [ "$named" = "\"$(hash site)\"" ]; then ok; else bad "offline.js has $named, not $(hash site): run make web"; fi
before=$(hash site)
for file in $(grep -o '"\./",[^]]*' site/offline.js | tr -d '"' | tr ',' ' '); do
    [ "$file" = ./ ] && file=index.html
    printf ' ' >>"site/$file"
    if [ "$(hash site)" != "$before" ]; then ok; else bad "$file may change and offline.js stays"; fi
    before=$(hash site)
done
sh "$POLLARD_ROOT/tools/page_hash" site --write
if grep -q "\"$before\"" site/offline.js && [ "$(wc -c <site/offline.js)" = "$(wc -c <"$POLLARD_ROOT/web/dist/offline.js")" ]; then ok; else bad 'page_hash --write'; fi
finish
