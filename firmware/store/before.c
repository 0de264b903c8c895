#include "store/before.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "store/before_impl.h"
#include "store/home_impl.h"
#include "util/cleanup.h"

#define COPY STORE_BEFORE_COPY
#define COPY_PART COPY ".part"
#define NEWER STORE_DB ".newer"
#define INSERT_MAX 1024
#define SCHEMA_AT \
    60 /* offset of `user_version` in a database file, big endian (https://sqlite.org/fileformat2.html, 1.3) */

/* Renamed in this order: an interruption leaves the main file in place, and the content of its log was taken over
 * before. */
static const char *const parts[] = {"-wal", "-shm", ""};

#define PARTS (sizeof(parts) / sizeof(parts[0]))

bool store_before_exists(const struct store_home *home) {
    return store_home_has(home, COPY);
}

static int remove_parts(const struct store_home *home, const char *of) {
    int r = 0;
    for (size_t i = 0; i < PARTS && r == 0; i++) {
        char name[STORE_NAME_MAX];
        (void)snprintf(name, sizeof(name), "%s%s", of, parts[i]);
        r = store_home_remove(home, name);
    }
    return r;
}

int store_before_forget(struct store_home *home) {
    if (!store_before_exists(home) && !store_home_has(home, NEWER)) {
        return 0;
    }
    int r = remove_parts(home, COPY);
    if (r == 0) {
        r = remove_parts(home, NEWER);
    }
    return r < 0 ? r : store_home_sync_dir(home);
}

int64_t store_file_schema(const char *path) {
    unsigned char octets[4];
    _cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || pread(fd, octets, sizeof(octets), SCHEMA_AT) != (ssize_t)sizeof(octets)) {
        return 0;
    }
    return (int64_t)octets[0] << 24 | (int64_t)octets[1] << 16 | (int64_t)octets[2] << 8 | (int64_t)octets[3];
}

int store_before_make(struct store *store) {
    char part[STORE_PATH_MAX];
    int64_t schema = 0;
    int r = store_read_schema(store, &schema);
    if (r < 0 || schema == 0 || schema >= (int64_t)store_schema_latest()) {
        return r; /* a new database, or one that needs no migration */
    }
    struct store_home *home = store->home;
    int64_t copied = store_home_path(home, COPY, part) == 0 ? store_file_schema(part) : 0;
    if (copied > 0 && copied < schema) {
        /* made by a start that was interrupted between two migrations: a half-migrated database is not worth a copy */
        return 0;
    }
    r = store_home_path(home, COPY_PART, part);
    if (r < 0) {
        return r;
    }
    (void)unlink(part);
    r = store_copy_to(store, part);
    if (r == 0) {
        r = store_home_rename(home, COPY_PART, COPY);
    }
    if (r < 0) {
        (void)unlink(part);
        return r;
    }
    return store_home_sync_dir(home);
}

int store_before_finish(struct store_home *home) {
    if (store_home_has(home, STORE_DB) || !store_before_exists(home)) {
        return 0;
    }
    int r = store_home_rename(home, COPY, STORE_DB);
    return r < 0 ? r : store_home_sync_dir(home);
}

/* Attaches the newer database to the connection as schema `newer`. */
static int attach_newer(struct store *copy, const struct store_home *home) {
    char path[STORE_PATH_MAX];
    sqlite3_stmt *attach = NULL;
    int r = store_home_path(home, STORE_DB, path);
    if (r == 0) {
        r = store_prepare(copy, "ATTACH ?1 AS newer", &attach);
    }
    if (r == 0) {
        (void)sqlite3_bind_text(attach, 1, path, -1, SQLITE_STATIC);
        r = store_run(copy, attach);
    }
    (void)sqlite3_finalize(attach);
    return r;
}

/* Composes the statement that takes over the records after the copy's last one, with the columns that both have. */
static int write_insert(struct store *copy, char ret_sql[INSERT_MAX]) {
    static const char columns[] =
        "SELECT group_concat('\"' || own.name || '\"', ', ') FROM pragma_table_info('record', 'main') own"
        " JOIN pragma_table_info('record', 'newer') other ON other.name = own.name";
    sqlite3_stmt *query = NULL;
    int r = store_prepare(copy, columns, &query);
    if (r == 0) {
        r = store_step(copy, query);
    }
    if (r == 1) {
        size_t len = 0;
        const char *names = store_column_text(query, 0, &len);
        int n = snprintf(ret_sql, INSERT_MAX,
                         "INSERT INTO main.record (%s) SELECT %s FROM newer.record"
                         " WHERE seq > (SELECT ifnull(max(seq), 0) FROM main.record) ORDER BY seq",
                         names, names);
        r = len > 0 && n < INSERT_MAX ? 0 : E_NEWER;
    }
    (void)sqlite3_finalize(query);
    return r;
}

/* Counts the records to take over, and takes them over in one transaction. */
static int take_lines(struct store *copy, int64_t *ret_lines) {
    static const char count[] =
        "SELECT count(*) FROM newer.record WHERE seq > (SELECT ifnull(max(seq), 0) FROM main.record)";
    char insert[INSERT_MAX];
    int r = store_read_number(copy, count, ret_lines);
    if (r == 0) {
        r = write_insert(copy, insert);
    }
    if (r == 0) {
        r = store_begin(copy);
    }
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = copy;
    r = store_exec(copy, insert);
    return r < 0 ? r : store_commit(txn);
}

/* Opens the copy and completes it; it is a single file again afterwards. Unreadable records do not stop it: the other
 * database cannot be opened at all. */
static int complete_copy(struct store_home *home) {
    char path[STORE_PATH_MAX];
    _cleanup_(store_freep) struct store *copy = NULL;
    int64_t schema = 0, lines = 0;
    int r = store_home_path(home, COPY, path);
    if (r == 0) {
        r = store_connect(path, NULL, &copy);
    }
    if (r == 0) {
        r = store_read_schema(copy, &schema);
    }
    if (r < 0 || copy == NULL || schema > (int64_t)store_schema_latest()) {
        return r < 0 ? r : E_NEWER;
    }
    if (attach_newer(copy, home) == 0) {
        r = take_lines(copy, &lines);
        home->status.lines_taken = r == 0 ? (unsigned)lines : 0;
        home->status.lines_left = r == 0 ? 0 : (unsigned)lines;
        if (r == E_NOSPC) {
            return r;
        }
        r = store_exec(copy, "DETACH newer");
    }
    return r < 0 ? r : store_exec(copy, "PRAGMA journal_mode = DELETE");
}

int store_before_put_back(struct store_home *home) {
    if (!store_before_exists(home)) {
        return E_NEWER;
    }
    int r = complete_copy(home);
    if (r == 0) {
        r = remove_parts(home, NEWER);
    }
    for (size_t i = 0; i < PARTS && r == 0; i++) {
        char from[STORE_NAME_MAX], to[STORE_NAME_MAX];
        (void)snprintf(from, sizeof(from), STORE_DB "%s", parts[i]);
        (void)snprintf(to, sizeof(to), NEWER "%s", parts[i]);
        r = store_home_rename(home, from, to);
    }
    if (r == 0) {
        r = store_home_sync_dir(home);
    }
    if (r == 0) {
        r = store_before_finish(home);
    }
    home->status.put_back = r == 0;
    return r;
}
