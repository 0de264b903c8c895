/* A file that comes in pieces and is kept beside the database until what it is for is done: one a purpose, in a folder of
 * its own, in which its owner may keep more. Its pieces are not synchronised: whoever decides something by the file
 * synchronises it first. Knows nothing of what is in it. */
#ifndef POSTERN_STORE_UPLOAD_H
#define POSTERN_STORE_UPLOAD_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct store_home;

#define STORE_UPLOAD_PATH_MAX 1024 /* bytes of a path, with the NUL */

enum store_upload { STORE_UPLOAD_BULK, STORE_UPLOAD_RESTORE, STORE_UPLOAD_COUNT };

/* Path of a file in the folder of a purpose, which is made when it is missing (mode 0700): `name` is "file" for the file
 * itself. E_TOO_LARGE, or an error of the system. */
_must_check_ int store_upload_path(const struct store_home *home, enum store_upload of, const char *name,
                                   char ret_path[STORE_UPLOAD_PATH_MAX]);

/* Takes a piece at `offset`; 0 begins the file again, with what else is in the folder gone. *ret_received is how long it is
 * then. E_UPLOAD_GAP: it is not as long as `offset`. E_NOSPC: the disk would be full; what was there stays. */
_must_check_ int store_upload_put(struct store_home *home, enum store_upload of, int64_t offset, const void *data,
                                  size_t len, int64_t *ret_received);

/* How long the file is. E_NOTFOUND: there is none. */
_must_check_ int store_upload_size(const struct store_home *home, enum store_upload of, int64_t *ret_octets);

/* Removes the folder with all files in it; durable. There need not be one. */
_must_check_ int store_upload_drop(struct store_home *home, enum store_upload of);

/* Removes the folders of all purposes, for store/erase.c. */
_must_check_ int store_uploads_drop(struct store_home *home);

#endif
