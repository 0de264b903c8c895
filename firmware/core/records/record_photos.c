#include "core/records/record_photos.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/core.h"
#include "core/base/rights.h"
#include "core/base/secrets.h"
#include "core/events/log.h"
#include "core/settings/settings.h"
#include "hal/hal.h"
#include "picture/picture.h"
#include "store/events/log.h"
#include "store/record_photo.h"
#include "util/arena.h"
#include "util/buf.h"
#include "util/cleanup.h"
#include "util/crypto.h"
#include "util/log.h"

#define OWNER_LEN 24 /* bytes before the photo that say whose it is: purpose, number and time of its line */
#define OWNER_RECORD 0xFE /* where a template has its factor and a user's photo 0xFF: none is taken for another */
#define LINE_ARENA_MAX 4096 /* bytes of the texts of a line */

_Static_assert(OWNER_LEN + PICTURE_OUT_MAX + CRYPTO_SEAL_EXTRA <= STORE_RECORD_PHOTO_MAX,
               "a sealed photo has room in its file");

/* A line that waits for its photo. */
struct photo_wish {
    int64_t seq, time_ms; /* of the line */
    bool is_stranger;
    int64_t late_ms; /* monotonic; from then on none is taken */
};

struct record_photos {
    pthread_mutex_t mutex; /* guards what follows; held for a few instructions */
    struct photo_wish wishes[RECORD_PHOTOS_WAIT_MAX]; /* round */
    unsigned first;
    int64_t news[RECORD_PHOTOS_NEWS_MAX]; /* round; of the photo n at n % RECORD_PHOTOS_NEWS_MAX */
    atomic_uint count; /* of wishes; changed under the mutex */
    atomic_ullong made; /* likewise */
    atomic_uint lost; /* since it was said last */
    _Atomic int64_t not_before_ms; /* monotonic: the camera takes its time */
    bool is_told; /* of the worker: it was said that photos are lost */
};

int record_photos_new(struct store *store, struct record_photos **ret_photos) {
    struct store_log_bounds bounds;
    int r = store_log_bounds(store, &bounds);
    if (r < 0) {
        return r;
    }
    const struct store_record_lines lines = {bounds.first, bounds.last};
    r = store_record_photos_open(store, &lines, STORE_RECORD_PHOTOS_OCTETS);
    if (r < 0 && r != E_NOMEM) {
        log_error("photos", "the folder of photos cannot be read", log_errno(r));
    }
    struct record_photos *photos = r == E_NOMEM ? NULL : calloc(1, sizeof(*photos));
    if (photos == NULL) {
        return E_NOMEM;
    }
    (void)pthread_mutex_init(&photos->mutex, NULL);
    atomic_init(&photos->not_before_ms, INT64_MIN);
    *ret_photos = photos;
    return 0;
}

void record_photos_free(struct record_photos *photos) {
    if (photos != NULL) {
        (void)pthread_mutex_destroy(&photos->mutex);
        free(photos);
    }
}

static void wish_put(struct record_photos *photos, const struct photo_wish *wish) {
    (void)pthread_mutex_lock(&photos->mutex);
    unsigned count = atomic_load(&photos->count);
    if (count < RECORD_PHOTOS_WAIT_MAX) {
        photos->wishes[(photos->first + count) % RECORD_PHOTOS_WAIT_MAX] = *wish;
        atomic_store(&photos->count, count + 1);
    } else {
        (void)atomic_fetch_add(&photos->lost, 1);
    }
    (void)pthread_mutex_unlock(&photos->mutex);
}

static bool wish_peek(struct record_photos *photos, struct photo_wish *ret_wish) {
    (void)pthread_mutex_lock(&photos->mutex);
    bool is_there = atomic_load(&photos->count) > 0;
    *ret_wish = photos->wishes[photos->first];
    (void)pthread_mutex_unlock(&photos->mutex);
    return is_there;
}

static void wish_drop(struct record_photos *photos) {
    (void)pthread_mutex_lock(&photos->mutex);
    photos->first = (photos->first + 1) % RECORD_PHOTOS_WAIT_MAX;
    atomic_store(&photos->count, atomic_load(&photos->count) - 1);
    (void)pthread_mutex_unlock(&photos->mutex);
}

void record_photos_ask(struct core *core, int64_t seq, const struct record *line) {
    struct record_photos *photos = core->shared->record_photos;
    int64_t age_ms = core_utc_ms(core) - line->time;
    /* One who waited for a second person or another factor has gone, and who asks through a device that may not need not
     * stand here. A clock that was set back meanwhile says nothing. */
    if (line->kind != RECORD_KIND_ACCESS || line->reason == RECORD_REASON_NOT_AUTHORIZED ||
        age_ms >= RECORD_PHOTOS_LATE_MS) {
        return;
    }
    const struct photo_wish wish = {
        .seq = seq,
        .time_ms = line->time,
        .is_stranger = line->userid == 0,
        .late_ms = core_mono_ms(core) + RECORD_PHOTOS_LATE_MS - (age_ms > 0 ? age_ms : 0),
    };
    wish_put(photos, &wish);
    log_tell_news(core);
}

int64_t record_photos_due_ms(struct core *core) {
    const struct record_photos *photos = core->shared->record_photos;
    if (store_record_photos_first(core->store) < log_first(core)) {
        return 0;
    }
    return atomic_load(&photos->count) > 0 ? atomic_load(&photos->not_before_ms) : INT64_MAX;
}

/* Who has the flash in his hands cannot put another face beside a line by copying it from file to file; nor does the
 * number of a line that was lost with a damaged database, and is given again, bring its photo back. */
static void put_owner(int64_t seq, int64_t time_ms, uint8_t ret_owner[OWNER_LEN]) {
    memset(ret_owner, 0, OWNER_LEN);
    ret_owner[4] = OWNER_RECORD;
    for (unsigned i = 0; i < 8; i++) {
        ret_owner[8 + i] = (uint8_t)((uint64_t)seq >> 8 * i);
        ret_owner[16 + i] = (uint8_t)((uint64_t)time_ms >> 8 * i);
    }
}

/* Makes it again, seals it and keeps it. */
static int photo_keep(struct core *core, const struct photo_wish *wish, const uint8_t *still, size_t len) {
    _cleanup_(buf_donep) struct buf plain = {0};
    _cleanup_(buf_donep) struct buf sealed = {0};
    uint8_t nonce[CRYPTO_NONCE_LEN], owner[OWNER_LEN];
    put_owner(wish->seq, wish->time_ms, owner);
    buf_append(&plain, owner, sizeof(owner));
    int r = picture_portrait(still, len, &plain);
    if (r < 0) {
        return r;
    }
    size_t sealed_len = plain.len + CRYPTO_SEAL_EXTRA;
    char *room = buf_reserve(&sealed, sealed_len);
    r = room == NULL ? E_NOMEM : core_random(core, nonce, sizeof(nonce));
    if (r < 0) {
        return r;
    }
    secrets_seal(core->shared, nonce, plain.data, plain.len, (uint8_t *)room);
    return store_record_photo_put(core->store, wish->seq, wish->is_stranger, room, sealed_len);
}

static void photo_tell(struct record_photos *photos, int64_t seq) {
    (void)pthread_mutex_lock(&photos->mutex);
    unsigned long long made = atomic_load(&photos->made);
    photos->news[made % RECORD_PHOTOS_NEWS_MAX] = seq;
    atomic_store(&photos->made, made + 1);
    (void)pthread_mutex_unlock(&photos->mutex);
}

/* Says once that photos are lost, and once that they are taken again: a camera that is away is no line a person. */
static void tell_outcome(struct record_photos *photos, int err) {
    if (err < 0 && !photos->is_told) {
        log_warn("photos", "a photo of an event is left out", log_errno(err));
    }
    if (err == 0 && photos->is_told) {
        log_info("photos", "photos of events are taken again", log_uint("lost", atomic_exchange(&photos->lost, 0)));
    }
    photos->is_told = err < 0;
}

/* The photo of the line that waits longest. E_BUSY: the camera takes its time. */
static int photo_take(struct core *core, const struct photo_wish *wish, uint8_t *still) {
    const struct hal_camera *camera = &core->shared->hal->camera;
    size_t len = 0;
    if (core_mono_ms(core) >= wish->late_ms) {
        return E_TIMEOUT;
    }
    int r = camera->still(camera->ctx, still, HAL_CAMERA_STILL_MAX, &len);
    return r < 0 ? r : photo_keep(core, wish, still, len);
}

static void photos_take(struct core *core, struct record_photos *photos) {
    struct photo_wish wish;
    _cleanup_free_ uint8_t *still = malloc(HAL_CAMERA_STILL_MAX);
    while (wish_peek(photos, &wish)) {
        int r = still == NULL ? E_NOMEM : photo_take(core, &wish, still);
        if (r == E_BUSY) {
            atomic_store(&photos->not_before_ms, core_mono_ms(core) + RECORD_PHOTOS_AGAIN_MS);
            return;
        }
        if (r == 0) {
            photo_tell(photos, wish.seq);
        } else {
            (void)atomic_fetch_add(&photos->lost, 1);
        }
        wish_drop(photos);
        tell_outcome(photos, r);
    }
    atomic_store(&photos->not_before_ms, INT64_MIN);
}

void record_photos_upkeep(struct core *core) {
    struct record_photos *photos = core->shared->record_photos;
    store_record_photos_trim(core->store, log_first(core));
    if (atomic_load(&photos->count) > 0) {
        photos_take(core, photos);
        log_tell_news(core);
    }
}

/* The line of a number. E_NOTFOUND. */
static int line_time(struct core *core, int64_t seq, int64_t *ret_time_ms) {
    _cleanup_(arena_done) struct arena arena;
    struct record line;
    size_t count = 0;
    arena_init(&arena, LINE_ARENA_MAX);
    int r = log_read(core, seq - 1, &line, 1, &arena, &count);
    if (r < 0) {
        return r;
    }
    *ret_time_ms = count > 0 ? line.time : 0;
    return count > 0 && line.seq == seq ? 0 : E_NOTFOUND;
}

static int photo_open(struct core *core, int64_t seq, int64_t time_ms, const uint8_t *sealed, size_t len,
                      uint8_t *ret_plain) {
    uint8_t owner[OWNER_LEN];
    put_owner(seq, time_ms, owner);
    bool is_whole = len > OWNER_LEN + CRYPTO_SEAL_EXTRA && secrets_open(core->shared, sealed, len, ret_plain) == 0;
    return is_whole && memcmp(ret_plain, owner, OWNER_LEN) == 0 ? 0 : err_here(E_CORRUPT);
}

int record_photos_get(struct core *core, const struct actor *by, int64_t seq, struct arena *arena,
                      const uint8_t **ret_jpeg, size_t *ret_len) {
    const uint8_t *sealed = NULL;
    int64_t time_ms = 0;
    size_t len = 0;
    int r = rights_may_know_people(&settings_get(core)->rights, by) ? line_time(core, seq, &time_ms) : E_FORBIDDEN;
    if (r == 0) {
        r = store_record_photo_get(core->store, seq, arena, &sealed, &len);
    }
    if (r < 0) {
        return r;
    }
    uint8_t *plain = arena_alloc(arena, STORE_RECORD_PHOTO_MAX);
    if (plain == NULL) {
        return E_NOMEM;
    }
    if (photo_open(core, seq, time_ms, sealed, len, plain) < 0) {
        log_error("photos", "a photo is damaged, or another line's, and is removed", log_int("seq", seq));
        store_record_photo_drop(core->store, seq);
        return E_NOTFOUND;
    }
    *ret_jpeg = plain + OWNER_LEN;
    *ret_len = len - CRYPTO_SEAL_EXTRA - OWNER_LEN;
    return 0;
}

uint64_t record_photos_made(const struct core *core) {
    return atomic_load(&core->shared->record_photos->made);
}

size_t record_photos_news(const struct core *core, uint64_t *at, int64_t ret_seqs[RECORD_PHOTOS_NEWS_MAX]) {
    struct record_photos *photos = core->shared->record_photos;
    size_t count = 0;
    (void)pthread_mutex_lock(&photos->mutex);
    uint64_t made = atomic_load(&photos->made);
    uint64_t from = made > RECORD_PHOTOS_NEWS_MAX ? made - RECORD_PHOTOS_NEWS_MAX : 0;
    for (uint64_t n = *at > from ? *at : from; n < made; n++) {
        ret_seqs[count++] = photos->news[n % RECORD_PHOTOS_NEWS_MAX];
    }
    *at = made;
    (void)pthread_mutex_unlock(&photos->mutex);
    return count;
}

void record_photos_erased(struct core *core) {
    store_record_photos_trim(core->store, log_first(core));
}
