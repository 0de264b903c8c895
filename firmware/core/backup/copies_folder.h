/* The folder for scheduled backups: a USB disk or a mounted share, which may be missing, full, read-only, removed or
 * exchanged at any moment, and contain other files. Only regular files of this terminal whose names are exactly those
 * of backups are used; symbolic links are never followed, and a folder that is one is rejected, also when it becomes
 * one later.
 *
 * A backup is written under a name that ends in ".part", and renamed when it is complete and durable. Everything may
 * hang if a server does not respond: only for a thread that nothing waits for. E_BACKUP_FOLDER: any problem there. */
#ifndef POSTERN_CORE_COPIES_FOLDER_H
#define POSTERN_CORE_COPIES_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

#define COPIES_PATH_MAX 1024 /* bytes of the path of the folder with its NUL */
#define COPIES_NAME_MAX 96 /* bytes of a name with its NUL, ".part" included */

/* Content of the folder. */
struct copies_view {
    bool writable; /* the folder exists and is writable */
    bool is_link; /* it is a symbolic link */
    uint32_t count; /* backups of this terminal */
};

/* A backup being written. */
struct copies_file {
    int folder; /* descriptors; -1: none */
    int fd;
    char name[COPIES_NAME_MAX]; /* final name */
    char part[COPIES_NAME_MAX]; /* temporary name */
    int64_t octets; /* bytes written */
};

#define COPIES_FILE_NONE ((struct copies_file){.folder = -1, .fd = -1})

/* Returns whether it is the name of a backup of the terminal `serial`: "postern-<serial>-2026-11-24-0615.backup". */
bool copies_is_name(const char *name, const char *serial);

/* Reads the content; empty if unreadable. `clean`: deletes the partial file of an earlier attempt. */
void copies_look(const char *folder, const char *serial, bool clean, struct copies_view *ret_view);

/* Starts a backup with the final name `name`, in the form above; deletes the partial file of an earlier attempt. */
_must_check_ int copies_file_begin(const char *folder, const char *serial, const char *name,
                                   struct copies_file *ret_file);

/* Appends data; syncs it, so that the end has no more than a slice to sync. */
_must_check_ int copies_file_write(struct copies_file *file, const void *data, size_t len);
_must_check_ int copies_file_sync(struct copies_file *file);

/* Completes it: syncs the file, renames it, syncs the folder; then deletes the oldest of this terminal beyond `keep`,
 * never this one. E_BACKUP_FOLDER: it was not renamed, or that is uncertain. Either way `file` is ended. */
_must_check_ int copies_file_finish(struct copies_file *file, const char *folder, const char *serial, unsigned keep);

/* Cancels it and deletes the partial file. May be called twice, and on COPIES_FILE_NONE. */
void copies_file_drop(struct copies_file *file);

#endif
