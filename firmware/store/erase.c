#include "store/erase.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "store/erase_impl.h"
#include "store/home_impl.h"
#include "store/record_photo.h"
#include "store/restore_impl.h"
#include "store/upload.h"
#include "util/cleanup.h"

#define MARK STORE_ERASE_MARK
#define MARK_NEW STORE_ERASE_MARK ".new"

/* What the terminal keeps, by the beginnings of the files' names; nothing else in the folder is touched. The mark
 * itself and the lock are not among them. */
static const char *const kept[] = {
    STORE_DB, /* database, its log, copies */
    STORE_MARK, /* end in order */
    STORE_RESERVE, /* is made anew */
    "identity", /* serial and keys */
};

static const char *const copies[] = {STORE_GOOD_COPY, STORE_DB ".damaged-", STORE_DB ".new"};

static bool is_listed(const char *name, const char *const *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (strncmp(name, list[i], strlen(list[i])) == 0) {
            return true;
        }
    }
    return false;
}

static void close_dir(DIR **dir) {
    if (*dir != NULL) {
        (void)closedir(*dir);
    }
}

/* Removes the files whose names begin as one of the list, and makes it durable. */
static int remove_listed(const struct store_home *home, const char *const *list, size_t count) {
    _cleanup_(close_dir) DIR *dir = opendir(home->dir);
    int fd = dir != NULL ? dirfd(dir) : -1;
    if (fd < 0) {
        return err_from_errno(errno);
    }
    errno = 0;
    for (const struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
        if (is_listed(entry->d_name, list, count) && unlinkat(fd, entry->d_name, 0) < 0 && errno != ENOENT) {
            return err_from_errno(errno);
        }
        errno = 0;
    }
    return errno != 0 ? err_from_errno(errno) : store_home_sync_dir(home);
}

static int write_mark(const char *path, const char *note) {
    _cleanup_close_ int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    size_t len = strlen(note);
    if (fd < 0) {
        return err_from_errno(errno);
    }
    ssize_t written = write(fd, note, len);
    if (written != (ssize_t)len) {
        return written < 0 ? err_from_errno(errno) : E_NOSPC;
    }
    return fsync(fd) == 0 ? 0 : err_from_errno(errno);
}

int erase_request(struct store_home *home, const char *note) {
    char fresh[STORE_PATH_MAX], path[STORE_PATH_MAX];
    int r = store_home_path(home, MARK_NEW, fresh);
    if (r == 0) {
        r = store_home_path(home, MARK, path);
    }
    if (r < 0) {
        return r;
    }
    store_reserve_look(home); /* a full disk must not keep anybody from emptying it */
    r = strlen(note) < ERASE_NOTE_MAX ? write_mark(fresh, note) : E_TOO_LARGE;
    if (r == 0 && rename(fresh, path) < 0) {
        r = err_from_errno(errno);
    }
    if (r < 0) {
        (void)unlink(fresh);
        return r;
    }
    r = store_home_sync_dir(home);
    return r < 0 && unlink(path) < 0 ? E_IO : r;
}

int erase_pending(const struct store_home *home, char ret_note[ERASE_NOTE_MAX]) {
    char path[STORE_PATH_MAX];
    int r = store_home_path(home, MARK, path);
    if (r < 0) {
        return r;
    }
    _cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0) {
        return errno == ENOENT ? E_NOTFOUND : err_from_errno(errno);
    }
    ssize_t n = read(fd, ret_note, ERASE_NOTE_MAX - 1);
    if (n < 0) {
        return err_from_errno(errno);
    }
    ret_note[n] = '\0';
    return 0;
}

int erase_finish(struct store_home *home) {
    static const char *const names[] = {MARK, MARK_NEW /* of a request that the power was cut in */};
    bool removed = false;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        char path[STORE_PATH_MAX];
        int r = store_home_path(home, names[i], path);
        if (r < 0) {
            return r;
        }
        if (unlink(path) == 0) {
            removed = true;
        } else if (errno != ENOENT) {
            return err_from_errno(errno);
        }
    }
    return removed ? store_home_sync_dir(home) : 0;
}

int erase_copies(struct store_home *home) {
    (void)pthread_mutex_lock(&home->copying);
    home->erasures++; /* one that is being made gets no name any more */
    (void)pthread_mutex_unlock(&home->copying);
    return remove_listed(home, copies, sizeof(copies) / sizeof(copies[0]));
}

int store_erase_run(struct store_home *home) {
    char note[ERASE_NOTE_MAX];
    int r = erase_pending(home, note);
    if (r < 0) {
        return r == E_NOTFOUND ? 0 : r;
    }
    r = store_record_photos_erase(home);
    if (r == 0) {
        r = store_restore_forget(home);
    }
    if (r == 0) {
        r = store_uploads_drop(home);
    }
    if (r == 0) {
        r = remove_listed(home, kept, sizeof(kept) / sizeof(kept[0]));
    }
    home->status.erased = r == 0;
    return r;
}

int erase_users(struct store *store) {
    /* The index of name parts keeps no text of its own and is emptied at once. */
    return store_exec(store, "DELETE FROM user; INSERT INTO user_name_fts (user_name_fts) VALUES ('delete-all');");
}
