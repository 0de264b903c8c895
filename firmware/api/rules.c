/* When whom: time zones, groups, period groups and holidays. */
#include "core/rules/rules.h"

#include <stdio.h>
#include <string.h>

#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "core/rules/holidays.h"
#include "core/rules/hours.h"
#include "core/rules/periods.h"
#include "util/arena.h"
#include "util/err.h"

#define FIELD_MAX 48 /* bytes of a field path, with its NUL */

static const struct store_rules *rules_now(struct api_ctx *ctx) {
    return rules_all(rules_get(ctx->core));
}

/* The groups that have a time zone, into a row of the reply; false without memory. */
static bool use_of(struct api_ctx *ctx, const struct store_rules *rules, uint8_t zone,
                   struct api_time_zone_use *ret_use) {
    uint8_t *groups = arena_calloc(ctx->arena, STORE_GROUPS, sizeof(*groups));
    size_t count = 0;
    for (size_t i = 0; groups != NULL && i < STORE_GROUPS; i++) {
        const struct group *group = &rules->groups[i];
        if (group->time1 == zone || group->time2 == zone || group->time3 == zone || group->time4 == zone) {
            groups[count++] = group->number;
        }
    }
    *ret_use = (struct api_time_zone_use){.number = zone, .groups = groups, .groups_count = count};
    return groups != NULL;
}

int api_set_time_interval_info(struct api_ctx *ctx, const struct set_time_interval_info_req *req,
                               struct set_time_interval_info_reply *reply) {
    const struct store_rules *rules = rules_now(ctx);
    struct time_zone *zones = arena_calloc(ctx->arena, TIME_ZONE_NUMBER_MAX, sizeof(*zones));
    struct api_time_zone_use *used = arena_calloc(ctx->arena, TIME_ZONE_NUMBER_MAX, sizeof(*used));
    if (zones == NULL || used == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    for (size_t i = 0; i < TIME_ZONE_NUMBER_MAX; i++) {
        const struct time_zone *zone = &rules->zones[i];
        if (zone->number == 0 || (req->has_number && req->number != zone->number)) {
            continue;
        }
        zones[reply->zones_count++] = *zone;
        if (!use_of(ctx, rules, zone->number, &used[reply->used_count])) {
            return status_refuse(ctx, E_NOMEM, NULL);
        }
        reply->used_count += used[reply->used_count].groups_count > 0;
    }
    reply->zones = zones;
    reply->used = used;
    return CAT_OK;
}

int api_get_time_interval_info(struct api_ctx *ctx, const struct get_time_interval_info_req *req,
                               struct get_time_interval_info_reply *reply) {
    struct rules_saved saved;
    const char *field = NULL;
    int r = hours_save_zone(ctx->core, ctx->actor, &req->time_zone, &saved, &field);
    if (r < 0) {
        return status_refuse(ctx, r, field);
    }
    *reply = (struct get_time_interval_info_reply){.number = saved.number, .revision = saved.revision};
    return CAT_OK;
}

int api_del_time_interval(struct api_ctx *ctx, const struct del_time_interval_req *req) {
    int r = hours_delete_zone(ctx->core, ctx->actor, req->number, req->sure);
    return status_refuse(ctx, r, time_zone_rows[TIME_ZONE_NUMBER].name);
}

int api_set_group_info(struct api_ctx *ctx, struct set_group_info_reply *reply) {
    const struct store_rules *rules = rules_now(ctx);
    uint32_t users[STORE_GROUPS];
    struct group *groups = arena_calloc(ctx->arena, STORE_GROUPS, sizeof(*groups));
    struct api_group_use *uses = arena_calloc(ctx->arena, STORE_GROUPS, sizeof(*uses));
    int r = groups != NULL && uses != NULL ? hours_group_users(ctx->core, users) : E_NOMEM;
    if (r < 0) {
        return status_refuse(ctx, r, NULL);
    }
    for (uint8_t number = 0; number < STORE_GROUPS; number++) {
        uses[number] = (struct api_group_use){.number = number, .users = users[number]};
        if (rules->groups[number].number != 0) {
            groups[reply->groups_count++] = rules->groups[number];
        }
    }
    reply->groups = groups;
    reply->uses = uses;
    reply->uses_count = STORE_GROUPS;
    return CAT_OK;
}

int api_get_group_info(struct api_ctx *ctx, const struct get_group_info_req *req, struct get_group_info_reply *reply) {
    struct rules_saved saved;
    const char *field = NULL;
    int r = hours_save_group(ctx->core, ctx->actor, &req->group, &saved, &field);
    if (r < 0) {
        return status_refuse(ctx, r, field);
    }
    *reply = (struct get_group_info_reply){.number = saved.number, .revision = saved.revision};
    return CAT_OK;
}

int api_del_group(struct api_ctx *ctx, const struct del_group_req *req) {
    int r = hours_delete_group(ctx->core, ctx->actor, req->number, req->sure);
    return status_refuse(ctx, r, group_rows[GROUP_NUMBER].name);
}

/* Intervals as the contract has them, in the arena; NULL when there is no room. */
static const struct api_period *periods_of(struct api_ctx *ctx, const struct store_period *periods, size_t count) {
    struct api_period *list = arena_calloc(ctx->arena, count, sizeof(*list));
    for (size_t i = 0; list != NULL && i < count; i++) {
        list[i] = (struct api_period){.day = periods[i].day, .start = periods[i].start, .end = periods[i].end};
    }
    return list;
}

int api_set_group_time(struct api_ctx *ctx, struct set_group_time_reply *reply) {
    const struct store_rules *rules = rules_now(ctx);
    struct api_period_group *groups = arena_calloc(ctx->arena, STORE_PERIOD_GROUPS, sizeof(*groups));
    struct holiday *holidays = arena_calloc(ctx->arena, HOLIDAY_NUMBER_MAX, sizeof(*holidays));
    if (groups == NULL || holidays == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    for (size_t i = 0; i < STORE_PERIOD_GROUPS; i++) {
        const struct store_period_group *group = &rules->periods[i];
        if (group->number == 0) {
            continue;
        }
        const struct api_period *periods = periods_of(ctx, group->periods, group->period_count);
        if (periods == NULL) {
            return status_refuse(ctx, E_NOMEM, NULL);
        }
        groups[reply->groups_count++] = (struct api_period_group){
            .number = group->number,
            .name = group->name,
            .kind = group->kind,
            .periods = periods,
            .periods_count = group->period_count,
            .revision = group->revision,
        };
    }
    for (size_t i = 0; i < HOLIDAY_NUMBER_MAX; i++) {
        if (rules->holidays[i].number != 0) {
            holidays[reply->holidays_count++] = rules->holidays[i];
        }
    }
    reply->groups = groups;
    reply->holidays = holidays;
    return CAT_OK;
}

int api_add_group_time(struct api_ctx *ctx, const struct add_group_time_req *req, struct add_group_time_reply *reply) {
    struct store_period periods[STORE_PERIODS_MAX];
    struct periods_saved saved;
    const char *field = NULL;
    for (size_t i = 0; i < req->periods_count; i++) {
        const struct api_period_in *period = &req->periods[i];
        periods[i] = (struct store_period){.day = period->day, .start = period->start, .end = period->end};
    }
    struct periods_change change = {
        .group = {.number = req->number,
                  .name = req->name,
                  .kind = req->kind,
                  .periods = periods,
                  .period_count = req->periods_count},
        .has_revision = req->has_revision,
        .revision = req->revision,
    };
    int r = periods_save(ctx->core, ctx->actor, &change, &saved, &field);
    const struct api_period *kept = r == 0 ? periods_of(ctx, saved.periods, saved.count) : NULL;
    if (kept == NULL) {
        return status_refuse(ctx, r < 0 ? r : E_NOMEM, field);
    }
    *reply = (struct add_group_time_reply){
        .number = saved.saved.number,
        .revision = saved.saved.revision,
        .merged = saved.merged,
        .periods = kept,
        .periods_count = saved.count,
    };
    return CAT_OK;
}

/* A mask of the numbers of a list. */
static uint32_t mask_of(const uint8_t *numbers, size_t count) {
    uint32_t mask = 0;
    for (size_t i = 0; i < count; i++) {
        mask |= store_period_bit(numbers[i]);
    }
    return mask;
}

/* "list[2]", for the first place of a number in a list. */
static const char *place_of(struct api_ctx *ctx, const char *list, const uint8_t *numbers, size_t count,
                            uint8_t number) {
    char text[API_FIELD_PATH_MAX];
    size_t at = 0;
    while (at < count && numbers[at] != number) {
        at++;
    }
    (void)snprintf(text, sizeof(text), "%s[%zu]", list, at);
    return arena_strdup(ctx->arena, text);
}

int api_del_some_group(struct api_ctx *ctx, const struct del_some_group_req *req, struct del_some_group_reply *reply) {
    uint8_t wrong = 0;
    int r = periods_delete(ctx->core, ctx->actor, mask_of(req->numbers, req->numbers_count), req->sure, &reply->deleted,
                           &wrong);
    return status_refuse(ctx, r, wrong != 0 ? place_of(ctx, "numbers", req->numbers, req->numbers_count, wrong) : NULL);
}

/* The numbers of a mask, in the arena; NULL when there is no room. */
static const uint8_t *numbers_of(struct api_ctx *ctx, uint32_t mask, size_t *ret_count) {
    uint8_t *numbers = arena_calloc(ctx->arena, STORE_PERIOD_GROUPS, sizeof(*numbers));
    size_t count = 0;
    for (uint8_t number = 1; numbers != NULL && number <= STORE_PERIOD_GROUPS; number++) {
        if ((mask & store_period_bit(number)) != 0) {
            numbers[count++] = number;
        }
    }
    *ret_count = count;
    return numbers;
}

/* Of a mask, those of a kind. */
static uint32_t of_kind(const struct store_rules *rules, uint32_t mask, enum period_kind kind) {
    uint32_t found = 0;
    for (uint8_t number = 1; number <= STORE_PERIOD_GROUPS; number++) {
        if (rules->periods[number - 1].number != 0 && rules->periods[number - 1].kind == kind) {
            found |= store_period_bit(number);
        }
    }
    return mask & found;
}

int api_set_universal_group(struct api_ctx *ctx, struct set_universal_group_reply *reply) {
    const struct store_rules *rules = rules_now(ctx);
    struct api_in_force *working = arena_calloc(ctx->arena, STORE_GROUPS, sizeof(*working));
    if (working == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    for (uint8_t number = GROUP_NUMBER_MIN; number < STORE_GROUPS; number++) {
        struct api_in_force *group = &working[reply->working_count];
        group->group = number;
        group->period_groups = numbers_of(ctx, rules->in_force[number], &group->period_groups_count);
        if (group->period_groups == NULL) {
            return status_refuse(ctx, E_NOMEM, NULL);
        }
        reply->working_count += group->period_groups_count > 0;
    }
    const uint32_t door = rules->in_force[STORE_DOOR];
    reply->working = working;
    reply->always_open = numbers_of(ctx, of_kind(rules, door, PERIOD_KIND_ALWAYS_OPEN), &reply->always_open_count);
    reply->always_closed =
        numbers_of(ctx, of_kind(rules, door, PERIOD_KIND_ALWAYS_CLOSED), &reply->always_closed_count);
    reply->revision = rules->in_force_revision;
    return reply->always_open != NULL && reply->always_closed != NULL ? CAT_OK : status_refuse(ctx, E_NOMEM, NULL);
}

/* Which field of the request a refusal is about. */
static const char *in_force_field(struct api_ctx *ctx, const struct get_universal_group_req *req,
                                  const struct in_force_refusal *refusal) {
    char list[FIELD_MAX];
    size_t at = 0;
    switch (refusal->part) {
        case IN_FORCE_REVISION_OLD: return "revision";
        case IN_FORCE_OPEN:
            return place_of(ctx, "alwaysOpen", req->always_open, req->always_open_count, refusal->period);
        case IN_FORCE_CLOSED:
            return place_of(ctx, "alwaysClosed", req->always_closed, req->always_closed_count, refusal->period);
        case IN_FORCE_WORKING: break;
    }
    while (at + 1 < req->working_count && req->working[at].group != refusal->group) {
        at++;
    }
    (void)snprintf(list, sizeof(list), "working[%zu].%s", at, refusal->period == 0 ? "group" : "periodGroups");
    const struct api_in_force_in *group = &req->working[at];
    return refusal->period == 0
               ? arena_strdup(ctx->arena, list)
               : place_of(ctx, list, group->period_groups, group->period_groups_count, refusal->period);
}

/* Takes the list of the groups into the change. A group that comes twice is refused with its place. */
static int take_working(struct api_ctx *ctx, const struct get_universal_group_req *req, struct in_force_change *change,
                        const char **ret_field) {
    uint32_t seen = 0;
    for (size_t i = 0; i < req->working_count; i++) {
        const struct api_in_force_in *group = &req->working[i];
        const uint32_t bit = UINT32_C(1) << group->group;
        if ((seen & bit) != 0) {
            char field[FIELD_MAX];
            (void)snprintf(field, sizeof(field), "working[%zu].group", i);
            *ret_field = arena_strdup(ctx->arena, field);
            return E_DUPLICATE;
        }
        seen |= bit;
        change->working[group->group] = mask_of(group->period_groups, group->period_groups_count);
    }
    return 0;
}

int api_get_universal_group(struct api_ctx *ctx, const struct get_universal_group_req *req,
                            struct get_universal_group_reply *reply) {
    struct in_force_refusal refusal;
    const char *field = NULL;
    struct in_force_change change = {
        .has_working = req->has_working,
        .has_open = req->has_always_open,
        .has_closed = req->has_always_closed,
        .has_revision = req->has_revision,
        .open = mask_of(req->always_open, req->always_open_count),
        .closed = mask_of(req->always_closed, req->always_closed_count),
        .revision = req->revision,
    };
    int r = take_working(ctx, req, &change, &field);
    if (r < 0) {
        return status_refuse(ctx, r, field);
    }
    r = periods_put_in_force(ctx->core, ctx->actor, &change, &reply->revision, &refusal);
    const bool has_field =
        r == E_CHANGED_MEANWHILE || r == E_GROUP_UNDEFINED || r == E_PERIOD_UNDEFINED || r == E_RANGE;
    return status_refuse(ctx, r, has_field ? in_force_field(ctx, req, &refusal) : NULL);
}

int api_add_holiday(struct api_ctx *ctx, const struct add_holiday_req *req, struct add_holiday_reply *reply) {
    struct rules_saved saved;
    const char *field = NULL;
    struct holidays_change change = {
        .holiday = {.number = req->number,
                    .name = req->name,
                    .from = req->from,
                    .to = req->to,
                    .yearly = req->yearly,
                    .plan = req->plan,
                    .revision = req->revision},
        .has_revision = req->has_revision,
    };
    int r = holidays_save(ctx->core, ctx->actor, &change, &saved, &field);
    if (r < 0) {
        return status_refuse(ctx, r, field);
    }
    *reply = (struct add_holiday_reply){.number = saved.number, .revision = saved.revision};
    return CAT_OK;
}

int api_del_holiday(struct api_ctx *ctx, const struct del_holiday_req *req, struct del_holiday_reply *reply) {
    return status_refuse(ctx, holidays_delete(ctx->core, ctx->actor, req->numbers, req->numbers_count, &reply->deleted),
                         NULL);
}
