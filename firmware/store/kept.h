/* What a state folder still tells whose daemon does not start: for the recovery (app/recovery.h), which leaves everything in it as
 * it is. */
#ifndef POSTERN_STORE_KEPT_H
#define POSTERN_STORE_KEPT_H

#include <stdint.h>

#include "util/err.h"

/* Takes the lock of a folder, which is made if it is not there: no daemon runs on it until *ret_fd is closed. E_LOCKED:
 * another has it. E_INVAL, E_IO, E_SYSTEM. */
_must_check_ int store_kept_lock(const char *dir, int *ret_fd);

/* The lowest schema with which a firmware starts on the folder: that of its database, or that of the copy from before an
 * upgrade, which is put back. 0: nothing is known, or there is none. Reads a few bytes of the files: what stands in the
 * write-ahead log alone is not seen. */
int64_t store_kept_schema(const char *dir);

/* Bytes of its database; 0: there is none. */
uint64_t store_kept_octets(const char *dir);

#endif
