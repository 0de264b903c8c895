/* What is built in or connected: display, Bluetooth, Wiegand devices, printer. */

#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/devices/authorization.h"
#include "core/devices/bluetooth.h"
#include "core/devices/display.h"
#include "core/devices/matching.h"
#include "core/devices/slips.h"
#include "core/settings/settings.h"
#include "setting_hooks.h"
#include "util/arena.h"
#include "util/err.h"

/* Ends a handler; a device that is not there is named by its field. */
static int devices_refuse(struct api_ctx *ctx, int err, const char *field) {
    return status_refuse(ctx, err, err == E_NOTFOUND ? field : NULL);
}

int api_time_param_state(struct api_ctx *ctx, struct api_display_state *ret_state) {
    struct hal_display_state state;
    display_read(ctx->core, &state);
    *ret_state = (struct api_display_state){
        .online = state.online,
        .asleep = state.asleep,
        .locked = settings_get(ctx->core)->values.time_param.keyboard_lock,
    };
    return CAT_OK;
}

int api_set_language_setting_item(struct api_ctx *ctx, struct set_language_setting_item_reply *reply) {
    const struct setting_time_param *set = &settings_get(ctx->core)->values.time_param;
    reply->language_setting_item = set->language;
    reply->offered = set->language_menu;
    return CAT_OK;
}

int api_get_language_setting_item(struct api_ctx *ctx, const struct get_language_setting_item_req *req,
                                  struct get_language_setting_item_reply *reply) {
    int r = display_set_language(ctx->core, ctx->actor, language_words.words[req->language]);
    if (r < 0) {
        return status_refuse(ctx, r, NULL);
    }
    reply->language_setting = req->language;
    return CAT_OK;
}

int api_bluetooth_param_state(struct api_ctx *ctx, struct api_bluetooth_state *ret_state) {
    struct hal_bluetooth_state state;
    bluetooth_state(ctx->core, &state);
    char *address = arena_strdup(ctx->arena, state.address);
    char *peer = arena_strdup(ctx->arena, state.peer);
    if (address == NULL || peer == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    *ret_state = (struct api_bluetooth_state){
        .address = address,
        .peer = peer,
        .phase = state.phase,
        .failure = state.failure,
    };
    return CAT_OK;
}

int api_print_param_state(struct api_ctx *ctx, struct api_printer_status *ret_state) {
    struct hal_printer_status status;
    slips_printer(ctx->core, &status);
    *ret_state = (struct api_printer_status){
        .printer = status.condition,
        .waiting = status.waiting,
        .code_page = slips_code_page(ctx->core),
    };
    return CAT_OK;
}

/* The devices as the contract has them, in the arena; NULL when there is no room. */
static const struct api_bluetooth_device *bluetooth_list(struct api_ctx *ctx, const struct bluetooth_devices *devices) {
    struct api_bluetooth_device *list = arena_calloc(ctx->arena, devices->count, sizeof(*list));
    for (size_t i = 0; list != NULL && i < devices->count; i++) {
        const struct bluetooth_device *device = &devices->list[i];
        list[i] = (struct api_bluetooth_device){
            .mac = device->mac,
            .name = device->name,
            .signal = device->signal_dbm,
            .paired = device->paired,
            .connected = device->connected,
            .group = device->group,
        };
    }
    return list;
}

int api_get_search_ble_dev(struct api_ctx *ctx, const struct get_search_ble_dev_req *req,
                           struct get_search_ble_dev_reply *reply) {
    struct bluetooth_devices devices = {0};
    struct hal_bluetooth_state state;
    int r = req->start ? bluetooth_search(ctx->core) : 0;
    if (r == 0) {
        r = bluetooth_found(ctx->core, ctx->arena, &devices);
    }
    reply->devices = r == 0 ? bluetooth_list(ctx, &devices) : NULL;
    if (reply->devices == NULL) {
        return status_refuse(ctx, r < 0 ? r : E_NOMEM, NULL);
    }
    bluetooth_state(ctx->core, &state);
    reply->devices_count = devices.count;
    reply->seconds_left = (state.search_left_ms + 999) / 1000;
    ctx->wait = state.search_left_ms > 0;
    return CAT_OK;
}

int api_set_ble_dev_group(struct api_ctx *ctx, struct set_ble_dev_group_reply *reply) {
    struct bluetooth_devices devices = {0};
    int r = bluetooth_paired(ctx->core, ctx->arena, &devices);
    reply->devices = r == 0 ? bluetooth_list(ctx, &devices) : NULL;
    if (reply->devices == NULL) {
        return status_refuse(ctx, r < 0 ? r : E_NOMEM, NULL);
    }
    reply->devices_count = devices.count;
    return CAT_OK;
}

int api_get_ble_connect(struct api_ctx *ctx, const struct get_ble_connect_req *req) {
    int r = req->connect ? bluetooth_connect(ctx->core, ctx->actor, req->mac)
                         : bluetooth_forget(ctx->core, ctx->actor, req->mac);
    return devices_refuse(ctx, r, "mac");
}

int api_get_ble_dev_group(struct api_ctx *ctx, const struct get_ble_dev_group_req *req) {
    return devices_refuse(ctx, bluetooth_set_group(ctx->core, ctx->actor, req->mac, req->group), "mac");
}

int api_anviz_wiegand_match(struct api_ctx *ctx, const struct anviz_wiegand_match_req *req,
                            struct anviz_wiegand_match_reply *reply) {
    struct matching_view view;
    int r = req->cancel ? matching_cancel(ctx->core, ctx->actor) : 0;
    if (r == 0 && req->start) {
        r = matching_start(ctx->core, ctx->actor);
    }
    if (r == 0) {
        r = matching_look(ctx->core, &view);
    }
    struct api_authorized_device *found = r == 0 ? arena_calloc(ctx->arena, view.count, sizeof(*found)) : NULL;
    if (found == NULL) {
        return status_refuse(ctx, r < 0 ? r : E_NOMEM, NULL);
    }
    for (size_t i = 0; i < view.count; i++) {
        const struct hal_link_device *device = &view.found[i];
        found[i] = (struct api_authorized_device){
            .mac = arena_strdup(ctx->arena, device->mac),
            .model = arena_strdup(ctx->arena, device->model),
            .machine = device->machine,
            .route1 = device->route1,
            .route2 = device->route2,
        };
        if (found[i].mac == NULL || found[i].model == NULL) {
            return status_refuse(ctx, E_NOMEM, NULL);
        }
    }
    reply->found = found;
    reply->found_count = view.count;
    reply->result = view.result;
    reply->seconds_left = view.seconds_left;
    ctx->wait = view.result == MATCH_RESULT_RUNNING;
    return CAT_OK;
}

/* Reads a list for a reply. */
static int devices_list(struct api_ctx *ctx, enum store_link link, const struct authorization_filter *filter,
                        const struct api_authorized_device **ret_devices, size_t *ret_count) {
    const struct store_authorized *stored = NULL;
    size_t count = 0;
    int r = authorization_list(ctx->core, link, filter, ctx->arena, &stored, &count);
    struct api_authorized_device *devices = arena_calloc(ctx->arena, count, sizeof(*devices));
    if (r < 0 || devices == NULL) {
        return status_refuse(ctx, r < 0 ? r : E_NOMEM, NULL);
    }
    for (size_t i = 0; i < count; i++) {
        devices[i] = (struct api_authorized_device){
            .mac = stored[i].mac,
            .model = stored[i].model,
            .machine = stored[i].machine,
            .route1 = stored[i].route1,
            .route2 = stored[i].route2,
            .authorized = stored[i].authorized,
        };
    }
    *ret_devices = devices;
    *ret_count = count;
    return CAT_OK;
}

int api_set_anviz_wiegand_authorize(struct api_ctx *ctx, const struct set_anviz_wiegand_authorize_req *req,
                                    struct set_anviz_wiegand_authorize_reply *reply) {
    return devices_list(ctx, STORE_LINK_WIEGAND, &req->authorization_filter, &reply->devices, &reply->devices_count);
}

int api_set_bluetooth_authorize(struct api_ctx *ctx, const struct set_bluetooth_authorize_req *req,
                                struct set_bluetooth_authorize_reply *reply) {
    return devices_list(ctx, STORE_LINK_BLUETOOTH, &req->authorization_filter, &reply->devices, &reply->devices_count);
}

/* The requests of the two links are the same in two structs. */
#define CHANGE_OF(req, of_link) {.link = (of_link), .macs = (req)->macs, .count = (req)->macs_count}

static int devices_authorize(struct api_ctx *ctx, const struct authorization_change *change, bool authorized) {
    return devices_refuse(ctx, authorization_set(ctx->core, ctx->actor, change, authorized), "macs");
}

int api_get_anviz_wiegand_authorize(struct api_ctx *ctx, const struct get_anviz_wiegand_authorize_req *req) {
    struct authorization_change change = CHANGE_OF(req, STORE_LINK_WIEGAND);
    return devices_authorize(ctx, &change, req->authorized);
}

int api_get_bluetooth_authorize(struct api_ctx *ctx, const struct get_bluetooth_authorize_req *req) {
    struct authorization_change change = CHANGE_OF(req, STORE_LINK_BLUETOOTH);
    return devices_authorize(ctx, &change, req->authorized);
}

static int delete_some(struct api_ctx *ctx, const struct authorization_change *change, uint32_t *ret_deleted) {
    return status_refuse(ctx, authorization_delete(ctx->core, ctx->actor, change, ret_deleted), NULL);
}

int api_delete_some_wiegand(struct api_ctx *ctx, const struct delete_some_wiegand_req *req,
                            struct delete_some_wiegand_reply *reply) {
    struct authorization_change change = CHANGE_OF(req, STORE_LINK_WIEGAND);
    return delete_some(ctx, &change, &reply->deleted);
}

int api_delete_some_bluetooth(struct api_ctx *ctx, const struct delete_some_bluetooth_req *req,
                              struct delete_some_bluetooth_reply *reply) {
    struct authorization_change change = CHANGE_OF(req, STORE_LINK_BLUETOOTH);
    return delete_some(ctx, &change, &reply->deleted);
}

int api_slip_preview(struct api_ctx *ctx, const struct slip_preview_req *req, struct slip_preview_reply *reply) {
    struct slips_layout layout = {.fields = req->fields, .header = req->header, .footer = req->footer};
    struct slips_slip *slip = arena_alloc(ctx->arena, sizeof(*slip));
    const char **lines = arena_calloc(ctx->arena, SLIPS_LINES_MAX, sizeof(*lines));
    if (slip == NULL || lines == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    slips_preview(ctx->core, &layout, slip);
    for (size_t i = 0; i < slip->count; i++) {
        lines[i] = slip->lines[i];
    }
    reply->lines = lines;
    reply->lines_count = slip->count;
    reply->columns = HAL_PRINTER_COLUMNS;
    reply->code_page = slips_code_page(ctx->core);
    return CAT_OK;
}

int api_test_print(struct api_ctx *ctx) {
    return status_refuse(ctx, slips_print_sample(ctx->core), NULL);
}
