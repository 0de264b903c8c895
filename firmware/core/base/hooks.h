/* What a room causes in one above it, which it must not know: core/start ties the two. */
#ifndef POSTERN_CORE_HOOKS_H
#define POSTERN_CORE_HOOKS_H

#include "util/err.h"

struct core;
struct core_shared;
struct hooks;
struct identity;
struct store;

/* Brings what the terminal shows up to date. Called on workers and at start, with no lock held. */
typedef void hooks_show_fn(struct core *core);

/* Tries whether a terminal of this identity would start from the database. */
typedef int hooks_try_fn(const struct core_shared *shared, const struct identity *identity, struct store *store);

/* For core/start. E_NOMEM. */
_must_check_ int hooks_new(hooks_show_fn *show, hooks_try_fn *try_start, struct hooks **ret_hooks);
void hooks_free(struct hooks *hooks);

/* Something that the terminal shows has changed: an address, an access point, the initial password. */
void hooks_show(struct core *core);

/* Starts what reads the database, on the side, and ends it again: what a start writes is written, nothing is shown or
 * driven. 0, or why the start would fail. */
_must_check_ int hooks_try_start(const struct core_shared *shared, const struct identity *identity,
                                 struct store *store);

/* Names who is woken when there is work for app/upkeep that nobody waits for; NULL ends it. Before the threads start, and
 * after they have ended. */
void hooks_set_wake(struct core_shared *shared, void (*wake)(void *ctx), void *ctx);

/* There is such work. Any thread. */
void hooks_wake(struct core *core);

#endif
