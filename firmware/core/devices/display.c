#include "core/devices/display.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/accounts/accounts.h"
#include "core/base/about.h"
#include "core/base/core.h"
#include "core/network/network.h"
#include "core/network/wifi.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "core/time/status.h"
#include "hal/hal.h"
#include "setting_hooks.h"
#include "util/err.h"
#include "util/log.h"

static_assert(HAL_DISPLAY_STATUSES_MAX >= STATUS_COUNT, "room for all statuses");

struct display {
    pthread_mutex_t mutex; /* one change of the display's content at a time */
    atomic_llong until_ms; /* calendar time until which the content is valid */
    atomic_ullong clock; /* clock_generation() of the content */
};

int display_new(struct display **ret_display) {
    struct display *display = calloc(1, sizeof(*display));
    if (display == NULL) {
        return E_NOMEM;
    }
    pthread_mutex_init(&display->mutex, NULL);
    *ret_display = display;
    return 0;
}

void display_free(struct display *display) {
    if (display != NULL) {
        pthread_mutex_destroy(&display->mutex);
        free(display);
    }
}

const char *display_language(const struct settings *settings) {
    return language_text_of(settings->values.time_param.language);
}

int display_set_language(struct core *core, const struct actor *by, const char *language) {
    struct setting_time_param values = {0};
    struct settings_result result;
    if (!settings_get(core)->values.time_param.language_menu) {
        return E_SWITCHED_OFF;
    }
    for (int i = 0; i < LANGUAGE_COUNT; i++) {
        if (strcmp(language_text[i], language) == 0) {
            values.language = (enum language)i;
            struct settings_change change = {
                .page = SETTING_PAGE_TIME_PARAM, .values = &values, .given = SETTING_TIME_PARAM_LANGUAGE};
            return settings_save(core, by, &change, &result);
        }
    }
    return E_INVAL;
}

static char separator_of(enum date_separator separator) {
    switch (separator) {
        case DATE_SEPARATOR_DASH: return '-';
        case DATE_SEPARATOR_SLASH: return '/';
        case DATE_SEPARATOR_DOT: return '.';
    }
    return '-';
}

/* Returns the style at a moment; lowers *until_s to the next change of the UTC offset. */
static struct hal_display_style style_at(const struct settings *settings, int64_t now_s, int64_t *until_s) {
    const struct setting_time_param *set = &settings->values.time_param;
    struct local_rule rule = clock_rule(settings);
    struct hal_display_style style = {
        .order = (enum date_order)set->date_order,
        .separator = separator_of(set->date_separator),
        .hour24 = set->hour24,
        .saving = (enum power_saving)set->power_saving,
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

/* Adds the current and selectable statuses to the content; lowers *until_s to the next start of one. */
static void add_status(const struct settings *settings, int64_t now_s, struct hal_display_content *content,
                       int64_t *until_s) {
    const struct local_rule rule = clock_rule(settings);
    struct local_time local;
    struct status_now now = status_now_of(settings, &rule, now_s, &local);
    struct status_schedule schedule = status_schedule_of(settings);
    unsigned next_min = status_next_in(&schedule, local.weekday, local.hour * 60u + local.minute);
    content->status = status_label_of(settings, now.status);
    for (unsigned i = 0; i < STATUS_COUNT; i++) {
        if (settings->values.apply_param.shown & (1u << i)) {
            content->status_keys[content->status_count] = (enum punch_status)i;
            content->statuses[content->status_count++] = status_label_of(settings, i);
        }
    }
    int64_t next_s = now_s - local.second + (int64_t)next_min * 60;
    if (next_min > 0 && next_s < *until_s) {
        *until_s = next_s;
    }
}

void display_read(struct core *core, struct hal_display_state *ret_state) {
    const struct hal_display *display = &core->shared->hal->display;
    display->state(display->ctx, ret_state);
}

/* A damaged one is not shown; recovery at the terminal creates another (docs/recovery.md). */
static int read_initial_password(struct core_shared *shared, struct store *store,
                                 char ret_password[ACCOUNTS_INITIAL_LEN + 1]) {
    int r = accounts_initial_password(shared, store, ret_password);
    if (r == E_CORRUPT) {
        log_error("display", "the initial password cannot be read", log_errno(r));
        return 0;
    }
    return r;
}

/* Shows content and style according to the settings. */
static int show_by(struct core_shared *shared, struct store *store, const struct settings *settings) {
    const struct hal_display *display = &shared->hal->display;
    char initial_password[ACCOUNTS_INITIAL_LEN + 1];
    int r = read_initial_password(shared, store, initial_password);
    if (r < 0) {
        return r;
    }
    struct hal_display_content content = {
        .lines = {settings->values.machine_param.device_name, about_serial(shared)},
        .line_count = 2,
        .language = display_language(settings),
        .initial_password = initial_password[0] != '\0' ? initial_password : NULL,
    };
    char console[NETWORK_URL_MAX];
    char wifi_ssid[HAL_SSID_MAX + 1];
    char wifi_key[WIFI_AP_KEY_LEN + 1];
    content.console = network_console(shared, console) ? console : NULL;
    if (wifi_access_point(shared, wifi_ssid, wifi_key)) {
        content.wifi_ssid = wifi_ssid;
        content.wifi_key = wifi_key[0] != '\0' ? wifi_key : NULL;
    }
    /* Before reading the time: a later change of the clock finds the old number, and updates it. */
    atomic_store(&shared->display->clock, clock_generation(shared));
    int64_t now_s = shared->hal->clock.utc_ms(shared->hal->clock.ctx) / 1000;
    int64_t until_s = INT64_MAX / 1000;
    struct hal_display_style style = style_at(settings, now_s, &until_s);
    add_status(settings, now_s, &content, &until_s);
    atomic_store(&shared->display->until_ms, until_s * 1000);
    int styled = display->style(display->ctx, &style);
    r = display->show(display->ctx, &content);
    crypto_wipe(initial_password, sizeof(initial_password));
    crypto_wipe(wifi_key, sizeof(wifi_key));
    return r < 0 ? r : styled;
}

/* Reads the content and shows it. The caller holds the display's mutex, so that newer content is shown later. */
static int display_draw(struct core_shared *shared, struct store *store) {
    struct settings *newest = settings_hold(shared);
    int r = show_by(shared, store, newest);
    settings_unref(newest);
    return r;
}

int display_refresh(struct core_shared *shared, struct store *store) {
    pthread_mutex_lock(&shared->display->mutex);
    int r = display_draw(shared, store);
    pthread_mutex_unlock(&shared->display->mutex);
    return r;
}

int display_restart(struct core_shared *shared, struct store *store) {
    pthread_mutex_lock(&shared->display->mutex);
    int r = shared->hal->display.restart(shared->hal->display.ctx);
    int shown = display_draw(shared, store);
    pthread_mutex_unlock(&shared->display->mutex);
    return r < 0 ? r : shown;
}

int64_t display_due_ms(struct core *core) {
    const struct core_shared *shared = core->shared;
    int64_t until_ms = (int64_t)atomic_load(&shared->display->until_ms);
    if (atomic_load(&shared->display->clock) != clock_generation(shared)) {
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

/* A display that does not respond is not a failure of an effect: it shows its content as soon as it does. */
static int caught_up(int r) {
    return r == E_OFFLINE ? 0 : r;
}

int effect_display(struct core *core, const struct settings *before, const struct settings *after) {
    (void)before;
    (void)after; /* published before its effects run: the newest, or the effects of a newer one follow */
    return caught_up(display_refresh(core->shared, core->store));
}

int effect_display_restart(struct core *core, const struct settings *before, const struct settings *after) {
    if (before == NULL) {
        return effect_display(core, before, after); /* at start it has just started */
    }
    return caught_up(display_restart(core->shared, core->store));
}

int effect_status(struct core *core, const struct settings *before, const struct settings *after) {
    return effect_display(core, before, after);
}
