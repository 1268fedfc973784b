// A game that breaks the contract is refused, once for every promise of game.h: tic-tac-toe with one function
// or fact wrong, each in a way of its own. What a promise is called is what `pollard check` says.
#include "game/game_check.h"
#include "tests.h"

#include <string.h>

// As in games/tictactoe.c.
typedef struct Board {
    uint16_t marks[2], turn;
} Board;

static const Game *whole;

static int marked(const void *s)
{
    const Board *const b = s;
    return __builtin_popcount(b->marks[0] | b->marks[1]);
}

// Moves. A fault shows once two marks stand, so that it is found in play, not at the start.
static int generate_wrong(const void *rules, const void *s, Move out[], int kind)
{
    int n = whole->generate(rules, s, out);
    if (n == 0 || marked(s) < 2) return n;
    if (kind == 0) out[n - 1] = out[0];
    else if (kind == 1) out[0] = MOVE_NONE;
    else out[0] = MOVE_PASS;
    return n;
}
static int generate_twice(const void *rules, const void *s, Move out[])
{
    return generate_wrong(rules, s, out, 0);
}
static int generate_none(const void *rules, const void *s, Move out[])
{
    return generate_wrong(rules, s, out, 1);
}
static int generate_pass(const void *rules, const void *s, Move out[])
{
    return generate_wrong(rules, s, out, 2);
}
static int generate_one(const void *rules, const void *s, Move out[])
{
    const int n = whole->generate(rules, s, out);
    if (n > 0) out[0] = MOVE_PASS;
    return n > 0;
}
static int  count_one(const void *rules, const void *s) { return whole->count(rules, s) > 0; }
static int  count_more(const void *rules, const void *s) { return whole->count(rules, s) + 1; }
static bool over_never(const void *rules, const void *s) { return (void)rules, (void)s, false; }
static bool over_early(const void *rules, const void *s) { return marked(s) == 4 || whole->over(rules, s); }
static uint32_t id_beyond(const void *rules, const void *s, Move m)
{
    return (void)rules, (void)s, m == 8 ? 9 : m;
}
static int kind_beyond(const void *rules, const void *s, Move m)
{
    return (void)rules, (void)s, whole->kinds - (m != 8);
}
static int kind_below(const void *rules, const void *s, Move m)
{
    return (void)rules, (void)s, m == 8 ? -1 : 0;
}

static void break_moves_max(Game *g, Facts *f) { (void)f, g->moves_max = 8; }
static void break_count(Game *g, Facts *f) { (void)f, g->count = count_more; }
static void break_over_never(Game *g, Facts *f) { (void)f, g->over = over_never; }
static void break_over_early(Game *g, Facts *f) { (void)f, g->over = over_early; }
static void break_twice(Game *g, Facts *f) { (void)f, g->generate = generate_twice; }
static void break_none(Game *g, Facts *f) { (void)f, g->generate = generate_none; }
static void break_pass_beside(Game *g, Facts *f) { g->generate = generate_pass, f->traits |= TRAIT_PASS; }
static void break_pass_trait(Game *g, Facts *f) { (void)f, g->generate = generate_one, g->count = count_one; }
static void break_id(Game *g, Facts *f) { (void)f, g->move_id = id_beyond; }
static void break_kind_beyond(Game *g, Facts *f) { (void)f, g->move_kind = kind_beyond; }
static void break_kind_below(Game *g, Facts *f) { (void)f, g->move_kind = kind_below; }

// Texts.
static void format_long(const void *rules, const void *s, Text *out)
{
    whole->position_format(rules, s, out);
    while (!out->cut) text_char(out, '-');
}
static void format_control(const void *rules, const void *s, Text *out)
{
    whole->position_format(rules, s, out);
    text_char(out, '\t');
}
static void format_beyond(const void *rules, const void *s, Text *out)
{
    whole->position_format(rules, s, out);
    text_char(out, 127);
}
static void format_more(const void *rules, const void *s, Text *out)
{
    whole->position_format(rules, s, out);
    text_char(out, '-');
}
static bool parse_other(const void *rules, void *s, const char *text, Status *status)
{
    const bool good = whole->position_parse(rules, s, text, status);
    if (good && marked(s) == 3) ((Board *)s)->marks[0] ^= 0x1ff & ~((Board *)s)->marks[1];
    return good;
}
static bool validate_any(const void *rules, const void *s, Status *status)
{
    return (void)rules, (void)s, (void)status, true;
}
static void move_empty(const void *rules, const void *s, Move m, Text *out)
{
    if (m != 4) whole->move_format(rules, s, m, out);
}
static void move_separated(const void *rules, const void *s, Move m, Text *out)
{
    whole->move_format(rules, s, m, out);
    if (m == 4) text_add(out, ",");
}
static void move_same(const void *rules, const void *s, Move m, Text *out)
{
    whole->move_format(rules, s, m == 4 ? 0 : m, out);
}
static void move_changing(const void *rules, const void *s, Move m, Text *out)
{
    static unsigned calls;
    whole->move_format(rules, s, m, out);
    text_add(out, "%u", ++calls);
}

static void cells_whole(const void *rules, const void *s, Move m, MoveCells *out)
{
    (void)rules, (void)s;
    *out = (MoveCells){.count = 1, .cells = {(int)m}};
}

static void break_long(Game *g, Facts *f) { (void)f, g->position_format = format_long; }
static void break_control(Game *g, Facts *f) { (void)f, g->position_format = format_control; }
static void break_beyond(Game *g, Facts *f) { (void)f, g->position_format = format_beyond; }
static void break_more(Game *g, Facts *f) { (void)f, g->position_format = format_more; }
static void break_parse(Game *g, Facts *f)
{
    (void)f, g->position_parse = parse_other, g->validate = validate_any;
}
static void break_move_empty(Game *g, Facts *f) { (void)f, g->move_format = move_empty; }
static void break_move_separated(Game *g, Facts *f) { (void)f, g->move_format = move_separated; }
static void break_move_same(Game *g, Facts *f)
{
    (void)f, g->move_format = move_same, g->move_cells = cells_whole;   // which would find it in the text
}
static void break_move_changing(Game *g, Facts *f) { (void)f, g->move_format = move_changing; }

// Hashes.
static uint64_t hash_off(const void *rules, const void *s)
{
    return whole->hash(rules, s) + (marked(s) == 3);
}
static uint64_t hash_turn(const void *rules, const void *s)
{
    Board b = *(const Board *)s;
    b.turn  = 0;
    return whole->hash(rules, &b);
}
static uint64_t hash_marks(const void *rules, const void *s)
{
    (void)rules;
    return (uint64_t)marked(s) * 2 + ((const Board *)s)->turn;
}

static void break_hash(Game *g, Facts *f) { (void)f, g->hash = hash_off; }
static void break_hash_turn(Game *g, Facts *f) { (void)f, g->hash = g->rehash = hash_turn; }
static void break_hash_same(Game *g, Facts *f) { (void)f, g->hash = g->rehash = hash_marks; }

// Values.
static void payoff_third(const void *rules, const void *s, Value out[PLAYERS_MAX])
{
    whole->payoff(rules, s, out);
    out[0] -= 60, out[2] += 60;
}
static void payoff_more(const void *rules, const void *s, Value out[PLAYERS_MAX])
{
    whole->payoff(rules, s, out);
    out[0]++;
}
static Value evaluate_same(const void *rules, const void *s, int p)
{
    return (void)rules, (void)p, marked(s);
}

static void break_payoff_third(Game *g, Facts *f) { (void)f, g->payoff = payoff_third; }
static void break_payoff_sum(Game *g, Facts *f) { (void)f, g->payoff = payoff_more; }
static void break_evaluate(Game *g, Facts *f) { (void)f, g->evaluate = evaluate_same; }

// Leaves: tic-tac-toe makes them, so these games say what the whole one would find; one of them is wrong by a
// point for one move, one values the moves that end the game too.
static bool leaf_more(const void *rules, const void *s, Move m, Value *value)
{
    Board child;
    whole->play(rules, &child, s, m);
    *value = whole->evaluate(rules, &child, whole->turn(rules, s)) + (m == 4);
    return !whole->over(rules, &child);
}
static bool leaf_ending(const void *rules, const void *s, Move m, Value *value)
{
    Board child;
    whole->play(rules, &child, s, m);
    *value = whole->evaluate(rules, &child, whole->turn(rules, s));
    return true;
}
static Value evaluate_corner(const void *rules, const void *s, int p)
{
    (void)rules;
    return (((const Board *)s)->marks[p] & 1) - (((const Board *)s)->marks[!p] & 1);
}
static bool leaf_other(const void *rules, const void *s, Move m, Value *value)
{
    Board child;
    whole->play(rules, &child, s, m);
    *value = evaluate_corner(rules, &child, whole->turn(rules, &child));
    return !whole->over(rules, &child);
}

static void break_leaf(Game *g, Facts *f) { (void)f, g->leaf = leaf_more; }
static void break_leaf_ending(Game *g, Facts *f) { (void)f, g->leaf = leaf_ending; }
static void break_leaf_other(Game *g, Facts *f)
{
    (void)f, g->evaluate = evaluate_corner, g->leaf = leaf_other;   // for the player to move after it
}

// Passing.
static void pass_nothing(const void *rules, void *child, const void *s, int p)
{
    (void)rules, (void)p;
    memcpy(child, s, sizeof(Board));
}
static void pass_marking(const void *rules, void *child, const void *s, int p)
{
    whole->pass_to(rules, child, s, p);
    if (marked(s) == 3) ((Board *)child)->marks[0] = 0;
}
static int generate_passed(const void *rules, const void *s, Move out[])
{
    const Board *const b = s;
    int                n = whole->generate(rules, s, out);
    if (__builtin_popcount(b->marks[0]) != __builtin_popcount(b->marks[1]) + b->turn)
        while (n <= 9) out[n] = (Move)n, n++;
    return n;
}
static int generate_stuck(const void *rules, const void *s, Move out[])
{
    const Board *const b = s;
    if (__builtin_popcount(b->marks[0]) != __builtin_popcount(b->marks[1]) + b->turn) return 0;
    return whole->generate(rules, s, out);
}
// The hash of a state with another turn is that of the state it came from, and its own otherwise.
static uint64_t hash_passed(const void *rules, const void *s)
{
    const Board *const b      = s;
    const bool         passed = __builtin_popcount(b->marks[0]) != __builtin_popcount(b->marks[1]) + b->turn;
    return whole->hash(rules, s) + passed;
}
// A state remembers that it was passed, on a square beyond the board that no cell shows.
static void pass_leaving(const void *rules, void *child, const void *s, int p)
{
    whole->pass_to(rules, child, s, p);
    ((Board *)child)->marks[1] |= 0x200;
}

static void break_pass_turn(Game *g, Facts *f) { (void)f, g->pass_to = pass_nothing; }
static void break_pass_cell(Game *g, Facts *f) { (void)f, g->pass_to = pass_marking; }
static void break_pass_many(Game *g, Facts *f) { (void)f, g->generate = generate_passed; }
static void break_pass_paid(Game *g, Facts *f) { (void)f, g->generate = generate_stuck; }
static void break_pass_hash(Game *g, Facts *f) { (void)f, g->hash = hash_passed; }
static void break_pass_back(Game *g, Facts *f) { (void)f, g->pass_to = pass_leaving; }

// Playing.
static void play_parent(const void *rules, void *child, const void *s, Move m)
{
    whole->play(rules, child, s, m);
    if (m == 4) ((Board *)(uintptr_t)s)->marks[0] |= 0x200;   // beyond the board
}
static void play_unset(const void *rules, void *child, const void *s, Move m)
{
    const Board kept = *(Board *)child;
    whole->play(rules, child, s, m);
    if (m == 4) ((Board *)child)->turn = kept.turn;
}
static int turn_third(const void *rules, const void *s) { return marked(s) == 3 ? 2 : whole->turn(rules, s); }
static uint32_t id_changing(const void *rules, const void *s, Move m)
{
    static uint32_t calls;
    (void)rules, (void)s, (void)m;
    return ++calls % 9;
}
static uint64_t perft_more(const void *rules, const void *s, int depth, uint64_t *interior)
{
    return whole->perft(rules, s, depth, interior) + 1;
}

static void break_play_parent(Game *g, Facts *f)
{
    (void)f, g->play = play_parent, g->symmetry = NULL;   // which plays, too
}
static void break_play_unset(Game *g, Facts *f) { (void)f, g->play = play_unset; }
static void break_turn(Game *g, Facts *f) { (void)f, g->turn = turn_third; }
static void break_id_changing(Game *g, Facts *f) { (void)f, g->move_id = id_changing; }
static void break_perft(Game *g, Facts *f) { (void)f, g->perft = perft_more; }

// Symmetry: another turn; a payoff that asks for a corner.
static void symmetry_turn(const void *rules, void *image, const void *s, int k)
{
    whole->symmetry(rules, image, s, k);
    ((Board *)image)->turn ^= 1;
}
static void payoff_corner(const void *rules, const void *s, Value out[PLAYERS_MAX])
{
    whole->payoff(rules, s, out);
    if (whole->count(rules, s) == 0 && (((const Board *)s)->marks[0] & 1)) out[0] = out[1] = 0;
}

static void break_symmetry_turn(Game *g, Facts *f) { (void)f, g->symmetry = symmetry_turn; }
static void break_symmetry_payoff(Game *g, Facts *f) { (void)f, g->payoff = payoff_corner; }

// Facts.
static CellPlace place_crowded(const void *rules, int i)
{
    CellPlace place = whole->cell_place(rules, i);
    if (i == 5) place.x--;
    return place;
}
static CellPlace place_crowded_left(const void *rules, int i)
{
    CellPlace place = whole->cell_place(rules, i);
    if (i == 4) place.x++;
    return place;
}

static CellPlace place_named_alike(const void *rules, int i)
{
    CellPlace       place = whole->cell_place(rules, i);
    const CellPlace first = whole->cell_place(rules, 0);
    if (i == 8) memcpy(place.name, first.name, sizeof place.name);
    return place;
}
static CellPlace place_unnamed(const void *rules, int i)
{
    CellPlace place = whole->cell_place(rules, i);
    place.name[0]   = 0;
    return place;
}

// What stands on the fifth square, each time wrong in one way.
static CellView view_middle(const void *rules, const void *s, int i, CellView wrong)
{
    return i == 4 ? wrong : whole->cell_view(rules, s, i);
}
static CellView view_third(const void *rules, const void *s, int i)
{
    return view_middle(rules, s, i, (CellView){.owner = 2, .height = 1});
}
static CellView view_kind(const void *rules, const void *s, int i)
{
    return view_middle(rules, s, i, (CellView){.owner = 0, .height = 1, .kind = CELL_KING + 1});
}
static CellView view_high(const void *rules, const void *s, int i)
{
    return view_middle(rules, s, i, (CellView){.owner = 0, .height = CELL_STACK_MAX + 1});
}
static CellView view_stack(const void *rules, const void *s, int i)
{
    return view_middle(rules, s, i, (CellView){.owner = 0, .height = 2, .stack = {0, 2}});
}
static void break_view_third(Game *g, Facts *f) { (void)f, g->cell_view = view_third; }
static void break_view_kind(Game *g, Facts *f) { (void)f, g->cell_view = view_kind; }
static void break_view_high(Game *g, Facts *f) { (void)f, g->cell_view = view_high; }
static void break_view_stack(Game *g, Facts *f) { (void)f, g->cell_view = view_stack; }

static void break_symbols(Game *g, Facts *f) { (void)g, f->symbols = NULL; }
static void break_colors(Game *g, Facts *f) { (void)g, f->colors = NULL; }
static void break_symbols_few(Game *g, Facts *f) { (void)g, f->symbols = "X"; }
static void break_colors_few(Game *g, Facts *f) { (void)g, f->colors = "r"; }
static void break_cells(Game *g, Facts *f) { (void)g, f->cells = 0; }
static void break_cells_most(Game *g, Facts *f) { (void)g, f->cells = GAME_CELLS_MAX + 1; }
static void break_place(Game *g, Facts *f) { (void)f, g->cell_place = place_crowded; }
static void break_name(Game *g, Facts *f)
{
    (void)f, g->cell_place = place_named_alike, g->move_cells = cells_whole;
}
static void break_place_left(Game *g, Facts *f) { (void)f, g->cell_place = place_crowded_left; }
static int  reversible_negative(const void *rules, const void *s) { return (void)rules, (void)s, -1; }
static void break_reversible(Game *g, Facts *f) { (void)f, g->reversible = reversible_negative; }
static void break_repetitions(Game *g, Facts *f) { (void)g, f->repetitions = 3; }
static void break_plies(Game *g, Facts *f) { (void)g, f->plies_max = 4; }

static const struct {
    const char *promise;
    void (*breaks)(Game *game, Facts *facts);
} promises[] = {
    {"more moves than MOVES_MAX at", break_moves_max},
    {"count is not the number of generated moves", break_count},
    {"over does not agree with the number of moves", break_over_never},
    {"over does not agree with the number of moves", break_over_early},
    {"the same move twice", break_twice},
    {"MOVE_NONE among the moves", break_none},
    {"a pass beside other moves, or without TRAIT_PASS", break_pass_beside},
    {"a pass beside other moves, or without TRAIT_PASS", break_pass_trait},
    {"move_id out of range", break_id},
    {"move_kind out of range", break_kind_beyond},
    {"move_kind out of range", break_kind_below},
    {"the position text is longer than TEXT_MAX", break_long},
    {"not printable ASCII", break_control},
    {"not printable ASCII", break_beyond},
    {"cannot read what it wrote: position", break_more},
    {"parse(format(position)) is another position", break_parse},
    {"a move text is empty or has a separator in it", break_move_empty},
    {"a move text is empty or has a separator in it", break_move_separated},
    {"parse(format(move)) is another move", break_move_same},
    {"cannot read its own move: illegal move", break_move_changing},
    {"the incremental hash is not the hash from scratch", break_hash},
    {"the hash does not differ by turn", break_hash_turn},
    {"two positions have the same hash", break_hash_same},
    {"a payoff for a player who does not exist", break_payoff_third},
    {"payoffs do not sum to zero", break_payoff_sum},
    {"evaluate(0) is not -evaluate(1)", break_evaluate},
    {"a piece of nobody's on a cell", break_view_third},
    {"a kind of piece that nobody can draw", break_view_kind},
    {"a pile above CELL_STACK_MAX", break_view_high},
    {"a piece of nobody's in a pile", break_view_stack},
    {"pass_to does not give the turn", break_pass_turn},
    {"pass_to changes a cell", break_pass_cell},
    {"more moves than MOVES_MAX after pass_to", break_pass_many},
    {"is paid as if he were not out", break_pass_paid},
    {"pass_to leaves a wrong hash", break_pass_hash},
    {"pass_to there and back changes the position", break_pass_back},
    {"leaf is not what evaluate gives the player after his move", break_leaf},
    {"leaf is not what evaluate gives the player after his move", break_leaf_other},
    {"leaf values a move that ends the game", break_leaf_ending},
    {"play touches the parent", break_play_parent},
    {"play leaves bytes of the child unset", break_play_unset},
    {"turn out of range after a move", break_turn},
    {"move_id is not a function", break_id_changing},
    {"perft(2) differs from counting through the table", break_perft},
    {"an image has another turn or another number of moves", break_symmetry_turn},
    {"an image has another payoff", break_symmetry_payoff},
    {"facts.symbols or facts.colors is missing", break_symbols},
    {"facts.symbols or facts.colors is missing", break_colors},
    {"facts.symbols or facts.colors is shorter than the number of players", break_symbols_few},
    {"facts.symbols or facts.colors is shorter than the number of players", break_colors_few},
    {"facts.cells is 0: nothing to draw", break_cells},
    {"facts.cells is above GAME_CELLS_MAX", break_cells_most},
    {"two cells are drawn at the same place", break_place},
    {"two cells are drawn at the same place", break_place_left},
    {"two cells have the same name", break_name},
    {"a game without TRAIT_REPEATS continues after plies_max", break_plies},
    {"reversible is below 0", break_reversible},
    {"facts.repetitions is 1, or without TRAIT_REPEATS", break_repetitions},
};
enum { PROMISES = sizeof promises / sizeof *promises };

START_TEST(test_a_game_that_breaks_a_promise_is_refused_by_it)
{
    Variant     v = test_open("tictactoe");
    Game        game;
    CheckReport report;
    Status      status = {0};
    whole              = v.game;
    game               = *whole;
    promises[_i].breaks(&game, &v.facts);
    v.game = &game;
    ck_assert_msg(!game_check(&v, 200, 1, NULL, NULL, &report, &status), "not found: %s",
                  promises[_i].promise);
    ck_assert_msg(strstr(status.text, promises[_i].promise) != NULL, "expected %s: %s", promises[_i].promise,
                  status.text);
    v.game = whole;
    variant_close(&v);
}
END_TEST

// Many cells without a name are not many of one name.
START_TEST(test_cells_may_be_without_names)
{
    Variant     v = test_open("tictactoe");
    Game        game;
    CheckReport report;
    Status      status = {0};
    whole              = v.game;
    game               = *whole;
    game.cell_place = place_unnamed, game.move_cells = cells_whole;
    v.game = &game;
    ck_assert_msg(game_check(&v, 20, 1, NULL, NULL, &report, &status), "%s", status.text);
    v.game = whole;
    variant_close(&v);
}
END_TEST

// A game whose positions come again after two plies each, but which says that no move can be taken back.
static int reversible_never(const void *rules, const void *s) { return (void)rules, (void)s, 1; }

START_TEST(test_a_position_that_comes_again_from_too_far_back_is_found)
{
    Variant     v    = test_open("thief-police:size=7,maze=6,exits=2,stay=thief,rounds=40");
    Game        game = *v.game;
    CheckReport report;
    Status      status = {0};
    ck_assert(game_check(&v, 50, 1, NULL, NULL, &report, &status));
    game.reversible          = reversible_never;
    const Game *const before = v.game;
    v.game                   = &game;
    ck_assert(!game_check(&v, 50, 1, NULL, NULL, &report, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "an equal position lies farther back than reversible"));
    v.game = before;
    variant_close(&v);
}
END_TEST

static void count_call(void *context, uint64_t done, uint64_t total)
{
    ck_assert_uint_eq(total, 40);
    ck_assert_uint_eq(done, ++*(uint64_t *)context);
}

// What the report counts, by a game that is sure to fill the board: X and O never get a line, so every game
// has nine plies and ten positions, the first with nine moves; none of them is lost sight of.
static int generate_all(const void *rules, const void *s, Move out[])
{
    (void)rules;
    int n = 0;
    for (Move m = 0; m < 9; m++)
        if (!((((const Board *)s)->marks[0] | ((const Board *)s)->marks[1]) >> m & 1)) out[n++] = m;
    return n;
}
static int      count_all(const void *rules, const void *s) { return (void)rules, 9 - marked(s); }
static bool     over_all(const void *rules, const void *s) { return (void)rules, marked(s) == 9; }
static uint64_t perft_all(const void *rules, const void *s, int depth, uint64_t *interior)
{
    (void)rules, (void)depth, (void)interior;
    const int n = 9 - marked(s);   // perft(2): n moves with n - 1 replies; the last moves end the game
    return n > 1 ? (uint64_t)(n * (n - 1)) : 1;
}

START_TEST(test_the_report_counts_what_was_played)
{
    Variant     v    = test_open("tictactoe");
    Game        game = *v.game;
    CheckReport report;
    Status      status = {0};
    uint64_t    calls  = 0;
    whole              = v.game;
    game.generate = generate_all, game.count = count_all, game.over = over_all, game.perft = perft_all;
    game.rank = NULL, game.predecessors = NULL, game.symmetry = NULL, game.validate = validate_any;
    v.game = &game;
    ck_assert_msg(game_check(&v, 40, 3, count_call, &calls, &report, &status), "%s", status.text);
    ck_assert_uint_eq(calls, 40);
    ck_assert_uint_eq(report.games, 40);
    ck_assert_uint_eq(report.positions, 400);
    ck_assert_uint_eq(report.finished, 40);
    ck_assert_int_eq(report.moves_most, 9);
    ck_assert_int_eq(report.plies_most, 9);

    // Stopped by the referee after six plies: seven positions, none of them the end.
    v.facts.plies_max = 6, v.facts.traits |= TRAIT_REPEATS;
    ck_assert_msg(game_check(&v, 40, 3, NULL, NULL, &report, &status), "%s", status.text);
    ck_assert_uint_eq(report.positions, 280);
    ck_assert_uint_eq(report.finished, 0);
    ck_assert_int_eq(report.plies_most, 6);
    v.game = whole;
    variant_close(&v);
}
END_TEST

Suite *suite_contract_broken(void);
Suite *suite_contract_broken(void)
{
    Suite *suite = suite_create("contract_broken");
    TCase *tcase = tcase_create("contract_broken");
    tcase_add_loop_test(tcase, test_a_game_that_breaks_a_promise_is_refused_by_it, 0, PROMISES);
    tcase_add_test(tcase, test_cells_may_be_without_names);
    tcase_add_test(tcase, test_a_position_that_comes_again_from_too_far_back_is_found);
    tcase_add_test(tcase, test_the_report_counts_what_was_played);
    suite_add_tcase(suite, tcase);
    return suite;
}
