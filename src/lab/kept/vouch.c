#include "lab/kept/vouch.h"
#include "base/file.h"
#include "base/json_read.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FORMAT = 1, FILE_SIZE_MAX = 1 << 21, NUMBER_MAX = 1000000000 };

// The fields of a vouch in its file, in order. When it is there: in a vouch by trials, in one by the same
// code; IF_ANY: only where it says something. What vouches of earlier programs have stays, with its sum.
enum { BY_TRIALS = 1, BY_CODE = 2, ALWAYS = BY_TRIALS | BY_CODE, IF_ANY = 4 };
typedef struct TextField {
    const char *key;
    size_t      at, room;
    unsigned    when;
} TextField;
typedef struct NumberField {
    const char *key;
    size_t      at;
    int         least;
    unsigned    when;
} NumberField;
#define TEXT_FIELD(key, member, when)                                                                        \
    {                                                                                                        \
        key, offsetof(Vouch, member), sizeof(((Vouch *)0)->member), when                                     \
    }

static const TextField texts[] = {
    TEXT_FIELD("game", game, ALWAYS),
    TEXT_FIELD("from", from, ALWAYS),
    TEXT_FIELD("to", to, ALWAYS),
    TEXT_FIELD("commits", commits, ALWAYS),
    TEXT_FIELD("commit", commit, ALWAYS),
    TEXT_FIELD("date", date, ALWAYS),
    TEXT_FIELD("compiler", compiler, ALWAYS),
    TEXT_FIELD("flags", flags, ALWAYS),
    TEXT_FIELD("machine", machine, ALWAYS),
    TEXT_FIELD("code", code, BY_CODE),
    TEXT_FIELD("hash", hash, BY_CODE),
    TEXT_FIELD("except", except, BY_CODE | IF_ANY),
};
#undef TEXT_FIELD
static const NumberField numbers[] = {
    {"trials", offsetof(Vouch, trials), 1, BY_TRIALS},
    {"trials_all", offsetof(Vouch, trials_all), 1, BY_TRIALS},
    {"rows", offsetof(Vouch, rows), 1, BY_TRIALS},
    {"rows_all", offsetof(Vouch, rows_all), 1, BY_TRIALS},
    {"rows_left", offsetof(Vouch, rows_left), 0, BY_TRIALS},
    {"seed", offsetof(Vouch, seed), 0, BY_TRIALS},
    {"engine_rows", offsetof(Vouch, engine_rows), 1, BY_TRIALS | IF_ANY},
    {"objects", offsetof(Vouch, objects), 1, BY_CODE},
    {"functions", offsetof(Vouch, functions), 1, BY_CODE},
};
enum { TEXTS = sizeof texts / sizeof *texts, NUMBERS = sizeof numbers / sizeof *numbers };

static char       *text_at(Vouch *v, int i) { return (char *)v + texts[i].at; }
static const char *text_of(const Vouch *v, int i) { return (const char *)v + texts[i].at; }
static int         number_of(const Vouch *v, int i)
{
    int n;
    memcpy(&n, (const char *)v + numbers[i].at, sizeof n);
    return n;
}

bool vouch_is_by_code(const Vouch *v) { return v->code[0] != 0; }

// Does this vouch have the field?
static bool has(const Vouch *v, unsigned when, bool any)
{
    return (when & (vouch_is_by_code(v) ? BY_CODE : BY_TRIALS)) && (any || !(when & IF_ANY));
}
static bool has_text(const Vouch *v, int i) { return has(v, texts[i].when, text_of(v, i)[0] != 0); }
static bool has_number(const Vouch *v, int i) { return has(v, numbers[i].when, number_of(v, i) != 0); }

bool vouch_is_enough(const Vouch *v)
{
    if (vouch_is_by_code(v))
        return strcmp(v->code, VOUCH_SAME_CODE) == 0 && v->objects > 0 && v->functions > 0;
    const int least = v->trials_all < VOUCH_TRIALS_MIN ? v->trials_all : VOUCH_TRIALS_MIN;
    return v->trials >= 1 && v->trials >= least && v->rows_left <= v->rows_all / 2;
}

static void sum_of(const Vouch *v, char out[BUILD_DIGEST_SIZE])
{
    uint64_t sum = 4;
    for (int i = 0; i < TEXTS; i++)
        if (has_text(v, i)) sum = store_sum_text(sum, text_of(v, i));
    for (int i = 0; i < NUMBERS; i++) {
        char number[16];
        if (!has_number(v, i)) continue;
        snprintf(number, sizeof number, "%d", number_of(v, i));
        sum = store_sum_text(sum, number);
    }
    snprintf(out, BUILD_DIGEST_SIZE, "%016llx", (unsigned long long)sum);
}

static int vouch_compare(const Vouch *a, const Vouch *b)
{
    const int game = strcmp(a->game, b->game), from = strcmp(a->from, b->from);
    return game != 0 ? game : from != 0 ? from : strcmp(a->to, b->to);
}

bool vouches_put(Vouches *vouches, const Vouch *v, Status *status)
{
    assert(vouch_is_enough(v));
    int at = 0;
    while (at < vouches->count && vouch_compare(&vouches->list[at], v) < 0) at++;
    if (at < vouches->count && vouch_compare(&vouches->list[at], v) == 0) {
        vouches->list[at] = *v;
        return true;
    }
    if (vouches->count == VOUCHES_MAX) return status_fail(status, "more than %d vouches", VOUCHES_MAX);
    if (vouches->count == vouches->room) {
        const int    room  = vouches->room ? 2 * vouches->room : 16;
        Vouch *const grown = realloc(vouches->list, (size_t)room * sizeof *grown);
        if (grown == NULL) return status_fail_system(status, "out of memory for the vouches");
        vouches->list = grown, vouches->room = room;
    }
    Vouch *const place = &vouches->list[at];
    memmove(place + 1, place, (size_t)(vouches->count++ - at) * sizeof *place);
    *place = *v;
    return true;
}

void vouches_close(Vouches *vouches)
{
    free(vouches->list);
    *vouches = (Vouches){0};
}

// Reading.

static bool is_digest(const char *text) { return digest_valid(text) && strcmp(text, DIGEST_NONE) != 0; }

// "2026-11-17 01:20:33".
static bool is_date(const char *text)
{
    static const char form[] = "0000-00-00 00:00:00";
    if (strlen(text) != sizeof form - 1) return false;
    for (size_t i = 0; i < sizeof form - 1; i++)
        if (form[i] == '0' ? text[i] < '0' || text[i] > '9' : text[i] != form[i]) return false;
    return true;
}

bool vouch_hash_valid(const char *hash)
{
    return strlen(hash) == CODE_HASH_SIZE - 1 && strspn(hash, "0123456789abcdef") == CODE_HASH_SIZE - 1;
}

bool vouch_words_valid(const char *words)
{
    for (;; words++) {
        const size_t n = strspn(words, "abcdefghijklmnopqrstuvwxyz0123456789-_");
        words += n;
        if (n < 2 || n > 31 || (*words != 0 && *words != ' ')) return false;
        if (*words == 0) return true;
    }
}

// What only a vouch by the same code has.
static bool code_check(const Vouch *v, Status *status)
{
    if (strcmp(v->code, VOUCH_SAME_CODE) != 0)
        return status_fail(status, "'code': expected \"" VOUCH_SAME_CODE "\"");
    if (!vouch_hash_valid(v->hash)) return status_fail(status, "'hash': expected 32 hexadecimal digits");
    return v->except[0] == 0 || vouch_words_valid(v->except) ||
           status_fail(status, "'except': expected words of small letters with a space between");
}

// Can it have been written?
static bool vouch_check(const Vouch *v, const char *sum, Status *status)
{
    char              expected[BUILD_DIGEST_SIZE];
    const char *const game = build_game(v->to);
    if (!is_digest(v->from) || !is_digest(v->to) || strcmp(v->from, v->to) == 0)
        return status_fail(status, "expected two digests of 16 hexadecimal digits, 'from' and 'to'");
    if (!is_date(v->date)) return status_fail(status, "'date': expected one such as 2026-11-17 01:20:33");
    if (vouch_is_by_code(v) && !code_check(v, status)) return false;
    if (v->trials > v->trials_all || v->rows > v->rows_all - v->rows_left || v->rows < v->trials ||
        v->engine_rows > v->rows)
        return status_fail(status, "the numbers of trials and rows do not go together");
    if (!vouch_is_enough(v)) return status_fail(status, "too few trials were run again to vouch");
    if (game != NULL && strcmp(game, v->game) != 0)
        return status_fail(status, "digest %s is this program's of %s, not of %s", v->to, game, v->game);
    sum_of(v, expected);
    return strcmp(sum, expected) == 0 || status_fail(status, "its sum is wrong: it was changed or damaged");
}

static bool texts_parse(Vouch *v, const json_t *json, unsigned kind, size_t *count, Status *status)
{
    for (int i = 0; i < TEXTS; i++) {
        const json_t *const value = json_object_get(json, texts[i].key);
        const bool          any   = texts[i].when & IF_ANY;
        if (!(texts[i].when & kind) || (any && value == NULL)) continue;
        if (!json_read_text(value, texts[i].key, text_at(v, i), texts[i].room, status)) return false;
        if ((any || texts[i].when == BY_CODE) && text_of(v, i)[0] == 0)
            return status_fail(status, "'%s': expected a word", texts[i].key);
        ++*count;
    }
    return true;
}

static bool numbers_parse(Vouch *v, const json_t *json, unsigned kind, size_t *count, Status *status)
{
    for (int i = 0; i < NUMBERS; i++) {
        int                 n;
        const json_t *const value = json_object_get(json, numbers[i].key);
        if (!(numbers[i].when & kind) || ((numbers[i].when & IF_ANY) && value == NULL)) continue;
        if (!json_read_int(value, numbers[i].key, numbers[i].least, NUMBER_MAX, &n, status)) return false;
        memcpy((char *)v + numbers[i].at, &n, sizeof n);
        ++*count;
    }
    return true;
}

static bool vouch_parse(Vouch *v, const json_t *json, Status *status)
{
    char           sum[BUILD_DIGEST_SIZE];
    size_t         count = 1;   // the sum
    const unsigned kind  = json_object_get(json, "code") != NULL ? BY_CODE : BY_TRIALS;
    *v                   = (Vouch){0};
    if (!json_is_object(json)) return status_fail(status, "expected an object with the fields of a vouch");
    if (!texts_parse(v, json, kind, &count, status) || !numbers_parse(v, json, kind, &count, status))
        return false;
    if (json_object_size(json) > count)
        return status_fail(status, "expected an object with the fields of a vouch and nothing else");
    return json_read_text(json_object_get(json, "sum"), "sum", sum, sizeof sum, status) &&
           vouch_check(v, sum, status);
}

static bool list_parse(Vouches *vouches, const json_t *json, const char *source, Status *status)
{
    int                 format;
    size_t              i;
    const json_t       *one;
    const json_t *const list = json_object_get(json, "vouches");
    if (!json_read_int(json_object_get(json, "pollard-vouched"), "pollard-vouched", FORMAT, FORMAT, &format,
                       status))
        return status_prefix(status, "%s", source);
    if (json_object_size(json) != 2 || !json_is_array(list))
        return status_fail(status, "%s: expected 'vouches', a list, and nothing else", source);
    json_array_foreach(list, i, one)
    {
        Vouch     v;
        const int before = vouches->count;
        if (!vouch_parse(&v, one, status) || !vouches_put(vouches, &v, status))
            return status_prefix(status, "%s: vouch %zu", source, i + 1);
        if (vouches->count == before) return status_fail(status, "%s: vouch %zu: there twice", source, i + 1);
    }
    return true;
}

bool vouches_parse(Vouches *vouches, const char *text, size_t size, const char *source, Status *status)
{
    json_error_t  error;
    json_t *const json = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    *vouches           = (Vouches){0};
    const bool good    = json_is_object(json) ? list_parse(vouches, json, source, status)
                                              : status_fail(status, "%s: not a file of vouches", source);
    json_decref(json);
    if (!good) vouches_close(vouches);
    return good;
}

static bool path_make(const char *folder, char out[PATH_MAX], Status *status)
{
    return snprintf(out, PATH_MAX, "%s/%s", folder, VOUCHED_FILE) < PATH_MAX ||
           status_fail(status, "%s: the path is too long", folder);
}

bool vouches_read(Vouches *vouches, const char *folder, Status *status)
{
    char   path[PATH_MAX];
    size_t size;
    *vouches = (Vouches){0};
    if (!path_make(folder, path, status)) return false;
    if (access(path, F_OK) != 0) return true;
    char *const text = file_read(path, FILE_SIZE_MAX, &size, status);
    const bool  good = text != NULL && vouches_parse(vouches, text, size, path, status);
    free(text);
    return good;
}

// Writing.

json_t *vouch_json(const Vouch *v)
{
    json_t *const json = json_object();
    for (int i = 0; i < TEXTS; i++)
        if (has_text(v, i)) json_object_set_new(json, texts[i].key, json_string(text_of(v, i)));
    for (int i = 0; i < NUMBERS; i++)
        if (has_number(v, i)) json_object_set_new(json, numbers[i].key, json_integer(number_of(v, i)));
    return json;
}

bool vouches_write(const Vouches *vouches, const char *folder, Status *status)
{
    char       *text = NULL, sum[BUILD_DIGEST_SIZE];
    size_t      size = 0;
    FILE *const out  = open_memstream(&text, &size);
    bool        good = out != NULL;
    if (good) fprintf(out, "{\"pollard-vouched\": %d, \"vouches\": [", FORMAT);
    for (int i = 0; good && i < vouches->count; i++) {
        json_t *const json = vouch_json(&vouches->list[i]);
        sum_of(&vouches->list[i], sum);
        json_object_set_new(json, "sum", json_string(sum));
        char *const line = json_dumps(json, 0);
        fprintf(out, "%s\n%s", i ? "," : "", line == NULL ? "" : line);
        good = line != NULL;
        free(line);
        json_decref(json);
    }
    if (out != NULL) fprintf(out, "]}\n");
    if (out != NULL && fclose(out) != 0) good = false;
    good = good ? file_write_in(folder, VOUCHED_FILE, text, size, status)
                : status_fail_system(status, "out of memory for the vouches");
    free(text);
    return good;
}

// Chains.

// Has a text of the key one of the words in it, anywhere?
static bool key_has_word(const StoreKey *key, const char *words)
{
    char copy[VOUCH_EXCEPT_SIZE], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", words);
    for (const char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        if (strstr(key->protocol, word) != NULL) return true;
        for (int i = 0; i < key->rows->players; i++)
            if (strstr(key->players[i], word) != NULL) return true;
    }
    return false;
}

static bool vouch_covers(const Vouch *v, const StoreKey *key, bool engines)
{
    if (key == NULL) return true;
    return vouch_is_by_code(v) ? !key_has_word(key, v->except) : !engines || v->engine_rows > 0;
}

// Breadth first, from the end: place -1 of the queue is `to` itself, `parent` the place that led to one.
int vouch_chain(const Vouches *vouches, const char *from, const char *to, const StoreKey *key,
                const Vouch *out[VOUCH_CHAIN_MAX])
{
    assert(vouches->count <= VOUCHES_MAX);
    const Vouch *queue[VOUCHES_MAX];
    int          parent[VOUCHES_MAX], tail = 0, n = 0;
    bool         seen[VOUCHES_MAX] = {false};
    const bool   engines           = key != NULL && store_key_has_engine(key);
    for (int at = -1; at < tail; at++) {
        const Vouch *const last = at < 0 ? NULL : queue[at];
        if (last != NULL && strcmp(last->from, from) == 0) {
            for (; at >= 0 && n < VOUCH_CHAIN_MAX; at = parent[at]) out[n++] = queue[at];
            return at < 0 ? n : 0;
        }
        for (int i = 0; i < vouches->count; i++) {
            const Vouch *const v    = &vouches->list[i];
            const bool         good = strcmp(v->to, last == NULL ? to : last->from) == 0 &&
                              (last == NULL || strcmp(v->game, last->game) == 0);
            if (seen[i] || !good || !vouch_covers(v, key, engines)) continue;
            seen[i] = true, parent[tail] = at, queue[tail++] = v;
        }
    }
    return 0;
}

bool vouches_cover(const Vouches *vouches, const StoreKey *key, const char *digest)
{
    const Vouch *chain[VOUCH_CHAIN_MAX];
    return vouches != NULL && vouches->count > 0 && !store_key_by_the_clock(key) &&
           vouch_chain(vouches, digest, key->digest, key, chain) > 0;
}

static void program_text(const Vouch *v, const char *own, Text *out)
{
    if (strcmp(v->to, own) == 0) text_add(out, "this program");
    else text_add(out, "digest %s", v->to);
}

// The rows that could not be drawn, not asked for or for want of a database: a vouch takes them along, up to
// half of all.
static void left_text(const Vouch *const chain[], int n, const char *own, Text *out)
{
    assert(n >= 0 && n <= VOUCH_CHAIN_MAX);
    for (int i = 0; i < n; i++) {
        if (chain[i]->rows_left == 0) continue;
        text_add(out, "; %d of %d rows were left out", chain[i]->rows_left, chain[i]->rows_all);
        if (n == 1) continue;
        text_add(out, " by ");
        program_text(chain[i], own, out);
    }
}

// Rows that a vouch by the same code does not take along.
static void except_text(const Vouch *const chain[], int n, Text *out)
{
    for (int i = 0; i < n; i++)
        if (chain[i]->except[0]) text_add(out, "; players with '%s' are not covered", chain[i]->except);
}

static void link_text(const Vouch *v, int i, int n, const char *own, Text *out)
{
    text_add(out, "%s", i ? ", " : "");
    if (!vouch_is_by_code(v)) {
        text_add(out, "%d of %d trials%s run again by ", v->trials, v->trials_all, i ? " of that one" : "");
        program_text(v, own, out);
        return;
    }
    text_add(out, "%scompiled to the same code", i ? "that one " : "");
    if (n > 1) {
        text_add(out, " as ");
        program_text(v, own, out);
    }
    text_add(out, ", %d functions", v->functions);
}

void vouches_text(const Vouches *vouches, const char *digest, const char *own, Text *out)
{
    const Vouch *chain[VOUCH_CHAIN_MAX];
    const int    n    = vouch_chain(vouches, digest, own, NULL, chain);
    int          runs = 0, last = -1;   // links whose trials were run, and the last of them
    for (int i = 0; i < n; i++)
        if (!vouch_is_by_code(chain[i])) runs++, last = i;
    for (int i = 0; i < n; i++) {
        link_text(chain[i], i, n, own, out);
        if (i == last) text_add(out, runs > 1 ? ", each time all equal" : ", all equal");
    }
    left_text(chain, n, own, out);
    except_text(chain, n, out);
}
