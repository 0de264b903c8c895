/* Controls the simulated world: executes the lines of the bench socket and writes the events. bench.h documents the
 * protocol. */
#include <cjson/cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hal/sim/sim.h"
#include "util/err.h"

#define TICK_MAX_MS 60000 /* longest sleep of the bench's thread while anything is pending */

static const struct {
    const char *device;
    const char *kind;
    enum sim_fault fault;
} faults[] = {
    {"reader", "offline", SIM_FAULT_READER_OFFLINE},
    {"keypad", "offline", SIM_FAULT_KEYPAD_OFFLINE},
    {"entropy", "failing", SIM_FAULT_ENTROPY_FAILING},
};

static char *print_and_delete(cJSON *json) {
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    return text;
}

/* Each command returns NULL when done, or an error text. All are called with the mutex held. */

/* Returns whether the number is the length of an ISO 14443 UID, and the card's number fits. */
static bool is_uid(const cJSON *octets, unsigned long long card) {
    return cJSON_IsNumber(octets) && (octets->valueint == 4 || octets->valueint == 7) &&
           card >> (8U * (unsigned)octets->valueint) == 0;
}

static const char *do_card(struct sim *sim, const cJSON *args) {
    const char *number = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "number"));
    if (number == NULL || number[0] < '0' || number[0] > '9' || strlen(number) > 20) {
        return "number must be a decimal string";
    }
    char *end = NULL;
    errno = 0;
    unsigned long long card = strtoull(number, &end, 10);
    if (*end != '\0' || errno != 0 || card == 0) {
        return "number must be a decimal string above 0";
    }
    if (!sim_has_device(sim, DEVICE_READER)) {
        return "the model has no reader";
    }
    if (atomic_load(&sim->faults) & SIM_FAULT_READER_OFFLINE) {
        return "the reader is offline";
    }
    const cJSON *uid = cJSON_GetObjectItemCaseSensitive(args, "uid");
    if (uid != NULL && !is_uid(uid, card)) {
        return "uid must be 4 or 7, the octets of the number";
    }
    struct hal_input_event event = {.kind = HAL_CREDENTIAL_CARD,
                                    .card = card,
                                    .uid_octets = uid != NULL ? (unsigned)uid->valueint : 0,
                                    .time_ms = sim_utc_ms(sim)};
    return sim_input_push(sim, &event) < 0 ? "the terminal takes no more events now" : NULL;
}

/* Returns NULL: it is present and responds. */
static const char *keypad_missing(const struct sim *sim) {
    if (!sim_has_device(sim, DEVICE_KEYPAD)) {
        return "the model has no keypad";
    }
    return atomic_load(&sim->faults) & SIM_FAULT_KEYPAD_OFFLINE ? "the keypad is offline" : NULL;
}

static const char *do_pin(struct sim *sim, const cJSON *args) {
    const char *digits = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "digits"));
    size_t len = digits != NULL ? strlen(digits) : 0;
    if (len < 1 || len > HAL_INPUT_DIGITS_MAX || strspn(digits, "0123456789") != len) {
        return "digits must be 1 to 16 digits";
    }
    const char *missing = keypad_missing(sim);
    if (missing != NULL) {
        return missing;
    }
    struct hal_input_event event = {.kind = HAL_CREDENTIAL_PIN, .time_ms = sim_utc_ms(sim)};
    memcpy(event.digits, digits, len + 1);
    return sim_input_push(sim, &event) < 0 ? "the terminal takes no more events now" : NULL;
}

/* Makes `event` the key that selects the status of that name. False: unknown name. */
static bool read_status_key(const char *name, struct hal_input_event *event) {
    for (unsigned status = 0; name != NULL && status < PUNCH_STATUS_COUNT; status++) {
        if (strcmp(punch_status_text[status], name) == 0) {
            event->what = HAL_INPUT_STATUS;
            event->status = (enum punch_status)status;
            return true;
        }
    }
    return false;
}

static const char *do_key(struct sim *sim, const cJSON *args) {
    const char *key = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "key"));
    const char *status = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "status"));
    struct hal_input_event event = {.what = HAL_INPUT_MENU, .time_ms = sim_utc_ms(sim)};
    if (key == NULL || (strcmp(key, "menu") != 0 && strcmp(key, "status") != 0)) {
        return "key must be menu or status";
    }
    if (strcmp(key, "status") == 0 && !read_status_key(status, &event)) {
        return "status must be the name of an attendance status";
    }
    const char *missing = keypad_missing(sim);
    if (missing != NULL) {
        return missing;
    }
    return sim_input_push(sim, &event) < 0 ? "the terminal takes no more events now" : NULL;
}

/* Only the thread of the bench socket changes either number. Both clocks continue from where they stopped. */
static void hold_clock(struct sim *sim, bool hold) {
    int64_t held_ms = (int64_t)atomic_load(&sim->clock_held_ms);
    if (hold && held_ms == 0) {
        atomic_store(&sim->clock_held_ms, (long long)sim_mono_ms(sim));
    } else if (!hold && held_ms != 0) {
        atomic_store(&sim->clock_offset_ms, (long long)(held_ms - sim_real_ms()));
        atomic_store(&sim->clock_held_ms, 0);
    }
}

static const char *do_clock(struct sim *sim, const cJSON *args) {
    const cJSON *held = cJSON_GetObjectItemCaseSensitive(args, "held");
    if (cJSON_IsBool(held)) {
        hold_clock(sim, cJSON_IsTrue(held));
        return NULL;
    }
    const cJSON *advance = cJSON_GetObjectItemCaseSensitive(args, "advanceMs");
    double ms = cJSON_IsNumber(advance) ? cJSON_GetNumberValue(advance) : -1;
    if (!(ms >= 0 && ms <= SIM_ADVANCE_MAX_MS) || ms != floor(ms)) {
        return "advanceMs must be a whole number from 0 to 10^12";
    }
    sim_input_settle(sim);
    bool is_held = atomic_load(&sim->clock_held_ms) != 0;
    atomic_fetch_add(is_held ? &sim->clock_held_ms : &sim->clock_offset_ms, (long long)ms);
    sim_display_publish(sim);
    if (ms > 0) {
        sim_input_clock(sim);
    }
    return NULL;
}

static const char *do_fault(struct sim *sim, const cJSON *args) {
    const char *device = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "device"));
    const char *kind = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "kind"));
    const cJSON *on = cJSON_GetObjectItemCaseSensitive(args, "on");
    if (device == NULL || kind == NULL || !cJSON_IsBool(on)) {
        return "a fault has device, kind and on";
    }
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        if (strcmp(faults[i].device, device) != 0 || strcmp(faults[i].kind, kind) != 0) {
            continue;
        }
        unsigned bit = (unsigned)faults[i].fault;
        (void)(cJSON_IsTrue(on) ? atomic_fetch_or(&sim->faults, bit) : atomic_fetch_and(&sim->faults, ~bit));
        return NULL;
    }
    return sim_set_fault(sim, device, kind, cJSON_IsTrue(on)) ? NULL : "there is no such fault";
}

static const struct {
    const char *name;
    const char *(*run)(struct sim *sim, const cJSON *args);
} commands[] = {{"card", do_card}, {"pin", do_pin}, {"key", do_key}, {"clock", do_clock}, {"fault", do_fault}};

static const char *run_command(struct sim *sim, const cJSON *args) {
    if (!cJSON_IsObject(args)) {
        return "a command is one JSON object";
    }
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "do"));
    for (size_t i = 0; name != NULL && i < sizeof(commands) / sizeof(commands[0]); i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return commands[i].run(sim, args);
        }
    }
    bool found = false;
    const char *refusal = name != NULL ? sim_command(sim, name, args, &found) : NULL;
    return found ? refusal : "there is no such command";
}

static char *ops_command(void *ctx, const char *line) {
    struct sim *sim = ctx;
    cJSON *args = cJSON_ParseWithOpts(line, NULL, true);
    pthread_mutex_lock(&sim->mutex);
    (void)sim_step(sim);
    const char *refusal = run_command(sim, args);
    (void)sim_tell(sim, -1);
    /* Also without a state change: time may have passed, and the loop may wait for that. */
    if (sim->changed != NULL) {
        sim->changed(sim->changed_ctx);
    }
    pthread_mutex_unlock(&sim->mutex);
    cJSON_Delete(args);

    cJSON *answer = cJSON_CreateObject();
    cJSON_AddBoolToObject(answer, "ok", refusal == NULL);
    if (refusal != NULL) {
        cJSON_AddStringToObject(answer, "error", refusal);
    }
    return print_and_delete(answer);
}

static void ops_greet(void *ctx, struct bench *bench, int client) {
    struct sim *sim = ctx;
    pthread_mutex_lock(&sim->mutex);
    /* Composed and queued under the mutex, so an older state never follows a newer one. */
    (void)bench; /* the same as the simulator's */
    sim_display_greet(sim, client);
    (void)sim_tell(sim, client);
    pthread_mutex_unlock(&sim->mutex);
}

static int ops_tick(void *ctx) {
    struct sim *sim = ctx;
    pthread_mutex_lock(&sim->mutex);
    int wait_ms = sim_display_tick(sim);
    bool came = sim_mono_ms(sim) >= sim->due_ms;
    int64_t next_ms = sim_tell(sim, -1);
    sim->due_ms = next_ms;
    if (came && sim->changed != NULL) {
        sim->changed(sim->changed_ctx);
    }
    if (next_ms != SIM_NEVER) {
        int64_t left_ms = next_ms - sim_mono_ms(sim);
        left_ms = left_ms < 1 ? 1 : left_ms > TICK_MAX_MS ? TICK_MAX_MS : left_ms;
        wait_ms = wait_ms < 0 || left_ms < wait_ms ? (int)left_ms : wait_ms;
    }
    pthread_mutex_unlock(&sim->mutex);
    return wait_ms;
}

const struct bench_ops sim_bench_ops = {.command = ops_command, .greet = ops_greet, .tick = ops_tick};
