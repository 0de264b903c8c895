/* The bus of the Wiegand devices: readers and locks that are paired with the terminal. Ops may be called from any
 * thread and return at once. */
#ifndef POSTERN_HAL_WIEGAND_BUS_H
#define POSTERN_HAL_WIEGAND_BUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/link_device.h"

#define HAL_WIEGAND_ANSWERS_MAX 8 /* answers to one call that are stored */

/* A device that answered a call. */
struct hal_wiegand_answer {
    struct hal_link_device device;
    bool accepts; /* it accepts pairing; false: it is paired elsewhere */
};

struct hal_wiegand_bus {
    void *ctx; /* of the backend; passed to every op */

    /* Calls devices in pairing mode, until cancel(); discards earlier answers. Returns 0, or E_OFFLINE if the bus does
     * not respond. */
    int (*call)(void *ctx);

    /* Ends the call. Does nothing when there is none. */
    void (*cancel)(void *ctx);

    /* Reads the answers since call() in order of arrival, at most `max`, and returns their number. */
    size_t (*answers)(void *ctx, struct hal_wiegand_answer *ret_answers, size_t max);
};

#endif
