/* What postern-dhcp, which udhcpc starts at each event, says to the daemon: one line, written at once to the descriptor
 * LINUX_HOOK_FD, which both have inherited. The event ("bound"), then what came with it, each after a tab: ip, subnet,
 * router and dns (addresses with blanks between them), lease (seconds), as `name=value`. */
#ifndef POSTERN_HAL_LINUX_HOOK_H
#define POSTERN_HAL_LINUX_HOOK_H

#define LINUX_HOOK_FD 9 /* udhcpc takes 3 and 4 for itself */
#define LINUX_HOOK_LINE_MAX 512 /* bytes of a line, with its end: less than PIPE_BUF, so that it comes in one piece */

#endif
