/* Records the file operations of the code under test in one folder, in order: the files themselves do not show what is
 * durable when. Includes SQLite's calls. The functions of the C library are replaced in every test; without watching
 * they work as usual. */
#ifndef POSTERN_TEST_FILE_WATCH_H
#define POSTERN_TEST_FILE_WATCH_H

#include <stdbool.h>
#include <stddef.h>

/* Clears the recording, and records operations in `dir` from now on. Not for several threads. */
void file_watch_start(const char *dir);

/* The same, including subfolders, with paths relative to `dir`: "sync staged/photos". A new folder is recorded as "make
 * staged", a removed one like a file, and syncfs as "syncfs staged". */
void file_watch_start_deep(const char *dir);

/* Ends noting. A line for each call that succeeded, with the names in the folder, `.` being the folder:
 *
 *     write identity.new      opened for writing with O_CREAT, written, or cut to a length; once for calls in a row
 *     sync identity.new       fsync or fdatasync
 *     rename identity.new identity
 *     remove identity
 *
 * The text lives until the next file_watch_start(). */
const char *file_watch_stop(void);

/* The same without SQLite's shared-memory index (`-shm`), which needs no sync, and files whose name does not contain
 * `part`. */
const char *file_watch_stop_about(const char *part);

/* From now on, until file_watch_stop(), the disk is full: writing into the folder fails with ENOSPC. */
void file_watch_fill(void);

/* From now on the power fails at the call after `calls` changes of the folder, or below it: the process ends
 * immediately with FILE_WATCH_CUT, and that call has no effect. For a child process of the test. */
#define FILE_WATCH_CUT 77
void file_watch_cut_after(unsigned calls);

/* From now on, until file_watch_stop(), the call after `calls` that opens, changes or syncs something in the folder, or
 * below it, fails with `error` (of errno.h) and has no effect; later calls work. file_watch_has_failed(): whether that
 * happened. */
void file_watch_fail_after(unsigned calls, int error);
bool file_watch_has_failed(void);

/* Calls `act` once, when a file of this name in the folder is next opened. */
void file_watch_at_open(const char *name, void (*act)(void));

#endif
