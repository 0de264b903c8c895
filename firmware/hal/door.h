/* What is wired at the door: the relay of its lock, a bell, contacts, the 12 V output, and the Wiegand line in both
 * directions. Ops may be called from any thread, return at once and copy what they are given. That a contact changed,
 * or a frame came in, is told by the event HAL_INPUT_CONTACTS of hal/input.h; contacts are told as they are on the wire,
 * they bounce.
 *
 * Lock, bell and 12 V are off when the driver is opened, and fall off by themselves when the process that opened it ends, however
 * it ends: nothing holds them but the process. */
#ifndef POSTERN_HAL_DOOR_H
#define POSTERN_HAL_DOOR_H

#include <stdbool.h>

#include "hal/wiegand.h"

/* Which output. */
enum hal_door_output {
    HAL_DOOR_RELAY, /* the lock, or a bell: what AccessControl says */
    HAL_DOOR_BELL, /* the sounder of alarms */
    HAL_DOOR_SUPPLY, /* 12 V for what is wired to the terminal */
    HAL_DOOR_OUTPUTS
};

/* Everything as it is on the wire now. Without `online` the rest is as it was read last. */
struct hal_door_contacts {
    bool online; /* the driver answers */
    bool relay; /* the relay is on, read back from its contact and not from what it was told */
    bool sensor; /* the contact at the door is closed; what that says of the door is a setting */
    bool button; /* the exit button is pressed */
    bool tamper; /* the case is open */
    bool fire; /* the fire input is active */
    bool supply; /* there are 12 V at the output */
};

struct hal_door {
    void *ctx; /* of the backend; handed to every op */

    /* Switches an output. 0 or E_OFFLINE. */
    int (*output)(void *ctx, enum hal_door_output output, bool on);

    /* Reads everything. Cannot fail. */
    void (*read)(void *ctx, struct hal_door_contacts *ret_contacts);

    /* Sends a frame of 1 to WIEGAND_BITS_MAX bits on the Wiegand line; it goes on in its own time. 0; E_OFFLINE; E_BUSY
     * while another goes out. */
    int (*send)(void *ctx, const struct wiegand_frame *frame);

    /* Takes the next frame that came in, with what parity it has: at most 8 are kept, more are lost. 0, or E_NOTFOUND
     * when there is none. */
    int (*receive)(void *ctx, struct wiegand_frame *ret_frame);
};

#endif
