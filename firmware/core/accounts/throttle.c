/* Lock order: a write transaction of the store first, the mutex inside it; never the other way round. A change is made
 * in memory under the mutex, and the current values of the changed keys are then written in a transaction. Transactions
 * are sequential, so the last one to write a key writes its newest count. */
#include "core/accounts/throttle.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/base/secrets.h"
#include "hal/hal.h"
#include "store/accounts/throttle.h"
#include "store/store.h"
#include "util/crypto.h"
#include "util/err.h"

#define KEY_MAX 72 /* bytes of a key, with the NUL */
#define HASHED_OCTETS 16 /* of that hash */
#define TOUCHED_MAX 8 /* keys that one change can touch: three counters, and as many evicted ones */
#define KEY_ALL "*"
#define KIND_DIGITS 'd'

#define SECOND_MS INT64_C(1000)
#define HOUR_MS (3600 * SECOND_MS)

/* Throttling of one kind of counter. The kind is the first character of the key. */
struct rule {
    char kind;
    /* a fixed number in a period that begins with the first, then a wait for the rest of it; otherwise waits double */
    bool is_ration;
    uint32_t free_tries;
    int64_t wait_ms; /* first wait */
    int64_t wait_max_ms; /* longest wait; for a quota its period */
    int64_t forget_every_ms; /* one attempt is forgotten after each such time; 0: never */
    uint32_t count_max; /* the count stops here; 0: no limit */
};

/* The keypad's counter stops at its longest pause, so that a long attack is forgotten within hours. */
static const struct rule rules[] = {
    {'a', false, 5, SECOND_MS, 900 * SECOND_MS, 0, 0},
    {'s', false, 20, SECOND_MS, 900 * SECOND_MS, 0, 0},
    {'*', false, 60, SECOND_MS, 30 * SECOND_MS, 10 * SECOND_MS, 0},
    {'b', false, 5, SECOND_MS, 900 * SECOND_MS, 0, 0},
    {'o', false, 5, SECOND_MS, 900 * SECOND_MS, 0, 0},
    {'k', false, 5, SECOND_MS, 900 * SECOND_MS, 0, 0},
    {KIND_DIGITS, false, 5, 30 * SECOND_MS, 900 * SECOND_MS, HOUR_MS, 10},
    {'m', false, 5, SECOND_MS, 900 * SECOND_MS, 0, 0},
    {'r', false, 5, SECOND_MS, 900 * SECOND_MS, 0, 0},
    {'e', false, 5, SECOND_MS, 900 * SECOND_MS, 0, 0},
    {'c', true, 6, 0, HOUR_MS, 0, 0},
    {'p', true, 30, 0, HOUR_MS, 0, 0},
};

/* Kinds of enum throttle_what. */
static const char kinds[] = {
    [THROTTLE_OWN_PASSWORD] = 'o', [THROTTLE_KEYPAD] = 'k',   [THROTTLE_DIGITS] = KIND_DIGITS, [THROTTLE_MENU] = 'm',
    [THROTTLE_BACKUP] = 'r',       [THROTTLE_ENGINEER] = 'e', [THROTTLE_CLEARS] = 'c',         [THROTTLE_CODES] = 'p'};

/* Kinds that throttle_clear() ends: those that delay a sign-in, or the keypad. */
#define CLEARED "as*bokdm"

struct counter {
    char key[KEY_MAX];
    uint32_t count;
    int64_t time_ms; /* calendar time of the last attempt; decides which counter is evicted */
    int64_t since_ms; /* monotonic start of the wait */
    int64_t forgotten_ms; /* monotonic time up to which attempts were forgotten; for a quota: its start */
};

struct throttle {
    const struct hal *hal;
    pthread_mutex_t mutex; /* guards everything below */
    struct counter *counters;
    size_t count, room;
};

/* Keys that a change touched and that must be written. */
struct touched {
    char keys[TOUCHED_MAX][KEY_MAX];
    size_t count;
};

static const struct rule *rule_of(const char *key) {
    size_t i = 0;
    while (rules[i].kind != key[0] && i + 1 < sizeof(rules) / sizeof(rules[0])) {
        i++;
    }
    return &rules[i];
}

static int64_t mono_ms(const struct throttle *throttle) {
    return throttle->hal->clock.mono_ms(throttle->hal->clock.ctx);
}

/* Makes the key of an account: a keyed hash, because the typed name may be a PIN in the wrong field. */
static void account_key(const struct core *core, char kind, const char *account, char ret_key[KEY_MAX]) {
    uint8_t hash[CRYPTO_HASH_LEN];
    char text[CRYPTO_BASE64URL_LEN(HASHED_OCTETS)];
    secrets_hash(core->shared, SECRETS_THROTTLE, account, strlen(account), hash);
    crypto_base64url(hash, HASHED_OCTETS, text);
    (void)snprintf(ret_key, KEY_MAX, "%c:~%s", kind, text);
}

/* Makes the key of a trusted browser. */
static void browser_key(uint32_t browser, char ret_key[KEY_MAX]) {
    (void)snprintf(ret_key, KEY_MAX, "b:%u", browser);
}

/* Makes the key of a source. A client with one IPv6 address has its whole /64. */
static void source_key(const char *peer, char ret_key[KEY_MAX]) {
    struct in6_addr address;
    char text[INET6_ADDRSTRLEN];
    if (inet_pton(AF_INET6, peer, &address) == 1 && !IN6_IS_ADDR_V4MAPPED(&address)) {
        memset(address.s6_addr + 8, 0, 8);
        if (inet_ntop(AF_INET6, &address, text, sizeof(text)) != NULL) {
            peer = text;
        }
    }
    (void)snprintf(ret_key, KEY_MAX, "s:%.*s", KEY_MAX - 3, peer);
}

static struct counter *throttle_find(struct throttle *throttle, const char *key) {
    for (size_t i = 0; i < throttle->count; i++) {
        if (strcmp(throttle->counters[i].key, key) == 0) {
            return &throttle->counters[i];
        }
    }
    return NULL;
}

static void remove_counter(struct throttle *throttle, struct counter *counter) {
    *counter = throttle->counters[--throttle->count];
}

static void throttle_touch(struct touched *touched, const char *key) {
    if (touched->count < TOUCHED_MAX) {
        memcpy(touched->keys[touched->count++], key, strlen(key) + 1);
    }
}

/* Frees a place in a full table: the counter with the lowest count, of several the least recently used. Global
 * counters, which delay everyone, stay. */
static void throttle_evict(struct throttle *throttle, struct touched *touched) {
    struct counter *lowest = NULL;
    for (size_t i = 0; i < throttle->count; i++) {
        struct counter *counter = &throttle->counters[i];
        if (strcmp(counter->key, KEY_ALL) == 0 || counter->key[0] == KIND_DIGITS) {
            continue;
        }
        if (lowest == NULL || counter->count < lowest->count ||
            (counter->count == lowest->count && counter->time_ms < lowest->time_ms)) {
            lowest = counter;
        }
    }
    if (lowest != NULL) {
        throttle_touch(touched, lowest->key);
        remove_counter(throttle, lowest);
    }
}

/* Adds a counter of zero attempts; NULL when out of memory. */
static struct counter *throttle_add(struct throttle *throttle, const char *key, struct touched *touched) {
    if (throttle->count == THROTTLE_KEYS_MAX) {
        throttle_evict(throttle, touched);
    }
    if (throttle->count == throttle->room) {
        size_t room = throttle->room != 0 ? throttle->room * 2 : 32;
        struct counter *counters = realloc(throttle->counters, room * sizeof(*counters));
        if (counters == NULL) {
            return NULL;
        }
        throttle->counters = counters;
        throttle->room = room;
    }
    struct counter *counter = &throttle->counters[throttle->count++];
    memset(counter, 0, sizeof(*counter));
    memcpy(counter->key, key, strlen(key) + 1);
    counter->since_ms = counter->forgotten_ms = mono_ms(throttle);
    return counter;
}

/* Removes attempts that are old enough. */
static void throttle_forget(struct counter *counter, int64_t now) {
    const struct rule *rule = rule_of(counter->key);
    int64_t every = rule->forget_every_ms;
    if (rule->is_ration && now - counter->forgotten_ms >= rule->wait_max_ms) {
        counter->count = 0;
        counter->forgotten_ms = now;
    }
    if (every == 0) {
        return;
    }
    int64_t steps = (now - counter->forgotten_ms) / every;
    counter->forgotten_ms += steps * every;
    counter->count = (int64_t)counter->count > steps ? counter->count - (uint32_t)steps : 0;
}

/* Returns the milliseconds until the next attempt of a key is allowed. */
static int64_t wait_of(struct throttle *throttle, const char *key, int64_t now) {
    struct counter *counter = throttle_find(throttle, key);
    if (counter == NULL) {
        return 0;
    }
    throttle_forget(counter, now);
    const struct rule *rule = rule_of(key);
    if (counter->count < rule->free_tries) {
        return 0;
    }
    if (rule->is_ration) {
        return counter->forgotten_ms + rule->wait_max_ms - now;
    }
    uint32_t doublings = counter->count - rule->free_tries;
    int64_t wait = doublings < 20 ? rule->wait_ms << doublings : rule->wait_max_ms;
    int64_t left = counter->since_ms + (wait < rule->wait_max_ms ? wait : rule->wait_max_ms) - now;
    return left > 0 ? left : 0;
}

static uint32_t count_of(struct throttle *throttle, const char *key) {
    const struct counter *counter = throttle_find(throttle, key);
    return counter != NULL ? counter->count : 0;
}

static int count_try(struct throttle *throttle, const char *key, int64_t now, struct touched *touched) {
    struct counter *counter = throttle_find(throttle, key);
    if (counter == NULL) {
        counter = throttle_add(throttle, key, touched);
    }
    if (counter == NULL) {
        return E_NOMEM;
    }
    throttle_forget(counter, now);
    if (counter->count == 0) {
        counter->forgotten_ms = now;
    }
    uint32_t most = rule_of(key)->count_max;
    if (counter->count < (most != 0 ? most : UINT32_MAX)) {
        counter->count++;
    }
    counter->since_ms = now;
    counter->time_ms = throttle->hal->clock.utc_ms(throttle->hal->clock.ctx);
    throttle_touch(touched, key);
    return 0;
}

/* Writes the current values of the touched keys. Inside a transaction. */
static int write_touched(struct core *core, const struct touched *touched) {
    struct throttle *throttle = core->shared->throttle;
    int r = 0;
    pthread_mutex_lock(&throttle->mutex);
    for (size_t i = 0; i < touched->count && r == 0; i++) {
        const struct counter *counter = throttle_find(throttle, touched->keys[i]);
        if (counter != NULL && counter->count > 0) {
            struct store_throttle_row row = {.key = counter->key, .count = counter->count, .time_ms = counter->time_ms};
            r = store_throttle_put(core->store, &row);
        } else {
            r = store_throttle_remove(core->store, touched->keys[i]);
        }
    }
    pthread_mutex_unlock(&throttle->mutex);
    return r;
}

/* The same in its own transaction. A full storage is not an error. */
static int commit_touched(struct core *core, const struct touched *touched) {
    int r = store_begin(core->store);
    if (r == 0) {
        r = write_touched(core, touched);
        if (r == 0) {
            r = store_commit(core->store);
        } else {
            store_abort(core->store);
        }
    }
    return r == E_NOSPC ? 0 : r;
}

/* The counters of an attempt, and which of them it waits for and counts in. */
struct trial {
    char keys[3][KEY_MAX];
    size_t waits; /* it waits for so many of the first */
    size_t counts; /* and counts in so many */
};

/* Checks the waits of an attempt and counts it if there is none. Returns the wait. The caller holds the mutex. */
static int64_t trial_count(struct throttle *throttle, const struct trial *trial, struct touched *touched, int *ret_r) {
    int64_t now = mono_ms(throttle), wait_ms = 0;
    for (size_t i = 0; i < trial->waits; i++) {
        int64_t left = wait_of(throttle, trial->keys[i], now);
        wait_ms = left > wait_ms ? left : wait_ms;
    }
    for (size_t i = 0; i < trial->counts && wait_ms == 0 && *ret_r == 0; i++) {
        *ret_r = count_try(throttle, trial->keys[i], now, touched);
    }
    return wait_ms;
}

/* Completes it, without the mutex. */
static int trial_end(struct core *core, const struct touched *touched, int64_t wait_ms, int r, unsigned *ret_wait_s) {
    if (wait_ms > 0) {
        *ret_wait_s = (unsigned)((wait_ms + 999) / 1000);
        return E_THROTTLED;
    }
    return r < 0 ? r : commit_touched(core, touched);
}

int throttle_try(struct core *core, const char *account, const char *peer, uint32_t browser, unsigned *ret_wait_s) {
    struct throttle *throttle = core->shared->throttle;
    struct touched touched = {.count = 0};
    struct trial trial = {.keys = {[2] = KEY_ALL}, .waits = 1, .counts = 1};
    int r = 0;
    if (browser != 0) {
        browser_key(browser, trial.keys[0]);
    } else {
        account_key(core, 'a', account, trial.keys[0]);
        source_key(peer, trial.keys[1]);
    }
    pthread_mutex_lock(&throttle->mutex);
    if (browser == 0) {
        bool has_share = count_of(throttle, trial.keys[1]) < THROTTLE_SHARE;
        trial.waits = has_share ? 2 : 3;
        trial.counts = has_share ? 3 : 2;
    }
    int64_t wait_ms = trial_count(throttle, &trial, &touched, &r);
    pthread_mutex_unlock(&throttle->mutex);
    return trial_end(core, &touched, wait_ms, r, ret_wait_s);
}

/* Removes a counter. The caller holds the mutex. */
static void throttle_drop(struct throttle *throttle, const char *key, struct touched *touched) {
    struct counter *counter = throttle_find(throttle, key);
    if (counter != NULL) {
        remove_counter(throttle, counter);
    }
    throttle_touch(touched, key);
}

/* After a success, removes the attempt from the counter of all together, if it was counted there. */
static void throttle_give_back(struct throttle *throttle, const char *source, struct touched *touched) {
    struct counter *all = throttle_find(throttle, KEY_ALL);
    if (all != NULL && all->count > 0 && count_of(throttle, source) <= THROTTLE_SHARE) {
        all->count--;
    }
    throttle_touch(touched, KEY_ALL);
}

int throttle_success(struct core *core, const char *account, const char *peer, uint32_t browser) {
    struct throttle *throttle = core->shared->throttle;
    struct touched touched = {.count = 0};
    char keys[2][KEY_MAX];
    account_key(core, 'a', account, keys[0]);
    source_key(peer, keys[1]);

    pthread_mutex_lock(&throttle->mutex);
    if (browser != 0) {
        browser_key(browser, keys[0]);
        throttle_drop(throttle, keys[0], &touched);
    } else {
        throttle_give_back(throttle, keys[1], &touched);
        throttle_drop(throttle, keys[0], &touched);
        throttle_drop(throttle, keys[1], &touched);
    }
    pthread_mutex_unlock(&throttle->mutex);
    return write_touched(core, &touched);
}

int throttle_count(struct core *core, enum throttle_what what, const char *account, unsigned *ret_wait_s) {
    struct throttle *throttle = core->shared->throttle;
    struct touched touched = {.count = 0};
    struct trial trial = {.waits = 1, .counts = 1};
    int r = 0;
    account_key(core, kinds[what], account, trial.keys[0]);
    pthread_mutex_lock(&throttle->mutex);
    int64_t wait_ms = trial_count(throttle, &trial, &touched, &r);
    pthread_mutex_unlock(&throttle->mutex);
    return trial_end(core, &touched, wait_ms, r, ret_wait_s);
}

/* Removes the counters of some kinds of an account from memory; the caller writes that. */
static struct touched drop_kinds(struct core *core, const char *account, const char *which) {
    struct throttle *throttle = core->shared->throttle;
    struct touched touched = {.count = 0};
    char key[KEY_MAX];
    pthread_mutex_lock(&throttle->mutex);
    for (; *which != '\0'; which++) {
        account_key(core, *which, account, key);
        throttle_drop(throttle, key, &touched);
    }
    pthread_mutex_unlock(&throttle->mutex);
    return touched;
}

void throttle_look(struct core *core, enum throttle_what what, const char *account, struct throttle_state *ret_state) {
    struct throttle *throttle = core->shared->throttle;
    char key[KEY_MAX];
    account_key(core, kinds[what], account, key);
    pthread_mutex_lock(&throttle->mutex);
    int64_t wait_ms = wait_of(throttle, key, mono_ms(throttle));
    uint32_t count = count_of(throttle, key);
    pthread_mutex_unlock(&throttle->mutex);
    uint32_t free_tries = rule_of(key)->free_tries;
    *ret_state = (struct throttle_state){.wait_s = (unsigned)((wait_ms + 999) / 1000),
                                         .count = count,
                                         .waits = count < free_tries ? 0 : count - free_tries + 1};
}

int throttle_passed(struct core *core, enum throttle_what what, const char *account) {
    struct touched touched = drop_kinds(core, account, (const char[]){kinds[what], '\0'});
    return commit_touched(core, &touched);
}

int throttle_lift(struct core *core, const char *account) {
    struct touched touched = drop_kinds(core, account, "aok");
    return write_touched(core, &touched);
}

int throttle_clear(struct core *core, const struct actor *by) {
    struct throttle *throttle = core->shared->throttle;
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    pthread_mutex_lock(&throttle->mutex);
    for (size_t i = throttle->count; i-- > 0 && r == 0;) {
        if (strchr(CLEARED, throttle->counters[i].key[0]) != NULL) {
            r = store_throttle_remove(txn, throttle->counters[i].key);
            remove_counter(throttle, &throttle->counters[i]);
        }
    }
    pthread_mutex_unlock(&throttle->mutex);
    if (r == 0) {
        r = audit_add(core, by, &(struct audit_change){.object = "waits", .after = "{\"result\":\"ended\"}"});
    }
    if (r == 0) {
        r = store_commit(txn);
    }
    return r == E_NOSPC ? 0 : r;
}

#define SHARED_KINDS "s*" /* with the same keys on every terminal */

int throttle_carry(struct core *core, struct store *to, bool same_keys) {
    struct throttle *throttle = core->shared->throttle;
    int r = 0;
    pthread_mutex_lock(&throttle->mutex);
    for (size_t i = 0; i < throttle->count && r == 0; i++) {
        const struct counter *counter = &throttle->counters[i];
        if (counter->count > 0 && (same_keys || strchr(SHARED_KINDS, counter->key[0]) != NULL)) {
            struct store_throttle_row row = {.key = counter->key, .count = counter->count, .time_ms = counter->time_ms};
            r = store_throttle_raise(to, &row);
        }
    }
    pthread_mutex_unlock(&throttle->mutex);
    return r;
}

static int load_row(void *ctx, const struct store_throttle_row *row) {
    struct throttle *throttle = ctx;
    struct touched touched = {.count = 0};
    if (throttle->count == THROTTLE_KEYS_MAX || strlen(row->key) >= KEY_MAX) {
        return 0;
    }
    struct counter *counter = throttle_add(throttle, row->key, &touched);
    if (counter == NULL) {
        return E_NOMEM;
    }
    counter->count = row->count;
    counter->time_ms = row->time_ms;
    return 0;
}

int throttle_new(const struct hal *hal, struct store *store, struct throttle **ret_throttle) {
    struct throttle *throttle = calloc(1, sizeof(*throttle));
    if (throttle == NULL) {
        return E_NOMEM;
    }
    throttle->hal = hal;
    pthread_mutex_init(&throttle->mutex, NULL);
    int r = store_throttle_each(store, load_row, throttle);
    if (r < 0) {
        throttle_free(throttle);
        return r;
    }
    *ret_throttle = throttle;
    return 0;
}

void throttle_free(struct throttle *throttle) {
    if (throttle == NULL) {
        return;
    }
    pthread_mutex_destroy(&throttle->mutex);
    free(throttle->counters);
    free(throttle);
}
