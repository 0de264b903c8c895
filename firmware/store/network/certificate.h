/* The table `certificate`: what TLS shows, and the key of a signing request. */
#ifndef POSTERN_STORE_CERTIFICATE_H
#define POSTERN_STORE_CERTIFICATE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/buf.h"
#include "util/err.h"

struct store;

enum store_certificate_slot { STORE_CERTIFICATE_USED, STORE_CERTIFICATE_REQUESTED };

struct store_certificate {
    struct buf chain;      /* PEM; of REQUESTED the signing request */
    struct buf key_sealed; /* PEM, sealed */
    bool own;              /* somebody uploaded it */
};

/* Reads a slot into empty buffers; the caller frees them, also after an error. E_NOTFOUND; E_NOMEM. */
_must_check_ int store_certificate_get(struct store *store, enum store_certificate_slot slot,
                                       struct store_certificate *ret_certificate);

/* Replaces a slot. Inside a transaction. */
_must_check_ int store_certificate_put(struct store *store, enum store_certificate_slot slot, const char *chain,
                                       const void *key_sealed, size_t key_sealed_len, bool own);

/* Empties a slot. Inside a transaction. Nothing happens when it is empty. */
_must_check_ int store_certificate_delete(struct store *store, enum store_certificate_slot slot);

#endif
