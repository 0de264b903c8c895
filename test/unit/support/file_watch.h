/* Notes what the code under test does to the files of one folder, in its order: what is durable when cannot be seen in
 * the files themselves. Calls of SQLite are noted too. The functions of the C library are replaced in every test; they
 * do what they did while nothing is watched. */
#ifndef POSTERN_TEST_FILE_WATCH_H
#define POSTERN_TEST_FILE_WATCH_H

#include <stdbool.h>
#include <stddef.h>

/* Forgets what was noted, and notes what happens in `dir` from now on. Not for several threads. */
void file_watch_start(const char *dir);

/* The same, and of what is in the folders inside, too, with the path that a name has from `dir`: "sync staged/photos". A folder that
 * is made is noted as "make staged", one that is removed as any name, and syncfs as "syncfs staged". */
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

/* The same without the lines of SQLite's index of its log (`-shm`), which no sync concerns, and of files whose name
 * does not contain `part`. */
const char *file_watch_stop_about(const char *part);

/* From now on, until file_watch_stop(), the disk takes nothing: what is written into the folder fails with ENOSPC. */
void file_watch_fill(void);

/* From now on the power goes at the call after `calls` that change the folder, or what is below it: the process ends there
 * and then with FILE_WATCH_CUT, and nothing of that call happens. For a child of the test's own. */
#define FILE_WATCH_CUT 77
void file_watch_cut_after(unsigned calls);

/* From now on, until file_watch_stop(), the call after `calls` that opens, changes or syncs something in the folder, or below
 * it, fails with `error` (of errno.h) and does nothing; those behind it do what they did. file_watch_has_failed(): whether it
 * came to that. */
void file_watch_fail_after(unsigned calls, int error);
bool file_watch_has_failed(void);

/* Calls `act` once, when a file of this name in the folder is opened next. */
void file_watch_at_open(const char *name, void (*act)(void));

#endif
