/* Pairing of Wiegand devices: a window in which the bus is called and devices that answer are added to the
 * authorization list, not authorized yet. It closes after a minute, some seconds after the last answer, or on cancel.
 * One window at a time; it stays open when the browser is closed. Shared by all threads, with its own mutex. */
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

#define MATCHING_WINDOW_MS 60000 /* maximum */
#define MATCHING_QUIET_MS 5000   /* after the last answer */

struct matching_view {
    enum match_result result;
    uint32_t seconds_left; /* until the window closes at the latest, rounded up; 0 while closed */
    size_t count;
    struct hal_link_device found[HAL_WIEGAND_ANSWERS_MAX]; /* of the open window, or of the last one */
};

/* Creates the state. Returns 0 or E_NOMEM. Frees it; accepts NULL. For core/start. */
_must_check_ int matching_new(struct matching **ret_matching);
void matching_free(struct matching *matching);

/* Opens a window and adds an audit entry; an open one stays as it is. Returns 0; E_OFFLINE when the bus does not
 * respond; or an error of the store. */
_must_check_ int matching_start(struct core *core, const struct actor *by);

/* Closes the window and adds an audit entry; found devices stay. Does nothing when none is open. Returns 0 or an error
 * of the store. */
_must_check_ int matching_cancel(struct core *core, const struct actor *by);

/* Stores new answers, closes the window if it is time, and reads its state. Writes to the store: for a worker. Returns
 * 0; E_CAPACITY when the list is full: the window is then closed; or an error of the store. */
_must_check_ int matching_look(struct core *core, struct matching_view *ret_view);

/* For app/upkeep: when there is something to store or to close, on the monotonic clock; and doing it, on a worker. */
int64_t matching_due_ms(struct core *core);
void matching_upkeep(struct core *core);

#endif
