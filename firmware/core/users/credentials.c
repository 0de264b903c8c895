#include "core/users/credentials.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/accounts/accounts.h"
#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/base/secrets.h"
#include "core/settings/settings.h"
#include "core/users/users_impl.h"
#include "util/arena.h"
#include "util/crypto.h"

#define OBJECT_MAX 24
#define CHANGE_MAX 96
#define OWNER_LEN 8 /* bytes before the template that identify its owner */
#define PLAIN_MAX (OWNER_LEN + HAL_BIOMETRIC_TEMPLATE_MAX)

_Static_assert(PLAIN_MAX + CRYPTO_SEAL_EXTRA <= STORE_SEALED_MAX, "a sealed template has room in its row");

struct credentials {
    pthread_mutex_t mutex; /* guards `filled`, for a few instructions */
    struct {
        bool is_known;
        uint8_t serial[HAL_BIOMETRIC_SERIAL_LEN];
    } filled[FACTOR_COUNT];
    pthread_mutex_t slots_mutex; /* of credentials_lock() */
    atomic_uint changes;
    atomic_bool held; /* set inside a transaction, checked inside others */
};

int credentials_new(struct credentials **ret_credentials) {
    struct credentials *credentials = calloc(1, sizeof(*credentials));
    if (credentials == NULL) {
        return E_NOMEM;
    }
    pthread_mutex_init(&credentials->mutex, NULL);
    pthread_mutex_init(&credentials->slots_mutex, NULL);
    *ret_credentials = credentials;
    return 0;
}

void credentials_free(struct credentials *credentials) {
    if (credentials != NULL) {
        pthread_mutex_destroy(&credentials->mutex);
        pthread_mutex_destroy(&credentials->slots_mutex);
        free(credentials);
    }
}

const struct hal_biometric *credentials_module(const struct core *core, enum factor factor) {
    switch (factor) {
        case FACTOR_FINGER: return &core->shared->hal->finger;
        case FACTOR_FACE: return &core->shared->hal->face;
        case FACTOR_IRIS: return &core->shared->hal->iris;
        case FACTOR_CARD:
        case FACTOR_PASSWORD:
        case FACTOR_ID: break;
    }
    return NULL;
}

void credentials_trust(struct core *core, enum factor factor, const uint8_t serial[HAL_BIOMETRIC_SERIAL_LEN]) {
    struct credentials *credentials = core->shared->credentials;
    pthread_mutex_lock(&credentials->mutex);
    credentials->filled[factor].is_known = serial != NULL;
    if (serial != NULL) {
        memcpy(credentials->filled[factor].serial, serial, HAL_BIOMETRIC_SERIAL_LEN);
    }
    pthread_mutex_unlock(&credentials->mutex);
}

/* Reads the serial each time: the module may have just been replaced, with other templates. */
bool credentials_is_trusted(struct core *core, enum factor factor) {
    struct credentials *credentials = core->shared->credentials;
    const struct hal_biometric *module = credentials_module(core, factor);
    struct hal_biometric_info info;
    if (module == NULL) {
        return false;
    }
    module->info(module->ctx, &info);
    pthread_mutex_lock(&credentials->mutex);
    bool trusted = info.fitted && credentials->filled[factor].is_known &&
                   memcmp(credentials->filled[factor].serial, info.serial, HAL_BIOMETRIC_SERIAL_LEN) == 0;
    pthread_mutex_unlock(&credentials->mutex);
    return trusted;
}

void credentials_changed(struct core *core) {
    atomic_fetch_add(&core->shared->credentials->changes, 1);
}

unsigned credentials_changes(const struct core *core) {
    return atomic_load(&core->shared->credentials->changes);
}

void credentials_hold(struct core_shared *shared, bool held) {
    atomic_store(&shared->credentials->held, held);
}

int credentials_check_held(const struct core *core) {
    return atomic_load(&core->shared->credentials->held) ? E_BULK_RUNNING : 0;
}

void credentials_lock(struct core *core) {
    pthread_mutex_lock(&core->shared->credentials->slots_mutex);
}

void credentials_unlock(struct core *core) {
    pthread_mutex_unlock(&core->shared->credentials->slots_mutex);
}

int credentials_by_slot(struct core *core, enum factor factor, uint32_t slot, struct credential *ret_credential) {
    if (!credentials_is_trusted(core, factor)) {
        return E_NOTFOUND;
    }
    return store_credential_by_slot(core->store, factor, slot, ret_credential);
}

int credentials_of(struct core *core, uint32_t userid, struct credential ret_credentials[CREDENTIALS_USER_MAX],
                   size_t *ret_count) {
    return store_credential_list(core->store, userid, ret_credentials, ret_count);
}

int credentials_lacking(struct core *core, enum factor factor, uint32_t *ret_count) {
    return store_credential_lacking(core->store, factor, ret_count);
}

static uint32_t factors_asked(const struct settings *settings) {
    const struct setting_identify_param *param = &settings->values.identify_param;
    return param->identify_mode == DEFAULT_MODE_ALL ? param->identify_factors : 0;
}

int credentials_check_mode(struct core *core, const struct settings *before, const struct settings *after,
                           const char **ret_field) {
    uint32_t more = factors_asked(after) & ~factors_asked(before);
    for (unsigned factor = 0; factor < FACTOR_COUNT; factor++) {
        uint32_t users = 0;
        int r = (more >> factor & 1U) != 0 ? credentials_lacking(core, (enum factor)factor, &users) : 0;
        if (r < 0) {
            return r;
        }
        if (users > 0) {
            *ret_field = "identifyFactors";
            return E_USERS_LOCKED_OUT;
        }
    }
    return 0;
}

int credentials_may_change(struct core *core, const struct actor *by, uint32_t userid, bool gives, uint8_t *ret_level) {
    _cleanup_(arena_done) struct arena arena;
    struct user user = {0};
    arena_init(&arena, USERS_ARENA_MAX);
    int r = credentials_check_held(core);
    if (r == 0) {
        r = accounts_check_actor(core, by);
    }
    if (r == 0) {
        r = users_known(store_users_get(core->store, userid, &arena, &user));
    }
    if (r < 0) {
        return r;
    }
    if (user.level > actor_reach(by)) {
        return E_ABOVE_LEVEL;
    }
    if (ret_level != NULL) {
        *ret_level = user.level;
    }
    return gives && user.level > 0 ? accounts_check_fresh(by) : 0;
}

static void put_words(const struct credential *one, char ret_text[CHANGE_MAX]) {
    (void)snprintf(ret_text, CHANGE_MAX, "{\"factor\":\"%s\",\"index\":%u,\"duress\":%s,\"quality\":%u}",
                   factor_text_of(one->factor), (unsigned)one->index, one->duress ? "true" : "false",
                   (unsigned)one->quality);
}

/* Audits a change inside the transaction. It may grant an administrator access, so it is then of importance
 * "rights". */
static int note_change(struct core *core, const struct actor *by, const struct credential *before,
                       const struct credential *after, bool by_rights) {
    char object[OBJECT_MAX], old[CHANGE_MAX], new[CHANGE_MAX];
    const struct credential *one = after != NULL ? after : before;
    struct audit_change change = {.object = object};
    if (one == NULL) {
        return E_INVAL;
    }
    (void)snprintf(object, sizeof(object), "user %u", (unsigned)one->userid);
    if (before != NULL) {
        put_words(before, old);
        change.before = old;
    }
    if (after != NULL) {
        put_words(after, new);
        change.after = new;
    }
    if (by_rights) {
        change.importance = AUDIT_IMPORTANCE_RIGHTS;
    }
    return audit_add(core, by, &change);
}

/* Reads, changes and audits one in a transaction; `duress` NULL deletes it. */
static int change_one(struct core *core, const struct actor *by, uint32_t userid, enum factor factor, unsigned index,
                      const bool *duress) {
    struct credential before = {0}, after;
    uint8_t level = 0;
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = credentials_may_change(core, by, userid, /* gives= */ false, &level);
    if (r == 0) {
        r = store_credential_get(core->store, userid, factor, index, &before);
    }
    if (r < 0) {
        return r;
    }
    after = before;
    after.duress = duress != NULL && *duress;
    if (duress != NULL && after.duress == before.duress) {
        return 0;
    }
    r = duress != NULL ? store_credential_set_duress(core->store, userid, index, *duress)
                       : store_credential_delete(core->store, userid, factor, index);
    if (r == 0) {
        r = note_change(core, by, &before, duress != NULL ? &after : NULL, level > 0);
    }
    return r < 0 ? r : store_commit(txn);
}

int credentials_delete(struct core *core, const struct actor *by, uint32_t userid, enum factor factor, unsigned index) {
    int r = change_one(core, by, userid, factor, index, NULL);
    if (r == 0) {
        credentials_changed(core);
    }
    return r;
}

int credentials_set_duress(struct core *core, const struct actor *by, uint32_t userid, unsigned finger, bool duress) {
    return change_one(core, by, userid, FACTOR_FINGER, finger, &duress);
}

/* The owner is part of the sealed data: a person with access to the flash cannot assign a template to another user by
 * copying it between rows. */
static void put_owner(const struct credential *one, uint8_t ret_owner[OWNER_LEN]) {
    for (unsigned i = 0; i < 4; i++) {
        ret_owner[i] = (uint8_t)(one->userid >> 8 * i);
    }
    ret_owner[4] = (uint8_t)one->factor;
    ret_owner[5] = one->index;
    ret_owner[6] = ret_owner[7] = 0;
}

int credentials_keep(struct core *core, const struct actor *by, const struct credential *credential, bool by_rights,
                     const void *template, size_t len) {
    uint8_t plain[PLAIN_MAX], sealed[PLAIN_MAX + CRYPTO_SEAL_EXTRA], nonce[CRYPTO_NONCE_LEN];
    struct credential before;
    if (len > HAL_BIOMETRIC_TEMPLATE_MAX) {
        return E_RANGE;
    }
    int r = core_random(core, nonce, sizeof(nonce));
    if (r < 0) {
        return r;
    }
    put_owner(credential, plain);
    memcpy(plain + OWNER_LEN, template, len);
    secrets_seal(core->shared, nonce, plain, OWNER_LEN + len, sealed);
    crypto_wipe(plain, sizeof(plain));
    r = store_credential_get(core->store, credential->userid, credential->factor, credential->index, &before);
    bool replaces = r == 0;
    if (r == 0 || r == E_NOTFOUND) {
        r = store_credential_put(core->store, credential, sealed, OWNER_LEN + len + CRYPTO_SEAL_EXTRA);
    }
    return r < 0 ? r : note_change(core, by, replaces ? &before : NULL, credential, by_rights);
}

int credentials_template(struct core *core, const struct credential *credential, void *ret_template, size_t *ret_len) {
    uint8_t sealed[STORE_SEALED_MAX], plain[STORE_SEALED_MAX], owner[OWNER_LEN];
    size_t len = 0;
    int r = store_credential_sealed(core->store, credential->factor, credential->slot, sealed, &len);
    if (r == 0) {
        r = secrets_open(core->shared, sealed, len, plain);
    }
    if (r < 0) {
        return r;
    }
    put_owner(credential, owner);
    len -= CRYPTO_SEAL_EXTRA;
    if (len < OWNER_LEN || len > PLAIN_MAX || memcmp(plain, owner, OWNER_LEN) != 0) {
        r = err_here(E_CORRUPT);
    } else {
        *ret_len = len - OWNER_LEN;
        memcpy(ret_template, plain + OWNER_LEN, *ret_len);
    }
    crypto_wipe(plain, sizeof(plain));
    return r;
}
