/* What this model can hold and which modules it has. Known at start and constant afterwards. */
#ifndef POSTERN_HAL_CAPACITY_H
#define POSTERN_HAL_CAPACITY_H

#include <stdbool.h>
#include <stdint.h>

struct hal_capacity_limits {
    uint32_t users;   /* users the terminal can hold */
    uint32_t fingers; /* finger templates; 0 without that module */
    uint32_t faces;   /* face templates; 0 without that module */
    uint32_t irises;  /* iris templates; 0 without that module */
    uint32_t records; /* attendance records */
    bool has_finger;  /* finger module fitted */
    bool has_face;    /* face module fitted */
    bool has_iris;    /* iris module fitted */
    bool has_door;    /* relay, contacts and Wiegand line of hal/door.h fitted */
};

struct hal_capacity {
    void *ctx; /* of the backend; handed to every op */

    /* Writes the limits of the model to *ret_limits. Any thread, does not block, cannot fail. */
    void (*read)(void *ctx, struct hal_capacity_limits *ret_limits);
};

#endif
