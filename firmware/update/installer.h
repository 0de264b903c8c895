/* SWUpdate, which writes an image into a slot: asked for it over its socket `sockinstctrl`, fed through the same
 * connection, watched through `swupdateprog`. Both speak structs of C of version 2024.12.1, which have neither a length
 * nor a version for all of them: they are declared here by what they hold (installer_wire.h), 150 lines instead of a
 * library that Debian has in another version each release; the two versions that are sent are checked before a byte
 * is handed over, and SWUpdate refuses a message of another size. The client's side of SWUpdate is under the LGPL 2.1;
 * nothing of it is copied.
 *
 * Used by one thread at a time: a worker. Nothing blocks for longer than INSTALLER_WAIT_MS. SIGPIPE does not come. */
#ifndef POSTERN_UPDATE_INSTALLER_H
#define POSTERN_UPDATE_INSTALLER_H

#include <stddef.h>
#include <stdint.h>

#include "hal/clock.h"
#include "update/slots.h"
#include "util/cleanup.h"
#include "util/err.h"

#define INSTALLER_WAIT_MS 10000 /* longest wait of a call */
#define INSTALLER_STEP_MAX 257  /* bytes of texts, with the NUL */
#define INSTALLER_TROUBLE_MAX 257

enum installer_result { INSTALLER_RUNS, INSTALLER_SUCCEEDED, INSTALLER_FAILED };

/* How far it is, of what SWUpdate said last. */
struct installer_state {
    enum installer_result result;
    unsigned step, steps;          /* of an image; 0 of 0 before the first */
    unsigned percent;              /* of the step, 0 to 100 */
    char name[INSTALLER_STEP_MAX]; /* of the image that is written; clean text */
    char trouble[INSTALLER_TROUBLE_MAX]; /* SWUpdate's first error of this run, for logs; clean text; "" for none. With
                                            INSTALLER_FAILED alone */
};

struct installer;

/* Asks SWUpdate to write what will come into this slot: `folder` is that of its sockets, `clock` outlives the
 * installer. While SWUpdate still ends what was before, waits for it. E_UPGRADE_NOT_FITTED: nobody listens there;
 * E_NOTSUP: it is another version, or does not let this slot be chosen; E_UPGRADE_BUSY: it is at work for somebody
 * else; E_TIMEOUT: it does not answer; E_UPGRADE_FAILED: it ended the connection; E_TOO_LARGE: the path is too long;
 * E_NOMEM, or an error of the system. */
_must_check_ int installer_begin(const char *folder, enum slot into, const struct hal_clock *clock,
                                 struct installer **ret_installer);

/* Hands bytes over; what SWUpdate says meanwhile is read. E_TIMEOUT: it takes no more; E_UPGRADE_FAILED: it has given
 * up, and the state says why. After either only installer_wait() and installer_free() make sense. */
_must_check_ int installer_write(struct installer *installer, const void *octets, size_t len);

/* All has been handed over. */
void installer_end(struct installer *installer);

/* Reads what SWUpdate has said, waiting up to `wait_ms` (at most INSTALLER_WAIT_MS) for the result; copies the state as
 * it is then. Returns 0 whether there is a result or not. E_UPGRADE_FAILED: SWUpdate is gone without a result, or says
 * what cannot be understood; the state is INSTALLER_FAILED then too. */
_must_check_ int installer_wait(struct installer *installer, unsigned wait_ms, struct installer_state *ret_state);

/* Ends both connections and frees; NULL is allowed. Without a result before, that is the cancelling: SWUpdate misses
 * the rest of the file and refuses it. */
void installer_free(struct installer *installer);

CLEANUP_DEFINE(struct installer *, installer_free)

#endif
