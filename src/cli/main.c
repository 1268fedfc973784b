#include "game/game_check.h"
#include <stdio.h>
#include <stdlib.h>
// temporary
int main(int argc, char **argv)
{
    Variant v; Status st; CheckReport rep;
    if (argc < 3) return 2;
    if (!variant_open(&v, argv[1], &st)) { fprintf(stderr, "%s\n", st.text); return 2; }
    AnyState s; variant_setup(&v, &s);
    if (argv[2][0] == 'c') {
        bool ok = game_check(&v, 1000, 1, NULL, NULL, &rep, &st);
        printf("%s games %lu positions %lu finished %lu most %d plies %d\n", ok ? "ok" : st.text, rep.games, rep.positions, rep.finished, rep.moves_most, rep.plies_most);
        return !ok;
    }
    uint64_t in = 0;
    if (argc > 3 && !variant_parse(&v, &s, argv[3], &st)) { fprintf(stderr, "%s\n", st.text); return 2; }
    printf("%lu\n", v.game->perft(v.rules, &s, atoi(argv[2]), &in));
}
