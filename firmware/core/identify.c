#include "core/identify.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/accounts.h"
#include "core/core.h"
#include "hal/hal.h"
#include "store/users.h"
#include "util/arena.h"
#include "util/err.h"

#define CARD_SHOWN 4     /* last digits of a card that are shown */
#define ARENA_MAX 4096   /* room for one name */
#define PIN_MASK "••••"

static void mask_card(uint64_t card, char ret_masked[IDENTIFY_MASKED_MAX]) {
    char digits[24];
    int len = snprintf(digits, sizeof digits, "%" PRIu64, card);
    int shown = len > CARD_SHOWN ? CARD_SHOWN : len / 2;
    (void)snprintf(ret_masked, IDENTIFY_MASKED_MAX, "…%s", digits + len - shown);
}

/* The user ID of the credential. E_NOTFOUND: nobody's. */
static int find(struct core *core, const struct hal_input_event *event, uint32_t *ret_id) {
    if (event->kind == HAL_CREDENTIAL_CARD) {
        return event->card == 0 || event->card > UINT32_MAX
                   ? E_NOTFOUND
                   : store_users_by_card(core->store, (uint32_t)event->card, ret_id);
    }
    uint8_t key[CRYPTO_HASH_LEN];
    accounts_pin_key(core, event->digits, key);
    return store_users_by_pin(core->store, key, ret_id);
}

int identify_credential(struct core *core, const struct hal_input_event *event, struct identify_result *ret_result) {
    memset(ret_result, 0, sizeof *ret_result);
    ret_result->kind = event->kind;
    ret_result->time_ms = event->time_ms;
    if (event->kind == HAL_CREDENTIAL_CARD) {
        mask_card(event->card, ret_result->masked);
    } else {
        (void)snprintf(ret_result->masked, sizeof ret_result->masked, "%s", PIN_MASK);
    }

    uint32_t id = 0;
    int r = find(core, event, &id);
    if (r < 0) {
        return r == E_NOTFOUND ? 0 : r;
    }
    _cleanup_(arena_done) struct arena arena;
    arena_init(&arena, ARENA_MAX);
    struct store_user user;
    r = store_users_get(core->store, id, &arena, &user);
    if (r < 0) {
        return r == E_NOTFOUND ? 0 : r; /* deleted between the two look-ups */
    }
    ret_result->known = true;
    ret_result->userid = id;
    (void)snprintf(ret_result->name, sizeof ret_result->name, "%s", user.name);
    return 0;
}

int identify_show(struct core *core, const struct identify_result *result) {
    const struct hal_display *display = &core->shared->hal->display;
    struct hal_display_result shown = {
        .kind = result->kind,
        .credential = result->masked,
        .known = result->known,
        .userid = result->userid,
        .name = result->known ? result->name : NULL,
        .time_ms = result->time_ms,
    };
    return display->show_result(display->ctx, &shown);
}
