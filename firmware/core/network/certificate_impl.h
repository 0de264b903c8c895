/* The shared state behind certificate.h: certificate.c has what is in use and what somebody uploads or asks for,
 * certificate_own.c makes what the device signs itself. Nobody else includes it. */
#ifndef POSTERN_CORE_CERTIFICATE_IMPL_H
#define POSTERN_CORE_CERTIFICATE_IMPL_H

#include <pthread.h>
#include <stdatomic.h>

#include "core/network/certificate.h"
#include "core/network/network.h"
#include "store/network/certificate.h"

#define CERTIFICATE_DAY_S INT64_C(86400)

struct certificate {
    pthread_mutex_t
        change; /* held from the store to certificate_use(), and before the other: what is in use is what is stored */
    pthread_mutex_t mutex; /* guards what follows; held for a copy */
    struct buf chain; /* PEM with its NUL */
    struct buf key; /* the same; secret */
    struct x509_info x509;
    bool requested;
    struct network_served unnamed; /* what is served while x509 does not name all of it */
    int64_t unnamed_since_ms; /* since when it is exactly that; monotonic clock */
    int64_t renewed_ms; /* when it was made again for its addresses last */
    atomic_bool own;
    atomic_ullong generation;
};

/* What is about to be used. */
struct certificate_material {
    struct buf chain, key;
    bool own;
};

/* Wipes and frees. */
void certificate_material_done(struct certificate_material *material);

/* Appends chain and key, PEM, each with its NUL. E_NOMEM. */
_must_check_ int certificate_material_fill(struct certificate_material *material, const char *chain, const char *key);

/* Seals a key and stores it with its chain. Inside a transaction. E_NOMEM, E_IO, an error of the store. */
_must_check_ int certificate_store(const struct core_shared *shared, struct store *store,
                                   enum store_certificate_slot slot, const char *chain, const char *key, bool own);

/* Takes what is stored, if it can be used. Errors of certificate_start(); E_NOTFOUND: nothing is. */
_must_check_ int certificate_load(struct core_shared *shared, struct store *store);

/* Takes over the buffers of `material` as what is in use. With `change` held. */
void certificate_use(struct certificate *certificate, struct certificate_material *material,
                     const struct x509_info *x509, bool requested);

/* Stores a new certificate with its audit row, and uses it once that is durable. An error of the store. */
_must_check_ int certificate_replace(struct core *core, const struct actor *by, struct certificate_material *material,
                                     bool keep_request, int64_t *ret_not_after_s);

/* Makes one of the device's own with a new key, stores it and uses it: of a terminal that has none. */
_must_check_ int certificate_make_first(struct core_shared *shared, struct store *store);

#endif
