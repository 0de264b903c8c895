#include "core/users/init_card_write.h"

#include "core/base/core.h"
#include "core/settings/settings.h"
#include "core/users/enrol.h"
#include "core/users/init_card.h"

int init_card_start(struct core *core, const struct actor *by, bool again) {
    struct enrol_wish wish = {.factor = ENROL_FACTOR_CARD, .is_init_card = true};
    struct users_refusal refusal = {0};
    struct init_card before;
    int r = init_card_get(core, &before);
    if (r < 0) {
        return r;
    }
    if (before.is_written && !again) {
        return E_INIT_CARD_EXISTS;
    }
    if (init_card_owner(by) == 0 && settings_get(core)->values.machine_param.keypad_password[0] == '\0') {
        return E_KEYPAD_PASSWORD_NEEDED;
    }
    return enrol_start(core, by, &wish, &refusal);
}

int init_card_cancel(struct core *core, const struct actor *by) {
    struct enrol_view view;
    enrol_look(core, by, &view);
    return view.wish.is_init_card ? enrol_cancel(core, by) : 0;
}
