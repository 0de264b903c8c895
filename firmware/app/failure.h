/* Why the terminal does not start, for recovery mode: the file `failed` of the state folder, written by a failed start,
 * and the crash report (app/crash.h). Both may be missing. */
#ifndef POSTERN_APP_FAILURE_H
#define POSTERN_APP_FAILURE_H

#include <stdint.h>

#include "app/exit_codes.h"

/* Records how a start or a run ended; a clean end is not recorded. If it cannot be written, the reason is just unknown
 * later. */
void failure_note(const char *state_dir, enum exit_code code);

/* Returns a word for /up: "newer" (the data is from a newer firmware), "state" (stored data is damaged or unusable),
 * "device" (a device cannot be opened), "tpm" (the board's TPM, which has the key of the encrypted data, does not
 * respond), "tpm-other" (it responds but does not release the key), "key" (both copies of the sealed key are damaged),
 * "crash" (crash report within the last hour), or "start" (unknown). Static. `now_s` is since 1970 UTC. */
const char *failure_reason(const char *state_dir, int64_t now_s);

/* The terminal has started: deletes the recorded failure. */
void failure_forget(const char *state_dir);

#endif
