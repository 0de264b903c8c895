/* The door: what it is like now, commands, and its settings. */
#include "core/door/door.h"

#include <stdio.h>
#include <string.h>

#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "core/door/areas.h"
#include "core/door/explain.h"
#include "core/users/users.h"
#include "setting_hooks.h"
#include "util/arena.h"
#include "util/err.h"

#define PAGE_MAX 64 /* bytes of the address of a page */
#define CARD_SHORTEST 3 /* bytes of a card number */
#define CARD_USUAL 4

int api_access_control_state(struct api_ctx *ctx, struct api_card_state *ret_state) {
    *ret_state = (struct api_card_state){0};
    int r = users_long_cards(ctx->core, CARD_SHORTEST, &ret_state->long_cards);
    r = r < 0 ? r : users_long_cards(ctx->core, CARD_USUAL, &ret_state->longest_cards);
    return status_refuse(ctx, r, NULL);
}

int api_people_inside(struct api_ctx *ctx, const struct people_inside_req *req, struct people_inside_reply *reply) {
    struct areas_page page;
    int r = areas_inside(ctx->core, ctx->actor, req->after, req->limit, ctx->arena, &page);
    if (r < 0) {
        return status_refuse(ctx, r, NULL);
    }
    struct api_person_inside *people = arena_calloc(ctx->arena, page.count + 1, sizeof(*people));
    if (people == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    for (size_t i = 0; i < page.count; i++) {
        people[i] = (struct api_person_inside){
            .userid = page.people[i].userid, .username = page.people[i].username, .since = page.people[i].since_ms};
    }
    reply->people = people;
    reply->people_count = page.count;
    reply->next = page.next;
    reply->total = page.total;
    reply->total_is_more = page.total_is_more;
    return CAT_OK;
}

int api_reset_passback(struct api_ctx *ctx, const struct reset_passback_req *req, struct reset_passback_reply *reply) {
    int r = areas_reset(ctx->core, ctx->actor, req->userid, &reply->people);
    return status_refuse(ctx, r, r == E_NOTFOUND ? "userid" : NULL);
}

static enum door_rule rule_of(enum door_mode mode) {
    static const enum door_rule rules[] = {
        [DOOR_NORMAL] = DOOR_RULE_NORMAL,
        [DOOR_ALWAYS_OPEN] = DOOR_RULE_ALWAYS_OPEN,
        [DOOR_ALWAYS_CLOSED] = DOOR_RULE_ALWAYS_CLOSED,
        [DOOR_LOCKED_DOWN] = DOOR_RULE_LOCKED_DOWN,
        [DOOR_FIRE] = DOOR_RULE_FIRE,
    };
    return rules[mode];
}

static enum door_rule schedule_rule(enum rules_door door) {
    static const enum door_rule rules[] = {
        [RULES_DOOR_NORMAL] = DOOR_RULE_NORMAL,
        [RULES_DOOR_OPEN] = DOOR_RULE_ALWAYS_OPEN,
        [RULES_DOOR_CLOSED] = DOOR_RULE_ALWAYS_CLOSED,
    };
    return rules[door];
}

/* What the schedule says of the door now and next. */
static int put_schedule(struct api_ctx *ctx, struct door_state_reply *reply) {
    struct rules_door_change changes[DOOR_CHANGES_MAX];
    enum rules_door now = RULES_DOOR_NORMAL;
    struct api_door_change *told = arena_calloc(ctx->arena, DOOR_CHANGES_MAX, sizeof(*told));
    if (told == NULL) {
        return E_NOMEM;
    }
    reply->changes_count = door_schedule(ctx->core, &now, changes);
    for (size_t i = 0; i < reply->changes_count; i++) {
        told[i] = (struct api_door_change){
            .time = changes[i].at_ms, .offset = changes[i].offset_min, .rule = schedule_rule(changes[i].door)};
    }
    reply->schedule = schedule_rule(now);
    reply->changes = told;
    return 0;
}

int api_door_state(struct api_ctx *ctx, struct door_state_reply *reply) {
    struct door_view view;
    door_read(ctx->core, &view);
    struct api_door_alarm_now *alarms = arena_calloc(ctx->arena, DOOR_ALARM_COUNT, sizeof(*alarms));
    if (alarms == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    *reply = (struct door_state_reply){
        .rule = rule_of(view.mode),
        .since = view.since,
        .relay_mode = view.relay_mode,
        .relay = view.relay,
        .leaf = view.leaf,
        .alarms = alarms,
        .sounds = view.sounds,
        .supply = view.supply,
        .bad_frames = view.bad_frames,
        .started_at = view.started,
    };
    for (unsigned i = 0; i < DOOR_ALARM_COUNT; i++) {
        if ((view.alarms >> i & 1U) != 0) {
            alarms[reply->alarms_count++] =
                (struct api_door_alarm_now){.alarm = (enum door_alarm)i, .since = view.alarm_since[i]};
        }
    }
    return status_refuse(ctx, put_schedule(ctx, reply), NULL);
}

int api_door_command(struct api_ctx *ctx, const struct door_command_req *req) {
    unsigned wait_s = 0;
    int r = door_command(ctx->core, ctx->actor, req->command, req->reason, &wait_s);
    return status_refuse_after(ctx, r, NULL, wait_s);
}

/* The page with the user's number behind it where it wants one; "" where that is nobody's. NULL without memory. */
static const char *page_of(struct arena *arena, const struct decide_step *step, uint32_t userid) {
    const char *page = explain_page(step);
    size_t len = strlen(page);
    if (len == 0 || page[len - 1] != '=') {
        return page;
    }
    char whole[PAGE_MAX];
    (void)snprintf(whole, sizeof(whole), "%s%u", page, (unsigned)userid);
    return userid == 0 ? "" : arena_strdup(arena, whole);
}

static int put_steps(struct api_ctx *ctx, const struct explanation *why, struct explain_reply *reply) {
    const struct decide_outcome *outcome = &why->outcome;
    struct api_decide_step *steps = arena_calloc(ctx->arena, outcome->step_count, sizeof(*steps));
    for (size_t i = 0; steps != NULL && i < outcome->step_count; i++) {
        const struct decide_step *step = &outcome->steps[i];
        steps[i] = (struct api_decide_step){.rule = step->rule,
                                            .finding = step->finding,
                                            .reason = step->reason,
                                            .number = step->rule == DECIDE_RULE_FACTORS ? 0 : step->number,
                                            .start = step->nearest.start,
                                            .end = step->nearest.end,
                                            .late = step->nearest.late_min,
                                            .name = arena_strdup(ctx->arena, explain_name(ctx->core, ctx->actor, step)),
                                            .page = page_of(ctx->arena, step, why->person.userid)};
        if (steps[i].name == NULL || steps[i].page == NULL) {
            return E_NOMEM;
        }
    }
    reply->steps = steps;
    reply->steps_count = outcome->step_count;
    return steps != NULL ? 0 : E_NOMEM;
}

static enum decide_finding verdict_of(enum decide_verdict verdict) {
    static const enum decide_finding findings[] = {[DECIDE_GRANTED] = DECIDE_FINDING_GRANTED,
                                                   [DECIDE_REFUSED] = DECIDE_FINDING_REFUSED,
                                                   [DECIDE_WAITS] = DECIDE_FINDING_WAITS};
    return findings[verdict];
}

int api_explain(struct api_ctx *ctx, const struct explain_req *req, struct explain_reply *reply) {
    struct explain_question question = {
        .seq = req->has_seq ? req->seq : 0,
        .userid = req->has_userid ? req->userid : 0,
        .has_factors = req->has_factors,
        .factors = req->factors,
        .has_status = req->has_status,
        .status = req->status,
        .time_ms = req->has_time ? req->time : 0,
        .asker.from = req->from,
    };
    memcpy(question.asker.mac, req->mac, sizeof(question.asker.mac));
    struct explanation why;
    const char *field = NULL;
    int r = explain(ctx->core, ctx->actor, &question, &why, &field);
    if (r < 0) {
        return status_refuse(ctx, r, field);
    }
    *reply = (struct explain_reply){
        .userid = why.person.userid,
        .username = arena_strdup(ctx->arena, why.person.name),
        .time = why.time_ms,
        .offset = why.offset,
        .status = why.facts.status,
        .factors = why.facts.have,
        .lacks = why.lacks,
        .missing = why.outcome.missing,
        .verdict = verdict_of(why.outcome.verdict),
        .reason = why.outcome.reason,
        .opens = why.outcome.opens,
        .from = why.asker.from,
        .mac = arena_strdup(ctx->arena, why.asker.mac),
    };
    r = reply->username == NULL || reply->mac == NULL ? E_NOMEM : put_steps(ctx, &why, reply);
    return status_refuse(ctx, r, NULL);
}
