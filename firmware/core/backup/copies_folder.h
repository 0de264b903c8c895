/* The folder that copies go to: a USB disk or a mounted share, which may be missing, full, read-only, taken away or
 * exchanged at any moment, and hold other things. Only regular files of this terminal whose names are exactly those of
 * copies are looked at; symbolic links are never followed, and a folder that is one is refused, also when it becomes one
 * later.
 *
 * A copy is written under a name that ends in ".part", and has its own only when it is whole and durable. Everything may
 * hang where a server does not answer: for a thread that nobody waits for. E_BACKUP_FOLDER: whatever is wrong there. */
#ifndef POSTERN_CORE_COPIES_FOLDER_H
#define POSTERN_CORE_COPIES_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

#define COPIES_PATH_MAX 1024 /* bytes of the path of the folder with its NUL */
#define COPIES_NAME_MAX 96 /* bytes of a name with its NUL, ".part" included */

/* What lies there. */
struct copies_view {
    bool writable; /* the folder is there, and can be written */
    bool is_link; /* a symbolic link is in its place */
    uint32_t count; /* copies of this terminal */
};

/* A copy that is being written. */
struct copies_file {
    int folder; /* descriptors; -1: none */
    int fd;
    char name[COPIES_NAME_MAX]; /* that it gets */
    char part[COPIES_NAME_MAX]; /* that it has */
    int64_t octets; /* written */
};

#define COPIES_FILE_NONE ((struct copies_file){.folder = -1, .fd = -1})

/* True for the name of a copy of the terminal `serial`: "postern-<serial>-2026-11-24-0615.backup". */
bool copies_is_name(const char *name, const char *serial);

/* Looks. What cannot be read has nothing. With `clean` it removes what an earlier try has left half. */
void copies_look(const char *folder, const char *serial, bool clean, struct copies_view *ret_view);

/* Begins a copy that is to be called `name`, which is one as above; removes what an earlier try has left half. */
_must_check_ int copies_file_begin(const char *folder, const char *serial, const char *name,
                                   struct copies_file *ret_file);

/* Appends; and brings what was written to the medium, so that the end has no more than a slice to wait for. */
_must_check_ int copies_file_write(struct copies_file *file, const void *data, size_t len);
_must_check_ int copies_file_sync(struct copies_file *file);

/* Ends it well: durable, then its name, then the name durable; then the oldest of this terminal beyond `keep` go, never
 * this one. E_BACKUP_FOLDER: it has no name then, or it is not certain that it has one. Either way `file` is ended. */
_must_check_ int copies_file_finish(struct copies_file *file, const char *folder, const char *serial, unsigned keep);

/* Gives it up: what was written goes. May be called again, and on COPIES_FILE_NONE. */
void copies_file_drop(struct copies_file *file);

#endif
