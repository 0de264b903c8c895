/* The identity of this terminal: what makes it different from every other one of its model. Made at the first start
 * and kept in the file `identity` of the state folder, readable by the daemon alone; whoever loses it loses all
 * passwords and secrets. */
#ifndef POSTERN_CORE_IDENTITY_H
#define POSTERN_CORE_IDENTITY_H

#include "core/base/about.h"
#include "util/crypto.h"
#include "util/err.h"

struct hal;

struct identity {
    char serial[ABOUT_SERIAL_MAX]; /* "PT-" and ten characters that cannot be mistaken for another */
    struct crypto_key pepper; /* secret: see core/base/secrets.h */
    struct crypto_key device; /* secret: all other keys are derived from it */
};

/* Reads state_dir/identity. E_NOTFOUND: there is none. E_CORRUPT: it is not whole. E_IO, E_SYSTEM. */
_must_check_ int identity_read(const char *state_dir, struct identity *ret_identity);

/* Makes a new one, with `serial` or, when that is NULL, a new serial; durable (file and folder) before this returns,
 * mode 0600. E_IO: no randomness or not written; E_NOSPC. */
_must_check_ int identity_make(const char *state_dir, const struct hal *hal, const char *serial,
                               struct identity *ret_identity);

/* Writes one that is known into a folder, as durable as above. E_NOSPC, E_IO. */
_must_check_ int identity_save(const char *state_dir, const struct identity *identity);

#endif
