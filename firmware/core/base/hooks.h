/* What a room causes in one above it, which it must not know: core/start ties the two. */
#ifndef POSTERN_CORE_HOOKS_H
#define POSTERN_CORE_HOOKS_H

#include "util/err.h"

struct core;
struct core_shared;
struct hooks;

/* Brings what the terminal shows up to date. Called on workers and at start, with no lock held. */
typedef void hooks_show_fn(struct core *core);

/* For core/start. E_NOMEM. */
_must_check_ int hooks_new(hooks_show_fn *show, struct hooks **ret_hooks);
void hooks_free(struct hooks *hooks);

/* Something that the terminal shows has changed: an address, an access point, the initial password. */
void hooks_show(struct core *core);

/* Names who is woken when there is work for app/upkeep that nobody waits for; NULL ends it. Before the threads start, and
 * after they have ended. */
void hooks_set_wake(struct core_shared *shared, void (*wake)(void *ctx), void *ctx);

/* There is such work. Any thread. */
void hooks_wake(struct core *core);

#endif
