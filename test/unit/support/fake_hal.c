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

static int set_clock(void *ctx, int64_t to_ms) {
    struct fake_hal *fake = ctx;
    if (fake->clock_offline) {
        return E_OFFLINE;
    }
    atomic_store(&fake->utc_ms, to_ms);
    return 0;
}

static int slew_clock(void *ctx, int32_t ms) {
    struct fake_hal *fake = ctx;
    if (fake->clock_offline) {
        return E_OFFLINE;
    }
    fake->slewed_ms = ms;
    return 0;
}

static int find_time_service(void *ctx, uint32_t address, char ret_url[HAL_TIME_SERVICE_MAX]) {
    (void)ctx;
    (void)address;
    (void)ret_url;
    return E_OFFLINE;
}

/* splitmix64 of the byte's number: the same in every run, without repetition. */
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
    (void)snprintf(fake->line, sizeof(fake->line), "%s", content->line_count > 0 ? content->lines[0] : "");
    (void)snprintf(fake->serial, sizeof(fake->serial), "%s", content->line_count > 1 ? content->lines[1] : "");
    (void)snprintf(fake->language, sizeof(fake->language), "%s", content->language);
    (void)snprintf(fake->initial_password, sizeof(fake->initial_password), "%s",
                   content->initial_password ? content->initial_password : "");
    (void)snprintf(fake->status, sizeof(fake->status), "%s", content->status ? content->status : "");
    fake->status_count = content->status_count;
    (void)snprintf(fake->console, sizeof(fake->console), "%s", content->console ? content->console : "");
    (void)snprintf(fake->wifi_ssid, sizeof(fake->wifi_ssid), "%s", content->wifi_ssid ? content->wifi_ssid : "");
    (void)snprintf(fake->wifi_key, sizeof(fake->wifi_key), "%s", content->wifi_key ? content->wifi_key : "");
    return fake->display_offline ? E_OFFLINE : 0;
}

static int show_result(void *ctx, const struct hal_display_result *result) {
    struct fake_hal *fake = ctx;
    if (fake->display_offline) {
        return E_OFFLINE;
    }
    fake->results++;
    fake->result = *result;
    (void)snprintf(fake->credential, sizeof(fake->credential), "%s", result->credential);
    (void)snprintf(fake->name, sizeof(fake->name), "%s", result->name ? result->name : "");
    return 0;
}

static int show_photo(void *ctx, const struct hal_display_photo *photo) {
    struct fake_hal *fake = ctx;
    fake->photos++;
    fake->photo_of = photo->userid;
    fake->photo_len = photo->len;
    return fake->display_offline ? E_OFFLINE : 0;
}

static int show_menu(void *ctx, const struct hal_display_menu *menu) {
    struct fake_hal *fake = ctx;
    fake->menus++;
    fake->menu = *menu;
    return fake->display_offline ? E_OFFLINE : 0;
}

static int show_enrol(void *ctx, const struct hal_display_enrol *enrol) {
    struct fake_hal *fake = ctx;
    fake->enrol = *enrol;
    return fake->display_offline ? E_OFFLINE : 0;
}

static int show_chosen(void *ctx, const char *label) {
    struct fake_hal *fake = ctx;
    (void)snprintf(fake->chosen, sizeof(fake->chosen), "%s", label != NULL ? label : "");
    return fake->display_offline ? E_OFFLINE : 0;
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
    const struct fake_hal *fake = ctx;
    uint32_t missing = 1U << DEVICE_FACE | 1U << DEVICE_IRIS;
    if (fake->is_bare) {
        missing |= 1U << DEVICE_DOOR | 1U << DEVICE_DISPLAY | 1U << DEVICE_SOUND | 1U << DEVICE_CAMERA;
    }
    *ret_limits = (struct hal_capacity_limits){
        .users = 500, .fingers = 40, .records = 9000, .devices = HAL_DEVICES_ALL & ~missing};
}

static int style_display(void *ctx, const struct hal_display_style *style) {
    struct fake_hal *fake = ctx;
    fake->style = *style;
    return fake->display_offline ? E_OFFLINE : 0;
}

static void read_display(void *ctx, struct hal_display_state *ret_state) {
    const struct fake_hal *fake = ctx;
    *ret_state = (struct hal_display_state){.online = !fake->display_offline};
}

static int restart_machine(void *ctx) {
    struct fake_hal *fake = ctx;
    fake->restarts += fake->restart_fails ? 0 : 1;
    return fake->restart_fails ? E_IO : 0;
}

static bool restart_pending(void *ctx) {
    return ((struct fake_hal *)ctx)->restarts > 0;
}

static int set_volume(void *ctx, unsigned volume) {
    struct fake_hal *fake = ctx;
    if (fake->sound_offline) {
        return E_OFFLINE;
    }
    fake->volume = volume;
    return 0;
}

static int play(void *ctx, enum hal_sound_kind kind) {
    struct fake_hal *fake = ctx;
    if (fake->sound_offline) {
        return E_OFFLINE;
    }
    fake->played++;
    fake->sound = kind;
    return 0;
}

static int set_light(void *ctx, enum camera_light light) {
    struct fake_hal *fake = ctx;
    if (fake->camera_offline) {
        return E_OFFLINE;
    }
    fake->light = light;
    return 0;
}

static int take_still(void *ctx, void *buf, size_t max, size_t *ret_len) {
    static const uint8_t nothing[] = {0xFF, 0xD8, 0xFF, 0xD9};
    struct fake_hal *fake = ctx;
    const void *still = fake->still != NULL ? fake->still : nothing;
    size_t len = fake->still != NULL ? fake->still_len : sizeof(nothing);
    if (fake->camera_offline || fake->camera_busy || max < len) {
        return fake->camera_offline ? E_OFFLINE : fake->camera_busy ? E_BUSY : E_TOO_LARGE;
    }
    memcpy(buf, still, len);
    *ret_len = len;
    fake->stills++;
    return 0;
}

static void finger_info(void *ctx, struct hal_biometric_info *ret_info) {
    const struct fake_hal *fake = ctx;
    *ret_info = (struct hal_biometric_info){
        .fitted = true, .online = !fake->finger_offline, .capacity = 40, .precision = fake->precision};
}

static void absent_info(void *ctx, struct hal_biometric_info *ret_info) {
    (void)ctx;
    *ret_info = (struct hal_biometric_info){.fitted = false};
}

static int set_precision(void *ctx, unsigned level) {
    struct fake_hal *fake = ctx;
    if (fake->finger_offline) {
        return E_OFFLINE;
    }
    fake->precision = level;
    return 0;
}

static int temperature(void *ctx, int *ret_tenths) {
    const struct fake_hal *fake = ctx;
    *ret_tenths = 365;
    return fake->sensor_offline ? E_OFFLINE : 0;
}

static int wear(void *ctx, unsigned *ret_percent) {
    const struct fake_hal *fake = ctx;
    *ret_percent = fake->wear;
    return fake->sensor_offline ? E_OFFLINE : 0;
}

static size_t drivers(void *ctx, struct hal_driver ret_drivers[HAL_DRIVERS_MAX]) {
    const struct fake_hal *fake = ctx;
    ret_drivers[0] = (struct hal_driver){.name = "display", .answers = !fake->display_offline};
    ret_drivers[1] = (struct hal_driver){.name = "sound", .answers = !fake->sound_offline};
    ret_drivers[2] = (struct hal_driver){.name = "camera", .answers = !fake->camera_offline};
    return fake->is_bare ? 0 : 3;
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
    memset(fake, 0, sizeof(*fake));
    atomic_init(&fake->utc_ms, FAKE_UTC_MS);
    atomic_init(&fake->mono_ms, 1000000);
    fake->hal.clock = (struct hal_clock){.ctx = fake,
                                         .utc_ms = utc_ms,
                                         .mono_ms = mono_ms,
                                         .set = set_clock,
                                         .slew = slew_clock,
                                         .time_service = find_time_service};
    fake_net_init(&fake->net, &fake->hal);
    fake->hal.entropy = (struct hal_entropy){.ctx = fake, .fill = fill};
    fake->hal.display = (struct hal_display){.ctx = fake,
                                             .show = show,
                                             .show_result = show_result,
                                             .photo = show_photo,
                                             .menu = show_menu,
                                             .enrol = show_enrol,
                                             .chosen = show_chosen,
                                             .restart = restart_display,
                                             .style = style_display,
                                             .state = read_display};
    fake->hal.capacity = (struct hal_capacity){.ctx = fake, .read = read_capacity};
    fake->hal.restart = (struct hal_restart){.ctx = fake, .request = restart_machine, .pending = restart_pending};
    fake->hal.sound = (struct hal_sound){.ctx = fake, .set_volume = set_volume, .play = play};
    fake->hal.camera = (struct hal_camera){.ctx = fake, .set_light = set_light, .still = take_still};
    fake->hal.finger = (struct hal_biometric){.ctx = fake, .info = finger_info, .set_precision = set_precision};
    fake->hal.face = fake->hal.iris = (struct hal_biometric){.ctx = fake, .info = absent_info};
    fake->hal.health = (struct hal_health){.ctx = fake, .temperature = temperature, .wear = wear, .drivers = drivers};
    fake_devices_init(&fake->devices, &fake->hal);
    fake->hal.input = (struct hal_input){.ctx = fake, .wait = wait_input, .wake = wake_input};
}

void fake_hal_advance(struct fake_hal *fake, int64_t ms) {
    (void)atomic_fetch_add(&fake->utc_ms, ms);
    (void)atomic_fetch_add(&fake->mono_ms, ms);
}
