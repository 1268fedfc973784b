#include "play/formats/pgn_forfeit.h"

#include <string.h>

// What the reasons of engines (engine_process.c) and of the page are in the words of the standard.
static const struct {
    const char *reason, *termination;
} words[] = {
    {"no answer in time", "time forfeit"},
    {"it does not read its input", "time forfeit"},
    {"it ended by itself", "abandoned"},
    {"it was killed", "abandoned"},
    {"it closed its input or output", "abandoned"},
    {"it cannot be started again", "abandoned"},
    {"resigns", "normal"},
    {"out of time", "time forfeit"},
};

static const char *termination_of(const char *reason)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(reason, words[i].reason) != NULL) return words[i].termination;
    return "rules infraction";
}

void pgn_forfeit_tell(const Forfeit *forfeit, const Record *record, FormatTags *tags,
                      FormatComments *comments)
{
    char text[TEXT_MAX];
    Text out = text_on(text, sizeof text);
    if (forfeit->reason[0] == 0) return;
    forfeit_text(forfeit, record->v, &out);
    format_tag_set(tags, "Termination", termination_of(forfeit->reason));
    format_comment_add(comments, record->count, text, strlen(text));
}
