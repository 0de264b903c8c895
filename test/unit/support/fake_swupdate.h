/* SWUpdate behind its sockets, in a thread: accepts requests, reads the file to its end, and reports the result that
 * the test sets. test/unit/update/test_installer.c tests errors of the sockets themselves. */
#ifndef POSTERN_TEST_FAKE_SWUPDATE_H
#define POSTERN_TEST_FAKE_SWUPDATE_H

#include <stddef.h>
#include <stdint.h>

/* Listens in a folder. The test must stop it. */
void fake_swupdate_start(const char *folder);
void fake_swupdate_stop(void); /* does nothing if none is running */

/* Sets the result of a complete file: none until this is called again. */
enum fake_swupdate_word { FAKE_SWUPDATE_SILENT, FAKE_SWUPDATE_SUCCESS, FAKE_SWUPDATE_FAILURE };
void fake_swupdate_say(enum fake_swupdate_word word);

/* Waits for the end of the last request, and returns its data. */
struct fake_swupdate_seen {
    unsigned requests; /* accepted so far */
    char mode[8]; /* requested slot */
    size_t len; /* bytes of the file */
    const uint8_t *octets;
};
void fake_swupdate_seen(struct fake_swupdate_seen *ret_seen);

#endif
