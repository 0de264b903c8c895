/* Inside store/ only: the state folder. */
#ifndef POSTERN_STORE_HOME_IMPL_H
#define POSTERN_STORE_HOME_IMPL_H

#include <pthread.h>
#include <stdatomic.h>

#include "store/restore.h"
#include "store/store_impl.h"

struct record_photos_kept;

#define STORE_PATH_MAX 1024
#define STORE_NAME_MAX 64
#define STORE_DB "postern.db"
#define STORE_GOOD_COPY "postern.db.good"
#define STORE_TAKEN "postern.db.taken"
#define STORE_RESERVE "reserve"
#define STORE_LOCK "lock"
#define STORE_MARK "clean"
#define STORE_COPY_MARK "copy"

struct store_home {
    char *dir;
    int lock; /* descriptor that holds the lock */
    struct store_status status;
    atomic_bool damaged; /* a connection met damage */
    atomic_bool reserved; /* the reserve is on the disk */
    pthread_mutex_t making; /* held while a copy is made; taken before `copying` */
    pthread_mutex_t copying; /* guards what follows, and that a copy gets its name */
    unsigned erasures;       /* how often the copies were erased */
    struct record_photos_kept *photos; /* of record_photo.c, which guards it */
    char replaced[STORE_RESTORE_NOTE_MAX]; /* note of the backup that took the place of all now; "": none did */
    atomic_uint deletions; /* of people, or of what they are recognised by, since the start */
};

/* Opens the file of a lock, which is made if it is not there, and locks it until *ret_fd is closed. E_LOCKED: another has it. E_IO,
 * E_SYSTEM. */
_must_check_ int store_lock_take(const char *path, int *ret_fd);

/* Path of a file in the folder. E_TOO_LARGE. */
_must_check_ int store_home_path(const struct store_home *home, const char *name, char ret_path[STORE_PATH_MAX]);

/* Whether the folder has a file or a folder of that name. */
bool store_home_has(const struct store_home *home, const char *name);

/* Renames a file of the folder, or removes it; there need not be one. Not yet durable: store_home_sync_dir(). */
_must_check_ int store_home_rename(const struct store_home *home, const char *from, const char *to);
_must_check_ int store_home_remove(const struct store_home *home, const char *name);

/* When the last good copy was made, seconds since 1970 UTC; 0: there is none. */
int64_t store_home_copied_s(const struct store_home *home);

/* The reserve: looks whether the disk is full and gives it up then; gives it up; makes it when it is not there and there
 * is room (E_NOSPC: there is none). */
void store_reserve_look(struct store_home *home);
void store_reserve_give_up(struct store_home *home);
_must_check_ int store_reserve_keep(struct store_home *home);

/* Notes that somebody, or what somebody is recognised by, is deleted: copies still have it. Inside a transaction, whose
 * commit counts it: a copy that is begun before has it, too. */
void store_note_deletion(struct store *store);

/* Writes the log back and empties it, as far as nobody is in the way: waiting for a writer would keep the others from
 * writing it back, and it would grow. */
_must_check_ int store_write_log_back(struct store *store);

/* Makes renames in the folder durable. */
_must_check_ int store_home_sync_dir(const struct store_home *home);

struct store_wal_loss {
    unsigned frames; /* that SQLite will not read, up to the last one that is known to have mattered */
    unsigned changes; /* transactions among them that had been committed, as far as that can be read */
};

/* What of a write-ahead log is lost because something before it is damaged; nothing where the file cannot be read. Before
 * the database is opened. */
void store_wal_look(const char *path, struct store_wal_loss *ret_loss);

/* A copy of the database of one moment, as one synchronised file. E_NOSPC before anything is written, when the disk would
 * be full with it. */
_must_check_ int store_copy_to(struct store *from, const char *path);

/* Builds the index of name parts again in a transaction of its own. */
_must_check_ int store_rebuild_index(struct store *store);

#endif
