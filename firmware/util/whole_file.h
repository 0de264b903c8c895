/* Small files of text that are there whole or not at all, whenever the power goes: written beside their place, synchronised,
 * renamed, and the folder synchronised. Mode 0600. */
#ifndef POSTERN_WHOLE_FILE_H
#define POSTERN_WHOLE_FILE_H

#include <stddef.h>

#include "util/err.h"

/* Reads a file of a folder into `size` bytes, with a NUL behind it. E_NOTFOUND: there is none. E_TOO_LARGE: it has more
 * than fits. E_INVAL: the path is too long. E_IO, E_SYSTEM. */
_must_check_ int whole_file_read(const char *dir, const char *name, char *ret_text, size_t size);

/* Writes it; on an error the one before stays. E_NOSPC, E_INVAL, E_IO, E_SYSTEM. */
_must_check_ int whole_file_write(const char *dir, const char *name, const char *text);

/* Overwrites it with zeros, on the disk too, and removes it; durable. For what held a secret: on flash the old bytes may
 * live on in a block that nothing points to. There need not be one. E_IO, E_SYSTEM. */
_must_check_ int whole_file_wipe(const char *dir, const char *name);

#endif
