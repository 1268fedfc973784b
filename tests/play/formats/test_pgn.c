// Games as PGN: what was written is read again, what is nasty is read or refused with one line.
#include "base/rng.h"
#include "play/formats/pgn.h"
#include "tests.h"

#include <stdlib.h>
#include <string.h>

// A game of random moves from a position some plies in, ended after `plies`.
static void random_game(const Variant *v, Rng *rng, int before, int plies, Record *record)
{
    AnyState s;
    Status   status;
    variant_setup(v, &s);
    for (int i = 0; i < before; i++) {
        Move           moves[GAME_MOVES_MAX];
        const AnyState parent = s;
        const int      n      = v->game->generate(v->rules, &s, moves);
        if (n > 0) v->game->play(v->rules, &s, &parent, moves[rng_below(rng, (uint32_t)n)]);
    }
    ck_assert(record_open(record, v, &s, &status));
    for (int i = 0; i < plies; i++) {
        Move      moves[GAME_MOVES_MAX];
        const int n = v->game->generate(v->rules, &record->now, moves);
        if (n == 0) return;
        ck_assert(record_play(record, moves[rng_below(rng, (uint32_t)n)], &status));
    }
}

static char *written(const Record *record, const PgnFacts *facts, PgnResult result, size_t *size)
{
    char       *text = NULL;
    FILE *const out  = open_memstream(&text, size);
    FormatTags  tags;
    ck_assert_ptr_nonnull(out);
    pgn_tags_fill(&tags, record, facts);
    pgn_write(out, &tags, record, NULL, result);
    ck_assert_int_eq(fclose(out), 0);
    return text;
}

static void lines_are_narrow(const char *text)
{
    bool moves = false;
    for (const char *end; *text; text = end + 1) {
        end = strchr(text, '\n');
        ck_assert_ptr_nonnull(end);
        if (end == text) moves = true;   // the empty line after the tags
        ck_assert_msg(!moves || end - text <= 79, "%.*s", (int)(end - text), text);
    }
}

static void same_game(const Record *a, const Record *b)
{
    ck_assert_mem_eq(&a->start, &b->start, a->v->game->state_size);
    ck_assert_int_eq(a->count, b->count);
    ck_assert_mem_eq(a->moves, b->moves, (size_t)a->count * sizeof *a->moves);
    ck_assert_mem_eq(&a->now, &b->now, a->v->game->state_size);
}

// Every game for two, from the usual start and from elsewhere, twice in one text.
START_TEST(test_what_was_written_is_read_again)
{
    Variant v   = test_open(test_specs[_i]);
    Rng     rng = rng_seed(31);
    for (int round = 0; v.facts.players == 2 && round < test_amount(8, 200); round++) {
        Record         record;
        size_t         size;
        Status         status = {0};
        const PgnFacts facts  = {.event = "a \"quoted\" \\ event", .round = "7", .players = {"a", "b"}};
        random_game(&v, &rng, round % 2 ? 3 + round : 0, 150, &record);
        char *const       text = written(&record, &facts, (PgnResult)(round % 4), &size);
        FormatReader      reader;
        FormatGame *const game = malloc(sizeof *game);
        lines_are_narrow(text);
        pgn_open(&reader, &v, text, size);
        ck_assert_msg(pgn_read(&reader, game, &status) == FORMAT_READ_GAME, "%s: %s", test_specs[_i],
                      status.text);
        same_game(&record, &game->record);
        ck_assert_int_eq(pgn_result(game), round % 4);
        ck_assert_str_eq(format_tag(&game->tags, "Event"), "a \"quoted\" \\ event");
        ck_assert_str_eq(format_tag(&game->tags, pgn_white(&v) == 0 ? "White" : "Black"), "a");
        ck_assert_int_eq(pgn_read(&reader, &(FormatGame){0}, &status), FORMAT_READ_END);
        format_game_close(game);
        record_close(&record);
        free(game);
        free(text);
    }
    variant_close(&v);
}
END_TEST

// Reads the only game of a text of tic-tac-toe; the moves as a list, or the message.
static const char *read_one(const Variant *v, const char *text, size_t size, FormatGame *game)
{
    static char  out[STATUS_TEXT_MAX];
    FormatReader reader;
    Status       status = {0};
    Text         list   = text_on(out, sizeof out);
    pgn_open(&reader, v, text, size);
    const FormatRead read = pgn_read(&reader, game, &status);
    if (read == FORMAT_READ_END) return "end";
    if (read == FORMAT_READ_BAD) {
        ck_assert(status.text[0] != 0 && strchr(status.text, '\n') == NULL);
        return strcpy(out, status.text);
    }
    for (int i = 0; i < game->record.count; i++) {
        if (i > 0) text_add(&list, " ");
        record_move_text(&game->record, i, &list);
    }
    text_add(&list, "%s%s", game->record.count > 0 ? " " : "", pgn_results[pgn_result(game)]);
    format_game_close(game);
    return out;
}

static const struct {
    const char *text, *read;
} nasty[] = {
    {"", "end"},
    {" \r\n\t\n", "end"},
    {"{only a comment}", "end"},
    {"; only a comment", "end"},
    {"% only an escaped line", "end"},
    {"*", "*"},
    {"[Event \"x\"]", "*"},
    {"\xef\xbb\xbf[Event \"x\"]\n\n1. a1 *", "a1 *"},
    {"1. a1 b2 2. a2 1-0", "a1 b2 a2 1-0"},
    {"1.a1 b2 2.a2 0-1", "a1 b2 a2 0-1"},
    {"1... a1 1/2-1/2", "a1 1/2-1/2"},
    {"1 a1 b2 2 a2 *", "a1 b2 a2 *"},
    {"7.a1 9...b2", "a1 b2 *"},
    {"a1 b2", "a1 b2 *"},
    {"a1\r\nb2\r\n*\r\n", "a1 b2 *"},
    {"a1! b2?? a2!? *", "a1 b2 a2 *"},
    {"a1 $1 b2$146 a2 $ *", "a1 b2 a2 *"},
    {"a1 {b1 ( } b2 ; a2 }\n a2 *", "a1 b2 a2 *"},
    {"a1{b1}b2(b1 c1)a2*", "line 1, move 2 of X: illegal move 'a2*'"},
    {"a1{b1}b2(b1 c1)a2 *", "a1 b2 a2 *"},
    {"a1 (b1 (c1 (z9) {)} ; )\n) 1-0) b2 *", "a1 b2 *"},
    {"a1\n% (((\nb2 *", "a1 b2 *"},
    {"a1 b2 * a2", "a1 b2 *"},
    {"[A \"1\"][B \"2\"] [C \"\\\"\\\\\"] a1 *", "a1 *"},
    {"[A \"1\"]a1 [B \"2\"]", "a1 *"},
    {"[SetUp \"1\"][FEN \"X---O---- X\"] 5. b1 *", "b1 *"},
    {"[SetUp \"0\"][FEN \"X---O---- X\"] a1 *", "a1 *"},
    {"[Variant \"tictactoe\"] a1 *", "a1 *"},
    {"1. a1 e.p. b2 *", "a1 b2 *"},
    {"[FEN \"X---O---- X\"] a1 *", "line 1, move 1 of X: illegal move 'a1'"},
    {"a1 b2 a3 a2 c1 b1 c3 b3 *", "a1 b2 a3 a2 c1 b1 c3 b3 *"},
    {"a1 b1 a2 b2 a3 c3", "line 1, move 3 of O: move 'c3': the game is over"},
    {"a1 a1", "line 1, move 1 of O: illegal move 'a1'"},
    {"1. a1 b2\n2. a2 xyzzy", "line 2, move 2 of O: illegal move 'xyzzy'"},
    {"a1 {\n\n} ; \n zz", "line 4, move 1 of O: illegal move 'zz'"},
    {"[FEN \"X---O----\"] a1", "tag 'FEN': position"},
    {"[FEN \"nonsense\"] a1", "tag 'FEN': position"},
    {"[Variant \"Chess960\"] a1", "tag 'Variant': 'Chess960'; expected a game of tictactoe"},
    {"[Variant \"chess\"] a1", "tag 'Variant': 'chess'; expected a game of tictactoe"},
    {"a1 {", "line 1: '{' without '}'"},
    {"a1\n\n{\n\n", "line 3: '{' without '}'"},
    {"a1 }", "line 1: '}' without '{'"},
    {"a1 ]", "line 1: ']' without '['"},
    {"a1 (b1", "line 1: '(' without ')'"},
    {"a1 (b1 [A \"1\"]", "line 1: '(' without ')'"},
    {"a1 ) b2", "line 1: ')' without '('"},
    {"[", "line 1: expected [Name \"value\"]"},
    {"[A", "tag 'A': expected [A \"value\"]"},
    {"[A 1]", "tag 'A': expected [A \"value\"]"},
    {"[A \"1", "tag 'A': no '\"' at its end"},
    {"[A \"1\n\"]", "tag 'A': no '\"' at its end"},
    {"[A \"1\\\"]", "tag 'A': no '\"' at its end"},
    {"[A \"1\"", "tag 'A': no ']' at its end"},
    {"[A \"1\"\n]", "tag 'A': no ']' at its end"},
    {"[A \"1\"][A \"2\"]", "tag 'A' is there twice"},
};

START_TEST(test_nasty_texts_are_read_or_refused)
{
    Variant           v    = test_open("tictactoe");
    FormatGame *const game = malloc(sizeof *game);
    // Its exact size, so that a sanitizer sees a look beyond it.
    const size_t size = strlen(nasty[_i].text);
    char *const  text = malloc(size + (size == 0));
    memcpy(text, nasty[_i].text, size);
    const char *const read = read_one(&v, text, size, game);
    const char *const want = nasty[_i].read;
    const bool        bad  = strstr(want, "line") == want || strstr(want, "tag") == want;
    ck_assert_msg(bad ? strncmp(read, "game 1: ", 8) == 0 && strstr(read, want) != NULL
                      : strcmp(read, want) == 0,
                  "'%s' gives '%s'", nasty[_i].text, read);
    free(text);
    free(game);
    variant_close(&v);
}
END_TEST

// `count` times a piece, then what ends the text.
static char *repeated(const char *first, const char *piece, int count, const char *last)
{
    const size_t n    = strlen(piece);
    char *const  text = malloc(strlen(first) + n * (size_t)count + strlen(last) + 1);
    char        *at   = stpcpy(text, first);
    for (int i = 0; i < count; i++, at += n) memcpy(at, piece, n);
    strcpy(at, last);
    return text;
}

static const struct {
    const char *first, *piece;
    int         count;
    const char *last, *read;
} huge[] = {
    {"a1 {", "x", 10000000, "} b2 *", "a1 b2 *"},
    {"a1 ;", "(", 10000000, "\nb2 *", "a1 b2 *"},
    {"", "1. ", 3000000, "a1 *", "a1 *"},
    {"", "12 ", 3000000, "a1 *", "a1 *"},
    {"a1 ", "$9", 3000000, " b2 *", "a1 b2 *"},
    {"a1 ", "(b1) ", 2000000, " b2 *", "a1 b2 *"},
    {"a1 ", "(", 1000, ") b2 *", "'(' without ')'"},
    {"a1 ", "(", 1001, "b2 *", "variations deeper than 1000"},
    {"a1 ", "(", 10000000, "b2 *", "variations deeper than 1000"},
    {"a1 ", "x", 10000000, " b2 *", "move 1 of O: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...' is too long"},
    {"[A \"", "x", 511, "\"] a1 *", "a1 *"},
    {"[A \"", "x", 512, "\"] a1 *", "tag 'A': longer than 511 characters"},
    {"[A \"", "x", 10000000, "\"] a1 *", "tag 'A': longer than 511 characters"},
    {"[", "x", 63, " \"1\"] a1 *", "a1 *"},
    {"[", "x", 64, " \"1\"] a1 *", "a tag's name is too long"},
    {"", "[A \"1\"]\n", 2, "a1 *", "tag 'A' is there twice"},
    {"a1 b2\n", "\n", 1000000, "zz", "line 1000002, move 2 of X: illegal move 'zz'"},
};

START_TEST(test_huge_texts_are_read_or_refused)
{
    Variant           v    = test_open("tictactoe");
    FormatGame *const game = malloc(sizeof *game);
    char *const       text = repeated(huge[_i].first, huge[_i].piece, huge[_i].count, huge[_i].last);
    const char       *read = read_one(&v, text, strlen(text), game);
    ck_assert_msg(strstr(read, huge[_i].read) != NULL, "%d x '%s': %s", huge[_i].count, huge[_i].piece, read);
    free(text);
    free(game);
    variant_close(&v);
}
END_TEST

START_TEST(test_there_is_room_for_64_tags)
{
    FormatTags *const tags = calloc(1, sizeof *tags);
    char              name[80];
    for (int i = 0; i < FORMAT_TAGS_MAX - PGN_ROSTER; i++) {
        snprintf(name, sizeof name, "T%d", i);
        ck_assert(format_tag_set(tags, name, "1"));
    }
    ck_assert(format_tag_set(tags, "T5", "2"));
    ck_assert_str_eq(format_tag(tags, "T5"), "2");
    ck_assert(!format_tag_set(tags, "T57", "1"));
    ck_assert_ptr_null(format_tag(tags, "T57"));
    for (int i = 0; i < PGN_ROSTER; i++) ck_assert(format_tag_set(tags, pgn_roster[i], "3"));
    ck_assert_int_eq(tags->count, FORMAT_TAGS_MAX);
    ck_assert(format_tag_set(tags, "Event", "4") && !format_tag_set(tags, "T57", "1"));
    free(tags);
}
END_TEST

// Games one after another; skipping counts them as reading does, and does not look at moves.
START_TEST(test_games_are_skipped_as_they_are_read)
{
    static const char text[] =
        "[Event \"1\"]\n\na1 *\n\n[Event \"2\"]\n\nb1 c1\n\n[Event \"3\"]\n\n(zz) c1 0-1 "
        "a2 1-0 *\n[Event \"6\"]";
    static const char *const first[] = {"a1", "b1", "c1", "a2", NULL, NULL};
    Variant                  v       = test_open("tictactoe");
    FormatGame *const        game    = malloc(sizeof *game);
    Status                   status;
    for (int skip = 0; skip <= 6; skip++) {
        FormatReader reader;
        pgn_open(&reader, &v, text, strlen(text));
        for (int i = 0; i < skip; i++) ck_assert_int_eq(pgn_skip(&reader, &status), FORMAT_READ_GAME);
        const FormatRead read = pgn_read(&reader, game, &status);
        if (skip == 6) {
            ck_assert_int_eq(read, FORMAT_READ_END);
            ck_assert_int_eq(pgn_skip(&reader, &status), FORMAT_READ_END);
            continue;
        }
        ck_assert_int_eq(read, FORMAT_READ_GAME);
        ck_assert_int_eq(game->number, skip + 1);
        ck_assert_int_eq(game->record.count > 0, first[skip] != NULL);
        if (first[skip] != NULL) {
            char word[TEXT_MAX];
            Text out = text_on(word, sizeof word);
            record_move_text(&game->record, 0, &out);
            ck_assert_str_eq(word, first[skip]);
        }
        format_game_close(game);
    }
    FormatReader reader;
    pgn_open(&reader, &v, "a9 * b9 (", 9);
    ck_assert_int_eq(pgn_skip(&reader, &status), FORMAT_READ_GAME);
    ck_assert_int_eq(pgn_skip(&reader, &status), FORMAT_READ_BAD);
    ck_assert_str_eq(status.text, "game 2: line 1: '(' without ')'");
    free(game);
    variant_close(&v);
}
END_TEST

START_TEST(test_a_game_is_written_as_the_standard_has_it)
{
    static const char want[] = "[Event \"e\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                               "[White \"?\"]\n[Black \"second\"]\n[Result \"1-0\"]\n"
                               "[Variant \"tictactoe\"]\n[SetUp \"1\"]\n[FEN \"X-------- O\"]\n"
                               "[PlyCount \"4\"]\n\n1... b2 2. b1 a2 3. c1 1-0\n\n";
    Variant           v      = test_open("tictactoe");
    AnyState          s;
    Status            status;
    Record            record;
    size_t            size;
    Move              m;
    ck_assert(variant_parse(&v, &s, "X-------- O", &status) && record_open(&record, &v, &s, &status));
    static const char *const words[] = {"b2", "b1", "a2", "c1"};
    for (int i = 0; i < 4; i++)
        ck_assert(variant_move_parse(&v, &record.now, words[i], &m, &status) &&
                  record_play(&record, m, &status));
    const PgnFacts facts = {
        .event = "e", .players = {NULL, "second"}, .result = PGN_WHITE_WINS, .ended = ENDED_BY_RULES};
    char *const text = written(&record, &facts, facts.result, &size);
    ck_assert_str_eq(text, want);
    ck_assert_int_eq(pgn_points(&v, (const int[PLAYERS_MAX]){2, 0}), PGN_WHITE_WINS);
    ck_assert_int_eq(pgn_points(&v, (const int[PLAYERS_MAX]){0, 2}), PGN_BLACK_WINS);
    ck_assert_int_eq(pgn_points(&v, (const int[PLAYERS_MAX]){1, 1}), PGN_DRAW);
    free(text);
    record_close(&record);
    variant_close(&v);
}
END_TEST

// Tags that nobody gave, and one beyond the seven.
START_TEST(test_the_seven_tags_are_always_written)
{
    static const char want[] = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                               "[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n[Own \"a b\"]\n\n*\n\n";
    Variant           v      = test_open("tictactoe");
    FormatTags *const tags   = calloc(1, sizeof *tags);
    char             *text   = NULL;
    size_t            size;
    AnyState          s;
    Status            status;
    Record            record;
    variant_setup(&v, &s);
    ck_assert(record_open(&record, &v, &s, &status) && format_tag_set(tags, "Own", "a\nb"));
    FILE *const out = open_memstream(&text, &size);
    pgn_write(out, tags, &record, NULL, PGN_UNKNOWN);
    ck_assert_int_eq(fclose(out), 0);
    ck_assert_str_eq(text, want);
    free(text);
    free(tags);
    record_close(&record);
    variant_close(&v);
}
END_TEST

Suite *suite_pgn(void);
Suite *suite_pgn(void)
{
    int specs = 0;
    while (test_specs[specs] != NULL) specs++;
    Suite *const suite = suite_create("pgn");
    TCase *const tcase = tcase_create("pgn");
    tcase_set_timeout(tcase, test_amount(60, 3600));
    tcase_add_loop_test(tcase, test_what_was_written_is_read_again, 0, specs);
    tcase_add_loop_test(tcase, test_nasty_texts_are_read_or_refused, 0, sizeof nasty / sizeof *nasty);
    tcase_add_loop_test(tcase, test_huge_texts_are_read_or_refused, 0, sizeof huge / sizeof *huge);
    tcase_add_test(tcase, test_there_is_room_for_64_tags);
    tcase_add_test(tcase, test_games_are_skipped_as_they_are_read);
    tcase_add_test(tcase, test_a_game_is_written_as_the_standard_has_it);
    tcase_add_test(tcase, test_the_seven_tags_are_always_written);
    suite_add_tcase(suite, tcase);
    return suite;
}
