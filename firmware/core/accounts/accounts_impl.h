/* Inside core/accounts/accounts*.c only: the account that somebody names, between signing in and its passwords. */
#ifndef POSTERN_CORE_ACCOUNTS_IMPL_H
#define POSTERN_CORE_ACCOUNTS_IMPL_H

#include "core/accounts/accounts.h"

/* What is known of the account that somebody names. */
struct account {
    char name[ACTOR_ACCOUNT_MAX];
    uint32_t userid; /* 0 for admin */
    uint8_t level;
    bool must_change;
    uint32_t valid_from, valid_to;
    uint32_t sponsor; /* as in struct actor */
    char hash[CRYPTO_PASSWORD_MAX];
    char shown_name[ACTOR_NAME_MAX];
};

static inline void account_wipep(struct account *account) {
    crypto_wipe(account, sizeof(*account));
}

/* Reads the account of a name. E_NOTFOUND: there is none that may sign in. */
_must_check_ int accounts_load(struct core *core, const char *name, struct account *ret_account);

/* True if nothing that matters for signing in has changed between two looks. */
bool accounts_is_unchanged(const struct account *a, const struct account *b);

/* Verifies the password of the account `found` (0) says exists; without one it takes as long and is wrong. */
_must_check_ int accounts_verify(struct core *core, int found, const struct account *account, const char *password);

/* Leaves a row about an account inside the transaction. */
_must_check_ int accounts_audit(struct core *core, const struct actor *by, const char *account, const char *after);

/* Leaves one about a refusal, in a transaction of its own: whoever fails, and however often, displaces rows of failures
 * alone. A full storage is no error. */
_must_check_ int accounts_audit_refusal(struct core *core, const struct actor *by, const char *account);

#endif
