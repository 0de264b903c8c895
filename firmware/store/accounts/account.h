/* The table `account`: accounts that sign in without being a user. */
#ifndef POSTERN_STORE_ACCOUNT_H
#define POSTERN_STORE_ACCOUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/crypto.h"
#include "util/err.h"

struct store;

#define STORE_ACCOUNT_HASH_MAX 160  /* bytes of a password hash as text, with the NUL */
#define STORE_ACCOUNT_SEALED_MAX 64 /* bytes of the sealed initial password */

struct store_account {
    char password_hash[STORE_ACCOUNT_HASH_MAX];
    bool passphrase;                                  /* the password is a passphrase, not six digits */
    bool must_change; /* the initial password has not been changed yet */
    uint8_t initial_sealed[STORE_ACCOUNT_SEALED_MAX]; /* the initial password, sealed */
    size_t initial_sealed_len; /* 0 once the password was changed */
};

/* For _cleanup_(): wipes the secrets of an account that was read. */
static inline void store_account_wipep(struct store_account *account) {
    crypto_wipe(account, sizeof(*account));
}

/* Reads an account. E_NOTFOUND; E_CORRUPT: a column is longer than its limit. */
_must_check_ int store_account_get(struct store *store, const char *name, struct store_account *ret_account);

/* Adds an account; `now_ms` is the calendar time. Inside a transaction. E_EXISTS, E_NOSPC, E_IO. */
_must_check_ int store_account_add(struct store *store, const char *name, const struct store_account *account,
                                   int64_t now_ms);

/* Replaces all columns of an account. Inside a transaction. E_NOTFOUND, E_NOSPC, E_IO. */
_must_check_ int store_account_update(struct store *store, const char *name, const struct store_account *account,
                                      int64_t now_ms);

#endif
