#include "games/chess_db_cases.h"
#include "retro/build.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64];

const char *chess_db_folder(void) { return folder; }

void chess_db_build(const char *group, int threads)
{
    char   name[DB_NAME_MAX];
    Status status;
    snprintf(folder, sizeof folder, "/tmp/pollard_chess_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    for (int i = 0; catalog_needs(group, i, name); i++) {
        CatalogDb   db;
        BuildResult result;
        char        path[DB_PATH_MAX], part[DB_PATH_MAX];
        ck_assert_msg(catalog_open(&db, name, &status), "%s", status.text);
        ck_assert(catalog_path(&db, folder, false, path, &status) &&
                  catalog_path(&db, folder, true, part, &status));
        const BuildOptions options = {.path               = path,
                                      .part               = part,
                                      .threads            = threads,
                                      .checkpoint_seconds = 1e9,
                                      .file               = {.form = DB_ZSTD}};
        ck_assert_msg(build_database(&db, &options, &result, &status), "%s", status.text);
        ck_assert(result.complete);
        catalog_close(&db);
    }
}

void chess_db_remove(void)
{
    DIR *const     dir = opendir(folder);
    struct dirent *entry;
    while (dir != NULL && (entry = readdir(dir)) != NULL) {
        char path[400];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.') unlink(path);
    }
    if (dir != NULL) closedir(dir);
    rmdir(folder);
}

int chess_db_small(int men)
{
    int n = 0;
    for (ChessDbNumbering d; n < CHESS_DB_COUNT; n++) {
        chess_db_numbering_open(&d, n);
        if (d.n + 2 > men) break;
    }
    return n;
}

void chess_db_load(int ending, ChessDbNumbering *d, Db *file)
{
    char   path[400];
    Status status;
    chess_db_numbering_open(d, ending);
    snprintf(path, sizeof path, "%s/chess-%s.edb", folder, d->name);
    ck_assert_msg(db_open(file, path, DB_LOAD, &status), "%s", status.text);
}

bool chess_db_unrank(const DtmBoard *b, const ChessDbNumbering *d, uint64_t number, DtmPosition *p)
{
    *p = (DtmPosition){.men = {.n = d->n, .here = (1u << d->n) - 1}};
    memcpy(p->men.man, d->man, sizeof p->men.man);
    memcpy(p->men.colour, d->colour, sizeof p->men.colour);
    p->side = chess_db_position(d, &b->numbers, number, &p->men.white_king, &p->black_king, p->men.square);
    return dtm_position_legal(b, p);
}

void chess_db_fen(const DtmPosition *p, char out[TEXT_MAX])
{
    char board[64]           = {0};
    Text text                = text_on(out, TEXT_MAX);
    board[p->men.white_king] = 'K', board[p->black_king] = 'k';
    for (int i = 0; i < p->men.n; i++)
        if (p->men.here >> i & 1)
            board[p->men.square[i]] = (p->men.colour[i] ? "qrbnp" : "QRBNP")[p->men.man[i]];
    for (int rank = 7; rank >= 0; rank--) {
        for (int file = 0; file < 8; file++)
            text_char(&text, board[8 * rank + file] ? board[8 * rank + file] : '1');
        text_char(&text, rank ? '/' : ' ');
    }
    text_add(&text, "%c - - 0 1", "wb"[p->side]);
}

void chess_db_from_fen(const char *fen, DtmPosition *p, bool *passant)
{
    int square = 56;
    *p         = (DtmPosition){0};
    for (; *fen != ' '; fen++) {
        const char *const white = strchr("QRBNP", *fen), *const black = strchr("qrbnp", *fen);
        if (*fen == '/') square -= 16;
        else if (*fen >= '1' && *fen <= '8') square += *fen - '0';
        else if (*fen == 'K') p->men.white_king = square++;
        else if (*fen == 'k') p->black_king = square++;
        else {
            ck_assert(p->men.n < CHESS_DB_OTHERS && (white || black));
            p->men.man[p->men.n]      = (uint8_t)strcspn(white ? "QRBNP" : "qrbnp", (char[]){*fen, 0});
            p->men.colour[p->men.n]   = black != NULL;
            p->men.square[p->men.n++] = (uint8_t)square++;
        }
    }
    p->men.here = (1u << p->men.n) - 1;
    p->side     = fen[1] == 'b';
    ck_assert(strncmp(fen + 2, " - ", 3) == 0);
    *passant = fen[5] != '-';
}
