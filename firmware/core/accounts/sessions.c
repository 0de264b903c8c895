/* A small table that is scanned completely. Keyed hashes are compared, whose key is secret: their first bytes may be
 * compared in variable time, and a match is then compared in constant time. */
#include "core/accounts/sessions.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/actor.h"
#include "hal/hal.h"
#include "util/crypto.h"
#include "util/err.h"

#define TOKEN_OCTETS 32
#define HASH_FIRST 8 /* bytes of a hash that are compared first */
#define ENDED_MAX 256 /* ended sessions that are remembered; the oldest is dropped */

struct session {
    bool used;
    uint8_t hash[CRYPTO_HASH_LEN]; /* of the token */
    int64_t opened_ms;
    int64_t touched_ms;
    int64_t typed_ms; /* when the password was last typed */
    int64_t super_until_ms; /* end of the super session; 0: none */
    struct actor account; /* its peer is the address of the sign-in; without call */
    char browser[ACTOR_NAME_MAX];
};

/* A session ended by a change of its account, so that its token can be answered with the reason. */
struct ended {
    uint8_t hash[CRYPTO_HASH_LEN];
    int64_t until_ms; /* when the session would have expired anyway; 0: free */
};

struct sessions {
    const struct hal *hal;
    pthread_mutex_t mutex; /* guards everything below except the key */
    struct crypto_key key;
    uint64_t last_id;
    struct session table[SESSIONS_MAX];
    struct ended ended[ENDED_MAX];
    unsigned ended_next;
};

static int64_t now_ms(const struct sessions *sessions) {
    return sessions->hal->clock.mono_ms(sessions->hal->clock.ctx);
}

int sessions_new(const struct hal *hal, struct sessions **ret_sessions) {
    struct sessions *sessions = calloc(1, sizeof(*sessions));
    if (sessions == NULL) {
        return E_NOMEM;
    }
    sessions->hal = hal;
    int r = hal->entropy.fill(hal->entropy.ctx, sessions->key.octets, sizeof(sessions->key.octets));
    if (r < 0) {
        free(sessions);
        return r;
    }
    pthread_mutex_init(&sessions->mutex, NULL);
    *ret_sessions = sessions;
    return 0;
}

void sessions_free(struct sessions *sessions) {
    if (sessions == NULL) {
        return;
    }
    pthread_mutex_destroy(&sessions->mutex);
    crypto_wipe(sessions, sizeof(*sessions));
    free(sessions);
}

static bool is_same(const uint8_t a[CRYPTO_HASH_LEN], const uint8_t b[CRYPTO_HASH_LEN]) {
    return memcmp(a, b, HASH_FIRST) == 0 && crypto_equal(a, b, CRYPTO_HASH_LEN);
}

static bool is_too_old(const struct session *session, int64_t now) {
    return now - session->touched_ms >= SESSIONS_IDLE_MS || now - session->opened_ms >= SESSIONS_LIFE_MS;
}

/* The engineer's own session is one to its end. */
static bool is_super(const struct session *session, int64_t now) {
    return session->account.super || now < session->super_until_ms;
}

static void sessions_drop(struct session *session) {
    crypto_wipe(session, sizeof(*session));
}

static struct session *idle_longest(struct session *a, struct session *b) {
    return a == NULL || b->touched_ms < a->touched_ms ? b : a;
}

/* Returns a place for a new session of an account: a free or expired one; the account's own session idle longest if it
 * has the maximum; else the one idle longest of all. */
static struct session *take_place(struct sessions *sessions, uint32_t userid, int64_t now) {
    struct session *empty = NULL, *own = NULL, *any = NULL;
    unsigned count = 0;
    for (size_t i = 0; i < SESSIONS_MAX; i++) {
        struct session *session = &sessions->table[i];
        if (session->used && is_too_old(session, now)) {
            sessions_drop(session);
        }
        if (!session->used) {
            empty = session;
            continue;
        }
        any = idle_longest(any, session);
        if (session->account.userid == userid) {
            own = idle_longest(own, session);
            count++;
        }
    }
    struct session *place = count >= SESSIONS_ACCOUNT_MAX ? own : empty != NULL ? empty : any;
    sessions_drop(place);
    return place;
}

int sessions_open(struct sessions *sessions, const struct actor *account, char ret_token[SESSIONS_TOKEN_LEN + 1],
                  uint64_t *ret_id) {
    uint8_t octets[TOKEN_OCTETS];
    int r = sessions->hal->entropy.fill(sessions->hal->entropy.ctx, octets, sizeof(octets));
    if (r < 0) {
        return r;
    }
    crypto_base64url(octets, sizeof(octets), ret_token);
    crypto_wipe(octets, sizeof(octets));

    struct session session = {.used = true, .account = *account};
    crypto_keyed_hash(&sessions->key, ret_token, SESSIONS_TOKEN_LEN, session.hash);
    session.opened_ms = session.touched_ms = session.typed_ms = now_ms(sessions);

    pthread_mutex_lock(&sessions->mutex);
    session.account.session = *ret_id = ++sessions->last_id;
    *take_place(sessions, account->userid, session.opened_ms) = session;
    pthread_mutex_unlock(&sessions->mutex);
    return 0;
}

/* Returns whether the token of this hash was ended by a change of its account. The caller holds the mutex. */
static bool was_ended(const struct sessions *sessions, const uint8_t hash[CRYPTO_HASH_LEN], int64_t now) {
    for (size_t i = 0; i < ENDED_MAX; i++) {
        const struct ended *ended = &sessions->ended[i];
        if (ended->until_ms > now && is_same(ended->hash, hash)) {
            return true;
        }
    }
    return false;
}

int sessions_check(struct sessions *sessions, const char *token, size_t len, struct actor *actor) {
    if (token == NULL || len != SESSIONS_TOKEN_LEN) {
        return E_TOKEN_FAILED;
    }
    uint8_t hash[CRYPTO_HASH_LEN];
    crypto_keyed_hash(&sessions->key, token, len, hash);
    int64_t now = now_ms(sessions);

    int r = E_TOKEN_FAILED;
    pthread_mutex_lock(&sessions->mutex);
    struct session *found = NULL;
    for (size_t i = 0; i < SESSIONS_MAX && found == NULL; i++) {
        struct session *session = &sessions->table[i];
        if (session->used && is_same(session->hash, hash)) {
            found = session;
        }
    }
    if (found != NULL && is_too_old(found, now)) {
        sessions_drop(found);
    } else if (found != NULL) {
        found->touched_ms = now;
        actor_become(actor, &found->account);
        actor->fresh = now - found->typed_ms < SESSIONS_FRESH_MS;
        actor->super = is_super(found, now);
        r = 0;
    } else if (was_ended(sessions, hash, now)) {
        r = E_SESSION_ENDED;
    }
    pthread_mutex_unlock(&sessions->mutex);
    return r;
}

/* Returns the session with an id; NULL: none. The caller holds the mutex. */
static struct session *session_of(struct sessions *sessions, uint64_t id) {
    for (size_t i = 0; i < SESSIONS_MAX; i++) {
        if (sessions->table[i].used && sessions->table[i].account.session == id) {
            return &sessions->table[i];
        }
    }
    return NULL;
}

bool sessions_is_open(struct sessions *sessions, uint64_t id, struct actor *actor) {
    int64_t now = now_ms(sessions);
    pthread_mutex_lock(&sessions->mutex);
    const struct session *session = session_of(sessions, id);
    bool is_open = session != NULL && !is_too_old(session, now);
    if (is_open) {
        actor_become(actor, &session->account);
        actor->super = is_super(session, now);
    }
    pthread_mutex_unlock(&sessions->mutex);
    return is_open;
}

void sessions_close(struct sessions *sessions, uint64_t id) {
    pthread_mutex_lock(&sessions->mutex);
    struct session *session = session_of(sessions, id);
    if (session != NULL) {
        sessions_drop(session);
    }
    pthread_mutex_unlock(&sessions->mutex);
}

/* Removes a session whose token will answer E_SESSION_ENDED. The caller holds the mutex. */
static void sessions_end(struct sessions *sessions, struct session *session) {
    struct ended *ended = &sessions->ended[sessions->ended_next++ % ENDED_MAX];
    memcpy(ended->hash, session->hash, sizeof(ended->hash));
    ended->until_ms = session->opened_ms + SESSIONS_LIFE_MS;
    sessions_drop(session);
}

void sessions_end_account(struct sessions *sessions, uint32_t userid, uint64_t keep) {
    pthread_mutex_lock(&sessions->mutex);
    for (size_t i = 0; i < SESSIONS_MAX; i++) {
        struct session *session = &sessions->table[i];
        if (!session->used || session->account.userid != userid || session->account.session == keep) {
            continue;
        }
        sessions_end(sessions, session);
    }
    pthread_mutex_unlock(&sessions->mutex);
}

int sessions_end_one(struct sessions *sessions, uint64_t id, uint32_t userid) {
    int r = E_NOTFOUND;
    pthread_mutex_lock(&sessions->mutex);
    struct session *session = session_of(sessions, id);
    if (session != NULL && (userid == SESSIONS_ALL || session->account.userid == userid)) {
        sessions_end(sessions, session);
        r = 0;
    }
    pthread_mutex_unlock(&sessions->mutex);
    return r;
}

void sessions_end_browser(struct sessions *sessions, uint32_t browser) {
    pthread_mutex_lock(&sessions->mutex);
    for (size_t i = 0; i < SESSIONS_MAX; i++) {
        if (sessions->table[i].used && sessions->table[i].account.browser == browser) {
            sessions_end(sessions, &sessions->table[i]);
        }
    }
    pthread_mutex_unlock(&sessions->mutex);
}

void sessions_set_browser(struct sessions *sessions, uint64_t id, uint32_t browser, const char *name) {
    pthread_mutex_lock(&sessions->mutex);
    struct session *session = session_of(sessions, id);
    if (session != NULL) {
        session->account.browser = browser;
        (void)snprintf(session->browser, sizeof(session->browser), "%s", name);
    }
    pthread_mutex_unlock(&sessions->mutex);
}

void sessions_raise(struct sessions *sessions, uint64_t id) {
    pthread_mutex_lock(&sessions->mutex);
    struct session *session = session_of(sessions, id);
    if (session != NULL) {
        session->super_until_ms = now_ms(sessions) + SESSIONS_SUPER_MS;
    }
    pthread_mutex_unlock(&sessions->mutex);
}

void sessions_freshen(struct sessions *sessions, uint64_t id) {
    pthread_mutex_lock(&sessions->mutex);
    struct session *session = session_of(sessions, id);
    if (session != NULL) {
        session->typed_ms = now_ms(sessions);
    }
    pthread_mutex_unlock(&sessions->mutex);
}

static void session_view(const struct session *session, int64_t utc_ms, int64_t now, struct sessions_view *ret_view) {
    *ret_view = (struct sessions_view){.id = session->account.session,
                                       .userid = session->account.userid,
                                       .opened_s = (utc_ms - (now - session->opened_ms)) / 1000,
                                       .used_s = (utc_ms - (now - session->touched_ms)) / 1000};
    memcpy(ret_view->account, session->account.account, sizeof(ret_view->account));
    memcpy(ret_view->name, session->account.name, sizeof(ret_view->name));
    memcpy(ret_view->peer, session->account.peer, sizeof(ret_view->peer));
    memcpy(ret_view->browser, session->browser, sizeof(ret_view->browser));
}

static int compare_views(const void *a, const void *b) {
    const struct sessions_view *one = a, *other = b;
    return one->id < other->id ? -1 : one->id > other->id;
}

size_t sessions_list(struct sessions *sessions, uint32_t userid, struct sessions_view ret_views[SESSIONS_MAX]) {
    int64_t utc_ms = sessions->hal->clock.utc_ms(sessions->hal->clock.ctx), now = now_ms(sessions);
    size_t count = 0;
    pthread_mutex_lock(&sessions->mutex);
    for (size_t i = 0; i < SESSIONS_MAX; i++) {
        const struct session *session = &sessions->table[i];
        bool is_of = userid == SESSIONS_ALL || session->account.userid == userid;
        if (session->used && is_of && !is_too_old(session, now)) {
            session_view(session, utc_ms, now, &ret_views[count++]);
        }
    }
    pthread_mutex_unlock(&sessions->mutex);
    qsort(ret_views, count, sizeof(*ret_views), compare_views);
    return count;
}

void sessions_set_days(struct sessions *sessions, uint32_t userid, uint32_t from, uint32_t to) {
    pthread_mutex_lock(&sessions->mutex);
    for (size_t i = 0; i < SESSIONS_MAX; i++) {
        struct session *session = &sessions->table[i];
        if (session->used && session->account.userid == userid) {
            session->account.valid_from = from;
            session->account.valid_to = to;
        }
    }
    pthread_mutex_unlock(&sessions->mutex);
}

void sessions_end_level(struct sessions *sessions, unsigned level) {
    pthread_mutex_lock(&sessions->mutex);
    for (size_t i = 0; i < SESSIONS_MAX; i++) {
        struct session *session = &sessions->table[i];
        if (session->used && session->account.userid != 0 && session->account.level == level) {
            sessions_end(sessions, session);
        }
    }
    pthread_mutex_unlock(&sessions->mutex);
}

void sessions_password_changed(struct sessions *sessions, uint64_t id) {
    pthread_mutex_lock(&sessions->mutex);
    struct session *session = session_of(sessions, id);
    if (session != NULL) {
        session->account.must_change = false;
    }
    pthread_mutex_unlock(&sessions->mutex);
}

unsigned sessions_count(struct sessions *sessions) {
    int64_t now = now_ms(sessions);
    unsigned count = 0;
    pthread_mutex_lock(&sessions->mutex);
    for (size_t i = 0; i < SESSIONS_MAX; i++) {
        if (sessions->table[i].used && !is_too_old(&sessions->table[i], now)) {
            count++;
        }
    }
    pthread_mutex_unlock(&sessions->mutex);
    return count;
}
