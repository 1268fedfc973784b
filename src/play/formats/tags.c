// tags.c - what a game has beside its moves: tags, comments, a result.
#include "play/formats/pgn.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

const char *const pgn_roster[] = {"Event", "Site", "Date", "Round", "White", "Black", "Result"};

bool pgn_in_roster(const char *name)
{
    for (int i = 0; i < PGN_ROSTER; i++)
        if (strcmp(pgn_roster[i], name) == 0) return true;
    return false;
}

static bool has_room(const FormatTags *tags, const char *name)
{
    int others = 0;
    for (int i = 0; i < tags->count; i++) others += !pgn_in_roster(tags->tag[i].name);
    return pgn_in_roster(name) || others < FORMAT_TAGS_MAX - PGN_ROSTER;
}

static int tag_index(const FormatTags *tags, const char *name)
{
    int i = 0;
    while (i < tags->count && strcmp(tags->tag[i].name, name) != 0) i++;
    return i;
}

const char *format_tag(const FormatTags *tags, const char *name)
{
    const int i = tag_index(tags, name);
    return i < tags->count ? tags->tag[i].value : NULL;
}

bool format_tag_set(FormatTags *tags, const char *name, const char *value)
{
    const int i = tag_index(tags, name);
    if ((i == tags->count && !has_room(tags, name)) || strlen(name) >= FORMAT_NAME_MAX ||
        strlen(value) >= FORMAT_VALUE_MAX)
        return false;
    strcpy(tags->tag[i].name, name);
    strcpy(tags->tag[i].value, value);
    if (i == tags->count) tags->count++;
    return true;
}

void format_tag_remove(FormatTags *tags, const char *name)
{
    const int i = tag_index(tags, name);
    if (i == tags->count) return;
    memmove(&tags->tag[i], &tags->tag[i + 1], (size_t)(tags->count - i - 1) * sizeof *tags->tag);
    tags->count--;
}

const char *format_player_tag(const Variant *v, int seat, char out[FORMAT_NAME_MAX])
{
    assert(seat >= 0 && seat < v->facts.players);
    if (v->facts.players == 2) strcpy(out, seat == pgn_white(v) ? "White" : "Black");
    else snprintf(out, FORMAT_NAME_MAX, "Player%d", seat + 1);
    return out;
}

int pgn_white(const Variant *v)
{
    for (int p = 0; p < v->facts.players; p++)
        if (v->facts.names[p] != NULL && strcmp(v->facts.names[p], "white") == 0) return p;
    return 0;
}

// Comments.

static bool comments_reserve(FormatComments *comments, size_t size)
{
    const size_t need = comments->used + size + 2;   // a blank before it, a zero after it
    if (comments->count == comments->room) {
        const int            room  = comments->room > 0 ? 2 * comments->room : 8;
        FormatComment *const grown = realloc(comments->list, (size_t)room * sizeof *grown);
        if (grown == NULL) return false;
        comments->list = grown, comments->room = room;
    }
    if (need > comments->text_room) {
        const size_t room  = need > 2 * comments->text_room ? need : 2 * comments->text_room;
        char *const  grown = realloc(comments->text, room);
        if (grown == NULL) return false;
        comments->text = grown, comments->text_room = room;
    }
    return true;
}

static bool is_blank(char c) { return (unsigned char)c <= ' ' || c == 0x7f; }

void format_comment_add(FormatComments *comments, int ply, const char *text, size_t size)
{
    const bool joins = comments->count > 0 && comments->list[comments->count - 1].ply == ply;
    assert(ply >= 0 && (comments->count == 0 || comments->list[comments->count - 1].ply <= ply));
    while (size > 0 && is_blank(*text)) text++, size--;
    if (size == 0 || !comments_reserve(comments, size)) return;
    if (joins) comments->text[comments->used - 1] = ' ';
    else comments->list[comments->count++] = (FormatComment){.ply = ply, .at = comments->used};
    for (size_t i = 0; i < size; i++) {
        if (!is_blank(text[i])) comments->text[comments->used++] = text[i];
        else if (comments->text[comments->used - 1] != ' ') comments->text[comments->used++] = ' ';
    }
    if (comments->text[comments->used - 1] == ' ') comments->used--;
    comments->text[comments->used++] = 0;
}

const char *format_comment_at(const FormatComments *comments, int ply)
{
    int low = 0, high = comments->count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (comments->list[middle].ply < ply) low = middle + 1;
        else high = middle;
    }
    const bool there = low < comments->count && comments->list[low].ply == ply;
    return there ? comments->text + comments->list[low].at : NULL;
}

// Starts and results.

bool format_start_fits(const FormatReader *reader, const AnyState *start, Status *status)
{
    char text[TEXT_MAX];
    Text out = text_on(text, sizeof text);
    if (reader->start == NULL || memcmp(start, reader->start, reader->v->game->state_size) == 0) return true;
    variant_format(reader->v, reader->start, &out);
    return status_fail(status, "its start is another one; expected moves from '%.160s'", text);
}

void format_points_set(FormatGame *game, int first, int lead)
{
    assert(first == 0 || first == 1);
    game->decided           = true;
    game->points[first]     = lead > 0 ? 2 : lead == 0 ? 1 : 0;
    game->points[1 - first] = 2 - game->points[first];
}

void format_judge(FormatGame *game)
{
    game->ended = record_ended(&game->record, INT_MAX);
    if (game->decided || game->ended == ENDED_NOT) return;
    game->decided = true;
    record_points(&game->record, game->ended, game->points);
    for (int p = game->record.v->facts.players; p < PLAYERS_MAX; p++) game->points[p] = 0;
}

void format_game_close(FormatGame *game)
{
    if (game->record.moves != NULL) record_close(&game->record);
    free(game->comments.list);
    free(game->comments.text);
    game->comments = (FormatComments){0};
}
