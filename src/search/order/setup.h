// setup.h - what the memory of an ordering idea is made for (order/memory.def).
#ifndef SEARCH_ORDER_SETUP_H
#define SEARCH_ORDER_SETUP_H

#include "search/settings.h"

typedef struct OrderSetup {
    const SearchSettings *settings;
    int                   players;
    uint32_t              move_ids;
} OrderSetup;

#endif
