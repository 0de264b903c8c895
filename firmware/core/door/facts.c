#include "core/door/facts.h"

#include "core/base/core.h"
#include "core/door/areas.h"
#include "core/settings/settings.h"

/* What the schedule alone makes of the door. */
static enum door_mode mode_by(enum rules_door schedule) {
    static const enum door_mode modes[] = {[RULES_DOOR_NORMAL] = DOOR_NORMAL,
                                           [RULES_DOOR_OPEN] = DOOR_ALWAYS_OPEN,
                                           [RULES_DOOR_CLOSED] = DOOR_ALWAYS_CLOSED};
    return modes[schedule];
}

void facts_read(struct core *core, const struct identify_person *person, int64_t utc_ms, enum punch_status status,
                struct decide_facts *ret_facts) {
    const struct setting_values *values = &settings_get(core)->values;
    const struct rules *rules = rules_get(core);
    struct rules_moment moment = rules_moment_at(core, utc_ms);
    struct rules_door_answer schedule = rules_door_at(rules, &moment);
    *ret_facts = (struct decide_facts){
        .door = mode_by(schedule.door),
        .door_period = schedule.period,
        .today = moment.date,
        .status = status,
        .work = values->work_mode_switch.mode,
        .temperature_limit =
            values->thermometry_param.abnormal == ABNORMAL_TEMPERATURE_REFUSES ? values->thermometry_param.limit : 0,
        .passback = values->access_control.anti_passback,
        .two_person = values->access_control.two_person,
    };
    if (person->userid == 0) {
        return;
    }
    ret_facts->userid = person->userid;
    ret_facts->valid_from = person->valid_from;
    ret_facts->valid_to = person->valid_to;
    ret_facts->needed = person->needed;
    ret_facts->area = areas_of(core, person->userid, utc_ms);
    ret_facts->group = rules_group_at(rules, person->group, &moment);
}
