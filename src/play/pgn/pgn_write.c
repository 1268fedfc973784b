// pgn_write.c - writing, in the standard's export format.
#include "play/pgn/pgn.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool pgn_possible(const Variant *v, Status *status)
{
    return v->facts.players == 2 ||
           status_fail(status, "%s has %d players; a game as PGN has two", v->game->name, v->facts.players);
}

int pgn_white(const Variant *v)
{
    for (int p = 0; p < v->facts.players; p++)
        if (v->facts.names[p] != NULL && strcmp(v->facts.names[p], "white") == 0) return p;
    return 0;
}

PgnResult pgn_points(const Variant *v, const int points[PLAYERS_MAX])
{
    const int white = pgn_white(v), lead = points[white] - points[1 - white];
    return lead > 0 ? PGN_WHITE_WINS : lead == 0 ? PGN_DRAW : PGN_BLACK_WINS;
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

// A value that does not fit is cut.
static void set(PgnTags *tags, const char *name, const char *value)
{
    char fitting[PGN_VALUE_MAX];
    snprintf(fitting, sizeof fitting, "%s", value == NULL ? "?" : value);
    const bool good = pgn_tag_set(tags, name, fitting);
    assert(good);
    (void)good;
}

static void set_start(PgnTags *tags, const Record *record)
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

static void set_variant(PgnTags *tags, const Variant *v)
{
    char name[TEXT_MAX];
    Text out = text_on(name, sizeof name);
    variant_name(v, &out);
    if (strcmp(name, "chess") != 0) set(tags, "Variant", name);
}

void pgn_tags_fill(PgnTags *tags, const Record *record, const PgnFacts *facts)
{
    const int white = pgn_white(record->v);
    char      plies[16];
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
    set_variant(tags, record->v);
    set_start(tags, record);
    snprintf(plies, sizeof plies, "%d", record->count);
    set(tags, "PlyCount", plies);
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

static void write_tags(FILE *out, const PgnTags *tags, PgnResult result)
{
    for (int i = 0; i < PGN_ROSTER; i++) {
        const char *const value = strcmp(pgn_roster[i], "Result") == 0 ? pgn_results[result]
                                                                       : pgn_tag(tags, pgn_roster[i]);
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
    if (text->used > 0 && text->used + 1 + size > PGN_COLUMNS) putc('\n', text->out), text->used = 0;
    if (text->used > 0) putc(' ', text->out), text->used++;
    fputs(word, text->out);
    text->used += size;
}

static void write_moves(Movetext *text, const Record *record)
{
    const Variant *const v = record->v;
    AnyState             s = record->start, usual;
    variant_setup(v, &usual);
    const int first  = v->game->turn(v->rules, &usual);
    int       number = pgn_first_number(v, &s), last = -1;
    for (int i = 0; i < record->count; i++) {
        const AnyState before = s;
        const int      seat   = v->game->turn(v->rules, &s);
        char           word[TEXT_MAX];
        if (i > 0 && seat == first && last != first) number++;
        if (i == 0 || (seat == first && last != first)) {
            snprintf(word, sizeof word, "%d%s", number, seat == first ? "." : "...");
            add_word(text, word);
        }
        Text move = text_on(word, sizeof word);
        variant_move_format(v, &s, record->moves[i], &move);
        add_word(text, word);
        v->game->play(v->rules, &s, &before, record->moves[i]);
        last = seat;
    }
}

void pgn_write(FILE *out, const PgnTags *tags, const Record *record, PgnResult result)
{
    Movetext text = {.out = out};
    write_tags(out, tags, result);
    write_moves(&text, record);
    add_word(&text, pgn_results[result]);
    fputs("\n\n", out);
}
