#include "core/door/identify.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/accounts/accounts.h"
#include "core/base/core.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "core/time/status.h"
#include "core/time/validity.h"
#include "core/users/users.h"
#include "hal/hal.h"
#include "store/users/users.h"
#include "util/arena.h"
#include "util/err.h"

#define CARD_SHOWN 4     /* last digits of a card that are shown */
#define ID_DIGITS 9      /* most digits of a user ID */
#define ARENA_MAX 4096   /* room for one name */
#define MINUTE_MS INT64_C(60000)
#define GROUP_CLOSED 0   /* 1 is always open; 2 to 16 go by time zones, which do not decide yet */
#define PIN_MASK "••••"

static void mask_card(uint64_t card, char ret_masked[IDENTIFY_MASKED_MAX]) {
    char digits[24];
    int len = snprintf(digits, sizeof(digits), "%" PRIu64, card);
    int shown = len > CARD_SHOWN ? CARD_SHOWN : len / 2;
    (void)snprintf(ret_masked, IDENTIFY_MASKED_MAX, "…%s", digits + len - shown);
}

/* Factors that must all match for a user; 0 when any one is enough. */
static uint32_t needed_factors(const struct setting_identify_param *device, const struct user *user) {
    if (user->identify_mode == IDENTIFY_MODE_ALL) {
        return user->identify_factors;
    }
    bool by_device = user->identify_mode == IDENTIFY_MODE_DEVICE && device->identify_mode == DEFAULT_MODE_ALL;
    return by_device ? device->identify_factors : 0;
}

/* Reads the user whom a factor belongs to. E_NOTFOUND: deleted meanwhile. */
static int take_user(struct core *core, uint32_t id, enum factor factor, struct identify_result *result) {
    _cleanup_(arena_done) struct arena arena;
    arena_init(&arena, ARENA_MAX);
    struct user user;
    int r = store_users_get(core->store, id, &arena, &user);
    if (r < 0) {
        return r;
    }
    result->valid = validity_holds(user.valid_from, user.valid_to, clock_today(core));
    result->needed = needed_factors(&settings_get(core)->values.identify_param, &user);
    if (factor == FACTOR_ID && (result->needed & (1U << FACTOR_ID)) == 0) {
        return E_NOTFOUND; /* nobody has asked for it: digits that happen to be an ID identify nobody */
    }
    result->closed = user.group == GROUP_CLOSED;
    result->known = true;
    result->userid = id;
    result->factor = 1U << factor;
    (void)snprintf(result->name, sizeof(result->name), "%s", user.username);
    return 0;
}

static int find_card(struct core *core, uint64_t card, struct identify_result *result) {
    uint32_t id = 0;
    if (card == 0 || card > UINT32_MAX) {
        return E_NOTFOUND;
    }
    int r = store_users_by_card(core->store, (uint32_t)card, &id);
    return r < 0 ? r : take_user(core, id, FACTOR_CARD, result);
}

/* The user ID that digits are; 0 for none. */
static uint32_t id_of(const char *digits) {
    size_t len = strlen(digits);
    return len == 0 || len > ID_DIGITS || digits[0] == '0' ? 0 : (uint32_t)strtoul(digits, NULL, 10);
}

static int find_digits(struct core *core, const char *digits, struct identify_result *result) {
    uint8_t key[CRYPTO_HASH_LEN];
    uint32_t id = 0;
    accounts_pin_key(core, digits, key);
    int r = store_users_by_pin(core->store, key, &id);
    if (r != E_NOTFOUND) {
        return r < 0 ? r : take_user(core, id, FACTOR_PASSWORD, result);
    }
    id = id_of(digits);
    return id == 0 ? E_NOTFOUND : take_user(core, id, FACTOR_ID, result);
}

int identify_credential(struct core *core, const struct hal_input_event *event, struct identify_result *ret_result) {
    int r;
    memset(ret_result, 0, sizeof(*ret_result));
    ret_result->kind = event->kind;
    ret_result->time_ms = event->time_ms;
    if (event->kind == HAL_CREDENTIAL_CARD) {
        mask_card(event->card, ret_result->masked);
        r = find_card(core, event->card, ret_result);
    } else {
        (void)snprintf(ret_result->masked, sizeof(ret_result->masked), "%s", PIN_MASK);
        r = find_digits(core, event->digits, ret_result);
    }
    return r == E_NOTFOUND ? 0 : r;
}

void identify_judge(struct core *core, struct identify_door *door, struct identify_result *result) {
    int64_t now_ms = core_mono_ms(core);
    if (!result->known || !result->valid || result->closed) {
        result->granted = false; /* and nobody is asked for more */
        result->missing = 0;
        mode_forget(&door->wait);
        return;
    }
    result->missing = mode_take(&door->wait, result->userid, result->factor, result->needed, now_ms);
    result->granted = result->missing == 0;
    int64_t window_ms = settings_get(core)->values.kaoqin_param.duplicate_punch * MINUTE_MS;
    result->repeated = result->granted && repeats_take(&door->repeats, result->userid, now_ms, window_ms);
}

int identify_show(struct core *core, const struct identify_result *result) {
    const struct hal_display *display = &core->shared->hal->display;
    struct hal_display_result shown = {
        .kind = result->kind,
        .credential = result->masked,
        .known = result->known,
        .granted = result->granted,
        .missing = result->missing,
        .repeated = result->repeated,
        .userid = result->userid,
        .name = result->known ? result->name : NULL,
        .time_ms = result->time_ms,
        .status = status_label_at(core, result->time_ms),
    };
    return display->show_result(display->ctx, &shown);
}
