/* Crash report: a small text in the state folder, `crash`, with the build, the signal and the place, as addresses in
 * the executable of that build, which its symbols resolve to lines:
 *
 *     postern-crash 1
 *     signal SIGSEGV
 *     time 1763900000
 *     build 4b1f…
 *     version 1.2.0
 *     thread loop
 *     address 0x0
 *     call 0x65                 only for SIGSYS
 *     at 0x1a2b3
 *     …
 *
 * It contains no memory of the process, which has keys, PINs and templates; nor is there a core file: the sandbox
 * prevents it. */
#ifndef POSTERN_APP_CRASH_H
#define POSTERN_APP_CRASH_H

#include <stdint.h>

/* Handles fatal signals: SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, and SIGSYS, raised by a forbidden system call
 * (app/confine_filter.h; the report has its number). They still end the process. `build` and `version` must live as
 * long as the process. The calling thread gets an alternate stack; a stack overflow in other threads leaves no report.
 * Does nothing in a build with a sanitizer, which has its own handlers. */
void crash_catch(const char *state_dir, const char *build, const char *version);

/* Sets the current time, milliseconds since 1970 UTC, which a handler cannot read; the report has the time that has passed since
 * added. Call it now and then, and after the clock was set; any thread. */
void crash_set_time(int64_t utc_ms);

#endif
