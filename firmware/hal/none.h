/* Devices that are not installed: their ops answer as hal/hal.h says. For the backends. */
#ifndef POSTERN_HAL_NONE_H
#define POSTERN_HAL_NONE_H

#include <stdint.h>

struct hal;

/* Gives `hal` the ops of missing devices for each of `devices` (bits 1U << enum device). A reader, keypad or thermometer has no
 * ops: what it reads comes with hal/input.h. The network is missing where both of its interfaces are. */
void hal_none_bind(struct hal *hal, uint32_t devices);

#endif
