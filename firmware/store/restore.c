#include "store/restore.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/bad_rows.h"
#include "store/folder.h"
#include "store/home_impl.h"
#include "store/mark.h"
#include "store/record_photo.h"
#include "store/restore_impl.h"
#include "store/upload.h"
#include "util/cleanup.h"

#define STAGED "staged"
#define REPLACED STORE_REPLACED
#define PHOTOS "photos"
#define IDENTITY "identity"
#define PROGRESS_STEPS 20000 /* SQLite VM instructions between two calls of `cancelled` */

struct store_staging {
    struct store_home *home;
    char folder[STORE_PATH_MAX];
    int fd; /* the file being written; -1: none */
    unsigned photos;
};

static int sync_path(const char *path, int flags) {
    _cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | flags);
    return fd >= 0 && fsync(fd) == 0 ? 0 : err_from_errno(errno);
}

static int sync_in(const struct store_home *home, const char *folder) {
    char path[STORE_PATH_MAX];
    int r = store_home_path(home, folder, path);
    return r < 0 ? r : sync_path(path, O_DIRECTORY);
}

int store_staging_drop(struct store_home *home) {
    int r = store_folder_remove(home, STAGED "/" PHOTOS);
    return r < 0 ? r : store_folder_remove(home, STAGED);
}

static int make_folder(const struct store_home *home, const char *folder) {
    char path[STORE_PATH_MAX];
    int r = store_home_path(home, folder, path);
    return r < 0 ? r : mkdir(path, 0700) == 0 ? 0 : err_from_errno(errno);
}

int store_staging_new(struct store_home *home, struct store_staging **ret_staging) {
    struct store_staging *staging = calloc(1, sizeof(*staging));
    if (staging == NULL) {
        return E_NOMEM;
    }
    staging->home = home;
    staging->fd = -1;
    int r = store_home_path(home, STAGED, staging->folder);
    if (r == 0) {
        r = store_staging_drop(home);
    }
    if (r == 0) {
        r = make_folder(home, STAGED);
    }
    if (r == 0) {
        /* also for a backup without photos: its empty folder replaces the photos here */
        r = make_folder(home, STAGED "/" PHOTOS);
    }
    if (r < 0) {
        store_staging_free(staging);
        return r;
    }
    *ret_staging = staging;
    return 0;
}

void store_staging_free(struct store_staging *staging) {
    if (staging != NULL) {
        cleanup_close(&staging->fd);
        free(staging);
    }
}

const char *store_staging_folder(const struct store_staging *staging) {
    return staging->folder;
}

static int staged_path(const struct store_staging *staging, const char *name, char ret_path[STORE_PATH_MAX]) {
    int n = snprintf(ret_path, STORE_PATH_MAX, "%s/%s", staging->folder, name);
    return n > 0 && n < STORE_PATH_MAX ? 0 : E_TOO_LARGE;
}

int store_staging_close(struct store_staging *staging) {
    int fd = TAKE_FD(staging->fd);
    return fd < 0 || close(fd) == 0 ? 0 : err_from_errno(errno);
}

static int staging_begin(struct store_staging *staging, const char *name) {
    char path[STORE_PATH_MAX];
    int r = store_staging_close(staging);
    if (r == 0) {
        r = staged_path(staging, name, path);
    }
    if (r < 0) {
        return r;
    }
    staging->fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    return staging->fd >= 0 ? 0 : err_from_errno(errno);
}

int store_staging_database(struct store_staging *staging) {
    return staging_begin(staging, STORE_DB);
}

int store_staging_photo(struct store_staging *staging, const char *name) {
    char path[STORE_RECORD_PHOTO_NAME_MAX + sizeof(PHOTOS "/")];
    if (!store_record_photo_is_name(name)) {
        return E_FORMAT;
    }
    if (staging->photos >= STORE_STAGED_PHOTOS_MAX) {
        return E_CAPACITY;
    }
    (void)snprintf(path, sizeof(path), PHOTOS "/%s", name);
    int r = staging_begin(staging, path);
    staging->photos += r == 0;
    return r;
}

int store_staging_write(struct store_staging *staging, const void *data, size_t len) {
    const char *at = data;
    if (store_home_is_short(staging->home) || store_home_free_octets(staging->home) < STORE_MARGIN_OCTETS + len) {
        return E_NOSPC;
    }
    while (len > 0) {
        ssize_t n = write(staging->fd, at, len);
        if (n < 0 && errno != EINTR) {
            return err_from_errno(errno);
        }
        at += n > 0 ? n : 0;
        len -= n > 0 ? (size_t)n : 0;
    }
    return 0;
}

/* Bytes 18 and 19 of a database tell whether it uses a log: a snapshot for a backup does not. */
static int check_is_one_file(const char *path) {
    uint8_t head[20];
    _cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0) {
        return err_from_errno(errno);
    }
    ssize_t n = pread(fd, head, sizeof(head), 0);
    if (n < 0) {
        return err_from_errno(errno);
    }
    return n == (ssize_t)sizeof(head) && head[18] == 1 && head[19] == 1 ? 0 : err_here(E_CORRUPT);
}

static int open_read_only(const char *path, struct store **ret_store) {
    _cleanup_(store_freep) struct store *store = calloc(1, sizeof(*store));
    if (store == NULL) {
        return E_NOMEM;
    }
    const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    int r = store_error(store, sqlite3_open_v2(path, &store->db, flags, NULL));
    if (r == 0) {
        (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
        r = store_exec(store, "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA cache_size = -500;");
    }
    if (r == 0) {
        *ret_store = TAKE_PTR(store);
    }
    return r;
}

/* Checks that the schema is exactly that of our migrations: an extra view or trigger would run with the terminal's
 * permissions. */
static int check_schema(struct store *store, unsigned schema) {
    int64_t version = 0;
    int r = store_read_schema(store, &version);
    if (r == 0 && (version != (int64_t)schema || schema == 0 || schema > store_schema_latest())) {
        r = err_here(E_CORRUPT);
    }
    return r < 0 ? r : store_compare_schema(store);
}

struct check_ask {
    bool (*cancelled)(void *ctx);
    void *ctx;
};

static int check_goes_on(void *ctx) {
    const struct check_ask *ask = ctx;
    return ask->cancelled(ask->ctx) ? 1 : 0;
}

/* Maps every other SQLite error to E_CORRUPT. */
static int check_result(int r) {
    bool is_ours = r >= 0 || r == E_NOMEM || r == E_CANCELLED || r == E_IO || r == E_NOSPC;
    return is_ours ? r : cause_rename(r, E_CORRUPT);
}

int store_staging_check(struct store_staging *staging, unsigned schema, bool (*cancelled)(void *ctx), void *ctx) {
    _cleanup_(store_freep) struct store *store = NULL;
    struct check_ask ask = {.cancelled = cancelled, .ctx = ctx};
    char path[STORE_PATH_MAX];
    bool index_damaged = false;
    int r = staged_path(staging, STORE_DB, path);
    if (r == 0) {
        r = check_is_one_file(path);
    }
    if (r == 0) {
        r = open_read_only(path, &store);
    }
    if (r == 0 && store != NULL) {
        r = check_schema(store, schema);
    }
    if (r == 0 && store != NULL) {
        sqlite3_progress_handler(store->db, PROGRESS_STEPS, check_goes_on, &ask);
        r = store_check_pages(store, true, &index_damaged, NULL);
    }
    return check_result(r);
}

int store_staging_open(struct store_staging *staging, struct store **ret_store) {
    _cleanup_(store_freep) struct store *store = NULL;
    char path[STORE_PATH_MAX];
    unsigned before = 0, removed = 0;
    bool index_damaged = false;
    int r = staged_path(staging, STORE_DB, path);
    if (r == 0) {
        r = store_connect(path, NULL, &store);
    }
    if (r == 0) {
        r = store_exec(store, "PRAGMA journal_mode = DELETE"); /* keeps it a single file */
    }
    if (r == 0) {
        r = store_migrate(store, &before);
    }
    if (r == 0) {
        r = store_check_index(store, &index_damaged);
    }
    if (r == 0) {
        r = store_remove_bad_rows(store, /* all= */ true, &removed, &index_damaged);
    }
    if (r == 0 && index_damaged) {
        r = store_rebuild_index(store);
    }
    if (r == 0) {
        *ret_store = TAKE_PTR(store);
    }
    return check_result(r);
}

/* Syncs all files at once: there may be tens of thousands of photos. */
static int sync_staged(const struct store_staging *staging) {
    char path[STORE_PATH_MAX];
    _cleanup_close_ int fd = open(staging->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 || syncfs(fd) < 0) {
        return err_from_errno(errno);
    }
    int r = staged_path(staging, STORE_DB, path);
    if (r == 0) {
        r = sync_path(path, 0);
    }
    if (r == 0) {
        r = sync_in(staging->home, STAGED "/" PHOTOS);
    }
    if (r == 0) {
        r = sync_path(staging->folder, O_DIRECTORY);
    }
    return r < 0 ? r : store_home_sync_dir(staging->home);
}

int restore_decide(struct store_staging *staging, const char *note) {
    int r = store_staging_close(staging);
    if (r == 0) {
        r = sync_staged(staging);
    }
    if (r == 0) {
        r = restore_forget_replaced(staging->home); /* this restore will leave another one */
    }
    return r < 0 ? r : store_mark_leave(staging->home, STORE_RESTORE_MARK, note, STORE_RESTORE_NOTE_MAX);
}

int restore_undo(struct store_home *home) {
    return store_mark_remove(home, STORE_RESTORE_MARK);
}

int store_restore_forget(struct store_home *home) {
    int r = store_staging_drop(home);
    return r < 0 ? r : restore_undo(home);
}

/* Moves a staged file to its final place. */
static int move_staged(const struct store_home *home, const char *from, const char *to) {
    char old_path[STORE_PATH_MAX], new_path[STORE_PATH_MAX];
    int r = store_home_path(home, from, old_path);
    if (r == 0) {
        r = store_home_path(home, to, new_path);
    }
    if (r == 0 && rename(old_path, new_path) < 0) {
        r = err_from_errno(errno);
    }
    if (r == 0) {
        r = store_home_sync_dir(home);
    }
    return r < 0 ? r : sync_in(home, STAGED);
}

/* Moves the current file into the folder of the replaced state. It is missing if an interrupted start has already moved
 * it. */
static int keep_replaced(const struct store_home *home, const char *name, const char *kept) {
    if (!store_home_has(home, name)) {
        return 0;
    }
    int r = store_home_rename(home, name, kept);
    if (r == 0) {
        r = store_home_sync_dir(home);
    }
    return r < 0 ? r : sync_in(home, REPLACED);
}

static int switch_photos(const struct store_home *home) {
    if (!store_home_has(home, STAGED "/" PHOTOS)) {
        return 0; /* moved before the power was cut */
    }
    int r = keep_replaced(home, PHOTOS, REPLACED "/" PHOTOS);
    return r < 0 ? r : move_staged(home, STAGED "/" PHOTOS, PHOTOS);
}

static int switch_identity(const struct store_home *home) {
    if (!store_home_has(home, STAGED "/" IDENTITY)) {
        return 0;
    }
    int r = keep_replaced(home, IDENTITY, REPLACED "/" IDENTITY);
    return r < 0 ? r : move_staged(home, STAGED "/" IDENTITY, IDENTITY);
}

/* Removes files of the replaced database and copies of it: none may be taken for one of the new database. */
static int remove_old(const struct store_home *home) {
    _cleanup_closedir_ DIR *dir = opendir(home->dir);
    int fd = dir != NULL ? dirfd(dir) : -1;
    if (fd < 0 || (unlinkat(fd, STORE_MARK, 0) < 0 && errno != ENOENT)) {
        return err_from_errno(errno);
    }
    int r = 0;
    for (const struct dirent *entry = readdir(dir); r == 0 && entry != NULL; entry = readdir(dir)) {
        bool is_beside =
            strncmp(entry->d_name, STORE_DB, strlen(STORE_DB)) == 0 && strcmp(entry->d_name, STORE_DB) != 0;
        if (is_beside && unlinkat(fd, entry->d_name, 0) < 0 && errno != ENOENT) {
            r = err_from_errno(errno);
        }
    }
    return r < 0 ? r : store_home_sync_dir(home);
}

/* The database is switched last: as long as it is staged, the log files beside the database are those of the old
 * one. */
static int switch_database(const struct store_home *home) {
    if (!store_home_has(home, STAGED "/" STORE_DB)) {
        return 0;
    }
    int r = keep_replaced(home, STORE_DB "-wal", STORE_REPLACED_DB "-wal");
    if (r == 0) {
        r = keep_replaced(home, STORE_DB, STORE_REPLACED_DB);
    }
    if (r == 0) {
        r = remove_old(home);
    }
    if (r == 0 && store_home_has(home, STAGED "/" STORE_DB "-wal")) { /* when a replaced state is put back */
        r = move_staged(home, STAGED "/" STORE_DB "-wal", STORE_DB "-wal");
    }
    return r < 0 ? r : move_staged(home, STAGED "/" STORE_DB, STORE_DB);
}

static int make_replaced(const struct store_home *home) {
    return store_home_has(home, REPLACED) ? 0 : make_folder(home, REPLACED);
}

static int restore_follow(struct store_home *home) {
    int r = make_replaced(home);
    if (r == 0) {
        r = switch_photos(home);
    }
    if (r == 0) {
        r = switch_identity(home);
    }
    if (r == 0) {
        r = switch_database(home);
    }
    if (r == 0) {
        r = store_uploads_drop(home);
    }
    home->status.returned = r == 0 && home->replaced[0] == '\0';
    home->status.replaced = r == 0 && !home->status.returned;
    return r < 0 ? r : store_restore_forget(home);
}

bool restore_has_replaced(const struct store_home *home) {
    return store_home_has(home, STORE_REPLACED_DB);
}

int restore_forget_replaced(struct store_home *home) {
    int r = store_folder_remove(home, REPLACED "/" PHOTOS);
    return r < 0 ? r : store_folder_remove(home, REPLACED);
}

int restore_put_back(struct store_home *home) {
    return restore_has_replaced(home) ? store_mark_leave(home, STORE_BACK_MARK, "", STORE_RESTORE_NOTE_MAX)
                                      : E_NOTFOUND;
}

/* Stages the replaced state and decides it, like a backup. */
static int stage_replaced(struct store_home *home) {
    int r = 0;
    if (restore_has_replaced(home)) {
        r = store_staging_drop(home);
        r = r < 0 ? r : store_home_rename(home, REPLACED, STAGED);
        r = r < 0 ? r : store_home_sync_dir(home);
    }
    if (r == 0) {
        r = store_mark_leave(home, STORE_RESTORE_MARK, "", STORE_RESTORE_NOTE_MAX);
    }
    return r < 0 ? r : store_mark_remove(home, STORE_BACK_MARK);
}

static int follow_back(struct store_home *home) {
    char note[STORE_RESTORE_NOTE_MAX];
    int r = store_mark_read(home, STORE_BACK_MARK, note, sizeof(note));
    return r == E_NOTFOUND ? 0 : r < 0 ? r : stage_replaced(home);
}

int store_restore_run(struct store_home *home) {
    int r = follow_back(home);
    if (r < 0) {
        return r;
    }
    r = store_mark_read(home, STORE_RESTORE_MARK, home->replaced, STORE_RESTORE_NOTE_MAX);
    if (r == 0) {
        return restore_follow(home);
    }
    r = r == E_NOTFOUND ? store_restore_forget(home) : r;
    /* The sender has to start the upload again: its progress was only in memory. */
    return r < 0 ? r : store_upload_drop(home, STORE_UPLOAD_RESTORE);
}

const char *restore_note(const struct store_home *home) {
    return home->replaced;
}
