/* Reads the entries of a backup out of its chunks, in their order and no other. Pure: where the chunks come from is the
 * caller's. */
#ifndef POSTERN_CORE_BACKUP_ENTRIES_H
#define POSTERN_CORE_BACKUP_ENTRIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/backup/format.h"
#include "util/err.h"
#include "util/sealed_stream.h"

/* Gives the next chunk, decrypted; *ret_is_last of the last one, behind which it is not asked again. Its errors are passed
 * on. */
struct backup_source {
    void *ctx;
    int (*next)(void *ctx, uint8_t ret_chunk[SEALED_CHUNK], size_t *ret_len, bool *ret_is_last);
};

struct backup_entries {
    struct backup_source source;
    bool is_last; /* the chunk that is here is the last one */
    size_t at, len; /* where reading is in it, and its bytes */
    uint64_t left; /* bytes of the entry that were not read */
    int before; /* kind of the entry before; 0: none */
    uint8_t chunk[SEALED_CHUNK]; /* secret */
};

/* Begins. The caller wipes `entries` at the end. */
void backup_entries_begin(struct backup_entries *entries, const struct backup_source *source);

/* The next entry; what was not read of the one before is skipped. Returns 1; 0: it was the last, and a database was among
 * them; E_BACKUP_DAMAGED: another one stands here than may, or the end comes too early; errors of the source. */
_must_check_ int backup_entries_next(struct backup_entries *entries, struct backup_entry *ret_entry);

/* Bytes of the entry, at most `size`; *ret_len is 0 behind the last. Errors as above. */
_must_check_ int backup_entries_read(struct backup_entries *entries, void *ret_data, size_t size, size_t *ret_len);

/* Reads an entry that is as long as `size`, or for `size` up to it. E_BACKUP_DAMAGED: it is longer, or ends too early. */
_must_check_ int backup_entries_whole(struct backup_entries *entries, const struct backup_entry *entry, void *ret_data,
                                      size_t size);

#endif
