#include "hal/linux/linux_wear.h"

#include <stdlib.h>

#include "hal/health.h"

#define TENTHS_MAX 10 /* the last tenth begins; a value above means beyond the lifetime */

int linux_wear_read(const char *text, unsigned *ret_percent) {
    unsigned long worst = 0;
    for (unsigned i = 0; i < 2; i++) {
        char *end = NULL;
        unsigned long tenths = strtoul(text, &end, 16);
        if (end == text || tenths > TENTHS_MAX + 1) {
            return E_OFFLINE;
        }
        worst = tenths > worst ? tenths : worst;
        text = end;
    }
    *ret_percent = worst > TENTHS_MAX ? HAL_WEAR_BEYOND : (unsigned)worst * 10;
    return worst == 0 ? E_OFFLINE : 0; /* 0 is "not defined" */
}
