/* Effects of a changed setting. A setting names its effects in api/spec; the part that owns a device implements
 *
 *     int effect_<name>(struct core *core, const struct settings *before, const struct settings *after);
 *
 * in core/ (the generator lists the prototypes in setting_hooks.h) and applies `after` to the device.
 * - It runs on a worker, after the commit, one save at a time; at start on the starting thread, with `before` NULL.
 *   It is quick: what takes long (joining a network) is only started here and continued by the device's own state.
 * - It returns 0 or an E_*: E_OFFLINE for a device that does not respond. The whole save is then undone and every
 *   effect that has run, including the failing one, is run once more with `before` and `after` swapped; errors are then
 *   only logged. So it may be called twice with the same arguments.
 * - settings_get(core) is `after` while it runs forward. It must not save settings. */
#ifndef POSTERN_CORE_EFFECTS_H
#define POSTERN_CORE_EFFECTS_H

#include <stdint.h>

#include "setting_values.h"
#include "util/err.h"

struct core;
struct settings;

/* Runs the effects of `mask` (bit n for enum setting_effect n) in order, up to the first that fails: returns its error.
 * *ret_ran are those that were called, including that one. */
_must_check_ int effects_run(struct core *core, uint32_t mask, const struct settings *before,
                             const struct settings *after, uint32_t *ret_ran);

/* Undoes: runs all effects of `mask` in reverse order from `from` to `to`; logs failures. */
void effects_undo(struct core *core, uint32_t mask, const struct settings *from, const struct settings *to);

/* Runs all effects of `mask` with `before` NULL and continues after a failure, which is logged. */
void effects_start(struct core *core, uint32_t mask, const struct settings *after);

#endif
