/* Plays the simulated world: carries out the lines of the bench socket and writes the events. The protocol stands in
 * bench.h. */
#include <cjson/cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hal/sim/sim.h"
#include "util/err.h"

static const struct {
    const char *device;
    const char *kind;
    enum sim_fault fault;
} faults[] = {
    {"display", "offline", SIM_FAULT_DISPLAY_OFFLINE},
    {"reader", "offline", SIM_FAULT_READER_OFFLINE},
    {"keypad", "offline", SIM_FAULT_KEYPAD_OFFLINE},
    {"entropy", "failing", SIM_FAULT_ENTROPY_FAILING},
};

/* True if the display shows nothing: it restarts, or is offline. Call with the mutex held. */
static bool display_is_dark(const struct sim *sim) {
    return sim->display.dark_until_ms != 0 || (atomic_load(&sim->faults) & SIM_FAULT_DISPLAY_OFFLINE) != 0;
}

static char *print_and_delete(cJSON *json) {
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    return text;
}

/* The display's state as a line, allocated; NULL when out of memory. Call with the mutex held. */
static char *display_line(const struct sim *sim) {
    const struct sim_display *display = &sim->display;
    bool dark = display_is_dark(sim);
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
    cJSON_AddNumberToObject(json, "clock", (double)sim_utc_ms(sim));
    return print_and_delete(json);
}

/* Publishes an allocated line and frees it. */
static void publish(struct sim *sim, char *line) {
    if (line && sim->bench) {
        bench_publish(sim->bench, line);
    }
    free(line);
}

void sim_display_publish(struct sim *sim) {
    if (sim->display.ever_shown) {
        publish(sim, display_line(sim));
    }
}

void sim_result_publish(struct sim *sim, const struct hal_display_result *result) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "event", "access");
    cJSON_AddStringToObject(json, "kind", result->kind == HAL_CREDENTIAL_CARD ? "card" : "pin");
    cJSON_AddStringToObject(json, "credential", result->credential);
    if (result->known) {
        cJSON *user = cJSON_AddObjectToObject(json, "user");
        cJSON_AddNumberToObject(user, "userid", result->userid);
        cJSON_AddStringToObject(user, "name", result->name ? result->name : "");
    } else {
        cJSON_AddNullToObject(json, "user");
    }
    cJSON_AddNumberToObject(json, "time", (double)result->time_ms);
    publish(sim, print_and_delete(json));
}

void sim_restart_publish(struct sim *sim) {
    publish(sim, strdup("{\"event\":\"restart\"}"));
}

/* Each command returns NULL when it is done, or the text of the refusal. All are called with the mutex held. */

static const char *do_card(struct sim *sim, const cJSON *args) {
    const char *number = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "number"));
    if (!number || number[0] < '0' || number[0] > '9' || strlen(number) > 20) {
        return "number must be a decimal string";
    }
    char *end = NULL;
    errno = 0;
    unsigned long long card = strtoull(number, &end, 10);
    if (*end != '\0' || errno != 0 || card == 0) {
        return "number must be a decimal string above 0";
    }
    if (atomic_load(&sim->faults) & SIM_FAULT_READER_OFFLINE) {
        return "the reader is offline";
    }
    struct hal_input_event event = {.kind = HAL_CREDENTIAL_CARD, .card = card, .time_ms = sim_utc_ms(sim)};
    return sim_input_push(sim, &event) < 0 ? "the terminal takes no more events now" : NULL;
}

static const char *do_pin(struct sim *sim, const cJSON *args) {
    const char *digits = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "digits"));
    size_t len = digits ? strlen(digits) : 0;
    if (len < 1 || len > HAL_INPUT_DIGITS_MAX || strspn(digits, "0123456789") != len) {
        return "digits must be 1 to 16 digits";
    }
    if (atomic_load(&sim->faults) & SIM_FAULT_KEYPAD_OFFLINE) {
        return "the keypad is offline";
    }
    struct hal_input_event event = {.kind = HAL_CREDENTIAL_PIN, .time_ms = sim_utc_ms(sim)};
    memcpy(event.digits, digits, len + 1);
    return sim_input_push(sim, &event) < 0 ? "the terminal takes no more events now" : NULL;
}

static const char *do_clock(struct sim *sim, const cJSON *args) {
    const cJSON *advance = cJSON_GetObjectItemCaseSensitive(args, "advanceMs");
    double ms = cJSON_IsNumber(advance) ? cJSON_GetNumberValue(advance) : -1;
    if (!(ms >= 0 && ms <= SIM_ADVANCE_MAX_MS) || ms != floor(ms)) {
        return "advanceMs must be a whole number from 0 to 10^12";
    }
    atomic_fetch_add(&sim->clock_offset_ms, (long long)ms);
    sim_display_publish(sim);
    return NULL;
}

static const char *do_fault(struct sim *sim, const cJSON *args) {
    const char *device = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "device"));
    const char *kind = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "kind"));
    const cJSON *on = cJSON_GetObjectItemCaseSensitive(args, "on");
    if (!device || !kind || !cJSON_IsBool(on)) {
        return "a fault has device, kind and on";
    }
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        if (strcmp(faults[i].device, device) != 0 || strcmp(faults[i].kind, kind) != 0) {
            continue;
        }
        unsigned bit = (unsigned)faults[i].fault;
        unsigned before = cJSON_IsTrue(on) ? atomic_fetch_or(&sim->faults, bit) : atomic_fetch_and(&sim->faults, ~bit);
        if (faults[i].fault == SIM_FAULT_DISPLAY_OFFLINE && ((before & bit) != 0) != cJSON_IsTrue(on)) {
            sim_display_publish(sim);
        }
        return NULL;
    }
    return "there is no such fault";
}

static const struct {
    const char *name;
    const char *(*run)(struct sim *sim, const cJSON *args);
} commands[] = {{"card", do_card}, {"pin", do_pin}, {"clock", do_clock}, {"fault", do_fault}};

static const char *run_command(struct sim *sim, const cJSON *args) {
    if (!cJSON_IsObject(args)) {
        return "a command is one JSON object";
    }
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "do"));
    for (size_t i = 0; name && i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return commands[i].run(sim, args);
        }
    }
    return "there is no such command";
}

static char *ops_command(void *ctx, const char *line) {
    struct sim *sim = ctx;
    cJSON *args = cJSON_ParseWithOpts(line, NULL, true);
    pthread_mutex_lock(&sim->mutex);
    const char *refusal = run_command(sim, args);
    pthread_mutex_unlock(&sim->mutex);
    cJSON_Delete(args);

    cJSON *answer = cJSON_CreateObject();
    cJSON_AddBoolToObject(answer, "ok", refusal == NULL);
    if (refusal) {
        cJSON_AddStringToObject(answer, "error", refusal);
    }
    return print_and_delete(answer);
}

static void ops_greet(void *ctx, struct bench *bench, int client) {
    struct sim *sim = ctx;
    pthread_mutex_lock(&sim->mutex);
    /* Composed and queued under the mutex: an older state can then never follow a newer one. */
    char *line = sim->display.ever_shown ? display_line(sim) : NULL;
    if (line) {
        bench_send(bench, client, line);
    }
    pthread_mutex_unlock(&sim->mutex);
    free(line);
}

static int ops_tick(void *ctx) {
    struct sim *sim = ctx;
    int wait_ms = -1;
    pthread_mutex_lock(&sim->mutex);
    if (sim->display.dark_until_ms != 0) {
        int64_t left_ms = sim->display.dark_until_ms - sim_real_ms();
        if (left_ms > 0) {
            wait_ms = (int)left_ms;
        } else {
            sim->display.dark_until_ms = 0;
            sim_display_publish(sim);
        }
    }
    pthread_mutex_unlock(&sim->mutex);
    return wait_ms;
}

const struct bench_ops sim_bench_ops = {.command = ops_command, .greet = ops_greet, .tick = ops_tick};
