/* udhcpc as a child: started without a shell, ended with whoever started it, its events read from the pipe of
 * linux_hook.h. It never touches addresses or routes. All of it belongs to one thread, the one that starts it: when that
 * ends the child is ended by the kernel. */
#ifndef POSTERN_HAL_LINUX_DHCP_H
#define POSTERN_HAL_LINUX_DHCP_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "hal/linux/linux_board.h"
#include "hal/linux/linux_hook.h"
#include "hal/linux/linux_lease.h"

struct linux_dhcp {
    pid_t pid; /* 0: there is no child */
    int ended_fd; /* readable once it has ended; -1 without one */
    int lines_fd; /* its events; -1 */
    char line[LINUX_HOOK_LINE_MAX];
    size_t len; /* of what came of the next line */
    bool is_skipping; /* until the end of a line that was too long */
};

void linux_dhcp_init(struct linux_dhcp *dhcp);

/* Starts it on the board's interface; one that runs is ended. E_IO: it cannot be started. */
_must_check_ int linux_dhcp_start(struct linux_dhcp *dhcp, const struct linux_board *board);

/* Ends it at once; what it was about to say is lost. Does nothing without one. */
void linux_dhcp_stop(struct linux_dhcp *dhcp);

/* The next event, if one came. Does not wait. */
bool linux_dhcp_next(struct linux_dhcp *dhcp, enum linux_lease_event *ret_event, struct linux_lease *ret_lease);

/* True if it has ended by itself. Does not wait. */
bool linux_dhcp_has_ended(const struct linux_dhcp *dhcp);

#endif
