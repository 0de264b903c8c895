/* Accounts that may sign in: `admin`, and users with admin level 1 to 16 by their user ID. Everything here hashes
 * passwords, so it runs on workers, never on the loop. Passwords are never logged, stored plain or put in an audit
 * row. */
#ifndef POSTERN_CORE_ACCOUNTS_H
#define POSTERN_CORE_ACCOUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/accounts/password_rules.h"
#include "core/accounts/sessions.h"
#include "core/base/actor.h"
#include "util/crypto.h"
#include "util/err.h"

struct accounts;
struct core;
struct core_shared;
struct hal;
struct store;

#define ACCOUNTS_ADMIN "admin"
#define ACCOUNTS_ADMIN_LEVEL 16
#define ACCOUNTS_INITIAL_LEN 6 /* digits of the initial password */

/* What a sign-in gives. */
struct accounts_sign_in {
    char token[SESSIONS_TOKEN_LEN + 1]; /* with a NUL */
    struct actor account; /* of the new session */
};

/* For core/start: makes the shared state (a password hash that nothing matches) and frees it. E_NOMEM, E_IO. */
_must_check_ int accounts_new(const struct hal *hal, struct accounts **ret_accounts);
void accounts_free(struct accounts *accounts);

/* For core/start: makes the account `admin` with a random initial password if there is none yet. Returns 0 or
 * an error of the store or of the randomness. */
_must_check_ int accounts_first_start(struct core_shared *shared, struct store *store);

/* The initial password of `admin` as text, "" once it was replaced. Returns 0, E_CORRUPT if it cannot be opened, or
 * an error of the store. The caller wipes it. */
_must_check_ int accounts_initial_password(const struct core_shared *shared, struct store *store,
                                           char ret_password[ACCOUNTS_INITIAL_LEN + 1]);

/* Signs `name` in, as `by` asks, who is nobody yet, and opens a session. Counted and throttled; leaves an audit row
 * either way. Returns 0; E_PASSWORD_WRONG for an unknown name, a user who is no administrator, and a wrong password
 * alike and in the same time; E_THROTTLED with the seconds to wait in *ret_wait_s; or an error of the store. */
_must_check_ int accounts_sign_in(struct core *core, const struct actor *by, const char *name, const char *password,
                                  struct accounts_sign_in *ret_sign_in, unsigned *ret_wait_s);

/* Changes the password of the account of `by` and ends its other sessions. Returns 0; E_PASSWORD_WRONG when
 * `old_password` is wrong, E_THROTTLED with *ret_wait_s (also when too many PINs were found taken), E_PASSWORD_RULES
 * when the new one does not meet the rules or is the old one, E_PASSWORD_EXISTS when another user has it,
 * E_SESSION_ENDED when the account is gone, or an error of the store. */
_must_check_ int accounts_change_password(struct core *core, const struct actor *by, const char *old_password,
                                          const char *new_password, unsigned *ret_wait_s);

/* Gives `admin` a passphrase instead of six digits, and ends its other sessions; accounts_change_password() goes back
 * to digits. Returns 0; E_ADMIN_ONLY for the session of a user; E_PASSWORD_RULES when it does not meet the rules
 * (password_rules_passphrase()) or is the old one; else as accounts_change_password(). */
_must_check_ int accounts_set_passphrase(struct core *core, const struct actor *by, const char *old_password,
                                         const char *passphrase, unsigned *ret_wait_s);

/* Whether `admin` signs in with a passphrase. Returns 0 or an error of the store. */
_must_check_ int accounts_has_passphrase(struct core *core, bool *ret_set);

/* Ends the session of `by` and leaves the audit row. Returns 0 or an error of the store; the session is ended in any
 * case. */
_must_check_ int accounts_sign_out(struct core *core, const struct actor *by);

/* Makes *actor who sent a token, off the wire (any octets, any length). Returns 0, E_SESSION_ENDED (also: the account's
 * last day is over) or E_TOKEN_FAILED: sessions_check(). On the loop: below 5 µs. */
_must_check_ int accounts_recognise(struct core *core, const char *token, size_t len, struct actor *actor);

/* Ends the sessions of a user whose password, level or existence changed; those of all users with an admin level whose
 * rights changed. Call it after the change is committed. */
void accounts_end_user(struct core *core, uint32_t userid);
void accounts_end_level(struct core *core, unsigned level);

/* The sessions of a user have other days of validity from now on. Call it after the change is committed. */
void accounts_set_days(struct core *core, uint32_t userid, uint32_t from, uint32_t to);

/* Whether an account may still have given somebody a level: it is there, has that level or a higher one, and this is a
 * day of its validity. Always for admin (`userid` 0). Returns 0, E_SESSION_ENDED, or an error of the store. */
_must_check_ int accounts_vouch(struct core *core, uint32_t userid, unsigned level);

/* The account or the REST key that asks, as it is now: E_SESSION_ENDED when it was deleted, its level changed since
 * its session began, or this is no day of its validity. Inside the transaction of the change, so that nobody acts with
 * rights just lost. */
_must_check_ int accounts_check_actor(struct core *core, const struct actor *by);

/* Hash of a password as the user table keeps it for signing in and verifying, with fresh salt. Takes about 30 ms.
 * Returns 0, E_NOMEM or E_IO. */
_must_check_ int accounts_hash_password(struct core *core, const char *password, char ret_text[CRYPTO_PASSWORD_MAX]);

/* The key under which a PIN stands in the user table: equal PINs have equal keys, and nobody without the device's
 * secrets can tell a PIN from its key. */
void accounts_pin_key(const struct core *core, const char *digits, uint8_t ret_key[CRYPTO_HASH_LEN]);

#endif
