#include "server/assets.h"
#include "server/server_inner.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".txt", "text/plain; charset=utf-8"},
    {".woff2", "font/woff2"},
};

const char *asset_type(const char *name)
{
    const char *const dot = strrchr(name, '.');
    for (size_t i = 0; dot != NULL && i < sizeof types / sizeof *types; i++)
        if (strcmp(dot, types[i].ending) == 0) return types[i].type;
    return "application/octet-stream";
}

// Answers that are made once and sent again and again.
struct AssetAnswers {
    struct MHD_Response *plain, *gzip, *same;   // gzip NULL: it is not smaller
};

static struct MHD_Response *response_make(const Asset *asset, const unsigned char *at, size_t size)
{
    struct MHD_Response *const response = MHD_create_response_from_buffer(size, (void *)(uintptr_t)at,
                                                                          MHD_RESPMEM_PERSISTENT);
    if (response == NULL) return NULL;
    response_protect(response, NULL, true);
    MHD_add_response_header(response, "ETag", asset->tag);
    MHD_add_response_header(response, "Vary", "Accept-Encoding");
    if (size > 0) MHD_add_response_header(response, "Content-Type", asset_type(asset->path));
    return response;
}

static bool answers_make(const Asset *asset, AssetAnswers *answers)
{
    const size_t plain = (size_t)(asset->bytes_end - asset->bytes),
                 gzip  = (size_t)(asset->gzip_end - asset->gzip);
    answers->plain     = response_make(asset, asset->bytes, plain);
    answers->same      = response_make(asset, asset->bytes, 0);
    if (gzip < plain) answers->gzip = response_make(asset, asset->gzip, gzip);
    if (answers->gzip != NULL) MHD_add_response_header(answers->gzip, "Content-Encoding", "gzip");
    return answers->plain != NULL && answers->same != NULL && (answers->gzip != NULL || gzip >= plain);
}

static int assets_count(void)
{
    int n = 0;
    while (web_assets[n].path != NULL) n++;
    return n;
}

bool assets_open(Server *server, Status *status)
{
    const int n    = assets_count();
    bool      good = (server->assets = calloc((size_t)n + 1, sizeof *server->assets)) != NULL;
    for (int i = 0; good && i < n; i++) good = answers_make(&web_assets[i], &server->assets[i]);
    return good || status_fail_system(status, "out of memory for the page");
}

static void response_close(struct MHD_Response *response)
{
    if (response != NULL) MHD_destroy_response(response);
}

void assets_close(Server *server)
{
    for (int i = 0; server->assets != NULL && i < assets_count(); i++) {
        response_close(server->assets[i].plain);
        response_close(server->assets[i].gzip);
        response_close(server->assets[i].same);
    }
    free(server->assets);
}

struct MHD_Response *asset_response(const Server *server, const char *path, bool gzip, const char *seen,
                                    int *code)
{
    int               i     = 0;
    const char *const named = strcmp(path, "/") == 0 ? "/index.html" : path;
    while (web_assets[i].path != NULL && strcmp(web_assets[i].path, named) != 0) i++;
    if (web_assets[i].path == NULL) return NULL;
    const AssetAnswers *const answers = &server->assets[i];
    assert(answers->plain != NULL);
    *code = 304;
    if (tag_matches(seen, web_assets[i].tag)) return answers->same;
    *code = 200;
    return gzip && answers->gzip != NULL ? answers->gzip : answers->plain;
}
