/* Reads a backup file: decrypts it with its passphrase, and passes its chunks to core/backup/entries.h. */
#ifndef POSTERN_CORE_BACKUP_READER_H
#define POSTERN_CORE_BACKUP_READER_H

#include <stdint.h>

#include "core/backup/entries.h"
#include "core/backup/format.h"
#include "util/err.h"

struct backup_reader;

/* Opens the file and reads its manifest. E_BACKUP_FORMAT: not a backup; E_BACKUP_DAMAGED; E_BACKUP_PASSPHRASE;
 * E_NOTFOUND, E_NOMEM, E_IO. The manifest of a newer format is read as far as possible. For a worker: derives the
 * key. */
_must_check_ int backup_reader_new(const char *path, const char *passphrase, struct backup_reader **ret_reader);

const struct backup_manifest *backup_reader_manifest(const struct backup_reader *reader);

/* Returns the entries after the manifest. Valid as long as the reader. */
struct backup_entries *backup_reader_entries(struct backup_reader *reader);

/* Returns the bytes of the file read so far. */
int64_t backup_reader_done(const struct backup_reader *reader);

/* Wipes and frees it; accepts NULL. */
void backup_reader_free(struct backup_reader *reader);

#endif
