#include "core/backup/copies_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/cleanup.h"

#define NAME_FIRST "postern-"
#define NAME_STAMP "-dddd-dd-dd-dddd" /* d: a digit */
#define NAME_LAST ".backup"
#define NAME_PART ".part"
#define OLDEST_ROUNDS_MAX 1000 /* most backups deleted at once */

/* Returns the rest of `text` after `prefix`; NULL: no match. With `digits`, `d` in the prefix is any digit. */
static const char *name_behind(const char *text, const char *prefix, bool digits) {
    for (; *prefix != '\0'; prefix++, text++) {
        bool fits = digits && *prefix == 'd' ? *text >= '0' && *text <= '9' : *text == *prefix;
        if (!fits) {
            return NULL;
        }
    }
    return text;
}

/* Returns what follows the name of a backup: "" for a complete one, ".part" for a partial one; NULL: not a backup. */
static const char *name_rest(const char *name, const char *serial) {
    const char *at = name_behind(name, NAME_FIRST, false);
    at = at != NULL ? name_behind(at, serial, false) : NULL;
    at = at != NULL ? name_behind(at, NAME_STAMP, true) : NULL;
    return at != NULL ? name_behind(at, NAME_LAST, false) : NULL;
}

bool copies_is_name(const char *name, const char *serial) {
    const char *rest = name_rest(name, serial);
    return rest != NULL && *rest == '\0';
}

static bool is_part(const char *name, const char *serial) {
    const char *rest = name_rest(name, serial);
    return rest != NULL && strcmp(rest, NAME_PART) == 0;
}

static bool is_file(int folder, const char *name) {
    struct stat found;
    return fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(found.st_mode);
}

/* Copies the path without trailing "/" or "/.", with which a link would be followed. */
static int folder_path(const char *folder, char ret_path[COPIES_PATH_MAX]) {
    size_t len = strlen(folder);
    for (size_t before = 0; before != len;) {
        before = len;
        len -= len > 1 && folder[len - 1] == '/' ? 1 : 0;
        len -= len > 2 && folder[len - 1] == '.' && folder[len - 2] == '/' ? 2 : 0;
    }
    if (len >= COPIES_PATH_MAX) {
        return err_with_text(E_BACKUP_FOLDER, "the path is too long");
    }
    memcpy(ret_path, folder, len);
    ret_path[len] = '\0';
    return 0;
}

static bool folder_is_link(const char *path) {
    struct stat found;
    return lstat(path, &found) == 0 && S_ISLNK(found.st_mode);
}

/* Opens the folder. A link in its place would redirect backups and deletions elsewhere. */
static int folder_open(const char *folder, bool *ret_is_link) {
    char path[COPIES_PATH_MAX];
    int r = folder_path(folder, path);
    *ret_is_link = false;
    if (r < 0) {
        return r;
    }
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (fd >= 0) {
        return fd;
    }
    const int number = errno;
    *ret_is_link = folder_is_link(path);
    return *ret_is_link ? err_with_text(E_BACKUP_FOLDER, "the folder is a symbolic link")
                        : err_with_errno(E_BACKUP_FOLDER, number);
}

/* Opens the folder as a list, from its start, with its own descriptor. NULL: unreadable. */
static DIR *folder_list(int folder) {
    int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
    if (dir == NULL && fd >= 0) {
        (void)close(fd);
    }
    return dir;
}

/* Counts the backups, and finds the oldest by its name except `spare`. False: unreadable. */
static bool folder_count(int folder, const char *serial, const char *spare, uint32_t *ret_count,
                         char ret_oldest[COPIES_NAME_MAX]) {
    _cleanup_closedir_ DIR *dir = folder_list(folder);
    const struct dirent *entry = NULL;
    *ret_count = 0;
    ret_oldest[0] = '\0';
    while (dir != NULL && (entry = readdir(dir)) != NULL) {
        if (!copies_is_name(entry->d_name, serial) || strlen(entry->d_name) >= COPIES_NAME_MAX ||
            !is_file(folder, entry->d_name)) {
            continue;
        }
        (*ret_count)++;
        bool older = ret_oldest[0] == '\0' || strcmp(entry->d_name, ret_oldest) < 0;
        if (older && strcmp(entry->d_name, spare) != 0) {
            memcpy(ret_oldest, entry->d_name, strlen(entry->d_name) + 1);
        }
    }
    return dir != NULL;
}

static void folder_clean(int folder, const char *serial) {
    _cleanup_closedir_ DIR *dir = folder_list(folder);
    const struct dirent *entry = NULL;
    while (dir != NULL && (entry = readdir(dir)) != NULL) {
        if (is_part(entry->d_name, serial) && is_file(folder, entry->d_name)) {
            (void)unlinkat(folder, entry->d_name, 0);
        }
    }
}

void copies_look(const char *folder, const char *serial, bool clean, struct copies_view *ret_view) {
    char oldest[COPIES_NAME_MAX];
    *ret_view = (struct copies_view){0};
    _cleanup_close_ int fd = folder_open(folder, &ret_view->is_link);
    if (fd < 0) {
        return;
    }
    if (clean) {
        folder_clean(fd, serial);
    }
    bool read = folder_count(fd, serial, "", &ret_view->count, oldest);
    ret_view->writable = read && faccessat(fd, ".", W_OK | X_OK, AT_EACCESS) == 0;
}

int copies_file_begin(const char *folder, const char *serial, const char *name, struct copies_file *ret_file) {
    *ret_file = COPIES_FILE_NONE;
    if (!copies_is_name(name, serial) || strlen(name) + sizeof(NAME_PART) > COPIES_NAME_MAX) {
        return E_INTERNAL;
    }
    bool is_link = false;
    int fd = folder_open(folder, &is_link);
    if (fd < 0) {
        return fd;
    }
    ret_file->folder = fd;
    folder_clean(ret_file->folder, serial);
    (void)snprintf(ret_file->name, sizeof(ret_file->name), "%s", name);
    (void)snprintf(ret_file->part, sizeof(ret_file->part), "%s" NAME_PART, name);
    ret_file->fd = openat(ret_file->folder, ret_file->part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
                          S_IRUSR | S_IWUSR);
    if (ret_file->fd < 0) {
        ret_file->part[0] = '\0'; /* that file is not ours */
        copies_file_drop(ret_file);
        return E_BACKUP_FOLDER;
    }
    return 0;
}

int copies_file_write(struct copies_file *file, const void *data, size_t len) {
    const char *at = data;
    while (len > 0) {
        ssize_t n = write(file->fd, at, len);
        if (n <= 0) {
            return E_BACKUP_FOLDER;
        }
        at += n;
        len -= (size_t)n;
        file->octets += n;
    }
    return 0;
}

int copies_file_sync(struct copies_file *file) {
    return fdatasync(file->fd) == 0 ? 0 : E_BACKUP_FOLDER;
}

static void file_close(struct copies_file *file) {
    if (file->fd >= 0) {
        (void)close(file->fd);
    }
    if (file->folder >= 0) {
        (void)close(file->folder);
    }
    *file = COPIES_FILE_NONE;
}

void copies_file_drop(struct copies_file *file) {
    if (file->folder >= 0 && file->part[0] != '\0') {
        (void)unlinkat(file->folder, file->part, 0);
    }
    file_close(file);
}

/* Returns whether the path still leads to the folder that the backup was written into: another may be mounted there by
 * now. */
static bool is_same_folder(const struct copies_file *file, const char *folder) {
    char path[COPIES_PATH_MAX];
    struct stat then, now;
    return folder_path(folder, path) == 0 && fstat(file->folder, &then) == 0 && lstat(path, &now) == 0 &&
           then.st_dev == now.st_dev && then.st_ino == now.st_ino;
}

static bool file_name(struct copies_file *file, const char *folder) {
    if (fsync(file->fd) < 0) {
        return false;
    }
    int fd = file->fd;
    file->fd = -1;
    /* Some servers report only now that there was no space. */
    if (close(fd) < 0 || !is_same_folder(file, folder)) {
        return false;
    }
    return renameat(file->folder, file->part, file->folder, file->name) == 0;
}

/* Deletes the oldest. What cannot be deleted stays, and is retried after the next backup. */
static void folder_retain(int folder, const char *serial, const char *spare, unsigned keep) {
    for (unsigned round = 0; round < OLDEST_ROUNDS_MAX; round++) {
        char oldest[COPIES_NAME_MAX];
        uint32_t count = 0;
        if (!folder_count(folder, serial, spare, &count, oldest) || count <= keep || oldest[0] == '\0' ||
            unlinkat(folder, oldest, 0) < 0) {
            return;
        }
    }
}

int copies_file_finish(struct copies_file *file, const char *folder, const char *serial, unsigned keep) {
    if (!file_name(file, folder)) {
        copies_file_drop(file);
        return E_BACKUP_FOLDER;
    }
    file->part[0] = '\0'; /* it has its final name now */
    int r = fsync(file->folder) == 0 ? 0 : E_BACKUP_FOLDER;
    if (r == 0) {
        folder_retain(file->folder, serial, file->name, keep);
    }
    file_close(file);
    return r;
}
