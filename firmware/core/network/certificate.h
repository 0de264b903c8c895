/* The certificate with which the terminal is reached over TLS, and its key. Made at the first start; replaced by one
 * that somebody uploads, by itself or for a signing request. What is in use is shared by all threads and guards itself;
 * its generation tells http/ when to take it again. The key is kept sealed and leaves this module only through
 * certificate_pem(). ADR 0015. */
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
    bool own; /* somebody uploaded it: HSTS may be switched on */
    bool requested; /* a signing request waits for its certificate */
};

/* For core/start: takes what is stored, or makes a certificate of the device's own. One that is stored and cannot be
 * read any more is replaced, with a line in the log: a terminal that nobody reaches helps nobody. */
_must_check_ int certificate_start(struct core_shared *shared, struct store *store);
void certificate_stop(struct core_shared *shared); /* wipes and frees */

/* Reads what is stored again, as SIGHUP asks for. On an error what is in use stays. */
_must_check_ int certificate_reload(struct core *core);

/* About the one in use. */
void certificate_read(struct core *core, struct certificate_info *ret_info);

/* Whether the one in use was uploaded. Costs one atomic read. */
bool certificate_is_own(const struct core *core);

/* Changes whenever another one is in use; never 0. Costs one atomic read. */
uint64_t certificate_generation(const struct core_shared *shared);

/* Appends chain and key in use, PEM, each NUL-terminated in its buffer. The caller wipes the key. Returns the
 * generation in *ret_generation. E_NOMEM. */
_must_check_ int certificate_pem(const struct core_shared *shared, struct buf *chain, struct buf *key,
                                 uint64_t *ret_generation);

/* Makes a key and a signing request for it; what is in use stays. Inside an own transaction with its audit row.
 * E_INVAL: too many or too long names; E_INTERNAL; an error of the store. */
_must_check_ int certificate_request(struct core *core, const struct actor *by, const struct x509_subject *subject,
                                     char ret_pem[X509_PEM_MAX]);

/* Checks an uploaded chain and its key ("" for the key of the signing request), stores and uses them.
 * Errors of x509_check_chain(), E_CERTIFICATE_EXPIRED (one is not valid at this time), E_CERTIFICATE_KEY (also: no
 * request waits), or an error of the store. */
_must_check_ int certificate_upload(struct core *core, const struct actor *by, const char *chain, const char *key,
                                    int64_t *ret_not_after_s);

/* Puts what is stored here, in use and requested, into the database of `to` in the place of what that has, sealed with the
 * keys of `to`, which is to take the place of this one. Inside a transaction of its store. E_NOMEM, E_IO, an error of the
 * stores. A key that cannot be opened here is left out. */
_must_check_ int certificate_carry(const struct core *core, struct core *to);

/* For app/upkeep: the device's own names the addresses at which TLS is served, and is made again, with the same key, once
 * there is one that it does not name: when that has lasted CERTIFICATE_SETTLE_MS, and CERTIFICATE_EVERY_MS after the
 * last time, because every new one costs a write and makes all browsers ask again whether they trust it. So a plug that
 * is pulled changes nothing, an address that comes and goes hardly more; an address that is gone is left out at the
 * next occasion. */
#define CERTIFICATE_SETTLE_MS (INT64_C(10) * 1000)
#define CERTIFICATE_EVERY_MS (INT64_C(10) * 60 * 1000)
int64_t certificate_due_ms(struct core *core);
void certificate_upkeep(struct core *core);

/* Makes a new one of the device's own and uses it. E_CERTIFICATE_UNTRUSTED: HSTS is on, and browsers that know of it
 * let nobody pass a certificate that they warn of; E_INTERNAL, or an error of the store. */
_must_check_ int certificate_reset(struct core *core, const struct actor *by, int64_t *ret_not_after_s);

#endif
