#include "play/show/search_line.h"
#include "play/show/table_line.h"

#include <string.h>

int search_line_extend(const Player *player, const Variant *v, const AnyState *s, Value value, int depth,
                       Move pv[PLY_MAX], int length)
{
    AnyState own = *s;
    if (player->evaluation != NULL) state_convert(&player->evaluation->v, &own, v, s);
    return table_line_extend(player->search, &own, value, depth, pv, length);
}

void search_line_take(SearchLine *line, const Player *player, const Variant *v, const AnyState *s,
                      const SearchResult *found)
{
    line->depth = found->depth;
    memcpy(line->pv, found->pv, (size_t)found->pv_length * sizeof *line->pv);
    line->length = search_line_extend(player, v, s, found->value, found->depth, line->pv, found->pv_length);
}

void search_line_put(const SearchLine *line, SearchResult *result)
{
    if (line->depth == 0 || line->depth != result->depth) return;
    result->pv_length = line->length;
    memcpy(result->pv, line->pv, (size_t)line->length * sizeof *line->pv);
}
