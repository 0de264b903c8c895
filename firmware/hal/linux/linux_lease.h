/* Parses a line of postern-dhcp (linux_hook.h). Its content comes from the network and is not trusted. Pure. */
#ifndef POSTERN_HAL_LINUX_LEASE_H
#define POSTERN_HAL_LINUX_LEASE_H

#include <stdint.h>

#include "util/err.h"

#define LINUX_LEASE_MAX_S INT64_C(31536000) /* longest accepted lease: a year */

enum linux_lease_event {
    LINUX_LEASE_NOTHING, /* an irrelevant event */
    LINUX_LEASE_GONE, /* no lease, or no longer */
    LINUX_LEASE_BOUND, /* a new or renewed lease: `lease` */
    LINUX_LEASE_BAD, /* an unusable lease */
    LINUX_LEASE_SILENT, /* no server answers; udhcpc keeps trying */
};

struct linux_lease {
    uint32_t address, mask, gateway, dns[2]; /* gateway and dns 0: none */
    int64_t seconds; /* duration */
};

/* Parses a line without its end; modifies it. `ret_lease` is set only with LINUX_LEASE_BOUND. */
enum linux_lease_event linux_lease_read(char *line, struct linux_lease *ret_lease);

#endif
