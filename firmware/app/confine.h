/* Sandbox: gives up what the process never needs and an intruder could use. */
#ifndef POSTERN_APP_CONFINE_H
#define POSTERN_APP_CONFINE_H

#include "util/err.h"

/* Applies the sandbox; call it before any secret is read: no core files (core(5)), no access to its memory by other
 * processes of the same user (ptrace(2), PR_SET_DUMPABLE), no new privileges through programs it executes
 * (PR_SET_NO_NEW_PRIVS), and only the system calls it needs (app/confine_filter.h), where kernel and build support
 * that. Existing privileges stay, such as binding low ports through ambient capabilities from init; file capabilities
 * (setcap) end with the first restart. Inherited over execv(), except PR_SET_DUMPABLE, which each run sets again.
 * Returns 0 or an error. */
_must_check_ int confine(void);

#endif
