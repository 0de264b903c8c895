#include "core/users/photos.h"

#include <stdio.h>
#include <string.h>

#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/base/secrets.h"
#include "core/users/credentials.h"
#include "core/users/users.h"
#include "picture/picture.h"
#include "store/users/photo.h"
#include "util/arena.h"
#include "util/buf.h"
#include "util/crypto.h"

#define OBJECT_MAX 24
#define CHANGE_MAX 32
#define OWNER_LEN 8 /* bytes before the photo that identify its owner */
#define OWNER_PHOTO 0xFF /* in place of a template's factor: neither can be used as the other */
#define PHOTOS_ARENA_MAX ((size_t)128 * 1024)

_Static_assert(OWNER_LEN + PICTURE_OUT_MAX + CRYPTO_SEAL_EXTRA <= STORE_PHOTO_MAX,
               "a sealed photo has room in its row");

/* A person with access to the flash cannot assign a photo to another user by copying it between rows. */
static void put_owner(uint32_t userid, uint8_t ret_owner[OWNER_LEN]) {
    memset(ret_owner, 0, OWNER_LEN);
    for (unsigned i = 0; i < 4; i++) {
        ret_owner[i] = (uint8_t)(userid >> 8 * i);
    }
    ret_owner[4] = OWNER_PHOTO;
}

/* Audits only the size. Inside the transaction. */
static int note_photo(struct core *core, const struct actor *by, uint32_t userid, size_t before, size_t after) {
    char object[OBJECT_MAX], old[CHANGE_MAX], new[CHANGE_MAX];
    (void)snprintf(object, sizeof(object), "user %u", (unsigned)userid);
    (void)snprintf(old, sizeof(old), "{\"photo\":%zu}", before);
    (void)snprintf(new, sizeof(new), "{\"photo\":%zu}", after);
    return audit_add(
        core, by,
        &(struct audit_change){.object = object, .before = before > 0 ? old : NULL, .after = after > 0 ? new : NULL});
}

/* Reads the size of the existing photo in bytes; 0: none. */
static int size_of(struct core *core, uint32_t userid, size_t *ret_size) {
    _cleanup_(arena_done) struct arena arena;
    const uint8_t *sealed = NULL;
    size_t len = 0;
    arena_init(&arena, PHOTOS_ARENA_MAX);
    int r = store_photo_get(core->store, userid, &arena, &sealed, &len);
    *ret_size = r == 0 && len > OWNER_LEN + CRYPTO_SEAL_EXTRA ? len - OWNER_LEN - CRYPTO_SEAL_EXTRA : 0;
    return r == E_NOTFOUND || r == E_CORRUPT ? 0 : r;
}

int photos_make(struct core *core, uint32_t userid, const void *picture, size_t len, struct buf *ret_sealed) {
    _cleanup_(buf_donep) struct buf plain = {0};
    uint8_t owner[OWNER_LEN], nonce[CRYPTO_NONCE_LEN];
    put_owner(userid, owner);
    buf_append(&plain, owner, sizeof(owner));
    int r = picture_portrait(picture, len, &plain);
    if (r < 0) {
        return r == E_FORMAT ? E_UPLOAD_FORMAT : r == E_TOO_LARGE ? E_UPLOAD_TOO_LARGE : r;
    }
    buf_clear(ret_sealed);
    char *room = buf_reserve(ret_sealed, plain.len + CRYPTO_SEAL_EXTRA);
    r = room == NULL ? E_NOMEM : core_random(core, nonce, sizeof(nonce));
    if (r == 0) {
        secrets_seal(core->shared, nonce, plain.data, plain.len, (uint8_t *)room);
        ret_sealed->len = plain.len + CRYPTO_SEAL_EXTRA;
    }
    return r;
}

int photos_write(struct core *core, const struct actor *by, uint32_t userid, const struct buf *sealed, bool notes) {
    size_t before = 0;
    int r = size_of(core, userid, &before);
    if (r == 0) {
        r = store_photo_put(core->store, userid, sealed->data, sealed->len);
    }
    return r < 0 || !notes ? r : note_photo(core, by, userid, before, sealed->len - OWNER_LEN - CRYPTO_SEAL_EXTRA);
}

static int store_photo(struct core *core, const struct actor *by, uint32_t userid, const struct buf *sealed) {
    int r = store_begin_growth(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    /* Again: processing took time, and the user may be deleted or have a higher level. */
    r = credentials_may_change(core, by, userid, /* gives= */ false, NULL);
    if (r == 0) {
        r = photos_write(core, by, userid, sealed, /* notes= */ true);
    }
    return r < 0 ? r : store_commit(txn);
}

int photos_put(struct core *core, const struct actor *by, uint32_t userid, const void *picture, size_t len) {
    _cleanup_(buf_donep) struct buf sealed = {0};
    int r = credentials_may_change(core, by, userid, /* gives= */ false, NULL);
    if (r == 0) {
        r = photos_make(core, userid, picture, len, &sealed);
    }
    return r < 0 ? r : store_photo(core, by, userid, &sealed);
}

int photos_get(struct core *core, uint32_t userid, struct arena *arena, const uint8_t **ret_jpeg, size_t *ret_len) {
    const uint8_t *sealed = NULL;
    uint8_t owner[OWNER_LEN];
    size_t len = 0;
    struct user user;
    int r = users_get(core, userid, arena, &user);
    if (r == 0) {
        r = store_photo_get(core->store, userid, arena, &sealed, &len);
    }
    if (r < 0 || len <= OWNER_LEN + CRYPTO_SEAL_EXTRA) {
        return r < 0 ? r : err_here(E_CORRUPT);
    }
    uint8_t *plain = arena_alloc(arena, len - CRYPTO_SEAL_EXTRA);
    r = plain == NULL ? E_NOMEM : secrets_open(core->shared, sealed, len, plain);
    if (r < 0) {
        return r;
    }
    put_owner(userid, owner);
    if (memcmp(plain, owner, OWNER_LEN) != 0) {
        return err_here(E_CORRUPT);
    }
    *ret_jpeg = plain + OWNER_LEN;
    *ret_len = len - CRYPTO_SEAL_EXTRA - OWNER_LEN;
    return 0;
}

int photos_delete(struct core *core, const struct actor *by, uint32_t userid) {
    size_t before = 0;
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = credentials_may_change(core, by, userid, /* gives= */ false, NULL);
    if (r == 0) {
        r = size_of(core, userid, &before);
    }
    if (r == 0) {
        r = store_photo_delete(core->store, userid);
    }
    if (r == 0) {
        r = note_photo(core, by, userid, before, 0);
    }
    return r < 0 ? r : store_commit(txn);
}
