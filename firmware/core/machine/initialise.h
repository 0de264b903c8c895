/* Initialisation: back to what the terminal was when it was delivered, in whole or in parts. After a power cut at any
 * moment the terminal is as before, or initialised (ADR 0018). */
#ifndef POSTERN_CORE_INITIALISE_H
#define POSTERN_CORE_INITIALISE_H

#include <stdbool.h>

#include "util/err.h"

struct core;
struct actor;

struct initialise_parts {
    bool settings; /* factory values, the rights of the levels, and the rules of core/rules */
    bool users; /* all of them with their credentials */
    bool records; /* all of them */
    bool everything; /* all of it, and identity keys, certificate, REST keys, paired devices, audit; the serial stays */
};

/* Initialises the parts, then asks the machine to restart. `serial_end` is what was typed, in any case. Returns 0;
 * E_ADMIN_ONLY for anybody but admin (settings, users and records belong to others too, and records may show what the
 * caller did), E_MISSING when no part is chosen, E_SERIAL_WRONG when `serial_end` is not the end of the serial,
 * E_PROVISIONAL_PENDING while a change of the network waits to be confirmed, E_BUSY, or an error of the store: nothing
 * was done then; E_IO when the machine cannot restart: the parts are gone all the same and the factory settings in
 * effect, but of `everything` nothing was done. */
_must_check_ int initialise_run(struct core *core, const struct actor *by, const struct initialise_parts *parts,
                                const char *serial_end);

#endif
