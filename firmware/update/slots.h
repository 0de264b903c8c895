/* The two slots of the machine, and the boot environment that says which one starts: one sector that the boot loader
 * and this process write in turn. Reads the folder that whoever started the daemon has made (--system):
 *
 *   fw_env.config  where the sector is, as libubootenv's tools read it: "PATH 0x0 0x200"; a path that does not begin
 *                  with / is beside the file. Anything but one environment of 512 bytes is refused
 *   slot           "A" or "B": the slot that runs
 *   board          id of the board
 *   slots          the devices, or files, of slot A and slot B, a line each: absolute paths without spaces. A bundle that
 *                  writes anywhere else is refused
 *   roots.pem      roots that stand behind bundles, one or two
 *   run/           sockets of SWUpdate (update/installer.h)
 *
 * The sector is U-Boot's: CRC-32 in four bytes, least first, and texts NAME=VALUE, each with a NUL behind it. It is
 * written here and not by libubootenv, which takes a lock in /var/lock whatever folder it is given, and does not say
 * when its fsync() failed; here all variables are changed by one synchronised write of one sector, and its error counts:
 * a cut leaves the old sector or the new one.
 *
 * Variables: BOOT_ORDER ("A B"), BOOT_A_LEFT and BOOT_B_LEFT (tries, 0 to 3), FLOOR (decimal). The boot loader takes
 * the first slot of the order that has tries left, takes one from it, and starts it. Others are kept as they are.
 *
 * Functions may be called from any thread, and wait for the disk: not on the loop. */
#ifndef POSTERN_UPDATE_SLOTS_H
#define POSTERN_UPDATE_SLOTS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/cleanup.h"
#include "util/err.h"

#define SLOTS_TRIES 3 /* of a slot that is confirmed, or new */
#define SLOTS_SECTOR 512 /* bytes of the environment */
#define SLOTS_DEVICE_MAX 257 /* bytes of a path of a slot, with the NUL */
#define SLOTS_BOARD_MAX 33 /* bytes of a board's id, with the NUL */

enum slot { SLOT_A, SLOT_B, SLOT_COUNT };

/* How the slots stand. */
struct slots_state {
    enum slot running;
    enum slot first; /* the first in the order; the other one is the second */
    unsigned left[SLOT_COUNT]; /* tries; 0: never started */
    uint32_t floor; /* highest security counter that was confirmed; 0: none */
    bool confirmed; /* the running slot is first and has all its tries */
};

struct slots;

/* Reads the folder once; the sector is read again by each function below. E_NOTFOUND: the folder or a file of it is not
 * there; E_FORMAT: one of them says what cannot be; E_TOO_LARGE; E_NOMEM, or an error of the system. */
_must_check_ int slots_open(const char *folder, struct slots **ret_slots);

/* Frees; NULL is allowed. */
void slots_free(struct slots *slots);

CLEANUP_DEFINE(struct slots *, slots_free)

/* What stands in the folder; never changes. */
const char *slots_board(const struct slots *slots);
const char *slots_roots(const struct slots *slots); /* PEM */
const char *slots_device(const struct slots *slots, enum slot slot); /* path of its device or file */
const char *slots_sockets(const struct slots *slots); /* path of the folder of SWUpdate's sockets */
enum slot slots_running(const struct slots *slots);

enum slot slots_other(enum slot slot);

/* "A" or "B". Static. */
const char *slots_name(enum slot slot);

/* E_CORRUPT: the sector's sum is wrong, or a variable but FLOOR is missing, or says what cannot be; E_IO and others of
 * the system. */
_must_check_ int slots_read(struct slots *slots, struct slots_state *ret_state);

/* Each of the following changes the sector with one synchronised write, and returns when it is durable. E_CORRUPT as
 * above, nothing is written then; E_NOSPC: the variables do not fit; E_IO and others of the system: it may be written
 * or not. */

/* Before the first byte of an image is written: the other slot has no tries, so that a half-written system is never
 * started. The order stays. */
_must_check_ int slots_bar(struct slots *slots);

/* The other slot is the first and has all its tries; those of the running one stay. From here on the next start is the
 * new system's. */
_must_check_ int slots_switch(struct slots *slots);

/* Takes slots_switch() back as long as nothing was restarted: the running slot is first, the other one barred. */
_must_check_ int slots_cancel(struct slots *slots);

/* The running system is well: it is first and has all its tries, and the floor is `counter` at least. Writes nothing
 * when that is so already. A damaged sector is made again: the other slot has all its tries then, and the floor is
 * `counter`. */
_must_check_ int slots_confirm(struct slots *slots, uint32_t counter);

#endif
