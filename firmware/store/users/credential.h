/* The table `user_credential`: fingers, faces and irises, a row each. What a row recognises by (`sealed`) is sealed by who
 * writes it; here it is bytes. Rows go with their user. */
#ifndef POSTERN_STORE_CREDENTIAL_H
#define POSTERN_STORE_CREDENTIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct store;

#define STORE_CREDENTIALS_OF_ONE 13 /* a user's ten fingers, face and two irises */
#define STORE_SEALED_MAX 2304 /* bytes of what is sealed */

/* Fingers are numbered 0 to 9: 0 to 4 right thumb to right little finger, 5 to 9 left little finger to left thumb (TC-B,
 * protocols.md §1.4). Face: 0. Irises: 0 right, 1 left. */
struct credential {
    uint32_t userid;
    enum factor factor; /* FACTOR_FINGER, FACTOR_FACE or FACTOR_IRIS */
    uint8_t index; /* which finger or eye */
    bool duress; /* showing it lets in and raises a silent alarm; fingers only */
    uint8_t quality; /* 0 to 100, when it was enrolled */
    int64_t enrolled_s; /* when, seconds since 1970 UTC */
    uint32_t slot; /* of the module */
};

/* Whose it is, by the module's slot, or one of a user. E_NOTFOUND. */
_must_check_ int store_credential_by_slot(struct store *store, enum factor factor, uint32_t slot,
                                          struct credential *ret_credential);
_must_check_ int store_credential_get(struct store *store, uint32_t userid, enum factor factor, unsigned index,
                                      struct credential *ret_credential);

/* All of a user, by factor and number. */
_must_check_ int store_credential_list(struct store *store, uint32_t userid,
                                       struct credential ret_credentials[STORE_CREDENTIALS_OF_ONE], size_t *ret_count);

/* Writes one, in the place of what the user had of this factor and number. Inside a transaction. E_EXISTS: the slot is
 * another's. E_RANGE: no such factor or number, or `len` above STORE_SEALED_MAX. E_NOSPC, E_IO. */
_must_check_ int store_credential_put(struct store *store, const struct credential *credential, const void *sealed,
                                      size_t len);

/* What is sealed of a slot; `ret_sealed` has STORE_SEALED_MAX bytes. E_NOTFOUND; E_CORRUPT: it is larger. */
_must_check_ int store_credential_sealed(struct store *store, enum factor factor, uint32_t slot, uint8_t *ret_sealed,
                                         size_t *ret_len);

/* Inside a transaction. E_NOTFOUND. */
_must_check_ int store_credential_delete(struct store *store, uint32_t userid, enum factor factor, unsigned index);
_must_check_ int store_credential_set_duress(struct store *store, uint32_t userid, unsigned finger, bool duress);

/* Slots that are taken, from `from` on, ascending, at most `max`. */
_must_check_ int store_credential_slots(struct store *store, enum factor factor, uint32_t from, uint32_t *ret_slots,
                                        size_t max, size_t *ret_count);

/* The lowest slot from `from` on that is of nobody; there is always one. */
_must_check_ int store_credential_free_slot(struct store *store, enum factor factor, uint32_t from, uint32_t *ret_slot);

/* Users who go by the device's mode and have nothing of a factor; reads every user. */
_must_check_ int store_credential_lacking(struct store *store, enum factor factor, uint32_t *ret_count);

#endif
