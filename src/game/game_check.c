#include "game/game_check.h"
#include "base/rng.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// Positions remembered to see that different ones have different hashes; direct-mapped.
enum { SEEN_MAX = 1 << 14, CELLS_NEAR = 200 };   // CELLS_NEAR: how far back a cell is compared with others
typedef struct Seen {
    uint64_t hash, text_hash;
} Seen;

typedef struct Check {
    const Variant  *v;
    Rng             rng;
    Seen           *seen;
    CheckReport    *report;
    Status         *status;
    const AnyState *s;         // the position under test, for messages
    uint64_t       *hashes;    // of the positions of the game so far
    MoveCells      *touched;   // room for the moves of a position
} Check;

static bool broken(Check *c, const char *promise)
{
    char text[TEXT_MAX];
    Text out = text_on(text, sizeof text);
    variant_format(c->v, c->s, &out);
    return status_fail(c->status, "%s: %s at '%s'", c->v->game->name, promise, text);
}

static uint64_t hash_text(const char *text)
{
    uint64_t h = 0;
    for (; *text; text++) h = mix64(h ^ (uint64_t)(unsigned char)*text);
    return h;
}

static bool states_equal(const Check *c, const AnyState *a, const AnyState *b)
{
    return memcmp(a, b, c->v->game->state_size) == 0;
}

// parse(format(x)) == x, and the text is one clean line.
static bool check_text(Check *c)
{
    char     text[TEXT_MAX];
    Text     out = text_on(text, sizeof text);
    AnyState back;
    variant_format(c->v, c->s, &out);
    if (out.cut) return broken(c, "the position text is longer than TEXT_MAX");
    for (const char *at = text; *at; at++)
        if (*at < ' ' || *at > '~')
            return broken(c, "the position text has a character that is not printable ASCII");
    Status why;
    if (!variant_parse(c->v, &back, text, &why))
        return status_fail(c->status, "%s: cannot read what it wrote: %s", c->v->game->name, why.text);
    if (!states_equal(c, &back, c->s)) return broken(c, "parse(format(position)) is another position");
    return true;
}

static bool check_hash(Check *c)
{
    const Game *const g = c->v->game;
    const uint64_t    h = g->hash(c->v->rules, c->s);
    if (h != g->rehash(c->v->rules, c->s))
        return broken(c, "the incremental hash is not the hash from scratch");

    char text[TEXT_MAX];
    Text out = text_on(text, sizeof text);
    variant_format(c->v, c->s, &out);
    for (int i = 0; i < c->v->facts.counters; i++) {
        char *const last = strrchr(text, ' ');
        if (last == NULL) return broken(c, "fewer words in the position text than facts.counters");
        *last = 0;
    }
    const uint64_t text_hash = hash_text(text);
    Seen *const    seen      = &c->seen[h % SEEN_MAX];
    if (seen->hash == h && seen->text_hash && seen->text_hash != text_hash)
        return broken(c, "two positions have the same hash");
    *seen = (Seen){h, text_hash};
    return true;
}

// What those who draw rely on: they look no further.
static bool check_views(Check *c)
{
    const int players = c->v->facts.players;
    for (int i = 0; i < c->v->facts.cells; i++) {
        const CellView view = c->v->game->cell_view(c->v->rules, c->s, i);
        if (view.owner < -1 || view.owner >= players) return broken(c, "a piece of nobody's on a cell");
        if (view.kind > CELL_KING) return broken(c, "a kind of piece that nobody can draw");
        if (view.height > CELL_STACK_MAX) return broken(c, "a pile above CELL_STACK_MAX");
        for (int k = 0; view.height > 1 && k < view.height; k++)
            if (view.stack[k] >= players) return broken(c, "a piece of nobody's in a pile");
    }
    return true;
}

static bool check_pass(Check *c)
{
    const Game *const g = c->v->game;
    const int         p = g->turn(c->v->rules, c->s);
    for (int q = 0; q < c->v->facts.players; q++) {
        AnyState given = {0}, back = {0};
        g->pass_to(c->v->rules, &given, c->s, q);
        if (g->turn(c->v->rules, &given) != q) return broken(c, "pass_to does not give the turn");
        if (q != p && g->hash(c->v->rules, &given) == g->hash(c->v->rules, c->s))
            return broken(c, "the hash does not differ by turn");
        if (g->hash(c->v->rules, &given) != g->rehash(c->v->rules, &given))
            return broken(c, "pass_to leaves a wrong hash");
        for (int i = 0; i < c->v->facts.cells; i++) {
            const CellView a = g->cell_view(c->v->rules, c->s, i), b = g->cell_view(c->v->rules, &given, i);
            if (a.owner != b.owner || a.kind != b.kind || a.height != b.height)
                return broken(c, "pass_to changes a cell");
        }
        Move      moves[GAME_MOVES_MAX];
        Value     pay[PLAYERS_MAX];
        const int n = g->generate(c->v->rules, &given, moves);
        g->payoff(c->v->rules, &given, pay);
        if (n > g->moves_max) return broken(c, "more moves than MOVES_MAX after pass_to");
        if (n == 0 && pay[q] >= 0 && !(c->v->facts.traits & TRAIT_STALEMATE))
            return broken(c, "a player who could not move if it were his turn is paid as if he were not out");
        g->pass_to(c->v->rules, &back, &given, p);
        if (!states_equal(c, &back, c->s)) return broken(c, "pass_to there and back changes the position");
    }
    return true;
}

static bool check_values(Check *c)
{
    const Game *const g = c->v->game;
    Value             pay[PLAYERS_MAX], sum = 0;
    g->payoff(c->v->rules, c->s, pay);
    for (int p = 0; p < PLAYERS_MAX; p++) {
        sum += pay[p];
        if (p >= c->v->facts.players && pay[p] != 0)
            return broken(c, "a payoff for a player who does not exist");
    }
    if (sum != 0) return broken(c, "payoffs do not sum to zero");
    if (c->v->facts.players == 2 && g->evaluate(c->v->rules, c->s, 0) != -g->evaluate(c->v->rules, c->s, 1))
        return broken(c, "evaluate(0) is not -evaluate(1)");
    return true;
}

static int compare_moves(const void *a, const void *b)
{
    const Move x = *(const Move *)a, y = *(const Move *)b;
    return x < y ? -1 : x > y;
}

static bool check_moves(Check *c, const Move moves[], int n)
{
    assert(n >= 0 && n <= GAME_MOVES_MAX);
    const Game *const g = c->v->game;
    if (n > g->moves_max) return broken(c, "more moves than MOVES_MAX");
    if (n != g->count(c->v->rules, c->s)) return broken(c, "count is not the number of generated moves");
    if ((n == 0) != g->over(c->v->rules, c->s))
        return broken(c, "over does not agree with the number of moves");
    Move sorted[GAME_MOVES_MAX];
    memcpy(sorted, moves, (size_t)n * sizeof *moves);
    qsort(sorted, (size_t)n, sizeof *sorted, compare_moves);
    for (int i = 1; i < n; i++)
        if (sorted[i] == sorted[i - 1]) return broken(c, "the same move twice");
    for (int i = 0; i < n; i++) {
        if (moves[i] == MOVE_NONE) return broken(c, "MOVE_NONE among the moves");
        if (moves[i] == MOVE_PASS && (n != 1 || !(c->v->facts.traits & TRAIT_PASS)))
            return broken(c, "a pass beside other moves, or without TRAIT_PASS");
        if (g->move_id(c->v->rules, c->s, moves[i]) >= c->v->facts.move_ids)
            return broken(c, "move_id out of range");
        const int kind = g->move_kind(c->v->rules, c->s, moves[i]);
        if (kind < 0 || kind >= g->kinds) return broken(c, "move_kind out of range");
    }
    return true;
}

static int compare_touched(const void *a, const void *b) { return memcmp(a, b, sizeof(MoveCells)); }

static bool clean_word(const char *text, size_t size)
{
    const size_t n = strnlen(text, size);
    for (size_t i = 0; i < n; i++)
        if (text[i] < '!' || text[i] > '~') return false;
    return n < size;
}

static bool check_touched(Check *c, const MoveCells *touched)
{
    if (touched->count < 0 || touched->count > MOVE_CELLS_MAX)
        return broken(c, "a move touches more cells than MOVE_CELLS_MAX");
    for (int i = 0; i < touched->count; i++) {
        if (touched->cells[i] < 0 || touched->cells[i] >= c->v->facts.cells)
            return broken(c, "a move touches a cell that does not exist");
        if (i > 0 && touched->cells[i] == touched->cells[i - 1])
            return broken(c, "a move touches a cell twice in a row");
    }
    if (!clean_word(touched->button, MOVE_BUTTON_MAX))
        return broken(c, "the name of a button is too long or has more than printable ASCII in it");
    return true;
}

// What a search takes for the value of a move without making it is what it would find by making it.
static bool check_leaves(Check *c, const Move moves[], int n)
{
    const Game *const g = c->v->game;
    const int         p = g->turn(c->v->rules, c->s);
    for (int i = 0; g->leaf != NULL && c->v->facts.players == 2 && i < n; i++) {
        AnyState child = {0};
        Value    value = 0;
        if (!g->leaf(c->v->rules, c->s, moves[i], &value)) continue;
        g->play(c->v->rules, &child, c->s, moves[i]);
        if (g->over(c->v->rules, &child)) return broken(c, "leaf values a move that ends the game");
        if (value != g->evaluate(c->v->rules, &child, p))
            return broken(c, "leaf is not what evaluate gives the player after his move");
    }
    return true;
}

// How a person makes the moves on the board. What is beyond the count does not tell two moves apart.
static bool check_cells(Check *c, const Move moves[], int n)
{
    variant_move_cells(c->v, c->s, moves, n, c->touched);
    for (int i = 0; i < n; i++) {
        MoveCells *const t = &c->touched[i];
        if (!check_touched(c, t)) return false;
        memset(t->cells + t->count, 0, (size_t)(MOVE_CELLS_MAX - t->count) * sizeof *t->cells);
        memset(t->button + strlen(t->button), 0, MOVE_BUTTON_MAX - strlen(t->button));
    }
    qsort(c->touched, (size_t)n, sizeof *c->touched, compare_touched);
    for (int i = 1; i < n; i++)
        if (compare_touched(&c->touched[i - 1], &c->touched[i]) == 0)
            return broken(c, "two moves are touched alike");
    return true;
}

static bool check_actions(Check *c, const Move moves[], int n)
{
    uint32_t sorted[GAME_MOVES_MAX];
    for (int i = 0; i < n; i++) {
        sorted[i] = c->v->game->action_id(c->v->rules, c->s, moves[i]);
        if (sorted[i] >= c->v->facts.actions) return broken(c, "action_id out of range");
    }
    qsort(sorted, (size_t)n, sizeof *sorted, compare_moves);
    for (int i = 1; i < n; i++)
        if (sorted[i] == sorted[i - 1]) return broken(c, "two moves have the same action_id");
    return true;
}

// The move and its number lead to each other.
static bool check_action(Check *c, Move m)
{
    Move back;
    if (!variant_action_parse(c->v, c->s, c->v->game->action_id(c->v->rules, c->s, m), &back) || back != m)
        return broken(c, "action_id is not a function");
    return true;
}

static bool check_notes(Check *c)
{
    Notes notes;
    variant_notes(c->v, c->s, &notes);
    if (notes.cut) return broken(c, "more notes than NOTES_MAX, or a name or value that is too long");
    for (int i = 0; i < notes.count; i++) {
        const Note *const note = &notes.notes[i];
        if (note->player < -1 || note->player >= c->v->facts.players)
            return broken(c, "a note of a player who does not exist");
        if (note->name[0] == 0 || note->value[0] == 0) return broken(c, "a note without a name or a value");
        for (const char *at = note->value; *at; at++)
            if (*at < ' ' || *at > '~') return broken(c, "a note has more than printable ASCII in it");
    }
    return true;
}

// Text of one move and back: every move of a position costs a pass over all of them, so one is drawn.
static bool check_move_text(Check *c, Move m)
{
    char   text[TEXT_MAX];
    Text   out = text_on(text, sizeof text);
    Move   back;
    Status why;
    variant_move_format(c->v, c->s, m, &out);
    if (out.used == 0 || strpbrk(text, " ,\t\n") != NULL)
        return broken(c, "a move text is empty or has a separator in it");
    if (!variant_move_parse(c->v, c->s, text, &back, &why))
        return status_fail(c->status, "%s: cannot read its own move: %s", c->v->game->name, why.text);
    if (back != m) return broken(c, "parse(format(move)) is another move");
    return true;
}

static bool check_play(Check *c, Move m, AnyState *child)
{
    const Game *const g      = c->v->game;
    const AnyState    before = *c->s;
    AnyState          again;
    memset(child, 0, sizeof *child);
    memset(&again, 0xa5, sizeof again);
    g->play(c->v->rules, child, c->s, m);
    g->play(c->v->rules, &again, c->s, m);
    if (!states_equal(c, &before, c->s)) return broken(c, "play touches the parent");
    if (!states_equal(c, child, &again)) return broken(c, "play leaves bytes of the child unset");
    const int p = g->turn(c->v->rules, child);
    if (p < 0 || p >= c->v->facts.players) return broken(c, "turn out of range after a move");
    if (g->move_id(c->v->rules, c->s, m) != g->move_id(c->v->rules, &before, m))
        return broken(c, "move_id is not a function");
    return true;
}

// The compiled perft against one that goes through the table, two plies deep.
static bool check_perft(Check *c, const Move moves[], int n)
{
    const Game *const g      = c->v->game;
    const uint64_t    ended  = (uint64_t)g->perft_ends;
    uint64_t          leaves = n == 0 ? ended : 0, interior = 0;
    for (int i = 0; i < n; i++) {
        AnyState child;
        Move     replies[GAME_MOVES_MAX];
        g->play(c->v->rules, &child, c->s, moves[i]);
        const int k = g->generate(c->v->rules, &child, replies);
        leaves += k > 0 ? (uint64_t)k : ended;
    }
    if (leaves != g->perft(c->v->rules, c->s, 2, &interior))
        return broken(c, "perft(2) differs from counting through the table");
    return true;
}

// Solver part: rank and unrank are inverse, here and at a number drawn at random.
static bool check_rank(Check *c)
{
    const Game *const g    = c->v->game;
    const uint64_t    most = g->rank == NULL ? 0 : g->positions(c->v->rules);
    AnyState          back = {0};
    if (most == 0) return true;
    const uint64_t number = g->rank(c->v->rules, c->s);
    if (number >= most) return broken(c, "a position without a rank, or one that is not below positions");
    if (!g->unrank(c->v->rules, &back, number) || !states_equal(c, &back, c->s))
        return broken(c, "unrank(rank(position)) is another position");
    const uint64_t drawn = rng_next(&c->rng) % most;
    memset(&back, 0, sizeof back);
    if (g->unrank(c->v->rules, &back, drawn) && g->rank(c->v->rules, &back) != drawn)
        return broken(c, "rank(unrank(number)) is another number");
    return true;
}

static bool leads_to(const Check *c, const AnyState *from, const AnyState *to)
{
    const Game *const g = c->v->game;
    Move              moves[GAME_MOVES_MAX];
    const int         n = g->generate(c->v->rules, from, moves);
    for (int i = 0; i < n; i++) {
        AnyState child = {0};
        g->play(c->v->rules, &child, from, moves[i]);
        if (states_equal(c, &child, to)) return true;
    }
    return false;
}

// The images of a position: the same turn and result, and moves that lead to the images of what moves here
// lead to, which is why the values are the same.
static bool check_symmetry(Check *c, const Move moves[], int n)
{
    const Game *const g     = c->v->game;
    const int         count = g->symmetry == NULL ? 1 : g->symmetries(c->v->rules);
    for (int k = 1; k < count; k++) {
        AnyState image = {0};
        Value    here[PLAYERS_MAX], there[PLAYERS_MAX];
        g->symmetry(c->v->rules, &image, c->s, k);
        if (g->turn(c->v->rules, &image) != g->turn(c->v->rules, c->s) || g->count(c->v->rules, &image) != n)
            return broken(c, "an image has another turn or another number of moves");
        g->payoff(c->v->rules, c->s, here);
        g->payoff(c->v->rules, &image, there);
        if (memcmp(here, there, sizeof here) != 0) return broken(c, "an image has another payoff");
        for (int i = 0; i < n; i++) {
            AnyState child = {0}, child_image = {0};
            g->play(c->v->rules, &child, c->s, moves[i]);
            g->symmetry(c->v->rules, &child_image, &child, k);
            if (!leads_to(c, &image, &child_image))
                return broken(c, "no move of an image leads to the image of what a move leads to");
        }
    }
    return true;
}

// Predecessors are the inverse of moves: the position before is one of them, each comes once, each leads
// here.
static bool check_predecessors(Check *c, const AnyState *child)
{
    const Game *const g = c->v->game;
    if (g->predecessors == NULL || g->rank == NULL || g->positions(c->v->rules) == 0) return true;
    uint8_t *const out = calloc(PREDECESSORS_MAX, g->state_size);
    if (out == NULL) return status_fail(c->status, "out of memory");
    const int   n       = g->predecessors(c->v->rules, child, out, PREDECESSORS_MAX);
    int         here    = 0;
    const char *promise = NULL;
    for (int i = 0; i < n; i++) {
        AnyState before = {0};
        memcpy(&before, out + (size_t)i * g->state_size, g->state_size);
        here += states_equal(c, &before, c->s);
        if (!leads_to(c, &before, child))
            promise = "no move leads from a predecessor to the position it is one of";
        for (int k = 0; k < i; k++)
            if (memcmp(out + (size_t)k * g->state_size, &before, g->state_size) == 0)
                promise = "the same predecessor twice";
    }
    if (here != 1) promise = "a position is not among the predecessors of what its move leads to";
    free(out);
    return promise == NULL || broken(c, promise);
}

static bool check_position(Check *c, const Move moves[], int n)
{
    c->report->positions++;
    if (n > c->report->moves_most) c->report->moves_most = n;
    return check_moves(c, moves, n) && check_cells(c, moves, n) && check_actions(c, moves, n) &&
           check_notes(c) && check_text(c) && check_hash(c) && check_values(c) && check_rank(c) &&
           check_symmetry(c, moves, n) && check_views(c) && check_leaves(c, moves, n) &&
           (n == 0 || check_pass(c));
}

// No position equal to the one at `ply` lies farther back than its game says; nothing at its start is known.
static bool check_reversible(Check *c, uint64_t hashes[], int ply)
{
    const Game *const g    = c->v->game;
    const int         back = g->reversible(c->v->rules, c->s);
    hashes[ply]            = g->hash(c->v->rules, c->s);
    if (back < 0) return broken(c, "reversible is below 0");
    for (int i = 0; back < ply && i < ply - back; i++)
        if (hashes[i] == hashes[ply]) return broken(c, "an equal position lies farther back than reversible");
    return true;
}

typedef struct CellName {
    char text[CELL_NAME_MAX];
} CellName;

static int compare_names(const void *a, const void *b)
{
    return strncmp(((const CellName *)a)->text, ((const CellName *)b)->text, CELL_NAME_MAX);
}

// People click a move by the names of its cells: one name, one cell. A cell may have none.
static bool check_names(Check *c)
{
    const int       cells = c->v->facts.cells;
    CellName *const names = calloc((size_t)cells, sizeof *names);
    bool            good  = true;
    if (names == NULL) return status_fail_system(c->status, "out of memory");
    for (int i = 0; i < cells; i++) {
        const CellPlace place = c->v->game->cell_place(c->v->rules, i);
        memcpy(names[i].text, place.name, CELL_NAME_MAX);
    }
    qsort(names, (size_t)cells, sizeof *names, compare_names);
    for (int i = 1; good && i < cells; i++)
        good = names[i].text[0] == 0 || compare_names(&names[i - 1], &names[i]) != 0;
    free(names);
    return good || broken(c, "two cells have the same name");
}

// What the facts promise, before any game is played.
static bool check_facts(Check *c)
{
    const Variant *const v = c->v;
    if (v->facts.symbols == NULL || v->facts.colors == NULL)
        return broken(c, "facts.symbols or facts.colors is missing");
    if ((int)strlen(v->facts.symbols) < v->facts.players || (int)strlen(v->facts.colors) < v->facts.players)
        return broken(c, "facts.symbols or facts.colors is shorter than the number of players");
    if (v->facts.cells < 1) return broken(c, "facts.cells is 0: nothing to draw");
    if (v->facts.cells > GAME_CELLS_MAX) return broken(c, "facts.cells is above GAME_CELLS_MAX");
    if (v->facts.actions > ACTIONS_MAX) return broken(c, "facts.actions is above ACTIONS_MAX");
    if (v->facts.repetitions != 0 && (v->facts.repetitions < 2 || !(v->facts.traits & TRAIT_REPEATS)))
        return broken(c, "facts.repetitions is 1, or without TRAIT_REPEATS");
    for (int i = 1; i < v->facts.cells; i++)
        for (int k = i > CELLS_NEAR ? i - CELLS_NEAR : 0; k < i; k++) {
            const CellPlace a = v->game->cell_place(v->rules, k), b = v->game->cell_place(v->rules, i);
            if (a.y == b.y && a.x < b.x + 2 && b.x < a.x + 2)
                return broken(c, "two cells are drawn at the same place");
        }
    return check_names(c);
}

static bool check_game(Check *c)
{
    const Game *const g = c->v->game;
    AnyState          s, child;
    variant_setup(c->v, &s);
    int ply = 0;
    for (; ply <= c->v->facts.plies_max; ply++) {
        Move      moves[GAME_MOVES_MAX];
        const int n = g->generate(c->v->rules, &s, moves);
        c->s        = &s;
        if (!check_position(c, moves, n) || !check_reversible(c, c->hashes, ply)) return false;
        if (n == 0) {
            c->report->finished++;
            break;
        }
        const Move m = moves[rng_below(&c->rng, (uint32_t)n)];
        if (rng_below(&c->rng, 8) == 0 && !check_perft(c, moves, n)) return false;
        if (!check_move_text(c, m) || !check_action(c, m) || !check_play(c, m, &child) ||
            !check_predecessors(c, &child))
            return false;
        s = child;
    }
    if (ply > c->v->facts.plies_max) {
        ply = c->v->facts.plies_max;
        if (!(c->v->facts.traits & TRAIT_REPEATS))
            return broken(c, "a game without TRAIT_REPEATS continues after plies_max");
    }
    if (ply > c->report->plies_most) c->report->plies_most = ply;
    c->report->games++;
    return true;
}

static void check_free(Check *c)
{
    free(c->seen);
    free(c->hashes);
    free(c->touched);
}

bool game_check(const Variant *v, uint64_t games, uint64_t seed, CheckProgress *progress, void *context,
                CheckReport *report, Status *status)
{
    assert(games > 0);
    *report = (CheckReport){0};
    Check c = {.v       = v,
               .rng     = rng_seed(seed),
               .seen    = calloc(SEEN_MAX, sizeof(Seen)),
               .hashes  = calloc((size_t)v->facts.plies_max + 1, sizeof(uint64_t)),
               .touched = calloc(GAME_MOVES_MAX, sizeof(MoveCells)),
               .report  = report,
               .status  = status};
    if (c.seen == NULL || c.hashes == NULL || c.touched == NULL)
        return check_free(&c), status_fail_system(status, "out of memory");
    AnyState start;
    variant_setup(v, &start);
    c.s       = &start;
    bool good = check_facts(&c);
    for (uint64_t i = 0; good && i < games; i++) {
        good = check_game(&c);
        if (progress != NULL) progress(context, i + 1, games);
    }
    check_free(&c);
    return good;
}
