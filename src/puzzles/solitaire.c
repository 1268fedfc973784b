#include "puzzles/solitaire.h"
#include "base/bits.h"
#include "base/clock.h"
#include "base/rng.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    LAYERS_MAX     = SOLITAIRE_MOVES_MAX / 2 + 1,
    NEIGHBOURS_MAX = CHECKERS_PIECES_MAX * CHECKERS_TARGETS_MAX
};

// Images of a position: itself, mirrored at the long diagonal, turned, both.
enum { AS_IT_IS, MIRRORED, TURNED, TURNED_MIRRORED, IMAGES };

// A set of positions, in the order they came.
typedef struct Layer {
    CheckersSet *at;
    uint32_t     count, room, slots;   // slots: a power of two
    uint32_t    *slot;                 // number in `at` + 1; 0: free
    int          best;                 // the highest score that ever came
} Layer;

typedef struct Solitaire {
    const SolitaireOptions *options;
    SolitaireResult        *result;
    CheckersBoard           board;
    CheckersSet             image[IMAGES][CHECKERS_BITS];   // of one piece
    uint8_t                 score[CHECKERS_BITS];           // how far it has come
    int                     score_sum;                      // of a position and its turned image
    Layer                   layer[LAYERS_MAX];
    // solutions seen: a move from odd_from to odd, a position; 0: none
    CheckersSet odd, odd_from, even;
    int         cut;   // nothing below this score enters the next layer
    double      reported;
} Solitaire;

// Positions.

static CheckersSet image_of(const Solitaire *s, int image, CheckersSet all)
{
    CheckersSet out = 0;
    for (int word = 0; word < 2; word++)
        for (uint64_t rest = (uint64_t)(all >> 64 * word); rest != 0;)
            out |= s->image[image][64 * word + bits_take(&rest)];
    return out;
}

static CheckersSet least(CheckersSet a, CheckersSet b) { return a < b ? a : b; }

static CheckersSet canonical(const Solitaire *s, CheckersSet all)
{
    return least(all, image_of(s, MIRRORED, all));
}

static int score_of(const Solitaire *s, CheckersSet all)
{
    int sum = 0;
    for (int word = 0; word < 2; word++)
        for (uint64_t rest = (uint64_t)(all >> 64 * word); rest != 0;)
            sum += s->score[64 * word + bits_take(&rest)];
    return sum;
}

typedef struct Step {
    uint8_t from, to;   // bits
} Step;

static int steps_find(const Solitaire *s, CheckersSet all, Step out[])
{
    const CheckersSet empty = s->board.holes & ~all;
    int               n     = 0;
    for (int word = 0; word < 2; word++)
        for (uint64_t pieces = (uint64_t)(all >> 64 * word); pieces != 0;) {
            const int         from = 64 * word + bits_take(&pieces);
            const CheckersSet near = s->board.near[s->board.hole[from]];
            CheckersSet       to   = near & empty;
            if ((near & all) != 0) to |= checkers_hops(checkers_set(from), all, empty, s->board.side);
            for (int half = 0; half < 2; half++)
                for (uint64_t rest = (uint64_t)(to >> 64 * half); rest != 0;)
                    out[n++] = (Step){(uint8_t)from, (uint8_t)(64 * half + bits_take(&rest))};
        }
    assert(n <= NEIGHBOURS_MAX);
    return n;
}

static CheckersSet step_on(const Solitaire *s, int image, CheckersSet all, Step step)
{
    return all ^ s->image[image][step.from] ^ s->image[image][step.to];
}

// Layers.

static uint32_t *slot_find(const Layer *layer, CheckersSet all)
{
    uint64_t i = mix64((uint64_t)all ^ mix64((uint64_t)(all >> 64)));
    for (;; i++) {
        uint32_t *const slot = &layer->slot[i & (layer->slots - 1)];
        if (*slot == 0 || layer->at[*slot - 1] == all) return slot;
    }
}

static bool layer_has(const Layer *layer, CheckersSet all) { return *slot_find(layer, all) != 0; }

static void layer_index(Layer *layer)
{
    memset(layer->slot, 0, layer->slots * sizeof *layer->slot);
    for (uint32_t i = 0; i < layer->count; i++) *slot_find(layer, layer->at[i]) = i + 1;
}

static void layer_close(Layer *layer)
{
    free(layer->at);
    free(layer->slot);
    *layer = (Layer){0};
}

static bool layer_resize(Layer *layer, uint32_t room, Status *status)
{
    uint32_t slots = 16;
    while (slots < 2 * (uint64_t)room) slots *= 2;
    CheckersSet *const at = realloc(layer->at, room * sizeof *at);
    if (at != NULL) layer->at = at;
    uint32_t *const slot = at == NULL ? NULL : realloc(layer->slot, slots * sizeof *slot);
    if (slot == NULL) return status_fail_system(status, "out of memory for %u positions of a layer", room);
    layer->slot  = slot;
    layer->slots = slots;
    layer->room  = room;
    layer_index(layer);
    return true;
}

// Keeps the `width` best, those of the last score in the order they came.
static void layer_trim(Solitaire *s, Layer *layer)
{
    const uint32_t width                                = s->options->width;
    uint32_t       count[256 * CHECKERS_PIECES_MAX / 8] = {0}, above = 0, n = 0;
    int            cut = (int)(sizeof count / sizeof *count);
    if (layer->count <= width) return;
    for (uint32_t i = 0; i < layer->count; i++) count[score_of(s, layer->at[i])]++;
    while (cut > 0 && above + count[cut - 1] <= width) above += count[--cut];
    uint32_t ties = width - above;   // of score cut - 1
    for (uint32_t i = 0; i < layer->count; i++) {
        const int score = score_of(s, layer->at[i]);
        if (score >= cut || (score == cut - 1 && ties > 0 && ties-- > 0)) layer->at[n++] = layer->at[i];
    }
    s->result->dropped += layer->count - n;
    layer->count = n;
    s->cut       = cut - 1;
    layer_index(layer);
}

// A full layer is trimmed when it is twice as large as it may be, so that trimming costs little.
static bool layer_add(Solitaire *s, Layer *layer, CheckersSet all, Status *status)
{
    uint32_t *slot = slot_find(layer, all);
    if (*slot != 0) return true;
    if (layer->count == layer->room) {
        if (layer->room >= 2 * s->options->width) layer_trim(s, layer);
        else if (!layer_resize(layer,
                               layer->room < s->options->width ? 2 * layer->room : 2 * s->options->width,
                               status))
            return false;
        slot = slot_find(layer, all);
    }
    layer->at[layer->count++] = all;
    *slot                     = layer->count;
    return true;
}

// Search.

static bool poll(Solitaire *s, int depth, uint32_t expanded, bool over)
{
    const SolitaireOptions *const o = s->options;
    if (o->report != NULL && (over || clock_seconds() - s->reported > 0.2)) {
        o->report(o->context, &(SolitaireLayer){depth, expanded, s->layer[depth].count, s->result->dropped});
        s->reported = clock_seconds();
    }
    return o->stop != NULL && atomic_load_explicit(o->stop, memory_order_relaxed);
}

static bool position_expand(Solitaire *s, int depth, CheckersSet all, Status *status)
{
    const Layer *const before = depth > 0 ? &s->layer[depth - 1] : NULL, *const here = &s->layer[depth];
    Layer *const next = &s->layer[depth + 1];
    CheckersSet  image[IMAGES];
    Step         step[NEIGHBOURS_MAX];
    const int    n = steps_find(s, all, step), score_all = score_of(s, all);
    for (int i = 0; i < IMAGES; i++) image[i] = image_of(s, i, all);
    for (int i = 0; i < n; i++) {
        const CheckersSet to      = step_on(s, AS_IT_IS, image[AS_IT_IS], step[i]);
        const CheckersSet one     = least(to, step_on(s, MIRRORED, image[MIRRORED], step[i]));
        const CheckersSet turned  = least(step_on(s, TURNED, image[TURNED], step[i]),
                                          step_on(s, TURNED_MIRRORED, image[TURNED_MIRRORED], step[i]));
        const int         score   = score_all - s->score[step[i].from] + s->score[step[i].to];
        const int         missing = s->score_sum - score;   // the score of the turned image
        if (s->odd == 0 && missing <= here->best && layer_has(here, turned)) s->odd = to, s->odd_from = all;
        if (score < s->cut) {
            s->result->dropped++;
            continue;
        }
        if (layer_has(here, one) || (before != NULL && layer_has(before, one))) continue;
        if (!layer_add(s, next, one, status)) return false;
        if (score > next->best) next->best = score;
        if (s->even == 0 && missing <= next->best && layer_has(next, turned)) s->even = to;
    }
    return true;
}

// Makes the next layer. False when it failed.
static bool layer_expand(Solitaire *s, int depth, Status *status)
{
    Layer *const next = &s->layer[depth + 1];
    s->cut            = 0;
    if (!layer_resize(next, 1024 < 2 * s->options->width ? 1024 : 2 * s->options->width, status))
        return false;
    for (uint32_t i = 0; i < s->layer[depth].count; i++) {
        if (!position_expand(s, depth, s->layer[depth].at[i], status)) return false;
        if (i % 256 == 0 && poll(s, depth, i, false)) return s->result->stopped = true;
    }
    layer_trim(s, next);
    s->result->positions += next->count;
    poll(s, depth, s->layer[depth].count, true);
    return layer_resize(next, next->count > 0 ? next->count : 1, status);
}

// The line: from a position of layer `depth` back to the start, by neighbours that are in the layers before.

static CheckersSet step_back(const Solitaire *s, int depth, CheckersSet all)
{
    Step      step[NEIGHBOURS_MAX];
    const int n = steps_find(s, all, step);
    for (int i = 0; i < n; i++) {
        const CheckersSet to = step_on(s, AS_IT_IS, all, step[i]);
        if (layer_has(&s->layer[depth - 1], canonical(s, to))) return to;
    }
    assert(false && "a position of a layer has a neighbour in the one before");
    return 0;
}

static void line_write(const Solitaire *s, const CheckersSet line[])
{
    for (int i = 0; i < s->result->length; i++)
        for (int bit = 0; bit < CHECKERS_BITS; bit++) {
            const bool before = line[i] >> bit & 1, after = line[i + 1] >> bit & 1;
            if (before && !after) s->result->move[i].from = s->board.hole[bit];
            if (after && !before) s->result->move[i].to = s->board.hole[bit];
        }
}

static void line_find(Solitaire *s, int depth)
{
    CheckersSet line[SOLITAIRE_MOVES_MAX + 1];
    const bool  odd    = s->odd != 0;
    const int   length = odd ? 2 * depth + 1 : 2 * depth + 2, middle = odd ? depth : depth + 1;
    s->result->length = length;
    s->result->solved = true;
    s->result->proven = s->result->dropped == 0;
    line[middle]      = odd ? s->odd_from : s->even;
    for (int i = middle; i > 0; i--) line[i - 1] = step_back(s, i, line[i]);
    CheckersSet turned = image_of(s, TURNED, odd ? s->odd : s->even);
    for (int i = odd ? depth : depth + 1;; i--) {
        line[length - i] = image_of(s, TURNED, turned);
        if (i == 0) break;
        turned = step_back(s, i, turned);
    }
    line_write(s, line);
}

// Opening.

static bool home_open(Solitaire *s, CheckersSet *home, Status *status)
{
    const int side = s->options->side, pieces = s->options->pieces;
    int       rows = 1;
    if (side < CHECKERS_SIDE_MIN || side > CHECKERS_SIDE_MAX)
        return status_fail(status, "a side of %d holes; expected %d ... %d", side, CHECKERS_SIDE_MIN,
                           CHECKERS_SIDE_MAX);
    while (rows * (rows + 1) / 2 < pieces) rows++;
    if (pieces < 1 || rows * (rows + 1) / 2 != pieces || pieces > CHECKERS_PIECES_MAX)
        return status_fail(status, "%d pieces; expected 1, 3, 6 or 10, a triangle", pieces);
    if (s->options->width < 1 || s->options->width > SOLITAIRE_WIDTH_MAX)
        return status_fail(status, "a width of %u; expected 1 ... %d", s->options->width,
                           SOLITAIRE_WIDTH_MAX);
    checkers_board_open(&s->board, side);
    s->score_sum = 2 * (side - 1) * pieces;
    for (int hole = 0; hole < side * side; hole++) {
        const int r = hole / side, c = hole % side, bit = s->board.bit[hole];
        const int mirrored = c * side + r, last = side * side - 1;
        const int to[IMAGES] = {hole, mirrored, last - hole, last - mirrored};
        for (int i = 0; i < IMAGES; i++) s->image[i][bit] = checkers_set(s->board.bit[to[i]]);
        s->score[bit] = (uint8_t)(r + c);
        if (checkers_home_has(CHECKERS_TRIANGLE, pieces, r, c)) *home |= checkers_set(bit);
    }
    return true;
}

bool solitaire_solve(const SolitaireOptions *options, SolitaireResult *result, Status *status)
{
    Solitaire *const s     = calloc(1, sizeof *s);
    CheckersSet      home  = 0;
    const double     begin = clock_seconds();
    memset(result, 0, sizeof *result);
    if (s == NULL) return status_fail_system(status, "out of memory");
    s->options = options;
    s->result  = result;
    bool good  = home_open(s, &home, status) && layer_resize(&s->layer[0], 1, status) &&
                layer_add(s, &s->layer[0], home, status);
    s->layer[0].best = score_of(s, home);
    for (int depth = 0; good && !result->solved && !result->stopped && depth + 1 < LAYERS_MAX; depth++) {
        good = layer_expand(s, depth, status);
        if (good && !result->stopped && (s->odd != 0 || s->even != 0)) line_find(s, depth);
        if (result->dropped == 0 && !result->stopped)
            result->at_least = result->solved ? result->length : 2 * depth + 3;
        if (s->layer[depth + 1].count == 0) break;
    }
    for (int i = 0; i < LAYERS_MAX; i++) layer_close(&s->layer[i]);
    free(s);
    result->seconds = clock_seconds() - begin;
    return good;
}
