// chess.c - chess endings by ranks, position by position (games/chess/dtm/check.h), where the builder of one
// machine works on 64 squares of a king at once: the table is divided, which those lines are not.
#include "games/chess/dtm/check.h"
#include "mpi/jobs.h"

#include <stdlib.h>
#include <string.h>

typedef struct Chess {
    const ChessDbNumbering *d;
    DtmBoard                board;
    DtmFiles               *files;   // of smaller endings; its status is the trouble of the domain
    uint64_t                done;    // bytes of the file so far
    uint8_t                 last;
} Chess;

// Bytes of the file, and plies.

static uint8_t plies_of(const Chess *c, int byte)
{
    if (byte < 0 || byte == CHESS_DB_DRAW) return ENDGAME_DRAW;   // -1: there is trouble
    const int plies = byte < CHESS_DB_DRAW ? 2 * byte : 2 * (256 - byte) - 1;
    if (plies > ENDGAME_PLIES_MAX)
        status_fail_system(&c->files->status, "a mate in more than %d plies", ENDGAME_PLIES_MAX);
    return (uint8_t)plies;
}

static uint8_t byte_of(uint8_t plies)
{
    if (plies == ENDGAME_DRAW) return CHESS_DB_DRAW;
    return (uint8_t)(plies % 2 == 0 ? plies / 2 : 256 - (plies + 1) / 2);
}

// Positions that are not legal get the byte before them, as in dtm/store.h.
static void finish(void *context, uint8_t *bytes, size_t n)
{
    Chess *const c = context;
    for (size_t i = 0; i < n; i++, c->done++) {
        if (c->done % c->d->half == 0) c->last = CHESS_DB_DRAW;
        c->last = bytes[i] = bytes[i] == ENDGAME_NONE ? c->last : byte_of(bytes[i]);
    }
}

// Positions.

static void position_of(const Chess *c, uint64_t entry, DtmPosition *p)
{
    const ChessDbNumbering *const d = c->d;
    *p                              = (DtmPosition){.men = {.n = d->n, .here = (1u << d->n) - 1}};
    memcpy(p->men.man, d->man, sizeof p->men.man);
    memcpy(p->men.colour, d->colour, sizeof p->men.colour);
    p->side = chess_db_position(d, &c->board.numbers, entry, &p->men.white_king, &p->black_king,
                                p->men.square);
}

static uint64_t number_of(const Chess *c, const DtmPosition *p)
{
    return chess_db_number(c->d, &c->board.numbers, p->side, p->men.white_king, p->black_king, p->men.square);
}

static bool in_check(const DtmBoard *b, const DtmPosition *p)
{
    return p->side == 0 ? dtm_white_checked(b, &p->men) >> p->black_king & 1
                        : dtm_white_attacks(b, &p->men) >> p->black_king & 1;
}

// The best capture en passant after a double step, as a byte; -1 without any.
static int passant_best(const Chess *c, const DtmMove *m)
{
    const DtmPosition *const p    = &m->after;
    int                      best = -1;
    for (int k = 0; m->pawn >= 0 && k < p->men.n; k++) {
        const int passed = (m->from + m->to) / 2;
        if (p->men.man[k] != CHESS_DB_P || p->men.colour[k] != p->side ||
            !(c->board.pawn[p->side][p->men.square[k]] >> passed & 1))
            continue;
        DtmPosition taken = *p;
        taken.side        = 1 - p->side;
        taken.men.here &= ~(1u << m->pawn);
        taken.men.square[k] = (uint8_t)passed;
        if (!dtm_position_legal(&c->board, &taken)) continue;
        const int after = dtm_files_read(c->files, &taken);
        const int value = after < 0 ? CHESS_DB_DRAW : chess_db_before((uint8_t)after);
        if (value > best) best = value;
    }
    return best;
}

static uint64_t successor_of(const Chess *c, const DtmPosition *p, const DtmMove *m)
{
    DtmMove moves[DTM_MOVES_MAX];
    if (m->after.men.here != p->men.here || m->promoted >= 0)
        return ENDGAME_VALUE | plies_of(c, dtm_files_read(c->files, &m->after));
    const int passant = passant_best(c, m);
    if (passant < 0) return number_of(c, &m->after);
    if (dtm_moves(&c->board, &m->after, moves) == 0) return ENDGAME_VALUE | plies_of(c, passant);
    return ENDGAME_OR_OF(number_of(c, &m->after), plies_of(c, passant));
}

static int successors(const void *data, void *cursor, uint64_t entry, uint64_t out[])
{
    const Chess *const c = data;
    DtmPosition        p;
    DtmMove            moves[DTM_MOVES_MAX];
    (void)cursor;
    position_of(c, entry, &p);
    const int n = dtm_moves(&c->board, &p, moves);
    for (int i = 0; i < n; i++) out[i] = successor_of(c, &p, &moves[i]);
    return n;
}

// What moves out of the ending alone make of it: won in so many plies at the latest, or not lost before.
static uint8_t outcome_out(const uint64_t after[], int n)
{
    int  win = 0, loss = 0;
    bool draw = false;
    for (int i = 0; i < n; i++) {
        const uint8_t value = (uint8_t)after[i];
        if (after[i] & ENDGAME_OR) return ENDGAME_OPEN;   // it is watched
        if (!(after[i] & ENDGAME_VALUE)) continue;
        if (value == ENDGAME_DRAW) draw = true;
        else if (value % 2 == 0 && (win == 0 || value + 1 < win)) win = value + 1;
        else if (value % 2 == 1 && value + 1 > loss) loss = value + 1;
    }
    return (uint8_t)(win > 0 ? win : draw || loss == 0 ? ENDGAME_OPEN : loss);
}

static uint8_t outcome(const void *data, void *cursor, uint64_t entry)
{
    const Chess *const c = data;
    DtmPosition        p;
    uint64_t           after[DTM_MOVES_MAX];
    position_of(c, entry, &p);
    if (!dtm_position_legal(&c->board, &p)) return ENDGAME_NONE;
    const int n = successors(data, cursor, entry, after);
    if (n == 0) return in_check(&c->board, &p) ? ENDGAME_LOST : ENDGAME_DRAW;
    return outcome_out(after, n);
}

// Where a double step may be answered en passant.
static bool watched(const void *data, void *cursor, uint64_t entry)
{
    const Chess *const c = data;
    DtmPosition        p;
    (void)cursor;
    position_of(c, entry, &p);
    for (int i = 0; i < p.men.n; i++)
        for (int k = 0; k < p.men.n; k++) {
            const int from = p.men.square[i], at = p.men.square[k], first = p.side == 0 ? 1 : 6,
                      to = from + (p.side == 0 ? 16 : -16);
            if (p.men.man[i] == CHESS_DB_P && p.men.colour[i] == p.side && from >> 3 == first &&
                p.men.man[k] == CHESS_DB_P && p.men.colour[k] != p.side && at >> 3 == to >> 3 &&
                abs((at & 7) - (to & 7)) == 1)
                return true;
        }
    return false;
}

// Moves taken back. A position whose kings both stand on the diagonal has a mirror image with a number of its
// own, from which the same moves lead here.

// The number of that image, which may be the same; that of the entry where there is none.
static uint64_t mirrored(const Chess *c, uint64_t entry)
{
    DtmPosition          laid;
    const uint8_t *const mirror = c->board.numbers.square[4];
    if (c->d->pawns) return entry;
    position_of(c, entry, &laid);
    if (mirror[laid.men.white_king] != laid.men.white_king || mirror[laid.black_king] != laid.black_king)
        return entry;
    for (int i = 0; i < laid.men.n; i++) laid.men.square[i] = mirror[laid.men.square[i]];
    return number_of(c, &laid);
}

static bool again(const void *data, uint64_t entry) { return mirrored(data, entry) < entry; }

static int entry_add(const Chess *c, const DtmPosition *p, uint64_t out[], int n)
{
    if (!dtm_position_legal(&c->board, p)) return n;
    out[n]     = number_of(c, p);
    out[n + 1] = mirrored(c, out[n]);
    return n + (out[n + 1] == out[n] ? 1 : 2);
}

static uint64_t origins(const Chess *c, const DtmPosition *p, int i, uint64_t all)
{
    const int mover = 1 - p->side;
    if (i < 0) return c->board.king[mover == 0 ? p->men.white_king : p->black_king] & ~all;
    const int from = p->men.square[i], back = mover == 0 ? -8 : 8, rank = from >> 3;
    if (p->men.man[i] != CHESS_DB_P) return dtm_attacks(&c->board, p->men.man[i], mover, from, all) & ~all;
    if (rank == (mover == 0 ? 1 : 6) || (all >> (from + back) & 1)) return 0;
    const bool two = rank == (mover == 0 ? 3 : 4) && !(all >> (from + 2 * back) & 1);
    return BIT(from + back) | (two ? BIT(from + 2 * back) : 0);
}

// A position with both kings on the diagonal stands twice (entry_add).
enum { ENTRIES_MAX = 2 * DTM_MOVES_MAX };

static int predecessors(const void *data, void *cursor, uint64_t entry, uint64_t out[])
{
    const Chess *const c = data;
    DtmPosition        p;
    int                n = 0;
    (void)cursor;
    position_of(c, entry, &p);
    const uint64_t all   = dtm_occupied(&p.men) | BIT(p.black_king);
    const int      mover = 1 - p.side;
    for (int i = -1; i < p.men.n; i++) {
        if (i >= 0 && p.men.colour[i] != mover) continue;
        for (uint64_t left = origins(c, &p, i, all); left != 0;) {
            DtmPosition before = p;
            before.side        = mover;
            const int from     = bits_take(&left);
            if (i >= 0) before.men.square[i] = (uint8_t)from;
            else *(mover == 0 ? &before.men.white_king : &before.black_king) = from;
            n = entry_add(c, &before, out, n);
        }
    }
    assert(n <= ENTRIES_MAX);
    return n;
}

void *chess_job_open(RankJob *job, const CatalogDb *db, Status *status)
{
    Chess *const c = calloc(1, sizeof *c);
    if (c == NULL) return status_fail_system(status, "out of memory for %s", db->info.name), NULL;
    c->d = db->data;
    dtm_board_open(&c->board);
    c->files = dtm_files_open(&c->board, databases_folder());
    if (c->files == NULL) {
        free(c);
        return status_fail_system(status, "out of memory for %s", db->info.name), NULL;
    }
    job->domain  = (RankDomain){.endgame = {.data          = c,
                                            .entries       = c->d->entries,
                                            .moves_max     = ENTRIES_MAX,
                                            .elsewhere_max = ENDGAME_PLIES_MAX,
                                            .candidates    = true,
                                            .outcome       = outcome,
                                            .successors    = successors,
                                            .predecessors  = predecessors},
                                .watched = c->d->pawns ? watched : NULL,
                                .again   = c->d->pawns ? NULL : again,
                                .trouble = &c->files->status};
    job->finish  = finish;
    job->context = c;
    return c;
}

void chess_job_close(void *chess)
{
    Chess *const c = chess;
    if (c == NULL) return;
    dtm_files_close(c->files);
    free(c);
}
