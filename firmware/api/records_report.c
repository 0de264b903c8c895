/* The hours that punches make: report, days, punches by hand, leave. */
#include "api/records_report.h"
#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "core/records/corrections.h"
#include "core/records/leave.h"
#include "core/records/report.h"
#include "core/records/report_day.h"
#include "core/records/report_export.h"
#include "core/time/clock.h"
#include "util/arena.h"

#define MIN_S 60

static int64_t seconds_of(int64_t minute) {
    return minute == WORKDAY_NO_PUNCH ? 0 : minute * MIN_S;
}

struct api_report_row records_report_row(const struct report_line *line) {
    const struct workday *day = &line->day;
    return (struct api_report_row){
        .userid = line->userid,
        .name = line->username,
        .date = line->date,
        .first_in = seconds_of(day->first_in),
        .last_out = seconds_of(day->last_out),
        .first_in_minute = line->in_minute,
        .last_out_minute = line->out_minute,
        .in_time = day->in_time,
        .out_time = day->out_time,
        .late = day->late,
        .early = day->early,
        .worked = day->worked,
        .overtime = day->overtime,
        .night = day->night,
        .balance = day->balance,
        .carried = line->carried,
        .absence = day->absence,
        .leave = line->leave,
        .planned = line->planned,
        .kind = line->kind,
        .leave_kind = line->leave_kind,
        .shift = line->shift,
        .second_shift = line->second_shift,
        .holiday = line->holiday,
        .open = day->is_open,
        .missing_in = day->is_missing_in,
        .missing_out = day->is_missing_out,
        .absent = day->is_absent,
        .in_outside = day->is_in_outside,
        .out_outside = day->is_out_outside,
        .odd = day->is_odd,
        .corrected = day->is_corrected,
        .cut = line->is_cut,
        .settled = line->settled_seq,
    };
}

struct api_settle_proposal *records_report_proposals(struct arena *arena, const struct report_proposal *proposals,
                                                     size_t count) {
    struct api_settle_proposal *rows = arena_calloc(arena, count, sizeof(*rows));
    for (size_t i = 0; rows != NULL && i < count; i++) {
        rows[i] = (struct api_settle_proposal){
            .day = proposals[i].day, .minute = proposals[i].minute, .status = proposals[i].status};
    }
    return rows;
}

static int report_refuse(struct api_ctx *ctx, int err, const char *field) {
    return status_refuse(ctx, err, err == E_USER_UNKNOWN ? report_query_rows[REPORT_QUERY_USERID].name : field);
}

/* Begins a sorted report. Errors as of report_new() and report_sort(). */
static int sorted_report(struct api_ctx *ctx, const struct report_query *asked, enum report_view view,
                         enum report_sort sort, enum sort_order order, struct report **ret_report,
                         const char **ret_field) {
    int r = report_new(ctx->core, ctx->actor, asked, ret_report, ret_field);
    if (r == 0) {
        r = report_sort(*ret_report, view, sort, order);
        *ret_field = r < 0 ? "sort" : NULL;
    }
    return r;
}

int api_get_report_form_info(struct api_ctx *ctx, const struct get_report_form_info_req *req,
                             struct get_report_form_info_reply *reply) {
    struct report *report = NULL;
    struct report_page page = {0};
    const char *field = NULL;
    int r = sorted_report(ctx, &req->report_query, REPORT_VIEW_DAYS, req->sort, req->order, &report, &field);
    const bool has_nights = r == 0 && report_has_nights(report);
    const bool has_flexible = r == 0 && report_has_flexible(report);
    if (r == 0) {
        r = report_page(ctx->core, report, req->has_after ? req->after : NULL, req->limit, ctx->arena, &page);
        field = r == E_FORMAT ? "after" : NULL;
    }
    report_free(report);
    struct api_report_row *rows = r == 0 ? arena_calloc(ctx->arena, page.count, sizeof(*rows)) : NULL;
    const char *next = arena_strdup(ctx->arena, page.next);
    if (rows == NULL || next == NULL) {
        return report_refuse(ctx, r < 0 ? r : E_NOMEM, field);
    }
    for (size_t i = 0; i < page.count; i++) {
        rows[i] = records_report_row(&page.lines[i]);
    }
    *reply = (struct get_report_form_info_reply){.rows = rows,
                                                 .rows_count = page.count,
                                                 .next = next,
                                                 .nights = has_nights,
                                                 .flexible = has_flexible,
                                                 .today = clock_today(ctx->core)};
    return CAT_OK;
}

static struct api_report_sum sum_of(const struct report_sum *sum) {
    return (struct api_report_sum){
        .userid = sum->userid,
        .name = sum->username,
        .due = sum->due,
        .present = sum->present,
        .absent_days = sum->absent_days,
        .late_days = sum->late_days,
        .early_days = sum->early_days,
        .missing = sum->missing,
        .leave_days = sum->leave_days,
        .planned = sum->planned,
        .late = sum->late,
        .early = sum->early,
        .worked = sum->worked,
        .overtime = sum->overtime,
        .night = sum->night,
        .balance = sum->balance,
        .absence = sum->absence,
        .leave = sum->leave,
        .open = sum->is_open,
        .cut = sum->is_cut,
    };
}

int api_report_sums(struct api_ctx *ctx, const struct report_sums_req *req, struct report_sums_reply *reply) {
    struct report *report = NULL;
    struct report_sum *sums = NULL;
    size_t count = 0;
    const char *field = NULL;
    int r = sorted_report(ctx, &req->report_query, REPORT_VIEW_PEOPLE, req->sort, req->order, &report, &field);
    if (r == 0) {
        reply->nights = report_has_nights(report);
        reply->flexible = report_has_flexible(report);
        r = report_sums(ctx->core, report, req->has_after ? req->after : 0, req->limit, ctx->arena, &sums, &count,
                        &reply->next);
        field = r == E_FORMAT ? "after" : NULL;
    }
    report_free(report);
    struct api_report_sum *rows = r == 0 ? arena_calloc(ctx->arena, count, sizeof(*rows)) : NULL;
    if (rows == NULL) {
        return report_refuse(ctx, r < 0 ? r : E_NOMEM, field);
    }
    for (size_t i = 0; i < count; i++) {
        rows[i] = sum_of(&sums[i]);
    }
    reply->sums = rows;
    reply->sums_count = count;
    reply->today = clock_today(ctx->core);
    return CAT_OK;
}

int api_report_days(struct api_ctx *ctx, const struct report_days_req *req, struct report_days_reply *reply) {
    struct report *report = NULL;
    struct report_count counts[DUTY_DAYS_MAX];
    const char *field = NULL;
    int r = report_new(ctx->core, ctx->actor, &req->report_query, &report, &field);
    if (r == 0) {
        r = report_days(ctx->core, report, req->has_after ? req->after : 0, ctx->arena, counts, &reply->people,
                        &reply->next);
    }
    const size_t count = r == 0 ? report_days_count(report) : 0;
    report_free(report);
    struct api_report_day_count *days = r == 0 ? arena_calloc(ctx->arena, count, sizeof(*days)) : NULL;
    if (days == NULL) {
        return report_refuse(ctx, r < 0 ? r : E_NOMEM, field);
    }
    for (size_t i = 0; i < count; i++) {
        days[i] = (struct api_report_day_count){.date = counts[i].date,
                                                .due = counts[i].due,
                                                .present = counts[i].present,
                                                .late = counts[i].late,
                                                .absent = counts[i].absent,
                                                .on_leave = counts[i].on_leave};
    }
    reply->days = days;
    reply->days_count = count;
    return CAT_OK;
}

int api_report_day(struct api_ctx *ctx, const struct report_day_req *req, struct report_day_reply *reply) {
    struct report_day day;
    int r = report_day_read(ctx->core, ctx->actor, req->userid, req->day, ctx->arena, &day);
    struct api_day_punch *punches = r == 0 ? arena_calloc(ctx->arena, day.punch_count, sizeof(*punches)) : NULL;
    struct api_report_row *duties = punches != NULL ? arena_calloc(ctx->arena, DUTY_PARTS, sizeof(*duties)) : NULL;
    struct api_settle_proposal *proposals =
        duties != NULL ? records_report_proposals(ctx->arena, day.proposals, day.proposal_count) : NULL;
    if (proposals == NULL) {
        return report_refuse(ctx, r < 0 ? r : E_NOMEM, NULL);
    }
    for (size_t i = 0; i < day.duty_count; i++) {
        duties[i] = records_report_row(&day.duties[i]);
    }
    for (size_t i = 0; i < day.punch_count; i++) {
        const struct report_day_punch *punch = &day.punches[i];
        punches[i] = (struct api_day_punch){.seq = punch->seq,
                                            .time = punch->time_ms,
                                            .minute = punch->minute,
                                            .status = punch->status,
                                            .added = punch->is_added,
                                            .role = punch->role,
                                            .detail = punch->detail};
    }
    *reply = (struct report_day_reply){.row = records_report_row(&day.line),
                                       .shifts = day.shifts,
                                       .shifts_count = day.shift_count,
                                       .duties = duties,
                                       .duties_count = day.duty_count,
                                       .punches = punches,
                                       .punches_count = day.punch_count,
                                       .leaves = day.leaves,
                                       .leaves_count = day.leave_count,
                                       .proposals = proposals,
                                       .proposals_count = day.proposal_count};
    return CAT_OK;
}

int api_add_punch(struct api_ctx *ctx, const struct add_punch_req *req, struct add_punch_reply *reply) {
    const struct correction correction = {
        .userid = req->userid, .day = req->day, .minute = req->minute, .status = req->status, .reason = req->reason};
    const char *field = NULL;
    int r = corrections_add(ctx->core, ctx->actor, &correction, &reply->seq, &field);
    return status_refuse(ctx, r, field);
}

int api_void_punch(struct api_ctx *ctx, const struct void_punch_req *req) {
    int r = corrections_void(ctx->core, ctx->actor, req->seq, req->reason);
    return status_refuse(ctx, r, r == E_NOTFOUND || r == E_OWN_HOURS ? record_rows[RECORD_SEQ].name : NULL);
}

int api_leaves_of(struct api_ctx *ctx, const struct leaves_of_req *req, struct leaves_of_reply *reply) {
    struct leave *leaves = arena_calloc(ctx->arena, STORE_LEAVES_MAX, sizeof(*leaves));
    int r = leaves == NULL ? E_NOMEM : leave_list(ctx->core, req->userid, ctx->arena, leaves, &reply->leaves_count);
    reply->leaves = leaves;
    reply->today = clock_today(ctx->core);
    return report_refuse(ctx, r, NULL);
}

int api_add_leave(struct api_ctx *ctx, const struct add_leave_req *req, struct add_leave_reply *reply) {
    const struct leave leave = {.userid = req->userid,
                                .kind = req->kind,
                                .from = req->from,
                                .to = req->to,
                                .half = req->half,
                                .note = req->note};
    const char *field = NULL;
    int r = leave_add(ctx->core, ctx->actor, &leave, &reply->id, &field);
    return status_refuse(ctx, r, field);
}

int api_del_leave(struct api_ctx *ctx, const struct del_leave_req *req) {
    int r = leave_delete(ctx->core, ctx->actor, req->id);
    return status_refuse(ctx, r, r == E_NOTFOUND || r == E_OWN_HOURS ? leave_rows[LEAVE_ID].name : NULL);
}

int api_download_report_form(struct api_ctx *ctx, const struct download_report_form_req *req,
                             struct api_file *ret_file) {
    struct report_export *export = NULL;
    const char *field = NULL;
    const struct report_export_form form = {.format = req->format,
                                            .view = req->view,
                                            .sort = req->sort,
                                            .order = req->order,
                                            .hours = req->hours,
                                            .delimiter = req->delimiter,
                                            .decimal = req->decimal};
    int r = report_export_new(ctx->core, ctx->actor, &req->report_query, &form, &export, &field);
    if (r < 0) {
        return report_refuse(ctx, r, field);
    }
    *ret_file = (struct api_file){.type = report_export_media_type(export),
                                  .name = report_export_name(export),
                                  .state = export,
                                  .next = report_export_next,
                                  .end = report_export_free};
    return CAT_OK;
}
