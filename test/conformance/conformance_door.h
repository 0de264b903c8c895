/* What hal/door.h promises, tried on a driver whose wires somebody can reach. A back end passes when every function here does;
 * docs/porting.md tells how a board's driver is run through them. Unity's assertions are the result. */
#ifndef POSTERN_CONFORMANCE_DOOR_H
#define POSTERN_CONFORMANCE_DOOR_H

#include <stdbool.h>

#include "hal/door.h"
#include "hal/input.h"

/* What the test can do to the wires. */
enum conformance_wire {
    CONFORMANCE_SENSOR, /* its contact is closed */
    CONFORMANCE_BUTTON,
    CONFORMANCE_TAMPER,
    CONFORMANCE_FIRE,
    CONFORMANCE_WIRES
};

/* How the test reaches the wires: a simulator's commands, a relay board, or a person with a list. */
struct conformance_door {
    void *ctx;
    const struct hal_door *door;
    const struct hal_input *input; /* where it says that something changed */
    void (*wire)(void *ctx, enum conformance_wire wire, bool on); /* a button that is let go (off) may take 500 ms */
    void (*supply)(void *ctx, bool on); /* cuts the 12 V, or puts them back */
    void (*frame)(void *ctx, const struct wiegand_frame *frame); /* a reader on the line sends this */
    bool (*relay)(void *ctx); /* whether the relay's contact is closed, measured at the contact */
    void (*sent)(void *ctx, struct wiegand_frame *ret_frame); /* the last frame on the line, as a panel reads it */
    void (*advance)(void *ctx, int ms); /* lets time pass, for the driver too */
    void (*connect)(void *ctx, bool on); /* takes the driver's device away, or brings it back */
};

/* Each needs a driver that was just opened for the first, and leaves outputs off, wires at rest, and the device there. */
void conformance_door_begins_switched_off(const struct conformance_door *world);
void conformance_door_switches(const struct conformance_door *world);
void conformance_door_reads_each_wire(const struct conformance_door *world);
void conformance_door_sends_frames(const struct conformance_door *world);
void conformance_door_keeps_frames(const struct conformance_door *world);
void conformance_door_goes_away(const struct conformance_door *world);

/* All of them, in this order. */
void conformance_door(const struct conformance_door *world);

#endif
