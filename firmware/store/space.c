/* Disk space, and the reserve: a file that is allocated in advance and removed when the disk is full, so that writes
 * that free space, and writes that must not fail, still succeed. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "store/home_impl.h"
#include "store/record_photo.h"

#define BLOCK 512 /* unit of st_blocks in bytes */
#define RESERVE_AGAIN_OCTETS (STORE_RESERVE_OCTETS + STORE_MARGIN_OCTETS + STORE_MARGIN_OCTETS / 4)
#define RECORD_OCTETS 95 /* approximate bytes of an access log record with its index entries */
#define SLICE_PAGES 256 /* pages released in one transaction */

uint64_t store_home_free_octets(const struct store_home *home) {
    struct statvfs info;

    return statvfs(home->dir, &info) == 0 ? (uint64_t)info.f_bavail * info.f_frsize : 0;
}

bool store_home_is_short(const struct store_home *home) {
    return home != NULL && !atomic_load(&home->reserved);
}

/* Allocates the whole file, even one that was started. E_NOSPC. */
static int allocate_reserve(const char *path) {
    _cleanup_close_ int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0) {
        return err_from_errno(errno);
    }
    int failed = posix_fallocate(fd, 0, (off_t)STORE_RESERVE_OCTETS);
    if (failed != 0) {
        return err_from_errno(failed);
    }
    return fsync(fd) == 0 ? 0 : err_from_errno(errno);
}

static bool is_allocated(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && (uint64_t)info.st_blocks * BLOCK >= STORE_RESERVE_OCTETS;
}

void store_reserve_give_up(struct store_home *home) {
    char path[STORE_PATH_MAX];
    atomic_store(&home->reserved, false);
    if (store_home_path(home, STORE_RESERVE, path) == 0) {
        (void)unlink(path);
    }
}

int store_reserve_keep(struct store_home *home) {
    char path[STORE_PATH_MAX];
    int r = store_home_path(home, STORE_RESERVE, path);
    if (r < 0) {
        return r;
    }
    if (!is_allocated(path)) {
        atomic_store(&home->reserved, false);
        r = store_home_free_octets(home) >= RESERVE_AGAIN_OCTETS ? allocate_reserve(path) : E_NOSPC;
        if (r < 0) {
            (void)unlink(path); /* part of a reserve is useless and takes space */
            return r;
        }
        r = store_home_sync_dir(home);
    }
    if (r == 0) {
        atomic_store(&home->reserved, true);
    }
    return r;
}

void store_reserve_look(struct store_home *home) {
    if (store_home_free_octets(home) < STORE_MARGIN_OCTETS) {
        store_reserve_give_up(home);
    }
}

int store_write_log_back(struct store *store) {
    (void)sqlite3_busy_timeout(store->db, 0);
    int r = store_exec(store, "PRAGMA wal_checkpoint(TRUNCATE)");
    store_wait_most(store, store->wait_ms);
    return r == E_BUSY ? 0 : r;
}

/* Returns the file's free pages to the disk, one slice per transaction, until there is room for the reserve. */
static int give_back(struct store *store) {
    char sql[64];
    int64_t before = 0, pages = 0;
    (void)snprintf(sql, sizeof(sql), "PRAGMA incremental_vacuum(%d)", SLICE_PAGES);
    int r = store_write_log_back(store); /* pages released while a reader was active are still in the file */
    if (r == 0) {
        r = store_read_number(store, "PRAGMA freelist_count", &pages);
    }
    while (r == 0 && pages > 0 && pages != before && store_home_free_octets(store->home) < RESERVE_AGAIN_OCTETS) {
        before = pages;
        r = store_exec(store, sql);
        if (r == 0) {
            r = store_write_log_back(store); /* this shrinks the file */
        }
        if (r == 0) {
            r = store_read_number(store, "PRAGMA freelist_count", &pages);
        }
    }
    return r == E_BUSY ? 0 : r;
}

int store_reserve_restore(struct store *store) {
    int r = store_home_free_octets(store->home) < RESERVE_AGAIN_OCTETS ? give_back(store) : 0;
    return r < 0 ? r : store_reserve_keep(store->home);
}

/* Sums the bytes on the disk of the files whose names begin with an entry of the list. */
static uint64_t octets_of_files(const struct store_home *home, const char *const *names, size_t count) {
    uint64_t octets = 0;
    DIR *dir = opendir(home->dir);
    int fd = dir != NULL ? dirfd(dir) : -1;
    if (fd < 0) {
        return 0;
    }
    for (const struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
        struct stat info;
        for (size_t i = 0; i < count; i++) {
            if (strncmp(entry->d_name, names[i], strlen(names[i])) == 0 &&
                fstatat(fd, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0) {
                octets += (uint64_t)info.st_blocks * BLOCK;
            }
        }
    }
    (void)closedir(dir);
    return octets;
}

/* Bytes of the database other than users, records and audit log. Without the statistics table they count as users. */
static int64_t octets_of_others(struct store *store) {
    int64_t octets = 0;
    int r = store_read_number(
        store,
        "SELECT coalesce(sum(d.pgsize), 0) FROM sqlite_schema AS s"
        " JOIN dbstat AS d ON d.name = s.name AND d.aggregate = TRUE"
        " WHERE s.tbl_name NOT GLOB 'user*' AND s.tbl_name NOT IN ('audit', 'record') AND s.rootpage > 0",
        &octets);
    return r < 0 ? 0 : octets;
}

int store_space(struct store *store, struct store_space *ret_space) {
    static const char *const copies[] = {STORE_GOOD_COPY, STORE_DB ".damaged-", STORE_DB ".new"};
    static const char *const reserve[] = {STORE_RESERVE};
    static const char *const log[] = {STORE_DB "-wal", STORE_DB "-shm"};
    uint64_t used = 0;
    int64_t records = 0, audit = 0, spare = 0;
    int r = store_size(store, &used);
    if (r == 0) {
        r = store_read_number(store, "SELECT coalesce(max(seq) - (SELECT min(seq) FROM record) + 1, 0) FROM record",
                              &records);
    }
    if (r == 0) {
        r = store_read_number(store, "SELECT coalesce(sum(octets), 0) FROM audit_share WHERE sponsor = -1", &audit);
    }
    if (r == 0) {
        r = store_read_number(
            store, "SELECT f.freelist_count * s.page_size FROM pragma_freelist_count f, pragma_page_size s", &spare);
    }
    if (r < 0) {
        return r;
    }
    int64_t others = octets_of_others(store);
    int64_t photos = (int64_t)store_record_photos_octets(store);
    records *= RECORD_OCTETS;
    int64_t users = (int64_t)used - records - audit - others;
    *ret_space = (struct store_space){.octets = {
                                          [STORAGE_PART_USERS] = users > 0 ? users : 0,
                                          [STORAGE_PART_RECORDS] = records,
                                          [STORAGE_PART_PHOTOS] = photos,
                                          [STORAGE_PART_AUDIT] = audit,
                                          [STORAGE_PART_OTHERS] = others,
                                          [STORAGE_PART_SPARE] = spare,
                                      }};
    if (store->home != NULL) {
        ret_space->octets[STORAGE_PART_SPARE] += (int64_t)octets_of_files(store->home, log, 2);
        ret_space->octets[STORAGE_PART_COPIES] = (int64_t)octets_of_files(store->home, copies, 3);
        ret_space->octets[STORAGE_PART_RESERVE] = (int64_t)octets_of_files(store->home, reserve, 1);
        ret_space->free = store_home_free_octets(store->home);
        ret_space->copied_s = store_home_copied_s(store->home);
        ret_space->is_short = store_home_is_short(store->home);
    }
    return 0;
}
