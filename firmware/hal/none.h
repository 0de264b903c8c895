/* Devices that are not installed: their ops behave as hal/hal.h says. For the backends. */
#ifndef POSTERN_HAL_NONE_H
#define POSTERN_HAL_NONE_H

#include <stdint.h>

struct hal;

/* Sets the ops for each missing device of `devices` (bits 1U << enum device). Reader, keypad and thermometer have no
 * ops of their own: their data comes with hal/input.h. The network is missing if both interfaces are. */
void hal_none_bind(struct hal *hal, uint32_t devices);

#endif
