/* The account `admin` of a new terminal, and its initial password. */
#include <assert.h>
#include <string.h>

#include "core/accounts/accounts.h"
#include "core/accounts/throttle.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/base/secrets.h"
#include "hal/hal.h"
#include "store/accounts/account.h"
#include "store/accounts/browser.h"
#include "store/store.h"

#define INITIAL_TRIES 64 /* attempts to draw a password that meets the rules; nine of ten do */
#define INITIAL_SPACE 1000000u
#define RECOVERY_PEER "-" /* in the audit log: the terminal itself, at the request of a person there */
#define RECOVERY_CALL "recovery"

static_assert(ACCOUNTS_INITIAL_LEN + CRYPTO_SEAL_EXTRA <= STORE_ACCOUNT_SEALED_MAX,
              "a sealed password fits its column");

/* Draws a random password that meets the rules. */
static int draw_initial(const struct core_shared *shared, char ret_password[ACCOUNTS_INITIAL_LEN + 1]) {
    const struct hal_entropy *entropy = &shared->hal->entropy;
    for (int i = 0; i < INITIAL_TRIES; i++) {
        uint32_t number = 0;
        if (entropy->fill(entropy->ctx, &number, sizeof(number)) < 0) {
            return E_IO;
        }
        /* Avoids a bias towards low numbers. */
        if (number >= UINT32_MAX - UINT32_MAX % INITIAL_SPACE) {
            continue;
        }
        /* Formats the number by hand: library functions leave it on the stack. */
        for (int digit = ACCOUNTS_INITIAL_LEN; digit-- > 0; number /= 10) {
            ret_password[digit] = (char)('0' + number % 10);
        }
        ret_password[ACCOUNTS_INITIAL_LEN] = '\0';
        if (password_rules_console(ret_password, ACCOUNTS_ADMIN)) {
            return 0;
        }
    }
    return E_IO;
}

/* Makes the row of a new `admin`: hash and sealed text of the initial password. */
static int make_admin(const struct core_shared *shared, struct store_account *ret_account) {
    const struct hal_entropy *entropy = &shared->hal->entropy;
    char password[ACCOUNTS_INITIAL_LEN + 1];
    uint8_t salt[CRYPTO_SALT_LEN];
    uint8_t nonce[CRYPTO_NONCE_LEN];
    if (draw_initial(shared, password) < 0 || entropy->fill(entropy->ctx, salt, sizeof(salt)) < 0 ||
        entropy->fill(entropy->ctx, nonce, sizeof(nonce)) < 0) {
        return E_IO;
    }
    memset(ret_account, 0, sizeof(*ret_account));
    ret_account->must_change = true;
    secrets_seal(shared, nonce, password, ACCOUNTS_INITIAL_LEN, ret_account->initial_sealed);
    ret_account->initial_sealed_len = ACCOUNTS_INITIAL_LEN + CRYPTO_SEAL_EXTRA;
    int r = secrets_password_hash(shared, salt, password, ret_account->password_hash);
    crypto_wipe(password, sizeof(password));
    return r;
}

int accounts_first_start(struct core_shared *shared, struct store *store) {
    _cleanup_(store_account_wipep) struct store_account account;
    int r = store_account_get(store, ACCOUNTS_ADMIN, &account);
    if (r != E_NOTFOUND) {
        return r;
    }
    r = make_admin(shared, &account);
    if (r == 0) {
        r = store_begin(store);
    }
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = store;
    r = store_account_add(txn, ACCOUNTS_ADMIN, &account, shared->hal->clock.utc_ms(shared->hal->clock.ctx));
    return r < 0 ? r : store_commit(txn);
}

int accounts_recover(struct core *core) {
    const struct actor by = actor_nobody(RECOVERY_PEER, RECOVERY_CALL);
    _cleanup_(store_account_wipep) struct store_account account;
    int r = make_admin(core->shared, &account);
    if (r == 0) {
        r = store_begin(core->store);
    }
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = store_account_update(txn, ACCOUNTS_ADMIN, &account, core_utc_ms(core));
    if (r == 0) {
        r = store_browsers_end(txn, /* userid= */ 0, /* keep= */ 0);
    }
    if (r == 0) {
        r = throttle_lift(core, ACCOUNTS_ADMIN);
    }
    if (r == 0) {
        const struct audit_change change = {.object = "account " ACCOUNTS_ADMIN,
                                            .after = "{\"password\":\"initial\"}",
                                            .importance = AUDIT_IMPORTANCE_RIGHTS};
        r = audit_add(core, &by, &change);
    }
    return r < 0 ? r : store_commit(txn);
}

int accounts_initial_password(const struct core_shared *shared, struct store *store,
                              char ret_password[ACCOUNTS_INITIAL_LEN + 1]) {
    _cleanup_(store_account_wipep) struct store_account account;
    ret_password[0] = '\0';
    int r = store_account_get(store, ACCOUNTS_ADMIN, &account);
    if (r < 0 || account.initial_sealed_len == 0) {
        return r;
    }
    if (account.initial_sealed_len != ACCOUNTS_INITIAL_LEN + CRYPTO_SEAL_EXTRA) {
        return err_here(E_CORRUPT);
    }
    r = secrets_open(shared, account.initial_sealed, account.initial_sealed_len, ret_password);
    ret_password[r == 0 ? ACCOUNTS_INITIAL_LEN : 0] = '\0';
    return r;
}
