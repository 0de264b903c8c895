/* The two slots of the machine, and the boot environment that says which one starts: one sector that both the boot
 * loader and this process write. Reads the system folder (--system), created before the daemon starts:
 *
 *   fw_env.config  location of the sector, as for libubootenv's tools: "PATH 0x0 0x200"; a path without a leading / is
 *                  relative to the file. Anything but one environment of 512 bytes is rejected
 *   slot           "A" or "B": the running slot
 *   board          ID of the board
 *   slots          the devices, or files, of slot A and slot B, one per line: absolute paths without spaces. A bundle
 *                  that writes anywhere else is rejected
 *   roots.pem      roots for bundle signatures, one or two
 *   run/           sockets of SWUpdate (update/installer.h)
 *
 * The sector has U-Boot's format: CRC-32 in four bytes, little endian, and texts NAME=VALUE, each with a NUL. It is
 * written here and not by libubootenv, which takes a lock in /var/lock whatever folder it is given, and does not report
 * a failed fsync(); here one synced write of one sector changes all variables, and its errors are reported: after a
 * power cut the sector is the old one or the new one.
 *
 * Variables: BOOT_ORDER ("A B"), BOOT_A_LEFT and BOOT_B_LEFT (tries, 0 to 3), FLOOR (decimal). The boot loader selects
 * the first slot of the order with tries left, decrements them, and starts it. Other variables stay unchanged.
 *
 * Functions may be called from any thread, and wait for the disk: not on the loop. */
#ifndef POSTERN_UPDATE_SLOTS_H
#define POSTERN_UPDATE_SLOTS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/cleanup.h"
#include "util/err.h"

#define SLOTS_TRIES 3 /* of a confirmed or new slot */
#define SLOTS_SECTOR 512 /* bytes of the environment */
#define SLOTS_DEVICE_MAX 257 /* bytes of a path of a slot, with the NUL */
#define SLOTS_BOARD_MAX 33 /* bytes of a board's ID, with the NUL */

enum slot { SLOT_A, SLOT_B, SLOT_COUNT };

/* State of the slots. */
struct slots_state {
    enum slot running;
    enum slot first; /* first in the boot order; the other one is second */
    unsigned left[SLOT_COUNT]; /* remaining tries; 0: never started */
    uint32_t floor; /* highest confirmed security counter; 0: none */
    bool confirmed; /* the running slot is first and has all its tries */
};

struct slots;

/* Reads the folder once; each function below reads the sector again. E_NOTFOUND: the folder or a file of it is missing;
 * E_FORMAT: invalid content; E_TOO_LARGE; E_NOMEM, or an error of the system. */
_must_check_ int slots_open(const char *folder, struct slots **ret_slots);

/* Frees it; accepts NULL. */
void slots_free(struct slots *slots);

CLEANUP_DEFINE(struct slots *, slots_free)

/* Content of the folder; never changes. */
const char *slots_board(const struct slots *slots);
const char *slots_roots(const struct slots *slots); /* PEM */
const char *slots_device(const struct slots *slots, enum slot slot); /* path of its device or file */
const char *slots_sockets(const struct slots *slots); /* path of the folder of SWUpdate's sockets */
enum slot slots_running(const struct slots *slots);

enum slot slots_other(enum slot slot);

/* "A" or "B". Static. */
const char *slots_name(enum slot slot);

/* Reads the state. E_CORRUPT: wrong CRC, or a variable other than FLOOR is missing, or invalid; E_IO and others of the
 * system. */
_must_check_ int slots_read(struct slots *slots, struct slots_state *ret_state);

/* Each of the following changes the sector with one synced write, and is durable on return. E_CORRUPT as above, then
 * nothing is written; E_NOSPC: the variables do not fit; E_IO and others of the system: it may be written or not. */

/* Before the first byte of an image is written: sets the tries of the other slot to 0, so that a half-written system is
 * never started. The order stays. */
_must_check_ int slots_bar(struct slots *slots);

/* Puts the other slot first with all its tries; those of the running one stay. The next start uses the new system. */
_must_check_ int slots_switch(struct slots *slots);

/* Cancels slots_switch() before a restart: the running slot is first, the other one has no tries. */
_must_check_ int slots_cancel(struct slots *slots);

/* Confirms the running system: it is first and has all its tries, and the floor is at least `counter`. Writes nothing
 * if that is already so. Recreates a damaged sector: the other slot then has all its tries, and the floor is
 * `counter`. */
_must_check_ int slots_confirm(struct slots *slots, uint32_t counter);

#endif
