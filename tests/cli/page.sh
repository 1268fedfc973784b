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
finish
