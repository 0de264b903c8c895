/* What this model can hold and which devices it has. Known at start and constant afterwards. */
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
    uint32_t devices; /* that are installed: bits 1U << enum device. The others are as hal/hal.h says */
};

struct hal_capacity {
    void *ctx; /* of the backend; handed to every op */

    /* Writes the limits of the model to *ret_limits. Any thread, does not block, cannot fail. */
    void (*read)(void *ctx, struct hal_capacity_limits *ret_limits);
};

#endif
