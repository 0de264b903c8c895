/* Devices on a simulated link in commands and states. */
#ifndef POSTERN_HAL_SIM_SIM_LINK_DEVICE_H
#define POSTERN_HAL_SIM_SIM_LINK_DEVICE_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "hal/link_device.h"

/* Returns whether the text is AA:BB:CC:DD:EE:FF in upper case. Accepts NULL. */
bool sim_is_mac(const char *text);

/* Reads the member `name`, an integer from `min` to `max`; `fallback` if it is missing. Returns false for anything
 * else. */
bool sim_number(const cJSON *args, const char *name, long min, long max, long fallback, long *ret_number);

/* Parses {"mac":…,"model":…,"machine":…,"route1":…,"route2":…}, all but the first optional. Returns NULL, or a static
 * error text. */
const char *sim_link_device_read(const cJSON *args, struct hal_link_device *ret_device);

#endif
