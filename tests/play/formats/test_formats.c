// Games as text: what was written in a notation is read again as the same game, and written again as the same
// bytes; texts are known by their content; what is wrong is refused in one line.
#include "base/rng.h"
#include "play/formats/epd.h"
#include "play/formats/pgn.h"
#include "play/match_file.h"
#include "play/formats/format_cases.h"

#include <stdlib.h>
#include <string.h>

static void same_record(const Record *a, const Record *b)
{
    ck_assert_mem_eq(&a->start, &b->start, a->v->game->state_size);
    ck_assert_int_eq(a->count, b->count);
    ck_assert_mem_eq(a->moves, b->moves, (size_t)a->count * sizeof *a->moves);
    ck_assert_mem_eq(&a->now, &b->now, a->v->game->state_size);
}

// Passes that end a transcript are left out of it.
static int passes_at_end(const Record *record)
{
    int n = 0;
    while (n < record->count && record->moves[record->count - 1 - n] == MOVE_PASS) n++;
    return n;
}

static void reads_again(const GameFormat *format, const FormatGame *game)
{
    const Variant *const v = game->record.v;
    char                 spec[TEXT_MAX], own[TEXT_MAX], name[FORMAT_NAME_MAX];
    Text                 out    = text_on(own, sizeof own);
    Status               status = {0};
    size_t               size, size_again;
    char *const          text       = format_case_text(format, game, &size);
    FormatGame *const    again      = format_text_game(format, v, text, size, 1, &status);
    const bool           moves_only = format == &format_transcript;
    ck_assert_msg(again != NULL, "%s: %s\n%s", format->name, status.text, text);
    same_record(&game->record, &again->record);
    char *const text_again = format_case_text(format, again, &size_again);
    ck_assert_str_eq(text, text_again);
    ck_assert_ptr_null(format_text_game(format, v, text, size, 2, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "there is no game 2"));
    variant_name(v, &out);
    ck_assert_msg(format_recognise(text, size, NULL, &status) == format, "%s: %s", format->name, text);
    ck_assert(format_spec(format, text, size, spec, &status));
    ck_assert_str_eq(spec, own);
    ck_assert_int_eq(again->ended, game->ended);
    if (!moves_only || game->ended != ENDED_NOT) {
        ck_assert_int_eq(again->decided, game->decided);
        ck_assert_mem_eq(again->points, game->points, sizeof game->points);
    }
    for (int p = 0; p < v->facts.players && !moves_only; p++)
        ck_assert_str_eq(format_tag(&again->tags, format_player_tag(v, p, name)),
                         format_tag(&game->tags, name));
    for (int i = 0; i <= game->record.count && !moves_only; i++)
        ck_assert_int_eq(format_comment_at(&again->comments, i) != NULL,
                         format_comment_at(&game->comments, i) != NULL);
    free(text);
    free(text_again);
    format_case_free(again);
}

// EPD has the last position, and who played as one text.
static void ends_again(const FormatGame *game)
{
    const Variant *const v = game->record.v;
    Status               status;
    size_t               size, size_again;
    char *const          text  = format_case_text(&format_epd, game, &size);
    FormatGame *const    again = format_text_game(NULL, v, text, size, 1, &status);
    ck_assert_msg(again != NULL, "%s\n%s", status.text, text);
    ck_assert_mem_eq(&again->record.start, &game->record.now, v->game->state_size);
    ck_assert_int_eq(again->record.count, 0);
    ck_assert_str_eq(format_tag(&again->tags, "Event"), "other - one [x] \\ 'y'");
    ck_assert_int_eq(format_comment_at(&again->comments, 0) != NULL,
                     format_comment_at(&game->comments, game->record.count) != NULL);
    char *const text_again = format_case_text(&format_epd, again, &size_again);
    ck_assert_str_eq(text, text_again);
    ck_assert(strchr(text, '\n') == text + size - 1);
    free(text);
    free(text_again);
    format_case_free(again);
}

// Every game in every notation that allows it, from the usual start and from elsewhere.
START_TEST(test_what_was_written_is_read_again)
{
    Variant v    = test_open(test_specs[_i]);
    Rng     rng  = rng_seed(47);
    int     done = 0;
    for (int round = 0; round < test_amount(6, 200); round++) {
        FormatGame *const game = format_case_random(&v, &rng, round % 2 ? 3 + round : 0,
                                                    round % 3 ? 150 : 12);
        for (int k = 0; formats_all[k] != NULL; k++) {
            Status status;
            if (!format_possible(formats_all[k], game, &status)) continue;
            if (formats_all[k] == &format_epd) {
                ends_again(game);
                done++;
                continue;
            }
            if (formats_all[k] == &format_transcript &&
                (game->record.count == 0 || passes_at_end(&game->record) > 0))
                continue;
            reads_again(formats_all[k], game);
            done++;
        }
        format_case_free(game);
    }
    ck_assert_int_ge(done, v.facts.players == 2 ? test_amount(12, 400) : test_amount(6, 200));
    variant_close(&v);
}
END_TEST

// The moves of the first game as a list and its result, or the message.
static const char *read_first(const Variant *v, const GameFormat *format, const char *text)
{
    static char       out[2 * TEXT_MAX];
    Status            status = {0};
    Text              list   = text_on(out, sizeof out);
    FormatGame *const game   = format_text_game(format, v, text, strlen(text), 1, &status);
    if (game == NULL) {
        ck_assert(status.text[0] != 0 && strchr(status.text, '\n') == NULL);
        return strcpy(out, status.text);
    }
    for (int i = 0; i < game->record.count; i++) {
        text_add(&list, "%s", i > 0 ? " " : "");
        record_move_text(&game->record, i, &list);
    }
    text_add(&list, game->decided ? " %d-%d" : " ?", game->points[0], game->points[1]);
    format_case_free(game);
    return out;
}

#define GGF_START "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"

static const struct {
    const char *format, *text, *read;   // read: what must be in it
} texts[] = {
    // PDN.
    {"pdn", "[Event \"x\"]\n[GameType \"21\"]\n\n1. 11-15 {the old\nfourteenth} 23-19 2. 8-11 22-17 *",
     "11-15 23-19 8-11 22-17 ?"},
    {"pdn", "1. 11-15 23-19 1-0", "11-15 23-19 0-2"},
    {"pdn", "1. 11-15 23-19 2-0", "11-15 23-19 0-2"},
    {"pdn", "1. 11-15 23-19 0-2", "11-15 23-19 2-0"},
    {"pdn", "1. 11-15 23-19 0-1", "11-15 23-19 2-0"},
    {"pdn", "1. 11-15 23-19 1-1", "11-15 23-19 1-1"},
    {"pdn", "1. 11-15! 23-19* 2. 8-11? $4 (2. 9-14 (2. 9-13) 27-23) 22-17 1/2-1/2", "8-11 22-17 1-1"},
    {"pdn", "[FEN \"W:W27,19,K18:B12,14,20.\"] 1. 18x9 20-24 2. 27x20", "18x9 20-24 27x20 ?"},
    {"pdn", "[GameType \"21,B,8,8,N2,0\"] 11-16 22-18 16-20", "11-16 22-18 16-20 ?"},
    {"pdn", "[GameType \"20\"] 32-28", "tag 'GameType': '20'; expected 21, English draughts"},
    {"pdn", "[GameType \"210\"] 32-28", "expected 21"},
    {"pdn", "1. 11-15 23-18 2. 8-12", "line 1, move 2 of black: illegal move '8-12'; expected one of"},
    {"pdn", "1. 11-15 (23-19", "'(' without ')'"},
    {"pdn", "[FEN \"W:W27\"] 1. 27-24", "tag 'FEN'"},
    // GGF.
    {"ggf",
     "(;GM[Othello]PC[here]PB[a]PW[b]RE[+4.00]TI[05:00//02:00]TY[8]" GGF_START "B[f5//1.2]W[F4/0.5]B[e3];)",
     "f5 f4 e3 2-0"},
    {"ggf", " 1\n(;GM[Othello]RE[-3.00:r]TY[8r]B[d3]W[c5];)", "d3 c5 0-2"},
    {"ggf", "(;GM[othello]RE[0.000]B[d3];)(;GM[Othello];)", "d3 1-1"},
    {"ggf", "(;RE[?] B[d3]\nW[c3] ;)", "d3 c3 ?"},
    {"ggf",
     "(;GM[Othello]BO[8 OOOOOOO* OOOOOOO* OOOOOOO* OOOOOOO* OOOOOOO* OOOOOOO* OOOOOOO* OOOOO*-- O]B[g8];)",
     "it is not his turn"},
    {"ggf", "(;BO[8 -O****** -------- -------- -------- -------- -------- -------- -------- O]B[a1]W[PA];)",
     "pass a1 2-0"},
    {"ggf", "(;BO[8 -O****** -------- -------- -------- -------- -------- -------- -------- O]W[PA]B[A1];)",
     "pass a1 2-0"},
    {"ggf", "(;GM[Amazons]B[d3];)", "GM[Amazons]: expected a game of Othello"},
    {"ggf", "(;TY[10]B[d3];)", "TY[10]: expected a board of size 8"},
    {"ggf", "(;TY[8k]KB[d3/2.0];)", "KB[d3/2.0]: a game that was begun by bids cannot be read"},
    {"ggf", "(;BO[10 ---- *];)", "expected a board of size 8"},
    {"ggf", "(;BO[8 ---- *];)", "5 cells; expected 64"},
    {"ggf", "(;BO[8 ---?];)", "'?' is number 4"},
    {"ggf", "(;B[d3]" GGF_START ";)", "expected before the first move"},
    {"ggf", "(;B[d3]B[c3];)", "line 1, B[c3]: it is not his turn"},
    {"ggf", "(;B[d3]\nW[h8];)", "game 1: line 2, W[h8]: illegal move 'h8'"},
    {"ggf", "(;B[d3]", "no ';)' at its end"},
    {"ggf", "(;B[d3", "B[: no ']' at its end"},
    {"ggf", "(;x[d3];)", "'x': expected a property"},
    {"ggf", "(;ABCDEFGHIJ[d3];)", "expected a property"},
    {"ggf", "(;B[d3];) x", "there are"},
    // Transcripts.
    {"transcript", "f5d6c3d3c4", "f5 d6 c3 d3 c4 ?"},
    {"transcript", "F5D6 C3\td3,c4", "f5 d6 c3 d3 c4 ?"},
    {"transcript", "1. f5 2. d6 3. c3\n4. d3 5. c4", "f5 d6 c3 d3 c4 ?"},
    {"transcript", "1.f5 d6 2.c3 d3 3.c4", "f5 d6 c3 d3 c4 ?"},
    {"transcript", "f5\nd6\nc3\nd3\nc4", "f5 d6 c3 d3 c4 ?"},
    {"transcript", "f5d6c3\nd3c4", "f5 d6 c3 d3 c4 ?"},
    {"transcript", "f5d6c3\nf5f4e3", "f5 d6 c3 ?"},
    {"transcript", "f5d6zz", "line 1: move 3: 'z': expected a square"},
    {"transcript", "f5d6\n\nh8", "line 3: move 3: illegal move 'h8'"},
    {"transcript", "f5psd6", "move 2: illegal move 'pass'"},
    {"transcript", "f5 -- d6", "move 2: illegal move 'pass'"},
    {"transcript", "f5d6 33-31", "expected a square"},
    // EPD: no moves; a mate has its result.
    {"epd", EPD_START " hmvc 0; fmvn 1;", " ?"},
    {"epd", EPD_START, " ?"},
    {"epd", EPD_START " 0 1", " ?"},
    {"epd", EPD_START " 0 1;", " ?"},
    {"epd", "\n# a suite\r\n \t" EPD_START " ; D1 20 ;D2 400\r\n", " ?"},
    {"epd", EPD_START " 0 1 bm e4; id \"a; b\"; noop", " ?"},
    {"epd", EPD_MATE " hmvc 1; fmvn 3;", " 0-2"},
    {"epd", EPD_START " hmvc 0; fmvn x;", "game 1: line 1: position 'rnbqkbnr/"},
    {"epd", EPD_START " hmvc 1000;", "'1000'; expected plies since the last capture"},
    {"epd", EPD_START " hmvc;", "expected plies since the last capture"},
    {"epd", EPD_START " hmvc \"0;1\";", "hmvc: '\"0;1\"...': expected a number"},
    {"epd", EPD_START " 0", "line 1: there is one counter; expected two, or none"},
    {"epd", EPD_START " 0 1 2", "'2': expected an operation"},
    {"epd", EPD_START " \"x\"", "'\"x\"': expected two counters, or operations that end with a semicolon"},
    {"epd", EPD_START " b-m e4;", "'b-m': expected an operation"},
    {"epd", "\n#\n\n" EPD_START " bm e4; id \"x;\n" EPD_START,
     "game 1: line 4: id: '\"' without a second one"},
    {"epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", "it ends too early"},
    {"epd", "rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "'ppppppp' has fewer than 8 squares"},
    {"epd", "8/8/8/8/8/8/8/8 w - -", "white has 0 kings"},
    // Our own.
    {"saved", "{\"pollard_game\":2}", "a game of version 2; this program reads version 1"},
    {"saved", "{}", "not a game of pollard"},
    {"saved", "[]", "expected an object"},
    {"saved", "{\"pollard_game\":1,", "no JSON"},
    {"saved", "{\"pollard_game\":1}", "game"},
};

START_TEST(test_texts_from_elsewhere_are_read_or_refused)
{
    Status                  status;
    const GameFormat *const format = format_find(texts[_i].format, &status);
    Variant                 v      = test_open(format->game != NULL ? format->game : "tictactoe");
    const char *const       read   = read_first(&v, format, texts[_i].text);
    ck_assert_msg(strstr(read, texts[_i].read) != NULL || strstr(texts[_i].read, "there are") != NULL,
                  "'%s' gives '%s'", texts[_i].text, read);
    variant_close(&v);
}
END_TEST

#define SAVED(MOVES, PLIES, ENDED, POINTS, POSITION, MORE)                                                   \
    "{\"pollard_game\":1,\"game\":\"tictactoe\",\"start\":\"--------- "                                      \
    "X\",\"players\":[\"a\",\"b\"],\"moves\":[" MOVES "],\"plies\":" PLIES ",\"ended\":\"" ENDED             \
    "\",\"result\":\"\",\"points\":[" POINTS "],\"position\":\"" POSITION "\"" MORE "}"
#define RANDOM "\"00000000000000010000000000000000000000000000000000000000000000ff\""

static const struct {
    const char *text, *read;
} saved[] = {
    {SAVED("\"a1\"", "1", "not", "", "X-------- O", ""), "a1 ?"},
    {SAVED("\"a1\"", "1", "not", "2,0", "X-------- O", ""), "a1 2-0"},
    {SAVED("\"a1\"", "1", "plies-max", "1,1", "X-------- O", ""), "a1 1-1"},
    {SAVED("\"a1\"", "1", "forfeit", "2,0", "X-------- O", ",\"forfeit\":{\"seat\":2,\"reason\":\"late\"}"),
     "a1 2-0"},
    {SAVED("\"a1\"", "1", "not", "", "X-------- O", ",\"comments\":[{\"ply\":1,\"text\":\"x\"}],\"tags\":{}"),
     "a1 ?"},
    {SAVED("\"a1\"", "1", "not", "", "X-------- O",
           ",\"session\":{\"seed\":1,\"plies_max\":9,\"time_ms\":5,\"random\":[" RANDOM "," RANDOM "]}"),
     "a1 ?"},
    {SAVED("\"a1\"", "2", "not", "", "X-------- O", ""), "'plies': 2; there are 1 moves"},
    {SAVED("\"a1\"", "1", "not", "", "-X------- O", ""), "'position': '-X------- O' does not follow"},
    {SAVED("\"a1\"", "1", "rules", "", "X-------- O", ""), "'ended': 'rules' does not follow from its moves"},
    {SAVED("\"a1\"", "1", "never", "", "X-------- O", ""), "'ended': 'never'"},
    {SAVED("\"a1\"", "1", "not", "3,0", "X-------- O", ""), "points"},
    {SAVED("\"a1\"", "1", "not", "2", "X-------- O", ""), "'points': expected a list of 2 numbers, or none"},
    {SAVED("\"a1\"", "1", "forfeit", "2,0", "X-------- O", ""), "'forfeit': expected together"},
    {SAVED("\"a1\"", "1", "not", "", "X-------- O", ",\"forfeit\":{\"seat\":2,\"reason\":\"late\"}"),
     "'forfeit': expected together"},
    {SAVED("\"a1\"", "1", "forfeit", "2,0", "X-------- O", ",\"forfeit\":{\"seat\":3,\"reason\":\"late\"}"),
     "'forfeit': expected {"},
    {SAVED("\"a1\",\"a1\"", "2", "not", "", "X-------- O", ""), "move 2: illegal move 'a1'"},
    {SAVED("1", "1", "not", "", "X-------- O", ""), "move 1: expected a text"},
    {SAVED("\"a1\"", "1", "not", "", "X-------- O", ",\"more\":1"), "more"},
    {SAVED("\"a1\"", "1", "not", "", "X-------- O", ",\"tags\":{\"a b\":\"\"}"),
     "tag 'a b': expected a name"},
    {SAVED("\"a1\"", "1", "not", "", "X-------- O", ",\"tags\":[]"), "'tags': expected an object"},
    {SAVED("\"a1\"", "1", "not", "", "X-------- O", ",\"comments\":[{\"ply\":2,\"text\":\"x\"}]"),
     "comment 1"},
    {SAVED("\"a1\"", "1", "not", "", "X-------- O",
           ",\"session\":{\"seed\":1,\"plies_max\":9,\"time_ms\":5,\"random\":[" RANDOM "]}"),
     "'session': a number is out of range"},
    {SAVED("\"a1\"", "1", "not", "", "X-------- O",
           ",\"session\":{\"seed\":-1,\"plies_max\":9,\"time_ms\":5,\"random\":[" RANDOM "," RANDOM "]}"),
     "'session': a number is out of range"},
    {SAVED("\"a1\"", "1", "not", "", "X-------- O",
           ",\"session\":{\"seed\":1,\"plies_max\":9,\"time_ms\":5,\"random\":[" RANDOM ",\"0\"]}"),
     "'session': 'random': expected 64 hexadecimal digits"},
    {"{\"pollard_game\":1,\"game\":\"othello\",\"start\":\"\",\"players\":[],\"moves\":[],\"plies\":0,"
     "\"ended\":\"\","
     "\"result\":\"\",\"points\":[],\"position\":\"\"}",
     "a game of 'othello'; expected one of 'tictactoe'"},
};

START_TEST(test_saved_games_are_checked)
{
    Variant           v    = test_open("tictactoe");
    const char *const read = read_first(&v, &format_saved, saved[_i].text);
    ck_assert_msg(strstr(read, saved[_i].read) != NULL, "'%s' gives '%s'", saved[_i].text, read);
    variant_close(&v);
}
END_TEST

// Known by content: the format, the game.
static const struct {
    const char *text, *format, *spec;
} known[] = {
    {"1. e4 e5 2. Nf3 *", "pgn", "chess"},
    {"e4 e5 Nf3", "pgn", "chess"},
    {"d4 d5 c4", "pgn", "chess"},
    {"[Event \"x\"]\n[Variant \"othello\"]\n\n1. f5 d6", "pgn", "othello"},
    {"[Variant \"Standard\"] e4", "pgn", "chess"},
    {"[Variant \"checkers:relaxed=yes\"] 11-15", "pgn", "checkers:relaxed=yes"},
    {"{a remark} 1. e4", "pgn", "chess"},
    {"\xef\xbb\xbf[Event \"x\"] 1. e4", "pgn", "chess"},
    {"1. 11-15 23-19", "pdn", "checkers"},
    {"[Event \"x\"] 11-15 23-19", "pdn", "checkers"},
    {"[GameType \"21\"] *", "pdn", "checkers"},
    {"(;GM[Othello];)", "ggf", "othello"},
    {"2 (;GM[Othello];)", "ggf", "othello"},
    {"f5d6c3", "transcript", "othello"},
    {"1. f5 2. d6", "transcript", "othello"},
    {"C4 e3", "transcript", "othello"},
    {" {\"pollard_game\":1,\"game\":\"focus:players=4\"}", "saved", "focus:players=4"},
    {EPD_START, "epd", "chess"},
    {"# mates\n\n" EPD_MATE " bm e4;", "epd", "chess"},
    {EPD_START " 0 1", "epd", "chess"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x", NULL, NULL},
    {"rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", NULL, NULL},
    {"", NULL, NULL},
    {"hello", NULL, NULL},
    {"(x)", NULL, NULL},
};

START_TEST(test_texts_are_known_by_their_content)
{
    char                    spec[TEXT_MAX];
    Status                  status;
    const GameFormat *const format = format_recognise(known[_i].text, strlen(known[_i].text), NULL, &status);
    if (known[_i].format == NULL) {
        ck_assert_ptr_null(format);
        ck_assert_ptr_nonnull(strstr(status.text, "expected one of: saved, ggf, epd, pdn, transcript, pgn"));
        return;
    }
    ck_assert_msg(format != NULL && strcmp(format->name, known[_i].format) == 0, "'%s': %s", known[_i].text,
                  format != NULL ? format->name : status.text);
    ck_assert(format_spec(format, known[_i].text, strlen(known[_i].text), spec, &status));
    ck_assert_str_eq(spec, known[_i].spec);
}
END_TEST

// Moves that a person pastes: the game, moves before, the text, the position afterwards or the message.
static const struct {
    const char *game, *before, *text, *then;
} pasted[] = {
    {"tictactoe", "", "a1 b2", "X---O---- X"},
    {"tictactoe", "", "", "--------- X"},
    {"tictactoe", "", "1. a1 b2 2. a2 *", "X--XO---- O"},
    {"tictactoe", "a1", "b2 {why} c3 1-0", "X---O---X O"},
    {"tictactoe", "", "[FEN \"X---O---- X\"] 2. b1", "XX--O---- O"},
    {"tictactoe", "a1 b2", "[FEN \"X---O---- X\"] 2. b1", "XX--O---- O"},
    {"tictactoe", "a1", "[FEN \"X---O---- X\"] 2. b1",
     "its start is another one; expected moves from 'X-------- O'"},
    {"tictactoe", "", SAVED("\"a1\"", "1", "not", "", "X-------- O", ""), "X-------- O"},
    {"tictactoe", "", "a1 zz", "move 2: illegal move 'zz'"},
    {"tictactoe", "", "1. a1 zz", "line 1, move 1 of O: illegal move 'zz'"},
    {"othello", "", "(;GM[Othello]B[f5]W[d6];)", NULL},
    {"othello", "", "1. f5 2. d6", NULL},
    {"othello", "", "F5d6", NULL},
    {"othello", "f5", "d6", NULL},
    {"checkers", "", "1. 11-15 {x} 23-19 2-0",
     "B:W19,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15"},
    {"chess", "", EPD_MATE " hmvc 1; fmvn 3; id \"fool\";", EPD_MATE " 1 3"},
    {"chess", "", EPD_START " hmvc 1000;", "'1000'; expected plies since the last capture"},
    {"chess", "e4", EPD_START, "its start is another one; expected moves from"},
    {"checkers", "", "(;GM[Othello]B[f5]W[d6];)", "illegal move '(;GM[Othello]B[f5]W[d6];)'"},
};

START_TEST(test_moves_are_pasted_in_any_notation)
{
    Variant  v = test_open(pasted[_i].game);
    AnyState s, othello;
    Record   record;
    Status   status;
    char     last[TEXT_MAX], want[TEXT_MAX];
    Text     out = text_on(last, sizeof last), want_out = text_on(want, sizeof want);
    variant_setup(&v, &s);
    ck_assert(record_open(&record, &v, &s, &status) && format_text_play(&record, pasted[_i].before, &status));
    const int  count = record.count;
    const bool good  = format_text_play(&record, pasted[_i].text, &status);
    if (pasted[_i].then == NULL) {
        variant_setup(&v, &othello);
        ck_assert(variant_moves_play(&v, &othello, "f5 d6", NULL, NULL, &status));
        variant_format(&v, &othello, &want_out);
    } else {
        text_add(&want_out, "%s", pasted[_i].then);
    }
    variant_format(&v, &record.now, &out);
    if (!good) ck_assert_int_eq(record.count, count);
    ck_assert_msg(strstr(good ? last : status.text, want) != NULL, "'%s' gives '%s'", pasted[_i].text,
                  good ? last : status.text);
    record_close(&record);
    variant_close(&v);
}
END_TEST

// What a notation cannot hold is refused with the reason.
static const struct {
    const char *game, *position, *format, *why;
} impossible[] = {
    {"focus:players=4", NULL, "pgn", "focus has 4 players; a game as PGN has two"},
    {"chess", NULL, "pdn", "pdn is a notation of checkers; this is a game of chess"},
    {"chess", NULL, "ggf", "ggf is a notation of othello"},
    {"othello", NULL, "epd", "epd is a notation of chess; this is a game of othello"},
    {"checkers:relaxed=yes", NULL, "pdn",
     "checkers:relaxed=yes: a game as PDN has the rules of English draughts"},
    {"othello", "XO-------------------------------------------------------------- O", "transcript",
     "a transcript begins at the usual start"},
};

START_TEST(test_what_cannot_be_written_is_refused)
{
    Variant           v    = test_open(impossible[_i].game);
    FormatGame *const game = calloc(1, sizeof *game);
    AnyState          s;
    Status            status;
    variant_setup(&v, &s);
    if (impossible[_i].position != NULL) ck_assert(variant_parse(&v, &s, impossible[_i].position, &status));
    ck_assert(record_open(&game->record, &v, &s, &status));
    ck_assert(!format_possible(format_find(impossible[_i].format, &status), game, &status));
    ck_assert_msg(strstr(status.text, impossible[_i].why) != NULL, "%s", status.text);
    format_case_free(game);
    variant_close(&v);
}
END_TEST

// Several games in a text, and the games of a match.
START_TEST(test_texts_have_several_games)
{
    static const char *const several[] = {
        "f5d6c3\nf5f4\n1. c4 c3\n2. d3\n",
        "(;GM[Othello]B[f5]W[d6]B[c3];)\n(;GM[Othello]B[f5]W[f4];)(;GM[Othello]B[c4]W[c3]B[d3];)",
        "[Variant \"othello\"] 1. f5 d6 2. c3 * 1. f5 f4 * 1. c4 c3 2. d3",
    };
    static const int counts[] = {3, 2, 3};
    Variant          v        = test_open("othello");
    Status           status;
    for (int i = 0; i < 3; i++)
        for (int number = 1; number <= 4; number++) {
            FormatGame *const game = format_text_game(NULL, &v, several[i], strlen(several[i]), number,
                                                      &status);
            ck_assert_int_eq(game != NULL, number <= 3);
            if (game == NULL) continue;
            ck_assert_int_eq(game->record.count, counts[number - 1]);
            ck_assert_int_eq(game->number, number);
            format_case_free(game);
        }
    variant_close(&v);
}
END_TEST

START_TEST(test_the_games_of_a_match_are_read)
{
    Variant            v      = test_open("tictactoe");
    MatchHeader *const header = calloc(1, sizeof *header);
    MatchGame          played = {.number = 6, .seats = {1, 0}};
    AnyState           s;
    Status             status;
    Move               m;
    char               text[4096] = "";
    strcpy(header->game, "tictactoe"), strcpy(header->spec[0], "random"), strcpy(header->spec[1], "human");
    strcpy(header->openings, "none");
    header->contestants = 2, header->plies_max = 9;
    match_header_sign(header);
    variant_setup(&v, &s);
    ck_assert(record_open(&played.record, &v, &s, &status));
    for (int i = 0; i < 5; i++)
        ck_assert(variant_move_parse(&v, &played.record.now,
                                     (const char *[]){"a1", "b1", "a2", "b2", "a3"}[i], &m, &status) &&
                  record_play(&played.record, m, &status));
    match_game_judge(&played, 9, POINTS_RESULT);
    char *const first = match_header_line(header), *const second = match_game_line(&played);
    snprintf(text, sizeof text, "%s{\"continued_by\":\"none\",\"commit\":\"x\"}\n%s%s", first, second,
             second);
    ck_assert_str_eq(read_first(&v, NULL, text), "a1 b1 a2 b2 a3 2-0");
    FormatGame *const game = format_text_game(NULL, &v, text, strlen(text), 2, &status);
    ck_assert_ptr_nonnull(game);
    ck_assert_str_eq(format_tag(&game->tags, "White"), "human");
    ck_assert_str_eq(format_tag(&game->tags, "Black"), "random");
    ck_assert_str_eq(format_tag(&game->tags, "Round"), "7");
    format_case_free(game);
    ck_assert_ptr_null(format_text_game(NULL, &v, text, strlen(text), 3, &status));
    strcpy(strstr(text, "a1 b1"), "a1 a1");
    ck_assert_msg(strstr(read_first(&v, NULL, text), "line 3") != NULL, "%s", text);
    free(first);
    free(second);
    free(header);
    match_game_close(&played);
    variant_close(&v);
}
END_TEST

// Long remarks, and bytes that are not UTF-8, go through every notation.
START_TEST(test_remarks_are_kept)
{
    Variant           v    = test_open("othello");
    FormatGame *const game = calloc(1, sizeof *game);
    char              remark[2000];
    AnyState          s;
    Status            status;
    memset(remark, 'x', sizeof remark);
    for (size_t i = 100; i < sizeof remark; i += 100) remark[i] = ' ';
    remark[50]                = (char)0xe9;   // Latin-1
    remark[sizeof remark - 1] = 0;
    variant_setup(&v, &s);
    ck_assert(record_open(&game->record, &v, &s, &status) &&
              format_text_play(&game->record, "f5d6", &status));
    format_comment_add(&game->comments, 1, remark, strlen(remark));
    format_comment_add(&game->comments, 1, "more", 4);
    format_comment_add(&game->comments, 2, " \n ", 3);
    format_comment_add(&game->comments, 2, "\x01\x7f", 2);
    ck_assert_int_eq(game->comments.count, 1);
    for (int i = 0; formats_all[i] != NULL; i++) {
        size_t size;
        if (!format_possible(formats_all[i], game, &status)) continue;
        char *const       text  = format_case_text(formats_all[i], game, &size);
        FormatGame *const again = format_text_game(formats_all[i], &v, text, size, 1, &status);
        ck_assert_msg(again != NULL, "%s", status.text);
        const char *const kept = format_comment_at(&again->comments, 1);
        if (formats_all[i] != &format_transcript) {
            ck_assert_uint_eq(strlen(kept), strlen(remark) + 5 + (formats_all[i] == &format_saved));
            ck_assert_ptr_nonnull(strstr(kept, "x more"));
        } else {
            ck_assert_ptr_null(kept);
        }
        ck_assert_ptr_null(format_comment_at(&again->comments, 0));
        format_case_free(again);
        free(text);
    }
    format_case_free(game);
    variant_close(&v);
}
END_TEST

START_TEST(test_formats_have_names_and_suffixes)
{
    Status status;
    for (int i = 0; formats_all[i] != NULL; i++) {
        char path[64];
        snprintf(path, sizeof path, "x%s", formats_all[i]->suffix);
        ck_assert_ptr_eq(format_find(formats_all[i]->name, &status), formats_all[i]);
        ck_assert_ptr_eq(format_by_suffix(path), formats_all[i]);
    }
    ck_assert_ptr_null(format_by_suffix("x.doc"));
    ck_assert_ptr_null(format_find("sgf", &status));
    ck_assert_str_eq(status.text,
                     "unknown format 'sgf'; expected one of: saved, ggf, epd, pdn, transcript, pgn");
}
END_TEST

Suite *suite_formats(void);
Suite *suite_formats(void)
{
    int specs = 0;
    while (test_specs[specs] != NULL) specs++;
    Suite *const suite = suite_create("formats");
    TCase *const tcase = tcase_create("formats");
    tcase_set_timeout(tcase, test_amount(60, 3600));
    tcase_add_loop_test(tcase, test_what_was_written_is_read_again, 0, specs);
    tcase_add_loop_test(tcase, test_texts_from_elsewhere_are_read_or_refused, 0,
                        sizeof texts / sizeof *texts);
    tcase_add_loop_test(tcase, test_saved_games_are_checked, 0, sizeof saved / sizeof *saved);
    tcase_add_loop_test(tcase, test_texts_are_known_by_their_content, 0, sizeof known / sizeof *known);
    tcase_add_loop_test(tcase, test_moves_are_pasted_in_any_notation, 0, sizeof pasted / sizeof *pasted);
    tcase_add_loop_test(tcase, test_what_cannot_be_written_is_refused, 0,
                        sizeof impossible / sizeof *impossible);
    tcase_add_test(tcase, test_texts_have_several_games);
    tcase_add_test(tcase, test_the_games_of_a_match_are_read);
    tcase_add_test(tcase, test_remarks_are_kept);
    tcase_add_test(tcase, test_formats_have_names_and_suffixes);
    suite_add_tcase(suite, tcase);
    return suite;
}
