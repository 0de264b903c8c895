/* Wear of an eMMC, from DEVICE_LIFE_TIME_EST_TYP_A and _B of JEDEC 84-B51, as the kernel shows them in sysfs: "0x01
 * 0x02", in tenths of the lifetime. Pure. */
#ifndef POSTERN_HAL_LINUX_WEAR_H
#define POSTERN_HAL_LINUX_WEAR_H

#include "util/err.h"

/* Reads the worse of both: hal/health.h. E_OFFLINE: unknown. */
_must_check_ int linux_wear_read(const char *text, unsigned *ret_percent);

#endif
