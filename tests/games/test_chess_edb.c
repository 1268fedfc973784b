// Chess by endgame databases of parts of a position: the evaluation is what its definition says, part by
// part, each as a FEN that the catalog of databases reads; known positions are won in the stated number of
// moves.
#include "base/rng.h"
#include "games/chess/edb_plan.h"
#include "games/chess_db_cases.h"
#include "play/evaluation.h"
#include "retro/catalog.h"
#include "retro/probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Man {
    char letter;   // as in a FEN
    int  square;   // as a FEN counts them, a8 first
} Man;

typedef struct Board {
    int  n;
    Man  man[8];
    char side;
} Board;

static void board_fen(const Board *b, unsigned mask, char side, char out[TEXT_MAX])
{
    char at[64] = {0};
    Text text   = text_on(out, TEXT_MAX);
    for (int i = 0; i < b->n; i++)
        if (mask >> i & 1) at[b->man[i].square] = b->man[i].letter;
    for (int i = 0; i < 64; i++) {
        if (at[i]) text_char(&text, at[i]);
        else text_char(&text, '1');
        if (i % 8 == 7 && i < 63) text_char(&text, '/');
    }
    text_add(&text, " %c - -", side);
}

static bool is_white(char c) { return c >= 'A' && c <= 'Z'; }

// The men of a part as a name, "krkn"; kings are the first two of a board.
static void part_name(const Board *b, unsigned mask, char out[16])
{
    Text text = text_on(out, 16);
    for (int white = 1; white >= 0; white--) {
        text_char(&text, 'k');
        for (int i = 2; i < b->n; i++)
            if ((mask >> i & 1) && is_white(b->man[i].letter) == (white == 1))
                text_char(&text, (char)(b->man[i].letter | 32));
    }
}

// What a part is worth for white: sign x (128 - moves); the other side to move when it is not legal.
static bool part_legal;   // was it, with the side to move of the board?

static int part_value(const Board *b, unsigned mask)
{
    char      name[16], full[32], fen[TEXT_MAX], path[DB_PATH_MAX];
    Status    status;
    CatalogDb db;
    Db        file;
    uint64_t  entry;
    part_name(b, mask, name);
    snprintf(full, sizeof full, "chess-%s", name);
    ck_assert_msg(catalog_open(&db, full, &status), "%s", status.text);
    char side = b->side;
    board_fen(b, mask, side, fen);
    bool legal = db.family->parse(&db, fen, &entry, &status);
    part_legal = legal;
    if (!legal) {
        side = side == 'w' ? 'b' : 'w';
        board_fen(b, mask, side, fen);
        legal = db.family->parse(&db, fen, &entry, &status);
    }
    int value = 0;
    if (legal) {
        DbReader reader;
        ck_assert(catalog_path(&db, chess_db_folder(), false, path, &status) &&
                  db_open(&file, path, DB_MAP, &status) && db_reader_open(&reader, &file, 1 << 16, &status));
        const int byte  = db_read(&reader, entry);
        const int moves = byte < 128 ? byte : 256 - byte;
        value           = byte == 128 ? 0 : byte < 128 ? moves - 128 : 128 - moves;
        if (side == 'b') value = -value;
        db_reader_close(&reader);
        db_close(&file);
    }
    catalog_close(&db);
    return value;
}

// Are the men of a part among those of a name, colours as they are or exchanged?
static bool part_within(const Board *b, unsigned mask, const char *name, bool exchanged)
{
    char        left[2][8] = {{0}};
    const char *second     = strchr(name + 1, 'k');
    snprintf(left[exchanged], sizeof left[0], "%.*s", (int)(second - name - 1), name + 1);
    snprintf(left[!exchanged], sizeof left[0], "%s", second + 1);
    for (int i = 2; i < b->n; i++) {
        if (!(mask >> i & 1)) continue;
        char *const found = strchr(left[!is_white(b->man[i].letter)], b->man[i].letter | 32);
        if (found == NULL) return false;
        *found = '.';
    }
    return true;
}

static int men_of(unsigned mask) { return __builtin_popcount(mask) - 2; }

// One database: all of its largest parts, by the rule for several. Its size goes to *most.
static int entry_value(const Board *b, const char *name, EdbWays ways, bool skips, int *most)
{
    int sum = 0, count = 0, largest = 0, high = 0, low = 0;
    for (int pass = 0; pass < 2; pass++)
        for (unsigned mask = 3; mask < 1u << b->n; mask++) {
            if ((mask & 3) != 3 || men_of(mask) == 0) continue;
            if (!part_within(b, mask, name, false) && !part_within(b, mask, name, true)) continue;
            if (pass == 0) {
                if (men_of(mask) > largest) largest = men_of(mask);
            } else if (men_of(mask) == largest) {
                const int v = part_value(b, mask);
                if (skips && !part_legal) continue;
                sum += v, count++;
                high = v > high ? v : high;
                low  = v < low ? v : low;
            }
        }
    *most = largest;
    if (ways == EDB_SUM || count == 0) return sum;
    if (ways == EDB_MEAN) return sum / count;
    return high == -low ? 0 : high > -low ? high : low;
}

typedef struct Case {
    const char *eval;
    const char *names[8];
    EdbWays     ways;
    bool        whole;
    const char *men;     // besides the kings
    bool        small;   // databases of three men are enough
    bool        skips;
} Case;

static const Case cases[] = {
    {"edb:kqk+kpk+knk", {"kqk", "kpk", "knk"}, EDB_SUM, false, "QPPnn", true, false},
    {"edb-mean:kpk+krk", {"kpk", "krk"}, EDB_MEAN, false, "RPppr", true, false},
    {"edb-best:kpk", {"kpk"}, EDB_BEST, false, "PPpp", true, false},
    {"edb3:krpkb", {"krk", "kbk", "kpk"}, EDB_SUM, true, "RPb", true, false},
    {"edb-whole:kqk+kpk+knk", {"kqk", "kpk", "knk"}, EDB_SUM, true, "QPPnn", true, false},
    {"edb-skip:kqk+krk", {"kqk", "krk"}, EDB_SUM, false, "QRRqr", true, true},
    {"edb-mean-skip:kqk+krk", {"kqk", "krk"}, EDB_MEAN, false, "QRRqr", true, true},
    {"edb3-parts-best:krpkb", {"krk", "kbk", "kpk"}, EDB_BEST, false, "RPPbb", true, false},
    {"edb:krkn+kqkn+krrk", {"krkn", "kqkn", "krrk"}, EDB_SUM, false, "RRQnn", false, false},
    {"edb:krkr+kppk", {"krkr", "kppk"}, EDB_SUM, false, "Rrpp", false, false},
    {"edb-mean:krkp+kkbn", {"krkp", "kbnk"}, EDB_MEAN, false, "RPbn", false, false},
    {"edb4:krppkbn",
     {"krpk", "kbnk", "kppk", "krkb", "krkn", "kbkp", "knkp"},
     EDB_SUM,
     true,
     "RPPbn",
     false,
     false},
};
enum { CASES = sizeof cases / sizeof *cases };

static int naive_value(const Board *b, const Case *c)
{
    const unsigned all = (1u << b->n) - 1;
    for (int i = 0; i < 8 && c->names[i] != NULL; i++)
        if (part_within(b, all, c->names[i], false) || part_within(b, all, c->names[i], true)) {
            const int v = part_value(b, all);
            return v == 0 ? 0 : v > 0 ? 200000 + 300 * v : -200000 + 300 * v;
        }
    int  v[8] = {0}, most[8] = {0}, sum = 0;
    bool any = false;
    for (int i = 0; i < 8 && c->names[i] != NULL; i++) {
        v[i] = entry_value(b, c->names[i], c->ways, c->skips, &most[i]);
        any |= most[i] == (int)strlen(c->names[i]) - 2;
    }
    for (int i = 0; i < 8 && c->names[i] != NULL; i++)
        if (!c->whole || !any || most[i] == (int)strlen(c->names[i]) - 2) sum += v[i];
    return sum;
}

// A legal position with the kings and some of these men; `left_out` of five are not there.
static uint32_t left_out = 1;
static bool     board_random(Board *b, const Case *c, const Variant *v, Rng *rng, AnyState *s)
{
    char     fen[TEXT_MAX];
    Status   status;
    uint64_t used = 0;
    *b            = (Board){.side = rng_below(rng, 2) ? 'w' : 'b'};
    for (int i = -2; i < 0 || c->men[i]; i++) {
        if (i >= 0 && rng_below(rng, 5) < left_out) continue;
        const int square = (int)rng_below(rng, 64);
        if (used >> square & 1) return false;
        used |= UINT64_C(1) << square;
        b->man[b->n++] = (Man){i < 0 ? "Kk"[i + 2] : c->men[i], square};
    }
    board_fen(b, (1u << b->n) - 1, b->side, fen);
    strcat(fen, " 0 1");
    return b->n > 2 && variant_parse(v, s, fen, &status) && v->game->count(v->rules, s) > 0 &&
           !v->game->drawn(v->rules, s);
}

static Evaluation *evaluation_named(const Variant *v, const char *eval)
{
    char        text[100];
    Spec        spec;
    Status      status;
    Evaluation *e;
    snprintf(text, sizeof text, "alphabeta:eval=%s", eval);
    ck_assert(spec_parse(&spec, text, &status));
    ck_assert_msg(evaluation_parse(&e, v, &spec, &status), "%s", status.text);
    ck_assert_msg(evaluation_load(e, &status), "%s", status.text);
    return e;
}

START_TEST(test_value_is_that_of_the_parts)
{
    const Case *const c = &cases[_i];
    if (TEST_SANITIZED && !c->small) return;
    databases_folder_set(chess_db_folder());
    Variant           v    = test_open("chess");
    Evaluation *const e    = evaluation_named(&v, c->eval);
    Rng               rng  = rng_seed((uint64_t)_i + 1);
    const int         many = TEST_SANITIZED ? 60 : 300;
    int               seen = 0, valued = 0;
    while (seen < many) {
        Board    b;
        AnyState s;
        if (!board_random(&b, c, &v, &rng, &s)) continue;
        char  fen[TEXT_MAX];
        Value white = e->v.game->evaluate(e->v.rules, &s, 0);
        board_fen(&b, (1u << b.n) - 1, b.side, fen);
        ck_assert_msg(white == naive_value(&b, c), "%s %s: %d, expected %d", c->eval, fen, white,
                      naive_value(&b, c));
        ck_assert_int_eq(e->v.game->evaluate(e->v.rules, &s, 1), -white);
        seen++, valued += white != 0;
    }
    ck_assert_int_gt(valued, many / 6);
    evaluation_close(e);
    variant_close(&v);
    databases_folder_set("databases");
}
END_TEST

// What the list knows of a board by its definition: 0 nothing, else 1 with the result and the plies.
static bool naive_known(const Board *b, const Case *c, int *result, int *plies)
{
    const unsigned all = (1u << b->n) - 1;
    for (int i = 0; i < 8 && c->names[i] != NULL; i++) {
        if (!part_within(b, all, c->names[i], false) && !part_within(b, all, c->names[i], true)) continue;
        const int v = b->side == 'w' ? part_value(b, all) : -part_value(b, all);
        *result     = (v > 0) - (v < 0);
        *plies      = v == 0 ? 0 : v > 0 ? 2 * (128 - v) - 1 : 2 * (128 + v);
        return true;
    }
    return false;
}

// Also when the referee's fifty moves come first: then nothing is known.
START_TEST(test_known_is_what_the_databases_say)
{
    static const int  counts[] = {0, 70, 99};
    const Case *const c        = &cases[_i];
    if (TEST_SANITIZED && !c->small) return;
    databases_folder_set(chess_db_folder());
    Variant           v    = test_open("chess");
    Evaluation *const e    = evaluation_named(&v, c->eval);
    Rng               rng  = rng_seed((uint64_t)_i + 77);
    const int         many = TEST_SANITIZED ? 200 : 1000;
    int               seen = 0, known = 0, late = 0;
    left_out = 3;   // so that enough of them are in a database
    while (seen < many) {
        Board    b;
        AnyState s;
        char     fen[TEXT_MAX];
        Status   status;
        int      result = 0, plies = 0, expected = 0, away = 0;
        if (!board_random(&b, c, &v, &rng, &s)) continue;
        const int count = counts[seen++ % 3];
        board_fen(&b, (1u << b.n) - 1, b.side, fen);
        snprintf(fen + strlen(fen), sizeof fen - strlen(fen), " %d 80", count);
        ck_assert_msg(variant_parse(&v, &s, fen, &status), "%s", status.text);
        const bool there = naive_known(&b, c, &expected, &away), in_time = away <= 100 - count && away <= 70;
        ck_assert_msg(e->v.game->known(e->v.rules, &s, &result, &plies) == (there && in_time), "%s %s",
                      c->eval, fen);
        if (there && in_time) ck_assert_msg(result == expected && plies == away, "%s %s", c->eval, fen);
        ck_assert(!v.game->known(v.rules, &s, &result, &plies));   // without databases
        known += there && in_time, late += there && !in_time;
    }
    left_out = 1;
    ck_assert_int_gt(known, many / 50);
    ck_assert(late > 0 || _i > 0);
    evaluation_close(e);
    variant_close(&v);
    databases_folder_set("databases");
}
END_TEST

// A pawn's double step beside an enemy's pawn: what the game knows of it is what the twin of the builder
// says, and taking matters in some.
START_TEST(test_known_has_the_right_to_take_en_passant)
{
    if (TEST_SANITIZED) return;
    databases_folder_set(chess_db_folder());
    Variant           v   = test_open("chess");
    Evaluation *const e   = evaluation_named(&v, "edb:kpkp");
    Rng               rng = rng_seed(33);
    DtmBoard          board;
    dtm_board_open(&board);
    DtmFiles *const f    = dtm_files_open(&board, chess_db_folder());
    int             seen = 0, changed = 0;
    Status          opened;
    Probe           probe;
    ck_assert_msg(probe_open(&probe, "chess-kpkp", &opened), "%s", opened.text);
    while (seen < 2000) {
        const int  file = (int)rng_below(&rng, 8), beside = file + (rng_below(&rng, 2) ? 1 : -1);
        const int  white = (int)rng_below(&rng, 64), black = (int)rng_below(&rng, 64);
        const bool turned = rng_below(&rng, 2);   // the same by black, on the other half of the board
        const int  flip = turned ? 56 : 0, own = 48 + file, other = 32 + beside;
        Board      b = {.n   = 4,
                        .man = {{turned ? 'k' : 'K', white ^ flip},
                                {turned ? 'K' : 'k', black ^ flip},
                                {turned ? 'p' : 'P', own ^ flip},
                                {turned ? 'P' : 'p', other ^ flip}}};
        char       fen[TEXT_MAX], code[8];
        AnyState   before, s;
        Status     status;
        Move       m;
        if (beside < 0 || beside > 7 || white == black) continue;
        if (white == 48 + file || black == 48 + file || white == 32 + beside || black == 32 + beside)
            continue;
        board_fen(&b, 15, turned ? 'b' : 'w', fen);
        strcat(fen, " 0 1");
        snprintf(code, sizeof code, turned ? "%c7%c5" : "%c2%c4", 'a' + file, 'a' + file);
        if (!variant_parse(&v, &before, fen, &status) || !variant_move_parse(&v, &before, code, &m, &status))
            continue;
        v.game->play(v.rules, &s, &before, m);
        if (v.game->count(v.rules, &s) == 0) continue;
        DtmPosition p;
        DtmMove     moves[DTM_MOVES_MAX];
        bool        passant;
        int         result, plies, byte = -1, plain = -1;
        chess_db_from_fen(fen, &p, &passant);
        for (int i = dtm_moves(&board, &p, moves); i-- > 0;)
            if (moves[i].pawn >= 0)
                byte = dtm_files_after(f, &moves[i]), plain = dtm_files_read(f, &moves[i].after);
        ck_assert_int_ge(byte, 0);
        ck_assert_msg(e->v.game->known(e->v.rules, &s, &result, &plies), "%s %s", fen, code);
        const int moves_away = byte < 128 ? byte : 256 - byte;
        const int expected   = byte == 128 ? 0 : byte > 128 ? 1 : -1;
        const int away       = byte == 128 ? 0 : 2 * moves_away - (byte > 128);
        ck_assert_msg(result == expected && plies == away, "%s %s: %d in %d, expected %d in %d", fen, code,
                      result, plies, expected, away);
        // `db probe`, by the text of the position.
        char        after[TEXT_MAX];
        Text        out = text_on(after, sizeof after);
        ProbeAnswer answer;
        variant_format(&v, &s, &out);
        if (byte != plain || seen % 20 == 0)
            ck_assert_msg(probe_ask(&probe, after, &answer, &status) && answer.value == byte,
                          "%s: %d, expected %d", after, answer.value, byte);
        seen++, changed += byte != plain;
    }
    ck_assert_int_gt(changed, 50);
    probe_close(&probe);
    dtm_files_close(f);
    evaluation_close(e);
    variant_close(&v);
    databases_folder_set("databases");
}
END_TEST

// Every order, with and without a table: the value is that of the plain minimax, which knows the same.
START_TEST(test_searches_that_know_ends_equal_minimax)
{
    static const char *const searches[] = {"alphabeta:order=none",
                                           "alphabeta:order=tt+killer+kind,tt=12,pvs=yes,deepening=yes",
                                           "alphabeta:order=history-ads,deepening=yes,aspiration=40",
                                           "alphabeta:order=eval,repetition=yes,pvs=yes", "maxn:order=none"};
    Case                     few        = cases[0];
    few.men                             = "Qp";
    databases_folder_set(chess_db_folder());
    Variant           v       = test_open("chess");
    Evaluation *const e       = evaluation_named(&v, few.eval);
    Rng               rng     = rng_seed(9);
    const int         many    = test_amount(300, 5000);
    int               decided = 0;
    for (int seen = 0; seen < many;) {
        Board        b;
        AnyState     s;
        SearchResult r;
        Value        values[PLAYERS_MAX];
        if (!board_random(&b, &few, &v, &rng, &s)) continue;
        const char *const    text     = searches[seen++ % 5];
        const SearchSettings t        = test_settings(&e->v, text);
        Search *const        se       = test_search(&e->v, &t);
        const int            depth    = test_depth(&e->v, &s, 4, 3000);
        const SearchLimits   limits   = {.depth = depth};
        Value                expected = 0;
        if (!(t.on & FEATURE_REPETITION)) expected = reference_value(&e->v, t.algorithm, &s, depth, values);
        else expected = reference_value_repeating(&e->v, t.algorithm, &s, depth, &limits, values);
        search_run(se, &s, &limits, NULL, NULL, &r);
        ck_assert_msg(r.value == expected, "%s depth %d: %d, expected %d", text, depth, r.value, expected);
        decided += expected >= VALUE_WIN_MIN || expected <= -VALUE_WIN_MIN;
        search_close(se);
    }
    ck_assert_int_gt(decided, many / 10);
    evaluation_close(e);
    variant_close(&v);
    databases_folder_set("databases");
}
END_TEST

// A list that knows pawns and no queen: what promotes is worth less by its look-ups than what waits, but the
// database says that only promoting keeps the distance. Won positions become queens (or are mate) in the
// stated number of moves, whoever defends.
START_TEST(test_a_known_win_is_played_into_what_is_not_known)
{
    Case won = cases[0];
    won.men  = "P";
    databases_folder_set(chess_db_folder());
    Variant           v = test_open("chess");
    Evaluation *const e = evaluation_named(&v, "edb:kpk"), *const all = evaluation_named(&v, "edb3");
    Rng                      rng        = rng_seed(4);
    static const char *const searches[] = {
        "alphabeta:order=none",
        "alphabeta:order=tt+kind+killer,tt=12,pvs=yes,deepening=yes,repetition=yes,stand-pat=10,check=4"};
    const SearchSettings t        = test_settings(&e->v, searches[_i]);
    int                  promoted = 0;
    for (int games = 0; games < 200;) {
        Board    b;
        AnyState s;
        int      result, plies, last = 1000;
        if (!board_random(&b, &won, &v, &rng, &s) || b.n < 3 || b.side != 'w') continue;
        if (!e->v.game->known(e->v.rules, &s, &result, &plies) || result != 1) continue;
        Search *const se = test_search(&e->v, &t);
        for (games++;;) {
            SearchResult       r;
            AnyState           child;
            Move               moves[GAME_MOVES_MAX];
            const SearchLimits limits = {.depth = 1 + games % 3};
            ck_assert(e->v.game->known(e->v.rules, &s, &result, &plies) && result == 1 && plies < last);
            last = plies;
            search_run(se, &s, &limits, NULL, NULL, &r);
            e->v.game->play(e->v.rules, &child, &s, r.pv[0]);
            if (!e->v.game->known(e->v.rules, &child, &result, &plies)) {
                // still won, by who knows
                ck_assert(all->v.game->known(all->v.rules, &child, &result, &plies));
                ck_assert_int_eq(result, -1);
                promoted++;
                break;
            }
            ck_assert_int_eq(r.value, value_of_end(1, last));
            const int n = e->v.game->generate(e->v.rules, &child, moves);
            if (n == 0) break;
            e->v.game->play(e->v.rules, &s, &child, moves[rng_below(&rng, (uint32_t)n)]);
        }
        search_close(se);
    }
    ck_assert_int_gt(promoted, 150);
    evaluation_close(e);
    evaluation_close(all);
    variant_close(&v);
    databases_folder_set("databases");
}
END_TEST

// What is played after a game, by name: the list, the position, the moves so far, and what may follow.
static const struct {
    const char *eval, *fen, *moves, *plays;
} after_games[] = {
    // A queen would be stalemate.
    {"edb:kpk", "8/5P1k/5K2/8/8/8/8/8 w - - 0 1", "", "f7f8r"},
    // Lost by the database, but the position came before; won, but the shortest way came before.
    {"edb3", "8/8/8/3k4/8/8/8/RK6 w - - 0 1", "a1a2 d5c6 a2a1 c6d5 a1a2 d5c6 a2a1 c6d5 a1a2", "d5c6"},
    {"edb3", "8/8/5Q2/3k4/8/8/8/K7 b - - 0 1", "d5c5 f6b2 c5d5 b2f6 d5c5 f6b2 c5d5", "not b2f6"},
};

START_TEST(test_what_is_known_leaves_the_rules_their_say)
{
    databases_folder_set(chess_db_folder());
    Variant           v = test_open("chess");
    Evaluation *const e = evaluation_named(&v, after_games[_i].eval);
    for (int depth = 1; depth <= 4; depth++)
        for (int way = 0; way < 3; way++) {
            static const char *const searches[] = {
                "alphabeta:order=none,repetition=yes",
                "alphabeta:order=tt,tt=12,repetition=yes,deepening=yes,pvs=yes", "minimax:repetition=yes"};
            uint64_t             past[20];
            int                  n = 0;
            AnyState             s, child;
            Status               status;
            char                 words[200], code[20];
            Move                 m;
            SearchResult         r;
            Text                 out   = text_on(code, sizeof code);
            char                *rest  = NULL;
            const char *const    plays = after_games[_i].plays;
            const SearchSettings t     = test_settings(&e->v, searches[way]);
            ck_assert(variant_parse(&v, &s, after_games[_i].fen, &status));
            snprintf(words, sizeof words, "%s", after_games[_i].moves);
            for (char *word = strtok_r(words, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
                ck_assert_msg(variant_move_parse(&v, &s, word, &m, &status), "%s", status.text);
                past[n++] = v.game->hash(v.rules, &s);
                v.game->play(v.rules, &child, &s, m);
                s = child;
            }
            Search *const      se     = test_search(&e->v, &t);
            const SearchLimits limits = {.depth = depth, .history = past, .history_count = n};
            search_run(se, &s, &limits, NULL, NULL, &r);
            v.game->move_code(v.rules, &s, r.pv[0], &out);
            if (strncmp(plays, "not ", 4) == 0)
                ck_assert_msg(strcmp(code, plays + 4) != 0 && r.value >= VALUE_WIN_MIN, "%s: %s, %d",
                              searches[way], code, r.value);
            else ck_assert_msg(strcmp(code, plays) == 0, "%s depth %d: %s", searches[way], depth, code);
            search_close(se);
        }
    evaluation_close(e);
    variant_close(&v);
    databases_folder_set("databases");
}
END_TEST

// A mate that is known at a count of nothing is not found again in the table where the count ends the game
// first.
START_TEST(test_a_table_forgets_what_is_known_no_more)
{
    static const char *const fens[] = {"k7/8/8/8/3K4/8/8/1R6 b - - 93 90", "8/k7/8/8/3K4/8/8/1R6 w - - 0 1",
                                       "k7/8/8/8/3K4/8/8/1R6 b - - 93 90"};
    databases_folder_set(chess_db_folder());
    Variant              v  = test_open("chess");
    Evaluation *const    e  = evaluation_named(&v, "edb3");
    const SearchSettings t  = test_settings(&e->v, "alphabeta:order=tt,tt=12,lifetime=game,repetition=yes");
    Search *const        se = test_search(&e->v, &t);
    Value                value = 0;
    for (int i = 0; i < 3; i++) {
        AnyState     s;
        Status       status;
        SearchResult r;
        ck_assert(variant_parse(&v, &s, fens[i], &status));
        search_run(se, &s, &(SearchLimits){.depth = i == 1 ? 3 : 4}, NULL, NULL, &r);
        if (i == 1) ck_assert_int_ge(r.value, VALUE_WIN_MIN);
        if (i == 2) ck_assert_int_eq(r.value, value);
        value = i == 0 ? r.value : value;
    }
    ck_assert_int_gt(value, -VALUE_WIN_MIN);
    search_close(se);
    evaluation_close(e);
    variant_close(&v);
    databases_folder_set("databases");
}
END_TEST

// Look-ups, material and the game's own evaluation add up; plies without progress count against the side with
// more material.
START_TEST(test_terms_beside_the_look_ups_add_up)
{
    static const char positions[][TEXT_MAX] = {
        "3k4/8/8/4n3/2P4P/2K5/8/5R2 w - - 0 1", "8/3k4/8/4n3/2P4P/2K5/8/5R2 b - - 30 40",
        "4k3/4q3/8/8/2P5/2K5/7P/3R4 w - - 7 40", "8/8/3k4/3p4/2P5/2K5/8/8 w - - 9 40"};
    static const int pawns[] = {4, 4, -2, 0};   // what white is ahead
    static const int plies[] = {0, 30, 7, 9};
    Status           status;
    databases_folder_set(chess_db_folder());
    Variant                  v     = test_open("chess");
    Evaluation *const        mixed = evaluation_named(&v, "edb:krk+kpk"),
                      *const plain = evaluation_named(&v, "edb:krk+kpk"),
                      *const own   = evaluation_named(&v, "edb:none");
    ck_assert_int_eq(mixed->info.weights, 5);
    evaluation_weigh(mixed, (int[EVAL_WEIGHTS_MAX]){3, 3, 7, 2, 5});
    evaluation_weigh(plain, (int[EVAL_WEIGHTS_MAX]){3, 3, 0, 0, 0});
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        AnyState s;
        ck_assert_msg(variant_parse(&v, &s, positions[i], &status), "%s", status.text);
        const int sign     = (pawns[i] > 0) - (pawns[i] < 0);
        const int expected = plain->v.game->evaluate(plain->v.rules, &s, 0) + 7 * pawns[i] +
                             2 * v.game->evaluate(v.rules, &s, 0) - 5 * plies[i] * sign;
        ck_assert_int_eq(mixed->v.game->evaluate(mixed->v.rules, &s, 0), expected);
        ck_assert_int_eq(own->v.game->evaluate(own->v.rules, &s, 0), v.game->evaluate(v.rules, &s, 0));
    }
    evaluation_close(mixed);
    evaluation_close(plain);
    evaluation_close(own);
    variant_close(&v);
    databases_folder_set("databases");
}
END_TEST

START_TEST(test_names)
{
    static const char *const bad[]  = {"edb",
                                       "edb:",
                                       "edb:kk",
                                       "edb:krkn+",
                                       "edb:+krkn",
                                       "edb:none+krkn",
                                       "edb5",
                                       "edb6:krpkn",
                                       "edb:kqk+krk+kbk+knk+kpk",
                                       "edb4:qk",
                                       "edb4:kqqqqk",
                                       "edb-worst:kqk",
                                       "edb-:kqk",
                                       "edb-mean-best:kqk",
                                       "edb-skip-turn:kqk",
                                       "edb-whole-whole:kqk",
                                       "edb-skip",
                                       "edb3:kk",
                                       "edb4:kqk",
                                       "edb5:kqrbnpkqrbnp",
                                       "edb5:kqrbnpkqrb"};
    static const char *const good[] = {"edb:kkbn",
                                       "edb:none",
                                       "edb3",
                                       "edb4",
                                       "edb5:krppkbn",
                                       "edb5-mean:kqpkrbpp",
                                       "edb-best:krpkn+kppkn+kpknn+kpk",
                                       "edb-skip-whole-sum:kqk",
                                       "edb4-parts",
                                       "edb5-turn-mean:krppkbn"};
    int                      which;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(!edb_named(bad[i], &which), "%s", bad[i]);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        ck_assert_msg(edb_named(good[i], &which), "%s", good[i]);
        ck_assert_int_ge(which, EVALS_MAX);
    }
    // Words that say what holds anyway change nothing, in any order; others do.
    int plain, said, other;
    ck_assert(edb_named("edb:krkn+kpk", &plain) && edb_named("edb-turn-parts-sum:krkn+kpk", &said));
    ck_assert_int_eq(plain, said);
    ck_assert(edb_named("edb4", &plain) && edb_named("edb4-whole", &said) && edb_named("edb4-parts", &other));
    ck_assert(plain == said && plain != other);
}
END_TEST

void chess_edb_add(TCase *tests)
{
    tcase_add_test(tests, test_names);
    tcase_add_test(tests, test_terms_beside_the_look_ups_add_up);
    tcase_add_loop_test(tests, test_value_is_that_of_the_parts, 0, CASES);
    tcase_add_loop_test(tests, test_known_is_what_the_databases_say, 0, CASES);
    tcase_add_test(tests, test_known_has_the_right_to_take_en_passant);
    tcase_add_test(tests, test_searches_that_know_ends_equal_minimax);
    tcase_add_loop_test(tests, test_a_known_win_is_played_into_what_is_not_known, 0, 2);
    tcase_add_loop_test(tests, test_what_is_known_leaves_the_rules_their_say, 0, 3);
    tcase_add_test(tests, test_a_table_forgets_what_is_known_no_more);
}
