/* In recovery mode (app/recovery.h): the engineer selects the data that the terminal starts with. The choice is stored
 * in the terminal's own state folder; its next start carries it out. `copy` sets the database aside, `replaced` keeps
 * it as the state before a restore, `erase` deletes it. */
#ifndef POSTERN_CORE_RECOVER_H
#define POSTERN_CORE_RECOVER_H

#include "store/kept.h"
#include "util/err.h"
#include "values.h"

struct actor;
struct core;

/* Reads the available data. E_RECOVERY_ONLY. */
_must_check_ int recover_read(const struct core *core, struct store_kept_data *ret_data);

/* Decides, and requests a restart of the machine. `serial_end` is as typed, in either case. Returns 0; E_RECOVERY_ONLY;
 * E_SERIAL_WRONG; E_UPGRADE_BUSY while the installer is running; E_NOTFOUND: there is no such data; E_NOSPC, E_IO,
 * E_SYSTEM: nothing is decided. */
_must_check_ int recover_choose(struct core *core, const struct actor *by, enum recovery_data data,
                                const char *serial_end);

/* At a start of the terminal: adds the audit entry of the choice made before it, once. After an error of the store,
 * another start retries. */
_must_check_ int recover_record(struct core *core, const char *state_dir);

#endif
