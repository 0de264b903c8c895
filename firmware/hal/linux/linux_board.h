/* What the board has, as the file of --board says it: lines `key = value`. What it does not name is not fitted: without a
 * file the daemon touches nothing of the machine it runs on. Keys (docs/porting.md): ethernet, resolv-conf, dhcp,
 * dhcp-hook, rtc, watchdog, restart, text-display, wear. */
#ifndef POSTERN_HAL_LINUX_BOARD_H
#define POSTERN_HAL_LINUX_BOARD_H

#include <net/if.h>
#include <stddef.h>

#include "util/err.h"

#define LINUX_PATH_MAX 256 /* bytes of a path in the file, with the NUL */

/* "" where the board has none. */
struct linux_board {
    char ethernet[IF_NAMESIZE]; /* name of the interface */
    char resolv_conf[LINUX_PATH_MAX]; /* file that the name servers in use are written to */
    char dhcp[LINUX_PATH_MAX]; /* udhcpc of busybox */
    char dhcp_hook[LINUX_PATH_MAX]; /* postern-dhcp, which udhcpc starts */
    char rtc[LINUX_PATH_MAX]; /* device of the clock that runs without power */
    char watchdog[LINUX_PATH_MAX]; /* device */
    char restart[LINUX_PATH_MAX]; /* FIFO on which the init system takes words */
    char text_display[LINUX_PATH_MAX]; /* terminal that the idle screen is written to */
    char wear[LINUX_PATH_MAX]; /* life_time of the eMMC in sysfs */
};

/* Applies the text of a file. Returns 0, or what key_lines_read() says with the number of the line. */
_must_check_ int linux_board_parse(const char *text, size_t len, struct linux_board *ret_board, unsigned *ret_line);

/* Reads the file; NULL: there is none, and nothing is fitted. Returns 0, E_IO, or E_FORMAT for a wrong
 * line, which the log has. */
_must_check_ int linux_board_read(const char *path, struct linux_board *ret_board);

#endif
