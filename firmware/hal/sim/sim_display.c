/* The simulated display: the idle screen, its clock, power saving. The event "display" reports what it shows, "access"
 * the result of a credential, "menu" the administrator's menu; see bench.h. */
#include <stdlib.h>
#include <string.h>

#include "hal/sim/sim_devices.h"
#include "hal/sim/sim_menu.h"
#include "hal/sim/sim_stopwatch.h"
#include "util/crypto.h"
#include "util/err.h"

#define LANGUAGE_MAX 32         /* bytes of a language tag, with the NUL */
#define INITIAL_PASSWORD_MAX 32 /* bytes, with the NUL */

enum fault { OFFLINE };

static const char *const faults[] = {"offline", NULL};

struct display {
    bool ever_shown; /* it has been given content */
    char lines[HAL_DISPLAY_LINES_MAX][HAL_DISPLAY_LINE_MAX];
    size_t line_count;
    char language[LANGUAGE_MAX];
    bool has_initial_password;
    char initial_password[INITIAL_PASSWORD_MAX];
    char console[HAL_DISPLAY_LINE_MAX]; /* "" for none, as the two below */
    char wifi_ssid[HAL_DISPLAY_LINE_MAX], wifi_key[HAL_DISPLAY_LINE_MAX];
    char status[HAL_DISPLAY_LINE_MAX]; /* "" for none */
    char statuses[HAL_DISPLAY_STATUSES_MAX][HAL_DISPLAY_LINE_MAX];
    enum punch_status status_keys[HAL_DISPLAY_STATUSES_MAX];
    size_t status_count;
    struct hal_display_style style;
    struct hal_display_menu menu;
    struct hal_display_enrol enrol;
    char chosen[HAL_DISPLAY_LINE_MAX]; /* "" for none */
    int64_t used_ms; /* last key, credential or result; monotonic clock */
    int64_t dark_until_ms; /* real monotonic time of the end of a restart; 0: none in progress */
    bool was_offline, was_asleep; /* as last published */
    unsigned was_set; /* sim_clock_sets() then */
};

/* Copies UTF-8 text, truncated at a character if too long. */
static void copy_text(char *to, size_t size, const char *text) {
    size_t len = strlen(text);
    if (len >= size) {
        len = size - 1;
        while (len > 0 && ((unsigned char)text[len] & 0xC0) == 0x80) {
            len--;
        }
    }
    memcpy(to, text, len);
    to[len] = '\0';
}

static bool is_offline(const struct sim *sim) {
    return sim_has_fault(sim, &sim_display, OFFLINE);
}

static bool is_asleep(const struct sim *sim) {
    const struct display *display = sim_state(sim, &sim_display);
    return display->style.saving != POWER_SAVING_DISABLE &&
           sim_mono_ms(sim) - display->used_ms >= (int64_t)display->style.saving_after_s * 1000;
}

static void add_style(cJSON *json, const struct hal_display_style *style) {
    static const char *const savings[] = {[POWER_SAVING_DISABLE] = "none",
                                          [POWER_SAVING_SCREEN_SAVER] = "screenSaver",
                                          [POWER_SAVING_CLOSE_SCREEN] = "off"};
    cJSON *object = cJSON_AddObjectToObject(json, "style");
    cJSON_AddStringToObject(object, "order", date_order_text_of(style->order));
    cJSON_AddStringToObject(object, "separator", (char[]){style->separator, '\0'});
    cJSON_AddBoolToObject(object, "hour24", style->hour24);
    cJSON_AddStringToObject(object, "saving", savings[style->saving]);
    cJSON_AddNumberToObject(object, "savingAfterS", style->saving_after_s);
    cJSON_AddBoolToObject(object, "locked", style->locked);
    cJSON_AddNumberToObject(object, "offsetMin", style->offset_min);
    if (style->next_change_s == INT64_MAX) {
        cJSON_AddNullToObject(object, "nextChangeS");
    } else {
        cJSON_AddNumberToObject(object, "nextChangeS", (double)style->next_change_s);
    }
    cJSON_AddNumberToObject(object, "nextOffsetMin", style->next_offset_min);
}

/* Adds a text, or null for "". */
static void add_text(cJSON *json, const char *name, const char *text) {
    cJSON_AddItemToObject(json, name, text[0] != '\0' ? cJSON_CreateString(text) : cJSON_CreateNull());
}

/* Adds the enrolment, or null if none is shown. */
static void add_enrol(cJSON *json, const struct hal_display_enrol *enrol) {
    if (enrol->step == ENROL_STEP_IDLE) {
        cJSON_AddNullToObject(json, "enrol");
        return;
    }
    cJSON *object = cJSON_AddObjectToObject(json, "enrol");
    cJSON_AddStringToObject(object, "step", enrol_step_text_of(enrol->step));
    cJSON_AddStringToObject(object, "note", enrol_note_text_of(enrol->note));
    cJSON_AddStringToObject(object, "factor", enrol_factor_text_of(enrol->factor));
    cJSON_AddNumberToObject(object, "presses", enrol->presses);
    cJSON_AddNumberToObject(object, "needed", enrol->needed);
    cJSON_AddNumberToObject(object, "userid", enrol->userid);
    cJSON_AddStringToObject(object, "name", enrol->name);
}

/* Returns the event "display" as a line, allocated; NULL when out of memory. */
static char *display_line(const struct sim *sim) {
    const struct display *display = sim_state(sim, &sim_display);
    bool dark = display->dark_until_ms != 0 || is_offline(sim);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "event", "display");
    cJSON_AddBoolToObject(json, "on", !dark);
    cJSON *lines = cJSON_AddArrayToObject(json, "lines");
    for (size_t i = 0; !dark && i < display->line_count; i++) {
        cJSON_AddItemToArray(lines, cJSON_CreateString(display->lines[i]));
    }
    cJSON_AddStringToObject(json, "language", display->language);
    if (!dark && display->has_initial_password) {
        cJSON_AddStringToObject(json, "initialPassword", display->initial_password);
    } else {
        cJSON_AddNullToObject(json, "initialPassword");
    }
    add_text(json, "console", dark ? "" : display->console);
    add_text(json, "wifiSsid", dark ? "" : display->wifi_ssid);
    add_text(json, "wifiKey", dark ? "" : display->wifi_key);
    cJSON_AddStringToObject(json, "status", dark ? "" : display->status);
    cJSON *statuses = cJSON_AddArrayToObject(json, "statuses");
    for (size_t i = 0; !dark && i < display->status_count; i++) {
        cJSON_AddItemToArray(statuses, cJSON_CreateString(display->statuses[i]));
    }
    cJSON *keys = cJSON_AddArrayToObject(json, "statusKeys");
    for (size_t i = 0; !dark && i < display->status_count; i++) {
        cJSON_AddItemToArray(keys, cJSON_CreateString(punch_status_text_of(display->status_keys[i])));
    }
    add_text(json, "chosen", dark ? "" : display->chosen);
    add_enrol(json, &display->enrol);
    add_style(json, &display->style);
    cJSON_AddBoolToObject(json, "asleep", is_asleep(sim));
    cJSON_AddNumberToObject(json, "clock", (double)sim_utc_ms(sim));
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    return text;
}

/* Sends the menu to all clients, or to one. */
static void tell_menu(struct sim *sim, int client) {
    const struct display *display = sim_state(sim, &sim_display);
    char *line = sim->bench != NULL ? sim_menu_line(&display->menu) : NULL;
    if (line != NULL && client < 0) {
        bench_publish(sim->bench, line);
    } else if (line != NULL) {
        bench_send(sim->bench, client, line);
    }
    free(line);
}

void sim_display_publish(struct sim *sim) {
    struct display *display = sim_state(sim, &sim_display);
    display->was_offline = is_offline(sim);
    display->was_asleep = is_asleep(sim);
    display->was_set = sim_clock_sets(sim);
    char *line = display->ever_shown && sim->bench != NULL ? display_line(sim) : NULL;
    if (line != NULL) {
        bench_publish(sim->bench, line);
    }
    free(line);
}

void sim_display_greet(struct sim *sim, int client) {
    const struct display *display = sim_state(sim, &sim_display);
    char *line = display->ever_shown ? display_line(sim) : NULL;
    if (line != NULL) {
        bench_send(sim->bench, client, line);
        tell_menu(sim, client);
    }
    free(line);
}

void sim_display_used(struct sim *sim) {
    struct display *display = sim_state(sim, &sim_display);
    bool asleep = is_asleep(sim);
    display->used_ms = sim_mono_ms(sim);
    if (asleep) {
        sim_display_publish(sim);
    }
}

int sim_display_tick(struct sim *sim) {
    struct display *display = sim_state(sim, &sim_display);
    if (display->dark_until_ms == 0) {
        return -1;
    }
    int64_t left_ms = display->dark_until_ms - sim_real_ms();
    if (left_ms > 0) {
        return (int)left_ms;
    }
    display->dark_until_ms = 0;
    sim_display_publish(sim);
    return -1;
}

static int display_show(void *ctx, const struct hal_display_content *content) {
    struct sim *sim = sim_enter(ctx);
    struct display *display = sim_state(sim, &sim_display);
    display->ever_shown = true;
    display->line_count = content->line_count < HAL_DISPLAY_LINES_MAX ? content->line_count : HAL_DISPLAY_LINES_MAX;
    for (size_t i = 0; i < display->line_count; i++) {
        copy_text(display->lines[i], sizeof(display->lines[i]), content->lines[i]);
    }
    copy_text(display->language, sizeof(display->language), content->language);
    copy_text(display->console, sizeof(display->console), content->console != NULL ? content->console : "");
    copy_text(display->wifi_ssid, sizeof(display->wifi_ssid), content->wifi_ssid != NULL ? content->wifi_ssid : "");
    copy_text(display->wifi_key, sizeof(display->wifi_key), content->wifi_key != NULL ? content->wifi_key : "");
    display->has_initial_password = content->initial_password != NULL;
    copy_text(display->initial_password, sizeof(display->initial_password),
              content->initial_password != NULL ? content->initial_password : "");
    copy_text(display->status, sizeof(display->status), content->status != NULL ? content->status : "");
    display->status_count =
        content->status_count < HAL_DISPLAY_STATUSES_MAX ? content->status_count : HAL_DISPLAY_STATUSES_MAX;
    for (size_t i = 0; i < display->status_count; i++) {
        copy_text(display->statuses[i], sizeof(display->statuses[i]), content->statuses[i]);
        display->status_keys[i] = content->status_keys[i];
    }
    sim_display_publish(sim);
    int r = is_offline(sim) ? E_OFFLINE : 0;
    sim_leave(sim);
    return r;
}

static const char *const credential_words[] = {[HAL_CREDENTIAL_CARD] = "card",
                                               [HAL_CREDENTIAL_PIN] = "pin",
                                               [HAL_CREDENTIAL_FINGER] = "finger",
                                               [HAL_CREDENTIAL_FACE] = "face",
                                               [HAL_CREDENTIAL_IRIS] = "iris"};

/* Adds the names of the other required credentials, or "person". */
static void add_asked(cJSON *json, const struct hal_display_result *result) {
    cJSON *asked = cJSON_AddArrayToObject(json, "asked");
    for (unsigned i = 0; i < FACTOR_COUNT; i++) {
        if (result->missing & (1u << i)) {
            cJSON_AddItemToArray(asked, cJSON_CreateString(factor_text[i]));
        }
    }
    if (result->second_person) {
        cJSON_AddItemToArray(asked, cJSON_CreateString("person"));
    }
}

static const char *const word_names[] = {[HAL_WORD_MISSING] = "missing",
                                         [HAL_WORD_WELCOME] = "welcome",
                                         [HAL_WORD_RECORDED] = "recorded",
                                         [HAL_WORD_OPEN] = "open",
                                         [HAL_WORD_MORE] = "more",
                                         [HAL_WORD_NO_ACCESS] = "noAccess",
                                         [HAL_WORD_AGAIN] = "again",
                                         [HAL_WORD_PAUSE] = "pause",
                                         [HAL_WORD_CLOSED] = "closed",
                                         [HAL_WORD_TEMPERATURE] = "temperature",
                                         [HAL_WORD_TWICE] = "twice",
                                         [HAL_WORD_CANNOT] = "cannot",
                                         [HAL_WORD_NOT_RECORDED] = "notRecorded"};

/* Sends a result to all clients. */
static void publish_result(struct sim *sim, const struct hal_display_result *result) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "event", "access");
    cJSON_AddStringToObject(json, "kind", credential_words[result->kind]);
    cJSON_AddStringToObject(json, "credential", result->credential);
    if (result->known) {
        cJSON *user = cJSON_AddObjectToObject(json, "user");
        cJSON_AddNumberToObject(user, "userid", result->userid);
        cJSON_AddStringToObject(user, "name", result->name != NULL ? result->name : "");
    } else {
        cJSON_AddNullToObject(json, "user");
    }
    cJSON_AddBoolToObject(json, "granted", result->granted);
    cJSON_AddBoolToObject(json, "repeated", result->repeated);
    cJSON_AddNumberToObject(json, "wait", result->wait_s);
    cJSON_AddStringToObject(json, "word", word_names[result->word]);
    add_asked(json, result);
    cJSON_AddNumberToObject(json, "time", (double)result->time_ms);
    cJSON_AddStringToObject(json, "status", result->status != NULL ? result->status : "");
    char *line = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    if (line != NULL && sim->bench != NULL) {
        bench_publish(sim->bench, line);
    }
    free(line);
}

static int display_show_result(void *ctx, const struct hal_display_result *result) {
    int64_t now_ns = sim_real_ns();
    struct sim *sim = sim_enter(ctx);
    sim_stopwatch_told(sim, now_ns);
    int r = is_offline(sim) ? E_OFFLINE : 0;
    if (r == 0) {
        sim_display_used(sim);
        publish_result(sim, result);
    }
    sim_leave(sim);
    return r;
}

static int display_photo(void *ctx, const struct hal_display_photo *photo) {
    char text[CRYPTO_BASE64URL_LEN(HAL_DISPLAY_PHOTO_MAX)];
    struct sim *sim = sim_enter(ctx);
    int r = is_offline(sim) ? E_OFFLINE : 0;
    if (r == 0 && sim->bench != NULL && photo->len <= HAL_DISPLAY_PHOTO_MAX) {
        crypto_base64url(photo->jpeg, photo->len, text);
        cJSON *json = cJSON_CreateObject();
        cJSON_AddStringToObject(json, "event", "photo");
        cJSON_AddNumberToObject(json, "userid", photo->userid);
        cJSON_AddStringToObject(json, "jpeg", text);
        char *line = cJSON_PrintUnformatted(json);
        cJSON_Delete(json);
        if (line != NULL) {
            bench_publish(sim->bench, line);
        }
        free(line);
    }
    sim_leave(sim);
    return r;
}

static int display_menu(void *ctx, const struct hal_display_menu *menu) {
    struct sim *sim = sim_enter(ctx);
    struct display *display = sim_state(sim, &sim_display);
    int r = is_offline(sim) ? E_OFFLINE : 0;
    display->menu = *menu;
    if (r == 0) {
        tell_menu(sim, -1);
    }
    sim_leave(sim);
    return r;
}

static int display_enrol(void *ctx, const struct hal_display_enrol *enrol) {
    struct sim *sim = sim_enter(ctx);
    struct display *display = sim_state(sim, &sim_display);
    display->enrol = *enrol;
    display->used_ms = sim_mono_ms(sim); /* somebody is present */
    sim_display_publish(sim);
    int r = is_offline(sim) ? E_OFFLINE : 0;
    sim_leave(sim);
    return r;
}

static int display_chosen(void *ctx, const char *label) {
    struct sim *sim = sim_enter(ctx);
    struct display *display = sim_state(sim, &sim_display);
    copy_text(display->chosen, sizeof(display->chosen), label != NULL ? label : "");
    sim_display_publish(sim);
    int r = is_offline(sim) ? E_OFFLINE : 0;
    sim_leave(sim);
    return r;
}

static int display_restart(void *ctx) {
    struct sim *sim = sim_enter(ctx);
    struct display *display = sim_state(sim, &sim_display);
    int r = is_offline(sim) ? E_OFFLINE : 0;
    if (r == 0) {
        display->dark_until_ms = sim_real_ms() + SIM_DISPLAY_RESTART_MS;
        display->used_ms = sim_mono_ms(sim);
        sim_display_publish(sim);
    }
    sim_leave(sim);
    return r;
}

static int display_style(void *ctx, const struct hal_display_style *style) {
    struct sim *sim = sim_enter(ctx);
    struct display *display = sim_state(sim, &sim_display);
    display->style = *style;
    sim_changed(sim); /* the time when it falls asleep may change */
    int r = is_offline(sim) ? E_OFFLINE : 0;
    sim_leave(sim);
    return r;
}

static void display_state(void *ctx, struct hal_display_state *ret_state) {
    struct sim *sim = sim_enter(ctx);
    *ret_state = (struct hal_display_state){.online = !is_offline(sim), .asleep = is_asleep(sim)};
    sim_leave(sim);
}

static void display_start(struct sim *sim) {
    struct display *display = sim_state(sim, &sim_display);
    display->used_ms = sim_mono_ms(sim);
    sim->hal.display = (struct hal_display){.ctx = sim,
                                            .show = display_show,
                                            .show_result = display_show_result,
                                            .photo = display_photo,
                                            .menu = display_menu,
                                            .enrol = display_enrol,
                                            .chosen = display_chosen,
                                            .restart = display_restart,
                                            .style = display_style,
                                            .state = display_state};
}

/* Publishes when it falls asleep, wakes up, goes offline or online, or its time changes. */
static int64_t display_step(struct sim *sim, int64_t now_ms) {
    const struct display *display = sim_state(sim, &sim_display);
    if (display->was_offline && !is_offline(sim)) {
        tell_menu(sim, -1);
    }
    if (display->was_offline != is_offline(sim) || display->was_asleep != is_asleep(sim) ||
        display->was_set != sim_clock_sets(sim)) {
        sim_display_publish(sim);
    }
    int64_t asleep_ms = display->used_ms + (int64_t)display->style.saving_after_s * 1000;
    return display->style.saving == POWER_SAVING_DISABLE || asleep_ms <= now_ms ? SIM_NEVER : asleep_ms;
}

const struct sim_module sim_display = {
    .name = "display",
    .size = sizeof(struct display),
    .faults = faults,
    .start = display_start,
    .step = display_step,
};
