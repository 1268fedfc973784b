// rules.c - a thief runs for the exit of a maze, policemen try to surround him; simple and
// simultaneous game.
//
// Rules: docs/GAMES.md. Source: the paper on pattern and endgame databases, sections VI and VII.
//
// Layout: open cells are numbered row by row (board.h), and every unit in a state is such a number, so that
// tables over (police cells, thief cell) need no translation. Four numbers of 15 bits share a 64-bit word
// ("lanes", there as well): the four neighbours of a unit are compared with another unit at once, and no
// branch depends on the walls.
//
// Parts: hot rules; opening the rules; reading and writing (notation.h); drawing.
#include "base/bits.h"
#include "game/game.h"
#include "games/thief_police/numbering.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { MOVES_MAX = 1 + 4 * POLICE_MAX, ROUNDS_USUAL = 200, ROUNDS_MAX = 10000 };
enum { THIEF, POLICE };   // the players
enum { LANE_THIEF = 3 };

typedef struct State {
    // ascending, CELL_NONE after the last; during a simultaneous turn where they still stand
    Lanes police;
    // what a policeman may not choose: lanes 0-2 the choices made in this turn, lane 3 the thief
    Lanes    taken;
    uint32_t turn;
    // made in this turn; they stay when pass_to gives the turn to the thief, dropped when he moves
    uint16_t choices;
    // 1 + the player whose search this is, where each side values its own table alone; else 0 (eval.h)
    uint16_t searcher;
} State;

// The evaluation, when it is one by look-ups (eval.h).
typedef struct Evals {
    int            which, police_weight, thief_weight;
    uint64_t       sets;             // of police
    const uint8_t *police, *thief;   // tables
    PursuitChoose  choose;
    uint16_t       exit_way[CELLS_MAX];   // steps to the nearest exit
} Evals;

typedef struct Rules {
    Board     board;
    BoardSpec spec;
    State     start;
    int       police;
    bool      simultaneous, may_stay[2];
    uint8_t   exit_distance[CELLS_MAX];   // to the nearest exit, walls ignored
    Evals     eval;
} Rules;

enum { STAY_BOTH, STAY_THIEF, STAY_POLICE, STAY_NONE };
enum {
    OPTION_SIZE,
    OPTION_MAZE,
    OPTION_STYLE,
    OPTION_OPEN,
    OPTION_POLICE,
    OPTION_SIMULTANEOUS,
    OPTION_START,
    OPTION_LOOPS,
    OPTION_EXITS,
    OPTION_STAY,
    OPTION_ROUNDS
};
static const Option options[] = {
    {.key      = "size",
     .min      = BOARD_SIZE_MIN,
     .max      = MAZE_SIZE_MAX,
     .fallback = 20,
     .help     = "rows and columns of the maze"},
    {.key = "maze", .min = 1, .max = 1000000, .fallback = 1, .help = "number of the maze"},
    {.key      = "style",
     .choices  = "random|perfect|loops|usual",
     .fallback = STYLE_USUAL,
     .help     = "cells blocked at random; corridors of a perfect maze; the same with loops, its dead ends "
                 "trimmed; usual: loops at size 20, else random"},
    {.key      = "open",
     .min      = 0,
     .max      = CELLS_MAX,
     .fallback = 0,
     .help     = "open cells of a maze that is not perfect; 0: 150 at size 20, 1610 at 60, else two fifths"},
    {.key = "police", .min = 1, .max = POLICE_MAX, .fallback = 4, .help = "number of policemen"},
    {.key      = "simultaneous",
     .choices  = "no|yes",
     .fallback = 0,
     .help     = "all policemen move in a police turn, not one of them"},
    {.key = "start", .min = 1, .max = 1000000, .fallback = 1, .help = "number of the starting configuration"},
    {.key      = "loops",
     .min      = 0,
     .max      = LOOPS_MAX,
     .fallback = LOOPS_USUAL,
     .help     = "openings between the corridors of style=loops"},
    {.key = "exits", .min = 1, .max = EXITS_MAX, .fallback = 1, .help = "number of exits"},
    {.key      = "stay",
     .choices  = "both|thief|police|none",
     .fallback = STAY_BOTH,
     .help     = "who may stay where he is; others do so only when nothing else is possible"},
    {.key = "rounds", .min = 1, .max = ROUNDS_MAX, .fallback = ROUNDS_USUAL, .help = "rounds until a draw"},
    {0},
};

// Hot rules. A move packs unit (the policeman's lane; 0 for the thief), direction and target.

static inline Move move_pack(unsigned unit, unsigned d, unsigned target)
{
    return unit << 24 | d << 16 | target;
}
static inline int      move_unit(Move m) { return (int)(m >> 24); }
static inline unsigned move_direction(Move m) { return m >> 16 & 0xff; }
static inline unsigned move_target(Move m) { return m & 0xffff; }

static inline unsigned thief_cell(const State *s) { return s->taken.cell[LANE_THIEF]; }
static inline uint64_t thief_alone(unsigned cell) { return lanes_set(LANES_NONE, LANE_THIEF, cell); }

static inline unsigned cell_step(const Rules *r, unsigned cell, unsigned direction)
{
    return direction == STAY ? cell : r->board.next[cell].cell[direction - 1];
}

// The top bits of the open neighbours of a cell; then only of those where no unit of `others` stands.
static inline uint64_t cell_open(const Rules *r, unsigned cell)
{
    return ~(r->board.next[cell].word + LANES_ONE) & LANES_TOP;   // CELL_NONE + 1 is the top bit
}

static inline uint64_t cell_free(const Rules *r, unsigned cell, const Lanes *others)
{
    uint64_t free = cell_open(r, cell);
    for (int i = 0; i < LANES; i++) free &= lanes_unlike(r->board.next[cell].word, others->cell[i]);
    return free;
}

static inline bool thief_escaped(const Rules *r, const State *s)
{
    return board_is_exit(&r->board, thief_cell(s));
}
static inline uint64_t thief_steps(const Rules *r, const State *s)
{
    return cell_free(r, thief_cell(s), &s->police);
}
static inline bool thief_caught(const Rules *r, const State *s)
{
    return s->turn == THIEF && !thief_steps(r, s);
}

// Simple game: four bits per policeman, lowest policeman first.
static inline unsigned police_steps(const Rules *r, const State *s)
{
    unsigned steps = 0;
    for (int i = 0; i < r->police; i++) {
        const unsigned cell = s->police.cell[i];
        const uint64_t free = cell_free(r, cell, &s->police) &
                              lanes_unlike(r->board.next[cell].word, thief_cell(s));
        steps |= lanes_gather(free) << 4 * i;
    }
    return steps;
}

// Simultaneous game: can the policemen after number k find cells of their own when he takes `target`?
static bool choice_fits(const Rules *r, uint64_t police, uint64_t taken, int k, unsigned target)
{
    if (k + 1 == r->police) return true;
    taken                = lanes_set(taken, k, target);
    const unsigned after = police >> 16 * (k + 1) & CELL_NONE;
    for (unsigned d = STAY; d < DIRECTIONS; d++) {
        const unsigned cell = cell_step(r, after, d);
        if (cell != CELL_NONE && !lanes_hold(taken, cell) && choice_fits(r, police, taken, k + 1, cell))
            return true;
    }
    return false;
}

// Simultaneous game: what policeman k, the next, may choose; bit 0 to stay, bits 1-4 the steps. The policemen
// after him can all stay, unless this choice or one before it takes the cell of one of them; only then a way
// out is looked for. Who may not stay does so where he has no other choice.
static inline unsigned police_choices(const Rules *r, const State *s)
{
    const int      k    = (int)s->choices;
    const unsigned cell = s->police.cell[k];
    const uint64_t next = r->board.next[cell].word, later = s->police.word | (LANES_NONE & lanes_upto(k));
    uint64_t       free = cell_open(r, cell) & lanes_unlike(next, thief_cell(s)), apart = LANES_TOP;
    bool           stay = true, crowded = false;
    for (int i = 0; i < k; i++) {
        free &= lanes_unlike(next, s->taken.cell[i]);
        stay &= cell != s->taken.cell[i];
        crowded |= lanes_hold(later, s->taken.cell[i]);
    }
    for (int i = k + 1; i < LANES; i++) apart &= lanes_unlike(next, s->police.cell[i]);

    unsigned choices = lanes_gather(free) << 1 | stay;
    uint64_t doubt   = crowded ? choices : lanes_gather(free & ~apart) << 1;
    while (doubt) {
        const unsigned d = (unsigned)bits_take(&doubt);
        if (!choice_fits(r, s->police.word, s->taken.word, k, cell_step(r, cell, d))) choices &= ~(1u << d);
    }
    return r->may_stay[POLICE] || choices == 1 ? choices : choices & ~1u;
}

static inline int generate_unit(const Rules *r, unsigned unit, unsigned cell, uint64_t directions,
                                Move out[MOVES_MAX])
{
    int n = 0;
    while (directions) {
        const unsigned d = (unsigned)bits_take(&directions);
        out[n++]         = move_pack(unit, d, cell_step(r, cell, d));
    }
    return n;
}

static inline int generate_thief(const Rules *r, const State *s, Move out[MOVES_MAX])
{
    const unsigned steps = lanes_gather(thief_steps(r, s));
    return steps ? generate_unit(r, 0, thief_cell(s), steps << 1 | r->may_stay[THIEF], out) : 0;
}

static inline int generate_simple(const Rules *r, const State *s, Move out[MOVES_MAX])
{
    int      n     = 0;
    uint64_t steps = police_steps(r, s);
    // Nobody moves: written as the first policeman staying.
    if (r->may_stay[POLICE] || !steps) out[n++] = move_pack(0, STAY, s->police.cell[0]);
    while (steps) {
        const unsigned step = (unsigned)bits_take(&steps), unit = step / 4, lane = step % 4;
        out[n++] = move_pack(unit, lane + 1, r->board.next[s->police.cell[unit]].cell[lane]);
    }
    return n;
}

static int generate(const Rules *r, const State *s, Move out[MOVES_MAX])
{
    if (thief_escaped(r, s)) return 0;
    if (s->turn == THIEF) return generate_thief(r, s, out);
    if (!r->simultaneous) return generate_simple(r, s, out);
    return generate_unit(r, s->choices, s->police.cell[s->choices], police_choices(r, s), out);
}

#define GAME_HAS_COUNT
static int count(const Rules *r, const State *s)
{
    if (thief_escaped(r, s)) return 0;
    if (s->turn == THIEF) {
        const int steps = bits_count(thief_steps(r, s));
        return steps ? steps + r->may_stay[THIEF] : 0;
    }
    if (r->simultaneous) return bits_count(police_choices(r, s));
    const int steps = bits_count(police_steps(r, s));
    return steps + (r->may_stay[POLICE] || steps == 0);
}

// Simultaneous game: the police when the last has chosen and all choices are carried out.
static inline uint64_t police_after(const Rules *r, const State *s, unsigned last_target)
{
    uint64_t police = LANES_NONE;
    for (int i = 0; i + 1 < r->police; i++) police = lanes_insert(police, s->taken.cell[i]);
    return lanes_insert(police, last_target);
}

// Whole words are stored, since a word loaded right after a store to one of its lanes would have to
// wait for it.
static void play(const Rules *r, State *child, const State *s, Move m)
{
    const unsigned target = move_target(m);
    uint64_t       police = s->police.word, taken = s->taken.word;
    uint32_t       to_move = THIEF;
    uint16_t       choices = 0;
    if (s->turn == THIEF) {
        taken   = thief_alone(target);
        to_move = POLICE;
    } else if (!r->simultaneous) {
        police = lanes_insert(lanes_remove(police, move_unit(m)), target);
    } else if ((int)s->choices + 1 < r->police) {
        taken   = lanes_set(taken, move_unit(m), target);
        to_move = POLICE;
        choices = (uint16_t)(s->choices + 1);
    } else {
        police = police_after(r, s, target);
        taken  = thief_alone(thief_cell(s));
    }
    *child = (State){.police.word = police,
                     .taken.word  = taken,
                     .turn        = to_move,
                     .choices     = choices,
                     .searcher    = s->searcher};
}

static int turn(const Rules *r, const State *s) { return (void)r, (int)s->turn; }

static void pass_to(const Rules *r, State *child, const State *s, int p)
{
    (void)r;
    *child      = *s;
    child->turn = (uint32_t)p;
}

// The number of choices shows in `taken`; the top bit of the thief's lane is free for the turn, those of the
// others for the searcher: what he found is of no use to the other side.
static uint64_t hash(const Rules *r, const State *s)
{
    (void)r;
    const uint64_t side = (uint64_t)(s->searcher & 1) << 15 | (uint64_t)(s->searcher >> 1) << 31;
    const uint64_t rest = s->taken.word | (uint64_t)s->turn << 63 | side;
    return mix64(s->police.word) ^ mix64(rest + UINT64_C(0x9e3779b97f4a7c15));
}

static uint32_t move_id(const Rules *r, const State *s, Move m)
{
    (void)r;
    const unsigned origin = s->turn == THIEF ? thief_cell(s) : s->police.cell[move_unit(m)];
    return origin * DIRECTIONS + move_direction(m);
}

// A choice that leaves others still to choose leads into the middle of a joint turn. Quiescence follows such
// moves, so that with q=3 every leaf lies at the end of a turn. All moves of a position are of one class.
#define GAME_HAS_KIND
#define GAME_KINDS_IN_ORDER
enum { KIND_WHOLE, KIND_PART };
enum { GAME_KINDS = 2, GAME_KINDS_NOISY = 1 << KIND_PART };
static int move_kind(const Rules *r, const State *s, Move m)
{
    (void)m;
    const bool part = r->simultaneous && s->turn == POLICE && s->choices + 1 < r->police;
    return part ? KIND_PART : KIND_WHOLE;
}

#define GAME_HAS_EVALS
#include "games/thief_police/eval.h"

#define GAME_HAS_OVER
static bool over(const Rules *r, const State *s) { return thief_escaped(r, s) || thief_caught(r, s); }

static void payoff(const Rules *r, const State *s, Value out[PLAYERS_MAX])
{
    payoff_share(out, 2, thief_escaped(r, s) ? 1u << THIEF : thief_caught(r, s) ? 1u << POLICE : 0);
}

// Opening the rules.

// Drawn again until the game is not over at once. There are two cells more than units, so there is such a
// start.
static State rules_draw_start(const Rules *r, Rng *rng)
{
    State s;
    do {
        const unsigned thief = rng_below(rng, (uint32_t)r->board.cells);
        s = (State){.police.word = LANES_NONE, .taken.word = thief_alone(thief), .turn = THIEF};
        for (int i = 0; i < r->police;) {
            const unsigned cell = rng_below(rng, (uint32_t)r->board.cells);
            if (cell == thief_cell(&s) || lanes_hold(s.police.word, cell)) continue;
            s.police.word = lanes_insert(s.police.word, cell);
            i++;
        }
    } while (thief_escaped(r, &s) || !thief_steps(r, &s));
    return s;
}

// Do the options fit together?
static bool spec_check(const BoardSpec *spec, int police, Status *status)
{
    const int open = spec->open, least = police + spec->exits + 2, most = spec->size * spec->size;
    if (open == 0) return true;
    if (spec->style == STYLE_PERFECT)
        return status_fail(
            status, "open=%d: a perfect maze has no choice of open cells; expected style=random or loops",
            open);
    if (open < least)
        return status_fail(status, "open=%d; expected at least police + exits + 2 = %d", open, least);
    return open <= most || status_fail(status, "open=%d; expected at most size*size = %d", open, most);
}

static BoardSpec spec_of(const int values[])
{
    const int size = values[OPTION_SIZE], named = values[OPTION_STYLE];
    const int style = named == STYLE_USUAL ? board_usual_style(size) : named;
    return (BoardSpec){.size  = size,
                       .maze  = values[OPTION_MAZE],
                       .style = style,
                       .open  = values[OPTION_OPEN],
                       .loops = style == STYLE_LOOPS ? values[OPTION_LOOPS] : 0,
                       .exits = values[OPTION_EXITS]};
}

static void rules_measure_exits(Rules *r)
{
    for (int cell = 0; cell < r->board.cells; cell++) {
        int best = UINT8_MAX;
        for (int i = 0; i < r->spec.exits; i++) {
            const Place exit     = r->board.place[r->board.exits.cell[i]];
            const int   distance = place_distance(r->board.place[cell], exit);
            best                 = distance < best ? distance : best;
        }
        r->exit_distance[cell] = (uint8_t)best;
    }
}

static bool rules_open(Rules *r, const int values[], Facts *facts, Status *status)
{
    const BoardSpec spec = spec_of(values);
    const int       stay = values[OPTION_STAY];
    Rng             rng  = board_rng(&spec, values[OPTION_START]);
    r->police            = values[OPTION_POLICE];
    r->simultaneous      = values[OPTION_SIMULTANEOUS];
    r->may_stay[THIEF]   = stay == STAY_BOTH || stay == STAY_THIEF;
    r->may_stay[POLICE]  = stay == STAY_BOTH || stay == STAY_POLICE;
    if (!spec_check(&spec, r->police, status)) return false;
    if (spec.style != STYLE_LOOPS && values[OPTION_LOOPS] != LOOPS_USUAL)
        return status_fail(status, "loops=%d: expected style=loops", values[OPTION_LOOPS]);
    r->spec = spec;
    board_open(&r->board, &spec);
    rules_measure_exits(r);
    r->start = rules_draw_start(r, &rng);

    *facts           = (Facts){.players = 2, .names = {"thief", "police"}, .symbols = "TP", .colors = "rb"};
    facts->move_ids  = (uint32_t)(r->board.cells * DIRECTIONS);
    facts->plies_max = values[OPTION_ROUNDS] * (r->simultaneous ? 1 + r->police : 2);
    facts->traits    = TRAIT_REPEATS | (r->simultaneous ? TRAIT_SAME_SIDE | TRAIT_SIMULTANEOUS : 0);
    facts->cells     = r->board.size * r->board.size;
    return true;
}

static void setup(const Rules *r, State *s)
{
    *s          = r->start;
    s->searcher = eval_searcher(r, s);
}

#include "games/thief_police/notation.h"

// Drawing.

static CellPlace cell_place(const Rules *r, int i)
{
    CellPlace place = {.x = 2 * (i % r->board.size), .y = i / r->board.size, .shape = CELL_SQUARE};
    Text      name  = text_on(place.name, sizeof place.name);
    text_add(&name, "%d.%d", i / r->board.size, i % r->board.size);
    return place;
}

static CellView cell_view(const Rules *r, const State *s, int i)
{
    const unsigned cell = r->board.open_at[i];
    if (cell == CELL_NONE) return (CellView){.owner = -1, .mark = CELL_MARK_WALL};
    const int owner  = cell == thief_cell(s) ? THIEF : lanes_hold(s->police.word, cell) ? POLICE : -1;
    bool      chosen = false;
    for (uint32_t k = 0; k < s->choices; k++) chosen |= cell == s->taken.cell[k];
    const CellMark mark = chosen                         ? CELL_MARK_CHOSEN
                        : board_is_exit(&r->board, cell) ? CELL_MARK_EXIT
                                                         : CELL_MARK_NONE;
    return (CellView){.owner = (int8_t)owner, .height = owner >= 0, .mark = mark};
}

// The exits, which units may hide, and which policeman chose what.
#define GAME_HAS_NOTES
static void notes(const Rules *r, const State *s, Notes *out)
{
    char cells[NOTE_VALUE_MAX];
    Text exits = text_on(cells, sizeof cells);
    cells_format(r, r->board.exits.cell, r->spec.exits, &exits);
    notes_add(out, r->spec.exits > 1 ? "exits" : "exit", -1, "%s", cells);
    Text chosen = text_on(cells, sizeof cells);
    for (int k = 0; k < (int)s->choices; k++) {
        if (k > 0) text_char(&chosen, ' ');
        cell_format(r, s->police.cell[k], &chosen);
        text_char(&chosen, '-');
        cell_format(r, s->taken.cell[k], &chosen);
    }
    if (s->choices > 0) notes_add(out, "chosen", -1, "%s", cells);
}

static int cell_number(const Rules *r, unsigned cell)
{
    return r->board.place[cell].row * r->board.size + r->board.place[cell].col;
}

// From and to. A policeman's choice to stay is his cell alone; that nobody moves is the button `stay`.
#define GAME_HAS_MOVE_CELLS
static void move_cells(const Rules *r, const State *s, Move m, MoveCells *out)
{
    const bool     stays  = move_direction(m) == STAY;
    const unsigned origin = s->turn == THIEF ? thief_cell(s) : s->police.cell[move_unit(m)];
    if (stays && (s->turn == THIEF || !r->simultaneous)) return;
    *out = (MoveCells){1, {cell_number(r, origin)}, ""};
    if (!stays) out->cells[out->count++] = cell_number(r, move_target(m));
}

#define GAME           thief_police
#define GAME_NAME      "thief-police"
#define GAME_TITLE     "Thief and Police"
#define GAME_MOVE_HELP "from and to, row.column, with - between; stay moves nobody"
#define GAME_ENGINE                                                                                          \
    {"simultaneous=no", "alphabeta:eval=pdb4,order=tt+killer+history-ads,tt=20,pvs=yes,deepening=yes"},      \
    {                                                                                                        \
        NULL, "alphabeta:eval=pdb2,order=tt+killer+history-ads,tt=20,pvs=yes,deepening=yes"                  \
    }
#define GAME_TWO_PLAYERS
#define GAME_DATABASES thief_police_databases
#include "game/game_export.h"
