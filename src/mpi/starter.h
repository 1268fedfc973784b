// starter.h - the program that started the ranks, mpirun: can it still be reached? A rank that is cut off
// says nothing, since nobody would hear it, and leaves the word to one that is not.
#ifndef MPI_STARTER_H
#define MPI_STARTER_H

#include <netinet/in.h>
#include <stdbool.h>

enum { STARTER_ADDRESSES = 4, STARTER_WAIT_MS = 400 };   // Open MPI kills a second after it asked to end

typedef struct Starter {
    struct sockaddr_in at[STARTER_ADDRESSES];
    int                count;
} Starter;

// From what Open MPI tells its ranks, "NUMBER;tcp://ADDRESS[,ADDRESS...]:PORT[;...]"; none when it is not
// that.
void starter_read(Starter *starter, const char *uri);

// True also when no address is known. For signal handlers.
bool starter_reachable(const Starter *starter);

#endif
