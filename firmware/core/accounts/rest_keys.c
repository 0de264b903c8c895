#include "core/accounts/rest_keys.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/accounts/accounts.h"
#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/base/secrets.h"
#include "core/settings/settings.h"
#include "store/store.h"
#include "util/buf.h"
#include "util/json_out.h"
#include "util/log.h"

#define RANDOM_LEN 32
#define MINUTE_S 60

/* A use not written yet; `id` 0: free. */
struct use {
    uint32_t id;
    int64_t used_s;
    char peer[STORE_REST_KEY_PEER_MAX];
};

struct rest_keys {
    pthread_mutex_t mutex; /* guards everything; held only for a look-up */
    struct use uses[REST_KEYS_MAX];
    int64_t due_ms; /* INT64_MAX: nothing to write */
};

int rest_keys_new(struct rest_keys **ret_keys) {
    struct rest_keys *keys = calloc(1, sizeof(*keys));
    if (keys == NULL) {
        return E_NOMEM;
    }
    (void)pthread_mutex_init(&keys->mutex, NULL);
    keys->due_ms = INT64_MAX;
    *ret_keys = keys;
    return 0;
}

void rest_keys_free(struct rest_keys *keys) {
    if (keys != NULL) {
        (void)pthread_mutex_destroy(&keys->mutex);
        free(keys);
    }
}

static void hash_of(const struct core *core, const char *key, uint8_t ret_hash[STORE_REST_KEY_HASH_LEN]) {
    secrets_hash(core->shared, SECRETS_REST, key, REST_KEYS_KEY_LEN, ret_hash);
}

/* Notes a use, to the minute: later ones of the same minute and source add nothing. */
static void keys_note(struct core *core, const struct store_rest_key *key, const char *peer) {
    struct rest_keys *keys = core->shared->rest_keys;
    int64_t now_s = core_utc_ms(core) / 1000;
    int64_t minute_s = now_s - now_s % MINUTE_S;
    if (key->used_s == minute_s && strcmp(key->used_peer, peer) == 0) {
        return;
    }
    (void)pthread_mutex_lock(&keys->mutex);
    struct use *use = NULL;
    for (size_t i = 0; i < REST_KEYS_MAX && (use == NULL || use->id != key->id); i++) {
        if (keys->uses[i].id == key->id || (keys->uses[i].id == 0 && use == NULL)) {
            use = &keys->uses[i];
        }
    }
    if (use != NULL) {
        use->id = key->id;
        use->used_s = minute_s;
        (void)snprintf(use->peer, sizeof(use->peer), "%s", peer);
        if (keys->due_ms == INT64_MAX) {
            keys->due_ms = core_mono_ms(core) + REST_KEYS_WRITE_MS;
        }
    }
    (void)pthread_mutex_unlock(&keys->mutex);
}

int rest_keys_check(struct core *core, const char *key, size_t len, struct actor *actor) {
    uint8_t hash[STORE_REST_KEY_HASH_LEN];
    struct store_rest_key found;
    if (!settings_get(core)->values.rest_param.rest_on || len != REST_KEYS_KEY_LEN) {
        return E_TOKEN_FAILED;
    }
    hash_of(core, key, hash);
    int r = store_rest_key_find(core->store, hash, &found);
    if (r < 0) {
        return r == E_NOTFOUND ? E_TOKEN_FAILED : r;
    }
    r = accounts_vouch(core, found.maker, found.level);
    if (r < 0) {
        return r == E_SESSION_ENDED ? E_TOKEN_FAILED : r; /* it ends with the person who created it */
    }
    struct actor who = {.userid = ACTOR_USERID_KEY, .key_id = found.id, .level = found.level, .maker = found.maker};
    r = accounts_sponsor(core, found.maker, &who.sponsor);
    if (r < 0) {
        return r == E_NOTFOUND ? E_TOKEN_FAILED : r;
    }
    keys_note(core, &found, actor->peer);
    (void)snprintf(who.account, sizeof(who.account), "key %u", found.id);
    (void)snprintf(who.name, sizeof(who.name), "%s", found.name);
    actor_become(actor, &who);
    return 0;
}

bool rest_keys_is_valid(struct core *core, const struct actor *by) {
    struct store_rest_key keys[REST_KEYS_MAX];
    size_t count = 0;
    if (!settings_get(core)->values.rest_param.rest_on ||
        store_rest_keys(core->store, keys, REST_KEYS_MAX, &count) < 0) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (keys[i].id == by->key_id) {
            return accounts_vouch(core, keys[i].maker, keys[i].level) == 0;
        }
    }
    return false;
}

int rest_keys_list(struct core *core, struct store_rest_key ret_keys[REST_KEYS_MAX], size_t *ret_count) {
    struct rest_keys *keys = core->shared->rest_keys;
    int r = store_rest_keys(core->store, ret_keys, REST_KEYS_MAX, ret_count);
    if (r < 0) {
        return r;
    }
    (void)pthread_mutex_lock(&keys->mutex);
    for (size_t i = 0; i < *ret_count; i++) {
        for (size_t j = 0; j < REST_KEYS_MAX; j++) {
            if (keys->uses[j].id == ret_keys[i].id) {
                ret_keys[i].used_s = keys->uses[j].used_s;
                memcpy(ret_keys[i].used_peer, keys->uses[j].peer, sizeof(ret_keys[i].used_peer));
            }
        }
    }
    (void)pthread_mutex_unlock(&keys->mutex);
    return 0;
}

/* Adds the audit entry of a key that is created or deleted. */
static int add_audit(struct core *core, const struct actor *by, const struct store_rest_key *key, bool is_made) {
    _cleanup_(buf_donep) struct buf state = {0};
    char object[32];
    (void)snprintf(object, sizeof(object), "REST key %u", key->id);
    json_out_object_begin(&state);
    json_out_key(&state, "name");
    json_out_string(&state, key->name);
    json_out_key(&state, "level");
    json_out_uint(&state, key->level);
    json_out_object_end(&state);
    struct audit_change change = {
        .object = object, .before = is_made ? NULL : buf_text(&state), .after = is_made ? buf_text(&state) : NULL};
    return buf_failed(&state) ? E_NOMEM : audit_add(core, by, &change);
}

static int make_key(const struct core *core, char ret_key[REST_KEYS_KEY_LEN + 1]) {
    uint8_t random[RANDOM_LEN];
    if (core_random(core, random, sizeof(random)) < 0) {
        return E_IO;
    }
    memcpy(ret_key, REST_KEYS_PREFIX, sizeof(REST_KEYS_PREFIX) - 1);
    crypto_base64url(random, sizeof(random), ret_key + sizeof(REST_KEYS_PREFIX) - 1);
    crypto_wipe(random, sizeof(random));
    return 0;
}

static int check_room(struct store *store) {
    struct store_rest_key all[REST_KEYS_MAX];
    size_t count = 0;
    int r = store_rest_keys(store, all, REST_KEYS_MAX, &count);
    return r == 0 && count == REST_KEYS_MAX ? E_CAPACITY : r;
}

int rest_keys_add(struct core *core, const struct actor *by, const char *name, unsigned level, uint32_t *ret_id,
                  char ret_key[REST_KEYS_KEY_LEN + 1]) {
    struct store_rest_key key = {.level = (uint8_t)level, .maker = by->userid, .created_s = core_utc_ms(core) / 1000};
    uint8_t hash[STORE_REST_KEY_HASH_LEN];
    if (by->key_id != 0) {
        return E_FORBIDDEN; /* so that a stolen key cannot create others */
    }
    if (level > by->level) {
        return E_ABOVE_LEVEL;
    }
    if (snprintf(key.name, sizeof(key.name), "%s", name) >= (int)sizeof(key.name)) {
        return E_INVAL;
    }
    int r = make_key(core, ret_key);
    if (r == 0) {
        r = store_begin(core->store);
    }
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    memcpy(key.hint, ret_key, sizeof(key.hint) - 1);
    hash_of(core, ret_key, hash);
    r = accounts_check_actor(core, by);
    if (r == 0) {
        r = check_room(txn);
    }
    if (r == 0) {
        r = store_rest_key_add(txn, &key, hash, &key.id);
    }
    if (r == 0) {
        r = add_audit(core, by, &key, true);
    }
    if (r == 0) {
        r = store_commit(txn);
    }
    *ret_id = key.id;
    return r == E_EXISTS ? E_USER_NAME_EXISTS : r;
}

int rest_keys_delete(struct core *core, const struct actor *by, uint32_t id) {
    struct store_rest_key key;
    if (by->key_id != 0) {
        return E_FORBIDDEN;
    }
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = accounts_check_actor(core, by);
    if (r == 0) {
        r = store_rest_key_get(txn, id, &key);
    }
    if (r == 0) {
        r = key.level > by->level ? E_ABOVE_LEVEL : store_rest_key_delete(txn, id);
    }
    if (r == 0) {
        r = add_audit(core, by, &key, false);
    }
    return r < 0 ? r : store_commit(txn);
}

int64_t rest_keys_due_ms(struct core *core) {
    struct rest_keys *keys = core->shared->rest_keys;
    (void)pthread_mutex_lock(&keys->mutex);
    int64_t due_ms = keys->due_ms;
    (void)pthread_mutex_unlock(&keys->mutex);
    return due_ms;
}

static int write_uses(struct store *store, const struct use *uses) {
    int r = store_begin(store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = store;
    for (size_t i = 0; i < REST_KEYS_MAX && r == 0; i++) {
        if (uses[i].id != 0) {
            r = store_rest_key_used(txn, uses[i].id, uses[i].used_s, uses[i].peer);
        }
    }
    return r < 0 ? r : store_commit(txn);
}

static bool is_same(const struct use *use, const struct use *other) {
    return use->id == other->id && use->used_s == other->used_s && strcmp(use->peer, other->peer) == 0;
}

void rest_keys_write(struct core *core) {
    struct rest_keys *keys = core->shared->rest_keys;
    struct use uses[REST_KEYS_MAX];
    (void)pthread_mutex_lock(&keys->mutex);
    memcpy(uses, keys->uses, sizeof(uses));
    keys->due_ms = core_mono_ms(core) + REST_KEYS_WRITE_MS; /* retried if it fails */
    (void)pthread_mutex_unlock(&keys->mutex);
    int r = write_uses(core->store, uses);
    if (r < 0) {
        log_warn("core", "uses of REST keys cannot be written", log_errno(r));
        return;
    }
    (void)pthread_mutex_lock(&keys->mutex);
    bool is_new = false;
    for (size_t i = 0; i < REST_KEYS_MAX; i++) {
        if (is_same(&keys->uses[i], &uses[i])) {
            keys->uses[i] = (struct use){.id = 0};
        }
        is_new = is_new || keys->uses[i].id != 0;
    }
    keys->due_ms = is_new ? keys->due_ms : INT64_MAX;
    (void)pthread_mutex_unlock(&keys->mutex);
}
