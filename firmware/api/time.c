/* Clock, daylight saving and attendance statuses. */

#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "core/time/local_places.h"
#include "core/time/local_time.h"
#include "core/time/status.h"
#include "setting_hooks.h"
#include "util/arena.h"
#include "util/err.h"

#define CHANGES 2 /* of the clock that are told ahead */

int api_date_time_param_state(struct api_ctx *ctx, struct api_clock_state *ret_state) {
    struct clock_state state;
    clock_read(ctx->core, &state);
    const char *server = arena_strdup(ctx->arena, state.ntp_server);
    if (server == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    *ret_state = (struct api_clock_state){
        .now = state.utc_ms,
        .offset = state.offset_min,
        .dst = state.dst,
        .ntp = state.ntp,
        .ntp_server = server,
        .ntp_at = state.ntp_at_s,
        .ntp_shift = state.ntp_shift_ms,
    };
    return CAT_OK;
}

int api_date_time_param_act(struct api_ctx *ctx, const struct get_date_time_param_req *req) {
    if (!req->has_time) {
        return 0;
    }
    int r = clock_set(ctx->core, ctx->actor, req->time);
    if (r < 0) {
        ctx->error_field = "time";
    }
    return r;
}

/* The next changes of a rule, in memory that lives as long as the reply. */
static int next_changes(struct api_ctx *ctx, const struct local_rule *rule, const struct api_dst_transition **ret_next,
                        size_t *ret_count) {
    struct local_change changes[CHANGES];
    struct api_dst_transition *next = arena_calloc(ctx->arena, CHANGES, sizeof(*next));
    if (next == NULL) {
        return E_NOMEM;
    }
    *ret_count = local_changes(rule, core_utc_ms(ctx->core) / 1000, changes, CHANGES);
    for (size_t i = 0; i < *ret_count; i++) {
        next[i] = (struct api_dst_transition){
            .at = changes[i].at_s, .before = changes[i].before_min, .after = changes[i].after_min};
    }
    *ret_next = next;
    return 0;
}

int api_dst_param_state(struct api_ctx *ctx, struct api_dst_state *ret_state) {
    struct local_rule rule = clock_rule(settings_get(ctx->core));
    ret_state->now = core_utc_ms(ctx->core) / 1000;
    ret_state->place = rule.place != NULL ? rule.place->name : "";
    ret_state->offset = local_offset(&rule, ret_state->now, &ret_state->active);
    int r = next_changes(ctx, &rule, &ret_state->next, &ret_state->next_count);
    return status_refuse(ctx, r, NULL);
}

int api_dst_preview(struct api_ctx *ctx, const struct dst_preview_req *req, struct dst_preview_reply *reply) {
    struct setting_dst_param asked = {
        .mode = req->mode,
        .change = req->change,
        .start_month = req->start_month,
        .start_day = req->start_day,
        .start_week = req->start_week,
        .start_weekday = req->start_weekday,
        .start_hour = req->start_hour,
        .end_month = req->end_month,
        .end_day = req->end_day,
        .end_week = req->end_week,
        .end_weekday = req->end_weekday,
        .end_hour = req->end_hour,
    };
    const struct settings *settings = settings_get(ctx->core);
    const char *field = NULL;
    int r = setting_check_dst_param(settings, &asked, &field);
    if (r == 0) {
        struct local_rule rule = clock_rule_of(settings->values.date_time_param.zone, &asked, "");
        r = next_changes(ctx, &rule, &reply->next, &reply->next_count);
    }
    return status_refuse(ctx, r, field);
}

int api_places(struct api_ctx *ctx, struct places_reply *reply) {
    const char **names = arena_calloc(ctx->arena, places_count, sizeof(*names));
    if (names == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    for (size_t i = 0; i < places_count; i++) {
        if (places[i].is_offered) {
            names[reply->places_count++] = places[i].name;
        }
    }
    reply->places = names;
    reply->version = places_version;
    return CAT_OK;
}

int api_place_preview(struct api_ctx *ctx, const struct place_preview_req *req, struct place_preview_reply *reply) {
    const struct local_rule rule = {.place = place_find(req->place)};
    if (rule.place == NULL) {
        return status_refuse(ctx, E_PLACE_UNKNOWN, "place");
    }
    reply->place = rule.place->name;
    reply->offset = local_offset(&rule, core_utc_ms(ctx->core) / 1000, NULL);
    int r = next_changes(ctx, &rule, &reply->next, &reply->next_count);
    return status_refuse(ctx, r, NULL);
}

int api_status_change_info_state(struct api_ctx *ctx, struct api_status_now *ret_state) {
    struct local_time local;
    clock_local(ctx->core, &local);
    struct status_schedule schedule = status_schedule_of(settings_get(ctx->core));
    unsigned minute = local.hour * 60u + local.minute;
    struct status_now now = status_at(&schedule, local.weekday, minute);
    *ret_state = (struct api_status_now){
        .status = (enum punch_status)now.status,
        .since = now.minute,
        .since_weekday = now.weekday,
        .weekday = local.weekday,
        .minute = (uint16_t)minute,
        .scheduled = now.scheduled,
    };
    return CAT_OK;
}
