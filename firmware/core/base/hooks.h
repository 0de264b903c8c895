/* Calls from a lower room into a higher one that it must not know: core/start connects the two. */
#ifndef POSTERN_CORE_HOOKS_H
#define POSTERN_CORE_HOOKS_H

#include "util/err.h"

struct core;
struct core_shared;
struct hooks;
struct identity;
struct store;

/* Updates what the terminal shows. Called on workers and at start, with no lock held. */
typedef void hooks_show_fn(struct core *core);

/* Tests whether a terminal with this identity would start from the database. */
typedef int hooks_try_fn(const struct core_shared *shared, const struct identity *identity, struct store *store);

/* For core/start. E_NOMEM. */
_must_check_ int hooks_new(hooks_show_fn *show, hooks_try_fn *try_start, struct hooks **ret_hooks);
void hooks_free(struct hooks *hooks);

/* Reports a change of what the terminal shows: an address, an access point, the initial password. */
void hooks_show(struct core *core);

/* Test start beside the running terminal: starts what reads the database, and ends it again; the start's writes happen,
 * nothing is shown or controlled. 0, or why the start would fail. */
_must_check_ int hooks_try_start(const struct core_shared *shared, const struct identity *identity,
                                 struct store *store);

/* Sets the callback that is woken when there is work for app/upkeep; NULL removes it. Call it before the threads start,
 * and after they have ended. */
void hooks_set_wake(struct core_shared *shared, void (*wake)(void *ctx), void *ctx);

/* Reports such work. Any thread. */
void hooks_wake(struct core *core);

#endif
