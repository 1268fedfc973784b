// pgn_write.c - writing, in the standard's export format.
#include "play/formats/pgn.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool pgn_possible(const Variant *v, Status *status)
{
    return v->facts.players == 2 ||
           status_fail(status, "%s has %d players; a game as PGN has two", v->game->name, v->facts.players);
}

PgnResult pgn_points(const Variant *v, const int points[PLAYERS_MAX])
{
    const int white = pgn_white(v), lead = points[white] - points[1 - white];
    return lead > 0 ? PGN_WHITE_WINS : lead == 0 ? PGN_DRAW : PGN_BLACK_WINS;
}

PgnResult pgn_result(const FormatGame *game)
{
    return game->decided ? pgn_points(game->record.v, game->points) : PGN_UNKNOWN;
}

// The sixth field of a FEN counts the moves; positions of other games do not know their number.
int pgn_first_number(const Variant *v, const AnyState *start)
{
    char text[TEXT_MAX];
    long number;
    int  fields = 1;
    Text out    = text_on(text, sizeof text);
    variant_format(v, start, &out);
    for (const char *at = text; (at = strchr(at, ' ')) != NULL; at++) fields++;
    const char *const last = strrchr(text, ' ');
    return fields == 6 && text_whole_number(last + 1, 1, 1000000, &number) ? (int)number : 1;
}

// A value that does not fit is cut; where there are too many tags, the last of the others goes.
static void set(FormatTags *tags, const char *name, const char *value)
{
    char fitting[FORMAT_VALUE_MAX];
    snprintf(fitting, sizeof fitting, "%s", value == NULL ? "?" : value);
    while (!format_tag_set(tags, name, fitting)) {
        int last = tags->count - 1;
        while (pgn_in_roster(tags->tag[last].name)) last--;
        format_tag_remove(tags, tags->tag[last].name);
    }
}

static void set_start(FormatTags *tags, const Record *record)
{
    AnyState usual;
    char     position[TEXT_MAX];
    Text     out = text_on(position, sizeof position);
    variant_setup(record->v, &usual);
    if (memcmp(&usual, &record->start, record->v->game->state_size) == 0) return;
    variant_format(record->v, &record->start, &out);
    set(tags, "SetUp", "1");
    set(tags, "FEN", position);
}

static void set_variant(FormatTags *tags, const Variant *v)
{
    char name[TEXT_MAX];
    Text out = text_on(name, sizeof name);
    variant_name(v, &out);
    if (strcmp(name, "chess") != 0) set(tags, "Variant", name);
}

void pgn_tags_settle(FormatTags *tags, const Record *record, bool variant)
{
    static const char *const derived[] = {"Variant", "GameType", "SetUp", "FEN", "PlyCount"};
    char                     plies[16];
    for (size_t i = 0; i < sizeof derived / sizeof *derived; i++) format_tag_remove(tags, derived[i]);
    if (variant) set_variant(tags, record->v);
    else set(tags, "GameType", "21");
    set_start(tags, record);
    snprintf(plies, sizeof plies, "%d", record->count);
    set(tags, "PlyCount", plies);
}

void pgn_tags_fill(FormatTags *tags, const Record *record, const PgnFacts *facts)
{
    const int white = pgn_white(record->v);
    assert(record->v->facts.players == 2);
    tags->count = 0;
    set(tags, "Event", facts->event);
    set(tags, "Site", "?");
    // Not today's: the same game is the same bytes on every day.
    set(tags, "Date", "????.??.??");
    set(tags, "Round", facts->round);
    set(tags, "White", facts->players[white]);
    set(tags, "Black", facts->players[1 - white]);
    set(tags, "Result", pgn_results[facts->result]);
    pgn_tags_settle(tags, record, true);
    if (facts->ended == ENDED_NOT) set(tags, "Termination", "unterminated");
    if (facts->ended == ENDED_BY_CAP) set(tags, "Termination", "adjudication");
    if (facts->ended == ENDED_BY_FORFEIT) set(tags, "Termination", "rules infraction");
}

// A tag is one line: what would break it becomes a blank.
static void write_tag(FILE *out, const char *name, const char *value)
{
    fprintf(out, "[%s \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\') putc('\\', out);
        putc((unsigned char)*value < ' ' ? ' ' : *value, out);
    }
    fputs("\"]\n", out);
}

static void write_tags(FILE *out, const FormatTags *tags, PgnResult result)
{
    for (int i = 0; i < PGN_ROSTER; i++) {
        const char *const value = strcmp(pgn_roster[i], "Result") == 0 ? pgn_results[result]
                                                                       : format_tag(tags, pgn_roster[i]);
        write_tag(out, pgn_roster[i],
                  value != NULL                        ? value
                  : strcmp(pgn_roster[i], "Date") == 0 ? "????.??.??"
                                                       : "?");
    }
    for (int i = 0; i < tags->count; i++)
        if (!pgn_in_roster(tags->tag[i].name)) write_tag(out, tags->tag[i].name, tags->tag[i].value);
    putc('\n', out);
}

// Words in lines.
typedef struct Movetext {
    FILE *out;
    int   used;
} Movetext;

static void add_word(Movetext *text, const char *word)
{
    const int size = (int)strlen(word);
    if (text->used > 0 && text->used + 1 + size > FORMAT_COLUMNS) putc('\n', text->out), text->used = 0;
    if (text->used > 0) putc(' ', text->out), text->used++;
    fputs(word, text->out);
    text->used += size;
}

// A remark in braces, its words one by one; a brace in it would end it.
static void add_comment(Movetext *text, const char *comment)
{
    char *const copy = strdup(comment);
    char       *rest = NULL;
    bool        open = false;
    if (copy == NULL) return;
    for (char *c = copy; *c; c++) *c = *c == '}' ? ')' : *c;
    for (char *word = strtok_r(copy, " ", &rest), *next; word != NULL; word = next) {
        char *shown = NULL;
        next        = strtok_r(NULL, " ", &rest);
        if (asprintf(&shown, "%s%s%s", open ? "" : "{", word, next == NULL ? "}" : "") < 0) shown = NULL;
        if (shown != NULL) add_word(text, shown), open = true;
        free(shown);
    }
    free(copy);
}

// The number before a move: of the first mover always, of others where something stands before it.
static void add_number(Movetext *text, int number, bool first)
{
    char word[24];
    snprintf(word, sizeof word, "%d%s", number, first ? "." : "...");
    add_word(text, word);
}

static void write_moves(Movetext *text, const Record *record, const FormatComments *comments)
{
    const Variant *const v = record->v;
    AnyState             s = record->start, usual;
    variant_setup(v, &usual);
    const int first  = v->game->turn(v->rules, &usual);
    int       number = pgn_first_number(v, &s), last = -1;
    for (int i = 0; i < record->count; i++) {
        const AnyState    before  = s;
        const int         seat    = v->game->turn(v->rules, &s);
        const bool        begins  = seat == first && last != first;
        const char *const comment = comments != NULL ? format_comment_at(comments, i) : NULL;
        char              word[TEXT_MAX];
        if (comment != NULL) add_comment(text, comment);
        if (i > 0 && begins) number++;
        if (i == 0 || begins || comment != NULL) add_number(text, number, seat == first);
        Text move = text_on(word, sizeof word);
        variant_move_format(v, &s, record->moves[i], &move);
        add_word(text, word);
        v->game->play(v->rules, &s, &before, record->moves[i]);
        last = seat;
    }
    const char *const after = comments != NULL ? format_comment_at(comments, record->count) : NULL;
    if (after != NULL) add_comment(text, after);
}

void pgn_write(FILE *out, const FormatTags *tags, const Record *record, const FormatComments *comments,
               PgnResult result)
{
    Movetext text = {.out = out};
    write_tags(out, tags, result);
    write_moves(&text, record, comments);
    add_word(&text, pgn_results[result]);
    fputs("\n\n", out);
}
