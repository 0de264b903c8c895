/* Inside store/ only: store/before.h while the database is opened. Each step may be cut off: the next start goes on. */
#ifndef POSTERN_STORE_BEFORE_IMPL_H
#define POSTERN_STORE_BEFORE_IMPL_H

#include <stdint.h>

#include "util/err.h"

#define STORE_BEFORE_COPY "postern.db.before"

struct store;
struct store_home;

/* The schema of a database's file, read without a connection, which would put a log beside it; 0: there is none, or it cannot
 * be read. */
int64_t store_file_schema(const char *path);

/* Makes the copy if migrations of this firmware are about to change the database; one that is older than it stays, for a
 * start that was cut off between two migrations made it. E_NOSPC: there is no room; nothing was migrated then, and must
 * not be. */
_must_check_ int store_before_make(struct store *store);

/* Where a cut left no database but the copy: puts that in its place. */
_must_check_ int store_before_finish(struct store_home *home);

/* The database is newer than this firmware: puts the copy in its place, with the lines of the log that the other has beyond
 * it; says in the status how many. E_NEWER: there is no copy that this firmware can read. No connection is open. */
_must_check_ int store_before_put_back(struct store_home *home);

#endif
