/* Biometric credentials of users: fingers, face and irises, as in the modules and, encrypted, in the store. A template
 * is never disclosed. */
#ifndef POSTERN_CORE_CREDENTIALS_H
#define POSTERN_CORE_CREDENTIALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/biometric.h"
#include "store/users/credential.h"
#include "util/err.h"
#include "values.h"

struct actor;
struct core;
struct core_shared;
struct credentials;
struct settings;

#define CREDENTIALS_USER_MAX STORE_CREDENTIALS_OF_ONE /* of one user: ten fingers, a face, two irises */

/* For core/start. E_NOMEM. */
_must_check_ int credentials_new(struct credentials **ret_credentials);
void credentials_free(struct credentials *credentials);

/* Finds the user of a matched slot. E_NOTFOUND: of no user (any more), or the module is not the one in sync with the
 * store (core/devices/modules.h). Quick. */
_must_check_ int credentials_by_slot(struct core *core, enum factor factor, uint32_t slot,
                                     struct credential *ret_credential);

/* Lists all of one user, at most CREDENTIALS_USER_MAX. */
_must_check_ int credentials_of(struct core *core, uint32_t userid,
                                struct credential ret_credentials[CREDENTIALS_USER_MAX], size_t *ret_count);

/* Checks that `by` may change a user's credentials: E_USER_UNKNOWN, E_ABOVE_LEVEL, E_SESSION_ENDED. Giving one to an
 * administrator (`gives`) requires a recently typed password: E_PASSWORD_NEEDED. *ret_level (may be NULL) is the
 * user's. */
_must_check_ int credentials_may_change(struct core *core, const struct actor *by, uint32_t userid, bool gives,
                                        uint8_t *ret_level);

/* Deletes one, or sets whether a finger is a duress finger; with an audit entry. E_NOTFOUND: the user does not have it;
 * E_USER_UNKNOWN, E_ABOVE_LEVEL, E_NOSPC, E_BUSY. The module is synced later (core/devices/modules.h). */
_must_check_ int credentials_delete(struct core *core, const struct actor *by, uint32_t userid, enum factor factor,
                                    unsigned index);
_must_check_ int credentials_set_duress(struct core *core, const struct actor *by, uint32_t userid, unsigned finger,
                                        bool duress);

/* Counts the users that use the device's verification mode and lack a factor: a mode that requires it would lock them
 * out. Reads all users: for a worker. */
_must_check_ int credentials_lacking(struct core *core, enum factor factor, uint32_t *ret_count);

/* Checks whether a new default mode would lock out more users: E_USERS_LOCKED_OUT, with the setting in *ret_field, when
 * it requires a factor that the current one does not require and that a user lacks. For a worker. */
_must_check_ int credentials_check_mode(struct core *core, const struct settings *before, const struct settings *after,
                                        const char **ret_field);

/* Returns the module of a factor; NULL: none needed. */
const struct hal_biometric *credentials_module(const struct core *core, enum factor factor);

/* Stores a credential with its template, which is sealed together with its owner and slot, and its audit entry. Inside
 * a transaction. E_EXISTS: the slot is in use. */
_must_check_ int credentials_keep(struct core *core, const struct actor *by, const struct credential *credential,
                                  bool by_rights, const void *template, size_t len);

/* Reads the template of a slot; `ret_template` has HAL_BIOMETRIC_TEMPLATE_MAX bytes, which the caller wipes.
 * E_NOTFOUND; E_CORRUPT: it was sealed for another user or slot, or on another terminal. */
_must_check_ int credentials_template(struct core *core, const struct credential *credential, void *ret_template,
                                      size_t *ret_len);

/* Sets which module is in sync with the store; NULL: none. */
void credentials_trust(struct core *core, enum factor factor, const uint8_t serial[HAL_BIOMETRIC_SERIAL_LEN]);
bool credentials_is_trusted(struct core *core, enum factor factor);

/* Reports that templates were deleted or replaced, so that the modules must be compared with the store; and counts
 * that. */
void credentials_changed(struct core *core);
unsigned credentials_changes(const struct core *core);

/* Locks all users (core/bulk, all or none): meanwhile no other caller may add, change or delete users or their
 * credentials; it checks inside the transaction: E_BULK_RUNNING. Set inside a transaction too, or at start. People can
 * still change their own passwords. */
void credentials_hold(struct core_shared *shared, bool held);
_must_check_ int credentials_check_held(const struct core *core);

/* Locked by code that depends on which slots are in use: an enrolment that starts or ends, a slice of the comparison.
 * Never on the terminal's thread. */
void credentials_lock(struct core *core);
void credentials_unlock(struct core *core);

#endif
