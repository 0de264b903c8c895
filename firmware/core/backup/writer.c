#include "core/backup/writer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/backup/backup_impl.h"
#include "core/backup/format.h"
#include "core/base/about.h"
#include "core/base/core.h"
#include "core/base/identity.h"
#include "core/base/origin.h"
#include "core/events/log.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "core/users/users.h"
#include "store/record_photo.h"
#include "util/arena.h"
#include "util/cleanup.h"
#include "util/sealed_stream.h"

#define PHOTO_ARENA ((size_t)2 * STORE_RECORD_PHOTO_MAX)

enum writer_part { WRITER_COPY, WRITER_MANIFEST, WRITER_KEYS, WRITER_DATABASE, WRITER_PHOTOS, WRITER_END };

struct backup_writer {
    struct backup *backup; /* whose single slot it has */
    struct sealed_stream stream;
    uint8_t head[SEALED_HEAD_LEN];
    uint8_t keys[BACKUP_KEYS_LEN];
    bool photos, with_keys;
    enum writer_part part; /* next part */
    struct backup_manifest manifest;
    int database; /* descriptor of the snapshot; -1 */
    int64_t octets, left; /* of the snapshot: total, and remaining */
    int64_t last, photo; /* record numbers: the last in the snapshot, and that of the last photo */
    struct crypto_sha256 hash; /* of the file so far */
    size_t len; /* bytes not sealed yet */
    uint8_t plain[3 * SEALED_CHUNK]; /* room for a chunk, and for the largest addition: a photo */
    char name[BACKUP_NAME_MAX];
};

static void writer_name(struct core *core, struct backup_writer *writer) {
    struct local_time now;
    clock_local(core, &now);
    (void)snprintf(writer->name, sizeof(writer->name), "postern-%s-%04d-%02u-%02u-%02u%02u.backup",
                   about_serial(core->shared), (int)now.year, now.month, now.day, now.hour, now.minute);
}

static int writer_keys(struct core *core, struct backup_writer *writer) {
    struct identity identity;
    int r = identity_read(store_home_dir(core->shared->home), &identity);
    if (r == 0) {
        memcpy(writer->keys, identity.pepper.octets, CRYPTO_KEY_LEN);
        memcpy(writer->keys + CRYPTO_KEY_LEN, identity.device.octets, CRYPTO_KEY_LEN);
    }
    crypto_wipe(&identity, sizeof(identity));
    return r;
}

static int writer_begin(struct core *core, struct backup_writer *writer, const char *passphrase) {
    const struct sealed_costs costs = {.memory_kib = SEALED_MEMORY_KIB, .passes = SEALED_PASSES};
    uint8_t random[SEALED_RANDOM_LEN];
    int r = core_random(core, random, sizeof(random));
    if (r == 0) {
        r = writer_keys(core, writer);
    }
    return r < 0 ? r : sealed_stream_begin(&writer->stream, passphrase, &costs, random, writer->head);
}

int backup_writer_new(struct core *core, const struct backup_content *plan, struct backup_writer **ret_writer) {
    int r = backup_take(core->shared->backup);
    if (r < 0) {
        return r;
    }
    struct backup_writer *writer = calloc(1, sizeof(*writer));
    if (writer == NULL) {
        backup_give(core->shared->backup);
        return E_NOMEM;
    }
    writer->backup = core->shared->backup;
    writer->database = -1;
    writer->photos = plan->photos;
    writer->with_keys = plan->keys;
    crypto_sha256_begin(&writer->hash);
    writer_name(core, writer);
    r = writer_begin(core, writer, plan->passphrase);
    if (r < 0) {
        backup_writer_free(writer);
        return r;
    }
    *ret_writer = writer;
    return 0;
}

const char *backup_writer_name(const struct backup_writer *writer) {
    return writer->name;
}

void backup_writer_free(void *state) {
    struct backup_writer *writer = state;
    if (writer != NULL) {
        cleanup_close(&writer->database);
        backup_give(writer->backup);
        crypto_wipe(writer, sizeof(*writer));
        free(writer);
    }
}

static bool copy_cancelled(void *ctx) {
    const struct backup *backup = ctx;
    return atomic_load(&backup->ended);
}

static void copy_progress(void *ctx, unsigned percent) {
    struct backup *backup = ctx;
    atomic_store(&backup->percent, percent);
}

/* The counts are from just before the snapshot: for people. */
static int writer_manifest(struct core *core, struct backup_writer *writer) {
    struct store_users_counts counts;
    int r = users_counts(core, &counts);
    if (r < 0) {
        return r;
    }
    writer->last = log_last(core);
    writer->manifest = (struct backup_manifest){
        .schema = store_schema_latest(),
        .made_s = core_utc_ms(core) / 1000,
        .users = counts.users,
        .records = (uint32_t)(writer->last - log_first(core) + 1),
        .photos = writer->photos ? (uint32_t)store_record_photos_count(core->store) : 0,
        .has_keys = writer->with_keys,
    };
    (void)snprintf(writer->manifest.serial, sizeof(writer->manifest.serial), "%s", about_serial(core->shared));
    (void)snprintf(writer->manifest.device_name, sizeof(writer->manifest.device_name), "%s",
                   settings_get(core)->values.machine_param.device_name);
    (void)snprintf(writer->manifest.version, sizeof(writer->manifest.version), "%s",
                   about_facts(core->shared)->version);
    return 0;
}

static int writer_copy(struct core *core, struct backup_writer *writer) {
    const struct store_copy_watch watch = {
        .cancelled = copy_cancelled, .progress = copy_progress, .ctx = writer->backup};
    int r = writer_manifest(core, writer);
    if (r == 0) {
        r = store_take(core->shared->home, !writer->with_keys, &watch, &writer->database, &writer->octets);
    }
    writer->left = writer->octets;
    return r;
}

static void writer_put(struct backup_writer *writer, const void *data, size_t len) {
    memcpy(writer->plain + writer->len, data, len);
    writer->len += len;
}

static int put_entry(struct backup_writer *writer, const struct backup_entry *entry) {
    _cleanup_(buf_donep) struct buf head = {0};
    backup_entry_put(&head, entry);
    if (buf_failed(&head)) {
        return E_NOMEM;
    }
    writer_put(writer, head.data, head.len);
    return 0;
}

static int put_manifest(struct backup_writer *writer) {
    _cleanup_(buf_donep) struct buf text = {0};
    backup_manifest_put(&text, &writer->manifest);
    if (buf_failed(&text) || text.len > BACKUP_MANIFEST_MAX) {
        return E_NOMEM;
    }
    int r = put_entry(writer, &(struct backup_entry){.kind = BACKUP_MANIFEST, .octets = text.len});
    if (r == 0) {
        writer_put(writer, text.data, text.len);
    }
    return r;
}

static int put_keys(struct backup_writer *writer) {
    int r = put_entry(writer, &(struct backup_entry){.kind = BACKUP_KEYS, .octets = BACKUP_KEYS_LEN});
    if (r == 0) {
        writer_put(writer, writer->keys, BACKUP_KEYS_LEN);
        crypto_wipe(writer->keys, sizeof(writer->keys));
    }
    return r;
}

/* Adds the next bytes of the snapshot; the first come after their header. 1: there are more. */
static int put_database(struct backup_writer *writer) {
    int r = writer->left == writer->octets
                ? put_entry(writer, &(struct backup_entry){.kind = BACKUP_DATABASE, .octets = (uint64_t)writer->octets})
                : 0;
    if (r < 0) {
        return r;
    }
    size_t wanted = writer->left < SEALED_CHUNK ? (size_t)writer->left : SEALED_CHUNK;
    ssize_t n = 0;
    do {
        n = read(writer->database, writer->plain + writer->len, wanted);
    } while (n < 0 && errno == EINTR);
    if (n < 0) {
        return err_from_errno(errno);
    }
    if (n == 0 && wanted > 0) {
        return err_here(E_IO); /* its length must not change */
    }
    writer->len += (size_t)n;
    writer->left -= n;
    return writer->left > 0;
}

/* Adds the next photo. Skips one that was deleted meanwhile. 1: there may be more. */
static int put_photo(struct core *core, struct backup_writer *writer) {
    _cleanup_(arena_done) struct arena arena;
    struct store_record_photo photo;
    const uint8_t *sealed = NULL;
    size_t len = 0;
    arena_init(&arena, PHOTO_ARENA);
    int r = store_record_photo_next(core->store, writer->photo, &photo);
    if (r < 0 || photo.seq > writer->last) {
        return r < 0 && r != E_NOTFOUND ? r : 0;
    }
    writer->photo = photo.seq;
    r = store_record_photo_get(core->store, photo.seq, &arena, &sealed, &len);
    if (r < 0) {
        return r == E_NOTFOUND ? 1 : r;
    }
    struct backup_entry entry = {.kind = BACKUP_PHOTO, .octets = len};
    store_record_photo_name(&photo, entry.name);
    r = put_entry(writer, &entry);
    if (r == 0) {
        writer_put(writer, sealed, len);
    }
    return r < 0 ? r : 1;
}

/* Adds data to be sealed; 1: there may be more. */
static int writer_fill(struct core *core, struct backup_writer *writer) {
    int r = 0;
    switch (writer->part) {
        case WRITER_COPY: r = writer_copy(core, writer); break;
        case WRITER_MANIFEST: r = put_manifest(writer); break;
        case WRITER_KEYS: r = put_keys(writer); break;
        case WRITER_DATABASE: r = put_database(writer); break;
        case WRITER_PHOTOS: r = writer->photos ? put_photo(core, writer) : 0; break;
        case WRITER_END: return 0;
    }
    if (r == 0) {
        writer->part = (enum writer_part)(writer->part + 1);
    }
    return r < 0 ? r : 1;
}

/* Appends the MAC of everything before: it proves that this terminal made the file, and that it is unchanged. */
static void put_mac(const struct core *core, struct backup_writer *writer, struct buf *out) {
    uint8_t digest[CRYPTO_SHA256_LEN], mac[ORIGIN_MAC_LEN];
    crypto_sha256_end(&writer->hash, digest);
    origin_mac(core->shared, digest, mac);
    buf_append(out, mac, sizeof(mac));
}

/* A chunk is only sealed when more data follows: the last one may be short, and must be marked as the last. */
int backup_writer_next(struct core *core, void *state, struct buf *out) {
    struct backup_writer *writer = state;
    bool is_first = writer->part == WRITER_COPY;
    int r = 1;
    while (r == 1 && writer->len <= SEALED_CHUNK) {
        r = writer_fill(core, writer);
    }
    if (r < 0) {
        return r;
    }
    bool is_last = writer->len <= SEALED_CHUNK;
    size_t len = is_last ? writer->len : SEALED_CHUNK;
    if (is_first) {
        buf_append(out, writer->head, sizeof(writer->head));
        crypto_sha256_add(&writer->hash, writer->head, sizeof(writer->head));
    }
    char *sealed = buf_reserve(out, len + SEALED_EXTRA);
    if (sealed == NULL) {
        return E_NOMEM;
    }
    sealed_stream_seal(&writer->stream, writer->plain, len, is_last, (uint8_t *)sealed);
    out->len += len + SEALED_EXTRA;
    crypto_sha256_add(&writer->hash, sealed, len + SEALED_EXTRA);
    memmove(writer->plain, writer->plain + len, writer->len - len);
    writer->len -= len;
    if (is_last) {
        put_mac(core, writer, out);
    }
    return buf_failed(out) ? E_NOMEM : is_last ? 0 : 1;
}
