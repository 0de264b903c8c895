/* What people are recognised by besides card and code: their fingers, face and irises, as the modules know them and as
 * the store keeps them, encrypted. A template is never told to anybody. */
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

/* Whose it is that a module recognised. E_NOTFOUND: of nobody (any more), or the module is not the one that was filled
 * from the store (core/devices/modules.h). Takes no time. */
_must_check_ int credentials_by_slot(struct core *core, enum factor factor, uint32_t slot,
                                     struct credential *ret_credential);

/* All of one user, at most CREDENTIALS_USER_MAX. */
_must_check_ int credentials_of(struct core *core, uint32_t userid,
                                struct credential ret_credentials[CREDENTIALS_USER_MAX], size_t *ret_count);

/* Whether `by` may change what a user is recognised by: E_USER_UNKNOWN, E_ABOVE_LEVEL, E_SESSION_ENDED. Whoever gives an
 * administrator one (`gives`) has typed the own password not long ago: E_PASSWORD_NEEDED. *ret_level (may be NULL) is the
 * user's. */
_must_check_ int credentials_may_change(struct core *core, const struct actor *by, uint32_t userid, bool gives,
                                        uint8_t *ret_level);

/* Deletes one, or sets the duress mark of a finger; with an audit row. E_NOTFOUND: the user has none of it;
 * E_USER_UNKNOWN, E_ABOVE_LEVEL, E_NOSPC, E_BUSY. The module follows (core/devices/modules.h). */
_must_check_ int credentials_delete(struct core *core, const struct actor *by, uint32_t userid, enum factor factor,
                                    unsigned index);
_must_check_ int credentials_set_duress(struct core *core, const struct actor *by, uint32_t userid, unsigned finger,
                                        bool duress);

/* Users who go by the device's mode and have nothing of a factor: whom a mode that asks for it would lock out. Reads all
 * users: for a worker. */
_must_check_ int credentials_lacking(struct core *core, enum factor factor, uint32_t *ret_count);

/* Whether a default mode that is to be saved locks users out who were not before: E_USERS_LOCKED_OUT, with the setting in
 * *ret_field, when it asks for a factor that the one in force does not ask for and that somebody lacks. For a worker. */
_must_check_ int credentials_check_mode(struct core *core, const struct settings *before, const struct settings *after,
                                        const char **ret_field);

/* The module of a factor; NULL for one that needs none. */
const struct hal_biometric *credentials_module(const struct core *core, enum factor factor);

/* Writes a credential with its template, which is sealed together with whose it is, and its audit row. Inside a
 * transaction. E_EXISTS: the slot is taken. */
_must_check_ int credentials_keep(struct core *core, const struct actor *by, const struct credential *credential,
                                  bool by_rights, const void *template, size_t len);

/* The template of a slot; `ret_template` has HAL_BIOMETRIC_TEMPLATE_MAX bytes, which the caller wipes. E_NOTFOUND;
 * E_CORRUPT: it was sealed for another user or slot, or on another terminal. */
_must_check_ int credentials_template(struct core *core, const struct credential *credential, void *ret_template,
                                      size_t *ret_len);

/* Says which module was filled from the store; NULL: none. */
void credentials_trust(struct core *core, enum factor factor, const uint8_t serial[HAL_BIOMETRIC_SERIAL_LEN]);
bool credentials_is_trusted(struct core *core, enum factor factor);

/* Templates were deleted or replaced, so that the modules have to be compared with the store; and how often that was. */
void credentials_changed(struct core *core);
unsigned credentials_changes(const struct core *core);

/* While users are held (core/bulk, all or none) nobody else adds, changes or deletes one, nor what one is recognised by; whoever is
 * about to asks inside the transaction: E_BULK_RUNNING. Said inside a transaction too, or at the start. Their own passwords
 * people still change. */
void credentials_hold(struct core_shared *shared, bool held);
_must_check_ int credentials_check_held(const struct core *core);

/* Held while somebody goes by which slots are taken: an enrolment that begins or ends, a slice of the comparison. Never
 * on the terminal's thread. */
void credentials_lock(struct core *core);
void credentials_unlock(struct core *core);

#endif
