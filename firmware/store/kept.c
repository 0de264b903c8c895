#include "store/kept.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#include "store/before_impl.h"
#include "store/home_impl.h"

static int kept_path(const char *dir, const char *name, char ret_path[STORE_PATH_MAX]) {
    int n = snprintf(ret_path, STORE_PATH_MAX, "%s/%s", dir, name);
    return n > 0 && n < STORE_PATH_MAX ? 0 : E_INVAL;
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
    char path[STORE_PATH_MAX];
    struct stat info;
    return kept_path(dir, STORE_DB, path) == 0 && stat(path, &info) == 0 ? (uint64_t)info.st_size : 0;
}
