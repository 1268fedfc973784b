// dialogue.h - a protocol spoken with: lines told, what was said, in any thread. One at a time.
#ifndef TESTS_PROTOCOLS_DIALOGUE_H
#define TESTS_PROTOCOLS_DIALOGUE_H

#include "protocols/protocol.h"
#include "tests.h"

typedef struct Dialogue {
    const Protocol *protocol;
    Variant         v;
    bool            playing;   // v is open
    void           *session;
} Dialogue;

// Fails the test where it cannot be opened. game NULL: none.
void dialogue_open(Dialogue *d, const Protocol *protocol, const char *game, const char *player);
void dialogue_open_trusted(Dialogue *d, const Protocol *protocol, const char *game, const char *player);
void dialogue_close(Dialogue *d);

void tell(Dialogue *d, const char *line);   // which is not goodbye

// What was said since it was forgotten; read it when nothing runs.
const char *heard(void);
void        forget(void);
bool        was_said(const char *text);
bool        wait_for(const char *text, double seconds);
int         times_said(const char *text);

// Forgets, tells, waits for the end of the search; the last line that begins so, without that.
const char *answer(Dialogue *d, const char *line, const char *begin);

// Random lines made of these words, some with characters changed.
void tell_nonsense(Dialogue *d, const char *const words[], int count, int lines);

// The same protocol refuses a game or a player, in one line that has the word.
void refused(const Protocol *protocol, const char *game, const char *player, const char *word);

void pause_ms(int milliseconds);

#endif
