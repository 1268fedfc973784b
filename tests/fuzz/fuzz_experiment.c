// Any text as an experiment: refused with one line, or series and cells whose games, players and protocols
// can be written down. No search is opened.
#include "fuzz.h"
#include "lab/experiment.h"

#include <stdlib.h>
#include <string.h>

static void use(const Series *series, uint64_t seed)
{
    Variant v;
    Status  status;
    fuzz_require(series->configuration_count > 0 && series->start_count > 0, "a series has something to run");
    fuzz_require(variant_open(&v, series->game, &status), "the game opens");
    variant_close(&v);
    for (int i = 0; i < series->configuration_count; i++) {
        char text[TEXT_MAX];
        Text out = text_on(text, sizeof text);
        series_player_key(series, i, &out);
        fuzz_require(!out.cut && text[0], "a player fits");
    }
    for (int i = 0; i < series->start_count; i++) {
        char text[PROTOCOL_MAX];
        Text out = text_on(text, sizeof text);
        series_protocol(series, series->starts[i], seed, &out);
        fuzz_require(!out.cut && strchr(text, '\n') == NULL, "a protocol is one line that fits");
    }
}

static void use_contest(const MatchExperiment *matches, int openings, uint64_t seed)
{
    for (int i = 0; i < matches->rows * matches->columns; i++) {
        const MatchCell *const cell = &matches->cells[i];
        char                   game[TEXT_MAX], text[PROTOCOL_MAX];
        Text                   out = text_on(text, sizeof text);
        Variant                v;
        Status                 status;
        fuzz_require(match_cell_game(cell, openings - 1, game) && variant_open(&v, game, &status),
                     "the last game opens");
        fuzz_require(v.facts.players == 2 && cell->plies_max > 0, "it is for two and ends");
        variant_close(&v);
        match_protocol(matches, cell, seed, &out);
        fuzz_require(!out.cut && strchr(text, '\n') == NULL, "a protocol is one line that fits");
        fuzz_require(cell->player[0] && cell->opponent[0], "a cell has players");
        fuzz_require(cell->player_key[0] && cell->opponent_key[0], "they are kept");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Experiment  e;
    Status      status = {0};
    char *const text   = malloc(size + 1);
    fuzz_require(text != NULL, "memory");
    fuzz_text(data, size, text, size + 1);
    if (experiment_parse(&e, text, "x", &status)) {
        for (int i = 0; i < e.series_count; i++) use(&e.series[i], e.seed);
        fuzz_require((e.matches.rows > 0) == (e.kind == EXPERIMENT_MATCH), "matches have cells");
        use_contest(&e.matches, e.trials > e.quick_trials ? e.trials : e.quick_trials, e.seed);
        experiment_close(&e);
    } else {
        fuzz_require(status.text[0] && strchr(status.text, '\n') == NULL, "a refusal has one line");
        fuzz_require(e.series == NULL && e.matches.cells == NULL, "a refusal leaves nothing behind");
    }
    free(text);
    return 0;
}
