/* Why the terminal does not start, for its recovery: the file `failed` of the state folder, written by a start that came to
 * nothing, and the report of a crash (app/crash.h). Both may be missing. */
#ifndef POSTERN_APP_FAILURE_H
#define POSTERN_APP_FAILURE_H

#include <stdint.h>

#include "app/exit_codes.h"

/* Notes how a start or a run ended; one in order is not noted. What cannot be written is not told later, and no more. */
void failure_note(const char *state_dir, enum exit_code code);

/* A word, for /up: "newer" (the data is a newer firmware's), "state" (what is kept is damaged, or cannot be used), "device" (a
 * device cannot be opened), "crash" (the last hour has a report of one), or "start" (nothing is known). Static. `now_s` is since
 * 1970 UTC. */
const char *failure_reason(const char *state_dir, int64_t now_s);

/* The terminal has started: what was noted is the past. */
void failure_forget(const char *state_dir);

#endif
