/* Accounts that can sign in: `admin`, and users with admin level 1 to 16 by their user ID. Most functions hash
 * passwords, so they run on workers, never on the loop, unless they say otherwise. Passwords are never logged, stored
 * in plain text or put into an audit entry. */
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

/* Input of a sign-in. */
struct accounts_credentials {
    const char *name, *password; /* any content */
    const char *browser; /* name the browser reports; "": none */
};

/* Result of a sign-in. */
struct accounts_sign_in {
    char token[SESSIONS_TOKEN_LEN + 1]; /* with a NUL */
    char browser[BROWSERS_SECRET_LEN + 1]; /* the browser's new token; "": unchanged */
    struct actor account; /* of the new session */
};

/* For core/start: creates the shared state (a password hash that nothing matches) and frees it. E_NOMEM, E_IO. */
_must_check_ int accounts_new(const struct hal *hal, struct accounts **ret_accounts);
void accounts_free(struct accounts *accounts);

/* For core/start: creates the account `admin` with a random initial password if it does not exist. Returns 0 or an
 * error of the store or of the random source. */
_must_check_ int accounts_first_start(struct core_shared *shared, struct store *store);

/* Gives `admin` a new initial password, as at the first start, at the request of a person at the terminal
 * (docs/recovery.md): the old one becomes invalid, trusted browsers of the account are forgotten, its waits end, and an
 * audit entry is written. Everything else stays. Call it before the server listens: there are no sessions. An error of
 * the store or of the random source. */
_must_check_ int accounts_recover(struct core *core);

/* Reads the initial password of `admin` as text, "" once it was changed. Returns 0, E_CORRUPT if it cannot be
 * decrypted, or an error of the store. The caller wipes it. */
_must_check_ int accounts_initial_password(const struct core_shared *shared, struct store *store,
                                           char ret_password[ACCOUNTS_INITIAL_LEN + 1]);

/* Signs in for the request of `by`, who is not signed in, and opens a session; trusts the browser from then on. Counted
 * and throttled; always writes an audit entry. Returns 0; E_PASSWORD_WRONG for an unknown name, a user without admin
 * level, and a wrong password, indistinguishable also in time; E_THROTTLED with the seconds to wait in *ret_wait_s; or
 * an error of the store. */
_must_check_ int accounts_sign_in(struct core *core, const struct actor *by, const struct accounts_credentials *typed,
                                  struct accounts_sign_in *ret_sign_in, unsigned *ret_wait_s);

/* Verifies the PIN typed for an account at the terminal itself and fills *ret_account: userid, account, level and
 * sponsor; opens, counts and writes nothing. Returns 0; E_PASSWORD_WRONG for an unknown name, one that may not sign in
 * today, and a wrong PIN, indistinguishable also in time; or an error of the store. */
_must_check_ int accounts_check_code(struct core *core, const char *name, const char *code, struct actor *ret_account);

/* Verifies the re-entered password of the account of `by`: for five minutes the session passes accounts_check_fresh().
 * Returns 0, E_PASSWORD_WRONG, E_THROTTLED with *ret_wait_s, E_SESSION_ENDED, or an error of the store. */
_must_check_ int accounts_confirm(struct core *core, const struct actor *by, const char *password,
                                  unsigned *ret_wait_s);

/* E_PASSWORD_NEEDED unless the password of the account of `by` was typed in the last five minutes; required for giving
 * others permissions and for irreversible actions. A REST key has no password: E_FORBIDDEN. */
_must_check_ int accounts_check_fresh(const struct actor *by);

/* Ends a session of the account of `by`; admin can end any. Returns 0, E_NOTFOUND, or an error of the store; the
 * session is ended in any case. */
_must_check_ int accounts_end_session(struct core *core, const struct actor *by, uint64_t id);

/* Lists the sessions that `by` may see, oldest first: those of its account, for admin all. */
size_t accounts_sessions(struct core *core, const struct actor *by, struct sessions_view ret_views[SESSIONS_MAX]);

/* Changes the password of the account of `by` and ends its other sessions. Returns 0; E_PASSWORD_WRONG when
 * `old_password` is wrong, E_THROTTLED with *ret_wait_s, E_PASSWORD_RULES when the new one breaks the rules or equals
 * the old one, E_SESSION_ENDED when the account no longer exists, or an error of the store. Not compared with the
 * passwords of others. */
_must_check_ int accounts_change_password(struct core *core, const struct actor *by, const char *old_password,
                                          const char *new_password, unsigned *ret_wait_s);

/* Gives `admin` a passphrase instead of six digits, and ends its other sessions; accounts_change_password() changes
 * back to digits. Returns 0; E_ADMIN_ONLY for the session of a user; E_PASSWORD_RULES when it breaks the rules
 * (password_rules_passphrase()) or equals the old one; else as accounts_change_password(). */
_must_check_ int accounts_set_passphrase(struct core *core, const struct actor *by, const char *old_password,
                                         const char *passphrase, unsigned *ret_wait_s);

/* Reads whether `admin` signs in with a passphrase. Returns 0 or an error of the store. */
_must_check_ int accounts_has_passphrase(struct core *core, bool *ret_set);

/* Ends the session of `by` and writes the audit entry. Returns 0 or an error of the store; the session is ended in any
 * case. */
_must_check_ int accounts_sign_out(struct core *core, const struct actor *by);

/* Fills *actor from a token as received (any bytes, any length). Returns 0, E_SESSION_ENDED (also: the account's last
 * day is over) or E_TOKEN_FAILED: sessions_check(). On the loop: below 5 µs. */
_must_check_ int accounts_recognise(struct core *core, const char *token, size_t len, struct actor *actor);

/* Returns whether the session of `by` is open and its account is valid today; updates `by`. Does not count as use of
 * the session. */
bool accounts_is_signed_in(struct core *core, struct actor *by);

/* Returns whether anyone is signed in. Any thread. */
bool accounts_anybody(const struct core_shared *shared);

/* Ends the sessions of a user who was deleted, or whose password or level changed; those of all users with an admin
 * level whose permissions changed. Call it after the change is committed. */
void accounts_end_user(struct core *core, uint32_t userid);
void accounts_end_level(struct core *core, unsigned level);

/* Updates the validity days of a user's sessions. Call it after the change is committed. */
void accounts_set_days(struct core *core, uint32_t userid, uint32_t from, uint32_t to);

/* Finds the sponsor of a user's account: the person who gave it its password, or that person's sponsor. *ret_sponsor is
 * 0 for admin, who sponsors nobody. E_NOTFOUND: no such user. */
_must_check_ int accounts_sponsor(struct core *core, uint32_t userid, uint32_t *ret_sponsor);

/* Checks that an account could still have given a level: it exists, has at least that level, and is valid today. Always
 * true for admin (`userid` 0). Returns 0, E_SESSION_ENDED, or an error of the store. */
_must_check_ int accounts_vouch(struct core *core, uint32_t userid, unsigned level);

/* Checks the current state of the caller's account or REST key: E_SESSION_ENDED when it was deleted, its level changed
 * since its session began, or it is not valid today; or the password of the keypad's menu no longer exists. Inside the
 * transaction of the change, so that nobody acts with permissions just lost. */
_must_check_ int accounts_check_actor(struct core *core, const struct actor *by);

/* Another person set a user's password: forgets the trusted browsers of the account, and ends its waits. Inside the
 * transaction of the change. An error of the store. */
_must_check_ int accounts_password_given(struct core *core, uint32_t userid);

/* Hashes a password for the user table, with fresh salt. Takes about 30 ms. Returns 0, E_NOMEM or E_IO. */
_must_check_ int accounts_hash_password(struct core *core, const char *password, char ret_text[CRYPTO_PASSWORD_MAX]);

/* Computes the key of a PIN in the user table: equal PINs have equal keys, and without the device's secrets the PIN
 * cannot be found from its key. */
void accounts_pin_key(const struct core *core, const char *digits, uint8_t ret_key[CRYPTO_HASH_LEN]);

#endif
