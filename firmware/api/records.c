/* The log of punches. */
#include "core/records/records.h"

#include "api/api.h"
#include "api/records_moves.h"
#include "api/status.h"
#include "contract.h"
#include "core/events/log.h"
#include "core/records/export.h"
#include "core/records/former.h"
#include "core/records/search.h"
#include "core/records/thermometry.h"
#include "core/time/clock.h"
#include "setting_hooks.h"
#include "util/arena.h"

int api_kaoqin_param_state(struct api_ctx *ctx, struct api_log_state *ret_state) {
    struct records_state state;
    records_read(ctx->core, &state);
    *ret_state = (struct api_log_state){.records = state.records, .capacity = state.capacity, .alarm = state.alarm};
    return CAT_OK;
}

int api_searchrecord(struct api_ctx *ctx, const struct searchrecord_req *req, struct searchrecord_reply *reply) {
    struct search search;
    struct search_page page = {0};
    const struct search_place place = {
        .after = req->has_after ? req->after : NULL,
        .before = req->has_before ? req->before : NULL,
        .limit = req->limit,
    };
    const int64_t *former = NULL;
    size_t former_count = 0;
    const char *field = NULL;
    int r = search_start(ctx->core, ctx->actor, &req->record_query, &search, &field);
    if (r == 0) {
        r = search_page(ctx->core, &search, &place, ctx->arena, &page, &field);
    }
    if (r == 0) {
        r = former_list(ctx->core, &page, ctx->arena, &former, &former_count);
    }
    if (r < 0) {
        return status_refuse(ctx, r, field);
    }
    *reply = (struct searchrecord_reply){.records = page.records,
                                         .records_count = page.count,
                                         .next = page.next,
                                         .previous = page.previous,
                                         .partial = page.partial,
                                         .former = former,
                                         .former_count = former_count,
                                         .last = log_last(ctx->core),
                                         .today = clock_today(ctx->core)};
    return status_refuse(ctx, records_put_clock_errors(ctx, &search, &page, reply), NULL);
}

int api_former_user(struct api_ctx *ctx, const struct former_user_req *req, struct former_user_reply *reply) {
    struct former_user former;
    int r = former_read(ctx->core, ctx->actor, req->userid, ctx->arena, &former);
    if (r == 0) {
        *reply = (struct former_user_reply){.named = former.is_named, .name = former.name, .day = former.day};
    }
    return status_refuse(ctx, r, NULL);
}

int api_search_thermometry_record(struct api_ctx *ctx, const struct search_thermometry_record_req *req,
                                  struct search_thermometry_record_reply *reply) {
    struct search search;
    struct search_page page = {0};
    const struct search_place place = {
        .after = req->has_after ? req->after : NULL,
        .before = req->has_before ? req->before : NULL,
        .limit = req->limit,
    };
    const char *field = NULL;
    bool any = false;
    int r = search_start_measured(ctx->core, ctx->actor, &req->record_query, &search, &field);
    if (r == 0) {
        r = search_page(ctx->core, &search, &place, ctx->arena, &page, &field);
    }
    if (r == 0) {
        r = thermometry_any(ctx->core, &any);
    }
    if (r < 0) {
        return status_refuse(ctx, r, field);
    }
    *reply = (struct search_thermometry_record_reply){.records = page.records,
                                                      .records_count = page.count,
                                                      .next = page.next,
                                                      .previous = page.previous,
                                                      .partial = page.partial,
                                                      .any = any,
                                                      .today = clock_today(ctx->core),
                                                      .above = thermometry_above(ctx->core)};
    return CAT_OK;
}

int api_thermometry_day(struct api_ctx *ctx, const struct thermometry_day_req *req,
                        struct thermometry_day_reply *reply) {
    struct thermometry_day day;
    int r = thermometry_read_day(ctx->core, req->has_day ? req->day : 0, &day);
    if (r < 0) {
        return status_refuse(ctx, r, NULL);
    }
    struct api_thermometry_hour *hours = arena_calloc(ctx->arena, STORE_LOG_HOURS, sizeof(*hours));
    if (hours == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    for (size_t i = 0; i < day.count; i++) {
        const struct store_log_hour *hour = &day.hours[i];
        hours[i] = (struct api_thermometry_hour){.hour = hour->hour,
                                                 .count = hour->count,
                                                 .abnormal = hour->abnormal,
                                                 .mean = hour->mean,
                                                 .highest = hour->highest};
    }
    *reply = (struct thermometry_day_reply){.day = day.day,
                                            .hours = hours,
                                            .hours_count = day.count,
                                            .partial = day.partial,
                                            .above = thermometry_above(ctx->core)};
    return CAT_OK;
}

int api_download_record_form(struct api_ctx *ctx, const struct download_record_form_req *req,
                             struct api_file *ret_file) {
    struct export *export = NULL;
    const char *field = NULL;
    int r = export_new(ctx->core, ctx->actor, &req->record_query, req->format, &export, &field);
    if (r < 0) {
        return status_refuse(ctx, r, field);
    }
    *ret_file = (struct api_file){.type = export_media_type(export),
                                  .name = export_name(export),
                                  .state = export,
                                  .next = export_next,
                                  .end = export_free};
    return CAT_OK;
}
