/* The table `certificate`: the TLS certificate in use, and the pending signing request. */
#ifndef POSTERN_STORE_CERTIFICATE_H
#define POSTERN_STORE_CERTIFICATE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/buf.h"
#include "util/err.h"

struct store;

enum store_certificate_slot { STORE_CERTIFICATE_USED, STORE_CERTIFICATE_REQUESTED };

struct store_certificate {
    struct buf chain; /* PEM; in REQUESTED the signing request */
    struct buf key_sealed; /* PEM, sealed */
    bool own; /* uploaded by an administrator */
};

/* Reads a slot into empty buffers; the caller frees them, even after an error. E_NOTFOUND; E_NOMEM. */
_must_check_ int store_certificate_get(struct store *store, enum store_certificate_slot slot,
                                       struct store_certificate *ret_certificate);

/* Replaces a slot. Inside a transaction. */
_must_check_ int store_certificate_put(struct store *store, enum store_certificate_slot slot, const char *chain,
                                       const void *key_sealed, size_t key_sealed_len, bool own);

/* Empties a slot. Inside a transaction. Does nothing when it is empty. */
_must_check_ int store_certificate_delete(struct store *store, enum store_certificate_slot slot);

#endif
