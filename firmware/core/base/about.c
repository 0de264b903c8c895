#include "core/base/about.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/core.h"

struct about {
    struct about_facts facts;
    char serial[ABOUT_SERIAL_MAX];
    int64_t started_ms; /* monotonic clock */
};

int about_new(const struct hal *hal, const struct about_facts *facts, const char *serial, struct about **ret_about) {
    struct about *about = calloc(1, sizeof(*about));
    if (about == NULL) {
        return E_NOMEM;
    }
    about->facts = *facts;
    (void)snprintf(about->serial, sizeof(about->serial), "%s", serial);
    about->started_ms = hal->clock.mono_ms(hal->clock.ctx);
    *ret_about = about;
    return 0;
}

void about_free(struct about *about) {
    free(about);
}

const struct about_facts *about_facts(const struct core_shared *shared) {
    return &shared->about->facts;
}

bool about_is_recovery(const struct core_shared *shared) {
    return about_facts(shared)->recovery_dir != NULL;
}

bool about_is_serial(const char *text) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-";
    size_t len = strlen(text);
    return len >= ABOUT_SERIAL_MIN && len < ABOUT_SERIAL_MAX && strspn(text, letters) == len;
}

const char *about_serial(const struct core_shared *shared) {
    return shared->about->serial;
}

int64_t about_uptime_ms(const struct core *core) {
    return core_mono_ms(core) - core->shared->about->started_ms;
}

uint32_t about_unfitted(const struct core_shared *shared) {
    const struct hal_capacity *capacity = &shared->hal->capacity;
    struct hal_capacity_limits limits;
    capacity->read(capacity->ctx, &limits);
    return (limits.devices >> DEVICE_FINGER & 1U ? 0 : 1U << FACTOR_FINGER) |
           (limits.devices >> DEVICE_FACE & 1U ? 0 : 1U << FACTOR_FACE) |
           (limits.devices >> DEVICE_IRIS & 1U ? 0 : 1U << FACTOR_IRIS);
}

bool about_is_end_of_serial(const struct core_shared *shared, const char *typed) {
    const char *serial = about_serial(shared);
    size_t len = strlen(serial);
    return strlen(typed) == ABOUT_SERIAL_END && len >= ABOUT_SERIAL_END &&
           strcasecmp(serial + len - ABOUT_SERIAL_END, typed) == 0;
}

bool about_has_any(const struct core_shared *shared, uint32_t devices) {
    const struct hal_capacity *capacity = &shared->hal->capacity;
    struct hal_capacity_limits limits;
    capacity->read(capacity->ctx, &limits);
    return devices == 0 || (limits.devices & devices) != 0;
}

void about_capacity(const struct core *core, struct hal_capacity_limits *ret_limits) {
    const struct hal_capacity *capacity = &core->shared->hal->capacity;
    capacity->read(capacity->ctx, ret_limits);
}
