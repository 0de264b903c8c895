/* The modules that recognise people are kept like the store: what the store knows is in their slots, and nothing else.
 * Compared in slices on a worker, when a module comes back, is another one, or templates were deleted; the door never
 * waits for it. A module that is put in is emptied before it is believed: it may know people of another terminal in the
 * slots of people of this one. */
#ifndef POSTERN_CORE_MODULES_H
#define POSTERN_CORE_MODULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct core;
struct core_shared;
struct modules;
struct store;

#define MODULES_COUNT 3 /* finger, face, iris */
#define MODULES_SLICE 64 /* templates written or erased in one go */
#define MODULES_RETRY_MS 1000 /* after the module refused */

struct modules_view {
    enum factor factor;
    bool fitted, online;
    uint32_t capacity, count; /* slots, and how many are taken */
    bool whole; /* it is like the store */
    uint32_t done, total; /* of the comparison: templates, until it is whole */
    uint32_t failed; /* templates that the module would not take */
};

/* For core/start. A store that was set back is older than what the modules hold: they are filled again then. E_NOMEM or an
 * error of the store. */
_must_check_ int modules_new(const struct core_shared *shared, struct store *store, struct modules **ret_modules);
void modules_free(struct modules *modules);

/* A database that is to be another terminal's, or an older one of this: the modules are filled again when it is started
 * with. Inside a transaction. */
_must_check_ int modules_forget(struct store *store);

/* How each module stands. */
void modules_look(struct core *core, struct modules_view ret_views[MODULES_COUNT]);

/* For app/upkeep: when there is something to compare; and doing a slice of it, on a worker. */
int64_t modules_due_ms(struct core *core);
void modules_upkeep(struct core *core);

#endif
