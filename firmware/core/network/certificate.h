/* The TLS certificate of the terminal, and its key. Created at the first start; replaced by an uploaded one, with its
 * own key or for a signing request. The current one is shared by all threads and guards itself; its generation tells
 * http/ when to reload it. The key is stored sealed and leaves this module only through certificate_pem(). ADR 0015. */
#ifndef POSTERN_CORE_CERTIFICATE_H
#define POSTERN_CORE_CERTIFICATE_H

#include <stdbool.h>
#include <stdint.h>

#include "pki/x509.h"
#include "util/buf.h"
#include "util/err.h"

struct actor;
struct certificate;
struct core;
struct core_shared;
struct store;

struct certificate_info {
    struct x509_info x509;
    bool own; /* uploaded by an administrator: HSTS may be switched on */
    bool requested; /* a signing request is pending */
};

/* For core/start: loads the stored certificate, or creates the device's own. A stored one that is no longer readable is
 * replaced and logged: a terminal that nobody can reach is of no use. */
_must_check_ int certificate_start(struct core_shared *shared, struct store *store);
void certificate_stop(struct core_shared *shared); /* wipes and frees */

/* Reloads the stored certificate, for SIGHUP. On error the current one stays. */
_must_check_ int certificate_reload(struct core *core);

/* Reads data of the current one. */
void certificate_read(struct core *core, struct certificate_info *ret_info);

/* Returns whether the current one was uploaded. Costs one atomic read. */
bool certificate_is_own(const struct core *core);

/* Returns a number that changes with each replacement; never 0. Costs one atomic read. */
uint64_t certificate_generation(const struct core_shared *shared);

/* Appends the current chain and key, PEM, each NUL-terminated in its buffer. The caller wipes the key. Returns the
 * generation in *ret_generation. E_NOMEM. */
_must_check_ int certificate_pem(const struct core_shared *shared, struct buf *chain, struct buf *key,
                                 uint64_t *ret_generation);

/* Creates a key and a signing request for it; the current certificate stays. In its own transaction with the audit
 * entry. E_INVAL: too many or too long names; E_INTERNAL; an error of the store. */
_must_check_ int certificate_request(struct core *core, const struct actor *by, const struct x509_subject *subject,
                                     char ret_pem[X509_PEM_MAX]);

/* Checks an uploaded chain and its key ("": the key of the signing request), stores and uses them. Errors of
 * x509_check_chain(), E_CERTIFICATE_EXPIRED (one is not valid at this time), E_CERTIFICATE_KEY (also: no request is
 * pending), or an error of the store. */
_must_check_ int certificate_upload(struct core *core, const struct actor *by, const char *chain, const char *key,
                                    int64_t *ret_not_after_s);

/* Copies the stored certificate and signing request into the database of `to`, replacing those there, sealed with the
 * keys of `to`, which will replace this one. Inside a transaction of its store. E_NOMEM, E_IO, an error of the stores.
 * Leaves out a key that cannot be decrypted. */
_must_check_ int certificate_carry(const struct core *core, struct core *to);

/* For app/upkeep: the device's own certificate names the addresses at which TLS is served, and is renewed, with the
 * same key, once an address is missing in it for CERTIFICATE_SETTLE_MS, and at least CERTIFICATE_EVERY_MS after the
 * last time, because each one costs a write and makes all browsers ask for trust again. So unplugging a cable changes
 * nothing, and a changing address hardly more; an address that is gone is left out at the next renewal. */
#define CERTIFICATE_SETTLE_MS (INT64_C(10) * 1000)
#define CERTIFICATE_EVERY_MS (INT64_C(10) * 60 * 1000)
int64_t certificate_due_ms(struct core *core);
void certificate_upkeep(struct core *core);

/* Creates a new certificate of the device's own and uses it. E_CERTIFICATE_UNTRUSTED: HSTS is on, and browsers that
 * know it do not let anyone bypass the warning; E_INTERNAL, or an error of the store. */
_must_check_ int certificate_reset(struct core *core, const struct actor *by, int64_t *ret_not_after_s);

#endif
