#include "cli/play/match_report.h"
#include "cli/cli.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const verdicts[] = {
    [ELO_CONTINUE] = "undecided", [ELO_ACCEPT_H0] = "accepts H0", [ELO_ACCEPT_H1] = "accepts H1"};

static Score score_of(const Match *match, int k)
{
    assert(k >= 0 && k < match->settings.contestants);
    Score sum = {0};
    for (int i = 0; i < match->schedule.contestants; i++) {
        const Score *const s = &match->tally.cross[k][i];
        sum.won += s->won, sum.drawn += s->drawn, sum.lost += s->lost;
    }
    return sum;
}

static double share(Score s)
{
    const int n = s.won + s.drawn + s.lost;
    return n > 0 ? (s.won + 0.5 * s.drawn) / n : 0;
}

static double nodes_per_move(const Contestant *c)
{
    return c->moves > 0 ? (double)c->nodes / (double)c->moves : 0;
}
static double ms_per_move(const Contestant *c)
{
    return c->moves_timed > 0 ? 1000 * c->seconds / (double)c->moves_timed : NAN;
}

// For people.

static void print_standing(const Match *match)
{
    printf("  #  %8s %6s %7s %21s %13s %9s  player\n", "points", "games", "score", "won drawn  lost",
           "nodes/move", "ms/move");
    for (int k = 0; k < match->schedule.contestants; k++) {
        const Contestant *const c = &match->tally.contestant[k];
        const Score             s = score_of(match, k);
        char                    ms[24];
        snprintf(ms, sizeof ms, c->moves_timed > 0 ? "%.3f" : "-", ms_per_move(c));
        printf(" %2d  %8lld %6d %6.1f%% %9d %5d %5d %13.0f %9s  %s\n", k + 1, (long long)c->points, c->games,
               100 * share(s), s.won, s.drawn, s.lost, nodes_per_move(c), ms, match->shown[k]);
    }
}

static void print_cross(const Match *match)
{
    const int n = match->schedule.contestants;
    printf("\nrow against column, won-drawn-lost (share)\n    ");
    for (int b = 0; b < n; b++) printf(" %20d", b + 1);
    putchar('\n');
    for (int a = 0; a < n; a++) {
        printf(" %2d ", a + 1);
        for (int b = 0; b < n; b++) {
            const Score s = match->tally.cross[a][b];
            char        cell[64];
            if (a == b) snprintf(cell, sizeof cell, "-");
            else snprintf(cell, sizeof cell, "%d-%d-%d (%.0f%%)", s.won, s.drawn, s.lost, 100 * share(s));
            printf(" %20s", cell);
        }
        putchar('\n');
    }
}

static void elo_text(const EloEstimate *e, Text *out)
{
    text_add(out, "%+.1f, ", e->elo);
    if (isnan(e->elo_interval.low)) text_add(out, "no interval where all pairs end alike");
    else text_add(out, "95 %% interval %+.1f to %+.1f", e->elo_interval.low, e->elo_interval.high);
}

static void print_elo(const Match *match)
{
    for (int a = 0; a < match->schedule.contestants && tally_has_pairs(&match->tally); a++)
        for (int b = a + 1; b < match->schedule.contestants; b++) {
            const EloEstimate e = tally_elo(&match->tally, a, b);
            if (e.trials == 0) continue;
            const uint64_t *const pairs = match->tally.pairs[a][b];
            char                  line[160];
            Text                  out = text_on(line, sizeof line);
            elo_text(&e, &out);
            printf("Elo of %d over %d: %s; likelihood of superiority %.1f %%; pairs of games worth 0, 1/2, "
                   "1, 3/2, 2: "
                   "%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
                   a + 1, b + 1, line, 100 * e.superiority, pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]);
        }
}

static void print_notes(const Match *match, bool cut)
{
    const MatchSettings *const t     = &match->settings;
    const Tally *const         tally = &match->tally;
    if (t->sprt)
        printf("SPRT %g against %g Elo: LLR %.2f in (%.2f, %.2f): %s\n", t->elo0, t->elo1, match->sprt.llr,
               match->sprt.lower, match->sprt.upper, verdicts[match->sprt.verdict]);
    printf("%d games, %d different, of %.1f plies: %d ended by the limit of %d plies; %d drawn by the rules, "
           "%d by the limit; points by seat",
           tally->games, tally->different, tally->games ? (double)tally->plies / tally->games : 0,
           tally->capped, t->plies_max, tally->drawn_by_rules, tally->drawn_by_cap);
    for (int p = 0; p < match->schedule.players; p++) printf(" %lld", (long long)tally->seat_points[p]);
    putchar('\n');
    for (int k = 0; k < match->schedule.contestants; k++) {
        const Forfeits *const f = &tally->forfeits[k];
        if (f->games > 0)
            printf("player %d lost %d %s by forfeit, first game %d: %s\n", k + 1, f->games,
                   f->games == 1 ? "game" : "games", f->first + 1, f->reason);
    }
    if (match->read > 0) printf("%d of the games were read from %s\n", match->read, t->save);
    if (cut) printf("interrupted after %d of %d games\n", tally->games, t->games);
    if (tally->games % match->schedule.group != 0)
        printf("note: seats are balanced after every %d games only\n", match->schedule.group);
    if (!match->repeats)
        puts("note: games of a player with a time limit, several threads or a program of its own cannot be "
             "repeated");
    if (tally->different < tally->games && tally_has_pairs(tally))
        puts("note: pairs of games that were played before, move by move, count once in Elo and SPRT; more "
             "openings give more different games");
}

// For programs. JSON has no infinities: null.

static json_t *number(double x) { return isfinite(x) ? json_real(x) : json_null(); }

static json_t *cross_json(const Match *match)
{
    json_t *const rows = json_array();
    for (int a = 0; a < match->schedule.contestants; a++) {
        json_t *const row = json_array();
        for (int b = 0; b < match->schedule.contestants; b++) {
            const Score s = match->tally.cross[a][b];
            json_array_append_new(row, json_pack("[i, i, i]", s.won, s.drawn, s.lost));
        }
        json_array_append_new(rows, row);
    }
    return rows;
}

static void players_json(const Match *match, json_t *json)
{
    static const char *const names[] = {"players", "points",         "won",        "drawn",
                                        "lost",    "nodes_per_move", "ms_per_move"};
    json_t                  *list[7];
    for (int i = 0; i < 7; i++) json_object_set_new(json, names[i], list[i] = json_array());
    for (int k = 0; k < match->schedule.contestants; k++) {
        const Contestant *const c = &match->tally.contestant[k];
        const Score             s = score_of(match, k);
        json_array_append_new(list[0], json_string(match->shown[k]));
        json_array_append_new(list[1], json_integer(c->points));
        json_array_append_new(list[2], json_integer(s.won));
        json_array_append_new(list[3], json_integer(s.drawn));
        json_array_append_new(list[4], json_integer(s.lost));
        json_array_append_new(list[5], json_real(nodes_per_move(c)));
        json_array_append_new(list[6], number(ms_per_move(c)));
    }
}

static void elo_json(const Match *match, json_t *json)
{
    const bool        has   = match->schedule.contestants == 2;
    const EloEstimate e     = has ? tally_elo(&match->tally, 0, 1) : (EloEstimate){.elo = NAN};
    json_t *const     pairs = json_array();
    json_object_set_new(json, "elo", number(e.elo));
    json_object_set_new(json, "elo_low", number(has ? e.elo_interval.low : NAN));
    json_object_set_new(json, "elo_high", number(has ? e.elo_interval.high : NAN));
    json_object_set_new(json, "superiority", number(has ? e.superiority : NAN));
    for (int i = 0; has && i < 5; i++) json_array_append_new(pairs, json_count(match->tally.pairs[0][1][i]));
    json_object_set_new(json, "pairs", pairs);
    if (match->settings.sprt)
        json_object_set_new(json, "sprt",
                            json_pack("{s:f, s:f, s:f, s:f, s:f, s:s}", "elo0", match->settings.elo0, "elo1",
                                      match->settings.elo1, "llr", match->sprt.llr, "lower",
                                      match->sprt.lower, "upper", match->sprt.upper, "verdict",
                                      verdicts[match->sprt.verdict]));
}

// Only where there are any.
static void forfeits_json(const Match *match, json_t *json)
{
    int           all  = 0;
    json_t *const list = json_array();
    for (int k = 0; k < match->schedule.contestants; k++) {
        all += match->tally.forfeits[k].games;
        json_array_append_new(list, json_integer(match->tally.forfeits[k].games));
    }
    if (all > 0) json_object_set(json, "forfeits", list);
    json_decref(list);
}

// Has the file games of other programs?
static bool is_mixed(const Match *match, const char *game)
{
    return match->read > 0 &&
           (match->file.makers > 1 || strcmp(match->file.maker[0].digest, build_digest(game)) != 0);
}

json_t *match_json(const Match *match, const char *game, bool cut)
{
    const MatchSettings *const t     = &match->settings;
    const Tally *const         tally = &match->tally;
    json_t *const              json  = json_object();
    json_object_set_new(json, "game", json_string(game));
    players_json(match, json);
    elo_json(match, json);
    forfeits_json(match, json);
    json_object_set_new(json, "crosstable", cross_json(match));
    json_t *const seats = json_array();
    for (int p = 0; p < match->schedule.players; p++)
        json_array_append_new(seats, json_integer(tally->seat_points[p]));
    json_object_update_new(
        json, json_pack("{s:i, s:i, s:o, s:I, s:i, s:i, s:i, s:s, s:I, s:i, s:s, s:b, s:b}", "games",
                        tally->games, "different", tally->different, "points_by_seat", seats, "plies",
                        (json_int_t)tally->plies, "ended_by_plies_max", tally->capped, "drawn_by_rules",
                        tally->drawn_by_rules, "drawn_by_plies_max", tally->drawn_by_cap, "openings",
                        t->openings, "seed", (json_int_t)t->seed, "plies_max", t->plies_max, "points_rule",
                        points_names[t->points], "repeats", match->repeats, "interrupted", cut));
    json_object_set_new(json, "digest", json_string(build_digest(game)));
    json_object_set_new(json, "commit", json_string(build_commit));
    if (is_mixed(match, game)) {
        json_t *const makers = json_array();
        for (int i = 0; i < match->file.makers; i++)
            json_array_append_new(makers, json_pack("{s:s, s:s}", "digest", match->file.maker[i].digest,
                                                    "commit", match->file.maker[i].commit));
        json_object_set_new(json, "played_by", makers);
    }
    return json;
}

// Which program: a file that another one began has games of both.
static void print_maker(const Match *match, const char *game)
{
    printf("played by digest %s, commit %s\n", build_digest(game), build_commit);
    if (!is_mixed(match, game)) return;
    printf("%d of the games were in the file, begun by digest %s, commit %s, as accepted\n", match->read,
           match->file.maker[0].digest, match->file.maker[0].commit);
    for (int i = 1; i < match->file.makers; i++)
        printf("continued by digest %s, commit %s\n", match->file.maker[i].digest,
               match->file.maker[i].commit);
}

int match_report(const Match *match, const char *game, bool cut, bool json)
{
    assert(match->settings.contestants >= 1);
    if (json) return json_print(match_json(match, game, cut));
    printf("%s: %d games, openings %s, seed %" PRIu64 "\n\n", game, match->tally.games,
           match->settings.openings, match->settings.seed);
    print_standing(match);
    print_cross(match);
    putchar('\n');
    print_elo(match);
    print_notes(match, cut);
    print_maker(match, game);
    return fflush(stdout) == 0 ? EXIT_DONE : EXIT_JOB_FAILED;
}
