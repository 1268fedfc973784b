// experiment.h - an experiment as data: what every kind of experiment has. What else a file says belongs to
// its kind (lab/kinds/kind.h).
//
// A JSON file (src/lab/experiments/, or a user's own) says it; docs/LAB.md lists every key with its default.
#ifndef LAB_EXPERIMENT_H
#define LAB_EXPERIMENT_H

#include "base/sha256.h"
#include "base/status.h"
#include "base/text.h"
#include "game/variant.h"
#include "lab/kinds/chosen.h"
#include "play/player_spec.h"

#include <stdint.h>

enum { EXPERIMENT_NAME_MAX = 64, EXPERIMENT_SEED_MAX = 1000000000, PROTOCOL_MAX = 6 * TEXT_MAX };

typedef struct ExperimentKind ExperimentKind;

typedef struct Experiment {
    const ExperimentKind *kind;
    char                  name[EXPERIMENT_NAME_MAX], title[TEXT_MAX];
    char                  note[TEXT_MAX];         // what a reader should know beside the figures
    int                   trials, quick_trials;   // of matches: openings
    uint64_t              seed;
    // Of what is run, as canonical JSON (lab/registration.h), and of its file: they are the same unless the
    // command line changed something, which `changes` tells as it does: " --seed 7 --in-place none", or "".
    char              hash[SHA256_TEXT], file_hash[SHA256_TEXT];
    char              changes[TEXT_MAX];
    const char       *source;       // while it is read: of its text, as in errors
    ChosenConventions chosen;       // what its conventions were chosen on
    json_t           *hypotheses;   // owned: a list of texts, what is expected of it; NULL: nothing
    void             *body;         // what its kind has read; owned, NULL when there is nothing
} Experiment;

// Reads an experiment and checks it whole: games are opened, players and settings read, no search opened.
// `source` names the text in errors.
bool experiment_parse(Experiment *experiment, const char *text, const char *source, Status *status);
// What stands in the place of what the file says.
typedef struct ExperimentChanges {
    // Another technique instead of the experiment's own: these settings in every configuration but the first,
    // in all its series; of matches as match/in_place.h says. "" takes the technique out; NULL changes
    // nothing. Whether verdicts can fail, and which rivals would agree with print as well.
    const char *in_place;
    bool        has_seed;   // other trials of the same experiment
    int         seed;       // 0 ... EXPERIMENT_SEED_MAX
    // Values of variables that the file gives all cells of a match, as NAME=VALUE, ended by NULL; NULL: none.
    const char *const *set;
} ExperimentChanges;
bool experiment_parse_changed(Experiment *experiment, const char *text, const char *source,
                              const ExperimentChanges *changes, Status *status);
void experiment_close(Experiment *experiment);

// Is this a key that every kind has: kind, name, title, note, chosen, seed, and the two for the number of
// trials?
bool experiment_has_key(const Experiment *experiment, const char *key);

// Its title, or its name when it has none.
const char *experiment_title(const Experiment *experiment);

// The hypotheses as a list of their own, empty when there are none; for json_decref.
json_t *experiment_hypotheses(const Experiment *experiment);

// What the command line changed in it, as a command says it: "--seed 7 --in-place none"; "" for nothing.
const char *experiment_changes(const Experiment *experiment);

// A player of an experiment that is opened to play: read once, with the experiment.
typedef struct LabPlayer {
    PlayerSpec spec;              // its key: what is opened
    char       shown[TEXT_MAX];   // in reports
    char       key[TEXT_MAX];     // `spec` as text: results are stored by it
} LabPlayer;

// Fills in a player from what reports show of it and its key in this game.
bool lab_player_make(LabPlayer *player, const PlayerSpec *shown, const Variant *v, Status *status);

// May this player take part in an experiment? A trial is the same whenever it is run: no limit of time, no
// threads; of nodes only for others than the measured. The measured is a search itself, and neither it nor
// the others of its trials make mistakes: what is counted is a plain search. In a match the clock may end a
// search: strength at equal time cannot be measured otherwise.
typedef enum { ROLE_MEASURED, ROLE_OTHER, ROLE_CONTESTANT } Role;
bool experiment_player_check(const PlayerSpec *spec, const Variant *v, Role role, Status *status);

// The experiments in the program.
typedef struct Builtin {
    const char *name, *text;
} Builtin;
extern const Builtin lab_builtins[];   // ended by a NULL name
extern const char    lab_published[], lab_papers[];

#endif
