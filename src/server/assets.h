// assets.h - the files of the page, which the program carries: every file of web/dist, as it is and
// compressed (tools/embed_web). They are served by this table alone; no path of a client ever reaches a file
// system.
#ifndef SERVER_ASSETS_H
#define SERVER_ASSETS_H

typedef struct Asset {
    const char          *path;   // "/app.js"
    const char          *tag;    // of its contents, in quotes
    const unsigned char *bytes, *bytes_end;
    const unsigned char *gzip, *gzip_end;
} Asset;

extern const Asset web_assets[];   // ended by {0}

// Of the ending of a name; bytes of no known kind for others.
const char *asset_type(const char *name);

#endif
