/* The calls of the kernel that this process, and what it executes, may make from now on (seccomp(2)). Any other one is not made: it
 * raises SIGSYS, which is reported as a crash (app/crash.h) and ends the process. The filter stays over execv(). */
#ifndef POSTERN_APP_CONFINE_FILTER_H
#define POSTERN_APP_CONFINE_FILTER_H

#include "util/err.h"

/* Sets it, once: a program that was executed by a filtered one keeps that one's. Needs PR_SET_NO_NEW_PRIVS, and only one
 * thread. E_NOTSUP: this kernel has none; an error of the system. */
_must_check_ int confine_filter_set(void);

#endif
