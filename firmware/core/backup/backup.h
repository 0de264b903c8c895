/* Backup of everything, and restoring it: what one would hold, who may take one away, and that there is one of both at a
 * time. Writing is core/backup/writer.h, restoring core/backup/restore.h. Shared by all threads, guarded by a mutex of its
 * own. */
#ifndef POSTERN_CORE_BACKUP_H
#define POSTERN_CORE_BACKUP_H

#include <stdbool.h>
#include <stdint.h>

#include "core/backup/writer.h"
#include "util/err.h"

struct actor;
struct buf;
struct backup;
struct core;
struct core_shared;
struct store_home;

/* For core/start. E_NOMEM. */
_must_check_ int backup_new(const struct store_home *home, struct backup **ret_backup);
void backup_free(struct backup *backup); /* takes NULL */

/* The terminal ends: what is being made, or tested, comes to an end early. */
void backup_end(struct core_shared *shared);

/* What a backup would hold. */
struct backup_state {
    uint32_t users, records, photos;
    int64_t database_octets, photo_octets; /* about */
    int64_t last_s; /* when one was last copied by plan or downloaded whole, in seconds since 1970 UTC; 0: never */
    bool making; /* one is being made */
    unsigned percent; /* how far its copy of the database is */
};

/* Reads it; microseconds. An error of the store. */
_must_check_ int backup_read(struct core *core, struct backup_state *ret_state);

/* Begins one that `by` takes away, and leaves the audit row, which it has inside too. E_ADMIN_ONLY: admin alone, and no
 * REST key, may; errors of backup_writer_new(), and of the store. */
_must_check_ int backup_download(struct core *core, const struct actor *by, const struct backup_content *plan,
                                 struct backup_writer **ret_writer);

/* backup_writer_next() of a backup that backup_download() began: keeps when it was whole. */
int backup_download_next(struct core *core, void *state, struct buf *out);

#endif
