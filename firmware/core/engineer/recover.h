/* In recovery (app/recovery.h): the engineer chooses the data that the terminal starts with. The choice is left in the terminal's own
 * state folder; its next start follows it. What the database was is set aside by `copy`, kept as the state before a restore
 * by `replaced`, and gone by `erase`. */
#ifndef POSTERN_CORE_RECOVER_H
#define POSTERN_CORE_RECOVER_H

#include "store/kept.h"
#include "util/err.h"
#include "values.h"

struct actor;
struct core;

/* What there is to choose from. E_RECOVERY_ONLY. */
_must_check_ int recover_read(const struct core *core, struct store_kept_data *ret_data);

/* Decides, and asks the machine to restart. `serial_end` is what was typed, in any case. Returns 0; E_RECOVERY_ONLY;
 * E_SERIAL_WRONG; E_UPGRADE_BUSY while the installer is at work; E_NOTFOUND: there is no such data; E_NOSPC, E_IO, E_SYSTEM:
 * nothing is decided. */
_must_check_ int recover_choose(struct core *core, const struct actor *by, enum recovery_data data,
                                const char *serial_end);

/* At a start of the terminal: leaves the audit row of what was chosen before it, once. An error of the store: it is left at
 * another start. */
_must_check_ int recover_record(struct core *core, const char *state_dir);

#endif
