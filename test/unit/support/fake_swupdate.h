/* SWUpdate behind its sockets, in a thread: takes what is asked of it, reads the file to its end, and says of it what the
 * test lets it say. How the sockets themselves can go wrong is in test/unit/update/test_installer.c. */
#ifndef POSTERN_TEST_FAKE_SWUPDATE_H
#define POSTERN_TEST_FAKE_SWUPDATE_H

#include <stddef.h>
#include <stdint.h>

/* Listens in a folder. The test ends it before it ends. */
void fake_swupdate_start(const char *folder);
void fake_swupdate_stop(void); /* nothing happens where none runs */

/* What it says of a file that has come to its end: nothing until this is called again. */
enum fake_swupdate_word { FAKE_SWUPDATE_SILENT, FAKE_SWUPDATE_SUCCESS, FAKE_SWUPDATE_FAILURE };
void fake_swupdate_say(enum fake_swupdate_word word);

/* What has come of the last request once its end has come, for which it waits. */
struct fake_swupdate_seen {
    unsigned requests; /* that were taken, of all */
    char mode[8]; /* slot that was asked for */
    size_t len; /* bytes of the file */
    const uint8_t *octets;
};
void fake_swupdate_seen(struct fake_swupdate_seen *ret_seen);

#endif
