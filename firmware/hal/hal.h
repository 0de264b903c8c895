/* All devices of the terminal in one bundle. The backends are chosen when the daemon is linked: exactly one folder
 * beside this file (sim/, linux/) is linked and defines the functions below. Ops never call back into core, allocate
 * nothing after hal_new() and are bounded in time.
 *
 * A device that the board does not have: commands fail with E_NOT_FITTED, in addition to the errors in each header;
 * output for people does nothing and returns 0; reading a state returns an inactive one. It is not listed by
 * hal_health's drivers(). hal_capacity_limits.devices is the only list of existing devices. */
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
    struct hal_notify notify; /* notification of changes */
    struct hal_net net; /* interfaces, names, probes */
    struct hal_wifi wifi; /* radio */
    struct hal_sound sound; /* loudspeaker */
    struct hal_camera camera; /* light of the camera */
    struct hal_biometric finger, face, iris; /* modules that recognize people */
    struct hal_health health; /* temperature, self-tests */
    struct hal_bluetooth bluetooth; /* radio: phones, locks */
    struct hal_wiegand_bus wiegand_bus; /* readers and locks on the Wiegand bus */
    struct hal_printer printer; /* receipt printer */
    struct hal_door door; /* relay, contacts, Wiegand line */
    struct hal_watchdog watchdog; /* restarts a machine that hangs */
};

/* Command line options for devices. */
struct hal_options {
    const char *bench; /* path of the bench socket; NULL: none. Only where hal_has_bench() */
    /* devices that the model lacks, words of enum device separated by commas; NULL: none. Only where hal_has_bench() */
    const char *without;
    const char *board; /* board description file; NULL: none. Only where not hal_has_bench() */
    bool bare; /* only network, clock, watchdog and restart, if devices can be opened individually */
};

/* Returns whether the linked backends are the simulated ones with a bench socket. */
bool hal_has_bench(void);

/* Opens all devices and starts their threads. Returns 0 with *ret_hal, which hal_free() ends; E_NOMEM; E_IO: a device
 * or the bench socket cannot be opened; E_INVAL: path of the socket too long, or unknown device; E_FORMAT: invalid
 * board file, whose line is logged. */
_must_check_ int hal_new(const struct hal_options *options, struct hal **ret_hal);

/* Ends the threads, closes the devices and frees `hal`; no op may be running. Accepts NULL. */
void hal_free(struct hal *hal);

#endif
