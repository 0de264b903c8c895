/* A backup behind its encryption: any bytes as its chunks, whose lengths the first bytes say. Whoever knows the passphrase of
 * a file can write anything into it. What is read is what a terminal writes; and the head of a file, which nobody needs a
 * passphrase for. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/backup/entries.h"
#include "fuzz_check.h"
#include "util/sealed_stream.h"
#include "util/text.h"

#define LENGTHS 4 /* bytes in front: a chunk has as many times 64 bytes */

struct chunks {
    const uint8_t *data;
    size_t len;
    uint8_t lengths[LENGTHS];
    unsigned at;
};

static int chunks_next(void *ctx, uint8_t ret_chunk[SEALED_CHUNK], size_t *ret_len, bool *ret_is_last) {
    struct chunks *chunks = ctx;
    size_t wanted = (size_t)chunks->lengths[chunks->at++ % LENGTHS] * 64 + 1;
    *ret_is_last = wanted >= chunks->len;
    *ret_len = *ret_is_last ? chunks->len : wanted;
    memcpy(ret_chunk, chunks->data, *ret_len);
    chunks->data += *ret_len;
    chunks->len -= *ret_len;
    return 0;
}

static void check_manifest(const char *text, size_t len) {
    struct backup_manifest manifest, again;
    struct buf out = {0};
    if (backup_manifest_get(text, len, &manifest) < 0) {
        return;
    }
    FUZZ_CHECK(manifest.schema > 0 && strlen(manifest.serial) < sizeof(manifest.serial));
    FUZZ_CHECK(text_is_clean(manifest.device_name, strlen(manifest.device_name)));
    FUZZ_CHECK(text_is_clean(manifest.version, strlen(manifest.version)));
    backup_manifest_put(&out, &manifest);
    FUZZ_CHECK(!buf_failed(&out) && backup_manifest_get(out.data, out.len, &again) == 0);
    FUZZ_CHECK(again.made_s == manifest.made_s && again.users == manifest.users && again.photos == manifest.photos);
    buf_done(&out);
}

static void read_entries(struct backup_entries *entries) {
    struct backup_entry entry;
    int before = 0, r = 1;
    uint64_t octets = 0;
    while ((r = backup_entries_next(entries, &entry)) == 1) {
        char text[BACKUP_MANIFEST_MAX];
        size_t len = 1;
        FUZZ_CHECK((int)entry.kind == before + 1 || (entry.kind == BACKUP_PHOTO && before == BACKUP_PHOTO));
        FUZZ_CHECK((entry.kind == BACKUP_PHOTO) == (entry.name[0] != '\0'));
        before = (int)entry.kind;
        if (entry.kind == BACKUP_MANIFEST) {
            if (backup_entries_whole(entries, &entry, text, sizeof(text)) < 0) {
                return;
            }
            check_manifest(text, (size_t)entry.octets);
            continue;
        }
        for (octets = 0; len > 0; octets += len) {
            if (backup_entries_read(entries, text, sizeof(text), &len) < 0) {
                return;
            }
        }
        FUZZ_CHECK(octets == entry.octets);
    }
    FUZZ_CHECK(r == E_BACKUP_DAMAGED || (r == 0 && before >= BACKUP_DATABASE));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FUZZ_CHECK(crypto_start() == 0);
    int r = sealed_stream_look(data, size);
    FUZZ_CHECK(r == 0 || r == E_BACKUP_FORMAT || r == E_BACKUP_DAMAGED);
    check_manifest((const char *)data, size);
    if (size < LENGTHS) {
        return 0;
    }
    struct chunks chunks = {.data = data + LENGTHS, .len = size - LENGTHS};
    memcpy(chunks.lengths, data, LENGTHS);
    struct backup_entries *entries = malloc(sizeof(*entries));
    FUZZ_CHECK(entries != NULL);
    backup_entries_begin(entries, &(struct backup_source){.ctx = &chunks, .next = chunks_next});
    read_entries(entries);
    free(entries);
    return 0;
}
