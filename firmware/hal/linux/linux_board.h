/* Hardware of the board, from the file of --board: lines `key = value`. A device that it does not name is not
 * installed: without a file the daemon touches nothing of the machine it runs on. Keys (docs/porting.md): ethernet,
 * resolv-conf, dhcp, dhcp-hook, rtc, watchdog, restart, text-display, wear. */
#ifndef POSTERN_HAL_LINUX_BOARD_H
#define POSTERN_HAL_LINUX_BOARD_H

#include <net/if.h>
#include <stddef.h>

#include "util/err.h"

#define LINUX_PATH_MAX 256 /* bytes of a path in the file, with the NUL */

/* "" if the board does not have it. */
struct linux_board {
    char ethernet[IF_NAMESIZE]; /* name of the interface */
    char resolv_conf[LINUX_PATH_MAX]; /* file for the name servers in use */
    char dhcp[LINUX_PATH_MAX]; /* path of busybox udhcpc */
    char dhcp_hook[LINUX_PATH_MAX]; /* postern-dhcp, which udhcpc starts */
    char rtc[LINUX_PATH_MAX]; /* device of the real-time clock */
    char watchdog[LINUX_PATH_MAX]; /* device */
    char restart[LINUX_PATH_MAX]; /* FIFO on which init accepts commands */
    char text_display[LINUX_PATH_MAX]; /* TTY that shows the idle screen */
    char wear[LINUX_PATH_MAX]; /* life_time of the eMMC in sysfs */
};

/* Parses the text of a file. Returns 0, or the error of key_lines_read() with the number of the line. */
_must_check_ int linux_board_parse(const char *text, size_t len, struct linux_board *ret_board, unsigned *ret_line);

/* Reads the file; NULL: no file, nothing is installed. Returns 0, E_IO, or E_FORMAT for an invalid line, which is
 * logged. */
_must_check_ int linux_board_read(const char *path, struct linux_board *ret_board);

#endif
