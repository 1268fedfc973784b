// dbfile_pack.h - blocks into zstd frames, over several threads, with a dictionary where it pays.
//
// The frames depend on the contents, the dictionary and the level only, not on the number of threads.
// Allocates when opened and trained.
#ifndef RETRO_DBFILE_PACK_H
#define RETRO_DBFILE_PACK_H

#include "retro/dbfile.h"

typedef struct Packer Packer;

enum {
    PACK_BATCH = 1 << 22
};   // bytes of contents packed at a time, and the most that is looked at to train a dictionary

Packer *packer_open(unsigned block, int level, int threads, Status *status);
void    packer_close(Packer *p);

// Takes samples of a table for a dictionary; keeps it if it makes a table of `entries` smaller by more than
// its own size.
void packer_train(Packer *p, const uint8_t *table, uint64_t size, uint64_t entries);

const uint8_t *packer_dictionary(const Packer *p, size_t *size);

// Packs at most PACK_BATCH bytes. Block i of them is then *stored, size[i] bytes long; the bytes are those of
// the contents where packing does not help.
bool           packer_pack(Packer *p, const uint8_t *contents, size_t size, Status *status);
const uint8_t *packer_block(const Packer *p, size_t i, size_t *size);

#endif
