/* Takes from the process what it never needs and a thief or an intruder would use. */
#ifndef POSTERN_APP_CONFINE_H
#define POSTERN_APP_CONFINE_H

#include "util/err.h"

/* Before anything secret is read: no core files (core(5)), no reading of its memory by others of the same user
 * (ptrace(2), PR_SET_DUMPABLE), no new privileges by what it executes (PR_SET_NO_NEW_PRIVS), and no calls of the kernel
 * but those it needs (app/confine_filter.h), where the kernel and the build have that. What it has, such as
 * the right to low ports from the init system's ambient capabilities, stays; what the file itself is given (setcap)
 * ends with the first restart. Inherited over execv(), but for the second, which each run sets again. Returns 0 or an error. */
_must_check_ int confine(void);

#endif
