/* Small text files that are written completely or not at all, even if the power fails: written to a temporary file,
 * synced, renamed, and the folder synced. Mode 0600. */
#ifndef POSTERN_WHOLE_FILE_H
#define POSTERN_WHOLE_FILE_H

#include <stddef.h>

#include "util/err.h"

/* Reads a file of a folder into `size` bytes, including a NUL. E_NOTFOUND: it does not exist. E_TOO_LARGE: it does not
 * fit. E_INVAL: the path is too long. E_IO, E_SYSTEM. */
_must_check_ int whole_file_read(const char *dir, const char *name, char *ret_text, size_t size);

/* Writes the file; on error the previous one stays. E_NOSPC, E_INVAL, E_IO, E_SYSTEM. */
_must_check_ int whole_file_write(const char *dir, const char *name, const char *text);

/* Overwrites the file with zeros, on the disk too, and removes it, if it exists; durable. For files with secrets; on
 * flash the old bytes may remain in an unused block. E_IO, E_SYSTEM. */
_must_check_ int whole_file_wipe(const char *dir, const char *name);

#endif
