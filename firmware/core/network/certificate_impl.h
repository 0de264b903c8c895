/* The shared state behind certificate.h: certificate.c handles the current certificate, uploads and signing requests,
 * certificate_own.c creates the self-signed one. Not included elsewhere. */
#ifndef POSTERN_CORE_CERTIFICATE_IMPL_H
#define POSTERN_CORE_CERTIFICATE_IMPL_H

#include <pthread.h>
#include <stdatomic.h>

#include "core/network/certificate.h"
#include "core/network/network.h"
#include "store/network/certificate.h"

#define CERTIFICATE_DAY_S INT64_C(86400)

struct certificate {
    /* held from the store to certificate_use(), and locked before the other: the current certificate is the stored
     * one */
    pthread_mutex_t change;
    pthread_mutex_t mutex; /* guards the members below; held for a copy */
    struct buf chain; /* PEM with its NUL */
    struct buf key; /* the same; secret */
    struct x509_info x509;
    bool requested;
    struct network_served unnamed; /* addresses served while x509 does not name all of them */
    int64_t unnamed_since_ms; /* since when they are exactly these; monotonic clock */
    int64_t renewed_ms; /* time of the last renewal for its addresses */
    atomic_bool own;
    atomic_ullong generation;
};

/* A certificate about to be used. */
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

/* Loads the stored certificate, if it is usable. Errors of certificate_start(); E_NOTFOUND: none is stored. */
_must_check_ int certificate_load(struct core_shared *shared, struct store *store);

/* Takes over the buffers of `material` as the current certificate. The caller holds `change`. */
void certificate_use(struct certificate *certificate, struct certificate_material *material,
                     const struct x509_info *x509, bool requested);

/* Stores a new certificate with its audit entry, and uses it once that is durable. An error of the store. */
_must_check_ int certificate_replace(struct core *core, const struct actor *by, struct certificate_material *material,
                                     bool keep_request, int64_t *ret_not_after_s);

/* Creates the device's own with a new key, stores and uses it, for a terminal without one. */
_must_check_ int certificate_make_first(struct core_shared *shared, struct store *store);

#endif
