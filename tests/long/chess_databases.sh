#!/bin/sh
# chess_databases.sh PROGRAM UNIT FOLDER [NAME...] - builds databases of chess (chess-5, all of them, without names) and
# checks all of five men that are in the folder: counts, longest mates, a million values of each against their children.
# Hours on two cores.
program=$1 unit=$2 folder=$3
shift 3
[ $# -gt 0 ] || set -- chess-5
for name; do "$program" db build "$name" --dir "$folder" || exit 1; done
POLLARD_LONG=1 POLLARD_DATABASES="$folder" CK_TIMEOUT_MULTIPLIER=10 "$unit" chess_db_large
