#include "core/door/menu_acts.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/accounts/accounts.h"
#include "core/accounts/throttle.h"
#include "core/base/core.h"
#include "core/base/rights.h"
#include "core/network/network.h"
#include "core/settings/settings.h"
#include "hal/hal.h"
#include "util/crypto.h"
#include "util/ipv4.h"

static_assert(HAL_MENU_LINKS_MAX >= HAL_INTERFACES, "room for all interfaces");

#define KEYPAD "keypad" /* where somebody is who uses the menu; and who, by the password that is nobody's */

/* Whether a code is the password of the keypad's menu, in a time that does not tell whether there is one. */
static bool is_own_password(struct core *core, const char *code) {
    char own[sizeof(settings_get(core)->values.machine_param.keypad_password)] = "";
    char typed[sizeof(own)] = "";
    size_t len = strlen(code);
    (void)snprintf(own, sizeof(own), "%s", settings_get(core)->values.machine_param.keypad_password);
    memcpy(typed, code, len < sizeof(typed) ? len : sizeof(typed) - 1);
    bool is_same = crypto_equal(own, typed, sizeof(own)) && len < sizeof(typed) && own[0] != '\0';
    crypto_wipe(own, sizeof(own));
    crypto_wipe(typed, sizeof(typed));
    return is_same;
}

int menu_check(struct core *core, const struct actor *by, enum function_group group) {
    const struct settings *settings = settings_get(core);
    int r = accounts_check_actor(core, by);
    if (r < 0) {
        return r;
    }
    if (!rights_may(&settings->rights, by, FUNCTION_GROUP_ADV_SETTING, RIGHT_WRITE)) {
        return E_SESSION_ENDED;
    }
    return rights_may(&settings->rights, by, (int)group, RIGHT_WRITE) ? 0 : E_FORBIDDEN;
}

/* What is to be offered to who has opened it. */
static unsigned may_of(struct core *core, const struct actor *by) {
    const struct hal *hal = core->shared->hal;
    struct hal_biometric_info finger, face;
    hal->finger.info(hal->finger.ctx, &finger);
    hal->face.info(hal->face.ctx, &face);
    return (menu_check(core, by, FUNCTION_GROUP_USER) == 0 ? MENU_MAY_ENROL : 0) |
           (menu_check(core, by, FUNCTION_GROUP_NETWORK) == 0 ? MENU_MAY_NETWORK : 0) |
           (finger.fitted ? MENU_HAS_FINGER : 0) | (face.fitted ? MENU_HAS_FACE : 0);
}

static int admit_by_code(struct core *core, const char *id, const char *code, struct actor *by) {
    struct actor account = {.userid = ACTOR_USERID_NOBODY};
    bool is_own = strcmp(id, MENU_OWN_ID) == 0;
    int r = accounts_check_code(core, id, code, &account); /* for the ID of nobody it takes as long */
    if (is_own && r == E_PASSWORD_WRONG) {
        r = is_own_password(core, code) ? 0 : E_PASSWORD_WRONG;
        by->userid = ACTOR_USERID_KEYPAD;
    } else if (r == 0) {
        actor_become(by, &account);
    }
    if (r == 0 && menu_check(core, by, FUNCTION_GROUP_ADV_SETTING) < 0) {
        r = E_PASSWORD_WRONG;
    }
    return r;
}

void menu_admit(struct core *core, const char *id, const char *code, struct menu_admission *ret_admission) {
    enum throttle_what what = strcmp(id, MENU_OWN_ID) == 0 ? THROTTLE_MENU : THROTTLE_KEYPAD;
    struct actor by = actor_nobody(KEYPAD, "menu");
    (void)snprintf(by.account, sizeof(by.account), "%s", KEYPAD);
    *ret_admission = (struct menu_admission){.r = 0};
    ret_admission->r = throttle_count(core, what, id, &ret_admission->wait_s);
    if (ret_admission->r == 0) {
        ret_admission->r = admit_by_code(core, id, code, &by);
    }
    if (ret_admission->r == 0) {
        by.importance = AUDIT_IMPORTANCE_RIGHTS;
        ret_admission->r = throttle_passed(core, what, id);
    }
    if (ret_admission->r == 0) {
        ret_admission->by = by;
        ret_admission->may = may_of(core, &by);
    }
}

size_t menu_read_links(struct core *core, struct hal_menu_link ret_links[HAL_MENU_LINKS_MAX]) {
    for (size_t i = 0; i < HAL_INTERFACES; i++) {
        struct hal_net_state state;
        network_interface(core, (enum wan_mode)i, &state);
        ret_links[i] = (struct hal_menu_link){.interface = (enum wan_mode)i, .lease = state.lease};
        ipv4_format(state.address, true, ret_links[i].address);
    }
    return HAL_INTERFACES;
}

int menu_end_waits(struct core *core, const struct actor *by, unsigned *ret_wait_s) {
    int r = menu_check(core, by, FUNCTION_GROUP_ADV_SETTING);
    if (r == 0) {
        r = throttle_count(core, THROTTLE_CLEARS, by->account, ret_wait_s);
    }
    return r < 0 ? r : throttle_clear(core, by);
}
