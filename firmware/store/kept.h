/* What a state folder still tells whose daemon does not start: for the recovery (app/recovery.h), which leaves everything in it as
 * it is, but for a mark of what its next start is to begin with. */
#ifndef POSTERN_STORE_KEPT_H
#define POSTERN_STORE_KEPT_H

#include <stdint.h>

#include "util/err.h"
#include "values.h"

/* Takes the lock of a folder, which is made if it is not there: no daemon runs on it until *ret_fd is closed. E_LOCKED:
 * another has it. E_INVAL, E_IO, E_SYSTEM. */
_must_check_ int store_kept_lock(const char *dir, int *ret_fd);

/* The lowest schema with which a firmware starts on the folder: that of its database, or that of the copy from before an
 * upgrade, which is put back. 0: nothing is known, or there is none. Reads a few bytes of the files: what stands in the
 * write-ahead log alone is not seen. */
int64_t store_kept_schema(const char *dir);

/* Bytes of its database; 0: there is none. */
uint64_t store_kept_octets(const char *dir);

/* Data that it could start with; seconds since 1970 UTC, 0: there is none. */
struct store_kept_data {
    int64_t copied_s; /* when the last good copy was made */
    int64_t replaced_s; /* when the state from before the last restore was changed last */
};

void store_kept_data(const char *dir, struct store_kept_data *ret_data);

/* Decides what the next store_home_open() begins with, in place of what was decided before. `note` is that of erase_request(), for
 * `erase`. E_NOSPC, E_IO, E_SYSTEM, E_NOMEM: nothing is decided. */
_must_check_ int store_kept_decide(const char *dir, enum recovery_data data, const char *note);

/* Takes that back. */
_must_check_ int store_kept_undecide(const char *dir);

#endif
