// cmd_convert.c - `pollard convert`: games from one notation into another.
#include "base/file.h"
#include "cli/cli.h"
#include "cli/game_text.h"

#include <stdlib.h>
#include <string.h>

typedef struct Conversion {
    GameText          games;
    const GameFormat *to;
    int               count;
    bool              part;    // a game cannot be read; those before it are there
    char             *bytes;   // what is written, owned
    size_t            size;
} Conversion;

static bool game_write(const Conversion *c, const FormatGame *game, FILE *out, Status *status)
{
    if (!format_possible(c->to, game, status)) return status_prefix(status, "game %d", game->number);
    c->to->write(out, game);
    return true;
}

static bool games_write(Conversion *c, FILE *out, Status *status)
{
    FormatReader      reader;
    FormatRead        read = FORMAT_READ_BAD;
    bool              good = true;
    FormatGame *const game = calloc(1, sizeof *game);
    if (game == NULL) return status_fail_system(status, "out of memory for a game");
    format_open(&reader, c->games.format, &c->games.v, c->games.text, c->games.size);
    while (good && (read = format_read(&reader, game, status)) == FORMAT_READ_GAME) {
        good = game_write(c, game, out, status);
        format_game_close(game);
        c->count++;
    }
    free(game);
    c->part = good && read == FORMAT_READ_BAD && c->count > 0;
    if (!good || read == FORMAT_READ_BAD) return status_prefix(status, "%s", c->games.path);
    return c->count > 0 || status_fail(status, "%s: it has no games", c->games.path);
}

// To stdout or a file, whole; data is written by report.
static bool bytes_write(const Conversion *c, const char *path, bool json, Status *status)
{
    if (path != NULL) return file_write(path, c->bytes, c->size, status) || status_prefix(status, "--out");
    if (!json) fwrite(c->bytes, 1, c->size, stdout);
    return true;
}

// Those before one that cannot be read are not lost; the message says how many there are.
static int part_report(const Conversion *c, const char *path, bool json, const Status *why)
{
    Status status;
    if (json) return cli_fail(why);
    if (!bytes_write(c, path, json, &status)) return cli_fail(&status);
    return cli_end(EXIT_BAD_INPUT, "%s; written before it: %d game%s", why->text, c->count,
                   c->count == 1 ? "" : "s");
}

static bool convert(Conversion *c, Status *status)
{
    FILE *const out = open_memstream(&c->bytes, &c->size);
    if (out == NULL) return status_fail_system(status, "out of memory for the games");
    const bool good = games_write(c, out, status), whole = !ferror(out);
    if ((fclose(out) == 0 && whole) || !good) return good;
    return status_fail_system(status, "out of memory for the games");
}

static int report(const Conversion *c, const char *path, bool json)
{
    if (!json) return EXIT_DONE;   // an error of writing to stdout is noticed where the program ends
    json_t *const object = json_pack("{s:s, s:s, s:s, s:i}", "game", c->games.name, "from",
                                     c->games.format->name, "to", c->to->name, "games", c->count);
    json_t *const text   = path != NULL ? json_string(path) : json_stringn(c->bytes, c->size);
    if (json_object_set_new(object, path != NULL ? "out" : "text", text) == 0) return json_print(object);
    json_decref(object);
    return cli_end(EXIT_BAD_INPUT, "--json: %s is not UTF-8; expected --out FILE", c->games.path);
}

// --to, or what the name of --out says, or our own.
static const GameFormat *target(const char *name, const char *path, Status *status)
{
    if (name != NULL) {
        const GameFormat *const format = format_find(name, status);
        if (format == NULL) status_prefix(status, "--to");
        return format;
    }
    const GameFormat *const format = path != NULL ? format_by_suffix(path) : NULL;
    return format != NULL ? format : &format_saved;
}

static int run(const Args *args)
{
    Status            status;
    Conversion        c   = {0};
    const char *const out = args_value(args, "out"), *const path = out == NULL || strcmp(out, "-") == 0 ? NULL
                                                                                                        : out;
    c.to = target(args_value(args, "to"), path, &status);
    if (c.to == NULL || !game_text_open(&c.games, args->words[0], args_value(args, "game"), &status))
        return cli_fail(&status);
    const bool good = convert(&c, &status);
    const int  code = c.part ? part_report(&c, path, args->json, &status)
                    : good && bytes_write(&c, path, args->json, &status) ? report(&c, path, args->json)
                                                                         : cli_fail(&status);
    free(c.bytes);
    game_text_close(&c.games);
    return code;
}

static const Flag flags[] = {
    {"to", "FORMAT", "the notation to write (default: by the name of --out, otherwise saved)"},
    {"game", "SPEC", "the game it is of (default: what the text says)"},
    {"out", "FILE", "write to a file; - for stdout (the default)"},
    {0},
};

static void print_formats(void)
{
    puts("formats, known by content where games are read:");
    for (int i = 0; formats_all[i] != NULL; i++) {
        char form[64];
        snprintf(form, sizeof form, "%s (%s)", formats_all[i]->name, formats_all[i]->suffix);
        command_help_row(form, formats_all[i]->help, 22);
    }
    putchar('\n');
}

const Command command_convert = {
    .name      = "convert",
    .words     = "FILE|-",
    .summary   = "games from one notation into another: PGN, PDN, GGF, EPD, transcripts, our own",
    .examples  = "  pollard convert games.pdn --to pgn\n"
                 "  pollard convert othello.ggf --out games.txt\n"
                 "  pollard convert game.pgn --to epd\n"
                 "  echo f5d6c3d3c4 | pollard convert - --to ggf\n"
                 "  pollard convert focus.match --out focus.json\n",
    .flags     = flags,
    .words_min = 1,
    .words_max = 1,
    .run       = run,
    .more_help = print_formats,
};
