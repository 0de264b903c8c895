#include "core/door/entry.h"

#include "core/base/core.h"
#include "core/door/decide.h"
#include "core/door/identify.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"

void entry_read(struct core *core, struct entry_rules *ret_rules) {
    const struct rules *rules = rules_get(core);
    for (uint8_t group = 0; group < STORE_GROUPS; group++) {
        ret_rules->groups[group] = rules_best_of_week(rules, group);
    }
    ret_rules->identify = settings_get(core)->values.identify_param;
    ret_rules->today = clock_today(core);
}

/* Everything that the person has is shown at the terminal's own readers, on the first day of validity if that is to come. */
static struct decide_facts facts_of(const struct entry_rules *rules, const struct user *user) {
    static const enum door_mode modes[] = {[RULES_DOOR_NORMAL] = DOOR_NORMAL,
                                           [RULES_DOOR_OPEN] = DOOR_ALWAYS_OPEN,
                                           [RULES_DOOR_CLOSED] = DOOR_ALWAYS_CLOSED};
    const struct rules_best *best = &rules->groups[user->group];
    return (struct decide_facts){
        .door = modes[best->door.door],
        .door_period = best->door.period,
        .shown = DECIDE_SHOWN_KNOWN,
        .userid = user->userid,
        .valid_from = user->valid_from,
        .valid_to = user->valid_to,
        .today = rules->today > user->valid_from ? rules->today : user->valid_from,
        .group = best->group,
        .needed = identify_needed(&rules->identify, user),
        .have = identify_held(user),
    };
}

/* What the decision refused for. */
static enum entry_obstacle obstacle_of(enum record_reason reason, uint8_t group) {
    switch ((int)reason) {
        case RECORD_REASON_ALWAYS_CLOSED: return ENTRY_OBSTACLE_DOOR_CLOSED;
        case RECORD_REASON_NEVER: return group == 0 ? ENTRY_OBSTACLE_GROUP_NEVER : ENTRY_OBSTACLE_GROUP_UNDEFINED;
        case RECORD_REASON_INCOMPLETE: return ENTRY_OBSTACLE_FACTOR_MISSING;
        case RECORD_REASON_NOT_YET:
        case RECORD_REASON_EXPIRED: return ENTRY_OBSTACLE_EXPIRED;
        default: return ENTRY_OBSTACLE_GROUP_NO_HOURS;
    }
}

/* Any one factor is enough, and there is none: the ID alone is not asked for. */
static bool has_nothing(const struct decide_facts *facts) {
    return facts->door != DOOR_ALWAYS_OPEN && facts->needed == 0 && facts->have == 1U << FACTOR_ID;
}

bool entry_is_barred(const struct entry_rules *rules, const struct user *user, enum entry_obstacle *ret_obstacle) {
    const struct decide_facts facts = facts_of(rules, user);
    const struct decide_outcome outcome = decide(&facts);
    if (outcome.verdict != DECIDE_GRANTED) {
        *ret_obstacle = obstacle_of(outcome.reason, user->group);
        return true;
    }
    *ret_obstacle = has_nothing(&facts) ? ENTRY_OBSTACLE_NO_CREDENTIAL : ENTRY_OBSTACLE_NOT_YET;
    return *ret_obstacle == ENTRY_OBSTACLE_NO_CREDENTIAL || user->valid_from > rules->today;
}

bool entry_is_of_group(enum entry_obstacle obstacle) {
    return obstacle == ENTRY_OBSTACLE_GROUP_NEVER || obstacle == ENTRY_OBSTACLE_GROUP_UNDEFINED ||
           obstacle == ENTRY_OBSTACLE_GROUP_NO_HOURS || obstacle == ENTRY_OBSTACLE_DOOR_CLOSED;
}
