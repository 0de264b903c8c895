/* Keeps the biometric modules in sync with the store: their slots contain exactly its templates. Compared in slices on
 * a worker, when a module comes back, was replaced, or templates were deleted; the door never waits for it. A new
 * module is erased before it is trusted: its slots may contain people of another terminal. */
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
#define MODULES_SLICE 64 /* templates written or erased per slice */
#define MODULES_RETRY_MS 1000 /* after the module rejected a template */

struct modules_view {
    enum factor factor;
    bool fitted, online;
    uint32_t capacity, count; /* number of slots, and how many are in use */
    bool whole; /* in sync with the store */
    uint32_t done, total; /* progress of the comparison: templates, until in sync */
    uint32_t failed; /* templates that the module rejected */
};

/* For core/start. After the store was set back it is older than the modules' content: they are filled again. E_NOMEM or
 * an error of the store. */
_must_check_ int modules_new(const struct core_shared *shared, struct store *store, struct modules **ret_modules);
void modules_free(struct modules *modules);

/* For a database that will be another terminal's, or an older one of this: the modules are filled again at its start.
 * Inside a transaction. */
_must_check_ int modules_forget(struct store *store);

/* Reads the state of each module. */
void modules_look(struct core *core, struct modules_view ret_views[MODULES_COUNT]);

/* For app/upkeep: when there is something to compare; and doing a slice of it, on a worker. */
int64_t modules_due_ms(struct core *core);
void modules_upkeep(struct core *core);

#endif
