/* The wiring of the door: the relay of its lock, a bell, contacts, the 12 V output, and the Wiegand line in both
 * directions. Ops may be called from any thread, return at once and copy their arguments. The event HAL_INPUT_CONTACTS
 * of hal/input.h reports that a contact changed or a frame arrived; contacts are raw and bounce.
 *
 * Lock, bell and 12 V are off when the driver is opened, and switch off when the process that opened it ends, however
 * it ends. */
#ifndef POSTERN_HAL_DOOR_H
#define POSTERN_HAL_DOOR_H

#include <stdbool.h>

#include "hal/wiegand.h"

/* Outputs. */
enum hal_door_output {
    HAL_DOOR_RELAY, /* the lock, or a bell: see AccessControl */
    HAL_DOOR_BELL, /* the alarm sounder */
    HAL_DOOR_SUPPLY, /* 12 V for wired devices */
    HAL_DOOR_OUTPUTS
};

/* Current state of the wires. If not `online`, the rest is as last read. */
struct hal_door_contacts {
    bool online; /* the driver responds */
    bool relay; /* the relay is on, read back from its contact */
    bool sensor; /* the door contact is closed; a setting says what that means */
    bool button; /* the exit button is pressed */
    bool tamper; /* the case is open */
    bool fire; /* the fire input is active */
    bool supply; /* 12 V are present at the output */
};

struct hal_door {
    void *ctx; /* of the backend; passed to every op */

    /* Switches an output. 0 or E_OFFLINE. */
    int (*output)(void *ctx, enum hal_door_output output, bool on);

    /* Reads everything. Cannot fail. */
    void (*read)(void *ctx, struct hal_door_contacts *ret_contacts);

    /* Starts sending a frame of 1 to WIEGAND_BITS_MAX bits on the Wiegand line. 0; E_OFFLINE; E_BUSY while another is
     * being sent. */
    int (*send)(void *ctx, const struct wiegand_frame *frame);

    /* Takes the next received frame, with its parity unchecked: at most 8 are queued, more are lost. 0, or E_NOTFOUND
     * when there is none. */
    int (*receive)(void *ctx, struct wiegand_frame *ret_frame);
};

#endif
