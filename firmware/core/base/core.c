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

/* Bytes from 250 on are redrawn: they would make some digits more likely. */
int core_random_digits(const struct core *core, size_t count, char *ret_digits) {
    size_t have = 0;
    for (unsigned tries = 0; have < count && tries < 100; tries++) {
        uint8_t octets[8];
        int r = core_random(core, octets, sizeof(octets));
        if (r < 0) {
            return r;
        }
        for (size_t i = 0; i < sizeof(octets) && have < count; i++) {
            if (octets[i] < 250) {
                ret_digits[have++] = (char)('0' + octets[i] % 10);
            }
        }
    }
    ret_digits[have] = '\0';
    return have == count ? 0 : err_here(E_IO);
}
