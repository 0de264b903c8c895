/* Factory reset, complete or in parts. After a power cut at any moment the terminal is either unchanged or reset (ADR
 * 0018). */
#ifndef POSTERN_CORE_INITIALISE_H
#define POSTERN_CORE_INITIALISE_H

#include <stdbool.h>

#include "util/err.h"

struct core;
struct actor;

struct initialise_parts {
    bool settings; /* factory values, permissions of the admin levels, and the rules of core/rules */
    bool users; /* all of them with their credentials */
    bool records; /* all of them */
    /* all of these, and identity keys, certificate, REST keys, paired devices, audit log; the serial stays */
    bool everything;
};

/* Resets the parts, then requests a restart of the machine. `serial_end` is as typed, in either case. Returns 0;
 * E_ADMIN_ONLY for anyone but admin (settings, users and records belong to others too, and records may show the
 * caller's own actions), E_MISSING when no part is selected, E_SERIAL_WRONG when `serial_end` is not the end of the
 * serial, E_PROVISIONAL_PENDING while a network change waits for confirmation, E_BUSY, or an error of the store: then
 * nothing was done; E_IO when the machine cannot restart: the parts are reset all the same and the factory settings
 * apply, but nothing of `everything` was done. */
_must_check_ int initialise_run(struct core *core, const struct actor *by, const struct initialise_parts *parts,
                                const char *serial_end);

#endif
