#include "store/upload.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/folder.h"
#include "store/home_impl.h"
#include "util/cleanup.h"

#define FILE_NAME "file"

static const char *const folders[STORE_UPLOAD_COUNT] = {
    [STORE_UPLOAD_BULK] = "bulk",
    [STORE_UPLOAD_RESTORE] = "restore",
};

int store_upload_path(const struct store_home *home, enum store_upload of, const char *name,
                      char ret_path[STORE_UPLOAD_PATH_MAX]) {
    char folder[STORE_PATH_MAX];
    int r = store_home_path(home, folders[of], folder);
    if (r < 0) {
        return r;
    }
    if (mkdir(folder, 0700) < 0 && errno != EEXIST) {
        return err_from_errno(errno);
    }
    int n = snprintf(ret_path, STORE_UPLOAD_PATH_MAX, "%s/%s", folder, name);
    return n > 0 && n < STORE_UPLOAD_PATH_MAX ? 0 : E_TOO_LARGE;
}

int store_upload_drop(struct store_home *home, enum store_upload of) {
    char path[STORE_PATH_MAX];
    int r = store_home_path(home, folders[of], path);
    if (r < 0 || access(path, F_OK) < 0) {
        return r < 0 ? r : errno == ENOENT ? 0 : err_from_errno(errno);
    }
    r = store_folder_remove(home, folders[of]);
    return r < 0 ? r : store_home_sync_dir(home);
}

int store_uploads_drop(struct store_home *home) {
    int r = 0;
    for (unsigned of = 0; r == 0 && of < STORE_UPLOAD_COUNT; of++) {
        r = store_upload_drop(home, (enum store_upload)of);
    }
    return r;
}

int store_upload_size(const struct store_home *home, enum store_upload of, int64_t *ret_octets) {
    char path[STORE_UPLOAD_PATH_MAX];
    struct stat info;
    int r = store_upload_path(home, of, FILE_NAME, path);
    if (r < 0) {
        return r;
    }
    if (stat(path, &info) < 0) {
        return errno == ENOENT ? E_NOTFOUND : err_from_errno(errno);
    }
    *ret_octets = (int64_t)info.st_size;
    return 0;
}

/* If the disk is full midway, removes the part of the chunk already written. */
static int append_piece(int fd, int64_t offset, const char *data, size_t len) {
    for (size_t done = 0; done < len;) {
        ssize_t n = pwrite(fd, data + done, len - done, (off_t)offset + (off_t)done);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            int r = n < 0 ? err_from_errno(errno) : err_with_text(E_NOSPC, "written in part");
            return ftruncate(fd, (off_t)offset) < 0 ? err_with_errno(E_IO, errno) : r;
        }
        done += (size_t)n;
    }
    return 0;
}

int store_upload_put(struct store_home *home, enum store_upload of, int64_t offset, const void *data, size_t len,
                     int64_t *ret_received) {
    char path[STORE_UPLOAD_PATH_MAX];
    struct stat info;
    if (store_home_is_short(home) || store_home_free_octets(home) < STORE_MARGIN_OCTETS + len) {
        return E_NOSPC;
    }
    int r = offset == 0 ? store_upload_drop(home, of) : 0;
    if (r == 0) {
        r = store_upload_path(home, of, FILE_NAME, path);
    }
    if (r < 0) {
        return r;
    }
    _cleanup_close_ int fd = open(path, O_WRONLY | (offset == 0 ? O_CREAT : 0) | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0) {
        return errno == ENOENT ? E_UPLOAD_GAP : err_from_errno(errno);
    }
    if (fstat(fd, &info) < 0) {
        return err_from_errno(errno);
    }
    if ((int64_t)info.st_size != offset) {
        return E_UPLOAD_GAP;
    }
    r = append_piece(fd, offset, data, len);
    if (r == 0) {
        *ret_received = offset + (int64_t)len;
    }
    return r;
}
