/* The terminal itself: what it is, initialisation, restart. */
#include <stdbool.h>
#include <stdio.h>

#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "core/accounts/accounts.h"
#include "core/base/core.h"
#include "core/machine/initialise.h"
#include "core/machine/machine.h"
#include "core/settings/settings.h"
#include "setting_hooks.h"
#include "util/arena.h"
#include "util/err.h"

#define SCHEMA_TEXT_MAX 16

int api_init_machine(struct api_ctx *ctx, const struct init_machine_req *req, struct init_machine_reply *reply) {
    struct initialise_parts parts = {.settings = req->settings || req->everything,
                                     .users = req->users || req->everything,
                                     .records = req->records || req->everything,
                                     .everything = req->everything};
    int r = initialise_run(ctx->core, ctx->actor, &parts, req->serial);
    if (r < 0) {
        const char *field = r == E_SERIAL_WRONG ? "serial" : r == E_MISSING ? "settings" : NULL;
        return status_refuse(ctx, r, field);
    }
    reply->parts = (parts.settings ? 1U << INIT_PART_SETTINGS : 0) | (parts.users ? 1U << INIT_PART_USERS : 0) |
                   (parts.records ? 1U << INIT_PART_RECORDS : 0) | (parts.everything ? 1U << INIT_PART_EVERYTHING : 0);
    ctx->reboot = true;
    return CAT_OK;
}

int api_restart_machine(struct api_ctx *ctx, struct restart_machine_reply *reply) {
    int r = machine_restart(ctx->core, ctx->actor);
    if (r < 0) {
        return status_refuse(ctx, r, NULL);
    }
    reply->build_id = machine_build_id(ctx->core);
    ctx->reboot = true;
    return CAT_OK;
}

int api_machine_param_state(struct api_ctx *ctx, struct api_sound_state *ret_state) {
    return accounts_has_passphrase(ctx->core, &ret_state->passphrase_set);
}

static void fill_capacity(const struct hal_capacity_limits *limits, struct set_info_param_reply *reply) {
    reply->max_user = limits->users;
    reply->max_face = limits->faces;
    reply->max_fp = limits->fingers;
    reply->max_iris = limits->irises;
    reply->max_record = limits->records;
    reply->fun_option = (struct api_fun_option){.face = limits->devices >> DEVICE_FACE & 1U,
                                                .fp = limits->devices >> DEVICE_FINGER & 1U,
                                                .iris = limits->devices >> DEVICE_IRIS & 1U};
}

static int fill_health(struct api_ctx *ctx, struct set_info_param_reply *reply) {
    struct machine_health health;
    struct api_driver *drivers = arena_calloc(ctx->arena, HAL_DRIVERS_MAX, sizeof(*drivers));
    struct api_storage_use *uses = arena_calloc(ctx->arena, STORAGE_PART_COUNT, sizeof(*uses));
    int r = drivers != NULL && uses != NULL ? machine_health(ctx->core, &health) : E_NOMEM;
    if (r < 0) {
        return r;
    }
    for (size_t i = 0; i < health.driver_count; i++) {
        drivers[i] = (struct api_driver){.name = health.drivers[i].name, .ok = health.drivers[i].answers};
    }
    reply->drivers = drivers;
    reply->drivers_count = health.driver_count;
    reply->has_temperature = health.temperature != MACHINE_TEMPERATURE_UNKNOWN;
    reply->temperature = reply->has_temperature ? health.temperature : 0;
    reply->has_wear = health.wear != MACHINE_WEAR_UNKNOWN;
    reply->wear = reply->has_wear ? (uint8_t)health.wear : 0;
    for (size_t i = 0; i < STORAGE_PART_COUNT; i++) {
        uses[i] = (struct api_storage_use){.part = (enum storage_part)i, .octets = health.space.octets[i]};
        reply->storage_used += health.space.octets[i];
    }
    reply->storage_uses = uses;
    reply->storage_uses_count = STORAGE_PART_COUNT;
    reply->storage_free = (int64_t)health.space.free;
    reply->storage_copied = health.space.copied_s;
    reply->storage_short = health.space.is_short;
    return 0;
}

static void fill_info(const struct machine_info *info, struct set_info_param_reply *reply) {
    fill_capacity(&info->capacity, reply);
    reply->build_version = reply->firmware_version = info->facts->version;
    reply->build_id = info->facts->build_id;
    reply->kernel_version = info->facts->kernel;
    reply->serial = info->serial;
    reply->users = info->counts.users;
    reply->cards = info->counts.cards;
    reply->records = info->records;
    reply->fingers = info->counts.fingers;
    reply->faces = info->counts.faces;
    reply->irises = info->counts.irises;
    reply->uptime = (uint32_t)(info->uptime_ms / 1000);
    reply->storage = info->storage->state;
    reply->storage_since = info->storage->since_s;
    reply->storage_lost = info->storage->state == STORAGE_STATE_LOST ? info->storage->lost_changes : 0;
}

int api_set_info_param(struct api_ctx *ctx, struct set_info_param_reply *reply) {
    struct machine_info info;
    char *schema = arena_alloc(ctx->arena, SCHEMA_TEXT_MAX);
    int r = schema == NULL ? E_NOMEM : machine_info(ctx->core, &info);
    if (r == 0) {
        r = fill_health(ctx, reply);
    }
    if (r < 0) {
        return status_refuse(ctx, r, NULL);
    }
    (void)snprintf(schema, SCHEMA_TEXT_MAX, "%u", info.storage->schema);
    fill_info(&info, reply);
    reply->database_version = schema;
    reply->file_system_version = info.facts->file_system;
    const struct setting_values *values = &settings_get(ctx->core)->values;
    reply->device_name = values->machine_param.device_name;
    reply->hour24 = values->time_param.hour24;
    reply->time = core_utc_ms(ctx->core) / 1000;
    return CAT_OK;
}
