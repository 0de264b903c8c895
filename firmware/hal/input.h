/* What comes in at the terminal: cards at the reader, PINs typed on the keypad. One thread (the terminal) waits. */
#ifndef POSTERN_HAL_INPUT_H
#define POSTERN_HAL_INPUT_H

#include <stdint.h>

#include "hal/display.h"

#define HAL_INPUT_DIGITS_MAX 16 /* digits of a PIN the keypad takes */

struct hal_input_event {
    enum hal_credential_kind kind;         /* which member of the two below is set */
    uint64_t card;                         /* number of the card, above 0 */
    char digits[HAL_INPUT_DIGITS_MAX + 1]; /* PIN as typed: '0' to '9' only, at least one */
    int64_t time_ms;                       /* calendar time it came in, in milliseconds since 1970 UTC */
};

struct hal_input {
    void *ctx; /* of the backend; handed to every op */

    /* Waits for the next event, at most `timeout_ms` (0: only looks). Returns 0 with *ret_event, E_TIMEOUT if none
     * came, or E_CANCELLED after wake(). Events that come while nobody waits are kept, 32 of them; then the device
     * refuses more. */
    int (*wait)(void *ctx, int timeout_ms, struct hal_input_event *ret_event);

    /* Ends a wait that is under way, or else the next one. Any thread, also from a signal-handling one. */
    void (*wake)(void *ctx);
};

#endif
