// pthread.h - what sources without threads still ask of it: something done once. The C library for
// WebAssembly has no such header.
#ifndef WASM_PTHREAD_H
#define WASM_PTHREAD_H

typedef int pthread_once_t;
#define PTHREAD_ONCE_INIT 0

static inline int pthread_once(pthread_once_t *once, void (*work)(void))
{
    if (*once) return 0;
    *once = 1;
    return work(), 0;
}

#endif
