/* How worn the flash memory of an eMMC is, as JEDEC 84-B51 has it in DEVICE_LIFE_TIME_EST_TYP_A and _B and the kernel in
 * sysfs: "0x01 0x02", each a tenth of its life. Pure. */
#ifndef POSTERN_HAL_LINUX_WEAR_H
#define POSTERN_HAL_LINUX_WEAR_H

#include "util/err.h"

/* Reads the worse of both: hal/health.h. E_OFFLINE: it tells nothing. */
_must_check_ int linux_wear_read(const char *text, unsigned *ret_percent);

#endif
