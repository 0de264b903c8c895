/* The cause of an error: the text of SQLite or of the system, the function that failed, file and line. An error stays a
 * number (util/err.h); its cause waits in the thread, which has one at a time, until a line of the log prints it
 * (log_errno()). It is for the log alone and never part of an answer; it holds no value that a person typed. */
#ifndef POSTERN_CAUSE_H
#define POSTERN_CAUSE_H

#define CAUSE_TEXT_MAX 200 /* bytes with the NUL; a longer text is cut */

/* A place in the source. All of it is static. */
struct cause_site {
    const char *function, *file; /* the file without its folder */
    int line;
};

struct cause {
    int error; /* E_* that it explains; 0: there is no cause */
    struct cause_site site;
    char text[CAUSE_TEXT_MAX]; /* "" where the site says it all */
};

/* The place where it is written, for functions that note a cause. */
#define CAUSE_HERE (&(const struct cause_site){__func__, __FILE_NAME__, __LINE__})

/* Notes why this thread fails with `error`, in place of what was noted before. Returns `error`. */
int cause_set(int error, const struct cause_site *site, const char *text);

/* Puts what was being done, 60 bytes of it, in front of the text, if the cause explains `error`. Returns `error`. */
int cause_prefix(int error, const char *doing);

/* Notes that `error` is given in place of `instead_of`, whose cause is now the cause of `error`. Returns `error`. */
int cause_rename(int instead_of, int error);

/* Forgets the cause. Whoever begins a call, a job or a round of a loop does it first. */
void cause_clear(void);

/* The last cause of this thread; valid until the next one. */
const struct cause *cause_get(void);

#endif
