/* The system calls that this process, and programs it executes, may make from now on (seccomp(2)). Any other raises
 * SIGSYS, which is reported as a crash (app/crash.h) and ends the process. The filter survives execv(). */
#ifndef POSTERN_APP_CONFINE_FILTER_H
#define POSTERN_APP_CONFINE_FILTER_H

#include "util/err.h"

/* Installs the filter, once: a program executed under a filter keeps that filter. Needs PR_SET_NO_NEW_PRIVS, and a
 * single thread. E_NOTSUP: not supported by this kernel; or an error of the system. */
_must_check_ int confine_filter_set(void);

#endif
