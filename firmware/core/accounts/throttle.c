/* Lock order: a write transaction of the store first, the mutex inside it; never the other way round. A change is
 * made in memory under the mutex, and whatever memory holds for the keys it touched is then written in a
 * transaction. Transactions follow one another, so the last one to write a key writes its newest count. */
#include "core/accounts/throttle.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/core.h"
#include "core/base/secrets.h"
#include "hal/hal.h"
#include "store/accounts/throttle.h"
#include "store/store.h"
#include "util/crypto.h"
#include "util/err.h"

#define KEY_MAX 72 /* octets of a key, with the NUL */
#define HASHED_OCTETS 16 /* of that hash */
#define TOUCHED_MAX 8 /* keys that one change can touch: three counters, and as many that made place */
#define KEY_ALL "*"

/* How one kind of counter slows down. The kind is the first character of the key. */
struct rule {
    char kind;
    uint32_t free_tries;
    int64_t wait_max_ms;
    int64_t forget_every_ms; /* one try is forgotten after each such time; 0 never */
};

#define SECOND_MS INT64_C(1000)

static const struct rule rules[] = {
    {'a', 5, 900 * SECOND_MS, 0},
    {'s', 20, 900 * SECOND_MS, 0},
    {'*', 60, 30 * SECOND_MS, 10 * SECOND_MS},
    {'p', 5, 900 * SECOND_MS, 3600 * SECOND_MS},
};

struct counter {
    char key[KEY_MAX];
    uint32_t count;
    int64_t time_ms; /* calendar time of the last try; orders the counters when one must go */
    int64_t since_ms; /* monotonic time the wait runs from */
    int64_t forgotten_ms; /* monotonic time up to which tries were forgotten */
};

struct throttle {
    const struct hal *hal;
    pthread_mutex_t mutex; /* guards everything below */
    struct counter *counters;
    size_t count, room;
};

/* Keys that a change touched and that are to be written. */
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

/* The key of an account: a keyed hash, because what is typed as a name may be a code in the wrong field. */
static void account_key(const struct core *core, char kind, const char *account, char ret_key[KEY_MAX]) {
    uint8_t hash[CRYPTO_HASH_LEN];
    char text[CRYPTO_BASE64URL_LEN(HASHED_OCTETS)];
    secrets_hash(core->shared, SECRETS_THROTTLE, account, strlen(account), hash);
    crypto_base64url(hash, HASHED_OCTETS, text);
    (void)snprintf(ret_key, KEY_MAX, "%c:~%s", kind, text);
}

/* The key of a source. Who has one IPv6 address has the whole /64 it is in. */
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

/* Makes place in a full table: the counter with the lowest count goes, of several the one not used for longest. */
static void throttle_evict(struct throttle *throttle, struct touched *touched) {
    struct counter *lowest = NULL;
    for (size_t i = 0; i < throttle->count; i++) {
        struct counter *counter = &throttle->counters[i];
        if (strcmp(counter->key, KEY_ALL) == 0) {
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

/* A new counter of zero tries; NULL when out of memory. */
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

/* Takes the tries away that are long enough ago. */
static void throttle_forget(struct counter *counter, int64_t now) {
    int64_t every = rule_of(counter->key)->forget_every_ms;
    if (every == 0) {
        return;
    }
    int64_t steps = (now - counter->forgotten_ms) / every;
    counter->forgotten_ms += steps * every;
    counter->count = (int64_t)counter->count > steps ? counter->count - (uint32_t)steps : 0;
}

/* Milliseconds until the next try of a key may be made. */
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
    uint32_t doublings = counter->count - rule->free_tries;
    int64_t wait = doublings < 20 ? SECOND_MS << doublings : rule->wait_max_ms;
    int64_t left = counter->since_ms + (wait < rule->wait_max_ms ? wait : rule->wait_max_ms) - now;
    return left > 0 ? left : 0;
}

static int count_try(struct throttle *throttle, const char *key, int64_t now, struct touched *touched) {
    struct counter *counter = throttle_find(throttle, key);
    if (counter == NULL) {
        counter = throttle_add(throttle, key, touched);
    }
    if (counter == NULL) {
        return E_NOMEM;
    }
    if (counter->count < UINT32_MAX) {
        counter->count++;
    }
    counter->since_ms = now;
    counter->time_ms = throttle->hal->clock.utc_ms(throttle->hal->clock.ctx);
    throttle_touch(touched, key);
    return 0;
}

/* Writes what memory holds for the touched keys. Inside a transaction. */
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

/* The same in a transaction of its own. A full storage is no error. */
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

/* Looks at the waits of all `keys` and counts a try of each if there is none. */
static int try_keys(struct core *core, char (*keys)[KEY_MAX], size_t count, bool check, unsigned *ret_wait_s) {
    struct throttle *throttle = core->shared->throttle;
    struct touched touched = {.count = 0};
    int64_t wait_ms = 0;
    int r = 0;

    pthread_mutex_lock(&throttle->mutex);
    int64_t now = mono_ms(throttle);
    for (size_t i = 0; i < count && check; i++) {
        int64_t left = wait_of(throttle, keys[i], now);
        wait_ms = left > wait_ms ? left : wait_ms;
    }
    for (size_t i = 0; i < count && wait_ms == 0 && r == 0; i++) {
        r = count_try(throttle, keys[i], now, &touched);
    }
    pthread_mutex_unlock(&throttle->mutex);

    if (wait_ms > 0) {
        *ret_wait_s = (unsigned)((wait_ms + 999) / 1000);
        return E_THROTTLED;
    }
    return r < 0 ? r : commit_touched(core, &touched);
}

int throttle_try(struct core *core, const char *account, const char *peer, unsigned *ret_wait_s) {
    char keys[3][KEY_MAX] = {[2] = KEY_ALL};
    account_key(core, 'a', account, keys[0]);
    source_key(peer, keys[1]);
    return try_keys(core, keys, 3, true, ret_wait_s);
}

int throttle_success(struct core *core, const char *account, const char *peer) {
    struct throttle *throttle = core->shared->throttle;
    struct touched touched = {.count = 0};
    char keys[2][KEY_MAX];
    account_key(core, 'a', account, keys[0]);
    source_key(peer, keys[1]);

    pthread_mutex_lock(&throttle->mutex);
    for (size_t i = 0; i < 2; i++) {
        struct counter *counter = throttle_find(throttle, keys[i]);
        if (counter != NULL) {
            remove_counter(throttle, counter);
        }
        throttle_touch(&touched, keys[i]);
    }
    struct counter *all = throttle_find(throttle, KEY_ALL);
    if (all != NULL && all->count > 0) {
        all->count--;
    }
    throttle_touch(&touched, KEY_ALL);
    pthread_mutex_unlock(&throttle->mutex);
    return write_touched(core, &touched);
}

int throttle_pin_check(struct core *core, const char *account, unsigned *ret_wait_s) {
    struct throttle *throttle = core->shared->throttle;
    char key[KEY_MAX];
    account_key(core, 'p', account, key);
    pthread_mutex_lock(&throttle->mutex);
    int64_t wait_ms = wait_of(throttle, key, mono_ms(throttle));
    pthread_mutex_unlock(&throttle->mutex);
    if (wait_ms == 0) {
        return 0;
    }
    *ret_wait_s = (unsigned)((wait_ms + 999) / 1000);
    return E_THROTTLED;
}

int throttle_pin_taken(struct core *core, const char *account) {
    char keys[1][KEY_MAX];
    unsigned wait_s = 0;
    account_key(core, 'p', account, keys[0]);
    return try_keys(core, keys, 1, false, &wait_s);
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
