/* Messages of postern-dhcp, which udhcpc starts at each event, to the daemon: one line in one write to the descriptor
 * LINUX_HOOK_FD, which both have inherited. The event ("bound"), then its values, each after a tab: ip, subnet, router
 * and dns (addresses separated by blanks), lease (seconds), as `name=value`. */
#ifndef POSTERN_HAL_LINUX_HOOK_H
#define POSTERN_HAL_LINUX_HOOK_H

#define LINUX_HOOK_FD 9 /* udhcpc uses 3 and 4 itself */
#define LINUX_HOOK_LINE_MAX 512 /* bytes of a line, with its end: less than PIPE_BUF, so that the write is atomic */

#endif
