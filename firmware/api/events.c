/* What happens at the terminal. */
#include "core/events/alarms.h"
#include "core/events/log.h"

#include "api/api.h"
#include "api/events.h"
#include "api/status.h"
#include "contract.h"
#include "core/base/core.h"
#include "util/arena.h"
#include "util/err.h"

/* The rest of the stream is http/stream.c's. */
int api_events(struct api_ctx *ctx, const struct events_req *req, struct events_reply *reply) {
    (void)req;
    *reply = (struct events_reply){.first = log_first(ctx->core), .last = log_last(ctx->core), .beat = EVENTS_BEAT_S};
    return 0;
}

int api_alarms(struct api_ctx *ctx, const struct alarms_req *req, struct alarms_reply *reply) {
    struct store_alarm *alarms = arena_calloc(ctx->arena, ALARMS_LISTED_MAX, sizeof(*alarms));
    struct api_alarm *shown = arena_calloc(ctx->arena, ALARMS_LISTED_MAX, sizeof(*shown));
    size_t count = 0;
    int r = alarms == NULL || shown == NULL ? E_NOMEM
                                            : alarms_list(ctx->core, ctx->actor, req->all, ctx->arena, alarms, &count);
    for (size_t i = 0; r == 0 && i < count; i++) {
        shown[i] = (struct api_alarm){.id = alarms[i].seq,
                                      .kind = alarms[i].kind,
                                      .door = alarms[i].door,
                                      .userid = alarms[i].userid,
                                      .username = alarms[i].username,
                                      .detail = alarms[i].detail,
                                      .first = alarms[i].first_ms,
                                      .last = alarms[i].last_ms,
                                      .last_seq = alarms[i].last_seq,
                                      .count = alarms[i].count,
                                      .acked = alarms[i].acked_ms,
                                      .acked_by = alarms[i].acked_by};
    }
    reply->alarms = shown;
    reply->alarms_count = count;
    reply->open = alarms_open(ctx->core);
    return status_refuse(ctx, r, NULL);
}

int api_ack_alarm(struct api_ctx *ctx, const struct ack_alarm_req *req, struct ack_alarm_reply *reply) {
    int r = alarms_ack(ctx->core, ctx->actor, req->id, req->last_seq);
    reply->open = alarms_open(ctx->core);
    return status_refuse(ctx, r, r == E_NOTFOUND ? "id" : r == E_ALARM_AGAIN ? "lastSeq" : NULL);
}
