/* The check of the whole database, the last good copy, and the snapshot for a backup. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/bad_rows.h"
#include "store/home_impl.h"
#include "store/name_index.h"

#define SLICE_PAGES 512
#define COPY_PART STORE_GOOD_COPY ".part"

/* Evaluates one line of the check. Since 3.44 SQLite also checks the index of name parts, which can be rebuilt. A bad
 * row is damage if the caller does not ask for bad rows. */
static int judge_line(const char *line, bool *index_damaged, bool *bad_rows) {
    if (strcmp(line, "ok") == 0) {
        return 0;
    }
    if (bad_rows != NULL && store_is_bad_row_line(line)) {
        *bad_rows = true;
        return 0;
    }
    if (strstr(line, "FTS5 table") == NULL) {
        return err_with_text(E_CORRUPT, line);
    }
    *index_damaged = true;
    return 0;
}

int store_check_pages(struct store *store, bool indexes, bool *ret_index_damaged, bool *ret_bad_rows) {
    const char *pragma = indexes ? "PRAGMA integrity_check(10)" : "PRAGMA quick_check(10)";
    sqlite3_stmt *query = NULL;
    int r = store_prepare(store, pragma, &query);
    bool said_anything = false;

    *ret_index_damaged = false;
    while (r == 0 && (r = store_step(store, query)) == 1) {
        size_t len = 0;

        said_anything = true;
        r = judge_line(store_column_text(query, 0, &len), ret_index_damaged, ret_bad_rows);
    }
    (void)sqlite3_finalize(query);
    if (r == 0 && !said_anything) {
        r = err_here(E_CORRUPT);
    }
    return r < 0 ? r : store_check_references(store);
}

int store_check_index(struct store *store, bool *ret_index_damaged) {
    sqlite3_stmt *query = NULL;
    bool has_index = false;
    int r = store_prepare(store, "SELECT 1 FROM sqlite_schema WHERE name = 'user_name_fts'", &query);
    if (r == 0) {
        r = store_step(store, query);
        has_index = r == 1;
    }
    (void)sqlite3_finalize(query);
    if (r >= 0 && has_index) {
        r = store_exec(store, "INSERT INTO user_name_fts (user_name_fts) VALUES ('integrity-check')");
        *ret_index_damaged = r == E_CORRUPT;
    }
    return r == E_CORRUPT || r >= 0 ? 0 : r;
}

int store_check(struct store *store, bool indexes, bool *ret_index_damaged, bool *ret_bad_rows) {
    int r = store_check_pages(store, indexes, ret_index_damaged, ret_bad_rows);
    return r < 0 || *ret_index_damaged ? r : store_check_index(store, ret_index_damaged);
}

int store_rebuild_index(struct store *store) {
    int r = store_begin(store);

    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = store;
    r = store_name_index_rebuild(store);
    return r < 0 ? r : store_commit(txn);
}

static bool is_cancelled(const struct store_copy_watch *watch) {
    return watch->cancelled != NULL && watch->cancelled(watch->ctx);
}

static void tell_progress(const struct store_copy_watch *watch, sqlite3_backup *backup) {
    int pages = sqlite3_backup_pagecount(backup);
    if (watch->progress != NULL && pages > 0) {
        watch->progress(watch->ctx, (unsigned)((int64_t)(pages - sqlite3_backup_remaining(backup)) * 100 / pages));
    }
}

/* Copies in slices inside one read transaction: writers continue, and the copy is consistent. */
static int copy_pages(struct store *from, struct store *to, const struct store_copy_watch *watch) {
    sqlite3_backup *backup = sqlite3_backup_init(to->db, "main", from->db, "main");
    int rc = SQLITE_OK;
    int r = 0;

    if (backup == NULL) {
        return store_error(to, sqlite3_extended_errcode(to->db));
    }
    while (r == 0 && rc != SQLITE_DONE) {
        rc = sqlite3_backup_step(backup, SLICE_PAGES);
        r = store_error(from, rc);
        tell_progress(watch, backup);
        if (r == 0 && rc == SQLITE_OK && is_cancelled(watch)) {
            r = E_CANCELLED;
        }
    }
    rc = sqlite3_backup_finish(backup);
    if (r == E_IO) {
        /* the copy's connection has the reason why the disk failed */
        r = store_error(to, rc);
    }
    return r < 0 ? r : store_error(to, rc);
}

static int sync_file(const char *path) {
    _cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);

    return fd >= 0 && fsync(fd) == 0 ? 0 : err_from_errno(errno);
}

static int copy_to(struct store *from, const char *path, const struct store_copy_watch *watch) {
    _cleanup_(store_freep) struct store *to = calloc(1, sizeof(*to));
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    int r;

    if (to == NULL) {
        return E_NOMEM;
    }
    r = store_error(to, sqlite3_open_v2(path, &to->db, flags, NULL));
    if (r == 0) {
        r = copy_pages(from, to, watch);
    }
    to = store_free(to);
    return r < 0 ? r : sync_file(path);
}

/* A copy is growth, too: fails if it would fill the disk. */
static int check_room(struct store *from) {
    struct stat info;
    char path[STORE_PATH_MAX];
    int r = store_home_path(from->home, STORE_DB, path);
    if (r < 0) {
        return r;
    }
    if (stat(path, &info) < 0) {
        return err_from_errno(errno);
    }
    uint64_t needed = (uint64_t)info.st_size + STORE_MARGIN_OCTETS;
    return store_home_free_octets(from->home) < needed ? E_NOSPC : 0;
}

int store_copy_to(struct store *from, const char *path) {
    int r = check_room(from);
    return r < 0 ? r : copy_to(from, path, &(struct store_copy_watch){.ctx = NULL});
}

static int check_and_copy(struct store_home *home, const char *part, const struct store_copy_watch *watch) {
    _cleanup_(store_freep) struct store *from = NULL;
    bool started = false, index_damaged = false;
    int r = store_open(home, &from);

    if (r == 0) {
        r = check_room(from);
    }
    if (r == 0) { /* first pass without blocking the writers, then the rest with them blocked */
        r = store_exec(from, "PRAGMA wal_checkpoint(PASSIVE)");
    }
    if (r == 0) {
        r = store_write_log_back(from);
    }
    if (r == 0) {
        r = store_read_begin(from, &started);
    }
    if (r == 0) {
        r = store_check_pages(from, false, &index_damaged, NULL);
    }
    if (r == 0) {
        r = store_check_schema(from);
    }
    if (r == 0 && index_damaged) {
        r = err_with_text(E_CORRUPT, "the index of name parts");
    }
    if (r == E_CORRUPT) {
        store_home_note_damage(home);
    }
    return r < 0 ? r : copy_to(from, part, watch);
}

static unsigned count_erasures(struct store_home *home) {
    (void)pthread_mutex_lock(&home->copying);
    unsigned erasures = home->erasures;
    (void)pthread_mutex_unlock(&home->copying);
    return erasures;
}

/* Renames the copy to its final name, unless the copies were erased since `erasures` was read: it may contain deleted
 * data. */
static int name_copy(struct store_home *home, const char *part, const char *good, unsigned erasures) {
    int r = 0;
    (void)pthread_mutex_lock(&home->copying);
    if (home->erasures != erasures) {
        r = E_CANCELLED;
    } else if (rename(part, good) < 0) {
        r = err_from_errno(errno);
    }
    (void)pthread_mutex_unlock(&home->copying);
    return r;
}

int store_backup(struct store_home *home, bool (*cancelled)(void *ctx), void *ctx) {
    char part[STORE_PATH_MAX], good[STORE_PATH_MAX];
    int r = store_home_path(home, COPY_PART, part);

    if (r == 0) {
        r = store_home_path(home, STORE_GOOD_COPY, good);
    }
    if (r < 0) {
        return r;
    }
    (void)pthread_mutex_lock(&home->making);
    unsigned erasures = count_erasures(home);
    (void)unlink(part);
    r = check_and_copy(home, part, &(struct store_copy_watch){.cancelled = cancelled, .ctx = ctx});
    if (r == 0) {
        r = name_copy(home, part, good, erasures);
    }
    if (r < 0) {
        (void)unlink(part);
    }
    (void)pthread_mutex_unlock(&home->making);
    return r < 0 ? r : store_home_sync_dir(home);
}

/* Turns a copy into one file: no log beside it, and without what must not leave the terminal. Overwrites what it
 * deletes. */
static int prepare_taken(const char *path, bool without_certificate) {
    _cleanup_(store_freep) struct store *copy = NULL;
    int r = store_connect(path, NULL, &copy);
    if (r == 0) {
        r = store_exec(copy, "PRAGMA journal_mode = DELETE");
    }
    if (r == 0 && without_certificate) {
        r = store_exec(copy, "DELETE FROM certificate");
    }
    return r;
}

static int open_taken(const char *path, int *ret_fd, int64_t *ret_octets) {
    struct stat info;
    _cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0 || fstat(fd, &info) < 0) {
        return err_from_errno(errno);
    }
    *ret_octets = (int64_t)info.st_size;
    *ret_fd = TAKE_FD(fd);
    return 0;
}

static void remove_taken(const struct store_home *home) {
    static const char *const names[] = {STORE_TAKEN, STORE_TAKEN "-journal", STORE_TAKEN "-wal", STORE_TAKEN "-shm"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        char path[STORE_PATH_MAX];
        if (store_home_path(home, names[i], path) == 0) {
            (void)unlink(path);
        }
    }
}

int store_take(struct store_home *home, bool without_certificate, const struct store_copy_watch *watch, int *ret_fd,
               int64_t *ret_octets) {
    char path[STORE_PATH_MAX];
    int r = store_home_path(home, STORE_TAKEN, path);
    if (r < 0) {
        return r;
    }
    (void)pthread_mutex_lock(&home->making);
    remove_taken(home);
    r = check_and_copy(home, path, watch);
    if (r == 0) {
        r = prepare_taken(path, without_certificate);
    }
    if (r == 0) {
        r = open_taken(path, ret_fd, ret_octets);
    }
    remove_taken(home); /* the data lives as long as the descriptor */
    (void)pthread_mutex_unlock(&home->making);
    return r;
}
