/* Pairing of Wiegand devices: a window in which the bus is called and those that answer are put into the authorization
 * list, not authorized yet. It closes after a minute, some seconds after the last answer, or when somebody cancels. One
 * window at a time, whoever opened it; it goes on when the browser is gone. Shared by all threads, guarded by a mutex
 * of its own. */
#ifndef POSTERN_CORE_MATCHING_H
#define POSTERN_CORE_MATCHING_H

#include <stddef.h>
#include <stdint.h>

#include "hal/wiegand_bus.h"
#include "util/err.h"
#include "values.h"

struct actor;
struct core;
struct matching;

#define MATCHING_WINDOW_MS 60000 /* longest */
#define MATCHING_QUIET_MS 5000   /* after the last answer */

struct matching_view {
    enum match_result result;
    uint32_t seconds_left; /* until the window closes at the latest, rounded up; 0 while it is closed */
    size_t count;
    struct hal_link_device found[HAL_WIEGAND_ANSWERS_MAX]; /* of the window that is open, or of the last one */
};

/* Makes the state. Returns 0 or E_NOMEM. Frees it; takes NULL. For core/start. */
_must_check_ int matching_new(struct matching **ret_matching);
void matching_free(struct matching *matching);

/* Opens a window and leaves an audit row; an open one stays as it is. Returns 0; E_OFFLINE when the bus does not
 * answer; or an error of the store. */
_must_check_ int matching_start(struct core *core, const struct actor *by);

/* Closes the window and leaves an audit row; what was found stays. Does nothing when none is open. Returns 0 or an
 * error of the store. */
_must_check_ int matching_cancel(struct core *core, const struct actor *by);

/* Takes the answers that came, closes the window if it is time, and says how it stands. Writes to the store: for a
 * worker. Returns 0; E_CAPACITY when the list is full: the window is then closed; or an error of the store. */
_must_check_ int matching_look(struct core *core, struct matching_view *ret_view);

/* For app/upkeep: when there is something to take or to close, on the monotonic clock; and doing it, on a worker. */
int64_t matching_due_ms(struct core *core);
void matching_upkeep(struct core *core);

#endif
