#include "lab/kinds/match/in_place.h"
#include "play/player_type.h"

#include <string.h>

// The opponent's value, or none.
static bool key_take(PlayerSpec *player, const PlayerSpec *opponent, const char *key)
{
    const char *const value = player_spec_get(opponent, key);
    if (value != NULL) return player_spec_set(player, key, value);
    player_spec_without(player, key);
    return true;
}

// One word: none, a key, or key=value.
static bool word_apply(const char *word, PlayerSpec *player, const PlayerSpec *opponent, Status *status)
{
    char         key[SPEC_WORD_MAX];
    const size_t n    = strcspn(word, "=");
    bool         good = true;
    if (n == 0 || n >= sizeof key)
        return status_fail(status, "'%.60s': expected none, a key, or key=value", word);
    memcpy(key, word, n);
    key[n] = 0;
    if (word[n]) good = player_spec_set(player, key, word + n + 1);
    else if (strcmp(key, "none") == 0 && opponent->type->starts_programs) *player = *opponent;
    else if (strcmp(key, "none") == 0)
        good = key_take(player, opponent, "eval") && key_take(player, opponent, "weights");
    else if (player_spec_get(player, key) == NULL && player_spec_get(opponent, key) == NULL)
        return status_fail(status, "'%s': neither player has this key; expected none, a key, or key=value",
                           key);
    else good = key_take(player, opponent, key);
    return good || status_fail(status, "'%.60s': no room for it, or not a value", word);
}

bool in_place_apply(const char *words, char player[TEXT_MAX], const char *opponent, Status *status)
{
    PlayerSpec mine, other;
    char       before[TEXT_MAX], list[TEXT_MAX], *rest = NULL;
    Text       text = text_on(list, sizeof list);
    memcpy(before, player, strlen(player) + 1);
    text_add(&text, "%s", words);
    if (text.cut || words[0] == 0) return status_fail(status, "expected none, a key, or key=value");
    if (!player_spec_parse(&mine, before, status) || !player_spec_parse(&other, opponent, status))
        return false;
    for (char *word = strtok_r(list, ",", &rest); word != NULL; word = strtok_r(NULL, ",", &rest))
        if (!word_apply(word, &mine, &other, status)) return false;
    Text out = text_on(player, TEXT_MAX);
    player_spec_write(&mine, &out);
    if (out.cut) return status_fail(status, "the player is longer than %d characters then", TEXT_MAX - 1);
    return strcmp(words, "none") != 0 || strcmp(before, player) != 0 || strcmp(player, opponent) == 0 ||
           status_fail(status, "none: the players do not differ in eval= or weights=; expected the keys that "
                               "are the technique, such as order,tt");
}
