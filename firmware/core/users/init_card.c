#include "core/users/init_card.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/accounts/accounts.h"
#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/base/rights.h"
#include "core/base/secrets.h"
#include "core/settings/settings.h"
#include "store/users/init_card.h"
#include "util/cleanup.h"

#define WORDS_MAX 32 /* bytes of an audit value */

uint32_t init_card_owner(const struct actor *by) {
    return by->userid <= USER_USERID_MAX ? by->userid : 0;
}

int init_card_get(struct core *core, struct init_card *ret_card) {
    struct store_init_card stored;
    int r = store_init_card_get(core->store, &stored);
    *ret_card = (struct init_card){0};
    if (r == 0) {
        *ret_card = (struct init_card){.is_written = true, .userid = stored.userid, .written_s = stored.written_s};
    }
    return r == E_NOTFOUND ? 0 : r;
}

static void hash_card(struct core *core, uint64_t card, uint8_t ret_hash[STORE_INIT_CARD_HASH_LEN]) {
    char number[24];
    int len = snprintf(number, sizeof(number), "%" PRIu64, card);
    secrets_hash(core->shared, SECRETS_INIT_CARD, number, (size_t)len, ret_hash);
}

/* Audits a change inside the transaction, without the number. */
static int note_change(struct core *core, const struct actor *by, const struct init_card *before, uint32_t userid) {
    char from[WORDS_MAX], to[WORDS_MAX];
    (void)snprintf(from, sizeof(from), "{\"userid\":%u}", (unsigned)before->userid);
    (void)snprintf(to, sizeof(to), "{\"userid\":%u}", (unsigned)userid);
    return audit_add(
        core, by,
        &(struct audit_change){.object = "initCard", .before = before->is_written ? from : NULL, .after = to});
}

int init_card_keep(struct core *core, const struct actor *by, uint64_t card) {
    struct store_init_card stored = {.userid = init_card_owner(by), .written_s = core_utc_ms(core) / 1000};
    struct init_card before;
    hash_card(core, card, stored.hash);
    int r = store_begin_growth(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = accounts_check_actor(core, by);
    if (r == 0 && !rights_may(&settings_get(core)->rights, by, FUNCTION_GROUP_ADV_SETTING, RIGHT_WRITE)) {
        r = E_SESSION_ENDED;
    }
    if (r == 0) {
        r = init_card_get(core, &before);
    }
    if (r == 0) {
        r = store_init_card_put(txn, &stored);
    }
    if (r == 0) {
        r = note_change(core, by, &before, stored.userid);
    }
    return r < 0 ? r : store_commit(txn);
}

int init_card_find(struct core *core, uint64_t card, uint32_t *ret_userid) {
    struct store_init_card stored;
    uint8_t hash[STORE_INIT_CARD_HASH_LEN];
    int r = store_init_card_get(core->store, &stored);
    if (r < 0) {
        return r;
    }
    hash_card(core, card, hash);
    if (!crypto_equal(hash, stored.hash, sizeof(hash))) {
        return E_NOTFOUND;
    }
    *ret_userid = stored.userid;
    return 0;
}
