/* What the factory gave this terminal: serial number, engineer password, SN key; and whether /up is open. Kept in the file
 * `factory` of the state folder, which outlives an initialisation of everything: it is the manufacturer's, not the
 * owner's. The file `provision` of the system folder brings it (tools/provision), and is wiped once it was taken in.
 *
 *     serial = PT-7K3MQ4ZX2N                         4 to 32 of A-Z, a-z, 0-9 and -
 *     engineer-password = …                          10 to 64 bytes of printable ASCII
 *     sn-key = 0123-4567-89AB-CDEF-1234
 *     brand = …                                      is of the build, and not looked at here
 *
 * Shared by all threads, guarded by a mutex of its own. */
#ifndef POSTERN_CORE_FACTORY_H
#define POSTERN_CORE_FACTORY_H

#include <stdbool.h>

#include "core/base/about.h"
#include "util/err.h"

struct core;
struct core_shared;
struct factory;
struct hal;

#define FACTORY_PASSWORD_MIN 10 /* bytes of an engineer password */
#define FACTORY_PASSWORD_MAX 64
#define FACTORY_SN_KEY_MAX 25 /* bytes of an SN key as text, with the NUL */

/* Takes in the file `provision` of a folder, if there is one: what it says counts from now on, durably, and then the file is
 * wiped. Hashes the password: takes about 30 ms. E_NOTFOUND: there is none. E_FORMAT, E_UNKNOWN, E_DUPLICATE: a line of it
 * is wrong, and nothing was taken in; E_CORRUPT: neither, for what is known already is damaged. E_IO, E_NOSPC. Before
 * factory_new(). */
_must_check_ int factory_provision(const char *state_dir, const char *system_dir, const struct hal *hal);

/* For core/start: reads the file; nothing is set without one. E_CORRUPT: it is not whole. E_NOMEM, E_IO. */
_must_check_ int factory_new(const char *state_dir, struct factory **ret_factory);
void factory_free(struct factory *factory); /* takes NULL */

/* Serial that a new identity gets; "" if the factory gave none. */
void factory_serial(const struct core_shared *shared, char ret_serial[ABOUT_SERIAL_MAX]);

/* Whether there is an engineer password. */
bool factory_has_engineer(const struct core_shared *shared);

/* Verifies it, at the cost of a password. Returns 0; E_PASSWORD_WRONG, also and in the same time when there is none;
 * E_CORRUPT, E_NOMEM. */
_must_check_ int factory_check_engineer(struct core *core, const char *password);

/* The SN key, "" if there is none; and another one in its place, in capitals. E_SN_KEY: its CRC says that it is none.
 * Errors of the system. */
void factory_sn_key(const struct core_shared *shared, char ret_key[FACTORY_SN_KEY_MAX]);
_must_check_ int factory_set_sn_key(struct core *core, const char *key);

/* Whether the engineer may sign in at /up; open until somebody closes it. */
bool factory_up_is_open(const struct core_shared *shared);
_must_check_ int factory_set_up(struct core *core, bool open);

/* Opens it until the daemon ends, and writes nothing. */
void factory_open_up(struct core_shared *shared);

#endif
