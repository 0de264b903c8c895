/* How devices on a simulated link are written in commands and states. */
#ifndef POSTERN_HAL_SIM_SIM_LINK_DEVICE_H
#define POSTERN_HAL_SIM_SIM_LINK_DEVICE_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "hal/link_device.h"

/* True for AA:BB:CC:DD:EE:FF in capital letters. NULL is none. */
bool sim_is_mac(const char *text);

/* The member `name`, a whole number from `min` to `max`; `fallback` if it is missing. Returns false when it is
 * something else. */
bool sim_number(const cJSON *args, const char *name, long min, long max, long fallback, long *ret_number);

/* Reads {"mac":…,"model":…,"machine":…,"route1":…,"route2":…}, all but the first optional. Returns NULL, or the static
 * text of the refusal. */
const char *sim_link_device_read(const cJSON *args, struct hal_link_device *ret_device);

#endif
