/* Factory data of this terminal: serial number, engineer password, SN key; and whether /up is open. Stored in the file
 * `factory` of the state folder, which survives a factory reset: it belongs to the manufacturer, not the owner. The
 * file `provision` of the system folder provides it (tools/provision), and is wiped once it was imported.
 *
 *     serial = PT-7K3MQ4ZX2N                         4 to 32 of A-Z, a-z, 0-9 and -
 *     engineer-password = …                          10 to 64 bytes of printable ASCII
 *     sn-key = 0123-4567-89AB-CDEF-1234
 *     brand = …                                      is of the build, and ignored here
 *
 * Shared by all threads, with its own mutex. */
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

/* Imports the file `provision` of a folder, if it exists: stores its content durably, and then wipes the file. Hashes
 * the password: takes about 30 ms. E_NOTFOUND: no file. E_FORMAT, E_UNKNOWN, E_DUPLICATE: an invalid line, nothing was
 * imported; E_CORRUPT: nothing either, because the stored data is damaged. E_IO, E_NOSPC. Before factory_new(). */
_must_check_ int factory_provision(const char *state_dir, const char *system_dir, const struct hal *hal);

/* For core/start: reads the file; without it nothing is set. E_CORRUPT: it is incomplete. E_NOMEM, E_IO. */
_must_check_ int factory_new(const char *state_dir, struct factory **ret_factory);
void factory_free(struct factory *factory); /* accepts NULL */

/* Returns the serial for a new identity; "" if the factory set none. */
void factory_serial(const struct core_shared *shared, char ret_serial[ABOUT_SERIAL_MAX]);

/* Returns whether there is an engineer password. */
bool factory_has_engineer(const struct core_shared *shared);

/* Verifies it, at the cost of a password. Returns 0; E_PASSWORD_WRONG, also and in the same time without one;
 * E_CORRUPT, E_NOMEM. */
_must_check_ int factory_check_engineer(struct core *core, const char *password);

/* Reads the SN key, "": none; replaces it, in upper case. E_SN_KEY: wrong CRC. Errors of the system. */
void factory_sn_key(const struct core_shared *shared, char ret_key[FACTORY_SN_KEY_MAX]);
_must_check_ int factory_set_sn_key(struct core *core, const char *key);

/* Returns whether the engineer may sign in at /up; open by default. Stores it. */
bool factory_up_is_open(const struct core_shared *shared);
_must_check_ int factory_set_up(struct core *core, bool open);

/* Opens it until the daemon ends, without storing. */
void factory_open_up(struct core_shared *shared);

#endif
