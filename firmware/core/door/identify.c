#include "core/door/identify.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/accounts/accounts.h"
#include "core/accounts/throttle.h"
#include "core/base/core.h"
#include "core/base/secrets.h"
#include "core/door/keypad.h"
#include "core/settings/settings.h"
#include "core/users/credentials.h"
#include "core/users/users.h"
#include "store/person.h"
#include "store/users/users.h"
#include "util/arena.h"
#include "util/err.h"

#define CARD_SHOWN 4     /* last digits of a card that are shown */
#define ID_DIGITS 9      /* most digits of a user ID */
#define ID_MAX 12        /* bytes of a user ID as text, with the NUL */
#define ARENA_MAX 4096   /* room for one name */
#define PIN_MASK "••••"

static void mask_card(uint64_t card, char ret_masked[IDENTIFY_MASKED_MAX]) {
    char digits[24];
    int len = snprintf(digits, sizeof(digits), "%" PRIu64, card);
    int shown = len > CARD_SHOWN ? CARD_SHOWN : len / 2;
    (void)snprintf(ret_masked, IDENTIFY_MASKED_MAX, "…%s", digits + len - shown);
}

uint32_t identify_needed(const struct setting_identify_param *device, const struct user *user) {
    if (user->identify_mode == IDENTIFY_MODE_ALL) {
        return user->identify_factors;
    }
    bool by_device = user->identify_mode == IDENTIFY_MODE_DEVICE && device->identify_mode == DEFAULT_MODE_ALL;
    return by_device ? device->identify_factors : 0;
}

uint32_t identify_held(const struct user *user) {
    return 1U << FACTOR_ID | (user->cardno != 0 ? 1U << FACTOR_CARD : 0) |
           (user->has_password ? 1U << FACTOR_PASSWORD : 0) |
           ((user->enrolled & USERS_FINGER_BITS) != 0 ? 1U << FACTOR_FINGER : 0) |
           ((user->enrolled & USERS_FACE_BIT) != 0 ? 1U << FACTOR_FACE : 0) |
           ((user->enrolled & USERS_IRIS_BITS) != 0 ? 1U << FACTOR_IRIS : 0);
}

static bool has_factor(uint32_t factors, enum factor factor) {
    return (factors & 1U << factor) != 0;
}

/* Whether the user's code says by itself who it is; of those who may sign in it does not, and the ID goes before it. */
static int read_code(struct core *core, uint32_t id, char ret_hash[STORE_PASSWORD_HASH_MAX], bool *ret_needs_id) {
    bool identifies = false;
    int r = store_users_password(core->store, id, ret_hash, &identifies);
    *ret_needs_id = r == 0 && ret_hash[0] != '\0' && !identifies;
    return r;
}

int identify_needs_id(struct core *core, uint32_t userid, bool *ret_needs_id) {
    char hash[STORE_PASSWORD_HASH_MAX];
    int r = read_code(core, userid, hash, ret_needs_id);
    crypto_wipe(hash, sizeof(hash));
    return r;
}

int identify_after_id(struct core *core, uint32_t userid, uint32_t *ret_needed) {
    bool needs_id = false;
    if (has_factor(*ret_needed, FACTOR_ID)) {
        return 0;
    }
    int r = identify_needs_id(core, userid, &needs_id);
    bool may_use_code = *ret_needed == 0 || has_factor(*ret_needed, FACTOR_PASSWORD);
    if (r == 0 && (!needs_id || !may_use_code)) {
        r = E_NOTFOUND;
    }
    *ret_needed |= 1U << FACTOR_ID | 1U << FACTOR_PASSWORD;
    return r;
}

int identify_person(struct core *core, uint32_t userid, struct identify_person *ret_person) {
    _cleanup_(arena_done) struct arena arena;
    arena_init(&arena, ARENA_MAX);
    struct user user;
    struct store_person person;
    int r = store_users_get(core->store, userid, &arena, &user);
    r = r < 0 ? r : store_person_get(core->store, userid, &person);
    if (r < 0) {
        return r;
    }
    *ret_person = (struct identify_person){
        .userid = userid,
        .identity = person.identity,
        .group = user.group,
        .valid_from = user.valid_from,
        .valid_to = user.valid_to,
        .card = user.cardno,
        .needed = identify_needed(&settings_get(core)->values.identify_param, &user),
    };
    (void)snprintf(ret_person->name, sizeof(ret_person->name), "%s", user.username);
    return 0;
}

/* Takes the user whom a factor belongs to. E_NOTFOUND: deleted meanwhile, or an ID that is asked of nobody. */
static int take_user(struct core *core, uint32_t id, enum factor factor, struct identify_result *result) {
    struct identify_person person;
    int r = identify_person(core, id, &person);
    if (r == 0 && factor == FACTOR_ID) {
        r = identify_after_id(core, id, &person.needed);
    }
    if (r < 0) {
        return r;
    }
    result->shown = DECIDE_SHOWN_KNOWN;
    result->person = person;
    result->factor = 1U << factor;
    return 0;
}

static int find_card(struct core *core, uint64_t card, struct identify_result *result) {
    uint32_t id = 0;
    int r = users_by_card(core, card, &id);
    return r < 0 ? r : take_user(core, id, FACTOR_CARD, result);
}

/* The user ID that digits are; 0 for none. */
static uint32_t id_of(const char *digits) {
    size_t len = strlen(digits);
    return len == 0 || len > ID_DIGITS || digits[0] == '0' ? 0 : (uint32_t)strtoul(digits, NULL, 10);
}

/* Compares a code with that of a person. 0, E_PASSWORD_WRONG, or an error of the store. */
static int verify_code(struct core *core, uint32_t userid, const char *hash, bool needs_id, const char *digits) {
    uint8_t key[CRYPTO_HASH_LEN];
    uint32_t owner = 0;
    if (needs_id) {
        return secrets_password_verify(core->shared, hash, digits);
    }
    accounts_pin_key(core, digits, key);
    int r = store_users_by_pin(core->store, key, &owner);
    if (r < 0 && r != E_NOTFOUND) {
        return r;
    }
    return owner == userid ? 0 : E_PASSWORD_WRONG;
}

/* Somebody typed a code while the door asks this person for one: it is that code, or a wrong one. It may be tried as
 * often as the person's own counter lets, so that nobody guesses the code of a card that was found. What takes long to
 * verify is counted before; else only a wrong one is, before anybody learns that it is wrong. */
static int check_code(struct core *core, uint32_t userid, const char *hash, bool needs_id, const char *digits,
                      struct identify_result *result) {
    struct throttle_state state;
    char id[ID_MAX];
    (void)snprintf(id, sizeof(id), "%u", (unsigned)userid);
    throttle_look(core, THROTTLE_KEYPAD, id, &state);
    result->wait_s = state.wait_s;
    int r = identify_person(core, userid, &result->person);
    if (r < 0) {
        return r;
    }
    if (state.wait_s > 0) {
        result->shown = DECIDE_SHOWN_IN_PAUSE;
        return 0;
    }
    r = needs_id ? throttle_count(core, THROTTLE_KEYPAD, id, &result->wait_s) : 0;
    if (r == 0) {
        r = verify_code(core, userid, hash, needs_id, digits);
    }
    if (r == E_PASSWORD_WRONG) {
        result->shown = DECIDE_SHOWN_WRONG_CODE;
        return needs_id ? 0 : throttle_count(core, THROTTLE_KEYPAD, id, &result->wait_s);
    }
    if (r == 0 && (needs_id || state.count > 0)) {
        r = throttle_passed(core, THROTTLE_KEYPAD, id);
    }
    return r < 0 ? r : take_user(core, userid, FACTOR_PASSWORD, result);
}

/* Who stands at the door and is asked for a code has the next one, if that person has a code at all. E_EXISTS: nobody. */
static int find_asked(struct core *core, const struct mode_wait *wait, const char *digits,
                      struct identify_result *result) {
    char hash[STORE_PASSWORD_HASH_MAX];
    bool needs_id = false;
    if (!has_factor(wait->missing, FACTOR_PASSWORD) || core_mono_ms(core) >= wait->until_ms) {
        return E_EXISTS;
    }
    int r = read_code(core, wait->userid, hash, &needs_id);
    if (r == 0) {
        r = hash[0] != '\0' ? check_code(core, wait->userid, hash, needs_id, digits, result) : E_EXISTS;
    }
    crypto_wipe(hash, sizeof(hash));
    return r;
}

/* Digits that alone say who it is: a code, unless none are looked at for a while, or an ID. E_NOTFOUND: nobody's. */
static int find_alone(struct core *core, const char *digits, bool in_pause, struct identify_result *result) {
    uint8_t key[CRYPTO_HASH_LEN];
    uint32_t id = 0;
    if (!in_pause) {
        accounts_pin_key(core, digits, key);
        int r = store_users_by_pin(core->store, key, &id);
        if (r != E_NOTFOUND) {
            return r < 0 ? r : take_user(core, id, FACTOR_PASSWORD, result);
        }
    }
    id = id_of(digits);
    return id == 0 ? E_NOTFOUND : take_user(core, id, FACTOR_ID, result);
}

static int count_wrong(struct core *core, struct identify_result *result) {
    struct keypad_wrong wrong;
    int r = keypad_count_wrong(core, &wrong);
    if (r == 0) {
        result->shown = DECIDE_SHOWN_WRONG_CODE;
        result->wait_s = wrong.wait_s;
        result->is_guessing = wrong.is_alarm;
    }
    return r;
}

static int find_digits(struct core *core, const struct mode_wait *wait, const char *digits,
                       struct identify_result *result) {
    int r = find_asked(core, wait, digits, result);
    if (r != E_EXISTS) {
        return r;
    }
    unsigned pause_s = keypad_pause_s(core);
    r = find_alone(core, digits, pause_s > 0, result);
    if (r != E_NOTFOUND) {
        return r;
    }
    if (pause_s == 0) {
        return count_wrong(core, result);
    }
    result->shown = DECIDE_SHOWN_IN_PAUSE;
    result->wait_s = pause_s;
    return 0;
}

/* What was compared with one person alone, more leniently, counts for that person, and while the door asks for it. */
static bool is_expected(struct core *core, const struct mode_wait *wait, uint32_t userid, enum factor factor) {
    return wait->userid == userid && has_factor(wait->missing, factor) && core_mono_ms(core) < wait->until_ms;
}

/* Finds whose template a module recognised. E_NOTFOUND: nobody's, or nobody's any more. */
static int find_match(struct core *core, const struct mode_wait *wait, enum factor factor,
                      const struct hal_match *match, struct identify_result *result) {
    struct credential credential;
    if (!match->readable || !match->live) {
        result->shown = match->readable ? DECIDE_SHOWN_NOT_LIVE : DECIDE_SHOWN_POOR;
        return 0;
    }
    int r = match->found ? credentials_by_slot(core, factor, match->slot, &credential) : E_NOTFOUND;
    if (r == 0 && match->verified && !is_expected(core, wait, credential.userid, factor)) {
        r = E_NOTFOUND;
    }
    if (r == 0) {
        r = take_user(core, credential.userid, factor, result);
    }
    if (r == 0) {
        result->is_duress = credential.duress;
    }
    return r;
}

/* Slots of a user's templates of a factor. */
static size_t slots_of_user(struct core *core, uint32_t userid, enum factor factor,
                            uint32_t ret_slots[HAL_BIOMETRIC_EXPECTED_MAX]) {
    struct credential all[CREDENTIALS_USER_MAX];
    size_t count = 0, slots = 0;
    int r = credentials_is_trusted(core, factor) ? credentials_of(core, userid, all, &count) : E_NOTFOUND;
    for (size_t i = 0; r == 0 && i < count && slots < HAL_BIOMETRIC_EXPECTED_MAX; i++) {
        if (all[i].factor == factor) {
            ret_slots[slots++] = all[i].slot;
        }
    }
    return slots;
}

void identify_expect(struct core *core, uint32_t userid, uint32_t factors, uint32_t before) {
    static const enum factor with_module[] = {FACTOR_FINGER, FACTOR_FACE, FACTOR_IRIS};
    for (size_t i = 0; i < sizeof(with_module) / sizeof(with_module[0]); i++) {
        const struct hal_biometric *module = credentials_module(core, with_module[i]);
        uint32_t slots[HAL_BIOMETRIC_EXPECTED_MAX];
        bool is_asked = has_factor(factors, with_module[i]);
        if (module->expect != NULL && (is_asked || has_factor(before, with_module[i]))) {
            module->expect(module->ctx, slots, is_asked ? slots_of_user(core, userid, with_module[i], slots) : 0);
        }
    }
}

int identify_credential(struct core *core, const struct mode_wait *wait, const struct hal_input_event *event,
                        struct identify_result *ret_result) {
    int r = 0;
    *ret_result = (struct identify_result){.kind = event->kind,
                                           .time_ms = event->time_ms,
                                           .temperature = event->temperature,
                                           .card = event->kind == HAL_CREDENTIAL_CARD ? event->card : 0,
                                           .is_random = event->is_random,
                                           .frame = event->frame,
                                           .shown = DECIDE_SHOWN_UNKNOWN};
    switch (event->kind) {
        case HAL_CREDENTIAL_CARD:
            mask_card(event->card, ret_result->masked);
            r = find_card(core, event->card, ret_result);
            break;
        case HAL_CREDENTIAL_PIN:
            (void)snprintf(ret_result->masked, sizeof(ret_result->masked), "%s", PIN_MASK);
            r = find_digits(core, wait, event->digits, ret_result);
            break;
        case HAL_CREDENTIAL_FINGER: r = find_match(core, wait, FACTOR_FINGER, &event->match, ret_result); break;
        case HAL_CREDENTIAL_FACE: r = find_match(core, wait, FACTOR_FACE, &event->match, ret_result); break;
        case HAL_CREDENTIAL_IRIS: r = find_match(core, wait, FACTOR_IRIS, &event->match, ret_result); break;
    }
    if (r < 0 && r != E_NOTFOUND) {
        ret_result->shown = DECIDE_SHOWN_FAILED;
        return r;
    }
    return 0;
}
