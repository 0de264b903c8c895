/* How the machine is: temperature, wear, and a self-test of every driver. */
#ifndef POSTERN_HAL_HEALTH_H
#define POSTERN_HAL_HEALTH_H

#include <stdbool.h>
#include <stddef.h>

#define HAL_DRIVERS_MAX 24
#define HAL_WEAR_BEYOND 101 /* it has lived longer than it was made for */

/* What a driver's self-test said. */
struct hal_driver {
    const char *name; /* of the device, "display"; static */
    bool answers;     /* false: the device does not answer, or says that it is broken */
};

struct hal_health {
    void *ctx; /* of the backend; handed to every op */

    /* Writes the temperature of the board in tenths of a degree Celsius. Returns 0, or E_OFFLINE if the sensor does not
     * answer. Any thread, does not block. */
    int (*temperature)(void *ctx, int *ret_tenths);

    /* Writes how much of its life the flash memory of the storage has behind it, as its maker reckons, in percent: 0 to 100;
     * above that HAL_WEAR_BEYOND. Returns 0, or E_OFFLINE if it does not tell. Any thread, does not block. */
    int (*wear)(void *ctx, unsigned *ret_percent);

    /* Asks every device that is fitted whether it works, as last known: no device is started for it. Writes at most
     * HAL_DRIVERS_MAX rows in a fixed order and returns how many. Any thread, does not block. */
    size_t (*drivers)(void *ctx, struct hal_driver ret_drivers[HAL_DRIVERS_MAX]);
};

#endif
