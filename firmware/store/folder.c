#include "store/folder.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "store/home_impl.h"
#include "util/cleanup.h"

int store_folder_remove(const struct store_home *home, const char *name) {
    char path[STORE_PATH_MAX];
    int r = store_home_path(home, name, path);
    _cleanup_closedir_ DIR *dir = r == 0 ? opendir(path) : NULL;
    int fd = dir != NULL ? dirfd(dir) : -1;
    if (fd < 0) {
        return r < 0 ? r : errno == ENOENT ? 0 : err_from_errno(errno);
    }
    for (const struct dirent *entry = readdir(dir); r == 0 && entry != NULL; entry = readdir(dir)) {
        bool is_own = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
        if (!is_own && unlinkat(fd, entry->d_name, 0) < 0 && errno != ENOENT) {
            r = err_from_errno(errno);
        }
    }
    return r < 0 ? r : rmdir(path) == 0 ? 0 : err_from_errno(errno);
}
