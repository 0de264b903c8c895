/* udhcpc as a child process: started without a shell, killed with its parent; its events arrive through the pipe of
 * linux_hook.h. It never changes addresses or routes. All calls belong to the thread that starts it: the kernel kills
 * the child when that thread ends. */
#ifndef POSTERN_HAL_LINUX_DHCP_H
#define POSTERN_HAL_LINUX_DHCP_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "hal/linux/linux_board.h"
#include "hal/linux/linux_hook.h"
#include "hal/linux/linux_lease.h"

struct linux_dhcp {
    pid_t pid; /* 0: no child */
    int ended_fd; /* readable once it has ended; -1 without one */
    int lines_fd; /* pipe with its events; -1 */
    char line[LINUX_HOOK_LINE_MAX];
    size_t len; /* bytes received of the next line */
    bool is_skipping; /* until the end of an overlong line */
};

void linux_dhcp_init(struct linux_dhcp *dhcp);

/* Starts it on the board's interface; ends a running one. E_IO: it cannot be started. */
_must_check_ int linux_dhcp_start(struct linux_dhcp *dhcp, const struct linux_board *board);

/* Ends it at once; pending events are lost. Does nothing without a child. */
void linux_dhcp_stop(struct linux_dhcp *dhcp);

/* Reads the next event, if any. Does not wait. */
bool linux_dhcp_next(struct linux_dhcp *dhcp, enum linux_lease_event *ret_event, struct linux_lease *ret_lease);

/* Returns whether it has ended by itself. Does not wait. */
bool linux_dhcp_has_ended(const struct linux_dhcp *dhcp);

#endif
