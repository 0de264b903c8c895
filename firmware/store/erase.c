#include "store/erase.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "store/erase_impl.h"
#include "store/home_impl.h"
#include "store/mark.h"
#include "store/record_photo.h"
#include "store/restore.h"
#include "store/restore_impl.h"
#include "store/upload.h"
#include "util/cleanup.h"

/* The terminal's files, by the beginning of their names; nothing else in the folder is touched. The mark itself and the
 * lock are not among them. */
static const char *const kept[] = {
    STORE_DB, /* database, its log, copies */
    STORE_MARK, /* clean end */
    STORE_RESERVE, /* is recreated */
    "identity", /* serial and keys */
    "origin", /* key of this terminal's own backups */
    "log.", /* stored log (util/log.h) */
    "crash", /* the last crash (app/crash.h) */
    "upgrade", /* the last update */
};

static const char *const copies[] = {STORE_GOOD_COPY, STORE_DB ".damaged-", STORE_DB ".new", STORE_DB ".before",
                                     STORE_DB ".newer"};

static bool is_listed(const char *name, const char *const *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (strncmp(name, list[i], strlen(list[i])) == 0) {
            return true;
        }
    }
    return false;
}

/* Removes the files whose names begin with an entry of the list; durable. */
static int remove_listed(const struct store_home *home, const char *const *list, size_t count) {
    _cleanup_closedir_ DIR *dir = opendir(home->dir);
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

int erase_request(struct store_home *home, const char *note) {
    store_reserve_look(home); /* a full disk must not prevent freeing it */
    return store_mark_leave(home, STORE_ERASE_MARK, note, ERASE_NOTE_MAX);
}

int erase_pending(const struct store_home *home, char ret_note[ERASE_NOTE_MAX]) {
    return store_mark_read(home, STORE_ERASE_MARK, ret_note, ERASE_NOTE_MAX);
}

int erase_finish(struct store_home *home) {
    return store_mark_remove(home, STORE_ERASE_MARK);
}

int erase_copies(struct store_home *home) {
    (void)pthread_mutex_lock(&home->copying);
    home->erasures++; /* discards a copy that is being made */
    (void)pthread_mutex_unlock(&home->copying);
    int r = restore_forget_replaced(home);
    return r < 0 ? r : remove_listed(home, copies, sizeof(copies) / sizeof(copies[0]));
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
        r = restore_forget_replaced(home);
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
    /* The index of name parts stores no text of its own and can be emptied at once. */
    return store_exec(store, "DELETE FROM user; INSERT INTO user_name_fts (user_name_fts) VALUES ('delete-all');");
}
