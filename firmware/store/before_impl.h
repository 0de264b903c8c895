/* Inside store/ only: store/before.h while the database is being opened. Each step can be interrupted; the next start
 * continues it. */
#ifndef POSTERN_STORE_BEFORE_IMPL_H
#define POSTERN_STORE_BEFORE_IMPL_H

#include <stdint.h>

#include "util/err.h"

#define STORE_BEFORE_COPY "postern.db.before"

struct store;
struct store_home;

/* Reads the schema version from the database file, without a connection, which would create a log beside it. 0: no
 * file, or unreadable. */
int64_t store_file_schema(const char *path);

/* Makes the copy if this firmware is about to migrate the database. An existing copy with an older schema stays: an
 * earlier start made it and was interrupted between two migrations. E_NOSPC: no room; nothing was migrated, and nothing
 * may be. */
_must_check_ int store_before_make(struct store *store);

/* Restores the copy when an interruption left only the copy and no database. */
_must_check_ int store_before_finish(struct store_home *home);

/* Restores the copy when the database is newer than this firmware, takes over the records that the newer one has beyond
 * it, and puts their number into the status. E_NEWER: no copy that this firmware can read. No connection may be
 * open. */
_must_check_ int store_before_put_back(struct store_home *home);

#endif
