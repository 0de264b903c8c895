/* All devices of the terminal in one bundle. Which backends stand behind it is decided when the daemon is linked:
 * exactly one folder beside this file (sim/, linux/) is part of it and defines the functions below. Ops never
 * call back into core, allocate nothing after hal_new() and are bounded in time.
 *
 * A device that the board has not: what it is asked to do is refused with E_NOT_FITTED, besides what each header says; what
 * shows or plays something does nothing and returns 0; what reads a state reads one in which nothing is or happens. It
 * is no row of hal_health's drivers(). Which devices there are is hal_capacity_limits.devices, and nothing else. */
#ifndef POSTERN_HAL_HAL_H
#define POSTERN_HAL_HAL_H

#include <stdbool.h>

#include "hal/biometric.h"
#include "hal/bluetooth.h"
#include "hal/camera.h"
#include "hal/capacity.h"
#include "hal/clock.h"
#include "hal/display.h"
#include "hal/door.h"
#include "hal/entropy.h"
#include "hal/health.h"
#include "hal/input.h"
#include "hal/net.h"
#include "hal/notify.h"
#include "hal/printer.h"
#include "hal/restart.h"
#include "hal/sound.h"
#include "hal/watchdog.h"
#include "hal/wiegand_bus.h"
#include "hal/wifi.h"
#include "util/err.h"

struct hal {
    struct hal_clock clock; /* calendar and monotonic time */
    struct hal_entropy entropy; /* randomness */
    struct hal_display display; /* screen */
    struct hal_capacity capacity; /* limits and modules of the model */
    struct hal_restart restart; /* restart of the machine */
    struct hal_input input; /* reader and keypad */
    struct hal_notify notify; /* word of changes */
    struct hal_net net; /* interfaces, names, probes */
    struct hal_wifi wifi; /* radio */
    struct hal_sound sound; /* loudspeaker */
    struct hal_camera camera; /* light of the camera */
    struct hal_biometric finger, face, iris; /* modules that recognise people */
    struct hal_health health; /* temperature, self-tests */
    struct hal_bluetooth bluetooth; /* radio: phones, locks */
    struct hal_wiegand_bus wiegand_bus; /* readers and locks on the Wiegand bus */
    struct hal_printer printer; /* slip printer */
    struct hal_door door; /* relay, contacts, Wiegand line */
    struct hal_watchdog watchdog; /* restarts a machine that hangs */
};

/* Choices of the command line that concern devices. */
struct hal_options {
    const char *bench; /* path of the bench socket; NULL for none. Only where hal_has_bench() */
    const char *without; /* devices that the model lacks, words of enum device with commas between; NULL for none of
                          * them. Only where hal_has_bench() */
    const char *board; /* file that says what the board has; NULL for none. Only where not hal_has_bench() */
    bool bare; /* network, clock, watchdog and restart alone, where devices are opened one by one */
};

/* True when the linked backends are the simulated ones and take a bench socket. */
bool hal_has_bench(void);

/* Opens all devices and starts what threads they need. Returns 0 with *ret_hal, to be ended with hal_free(), or
 * E_NOMEM, E_IO (a device or the bench socket cannot be opened), E_INVAL (path of the socket too
 * long, or no such module), or E_FORMAT (the file of the board, of which the log has the line). */
_must_check_ int hal_new(const struct hal_options *options, struct hal **ret_hal);

/* Ends the threads, closes the devices and frees `hal`; no op may be under way. Takes NULL. */
void hal_free(struct hal *hal);

#endif
