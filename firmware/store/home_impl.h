/* Inside store/ only: the state folder. */
#ifndef POSTERN_STORE_HOME_IMPL_H
#define POSTERN_STORE_HOME_IMPL_H

#include <pthread.h>
#include <stdatomic.h>

#include "store/restore.h"
#include "store/store_impl.h"
#include "store/turns.h"

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
    int lock; /* descriptor holding the lock */
    struct store_status status;
    atomic_bool damaged; /* a connection found damage */
    atomic_bool reserved; /* the reserve file exists */
    pthread_mutex_t making; /* held while a copy is made; locked before `copying` */
    pthread_mutex_t copying; /* guards the fields below and the renaming of a finished copy */
    unsigned erasures;       /* how often the copies were erased */
    struct record_photos_kept *photos; /* of record_photo.c, which guards it */
    char replaced[STORE_RESTORE_NOTE_MAX]; /* note of the backup that was restored at this start; "": none */
    struct turns turns; /* of the writing threads */
    atomic_uint deletions; /* transactions since the start that deleted people or their credentials */
};

/* Opens a lock file, creating it if missing, and locks it until *ret_fd is closed. E_LOCKED: another process holds it.
 * E_IO, E_SYSTEM. */
_must_check_ int store_lock_take(const char *path, int *ret_fd);

/* Builds the path of a file in the folder. E_TOO_LARGE. */
_must_check_ int store_home_path(const struct store_home *home, const char *name, char ret_path[STORE_PATH_MAX]);

/* Returns whether the folder contains a file or folder of that name. */
bool store_home_has(const struct store_home *home, const char *name);

/* Renames or removes a file of the folder, if it exists. Not durable until store_home_sync_dir(). */
_must_check_ int store_home_rename(const struct store_home *home, const char *from, const char *to);
_must_check_ int store_home_remove(const struct store_home *home, const char *name);

/* Returns when the last good copy was made, seconds since 1970 UTC; 0: there is none. */
int64_t store_home_copied_s(const struct store_home *home);

/* The reserve: releases it if the disk is full; releases it; creates it if it is missing and there is room (E_NOSPC: no
 * room). */
void store_reserve_look(struct store_home *home);
void store_reserve_give_up(struct store_home *home);
_must_check_ int store_reserve_keep(struct store_home *home);

/* Notes that a person or a credential is deleted: existing copies still contain it. Inside a transaction; its commit
 * counts it, so a copy that starts before the commit is counted as containing it, too. */
void store_note_deletion(struct store *store);

/* Checkpoints and truncates the write-ahead log as far as no other connection is in the way. It does not wait for a
 * writer: that would keep the others from checkpointing, and the log would grow. */
_must_check_ int store_write_log_back(struct store *store);

/* Makes renames in the folder durable. */
_must_check_ int store_home_sync_dir(const struct store_home *home);

struct store_wal_loss {
    unsigned frames; /* frames that SQLite will not read, up to the last one that is known to have mattered */
    unsigned changes; /* committed transactions among them, as far as that can be read */
};

/* Finds what a damaged write-ahead log loses because an earlier frame is damaged; zeros if the file cannot be read.
 * Call it before opening the database. */
void store_wal_look(const char *path, struct store_wal_loss *ret_loss);

/* Copies a consistent snapshot of the database into one synced file. E_NOSPC before anything is written, if it would
 * fill the disk. */
_must_check_ int store_copy_to(struct store *from, const char *path);

/* Rebuilds the index of name parts in its own transaction. */
_must_check_ int store_rebuild_index(struct store *store);

#endif
