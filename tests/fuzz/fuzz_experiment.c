// Any text as an experiment: refused with one line, or series and cells whose games, players and protocols
// can be written down. No search is opened.
#include "fuzz.h"
#include "lab/kinds/match/match.h"
#include "lab/kinds/nodes/nodes.h"

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
        const Configuration *const c = &series->configurations[i];
        fuzz_require(c->shown[0] && c->key[0], "a configuration has a player and its key");
    }
    fuzz_require(series->opponents.key[0] && series->midgame_players.key[0], "and so have the others");
    for (int i = 0; i < series->start_count; i++) {
        char text[PROTOCOL_MAX];
        Text out = text_on(text, sizeof text);
        series_protocol(series, series->starts[i], seed, &out);
        fuzz_require(!out.cut && strchr(text, '\n') == NULL, "a protocol is one line that fits");
    }
}

static void use_matches(const MatchExperiment *matches, int openings, uint64_t seed)
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
        match_protocol(cell, seed, &out);
        fuzz_require(!out.cut && strchr(text, '\n') == NULL, "a protocol is one line that fits");
        fuzz_require(cell->player.shown[0] && cell->opponent.shown[0], "a cell has players");
        fuzz_require(cell->player.key[0] && cell->opponent.key[0], "they have keys");
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
        const int most = e.trials > e.quick_trials ? e.trials : e.quick_trials;
        fuzz_require(e.kind->tables(&e) > 0 && e.kind->cells(&e) > 0 && e.kind->tasks(&e) > 0,
                     "there is something to run");
        for (int i = 0; e.kind == &kind_nodes && i < e.kind->tables(&e); i++)
            use(&series_of_experiment(&e)->list[i], e.seed);
        if (e.kind == &kind_match) use_matches(match_of_experiment(&e), most, e.seed);
        experiment_close(&e);
    } else {
        fuzz_require(status.text[0] && strchr(status.text, '\n') == NULL, "a refusal has one line");
        fuzz_require(e.body == NULL, "a refusal leaves nothing open");
    }
    free(text);
    return 0;
}
