/* The field engineer, who has no account, only the password that the factory gave the terminal (core/base/factory.h).
 * Both functions hash it, so they run on workers. */
#ifndef POSTERN_CORE_ENGINEER_H
#define POSTERN_CORE_ENGINEER_H

#include <stdint.h>

#include "core/accounts/sessions.h"
#include "util/err.h"

struct actor;
struct core;

#define ENGINEER_ACCOUNT "engineer"

/* Makes the session of `by` a super session for SESSIONS_SUPER_MS. Counted and throttled by the account of `by`; always
 * writes an audit entry. Returns 0, E_PASSWORD_WRONG, E_ENGINEER_MISSING, E_THROTTLED with the seconds to wait in
 * *ret_wait_s, or an error of the store. */
_must_check_ int engineer_raise(struct core *core, const struct actor *by, const char *password, unsigned *ret_wait_s);

/* Opens a session of the engineer for the request of `by`, who is not signed in; it is a super session to its end and
 * has no other permission. Counted and throttled like a sign-in. Returns 0; E_SWITCHED_OFF: /up is closed;
 * E_PASSWORD_WRONG, also when the factory set none; E_THROTTLED with *ret_wait_s; or an error of the store. */
_must_check_ int engineer_sign_in(struct core *core, const struct actor *by, const char *password,
                                  char ret_token[SESSIONS_TOKEN_LEN + 1], unsigned *ret_wait_s);

#endif
