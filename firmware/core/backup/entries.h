/* Parses the entries of a backup from its chunks, in their fixed order. Pure: the caller provides the chunks. */
#ifndef POSTERN_CORE_BACKUP_ENTRIES_H
#define POSTERN_CORE_BACKUP_ENTRIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/backup/format.h"
#include "util/err.h"
#include "util/sealed_stream.h"

/* Provides the next chunk, decrypted; *ret_is_last for the last one, after which it is not called again. Its errors are
 * passed on. */
struct backup_source {
    void *ctx;
    int (*next)(void *ctx, uint8_t ret_chunk[SEALED_CHUNK], size_t *ret_len, bool *ret_is_last);
};

struct backup_entries {
    struct backup_source source;
    bool is_last; /* this chunk is the last one */
    size_t at, len; /* read position in it, and its length */
    uint64_t left; /* unread bytes of the entry */
    int before; /* kind of the previous entry; 0: none */
    uint8_t chunk[SEALED_CHUNK]; /* secret */
};

/* Starts parsing. The caller wipes `entries` at the end. */
void backup_entries_begin(struct backup_entries *entries, const struct backup_source *source);

/* Goes to the next entry, skipping the rest of the previous one. Returns 1; 0: there is none, and there was a database;
 * E_BACKUP_DAMAGED: wrong order, or the end comes too early; errors of the source. */
_must_check_ int backup_entries_next(struct backup_entries *entries, struct backup_entry *ret_entry);

/* Reads at most `size` bytes of the entry; *ret_len is 0 at its end. Errors as above. */
_must_check_ int backup_entries_read(struct backup_entries *entries, void *ret_data, size_t size, size_t *ret_len);

/* Reads a whole entry of at most `size` bytes. E_BACKUP_DAMAGED: it is longer, or ends too early. */
_must_check_ int backup_entries_whole(struct backup_entries *entries, const struct backup_entry *entry, void *ret_data,
                                      size_t size);

#endif
