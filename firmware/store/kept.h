/* Reads a state folder whose daemon does not start, for recovery mode (app/recovery.h). Changes nothing in it except
 * the mark that tells the next start what to begin with. */
#ifndef POSTERN_STORE_KEPT_H
#define POSTERN_STORE_KEPT_H

#include <stdint.h>

#include "util/err.h"
#include "values.h"

/* Locks a folder, creating it if missing: no daemon can run on it until *ret_fd is closed. E_LOCKED: another process
 * holds it. E_INVAL, E_IO, E_SYSTEM. */
_must_check_ int store_kept_lock(const char *dir, int *ret_fd);

/* Returns the lowest schema that a firmware needs to start on the folder: that of its database, or of the copy from
 * before an update, which would be restored. 0: unknown, or no database. Reads a few bytes of the files; misses what is
 * only in the write-ahead log. */
int64_t store_kept_schema(const char *dir);

/* Size of its database in bytes; 0: there is none. */
uint64_t store_kept_octets(const char *dir);

/* Data that the next start could use; seconds since 1970 UTC, 0: there is none. */
struct store_kept_data {
    int64_t copied_s; /* when the last good copy was made */
    int64_t replaced_s; /* last change of the state that the last restore replaced */
};

void store_kept_data(const char *dir, struct store_kept_data *ret_data);

/* Decides what the next store_home_open() begins with; replaces an earlier decision. `note` is that of erase_request(),
 * for `erase`. E_NOSPC, E_IO, E_SYSTEM, E_NOMEM: nothing is decided. */
_must_check_ int store_kept_decide(const char *dir, enum recovery_data data, const char *note);

/* Cancels that decision. */
_must_check_ int store_kept_undecide(const char *dir);

#endif
