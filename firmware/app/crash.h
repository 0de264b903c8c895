/* What is left of a crash: a small text in the state folder, `crash`, that says in which build, by which signal and where it
 * happened, as addresses in that build's file, which its symbols turn into lines:
 *
 *     postern-crash 1
 *     signal SIGSEGV
 *     time 1763900000
 *     build 4b1f…
 *     version 1.2.0
 *     thread loop
 *     address 0x0
 *     call 0x65                 of SIGSYS alone
 *     at 0x1a2b3
 *     …
 *
 * No memory of the process is written, for that has keys, codes and templates; nor is there a core file: the sandbox
 * prevents it. */
#ifndef POSTERN_APP_CRASH_H
#define POSTERN_APP_CRASH_H

#include <stdint.h>

/* Catches what ends a process that is wrong: SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, and SIGSYS, which
 * a call of the kernel raises that it may not make (app/confine_filter.h; the report has its number). They end it all the same. `build` and
 * `version` live as long as the process. The thread that calls it gets a stack of its own for that; other threads that run
 * out of theirs leave nothing. Does nothing in a build with a sanitizer, which has its own. */
void crash_catch(const char *state_dir, const char *build, const char *version);

/* Says what time it is, seconds since 1970 UTC: a handler cannot ask. Now and then; any thread. */
void crash_set_time(int64_t utc_s);

#endif
