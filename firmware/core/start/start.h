/* Assembles the rooms of core/: the only one that knows all. start_new() once, then one start_thread() for each thread
 * (loop, terminal, every worker). */
#ifndef POSTERN_CORE_START_H
#define POSTERN_CORE_START_H

#include "util/err.h"

struct about_facts;
struct core;
struct core_shared;
struct hal;
struct store;
struct store_home;

/* Creates the shared state. `home` is the opened state folder and `store` any open connection to it, used only during
 * the call. At the first start this creates the identity (<state>/identity: serial, pepper and device key; mode 0600,
 * durable before it is used) and the account `admin` with its initial password; then it loads settings and throttle
 * counters and shows the idle screen. After a factory reset the serial stays the same. `home`, `hal` and the texts of
 * `facts` must outlive it. Returns 0; E_CORRUPT when the identity is damaged, or missing although accounts exist: no
 * password could be verified and no secret decrypted, so the terminal must not start; E_IO, E_NOMEM or an error of the
 * store. */
_must_check_ int start_new(struct hal *hal, const struct about_facts *facts, struct store_home *home,
                           struct store *store, struct core_shared **ret_shared);

/* Wipes and frees it, after all threads' cores are freed. Accepts NULL. */
void start_free(struct core_shared *shared);

/* Creates the core of one thread. Takes over `store`, even on failure. Returns 0 or E_NOMEM. */
_must_check_ int start_thread(struct core_shared *shared, struct store *store, struct core **ret_core);

/* Closes the connection and frees it. Accepts NULL. */
void start_thread_end(struct core *core);

#endif
