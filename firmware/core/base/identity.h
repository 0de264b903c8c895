/* The identity of this terminal: what distinguishes it from others of its model. Created at the first start and stored
 * in the file `identity` of the state folder, readable only by the daemon; losing it means losing all passwords and
 * secrets. */
#ifndef POSTERN_CORE_IDENTITY_H
#define POSTERN_CORE_IDENTITY_H

#include "core/base/about.h"
#include "util/crypto.h"
#include "util/err.h"

struct hal;

struct identity {
    char serial[ABOUT_SERIAL_MAX]; /* "PT-" and ten unambiguous characters */
    struct crypto_key pepper; /* secret: see core/base/secrets.h */
    struct crypto_key device; /* secret: all other keys are derived from it */
};

/* Reads state_dir/identity. E_NOTFOUND: it does not exist. E_CORRUPT: it is incomplete. E_IO, E_SYSTEM. */
_must_check_ int identity_read(const char *state_dir, struct identity *ret_identity);

/* Creates a new one, with `serial` or, if NULL, a new serial; durable (file and folder) on return, mode 0600. E_IO: no
 * random bytes or not written; E_NOSPC. */
_must_check_ int identity_make(const char *state_dir, const struct hal *hal, const char *serial,
                               struct identity *ret_identity);

/* Writes an existing one into a folder, as durable as above. E_NOSPC, E_IO. */
_must_check_ int identity_save(const char *state_dir, const struct identity *identity);

#endif
