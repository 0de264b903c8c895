/* Days to settle, one or many. */
#include "api/api.h"
#include "api/records_report.h"
#include "api/status.h"
#include "contract.h"
#include "core/records/corrections.h"
#include "core/records/settle.h"
#include "core/time/clock.h"
#include "util/arena.h"

static int put_punches(struct arena *arena, const struct settle_day *day, struct api_settle_day *ret_day) {
    struct api_settle_punch *punches = arena_calloc(arena, day->punch_count, sizeof(*punches));
    for (size_t i = 0; punches != NULL && i < day->punch_count; i++) {
        const struct settle_punch *punch = &day->punches[i];
        punches[i] =
            (struct api_settle_punch){.minute = punch->minute, .status = punch->status, .added = punch->is_added};
    }
    ret_day->punches = punches;
    ret_day->punches_count = day->punch_count;
    return punches == NULL ? E_NOMEM : 0;
}

static int put_days(struct arena *arena, const struct settle_page *page, struct days_to_settle_reply *reply) {
    struct api_settle_day *days = arena_calloc(arena, page->count, sizeof(*days));
    int r = days == NULL ? E_NOMEM : 0;
    for (size_t i = 0; r == 0 && i < page->count; i++) {
        days[i].row = records_report_row(&page->days[i].line);
        days[i].seen = page->days[i].seen;
        r = put_punches(arena, &page->days[i], &days[i]);
        days[i].proposals = records_report_proposals(arena, page->days[i].proposals, page->days[i].proposal_count);
        days[i].proposals_count = page->days[i].proposal_count;
        r = r == 0 && days[i].proposals == NULL ? E_NOMEM : r;
    }
    reply->days = days;
    reply->days_count = page->count;
    return r;
}

int api_days_to_settle(struct api_ctx *ctx, const struct days_to_settle_req *req, struct days_to_settle_reply *reply) {
    struct report_query asked = req->report_query;
    struct report *report = NULL;
    struct settle_page page = {.count = 0};
    const char *field = NULL;
    asked.only = REPORT_ONLY_SETTLE;
    asked.given |= UINT64_C(1) << REPORT_QUERY_ONLY;
    int r = report_new(ctx->core, ctx->actor, &asked, &report, &field);
    if (r == 0) {
        r = settle_page(ctx->core, report, req->has_after ? req->after : NULL, req->limit, ctx->arena, &page);
        field = r == E_FORMAT ? "after" : r == E_USER_UNKNOWN ? report_query_rows[REPORT_QUERY_USERID].name : NULL;
    }
    report_free(report);
    if (r == 0) {
        r = put_days(ctx->arena, &page, reply);
    }
    reply->next = arena_strdup(ctx->arena, page.next);
    reply->today = clock_today(ctx->core);
    return status_refuse(ctx, r == 0 && reply->next == NULL ? E_NOMEM : r, field);
}

struct settle_reply {
    int64_t *seqs;
    struct api_settle_refusal *refused;
};

static void put_result(const struct settle_item *item, const struct settle_result *result, struct settle_reply *rows,
                       struct settle_days_reply *reply) {
    for (size_t i = 0; i < result->seq_count; i++) {
        rows->seqs[reply->seqs_count++] = result->seqs[i];
    }
    if (result->error == 0) {
        reply->settled++;
        return;
    }
    rows->refused[reply->refused_count++] = (struct api_settle_refusal){
        .userid = item->userid, .day = item->day, .code = (uint16_t)status_of(result->error)};
}

int api_settle_days(struct api_ctx *ctx, const struct settle_days_req *req, struct settle_days_reply *reply) {
    const struct settle_order order = {.act = req->act, .reason = req->reason};
    struct settle_reply rows = {
        .seqs = arena_calloc(ctx->arena, (size_t)req->days_count * DUTY_PARTS, sizeof(*rows.seqs)),
        .refused = arena_calloc(ctx->arena, req->days_count, sizeof(*rows.refused)),
    };
    if (rows.seqs == NULL || rows.refused == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    for (size_t i = 0; i < req->days_count; i++) {
        const struct api_settle_item_in *in = &req->days[i];
        const struct settle_item item = {.userid = in->userid, .day = in->day, .seen = in->seen};
        struct settle_result result;
        settle_one(ctx->core, ctx->actor, &order, &item, &result);
        put_result(&item, &result, &rows, reply);
    }
    reply->seqs = rows.seqs;
    reply->refused = rows.refused;
    return CAT_OK;
}

int api_void_punches(struct api_ctx *ctx, const struct void_punches_req *req, struct void_punches_reply *reply) {
    struct api_void_refusal *refused = arena_calloc(ctx->arena, req->seqs_count, sizeof(*refused));
    if (refused == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    for (size_t i = 0; i < req->seqs_count; i++) {
        const int r = corrections_void(ctx->core, ctx->actor, req->seqs[i], req->reason);
        if (r == 0) {
            reply->voided++;
        } else {
            refused[reply->refused_count++] =
                (struct api_void_refusal){.seq = req->seqs[i], .code = (uint16_t)status_of(r)};
        }
    }
    reply->refused = refused;
    return CAT_OK;
}
