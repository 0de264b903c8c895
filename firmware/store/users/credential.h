/* The table `user_credential`: fingers, faces and irises, one row each. The template (`sealed`) is sealed by its
 * writer; here it is bytes. Deleted with their user. */
#ifndef POSTERN_STORE_CREDENTIAL_H
#define POSTERN_STORE_CREDENTIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct store;

#define STORE_CREDENTIALS_OF_ONE 13 /* ten fingers, face and two irises */
#define STORE_SEALED_MAX 2304 /* bytes of a sealed template */

/* Fingers are numbered 0 to 9: 0 to 4 right thumb to right little finger, 5 to 9 left little finger to left thumb
 * (TC-B, protocols.md §1.4). Face: 0. Irises: 0 right, 1 left. */
struct credential {
    uint32_t userid;
    enum factor factor; /* FACTOR_FINGER, FACTOR_FACE or FACTOR_IRIS */
    uint8_t index; /* which finger or eye */
    bool duress; /* duress finger: grants access and raises a silent alarm */
    uint8_t quality; /* 0 to 100, at enrolment */
    int64_t enrolled_s; /* enrolment time, seconds since 1970 UTC */
    uint32_t slot; /* slot in the module */
};

/* Finds a credential by the module's slot, or by its user. E_NOTFOUND. */
_must_check_ int store_credential_by_slot(struct store *store, enum factor factor, uint32_t slot,
                                          struct credential *ret_credential);
_must_check_ int store_credential_get(struct store *store, uint32_t userid, enum factor factor, unsigned index,
                                      struct credential *ret_credential);

/* Lists all credentials of a user, by factor and number. */
_must_check_ int store_credential_list(struct store *store, uint32_t userid,
                                       struct credential ret_credentials[STORE_CREDENTIALS_OF_ONE], size_t *ret_count);

/* Writes a credential, replacing the user's one of this factor and number. Inside a transaction. E_EXISTS: another
 * credential has the slot. E_RANGE: no such factor or number, or `len` above STORE_SEALED_MAX. E_NOSPC, E_IO. */
_must_check_ int store_credential_put(struct store *store, const struct credential *credential, const void *sealed,
                                      size_t len);

/* Reads the sealed template of a slot; `ret_sealed` has STORE_SEALED_MAX bytes. E_NOTFOUND; E_CORRUPT: it is larger. */
_must_check_ int store_credential_sealed(struct store *store, enum factor factor, uint32_t slot, uint8_t *ret_sealed,
                                         size_t *ret_len);

/* Deletes a credential; sets whether a finger is a duress finger. Inside a transaction. E_NOTFOUND. */
_must_check_ int store_credential_delete(struct store *store, uint32_t userid, enum factor factor, unsigned index);
_must_check_ int store_credential_set_duress(struct store *store, uint32_t userid, unsigned finger, bool duress);

/* Lists the used slots at or above `from`, ascending, at most `max`. */
_must_check_ int store_credential_slots(struct store *store, enum factor factor, uint32_t from, uint32_t *ret_slots,
                                        size_t max, size_t *ret_count);

/* Finds the lowest free slot at or above `from`; there is always one. */
_must_check_ int store_credential_free_slot(struct store *store, enum factor factor, uint32_t from, uint32_t *ret_slot);

/* Counts the users that use the device's verification mode and have no credential of this factor; reads every user. */
_must_check_ int store_credential_lacking(struct store *store, enum factor factor, uint32_t *ret_count);

#endif
