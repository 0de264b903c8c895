#include "core/base/core.h"

int64_t core_utc_ms(const struct core *core) {
    const struct hal_clock *clock = &core->shared->hal->clock;
    return clock->utc_ms(clock->ctx);
}

int64_t core_mono_ms(const struct core *core) {
    const struct hal_clock *clock = &core->shared->hal->clock;
    return clock->mono_ms(clock->ctx);
}

int core_random(const struct core *core, void *buf, size_t len) {
    const struct hal_entropy *entropy = &core->shared->hal->entropy;
    return entropy->fill(entropy->ctx, buf, len);
}
