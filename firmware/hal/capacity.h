/* Capacity of this model and its devices. Known at start and constant afterwards. */
#ifndef POSTERN_HAL_CAPACITY_H
#define POSTERN_HAL_CAPACITY_H

#include <stdint.h>

#include "values.h"

#define HAL_DEVICES_ALL ((UINT32_C(1) << DEVICE_COUNT) - 1)

struct hal_capacity_limits {
    uint32_t users;   /* users the terminal can hold */
    uint32_t fingers; /* finger templates; 0 without that module */
    uint32_t faces;   /* face templates; 0 without that module */
    uint32_t irises;  /* iris templates; 0 without that module */
    uint32_t records; /* attendance records */
    uint32_t devices; /* installed devices: bits 1U << enum device. hal/hal.h says how the others behave */
};

struct hal_capacity {
    void *ctx; /* of the backend; passed to every op */

    /* Writes the limits of the model to *ret_limits. Any thread, does not block, cannot fail. */
    void (*read)(void *ctx, struct hal_capacity_limits *ret_limits);
};

#endif
