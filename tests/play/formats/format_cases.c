#include "play/formats/format_cases.h"

#include <stdio.h>
#include <stdlib.h>

FormatGame *format_case_random(const Variant *v, Rng *rng, int before, int plies)
{
    FormatGame *const game = calloc(1, sizeof *game);
    AnyState          s;
    Status            status;
    char              name[FORMAT_NAME_MAX];
    variant_setup(v, &s);
    for (int i = 0; i < before; i++) {
        Move           moves[GAME_MOVES_MAX];
        const AnyState parent = s;
        const int      n      = v->game->generate(v->rules, &s, moves);
        if (n > 0) v->game->play(v->rules, &s, &parent, moves[rng_below(rng, (uint32_t)n)]);
    }
    ck_assert(record_open(&game->record, v, &s, &status));
    for (int i = 0; i <= plies; i++) {
        Move      moves[GAME_MOVES_MAX];
        const int n = v->game->generate(v->rules, &game->record.now, moves);
        if (rng_below(rng, 8) == 0)
            format_comment_add(&game->comments, i, " a remark,\n with } and { (not a variation) in it ", 48);
        if (n == 0 || i == plies) break;
        ck_assert(record_play(&game->record, moves[rng_below(rng, (uint32_t)n)], &status));
    }
    for (int p = 0; p < v->facts.players; p++)
        ck_assert(
            format_tag_set(&game->tags, format_player_tag(v, p, name), p % 2 ? "one [x] \\ \"y\"" : "other"));
    format_judge(game);
    return game;
}

void format_case_free(FormatGame *game)
{
    format_game_close(game);
    free(game);
}

char *format_case_text(const GameFormat *format, const FormatGame *game, size_t *size)
{
    char       *text = NULL;
    FILE *const out  = open_memstream(&text, size);
    ck_assert_ptr_nonnull(out);
    format->write(out, game);
    ck_assert_int_eq(fclose(out), 0);
    return text;
}
