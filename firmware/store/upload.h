/* A file that is uploaded in chunks and kept beside the database until its purpose is done: one per purpose, in its own
 * folder, where the owner may keep further files. Chunks are not synced: sync the file before a decision depends on it.
 * Does not know what the file contains. */
#ifndef POSTERN_STORE_UPLOAD_H
#define POSTERN_STORE_UPLOAD_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct store_home;

#define STORE_UPLOAD_PATH_MAX 1024 /* bytes of a path, with the NUL */

enum store_upload { STORE_UPLOAD_BULK, STORE_UPLOAD_RESTORE, STORE_UPLOAD_COUNT };

/* Builds the path of a file in the folder of a purpose, creating the folder if missing (mode 0700): `name` is "file"
 * for the upload itself. E_TOO_LARGE, or an error of the system. */
_must_check_ int store_upload_path(const struct store_home *home, enum store_upload of, const char *name,
                                   char ret_path[STORE_UPLOAD_PATH_MAX]);

/* Writes a chunk at `offset`; 0 restarts the file and empties the folder. *ret_received is the new length in bytes.
 * E_UPLOAD_GAP: the file does not end at `offset`. E_NOSPC: it would fill the disk; the file stays unchanged. */
_must_check_ int store_upload_put(struct store_home *home, enum store_upload of, int64_t offset, const void *data,
                                  size_t len, int64_t *ret_received);

/* Reads the length of the file in bytes. E_NOTFOUND: there is none. */
_must_check_ int store_upload_size(const struct store_home *home, enum store_upload of, int64_t *ret_octets);

/* Removes the folder with all its files, if it exists; durable. */
_must_check_ int store_upload_drop(struct store_home *home, enum store_upload of);

/* Removes the folders of all purposes, for store/erase.c. */
_must_check_ int store_uploads_drop(struct store_home *home);

#endif
