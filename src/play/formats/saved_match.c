// saved_match.c - the games of a match file (match_file.h), one after another.
#include "play/formats/saved.h"
#include "play/match_file.h"

#include <stdlib.h>
#include <string.h>

// The line at `at` without its end.
static size_t line_size(const char *at, const char *end)
{
    const char *const newline = memchr(at, '\n', (size_t)(end - at));
    return (size_t)((newline != NULL ? newline : end) - at);
}

static bool begins(const char *at, const char *end, const char *with)
{
    const size_t n = strlen(with);
    return (size_t)(end - at) >= n && memcmp(at, with, n) == 0;
}

bool saved_is_match(const char *text, size_t size)
{
    return begins(text, text + size, "{\"pollard_match\":");
}

bool saved_match_spec(const char *text, size_t size, char out[TEXT_MAX], Status *status)
{
    MatchHeader *const header = malloc(sizeof *header);
    if (header == NULL) return status_fail_system(status, "out of memory for a match");
    const bool good = match_header_read(header, text, line_size(text, text + size), status);
    if (good) strcpy(out, header->game);
    free(header);
    return good || status_prefix(status, "line 1");
}

// To the next line with a game; false at the end.
static bool line_find(FormatReader *r)
{
    while (r->at < r->end && (r->at == r->text || begins(r->at, r->end, "{\"continued_by\":"))) {
        r->at += line_size(r->at, r->end);
        if (r->at < r->end) r->at++, r->line++;
    }
    return r->at < r->end;
}

static bool seats_take(const MatchHeader *header, const MatchGame *from, FormatGame *game, Status *status)
{
    const Variant *const v = game->record.v;
    for (int p = 0; p < v->facts.players; p++) {
        char name[FORMAT_NAME_MAX];
        if (from->seats[p] >= header->contestants)
            return status_fail(status, "seat %d: there is no player %d", p + 1, from->seats[p] + 1);
        format_tag_set(&game->tags, format_player_tag(v, p, name), header->spec[from->seats[p]]);
    }
    return true;
}

static bool line_read(FormatReader *r, const MatchHeader *header, FormatGame *game, Status *status)
{
    MatchGame    from;
    char         round[16], name[TEXT_MAX];
    Text         own  = text_on(name, sizeof name);
    const size_t size = line_size(r->at, r->end);
    variant_name(r->v, &own);
    if (strcmp(header->game, name) != 0)
        return status_fail(status, "a match of '%.80s'; expected one of '%.80s'", header->game, name);
    if (!match_game_read(&from, r->v, header->plies_max, header->points, r->at, size, status)) return false;
    r->at += size + (r->at + size < r->end);
    game->record = from.record, game->ended = from.ended, game->forfeit = from.forfeit;
    game->decided = from.ended != ENDED_NOT;
    // Places are no points of a game.
    if (from.ended == ENDED_BY_FORFEIT)
        forfeit_points(&from.forfeit, r->v->facts.players, POINTS_RESULT, game->points);
    else record_points(&game->record, from.ended, game->points);
    snprintf(round, sizeof round, "%d", from.number + 1);
    format_tag_set(&game->tags, "Round", round);
    return seats_take(header, &from, game, status) && format_start_fits(r, &game->record.start, status);
}

FormatRead saved_match_read(FormatReader *reader, FormatGame *game, Status *status)
{
    *game                     = (FormatGame){.number = reader->number + 1};
    MatchHeader *const header = malloc(sizeof *header);
    const size_t       first  = line_size(reader->text, reader->end);
    bool               good   = header != NULL ? match_header_read(header, reader->text, first, status)
                                               : status_fail_system(status, "out of memory for a match");
    if (good && !line_find(reader)) return free(header), FORMAT_READ_END;
    reader->number++;
    good = good && line_read(reader, header, game, status);
    free(header);
    if (good) return reader->line++, FORMAT_READ_GAME;
    format_game_close(game);
    return status_prefix(status, "line %d", reader->line), FORMAT_READ_BAD;
}
