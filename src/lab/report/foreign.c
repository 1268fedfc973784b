#include "lab/report/foreign.h"

#include <assert.h>

static const char *game_of(const StoreForeign *f)
{
    const char *const game = build_game(f->own);
    return game == NULL ? "an unknown game" : game;
}

void foreign_format(const StoreForeign *f, Text *out)
{
    assert(f->rows > 0);
    const char *const s = f->rows == 1 ? "" : "s";
    text_add(out, "%d row%s of %s by another program (digest %s, commit %s; this one's digest is %s)",
             f->rows, s, game_of(f), f->digest, f->commits, f->own);
    if (f->vouched[0]) text_add(out, " used, as vouched for: %s", f->vouched);
    else if (f->accepted) text_add(out, " used, as accepted");
    else text_add(out, " left aside; --accept %s uses %s", f->digest, f->rows == 1 ? "it" : "them");
}

json_t *foreign_json(const StoreForeign list[], int count)
{
    assert(count >= 0);
    json_t *const out = json_array();
    for (int i = 0; i < count; i++) {
        json_t *const one = json_pack("{s:s, s:s, s:s, s:s, s:i, s:b}", "game", game_of(&list[i]), "digest",
                                      list[i].digest, "commit", list[i].commits, "own", list[i].own, "rows",
                                      list[i].rows, "accepted", (int)list[i].accepted);
        json_object_set_new(one, "vouched", list[i].vouched[0] ? json_string(list[i].vouched) : json_null());
        json_array_append_new(out, one);
    }
    return out;
}
