/* Writing a backup: everything that the terminal keeps, encrypted with a passphrase, made a piece at a time. What it
 * consists of is in docs/backup-format.md and util/sealed_stream.h. Its database is a copy of one moment of its own, which
 * takes room on the disk until the end, and has no name there. */
#ifndef POSTERN_CORE_BACKUP_WRITER_H
#define POSTERN_CORE_BACKUP_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "util/buf.h"
#include "util/err.h"

struct backup_writer;
struct core;

#define BACKUP_NAME_MAX 80 /* bytes of a file's name, with the NUL */

/* What it is to hold. */
struct backup_content {
    const char *passphrase; /* is not kept */
    bool photos; /* of the log */
    bool keys; /* the key and certificate of TLS, and the serial number to be taken with them */
};

/* Begins one; derives the key, for which it takes 64 MiB and about 200 ms. Never two at a time, nor while one is restored:
 * E_BACKUP_RUNNING. E_NOMEM, E_IO. Whoever begins it sees to who may, and to the audit log. For a worker. */
_must_check_ int backup_writer_new(struct core *core, const struct backup_content *plan,
                                   struct backup_writer **ret_writer);

/* Appends the next piece, of some 64 kB. The first call makes the copy of the database, which may take a while. Returns 1:
 * there is more; 0: that was the last; E_NOSPC: there is no room for the copy; E_CORRUPT: the database is damaged;
 * E_CANCELLED: the terminal ends; E_NOMEM, E_IO. After an error it can only be freed. `state` is the
 * struct backup_writer. */
_must_check_ int backup_writer_next(struct core *core, void *state, struct buf *out);

/* The name for its file: "postern-PT-7K3MQ4ZX2N-2026-11-24-0615.backup", by the terminal's clock. Lives as long as it. */
const char *backup_writer_name(const struct backup_writer *writer);

void backup_writer_free(void *state); /* wipes its keys; takes NULL */

#endif
