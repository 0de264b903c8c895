/* A save that may cut the connection is provisional: it is in force at once, and undone after 90 s, at a restart, or on
 * request, unless somebody confirms it with its code from where the device is then. See ADR 0012.
 *
 * The old values are stored in the transaction of the save. One change can wait at a time. */
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
    PROVISIONAL_UNDOING, /* for nothing but to be undone: nobody confirms it any more */
};

/* The one change that waits; guarded by its mutex. */
struct provisional {
    enum provisional_step step;
    enum setting_page page;
    uint32_t mark; /* settings_change.mark of the save */
    int64_t deadline_ms; /* monotonic clock */
    uint8_t code_hash[CRYPTO_HASH_LEN]; /* keyed: the code itself is not kept */
    bool has_rolled_back;
    enum setting_page rolled_back; /* what was undone last, in time or on request */
    int64_t rolled_back_ms; /* when, UTC */
};

/* A copy of how it stands. Any thread. */
void provisional_read(struct core *core, struct provisional *ret_state);

/* Confirms the change with its code: what is in force stays. `code` NULL: `by` signed in and has the right, which takes
 * the code's place. Audited. E_CONFIRM_UNKNOWN: nothing waits any more, or another code. */
_must_check_ int provisional_confirm(struct core *core, const struct actor *by, const char *code,
                                     enum setting_page *ret_page);

/* Undoes the change that waits: old values, effects, audit. E_CONFIRM_UNKNOWN: nothing waits. */
_must_check_ int provisional_revert(struct core *core, const struct actor *by);

/* The same for who has saved it under this mark, and needs no code: somebody else's that waits meanwhile is not touched.
 * E_CONFIRM_UNKNOWN, also for one that has another mark. */
_must_check_ int provisional_confirm_own(struct core *core, const struct actor *by, uint32_t mark);
_must_check_ int provisional_revert_own(struct core *core, const struct actor *by, uint32_t mark);

/* For app/upkeep: when the change that waits is to be undone (monotonic ms; INT64_MAX: nothing waits), and the undoing,
 * on a worker; without effect before that time. A failure is logged and tried again a second later. */
int64_t provisional_due_ms(struct core *core);
void provisional_expire(struct core *core);

/* For the engine, with the settings' lock held. */

/* True while a change waits. */
bool provisional_waits(struct core *core);

/* Starts the time of a change whose transaction is committed and that is in force, and answers its code and where it is
 * confirmed. E_IO: no randomness. */
_must_check_ int provisional_begin(struct core *core, const struct settings_change *change,
                                   struct settings_result *result);

/* Instead, for a save that is to be undone and cannot be just now, because of an error (the disk is full): it waits for
 * that, not for a code, and is tried every second. */
void provisional_undo_later(struct core *core, enum setting_page page, int error);

/* Forgets the change in memory, once that is committed; `by` (for the log): what ends it. */
void provisional_end(struct core *core, const char *by);

/* At start, before settings are read: puts the old values of a change back that was not confirmed. When there is no
 * room for that the terminal starts with the new ones, and they are undone as by provisional_undo_later(). */
_must_check_ int provisional_start(struct core_shared *shared, struct store *store);

#endif
