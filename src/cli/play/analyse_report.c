#include "cli/play/analyse_report.h"
#include "play/show/search_text.h"

#include <stdio.h>
#include <string.h>

enum { LINE_SHOWN = 44 };

// "black (engine)": the seat, and who sat there where that is known.
const char *analyse_player(const AnalyseReport *report, int seat, char out[TEXT_MAX])
{
    const Variant *const v = report->analysis->game->v;
    char                 name[SPEC_WORD_MAX], tag[FORMAT_NAME_MAX];
    const char *const    who   = format_tag(&report->played->tags, format_player_tag(v, seat, tag));
    const bool           known = who != NULL && strcmp(who, "?") != 0 && who[0];
    snprintf(out, TEXT_MAX, known ? "%s (%.200s)" : "%s", variant_player_name(v, seat, name), who);
    return out;
}

// The position before move `ply`. The game is short: replayed from its start.
static void position_before(const Record *game, int ply, AnyState *s)
{
    *s = game->start;
    for (int i = 0; i < ply; i++) {
        const AnyState before = *s;
        game->v->game->play(game->v->rules, s, &before, game->moves[i]);
    }
}

void analyse_move_text(const AnalyseReport *report, int ply, Text *out)
{
    const Record *const game = report->analysis->game;
    AnyState            s;
    position_before(game, ply, &s);
    search_text_move(game->v, &s, game->moves[ply], out);
}

static void line_text(const AnalyseReport *report, int ply, Text *out)
{
    const Analysis *const a = report->analysis;
    AnyState              s;
    position_before(a->game, ply, &s);
    search_text_line(a->game->v, &s, a->player->search->settings.algorithm, &a->moves[ply].found, out);
}

// "+12", "win 5": a value in a narrow column, with the plies to the end.
static void value_narrow(Value v, Text *out)
{
    char        described[40];
    Text        text  = text_on(described, sizeof described);
    const char *digit = described;
    value_describe(v, &text);
    if (strncmp(described, "a ", 2) != 0) return text_add(out, "%s", described);
    digit += strcspn(described, "0123456789");
    text_add(out, "%s %.*s", v > 0 ? "win" : "loss", (int)strspn(digit, "0123456789"), digit);
}

static bool is_win(Value v) { return v >= VALUE_WIN_MIN || v <= -VALUE_WIN_MIN; }

// A number; what is certain is lost as "win", "game", or only "plies" on the way to the same end.
static void loss_text(const MoveAnalysis *move, Text *out)
{
    const Value before = move->found.value, after = move->after;
    if (!move->compared) text_add(out, "-");
    else if (move->loss == 0) text_add(out, "0");
    else if (before >= VALUE_WIN_MIN && after < VALUE_WIN_MIN) text_add(out, "win");
    else if (before > -VALUE_WIN_MIN && after <= -VALUE_WIN_MIN) text_add(out, "game");
    else if (is_win(before)) text_add(out, "plies");
    else text_add(out, "%d", move->loss);
}

static void print_row(const AnalyseReport *report, int ply)
{
    const MoveAnalysis *const move = &report->analysis->moves[ply];
    char name[SPEC_WORD_MAX], word[TEXT_MAX], before[40] = "-", after[40] = "-", loss[40];
    char line[TEXT_MAX] = "";
    Text before_out = text_on(before, sizeof before), after_out = text_on(after, sizeof after),
         loss_out = text_on(loss, sizeof loss), line_out = text_on(line, sizeof line),
         word_out = text_on(word, sizeof word);
    analyse_move_text(report, ply, &word_out);
    loss_text(move, &loss_out);
    if (move->depth > 0) value_narrow(move->found.value, &before_out), line_text(report, ply, &line_out);
    else text_add(&before_out, "-");
    if (move->compared) value_narrow(move->after, &after_out);
    else text_add(&after_out, "-");
    printf("%4d  %-10.10s %-9s %8s %8s %7s %5d  %.*s\n", ply + 1,
           variant_player_name(report->analysis->game->v, move->mover, name), word, before, after, loss,
           move->depth, LINE_SHOWN, line);
}

static void print_mistake(const AnalyseReport *report, int ply)
{
    const MoveAnalysis *const move = &report->analysis->moves[ply];
    char                      who[TEXT_MAX], word[TEXT_MAX], before[40], after[40], line[TEXT_MAX];
    Text before_out = text_on(before, sizeof before), after_out = text_on(after, sizeof after),
         line_out = text_on(line, sizeof line), word_out = text_on(word, sizeof word);
    analyse_move_text(report, ply, &word_out);
    value_describe(move->found.value, &before_out);
    value_describe(move->after, &after_out);
    line_text(report, ply, &line_out);
    printf("%s %d. %s: %s leads to %s, not %s\n   better: %s\n", verdict_names[move->verdict], ply + 1,
           variant_player_name(report->analysis->game->v, move->mover, who), word, after, before, line);
}

// What each player lost on the way, where values are no wins.
static void print_sums(const AnalyseReport *report)
{
    const Analysis *const a = report->analysis;
    for (int p = 0; p < a->game->v->facts.players; p++) {
        long moves = 0, lost = 0, counts[3] = {0};
        char who[TEXT_MAX];
        for (int i = 0; i < a->done; i++) {
            const MoveAnalysis *const move = &a->moves[i];
            if (move->mover != p || !move->compared) continue;
            counts[move->verdict]++;
            if (is_win(move->found.value) || is_win(move->after)) continue;
            moves++, lost += move->loss;
        }
        printf("%s: mistakes %ld, blunders %ld", analyse_player(report, p, who), counts[MOVE_MISTAKE],
               counts[MOVE_BLUNDER]);
        if (moves > 0) printf(", %.1f lost per move on average", (double)lost / (double)moves);
        putchar('\n');
    }
}

static void print_end(const AnalyseReport *report)
{
    const Analysis *const a = report->analysis;
    char                  result[TEXT_MAX];
    Text                  out = text_on(result, sizeof result);
    record_result(a->game, report->played->ended == ENDED_BY_FORFEIT ? ENDED_NOT : report->played->ended,
                  &out);
    printf("%s: %s after %d plies, analysed by %s\n", report->game, result, a->game->count, report->player);
    if (report->cut) printf("stopped: %d of %d moves were analysed\n", a->done, a->game->count);
}

void analyse_text(const AnalyseReport *report)
{
    const Analysis *const a = report->analysis;
    printf("%4s  %-10s %-9s %8s %8s %7s %5s  %s\n", "ply", "player", "move", "before", "after", "loss",
           "depth", "best line");
    for (int i = 0; i < a->done; i++) print_row(report, i);
    puts("values in the mover's eyes; win 5: in five plies\n");
    for (int i = 0; i < a->done; i++)
        if (a->moves[i].verdict != MOVE_SOUND) print_mistake(report, i);
    printf("mistakes lose %d or more, a win in sight, or the game;\n", a->mistake);
    printf("blunders lose %d or more, a win without staying ahead, or a game in which they were not behind\n",
           ANALYSIS_BLUNDER * a->mistake);
    print_sums(report);
    print_end(report);
}

// Data.

static json_t *known_value(bool known, Value v) { return known ? json_integer(v) : json_null(); }

static json_t *move_json(const AnalyseReport *report, int ply)
{
    const Analysis *const     a    = report->analysis;
    const MoveAnalysis *const move = &a->moves[ply];
    const Variant *const      v    = a->game->v;
    char                      name[SPEC_WORD_MAX], word[TEXT_MAX], line[TEXT_MAX] = "", best[TEXT_MAX] = "";
    Text                      word_out = text_on(word, sizeof word), line_out = text_on(line, sizeof line),
         best_out = text_on(best, sizeof best);
    AnyState s;
    position_before(a->game, ply, &s);
    analyse_move_text(report, ply, &word_out);
    if (move->depth > 0)
        line_text(report, ply, &line_out), search_text_move(v, &s, move->found.pv[0], &best_out);
    json_t *const json = json_pack("{s:i, s:s, s:s, s:i, s:o, s:o, s:o, s:s, s:s, s:s}", "ply", ply + 1,
                                   "player", variant_player_name(v, move->mover, name), "move", word, "depth",
                                   move->depth, "before", known_value(move->depth > 0, move->found.value),
                                   "after", known_value(move->compared, move->after), "loss",
                                   known_value(move->compared, move->loss), "best", best, "line", line,
                                   "verdict", verdict_names[move->verdict]);
    if (a->player->search->settings.algorithm != ALGORITHM_MAXN) return json;
    json_t *const values = json_array();
    for (int p = 0; p < v->facts.players; p++)
        json_array_append_new(values, known_value(move->depth > 0, move->found.values[p]));
    json_object_set_new(json, "values", values);
    return json;
}

json_t *analyse_json(const AnalyseReport *report)
{
    const Analysis *const a = report->analysis;
    json_t *const moves = json_array(), *const players = json_array();
    for (int i = 0; i < a->done; i++) json_array_append_new(moves, move_json(report, i));
    for (int p = 0; p < a->game->v->facts.players; p++) {
        char who[TEXT_MAX];
        json_array_append_new(players, json_string(analyse_player(report, p, who)));
    }
    return json_pack("{s:s, s:o, s:s, s:i, s:i, s:i, s:o, s:b}", "game", report->game, "players", players,
                     "player", report->player, "plies", a->game->count, "mistake", a->mistake, "blunder",
                     ANALYSIS_BLUNDER * a->mistake, "moves", moves, "interrupted", report->cut);
}
