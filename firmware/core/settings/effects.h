/* What follows from a changed setting. A setting names its effects in api/spec; the part that owns a device writes
 *
 *     int effect_<name>(struct core *core, const struct settings *before, const struct settings *after);
 *
 * in core/ (the generator lists the prototypes in setting_hooks.h) and makes the device what `after` says.
 * - It runs on a worker, after the commit, one save at a time; at start on the thread that starts, with `before` NULL.
 *   It is quick: what takes long (joining a network) is begun here and looked after by the device's own state.
 * - It returns 0 or an E_*: E_OFFLINE for a device that does not answer. The whole save is then taken back and every
 *   effect that has run, the failing one too, is run once more with `before` and `after` exchanged; what it returns then is
 *   only logged. So it may be called twice with the same, and must bear it.
 * - settings_get(core) is `after` while it runs forward. It does not save settings. */
#ifndef POSTERN_CORE_EFFECTS_H
#define POSTERN_CORE_EFFECTS_H

#include <stdint.h>

#include "setting_values.h"
#include "util/err.h"

struct core;
struct settings;

/* Runs the effects of `mask` (bit n for enum setting_effect n) in order, up to the first that fails: its error.
 * *ret_ran are those that were called, that one among them. */
_must_check_ int effects_run(struct core *core, uint32_t mask, const struct settings *before,
                             const struct settings *after, uint32_t *ret_ran);

/* Takes back: runs the effects of `mask` in reverse order from `from` to `to`, all of them; failures are logged. */
void effects_undo(struct core *core, uint32_t mask, const struct settings *from, const struct settings *to);

/* Runs all effects of `mask` with `before` NULL and goes on after a failure, which is logged. */
void effects_start(struct core *core, uint32_t mask, const struct settings *after);

#endif
