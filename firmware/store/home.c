/* The state folder of one daemon: lock, check after an unclean end, recovery. The files in it:
 *
 *     lock                     flock of the daemon that uses the folder, contains its process ID
 *     postern.db, -wal, -shm   the database
 *     postern.db.good          last good copy, made by store_backup()
 *     postern.db.before        while a newer firmware is not confirmed: the copy from before it (store/before.c)
 *     postern.db.newer         database of a newer firmware that was rolled back
 *     postern.db.damaged-<n>   databases that were set aside, never touched again
 *     reserve                  space for writes that must succeed when the disk is full (store/space.c)
 *     postern.db.taken         while a backup starts: its snapshot of the database, unlinked right after
 *     erase                    mark: erase everything (store/erase.c)
 *     restore/                 upload of a backup (store/upload.c)
 *     staged/                  files unpacked from it (store/restore.c)
 *     replace                  mark: restore what is staged (store/restore.c)
 *     replaced/                the state before a restore, until the restored one is confirmed
 *     back                     mark: put the replaced state back
 *     copy                     mark: replace the database by the last good copy (store/kept.c)
 *     photos/                  photos of records (store/record_photo.c)
 *     failed, tried, recovery/ of failed starts and of recovery mode (app/recovery.h); removed after a good start
 *     recovered                choices made there, until they are in the audit log (core/engineer/recover.c)
 *     clean                    only while no daemon runs: the last one ended well; size and time of the database then
 *
 * Recovery may be interrupted at any point: a start that finds a good copy and no database continues it. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/bad_rows.h"
#include "store/before_impl.h"
#include "store/erase_impl.h"
#include "store/home_impl.h"
#include "store/mark.h"
#include "store/record_photo.h"
#include "store/restore_impl.h"
#include "util/cleanup.h"

#define DAMAGED_MAX 1000
#define MARK_MAX 96
#define COPY_CHUNK 65536

const struct store_status *store_home_status(const struct store_home *home) {
    return &home->status;
}

const char *store_home_dir(const struct store_home *home) {
    return home->dir;
}

bool store_home_damaged(const struct store_home *home) {
    return atomic_load(&home->damaged);
}

unsigned store_home_deletions(const struct store_home *home) {
    return atomic_load(&home->deletions);
}

void store_note_deletion(struct store *store) {
    store->deletes = true;
}

void store_home_note_damage(struct store_home *home) {
    if (home != NULL) {
        atomic_store(&home->damaged, true);
    }
}

int store_home_path(const struct store_home *home, const char *name, char ret_path[STORE_PATH_MAX]) {
    int n = snprintf(ret_path, STORE_PATH_MAX, "%s/%s", home->dir, name);

    return n > 0 && n < STORE_PATH_MAX ? 0 : E_TOO_LARGE;
}

int store_home_sync_dir(const struct store_home *home) {
    _cleanup_close_ int fd = open(home->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    return fd >= 0 && fsync(fd) == 0 ? 0 : err_from_errno(errno);
}

bool store_home_has(const struct store_home *home, const char *name) {
    char path[STORE_PATH_MAX];

    return store_home_path(home, name, path) == 0 && access(path, F_OK) == 0;
}

int store_home_rename(const struct store_home *home, const char *from, const char *to) {
    char old_path[STORE_PATH_MAX], new_path[STORE_PATH_MAX];
    int r = store_home_path(home, from, old_path);

    if (r == 0) {
        r = store_home_path(home, to, new_path);
    }
    if (r < 0) {
        return r;
    }
    return rename(old_path, new_path) == 0 || errno == ENOENT ? 0 : err_from_errno(errno);
}

int store_home_remove(const struct store_home *home, const char *name) {
    char path[STORE_PATH_MAX];
    int r = store_home_path(home, name, path);

    if (r < 0) {
        return r;
    }
    return unlink(path) == 0 || errno == ENOENT ? 0 : err_from_errno(errno);
}

/* Describes a file by what is compared to see whether it is the one left at the last end. */
static int home_describe(const struct store_home *home, const char *name, char ret_mark[MARK_MAX]) {
    char path[STORE_PATH_MAX];
    struct stat info;
    int r = store_home_path(home, name, path);

    if (r < 0) {
        return r;
    }
    if (stat(path, &info) < 0) {
        return err_from_errno(errno);
    }
    (void)snprintf(ret_mark, MARK_MAX, "%jd %jd.%09ld\n", (intmax_t)info.st_size, (intmax_t)info.st_mtim.tv_sec,
                   info.st_mtim.tv_nsec);
    return 0;
}

static int write_file(const char *path, const char *text) {
    _cleanup_close_ int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    size_t len = strlen(text);
    ssize_t written;

    if (fd < 0) {
        return err_from_errno(errno);
    }
    written = write(fd, text, len);
    if (written != (ssize_t)len) {
        return written < 0 ? err_from_errno(errno) : err_with_text(E_NOSPC, "written in part");
    }
    return fsync(fd) == 0 ? 0 : err_from_errno(errno);
}

static bool ended_clean(const struct store_home *home) {
    char path[STORE_PATH_MAX], expected[MARK_MAX], mark[MARK_MAX] = "";
    _cleanup_fclose_ FILE *file = NULL;

    if (store_home_path(home, STORE_MARK, path) < 0 || home_describe(home, STORE_DB, expected) < 0 ||
        store_home_has(home, STORE_DB "-wal")) {
        return false;
    }
    file = fopen(path, "re");
    return file != NULL && fgets(mark, sizeof(mark), file) != NULL && strcmp(mark, expected) == 0;
}

/* Sets the database and its log files aside under the first free number. */
static int set_aside(struct store_home *home) {
    static const char *const suffixes[] = {"", "-wal", "-shm"};
    char from[STORE_NAME_MAX], to[STORE_NAME_MAX];

    for (unsigned n = 1; n <= DAMAGED_MAX; n++) {
        (void)snprintf(to, sizeof(to), STORE_DB ".damaged-%u", n);
        (void)snprintf(from, sizeof(from), STORE_DB ".damaged-%u-wal", n);
        if (store_home_has(home, to) || store_home_has(home, from)) {
            continue;
        }
        for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
            int r;

            (void)snprintf(from, sizeof(from), STORE_DB "%s", suffixes[i]);
            (void)snprintf(to, sizeof(to), STORE_DB ".damaged-%u%s", n, suffixes[i]);
            r = store_home_rename(home, from, to);
            if (r < 0) {
                return r;
            }
        }
        home->status.damaged = n;
        return store_home_sync_dir(home);
    }
    return E_CAPACITY;
}

static int copy_octets(int from, int to) {
    _cleanup_free_ char *chunk = malloc(COPY_CHUNK);

    if (chunk == NULL) {
        return E_NOMEM;
    }
    for (;;) {
        ssize_t got = read(from, chunk, COPY_CHUNK);

        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return got == 0 ? 0 : err_from_errno(errno);
        }
        for (ssize_t done = 0; done < got;) {
            ssize_t put = write(to, chunk + done, (size_t)(got - done));

            if (put < 0 && errno != EINTR) {
                return err_from_errno(errno);
            }
            done += put > 0 ? put : 0;
        }
    }
}

/* The copy itself stays: it may be needed again. */
static int copy_good(const struct store_home *home) {
    char good[STORE_PATH_MAX], fresh[STORE_PATH_MAX];
    _cleanup_close_ int from = -1;
    _cleanup_close_ int to = -1;
    int r = store_home_path(home, STORE_GOOD_COPY, good);

    if (r == 0) {
        r = store_home_path(home, STORE_DB ".new", fresh);
    }
    if (r < 0) {
        return r;
    }
    from = open(good, O_RDONLY | O_CLOEXEC);
    to = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (from < 0 || to < 0) {
        return err_from_errno(errno);
    }
    r = copy_octets(from, to);
    if (r == 0 && fsync(to) < 0) {
        r = err_from_errno(errno);
    }
    if (r == 0) {
        r = store_home_rename(home, STORE_DB ".new", STORE_DB);
    }
    return r < 0 ? r : store_home_sync_dir(home);
}

/* The copy itself becomes the database: if the disk has no room for two, a working one is more important. */
static int move_good(const struct store_home *home) {
    int r = store_home_remove(home, STORE_DB ".new");
    if (r == 0) {
        r = store_home_rename(home, STORE_GOOD_COPY, STORE_DB);
    }
    return r < 0 ? r : store_home_sync_dir(home);
}

int64_t store_home_copied_s(const struct store_home *home) {
    char path[STORE_PATH_MAX];
    struct stat info;

    return store_home_path(home, STORE_GOOD_COPY, path) == 0 && stat(path, &info) == 0 ? (int64_t)info.st_mtim.tv_sec
                                                                                       : 0;
}

/* Findings while a database is opened. */
struct opening {
    bool check; /* check the whole database */
    bool index_damaged; /* only the index of name parts, which is rebuilt */
    bool bad_rows; /* rows break constraints of their tables */
    unsigned schema; /* before the migrations */
};

/* Removes bad rows. If there were any, searches all tables and repeats the check, which stops after ten lines. */
static int clean_rows(struct store *store, struct opening *opening) {
    bool is_new = opening->schema < store_schema_latest();
    bool all = opening->bad_rows || is_new;
    bool index_damaged = false;
    unsigned removed = 0;
    if (opening->schema == 0 || (opening->check && !all)) {
        return 0; /* no tables yet, or all were checked */
    }
    int r = store_remove_bad_rows(store, all, &removed, &opening->index_damaged);
    if (r < 0 || removed == 0) {
        return r;
    }
    r = all ? 0 : store_remove_bad_rows(store, true, &removed, &opening->index_damaged);
    return r < 0 ? r : store_check_pages(store, /* indexes= */ false, &index_damaged, NULL);
}

static int prepare_database(struct store *store, struct opening *opening) {
    bool indexes = store->home->status.lost_frames > 0;
    int r = opening->check ? store_check(store, indexes, &opening->index_damaged, &opening->bad_rows) : 0;
    if (r == 0) {
        r = store_check_schema(store);
    }
    if (r == 0) {
        r = store_before_make(store);
    }
    if (r == 0) {
        r = store_migrate(store, &opening->schema);
    }
    if (r == 0) {
        r = clean_rows(store, opening);
    }
    if (r == 0 && opening->index_damaged) {
        r = store_rebuild_index(store);
    }
    return r;
}

/* Opens, checks if requested, migrates, removes bad rows. If a part of the write-ahead log is lost, the database may
 * contain pages of it that do not fit the rest: the check of the indexes finds that. If only the index of name parts is
 * damaged, it is rebuilt. */
static int try_open(struct store_home *home, bool check) {
    char path[STORE_PATH_MAX];
    _cleanup_(store_freep) struct store *store = NULL;
    struct opening opening = {.check = check};
    int r = store_home_path(home, STORE_DB, path);

    if (r == 0) {
        r = store_connect(path, home, &store);
    }
    if (r == 0) {
        r = prepare_database(store, &opening);
    }
    if (r == 0) {
        home->status.schema = store_schema_latest();
        home->status.checked = check;
    }
    return r;
}

/* For when the good copy, now in place of the database, was found damaged, too. */
static int recover_from_nothing(struct store_home *home) {
    int r = set_aside(home);

    if (r == 0) {
        r = store_home_remove(home, STORE_GOOD_COPY);
    }
    if (r < 0) {
        return r;
    }
    home->status.state = STORAGE_STATE_FRESH;
    home->status.since_s = 0;
    return try_open(home, true);
}

/* Stores why the database is set aside, for the log message. */
static void note_cause(struct store_home *home) {
    if (cause_get()->error == E_CORRUPT) {
        home->status.cause = *cause_get();
    }
}

/* Recovers from the good copy, or starts empty if none is good. The cause of the damage is that of this thread. */
static int home_recover(struct store_home *home) {
    int r;

    note_cause(home);
    if (!store_home_has(home, STORE_GOOD_COPY)) {
        return recover_from_nothing(home);
    }
    r = set_aside(home);
    if (r < 0) {
        return r;
    }
    home->status.state = STORAGE_STATE_RESTORED;
    home->status.since_s = store_home_copied_s(home);
    r = cause_prefix(copy_good(home), "from the last good copy");
    if (r == E_NOSPC) {
        r = move_good(home);
    }
    if (r == 0) {
        r = try_open(home, true);
    }
    return r == E_CORRUPT ? recover_from_nothing(home) : r;
}

/* Counts what SQLite will drop from the write-ahead log. */
static void look_at_log(struct store_home *home) {
    char path[STORE_PATH_MAX];
    struct store_wal_loss loss;

    if (store_home_path(home, STORE_DB "-wal", path) == 0) {
        store_wal_look(path, &loss);
        home->status.lost_frames = loss.frames;
        home->status.lost_changes = loss.changes;
        home->status.state = loss.frames > 0 ? STORAGE_STATE_LOST : STORAGE_STATE_GOOD;
    }
}

static int open_database(struct store_home *home) {
    int r = store_home_remove(home, STORE_TAKEN); /* left by an interruption */
    (void)r; /* it only takes space */
    r = store_before_finish(home);
    bool found = store_home_has(home, STORE_DB);
    bool clean = found && ended_clean(home);
    home->status.unwanted = store_home_has(home, STORE_COPY_MARK) && store_home_has(home, STORE_GOOD_COPY);

    if (r < 0) {
        return r;
    }
    if (found && !clean) {
        look_at_log(home);
    }
    if (home->status.unwanted || (!found && store_home_has(home, STORE_GOOD_COPY))) {
        r = home_recover(home);
    } else {
        home->status.created = !found;
        r = try_open(home, found && !clean);
        if (r == E_CORRUPT) {
            r = home_recover(home);
        }
    }
    if (r == E_NEWER) {
        r = store_before_put_back(home);
        if (r == 0) {
            r = try_open(home, true);
        }
    }
    if (r < 0) {
        return r;
    }
    atomic_store(&home->damaged, false);
    r = store_mark_remove(home, STORE_COPY_MARK);
    if (r == 0) {
        r = store_home_remove(home, STORE_MARK);
    }
    return r < 0 ? r : store_home_sync_dir(home);
}

int store_home_repair(struct store_home *home) {
    int r;

    if (!home->status.checked) {
        r = try_open(home, true);
        if (r == E_CORRUPT) {
            r = home_recover(home);
        }
    } else if (home->status.state == STORAGE_STATE_RESTORED) {
        note_cause(home);
        r = recover_from_nothing(home);
    } else {
        r = home_recover(home);
    }
    atomic_store(&home->damaged, r < 0);
    return r;
}

int store_lock_take(const char *path, int *ret_fd) {
    _cleanup_close_ int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (fd < 0) {
        return err_from_errno(errno);
    }
    if (flock(fd, LOCK_EX | LOCK_NB) < 0) {
        return errno == EWOULDBLOCK ? E_LOCKED : err_from_errno(errno);
    }
    *ret_fd = TAKE_FD(fd);
    return 0;
}

static int take_lock(struct store_home *home) {
    char path[STORE_PATH_MAX], text[32];
    int r = store_home_path(home, STORE_LOCK, path);
    if (r == 0) {
        r = store_lock_take(path, &home->lock);
    }
    if (r < 0) {
        return r;
    }
    /* The process ID is for people; the lock does not depend on it, not even on a full disk. */
    (void)snprintf(text, sizeof(text), "%jd\n", (intmax_t)getpid());
    if (ftruncate(home->lock, 0) == 0) {
        ssize_t written = pwrite(home->lock, text, strlen(text), 0);

        (void)written;
    }
    return 0;
}

/* Creates the folder and its parents. */
static int make_folder(const char *dir) {
    _cleanup_free_ char *path = strdup(dir);

    if (path == NULL) {
        return E_NOMEM;
    }
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0700) < 0 && errno != EEXIST) {
            return err_from_errno(errno);
        }
        *slash = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST ? 0 : err_from_errno(errno);
}

static struct store_home *home_free(struct store_home *home) {
    if (home != NULL) {
        if (home->lock >= 0) {
            (void)close(home->lock);
        }
        turns_done(&home->turns);
        (void)pthread_mutex_destroy(&home->copying);
        (void)pthread_mutex_destroy(&home->making);
        store_record_photos_free(home->photos);
        free(home->dir);
        free(home);
    }
    return NULL;
}
CLEANUP_DEFINE(struct store_home *, home_free)

int store_home_open(const char *dir, struct store_home **ret_home) {
    _cleanup_(home_freep) struct store_home *home = NULL;
    int r;

    if (*dir == '\0' || strlen(dir) + STORE_NAME_MAX >= STORE_PATH_MAX) {
        return E_INVAL;
    }
    home = calloc(1, sizeof(*home));
    if (home == NULL) {
        return E_NOMEM;
    }
    home->lock = -1;
    (void)pthread_mutex_init(&home->making, NULL);
    (void)pthread_mutex_init(&home->copying, NULL);
    turns_init(&home->turns);
    home->dir = strdup(dir);
    home->photos = store_record_photos_new();
    r = home->dir != NULL && home->photos != NULL ? make_folder(dir) : E_NOMEM;
    if (r == 0) {
        r = take_lock(home);
    }
    if (r == 0) {
        r = store_erase_run(home);
    }
    if (r == 0) {
        r = store_restore_run(home);
    }
    if (r == 0) {
        store_reserve_look(home); /* opening writes a log, which needs room as well */
        r = open_database(home);
    }
    if (r == 0 && store_reserve_keep(home) < 0) {
        /* Data that grows is rejected until there is room. */
        store_reserve_give_up(home);
    }
    if (r == 0) {
        *ret_home = TAKE_PTR(home);
    }
    return r;
}

struct store_home *store_home_close(struct store_home *home, bool clean) {
    char path[STORE_PATH_MAX], mark[MARK_MAX];

    if (home != NULL && clean && !atomic_load(&home->damaged) && !store_home_has(home, STORE_DB "-wal") &&
        home_describe(home, STORE_DB, mark) == 0 && store_home_path(home, STORE_MARK, path) == 0) {
        /* Without the mark the next start checks the database: slower, not wrong. */
        (void)write_file(path, mark);
    }
    return home_free(home);
}

int store_open(struct store_home *home, struct store **ret_store) {
    char path[STORE_PATH_MAX];
    int r = store_home_path(home, STORE_DB, path);

    return r < 0 ? r : store_connect(path, home, ret_store);
}
