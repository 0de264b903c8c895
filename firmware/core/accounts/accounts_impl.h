/* Inside core/accounts/accounts*.c only: account data shared by signing in and changing passwords. */
#ifndef POSTERN_CORE_ACCOUNTS_IMPL_H
#define POSTERN_CORE_ACCOUNTS_IMPL_H

#include "core/accounts/accounts.h"

/* Data of a named account. */
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

/* Reads the account of a name. E_NOTFOUND: no account that can sign in. */
_must_check_ int accounts_load(struct core *core, const char *name, struct account *ret_account);

/* Returns whether nothing relevant for signing in differs between two reads. */
bool accounts_is_unchanged(const struct account *a, const struct account *b);

/* Verifies the password of the account if `found` is 0; otherwise takes as long and fails. */
_must_check_ int accounts_verify(struct core *core, int found, const struct account *account, const char *password);

/* Adds an audit entry about an account inside the transaction. */
_must_check_ int accounts_audit(struct core *core, const struct actor *by, const char *account, const char *after);

/* Adds one about a failed attempt, in its own transaction: failures, however many, displace only entries of failures. A
 * full storage is not an error. */
_must_check_ int accounts_audit_refusal(struct core *core, const struct actor *by, const char *account);

#endif
