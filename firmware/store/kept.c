#include "store/kept.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "store/before_impl.h"
#include "store/erase.h"
#include "store/erase_impl.h"
#include "store/home_impl.h"
#include "store/mark.h"
#include "store/restore_impl.h"
#include "util/cleanup.h"

/* The mark that selects each choice for the next start. */
static const char *const marks[RECOVERY_DATA_COUNT] = {
    [RECOVERY_DATA_COPY] = STORE_COPY_MARK,
    [RECOVERY_DATA_REPLACED] = STORE_BACK_MARK,
    [RECOVERY_DATA_ERASE] = STORE_ERASE_MARK,
};

static int kept_path(const char *dir, const char *name, char ret_path[STORE_PATH_MAX]) {
    int n = snprintf(ret_path, STORE_PATH_MAX, "%s/%s", dir, name);
    return n > 0 && n < STORE_PATH_MAX ? 0 : E_INVAL;
}

/* Returns zeros for a file that does not exist. */
static struct stat look_at(const char *dir, const char *name) {
    char path[STORE_PATH_MAX];
    struct stat info;
    return kept_path(dir, name, path) == 0 && stat(path, &info) == 0 ? info : (struct stat){.st_size = 0};
}

int store_kept_lock(const char *dir, int *ret_fd) {
    char path[STORE_PATH_MAX];
    int r = kept_path(dir, STORE_LOCK, path);
    if (r < 0) {
        return r;
    }
    if (mkdir(dir, S_IRWXU) < 0 && errno != EEXIST) {
        return err_from_errno(errno);
    }
    return store_lock_take(path, ret_fd);
}

int64_t store_kept_schema(const char *dir) {
    char database[STORE_PATH_MAX], before[STORE_PATH_MAX];
    if (kept_path(dir, STORE_DB, database) < 0 || kept_path(dir, STORE_BEFORE_COPY, before) < 0) {
        return 0;
    }
    int64_t schema = store_file_schema(database), copied = store_file_schema(before);
    return copied > 0 && copied < schema ? copied : schema;
}

uint64_t store_kept_octets(const char *dir) {
    return (uint64_t)look_at(dir, STORE_DB).st_size;
}

void store_kept_data(const char *dir, struct store_kept_data *ret_data) {
    *ret_data = (struct store_kept_data){.copied_s = look_at(dir, STORE_GOOD_COPY).st_mtim.tv_sec,
                                         .replaced_s = look_at(dir, STORE_REPLACED_DB).st_mtim.tv_sec};
}

static int remove_marks(const struct store_home *home) {
    int r = 0;
    for (unsigned i = 0; i < RECOVERY_DATA_COUNT && r == 0; i++) {
        r = store_mark_remove(home, marks[i]);
    }
    return r;
}

int store_kept_undecide(const char *dir) {
    _cleanup_free_ char *path = strdup(dir);
    const struct store_home home = {.dir = path};
    return path != NULL ? remove_marks(&home) : E_NOMEM;
}

int store_kept_decide(const char *dir, enum recovery_data data, const char *note) {
    _cleanup_free_ char *path = strdup(dir);
    const struct store_home home = {.dir = path};
    int r = path != NULL ? remove_marks(&home) : E_NOMEM;
    const char *its_note = data == RECOVERY_DATA_ERASE ? note : "";
    return r < 0 ? r : store_mark_leave(&home, marks[data], its_note, ERASE_NOTE_MAX);
}
