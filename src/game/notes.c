// notes.c - what a game tells beside its board. A file of its own: plug-ins carry a copy (tools/game_kit).
#include "game/game.h"

#include <stdarg.h>
#include <stdio.h>

void notes_add(Notes *notes, const char *name, int player, const char *format, ...)
{
    if (notes->count == NOTES_MAX) {
        notes->cut = true;
        return;
    }
    Note *const note   = &notes->notes[notes->count++];
    const int   length = snprintf(note->name, sizeof note->name, "%s", name);
    note->player       = player;
    va_list arguments;
    va_start(arguments, format);
    const int n = vsnprintf(note->value, sizeof note->value, format, arguments);
    va_end(arguments);
    if (length >= (int)sizeof note->name || n >= (int)sizeof note->value) notes->cut = true;
}
