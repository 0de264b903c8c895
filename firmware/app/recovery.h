/* Recovery mode of a terminal that does not start (--recovery; docs/recovery.md): the daemon with a separate state,
 * initially empty, and thus without anything that may be broken: no migration, only the devices network, clock and
 * watchdog, no door. From the terminal's own state it uses the factory data, the addresses, and what an update needs.
 * The separate state is kept between recoveries, so that wrong passwords keep counting, and deleted when the terminal
 * has started successfully.
 *
 * It ends by itself, so that a terminal with a temporary problem does not stay in it. */
#ifndef POSTERN_APP_RECOVERY_H
#define POSTERN_APP_RECOVERY_H

#include <stdbool.h>
#include <stdint.h>

#include "util/err.h"

struct core;
struct store;
struct store_home;

#define RECOVERY_ALONE_MS (INT64_C(10) * 60 * 1000) /* without anyone signed in; then the terminal is tried again */

struct recovery {
    int lock; /* of the terminal's own state folder; -1: none */
    int64_t alone_ms; /* since when nobody is signed in; monotonic clock */
};

/* Opens the separate state: beside the terminal's, or, if the disk is unusable, in the system folder until the next
 * restart. E_LOCKED: a daemon runs on the terminal's state; or the error of opening either. */
_must_check_ int recovery_open(struct recovery *recovery, const char *state_dir, const char *system_dir,
                               struct store_home **ret_home);

/* Copies the terminal's network settings; if unreadable, the factory settings apply. */
void recovery_take_settings(const char *state_dir, struct store *store);

/* For the loop: returns whether to end, because nobody was signed in and no update was running for
 * RECOVERY_ALONE_MS. */
bool recovery_is_over(struct recovery *recovery, struct core *core);

void recovery_close(struct recovery *recovery);

/* The terminal has started: deletes the separate state, and the mark of a tried start. */
void recovery_forget(const char *state_dir);

#endif
