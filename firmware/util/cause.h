/* The cause of an error: the message of SQLite or the system, function, file and line. An error is only a number
 * (util/err.h); its cause is stored per thread, one at a time, until a log line prints it (log_errno()). For the log
 * only, never part of a reply; never contains a value that a person typed. */
#ifndef POSTERN_CAUSE_H
#define POSTERN_CAUSE_H

#define CAUSE_TEXT_MAX 200 /* bytes with the NUL; longer texts are truncated */

/* A place in the source. All members are static. */
struct cause_site {
    const char *function, *file; /* the file without its folder */
    int line;
};

struct cause {
    int error; /* E_* that it explains; 0: no cause */
    struct cause_site site;
    char text[CAUSE_TEXT_MAX]; /* "" if the place says it all */
};

/* The current place in the source, for functions that note a cause. */
#define CAUSE_HERE (&(const struct cause_site){__func__, __FILE_NAME__, __LINE__})

/* Notes why this thread fails with `error`, replacing the previous cause. Returns `error`. */
int cause_set(int error, const struct cause_site *site, const char *text);

/* Prefixes the text with the operation, truncated to 60 bytes, if the cause explains `error`. Returns `error`. */
int cause_prefix(int error, const char *doing);

/* Makes the cause of `instead_of` the cause of `error`, which is returned in its place. Returns `error`. */
int cause_rename(int instead_of, int error);

/* Clears the cause. Call it at the start of a call, a job or an iteration of a loop. */
void cause_clear(void);

/* Returns the last cause of this thread; valid until the next one. */
const struct cause *cause_get(void);

#endif
