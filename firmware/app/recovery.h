/* The recovery of a terminal that does not start (--recovery; docs/recovery.md): the daemon, with a state of its own that is empty
 * at first, and so without anything that may be broken: no migration, no device but network, clock and watchdog, no door. Of
 * the terminal's own state it uses what the factory gave, the addresses, and what upgrading needs. Its state is kept from one
 * recovery to the next, so that wrong passwords are counted on, and goes when the terminal has started well.
 *
 * It ends by itself, so that a terminal that was only unlucky does not stay in it. */
#ifndef POSTERN_APP_RECOVERY_H
#define POSTERN_APP_RECOVERY_H

#include <stdbool.h>
#include <stdint.h>

#include "util/err.h"

struct core;
struct store;
struct store_home;

#define RECOVERY_ALONE_MS (INT64_C(10) * 60 * 1000) /* without anybody signed in: then the terminal is tried again */

struct recovery {
    int lock; /* of the terminal's own state folder; -1 */
    int64_t alone_ms; /* since when nobody is there; monotonic clock */
};

/* Opens the recovery's own state: beside the terminal's, or in the system folder, until the next restart, where the disk
 * cannot be used. E_LOCKED: a daemon runs on the terminal's state; or why there is neither. */
_must_check_ int recovery_open(struct recovery *recovery, const char *state_dir, const char *system_dir,
                               struct store_home **ret_home);

/* Takes the addresses that the terminal had; where they cannot be read the factory's are in force. */
void recovery_take_settings(const char *state_dir, struct store *store);

/* For the loop: whether it is over, because nobody was signed in, and no upgrade went on, for RECOVERY_ALONE_MS. */
bool recovery_is_over(struct recovery *recovery, struct core *core);

void recovery_close(struct recovery *recovery);

/* The terminal has started: removes the recovery's state, and the mark that a start was tried before it. */
void recovery_forget(const char *state_dir);

#endif
