// uci_go.c - what `go` asks for, and how much time that is.
#include "protocols/uci_inner.h"

#include <string.h>

const char *uci_word(const char **at, char word[SPEC_WORD_MAX])
{
    *at += strspn(*at, " \t");
    const size_t n = strcspn(*at, " \t"), kept = n < SPEC_WORD_MAX ? n : SPEC_WORD_MAX - 1;
    if (n == 0) return NULL;
    memcpy(word, *at, kept);
    word[kept] = 0;
    *at += n;
    return word;
}

bool uci_move_read(const Variant *v, const AnyState *s, const char *word, Move *m)
{
    Move      moves[GAME_MOVES_MAX];
    Status    ignored;
    const int n = v->game->generate(v->rules, s, moves);
    for (int i = 0; i < n; i++) {
        char text[TEXT_MAX];
        Text out = text_on(text, sizeof text);
        v->game->move_code(v->rules, s, moves[i], &out);
        if (text_same(text, word)) return *m = moves[i], true;
    }
    return variant_move_parse(v, s, word, m, &ignored);
}

// The number after a word; what is none, or negative (a clock that has run out), is 0.
static long number_read(const char **at, long max)
{
    char              word[SPEC_WORD_MAX];
    long              n    = 0;
    const char *const text = uci_word(at, word);
    if (text == NULL || !text_whole_number(text, 0, max, &n)) return 0;
    return n;
}

static double seconds_read(const char **at) { return (double)number_read(at, 1000000000) / 1000; }

static void clock_read(UciGo *go, int player, const char **at)
{
    go->clock[player] = true;
    go->time[player]  = seconds_read(at);
}

// Moves up to a word that is none.
static void moves_read(const Uci *u, UciGo *go, const char **at)
{
    char word[SPEC_WORD_MAX];
    Move m;
    for (const char *next = *at; uci_word(&next, word) != NULL; *at = next) {
        if (!uci_move_read(u->v, &u->record.now, word, &m)) return;
        int i = 0;
        while (i < go->moves && go->move[i] != m) i++;
        if (i == go->moves && i < GAME_MOVES_MAX) go->move[go->moves++] = m;
    }
}

void uci_go_read(const Uci *u, const char *words, UciGo *go)
{
    char word[SPEC_WORD_MAX];
    memset(go, 0, sizeof *go);
    for (const char *at = words; uci_word(&at, word) != NULL;) {
        if (strcmp(word, "depth") == 0) go->depth = (int)number_read(&at, 1000000);
        else if (strcmp(word, "nodes") == 0) go->nodes = (uint64_t)number_read(&at, INT64_MAX);
        else if (strcmp(word, "mate") == 0) go->mate = (int)number_read(&at, 1000);
        else if (strcmp(word, "movetime") == 0) go->movetime = seconds_read(&at);
        else if (strcmp(word, "wtime") == 0) clock_read(go, 0, &at);
        else if (strcmp(word, "btime") == 0) clock_read(go, 1, &at);
        else if (strcmp(word, "winc") == 0) go->inc[0] = seconds_read(&at);
        else if (strcmp(word, "binc") == 0) go->inc[1] = seconds_read(&at);
        else if (strcmp(word, "movestogo") == 0) go->movestogo = (int)number_read(&at, 1000);
        else if (strcmp(word, "infinite") == 0) go->infinite = true;
        else if (strcmp(word, "ponder") == 0) go->ponder = true;
        else if (strcmp(word, "searchmoves") == 0) moves_read(u, go, &at);
    }
}

static double least(double a, double b) { return a < b ? a : b; }

// A thirtieth of what is left, or its share of the moves to the next control; in a hard position two and a
// half times as much, and never so much that the next moves have none. The overhead is for the way there and
// back.
UciTime uci_time(const UciGo *go, int player, int overhead_ms)
{
    const double overhead = overhead_ms / 1000.0;
    if (go->infinite) return (UciTime){0};
    if (go->movetime > 0) {
        const double hard = go->movetime - least(overhead, go->movetime / 4);
        return (UciTime){.soft = hard, .hard = hard};
    }
    if (!go->clock[player]) return (UciTime){0};
    const double left  = go->time[player] - overhead > 0.001 ? go->time[player] - overhead : 0.001;
    const int    moves = go->movestogo > 0 && go->movestogo < 30 ? go->movestogo : 30;
    const double share = least(left / moves + 0.75 * go->inc[player], 0.5 * left);
    const double most  = (moves == 1 ? 0.8 : moves == 2 ? 0.5 : 0.3) * left;
    return (UciTime){.soft = 0.6 * least(share, most), .hard = least(2.5 * share, most)};
}
