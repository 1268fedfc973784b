// spec.h - the one grammar for games and players: `name:key=value,key=value`.
//
// Splits a text into a name and settings, checking form only; what names and keys exist is for the caller.
// Then reads the settings against a table of options, so that every game and player reports a bad word in the
// same way.
#ifndef BASE_SPEC_H
#define BASE_SPEC_H

#include "base/status.h"
#include "base/text.h"

enum { SPEC_WORD_MAX = 64, SPEC_PATH_MAX = 1024, SPEC_SETTINGS_MAX = 32, SPEC_OPTIONS_MAX = 48 };

typedef struct Setting {
    char key[SPEC_WORD_MAX], value[SPEC_WORD_MAX];
} Setting;

typedef struct Spec {
    char    name[SPEC_WORD_MAX];
    int     count;
    Setting settings[SPEC_SETTINGS_MAX];
} Spec;

// One option: a whole number from min to max; or, when `choices` is given, one word of a list ("no|yes"),
// whose number is its value; or, when `form` is given, a text of that form, which the owner of the table
// reads himself (spec_text).
typedef struct Option {
    const char *key;       // NULL ends a table
    const char *choices;   // "a|b|c", or NULL for a number
    int         min, max;
    int         fallback;   // the value when the option is not given
    const char *help;       // one line
    const char *form;       // of a text: "tt+killer"; NULL for the others
} Option;

bool spec_parse(Spec *spec, const char *text, Status *status);

// The same, but the value of `key` may be longer than a word: a file, a command. It is not among the settings
// then; `path` takes it, "" when it is not given. A comma in it is written `\,`, and a backslash before a
// comma, another backslash or the end is doubled.
bool spec_parse_path(Spec *spec, const char *text, const char *key, char path[SPEC_PATH_MAX], Status *status);

// The name alone. Returns what follows it: ":..." or the end; NULL when there is no name.
const char *spec_name(const char *text, char name[SPEC_WORD_MAX], Status *status);

// Adds the settings of a list `key=value,key=value` whose keys are not given.
bool spec_fill(Spec *spec, const char *list, Status *status);

// Reads all settings against the table: values[i] belongs to options[i]. Fails on an unknown key, a key given
// twice, a bad value.
bool spec_options(const Spec *spec, const Option options[], int values[], Status *status);

// The text given for a key, or NULL.
const char *spec_text(const Spec *spec, const char *key);

// Changing a spec: takes a key out (false when it is not there; of a key given twice the second stays), puts
// one in or in place of what it was (false when there is no room), and writes it all down again.
bool spec_take(Spec *spec, const char *key, char value[SPEC_WORD_MAX]);
bool spec_put(Spec *spec, const char *key, const char *value);
void spec_write(const Spec *spec, Text *out);
void spec_write_path(const char *path, Text *out);   // the value of such a key

// The value of an option as text ("yes", "8").
const char *option_text(const Option *option, int value, char out[SPEC_WORD_MAX]);

#endif
