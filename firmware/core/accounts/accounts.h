/* Accounts that may sign in: `admin`, and users with admin level 1 to 16 by their user ID. Everything here hashes
 * passwords, so it runs on workers, never on the loop. Passwords are never logged, stored plain or put in an audit
 * row. */
#ifndef POSTERN_CORE_ACCOUNTS_H
#define POSTERN_CORE_ACCOUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/accounts/browsers.h"
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

/* What is typed to sign in. */
struct accounts_credentials {
    const char *name, *password; /* of any content */
    const char *browser; /* what the browser calls itself; "" for nothing */
};

/* What a sign-in gives. */
struct accounts_sign_in {
    char token[SESSIONS_TOKEN_LEN + 1]; /* with a NUL */
    char browser[BROWSERS_SECRET_LEN + 1]; /* what the browser is to show from now on; "" if that stays */
    struct actor account; /* of the new session */
};

/* For core/start: makes the shared state (a password hash that nothing matches) and frees it. E_NOMEM, E_IO. */
_must_check_ int accounts_new(const struct hal *hal, struct accounts **ret_accounts);
void accounts_free(struct accounts *accounts);

/* For core/start: makes the account `admin` with a random initial password if there is none yet. Returns 0 or
 * an error of the store or of the randomness. */
_must_check_ int accounts_first_start(struct core_shared *shared, struct store *store);

/* Gives `admin` a new initial password, as at the first start, because somebody who stands at the terminal has asked for it
 * (docs/recovery.md): the one before is good no more, no browser is known for it, its waits are over, and the audit log has
 * a row. Everything else stays. Before the server listens: there are no sessions. An error of the store or of the
 * randomness. */
_must_check_ int accounts_recover(struct core *core);

/* The initial password of `admin` as text, "" once it was replaced. Returns 0, E_CORRUPT if it cannot be opened, or
 * an error of the store. The caller wipes it. */
_must_check_ int accounts_initial_password(const struct core_shared *shared, struct store *store,
                                           char ret_password[ACCOUNTS_INITIAL_LEN + 1]);

/* Signs somebody in, as `by` asks, who is nobody yet, and opens a session; the browser is known from then on. Counted and throttled; leaves an audit row
 * either way. Returns 0; E_PASSWORD_WRONG for an unknown name, a user who is no administrator, and a wrong password
 * alike and in the same time; E_THROTTLED with the seconds to wait in *ret_wait_s; or an error of the store. */
_must_check_ int accounts_sign_in(struct core *core, const struct actor *by, const struct accounts_credentials *typed,
                                  struct accounts_sign_in *ret_sign_in, unsigned *ret_wait_s);

/* Verifies the code that is typed for a name at the terminal itself and makes *ret_account who it is: userid, account,
 * level and sponsor; nothing is opened, counted or written. Returns 0; E_PASSWORD_WRONG for an unknown name, one that
 * may not sign in today, and a wrong code alike and in the same time; or an error of the store. */
_must_check_ int accounts_check_code(struct core *core, const char *name, const char *code, struct actor *ret_account);

/* Verifies the password of the account of `by`, typed again: for five minutes the session may do what asks for it
 * (accounts_check_fresh()). Returns 0, E_PASSWORD_WRONG, E_THROTTLED with *ret_wait_s, E_SESSION_ENDED, or an error of
 * the store. */
_must_check_ int accounts_confirm(struct core *core, const struct actor *by, const char *password,
                                  unsigned *ret_wait_s);

/* E_PASSWORD_NEEDED unless the password of the account of `by` was typed in the last five minutes, as what gives others
 * power or cannot be undone asks for. A REST key types none: E_FORBIDDEN. */
_must_check_ int accounts_check_fresh(const struct actor *by);

/* Ends a session of the account of `by`, for admin of anybody. Returns 0, E_NOTFOUND, or an error of the store; the
 * session is ended in any case. */
_must_check_ int accounts_end_session(struct core *core, const struct actor *by, uint64_t id);

/* The sessions that `by` may see, oldest first: those of its account, for admin all. */
size_t accounts_sessions(struct core *core, const struct actor *by, struct sessions_view ret_views[SESSIONS_MAX]);

/* Changes the password of the account of `by` and ends its other sessions. Returns 0; E_PASSWORD_WRONG when
 * `old_password` is wrong, E_THROTTLED with *ret_wait_s, E_PASSWORD_RULES when the new one does not meet the rules or is
 * the old one, E_SESSION_ENDED when the account is gone, or an error of the store. It is compared with nobody's. */
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

/* Makes *actor who sent a token, off the wire (any bytes, any length). Returns 0, E_SESSION_ENDED (also: the account's
 * last day is over) or E_TOKEN_FAILED: sessions_check(). On the loop: below 5 µs. */
_must_check_ int accounts_recognise(struct core *core, const char *token, size_t len, struct actor *actor);

/* True while the session of `by` is open and its account is valid today; `by` is made who it is now. It is not marked used. */
bool accounts_is_signed_in(struct core *core, struct actor *by);

/* Whether anybody at all is signed in. Any thread. */
bool accounts_anybody(const struct core_shared *shared);

/* Ends the sessions of a user whose password, level or existence changed; those of all users with an admin level whose
 * rights changed. Call it after the change is committed. */
void accounts_end_user(struct core *core, uint32_t userid);
void accounts_end_level(struct core *core, unsigned level);

/* The sessions of a user have other days of validity from now on. Call it after the change is committed. */
void accounts_set_days(struct core *core, uint32_t userid, uint32_t from, uint32_t to);

/* Who answers for the account of a user: the one who gave it its password, or who answers for that one. *ret_sponsor is
 * 0 when that was admin, who answers for nobody. E_NOTFOUND: there is no such user. */
_must_check_ int accounts_sponsor(struct core *core, uint32_t userid, uint32_t *ret_sponsor);

/* Whether an account may still have given somebody a level: it is there, has that level or a higher one, and this is a
 * day of its validity. Always for admin (`userid` 0). Returns 0, E_SESSION_ENDED, or an error of the store. */
_must_check_ int accounts_vouch(struct core *core, uint32_t userid, unsigned level);

/* The account or the REST key that asks, as it is now: E_SESSION_ENDED when it was deleted, its level changed since
 * its session began, or this is no day of its validity; or the password of the keypad's menu, when there is none any more. Inside the transaction of the change, so that nobody acts with
 * rights just lost. */
_must_check_ int accounts_check_actor(struct core *core, const struct actor *by);

/* Somebody else gave a user another password: no browser is known for the account any more, and its waits are over.
 * Inside the transaction of the change. An error of the store. */
_must_check_ int accounts_password_given(struct core *core, uint32_t userid);

/* Hash of a password as the user table keeps it for signing in and verifying, with fresh salt. Takes about 30 ms.
 * Returns 0, E_NOMEM or E_IO. */
_must_check_ int accounts_hash_password(struct core *core, const char *password, char ret_text[CRYPTO_PASSWORD_MAX]);

/* The key under which a PIN stands in the user table: equal PINs have equal keys, and nobody without the device's
 * secrets can tell a PIN from its key. */
void accounts_pin_key(const struct core *core, const char *digits, uint8_t ret_key[CRYPTO_HASH_LEN]);

#endif
