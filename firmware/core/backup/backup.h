/* Backup and restore of everything: what a backup would contain, who may download it, and that only one of each runs at
 * a time. core/backup/writer.h writes, core/backup/restore.h restores. Shared by all threads, with its own mutex. */
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
void backup_free(struct backup *backup); /* accepts NULL */

/* The terminal shuts down: ends a backup or check in progress early. */
void backup_end(struct core_shared *shared);

/* Content of a backup. */
struct backup_state {
    uint32_t users, records, photos;
    int64_t database_octets, photo_octets; /* approximate */
    /* time of the last scheduled or completely downloaded backup, in seconds since 1970 UTC; 0: never */
    int64_t last_s;
    bool making; /* one is in progress */
    unsigned percent; /* progress of its database snapshot */
};

/* Reads it; microseconds. An error of the store. */
_must_check_ int backup_read(struct core *core, struct backup_state *ret_state);

/* Starts a backup that `by` downloads, and adds the audit entry, which the backup also contains. E_ADMIN_ONLY: only
 * admin, and no REST key, may; errors of backup_writer_new(), and of the store. */
_must_check_ int backup_download(struct core *core, const struct actor *by, const struct backup_content *plan,
                                 struct backup_writer **ret_writer);

/* backup_writer_next() for a backup of backup_download(): stores the time of its completion. */
int backup_download_next(struct core *core, void *state, struct buf *out);

#endif
