/* Reads the file of a backup: opens it with its passphrase, and gives its chunks to core/backup/entries.h. */
#ifndef POSTERN_CORE_BACKUP_READER_H
#define POSTERN_CORE_BACKUP_READER_H

#include <stdint.h>

#include "core/backup/entries.h"
#include "core/backup/format.h"
#include "util/err.h"

struct backup_reader;

/* Opens the file and reads its manifest. E_BACKUP_FORMAT: it is none; E_BACKUP_DAMAGED; E_BACKUP_PASSPHRASE; E_NOTFOUND,
 * E_NOMEM, E_IO. Of one that is newer than any known the manifest is read as far as it can be. For a worker: it derives
 * the key. */
_must_check_ int backup_reader_new(const char *path, const char *passphrase, struct backup_reader **ret_reader);

const struct backup_manifest *backup_reader_manifest(const struct backup_reader *reader);

/* What follows the manifest. Lives as long as the reader. */
struct backup_entries *backup_reader_entries(struct backup_reader *reader);

/* Bytes of the file that were read. */
int64_t backup_reader_done(const struct backup_reader *reader);

/* Wipes and frees it; takes NULL. */
void backup_reader_free(struct backup_reader *reader);

#endif
