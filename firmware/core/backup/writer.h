/* Writes a backup: all stored data, encrypted with a passphrase, in chunks. docs/backup-format.md and
 * util/sealed_stream.h describe the format. Its database is a separate snapshot, which takes disk space until the end,
 * without a file name. */
#ifndef POSTERN_CORE_BACKUP_WRITER_H
#define POSTERN_CORE_BACKUP_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "util/buf.h"
#include "util/err.h"

struct backup_writer;
struct core;

#define BACKUP_NAME_MAX 80 /* bytes of a file's name, with the NUL */

/* What to include. */
struct backup_content {
    const char *passphrase; /* not stored */
    bool photos; /* of records */
    bool keys; /* TLS key and certificate, and the permission to take over the serial number */
};

/* Starts one; derives the key, which takes 64 MiB and about 200 ms. Never two at a time, nor during a restore:
 * E_BACKUP_RUNNING. E_NOMEM, E_IO. The caller checks permissions and writes the audit log. For a worker. */
_must_check_ int backup_writer_new(struct core *core, const struct backup_content *plan,
                                   struct backup_writer **ret_writer);

/* Appends the next chunk, about 64 kB. The first call makes the snapshot of the database, which may take a while.
 * Returns 1: there is more; 0: that was the last; E_NOSPC: no space for the snapshot; E_CORRUPT: the database is
 * damaged; E_CANCELLED: the terminal shuts down; E_NOMEM, E_IO. After an error it can only be freed. `state` is the
 * struct backup_writer. */
_must_check_ int backup_writer_next(struct core *core, void *state, struct buf *out);

/* Returns the file name: "postern-PT-7K3MQ4ZX2N-2026-11-24-0615.backup", by the terminal's clock. Valid as long as the
 * writer. */
const char *backup_writer_name(const struct backup_writer *writer);

void backup_writer_free(void *state); /* wipes its keys; accepts NULL */

#endif
