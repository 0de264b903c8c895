/* A save that may cut the connection is provisional: it applies at once, and is undone after 90 s, at a restart, or on
 * request, unless it is confirmed with its code from the device's new address. See ADR 0012.
 *
 * The old values are stored in the transaction of the save. One change can be pending at a time. */
#ifndef POSTERN_CORE_PROVISIONAL_H
#define POSTERN_CORE_PROVISIONAL_H

#include <stdbool.h>
#include <stdint.h>

#include "setting_values.h"
#include "util/crypto.h"
#include "util/err.h"

struct actor;
struct core;
struct core_shared;
struct settings_change;
struct settings_result;
struct store;

#define PROVISIONAL_MS 90000 /* time to confirm: specification §5.2 */

enum provisional_step {
    PROVISIONAL_NONE,
    PROVISIONAL_WAITING, /* for its confirmation */
    PROVISIONAL_UNDOING, /* only to be undone: it can no longer be confirmed */
};

/* The one pending change; guarded by its mutex. */
struct provisional {
    enum provisional_step step;
    enum setting_page page;
    uint32_t mark; /* settings_change.mark of the save */
    int64_t deadline_ms; /* monotonic clock */
    uint8_t code_hash[CRYPTO_HASH_LEN]; /* keyed: the code itself is not stored */
    bool has_rolled_back;
    enum setting_page rolled_back; /* the last undone change, by timeout or on request */
    int64_t rolled_back_ms; /* when, UTC */
};

/* Copies the state. Any thread. */
void provisional_read(struct core *core, struct provisional *ret_state);

/* Confirms the change with its code: the current settings stay. `code` NULL: `by` is signed in and has the permission,
 * which replaces the code. Audited. E_CONFIRM_UNKNOWN: nothing is pending, or wrong code. */
_must_check_ int provisional_confirm(struct core *core, const struct actor *by, const char *code,
                                     enum setting_page *ret_page);

/* Undoes the pending change: old values, effects, audit. E_CONFIRM_UNKNOWN: nothing is pending. */
_must_check_ int provisional_revert(struct core *core, const struct actor *by);

/* The same for the caller that saved it under this mark, without a code; does not touch another caller's change.
 * E_CONFIRM_UNKNOWN, also for another mark. */
_must_check_ int provisional_confirm_own(struct core *core, const struct actor *by, uint32_t mark);
_must_check_ int provisional_revert_own(struct core *core, const struct actor *by, uint32_t mark);

/* For app/upkeep: when to undo the pending change (monotonic ms; INT64_MAX: none), and undoing it, on a worker; does
 * nothing before that time. A failure is logged and retried a second later. */
int64_t provisional_due_ms(struct core *core);
void provisional_expire(struct core *core);

/* For the engine; the caller holds the settings' lock. */

/* Returns whether a change is pending. */
bool provisional_waits(struct core *core);

/* Starts the timeout of a change that is committed and active, and returns its code and where to confirm it. E_IO: no
 * random bytes. */
_must_check_ int provisional_begin(struct core *core, const struct settings_change *change,
                                   struct settings_result *result);

/* Instead, for a save that must be undone but cannot be right now, because of an error (the disk is full): it waits for
 * that, not for a code, and is retried every second. */
void provisional_undo_later(struct core *core, enum setting_page page, int error);

/* Forgets the change in memory, once that is committed; `by` (for the log): the cause. */
void provisional_end(struct core *core, const char *by);

/* At start, before settings are read: restores the old values of an unconfirmed change. If there is no disk space for
 * that, the terminal starts with the new ones, and they are undone as by provisional_undo_later(). */
_must_check_ int provisional_start(struct core_shared *shared, struct store *store);

#endif
