/* What a line of postern-dhcp (linux_hook.h) means. It comes from whoever answers in the network: nothing of it is
 * trusted. Pure. */
#ifndef POSTERN_HAL_LINUX_LEASE_H
#define POSTERN_HAL_LINUX_LEASE_H

#include <stdint.h>

#include "util/err.h"

#define LINUX_LEASE_MAX_S INT64_C(31536000) /* longest lease that is believed: a year */

enum linux_lease_event {
    LINUX_LEASE_NOTHING, /* an event of no meaning here */
    LINUX_LEASE_GONE, /* there is no lease, or not any more */
    LINUX_LEASE_BOUND, /* a new one, or one that was renewed: `lease` */
    LINUX_LEASE_BAD, /* one that cannot be used */
    LINUX_LEASE_SILENT, /* no server answers; udhcpc goes on asking */
};

struct linux_lease {
    uint32_t address, mask, gateway, dns[2]; /* gateway and dns 0: none */
    int64_t seconds; /* that it lasts */
};

/* Reads a line without its end, which is changed. `ret_lease` is set with LINUX_LEASE_BOUND alone. */
enum linux_lease_event linux_lease_read(char *line, struct linux_lease *ret_lease);

#endif
