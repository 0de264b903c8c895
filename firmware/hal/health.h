/* Health of the machine: temperature, wear, and a self-test of every driver. */
#ifndef POSTERN_HAL_HEALTH_H
#define POSTERN_HAL_HEALTH_H

#include <stdbool.h>
#include <stddef.h>

#define HAL_DRIVERS_MAX 24
#define HAL_WEAR_BEYOND 101 /* beyond its estimated lifetime */

/* Result of a driver's self-test. */
struct hal_driver {
    const char *name; /* of the device, "display"; static */
    bool answers; /* false: the device does not respond, or reports a defect */
};

struct hal_health {
    void *ctx; /* of the backend; passed to every op */

    /* Reads the temperature of the board in tenths of a degree Celsius. Returns 0, or E_OFFLINE if the sensor does not
     * respond. Any thread, does not block. */
    int (*temperature)(void *ctx, int *ret_tenths);

    /* Reads the used lifetime of the flash memory, as estimated by its manufacturer, in percent: 0 to 100;
     * HAL_WEAR_BEYOND above that. Returns 0, or E_OFFLINE if it is unknown. Any thread, does not block. */
    int (*wear)(void *ctx, unsigned *ret_percent);

    /* Reads the last known state of every installed device, without starting any. Writes at most HAL_DRIVERS_MAX rows
     * in a fixed order and returns their number. Any thread, does not block. */
    size_t (*drivers)(void *ctx, struct hal_driver ret_drivers[HAL_DRIVERS_MAX]);
};

#endif
