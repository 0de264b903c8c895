/* Inside store/ only: the state folder. */
#ifndef POSTERN_STORE_HOME_IMPL_H
#define POSTERN_STORE_HOME_IMPL_H

#include <pthread.h>
#include <stdatomic.h>

#include "store/store_impl.h"

#define STORE_PATH_MAX 1024
#define STORE_NAME_MAX 64
#define STORE_DB "postern.db"
#define STORE_GOOD_COPY "postern.db.good"
#define STORE_LOCK "lock"
#define STORE_MARK "clean"

struct store_home {
    char *dir;
    int lock; /* descriptor that holds the lock */
    struct store_status status;
    atomic_bool damaged; /* a connection met damage */
    pthread_mutex_t copying; /* guards what follows, and that a copy gets its name */
    unsigned erasures;       /* how often the copies were erased */
};

/* Path of a file in the folder. E_TOO_LARGE. */
_must_check_ int store_home_path(const struct store_home *home, const char *name, char ret_path[STORE_PATH_MAX]);

/* Makes renames in the folder durable. */
_must_check_ int store_home_sync_dir(const struct store_home *home);

/* Builds the index of name parts anew in a transaction of its own. */
_must_check_ int store_rebuild_index(struct store *store);

#endif
