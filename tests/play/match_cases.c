#include "play/match_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Files.

static char folder[64];

void match_folder_make(void)
{
    snprintf(folder, sizeof folder, "/tmp/pollard_match_XXXXXX");
    ck_assert(mkdtemp(folder) != NULL);
}

void match_folder_remove(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

const char *match_path(const char *name)
{
    static char paths[4][100];
    static int  next;
    char *const path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

char *match_text(const char *name, size_t *size)
{
    FILE *const in = fopen(match_path(name), "rb");
    ck_assert_msg(in != NULL, "no file %s", name);
    char *const text = calloc(1, 1 << 20);
    *size            = fread(text, 1, (1 << 20) - 1, in);
    fclose(in);
    return text;
}

void match_put(const char *name, const char *text, size_t size)
{
    unlink(match_path(name));   // writing over a file is slow: some file systems flush it
    FILE *const out = fopen(match_path(name), "wb");
    ck_assert(out != NULL && fwrite(text, 1, size, out) == size && fclose(out) == 0);
}

bool match_is(const char *name, const char *text, size_t size)
{
    size_t      found_size;
    char *const found = match_text(name, &found_size);
    const bool  same  = found_size == size && memcmp(found, text, size) == 0;
    free(found);
    return same;
}

// Matches.

const MatchCase match_cases[MATCH_CASES] = {
    {"tictactoe",
     "random:1",
     2,
     40,
     {"random", "alphabeta:depth=2,order=history-ads,lifetime=game"},
     POINTS_RESULT},
    {"tictactoe", "none", 3, 30, {"random", "alphabeta:depth=3,tt=8,order=tt", "random"}, POINTS_RESULT},
    {"othello",
     "random:4",
     2,
     12,
     {"alphabeta:depth=2,order=random", "alphabeta:nodes=300,tt=10"},
     POINTS_RESULT},
    {"virus:size=4,players=3", "random:1", 2, 18, {"random", "maxn:depth=1"}, POINTS_PLACE},
    {"focus:players=4",
     "random:2",
     3,
     9,
     {"random", "brs:depth=1,order=threat-ads", "paranoid:depth=1"},
     POINTS_RESULT},
};

const PlayerSpec *match_player(const char *text)
{
    static PlayerSpec players[64];
    static int        count;
    Status            status;
    for (int i = 0; i < count; i++) {
        char written[TEXT_MAX];
        Text out = text_on(written, sizeof written);
        player_spec_write(&players[i], &out);
        if (strcmp(written, text) == 0) return &players[i];
    }
    ck_assert_int_lt(count, 64);
    ck_assert_msg(player_spec_parse(&players[count], text, &status), "%s", status.text);
    return &players[count++];
}

MatchSettings match_settings(const MatchCase *c, const Variant *v, int threads, const char *save)
{
    MatchSettings t = {
        .v = v, .contestants = c->contestants, .games = c->games, .threads = threads, .seed = 7};
    for (int i = 0; i < c->contestants; i++) t.player[i] = match_player(c->spec[i]);
    t.plies_max = v->facts.plies_max < 60 ? v->facts.plies_max : 60;
    t.openings = c->openings, t.points = c->points, t.save = save;
    return t;
}

void match_play(const MatchSettings *t, Tally *tally)
{
    Match *const match  = calloc(1, sizeof *match);
    Status       status = {0};
    ck_assert_msg(match_open(match, t, &status) && match_run(match, NULL, NULL, &status), "%s", status.text);
    *tally = match->tally;
    match_close(match);
    free(match);
}

bool match_refused(const MatchSettings *t, Status *status)
{
    Match *const match = calloc(1, sizeof *match);
    const bool   good  = match_open(match, t, status);
    if (good) match_close(match);
    free(match);
    return !good;
}

void tally_same(const Tally *a, const Tally *b)
{
    ck_assert_int_eq(a->games, b->games);
    ck_assert_int_eq(a->plies, b->plies);
    ck_assert_int_eq(a->capped, b->capped);
    ck_assert_int_eq(a->drawn_by_rules, b->drawn_by_rules);
    ck_assert_int_eq(a->drawn_by_cap, b->drawn_by_cap);
    ck_assert(memcmp(a->cross, b->cross, sizeof a->cross) == 0);
    ck_assert(memcmp(a->pairs, b->pairs, sizeof a->pairs) == 0);
    ck_assert(memcmp(a->seat_points, b->seat_points, sizeof a->seat_points) == 0);
    for (int k = 0; k < CONTESTANTS_MAX; k++) {
        ck_assert_int_eq(a->contestant[k].points, b->contestant[k].points);
        ck_assert_int_eq(a->contestant[k].games, b->contestant[k].games);
        ck_assert_uint_eq(a->contestant[k].moves, b->contestant[k].moves);
        ck_assert_uint_eq(a->contestant[k].nodes, b->contestant[k].nodes);
    }
}
