#include "core/devices/display.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "core/accounts/accounts.h"
#include "core/time/clock.h"
#include "core/base/core.h"
#include "core/network/network.h"
#include "core/settings/settings.h"
#include "core/network/wifi.h"
#include "hal/hal.h"
#include "setting_hooks.h"
#include "util/err.h"
#include "util/log.h"

static_assert((int)HAL_DATE_YMD == (int)API_DATE_ORDER_YMD, "one order of orders");
static_assert((int)HAL_DATE_DMY == (int)API_DATE_ORDER_DMY, "one order of orders");
static_assert((int)HAL_DATE_MDY == (int)API_DATE_ORDER_MDY, "one order of orders");
static_assert((int)HAL_SAVING_NONE == (int)API_POWER_SAVING_DISABLE, "one order of savings");
static_assert((int)HAL_SAVING_SCREEN_SAVER == (int)API_POWER_SAVING_SCREEN_SAVER, "one order of savings");
static_assert((int)HAL_SAVING_OFF == (int)API_POWER_SAVING_CLOSE_SCREEN, "one order of savings");
static_assert(STATUS_COUNT == API_PUNCH_STATUS_COUNT, "all statuses");
static_assert(HAL_DISPLAY_STATUSES_MAX >= STATUS_COUNT, "room for all statuses");

struct status_schedule display_schedule(const struct settings *settings) {
    const struct setting_status_change_info *set = &settings->values.status_change_info;
    const uint16_t *const starts[STATUS_COUNT] = {set->in,      set->out,     set->status1, set->status2,
                                                  set->status3, set->status4, set->status5, set->status6};
    struct status_schedule schedule = {0};
    static_assert(sizeof set->in == sizeof schedule.start[0], "minutes of seven days");
    for (size_t i = 0; i < STATUS_COUNT; i++) {
        memcpy(schedule.start[i], starts[i], sizeof schedule.start[i]);
    }
    return schedule;
}

const char *display_status_label(const struct settings *settings, unsigned status) {
    const struct setting_apply_param *set = &settings->values.apply_param;
    const char *const labels[STATUS_COUNT] = {set->in,      set->out,     set->status1, set->status2,
                                              set->status3, set->status4, set->status5, set->status6};
    return labels[status];
}

/* The status in force at a moment, and that moment at the terminal. */
static struct status_now status_of(const struct settings *settings, int64_t utc_s, struct local_time *ret_local) {
    struct local_rule rule = clock_rule(settings);
    struct status_schedule schedule = display_schedule(settings);
    *ret_local = local_of(&rule, utc_s);
    return status_at(&schedule, ret_local->weekday, ret_local->hour * 60u + ret_local->minute);
}

const char *display_status_at(struct core *core, int64_t utc_ms) {
    const struct settings *settings = settings_get(core);
    struct local_time local;
    return display_status_label(settings, status_of(settings, utc_ms / 1000, &local).status);
}

static char separator_of(enum api_date_separator separator) {
    switch (separator) {
        case API_DATE_SEPARATOR_DASH: return '-';
        case API_DATE_SEPARATOR_SLASH: return '/';
        case API_DATE_SEPARATOR_DOT: return '.';
    }
    return '-';
}

/* The style at a moment; lowers *until_s to the next change of the clock. */
static struct hal_display_style style_at(const struct settings *settings, int64_t now_s, int64_t *until_s) {
    const struct setting_time_param *set = &settings->values.time_param;
    struct local_rule rule = clock_rule(settings);
    struct hal_display_style style = {
        .order = (enum hal_date_order)set->date_order,
        .separator = separator_of(set->date_separator),
        .hour24 = set->hour24,
        .saving = (enum hal_saving)set->power_saving,
        .saving_after_s = set->interval,
        .locked = set->keyboard_lock,
        .offset_min = local_offset(&rule, now_s, NULL),
        .next_change_s = INT64_MAX,
    };
    struct local_change next;
    if (local_changes(&rule, now_s, &next, 1) == 1) {
        style.next_change_s = next.at_s;
        style.next_offset_min = next.after_min;
        *until_s = next.at_s < *until_s ? next.at_s : *until_s;
    }
    return style;
}

/* Puts the status at a moment and the offered ones into the content; lowers *until_s to the next start of one. */
static void add_status(const struct settings *settings, int64_t now_s, struct hal_display_content *content,
                       int64_t *until_s) {
    struct local_time local;
    struct status_now now = status_of(settings, now_s, &local);
    struct status_schedule schedule = display_schedule(settings);
    unsigned next_min = status_next_in(&schedule, local.weekday, local.hour * 60u + local.minute);
    content->status = display_status_label(settings, now.status);
    for (unsigned i = 0; i < STATUS_COUNT; i++) {
        if (settings->values.apply_param.shown & (1u << i)) {
            content->statuses[content->status_count++] = display_status_label(settings, i);
        }
    }
    int64_t next_s = now_s - local.second + (int64_t)next_min * 60;
    if (next_min > 0 && next_s < *until_s) {
        *until_s = next_s;
    }
}

/* Shows what the settings say. */
static int show_by(struct core_shared *shared, struct store *store, const struct settings *settings) {
    const struct hal_display *display = &shared->hal->display;
    char initial_password[ACCOUNTS_INITIAL_LEN + 1];
    int r = accounts_initial_password(shared, store, initial_password);
    if (r < 0) {
        return r;
    }
    struct hal_display_content content = {
        .lines = {settings->values.machine_param.device_name, shared->serial},
        .line_count = 2,
        .language = settings_language(settings),
        .initial_password = initial_password[0] ? initial_password : NULL,
    };
    char console[NETWORK_URL_MAX];
    char wifi_ssid[HAL_SSID_MAX + 1];
    char wifi_key[WIFI_AP_KEY_LEN + 1];
    content.console = network_console(shared, console) ? console : NULL;
    if (wifi_access_point(shared, wifi_ssid, wifi_key)) {
        content.wifi_ssid = wifi_ssid;
        content.wifi_key = wifi_key[0] ? wifi_key : NULL;
    }
    /* Before the time is read: whoever moves the clock after that finds the old number, and shows it again. */
    atomic_store(&shared->display_clock, clock_generation(shared->clock));
    int64_t now_s = shared->hal->clock.utc_ms(shared->hal->clock.ctx) / 1000;
    int64_t until_s = INT64_MAX / 1000;
    struct hal_display_style style = style_at(settings, now_s, &until_s);
    add_status(settings, now_s, &content, &until_s);
    atomic_store(&shared->display_until_ms, until_s * 1000);
    int styled = display->style(display->ctx, &style);
    r = display->show(display->ctx, &content);
    crypto_wipe(initial_password, sizeof initial_password);
    crypto_wipe(wifi_key, sizeof wifi_key);
    return r < 0 ? r : styled;
}

/* Reads what is to be shown and shows it. With the display's mutex held, so that what was read later is shown later. */
static int show(struct core_shared *shared, struct store *store) {
    struct settings *newest = settings_hold(shared);
    int r = show_by(shared, store, newest);
    settings_unref(newest);
    return r;
}

int display_refresh(struct core_shared *shared, struct store *store) {
    pthread_mutex_lock(&shared->display_mutex);
    int r = show(shared, store);
    pthread_mutex_unlock(&shared->display_mutex);
    return r;
}

int display_restart(struct core_shared *shared, struct store *store) {
    pthread_mutex_lock(&shared->display_mutex);
    int r = shared->hal->display.restart(shared->hal->display.ctx);
    int shown = show(shared, store);
    pthread_mutex_unlock(&shared->display_mutex);
    return r < 0 ? r : shown;
}

int64_t display_due_ms(struct core *core) {
    const struct core_shared *shared = core->shared;
    int64_t until_ms = (int64_t)atomic_load(&shared->display_until_ms);
    if (atomic_load(&shared->display_clock) != clock_generation(shared->clock)) {
        return 0;
    }
    return until_ms >= INT64_MAX / 1000 * 1000 ? INT64_MAX : core_mono_ms(core) + until_ms - core_utc_ms(core);
}

void display_upkeep(struct core *core) {
    int r = display_refresh(core->shared, core->store);
    if (r < 0 && r != E_OFFLINE) {
        log_warn("display", "cannot be brought up to date", log_errno(r));
    }
}

/* A display that does not answer is no failure of an effect: it shows what it was given as soon as it does. */
static int caught_up(int r) {
    return r == E_OFFLINE ? 0 : r;
}

int effect_display(struct core *core, const struct settings *before, const struct settings *after) {
    (void)before;
    (void)after; /* published before its effects run: the newest, or followed by the effects of a newer one */
    return caught_up(display_refresh(core->shared, core->store));
}

int effect_display_restart(struct core *core, const struct settings *before, const struct settings *after) {
    if (!before) {
        return effect_display(core, before, after); /* at start it has just begun */
    }
    return caught_up(display_restart(core->shared, core->store));
}

int effect_status(struct core *core, const struct settings *before, const struct settings *after) {
    return effect_display(core, before, after);
}
