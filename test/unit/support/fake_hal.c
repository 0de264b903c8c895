#include "fake_hal.h"

#include <stdio.h>
#include <string.h>

#include "util/err.h"

static int64_t utc_ms(void *ctx) {
    return (int64_t)atomic_load(&((struct fake_hal *)ctx)->utc_ms);
}

static int64_t mono_ms(void *ctx) {
    return (int64_t)atomic_load(&((struct fake_hal *)ctx)->mono_ms);
}

/* splitmix64 of the number of the octet: the same in every run, never twice the same. */
static int fill(void *ctx, void *buf, size_t len) {
    struct fake_hal *fake = ctx;
    if (fake->entropy_fails) {
        return E_IO;
    }
    if (fake->on_fill) {
        fake->on_fill(len);
    }
    uint64_t at = atomic_fetch_add(&fake->drawn, len);
    for (size_t i = 0; i < len; i++) {
        uint64_t z = (at + i + 1) * UINT64_C(0x9e3779b97f4a7c15);
        z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
        ((uint8_t *)buf)[i] = (uint8_t)(z >> 56);
    }
    return 0;
}

static int show(void *ctx, const struct hal_display_content *content) {
    struct fake_hal *fake = ctx;
    fake->shown++;
    (void)snprintf(fake->line, sizeof fake->line, "%s", content->line_count > 0 ? content->lines[0] : "");
    (void)snprintf(fake->serial, sizeof fake->serial, "%s", content->line_count > 1 ? content->lines[1] : "");
    (void)snprintf(fake->language, sizeof fake->language, "%s", content->language);
    (void)snprintf(fake->initial_password, sizeof fake->initial_password, "%s",
                   content->initial_password ? content->initial_password : "");
    return fake->display_offline ? E_OFFLINE : 0;
}

static int show_result(void *ctx, const struct hal_display_result *result) {
    struct fake_hal *fake = ctx;
    if (fake->display_offline) {
        return E_OFFLINE;
    }
    fake->results++;
    fake->result = *result;
    (void)snprintf(fake->credential, sizeof fake->credential, "%s", result->credential);
    (void)snprintf(fake->name, sizeof fake->name, "%s", result->name ? result->name : "");
    return 0;
}

static int restart_display(void *ctx) {
    struct fake_hal *fake = ctx;
    if (fake->display_offline) {
        return E_OFFLINE;
    }
    fake->restarted++;
    return 0;
}

static void read_capacity(void *ctx, struct hal_capacity_limits *ret_limits) {
    (void)ctx;
    *ret_limits = (struct hal_capacity_limits){.users = 500, .fingers = 40, .records = 9000, .has_finger = true};
}

static int restart_machine(void *ctx) {
    (void)ctx;
    return 0;
}

static int wait_input(void *ctx, int timeout_ms, struct hal_input_event *ret_event) {
    (void)ctx;
    (void)timeout_ms;
    (void)ret_event;
    return E_TIMEOUT;
}

static void wake_input(void *ctx) {
    (void)ctx;
}

void fake_hal_init(struct fake_hal *fake) {
    memset(fake, 0, sizeof *fake);
    atomic_init(&fake->utc_ms, FAKE_UTC_MS);
    atomic_init(&fake->mono_ms, 1000000);
    fake->hal.clock = (struct hal_clock){.ctx = fake, .utc_ms = utc_ms, .mono_ms = mono_ms};
    fake->hal.entropy = (struct hal_entropy){.ctx = fake, .fill = fill};
    fake->hal.display =
        (struct hal_display){.ctx = fake, .show = show, .show_result = show_result, .restart = restart_display};
    fake->hal.capacity = (struct hal_capacity){.ctx = fake, .read = read_capacity};
    fake->hal.restart = (struct hal_restart){.ctx = fake, .request = restart_machine};
    fake->hal.input = (struct hal_input){.ctx = fake, .wait = wait_input, .wake = wake_input};
}

void fake_hal_advance(struct fake_hal *fake, int64_t ms) {
    (void)atomic_fetch_add(&fake->utc_ms, ms);
    (void)atomic_fetch_add(&fake->mono_ms, ms);
}
