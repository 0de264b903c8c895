#include "core/settings/effects.h"

#include "core/base/core.h"
#include "core/settings/settings_impl.h"
#include "util/log.h"

/* Returns NULL if this terminal has none. */
static setting_effect_fn *effect_of(const struct core *core, unsigned effect) {
    return core->shared->settings->hooks->effects[effect];
}

int effects_run(struct core *core, uint32_t mask, const struct settings *before, const struct settings *after,
                uint32_t *ret_ran) {
    *ret_ran = 0;
    for (unsigned i = 0; i < SETTING_EFFECT_COUNT; i++) {
        if (!(mask >> i & 1u) || effect_of(core, i) == NULL) {
            continue;
        }
        *ret_ran |= UINT32_C(1) << i;
        int r = effect_of(core, i)(core, before, after);
        if (r < 0) {
            log_warn("settings", "effect failed", log_str("effect", setting_effect_names[i]), log_errno(r));
            return r;
        }
    }
    return 0;
}

void effects_undo(struct core *core, uint32_t mask, const struct settings *from, const struct settings *to) {
    for (unsigned i = SETTING_EFFECT_COUNT; i-- > 0;) {
        if (!(mask >> i & 1u) || effect_of(core, i) == NULL) {
            continue;
        }
        int r = effect_of(core, i)(core, from, to);
        if (r < 0 && r != E_NOT_FITTED) {
            log_warn("settings", "effect could not be taken back", log_str("effect", setting_effect_names[i]),
                     log_errno(r));
        }
    }
}

void effects_start(struct core *core, uint32_t mask, const struct settings *after) {
    for (unsigned i = 0; i < SETTING_EFFECT_COUNT; i++) {
        int r = (mask >> i & 1u) && effect_of(core, i) != NULL ? effect_of(core, i)(core, NULL, after) : 0;
        if (r < 0 && r != E_NOT_FITTED) { /* a missing device has no effect */
            log_warn("settings", "effect failed at start", log_str("effect", setting_effect_names[i]), log_errno(r));
        }
    }
}
