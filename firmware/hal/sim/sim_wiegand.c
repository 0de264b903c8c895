/* The simulated Wiegand bus. Some seconds after a call the devices in pairing mode answer one after the other:
 *     {"do":"wiegand","devices":[{"mac":…,"model":…,"machine":…,"route1":…,"route2":…,"accepts":true}, …]}
 * sets these devices, at most 8; initially one. Nobody answers while the fault "silent" is set.
 *     {"do":"wiegand","show":{"mac":…,"number":"1234567"}}   presents a card to one of them, in any mode
 * With the fault "garbage" the device's data is damaged in transit, with "silent" it sends nothing. */
#include <string.h>

#include "hal/sim/sim.h"
#include "hal/sim/sim_devices.h"
#include "hal/sim/sim_link_device.h"
#include "util/err.h"

#define FIRST_ANSWER_MS 4000 /* after the call */
#define ANSWER_MS 1500 /* between one and the next */

enum { FAULT_OFFLINE, FAULT_SILENT, FAULT_REFUSING, FAULT_GARBAGE };

static const char *const faults[] = {[FAULT_OFFLINE] = "offline",
                                     [FAULT_SILENT] = "silent",
                                     [FAULT_REFUSING] = "refusing",
                                     [FAULT_GARBAGE] = "garbage",
                                     NULL};

struct wiegand {
    struct hal_wiegand_answer devices[HAL_WIEGAND_ANSWERS_MAX]; /* in pairing mode */
    size_t device_count;
    bool is_calling;
    int64_t next_ms; /* when the next one answers */
    size_t asked; /* devices whose turn has come */
    struct hal_wiegand_answer answers[HAL_WIEGAND_ANSWERS_MAX];
    size_t answer_count;
};

static int wiegand_call(void *ctx) {
    struct sim *sim = sim_enter(ctx);
    struct wiegand *wiegand = sim_state(sim, &sim_wiegand);
    bool offline = sim_has_fault(sim, &sim_wiegand, FAULT_OFFLINE);
    if (!offline) {
        wiegand->is_calling = true;
        wiegand->next_ms = sim_mono_ms(sim) + FIRST_ANSWER_MS;
        wiegand->asked = 0;
        wiegand->answer_count = 0;
        sim_changed(sim);
    }
    sim_leave(sim);
    return offline ? E_OFFLINE : 0;
}

static void wiegand_cancel(void *ctx) {
    struct sim *sim = sim_enter(ctx);
    struct wiegand *wiegand = sim_state(sim, &sim_wiegand);
    wiegand->is_calling = false;
    sim_changed(sim);
    sim_leave(sim);
}

static size_t wiegand_answers(void *ctx, struct hal_wiegand_answer *ret_answers, size_t max) {
    struct sim *sim = sim_enter(ctx);
    const struct wiegand *wiegand = sim_state(sim, &sim_wiegand);
    size_t count = wiegand->answer_count < max ? wiegand->answer_count : max;
    memcpy(ret_answers, wiegand->answers, count * sizeof(*ret_answers));
    sim_leave(sim);
    return count;
}

static void wiegand_start(struct sim *sim) {
    struct wiegand *wiegand = sim_state(sim, &sim_wiegand);
    sim->hal.wiegand_bus = (struct hal_wiegand_bus){
        .ctx = sim, .call = wiegand_call, .cancel = wiegand_cancel, .answers = wiegand_answers};
    wiegand->devices[0] = (struct hal_wiegand_answer){
        .device = {.mac = "00:1B:5A:20:41:7E", .model = "WR-34B", .machine = 12, .route1 = 1, .route2 = 0},
        .accepts = true,
    };
    wiegand->device_count = 1;
}

static int64_t wiegand_step(struct sim *sim, int64_t now_ms) {
    struct wiegand *wiegand = sim_state(sim, &sim_wiegand);
    while (wiegand->is_calling && wiegand->asked < wiegand->device_count && now_ms >= wiegand->next_ms) {
        if (!sim_has_fault(sim, &sim_wiegand, FAULT_SILENT) && !sim_has_fault(sim, &sim_wiegand, FAULT_OFFLINE)) {
            struct hal_wiegand_answer *answer = &wiegand->answers[wiegand->answer_count++];
            *answer = wiegand->devices[wiegand->asked];
            answer->accepts = answer->accepts && !sim_has_fault(sim, &sim_wiegand, FAULT_REFUSING);
        }
        wiegand->asked++;
        wiegand->next_ms += ANSWER_MS;
    }
    return wiegand->is_calling && wiegand->asked < wiegand->device_count ? wiegand->next_ms : SIM_NEVER;
}

static const char *wiegand_show(struct sim *sim, const struct wiegand *wiegand, const cJSON *show) {
    const char *mac = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(show, "mac"));
    const char *number = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(show, "number"));
    size_t at = 0;
    while (mac != NULL && at < wiegand->device_count && strcmp(wiegand->devices[at].device.mac, mac) != 0) {
        at++;
    }
    if (mac == NULL || at == wiegand->device_count) {
        return "there is no such device on the bus";
    }
    if (sim_has_fault(sim, &sim_wiegand, FAULT_OFFLINE) || sim_has_fault(sim, &sim_wiegand, FAULT_SILENT)) {
        return "the bus does not answer";
    }
    return sim_input_ask(sim, CREDENTIAL_FROM_WIEGAND, &wiegand->devices[at].device, number,
                         sim_has_fault(sim, &sim_wiegand, FAULT_GARBAGE));
}

static const char *wiegand_command(struct sim *sim, const cJSON *args) {
    struct wiegand *wiegand = sim_state(sim, &sim_wiegand);
    const cJSON *show = cJSON_GetObjectItemCaseSensitive(args, "show");
    if (show != NULL) {
        return wiegand_show(sim, wiegand, show);
    }
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(args, "devices");
    struct hal_wiegand_answer devices[HAL_WIEGAND_ANSWERS_MAX];
    size_t count = 0;
    const cJSON *item = NULL;
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) > HAL_WIEGAND_ANSWERS_MAX) {
        return "wiegand takes show, or devices: a list of at most 8";
    }
    cJSON_ArrayForEach(item, list) {
        const char *refusal = sim_link_device_read(item, &devices[count].device);
        if (refusal != NULL) {
            return refusal;
        }
        devices[count++].accepts = !cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(item, "accepts"));
    }
    memcpy(wiegand->devices, devices, count * sizeof(devices[0]));
    wiegand->device_count = count;
    return NULL;
}

static cJSON *wiegand_state(struct sim *sim) {
    const struct wiegand *wiegand = sim_state(sim, &sim_wiegand);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddBoolToObject(json, "calling", wiegand->is_calling);
    cJSON *list = cJSON_AddArrayToObject(json, "devices");
    for (size_t i = 0; i < wiegand->device_count; i++) {
        cJSON *device = cJSON_CreateObject();
        cJSON_AddStringToObject(device, "mac", wiegand->devices[i].device.mac);
        cJSON_AddStringToObject(device, "model", wiegand->devices[i].device.model);
        cJSON_AddBoolToObject(device, "accepts", wiegand->devices[i].accepts);
        cJSON_AddItemToArray(list, device);
    }
    cJSON_AddNumberToObject(json, "answers", (double)wiegand->answer_count);
    return json;
}

const struct sim_module sim_wiegand = {.name = "wiegand",
                                       .size = sizeof(struct wiegand),
                                       .faults = faults,
                                       .start = wiegand_start,
                                       .command = wiegand_command,
                                       .step = wiegand_step,
                                       .state = wiegand_state};
