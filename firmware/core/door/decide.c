#include "core/door/decide.h"

#include "core/time/validity.h"

/* What a rule makes of the facts: goes on to the next rule, or decides. Writes reason and number of the step. */
typedef enum decide_finding rule_fn(const struct decide_facts *facts, struct decide_step *step);

static enum decide_finding step_say(struct decide_step *step, enum decide_finding finding, enum record_reason reason,
                                    uint32_t number) {
    step->reason = reason;
    step->number = number;
    return finding;
}

/* Refuses, whoever it is; fire lets go, whoever it is. A door that stands open by schedule is another rule. */
static enum decide_finding rule_door(const struct decide_facts *facts, struct decide_step *step) {
    switch (facts->door) {
        case DOOR_FIRE: return step_say(step, DECIDE_FINDING_GRANTED, RECORD_REASON_FIRE, 0);
        case DOOR_LOCKED_DOWN: return step_say(step, DECIDE_FINDING_REFUSED, RECORD_REASON_LOCKED_DOWN, 0);
        case DOOR_ALWAYS_CLOSED:
            return step_say(step, DECIDE_FINDING_REFUSED, RECORD_REASON_ALWAYS_CLOSED, facts->door_period);
        case DOOR_NORMAL:
        case DOOR_ALWAYS_OPEN: break;
    }
    return DECIDE_FINDING_PASSED;
}

static enum decide_finding rule_device(const struct decide_facts *facts, struct decide_step *step) {
    if (facts->device == DECIDE_DEVICE_NOT_AUTHORIZED) {
        return step_say(step, DECIDE_FINDING_REFUSED, RECORD_REASON_NOT_AUTHORIZED, 0);
    }
    if (facts->device == DECIDE_DEVICE_OTHER_GROUP) {
        return step_say(step, DECIDE_FINDING_REFUSED, RECORD_REASON_DEVICE_GROUP, 0);
    }
    return DECIDE_FINDING_PASSED;
}

static enum decide_finding rule_credential(const struct decide_facts *facts, struct decide_step *step) {
    static const enum record_reason reasons[] = {
        [DECIDE_SHOWN_UNKNOWN] = RECORD_REASON_UNKNOWN,       [DECIDE_SHOWN_POOR] = RECORD_REASON_POOR_READING,
        [DECIDE_SHOWN_NOT_LIVE] = RECORD_REASON_NOT_LIVE,     [DECIDE_SHOWN_WRONG_CODE] = RECORD_REASON_WRONG_CODE,
        [DECIDE_SHOWN_IN_PAUSE] = RECORD_REASON_KEYPAD_PAUSE, [DECIDE_SHOWN_FAILED] = RECORD_REASON_ERROR,
    };
    if (facts->shown == DECIDE_SHOWN_KNOWN) {
        return DECIDE_FINDING_PASSED;
    }
    return step_say(step, DECIDE_FINDING_REFUSED, reasons[facts->shown], 0);
}

static enum decide_finding rule_validity(const struct decide_facts *facts, struct decide_step *step) {
    if (validity_holds(facts->valid_from, facts->valid_to, facts->today)) {
        return DECIDE_FINDING_PASSED;
    }
    if (facts->today < facts->valid_from) {
        return step_say(step, DECIDE_FINDING_REFUSED, RECORD_REASON_NOT_YET, facts->valid_from);
    }
    return step_say(step, DECIDE_FINDING_REFUSED, RECORD_REASON_EXPIRED, facts->valid_to);
}

static enum decide_finding rule_group(const struct decide_facts *facts, struct decide_step *step) {
    const struct rules_answer *group = &facts->group;
    enum decide_finding finding = group->allowed ? DECIDE_FINDING_PASSED : DECIDE_FINDING_REFUSED;
    switch (group->why) {
        case RULES_NEVER: return step_say(step, finding, RECORD_REASON_NEVER, 0);
        case RULES_ANY_TIME: return step_say(step, finding, RECORD_REASON_ANY_TIME, 0);
        case RULES_TIME_ZONE: return step_say(step, finding, RECORD_REASON_TIME_ZONE, group->zone);
        case RULES_PERIOD: return step_say(step, finding, RECORD_REASON_PERIOD, group->period);
        case RULES_HOLIDAY: return step_say(step, finding, RECORD_REASON_HOLIDAY, group->holiday);
        case RULES_OUTSIDE: break;
    }
    step->nearest = group->nearest;
    return step_say(step, finding, RECORD_REASON_OUTSIDE_HOURS, 0);
}

/* The door stands open: more is asked of nobody who may come in at this time. */
static enum decide_finding rule_schedule(const struct decide_facts *facts, struct decide_step *step) {
    if (facts->door == DOOR_ALWAYS_OPEN) {
        return step_say(step, DECIDE_FINDING_GRANTED, RECORD_REASON_DOOR_OPEN, facts->door_period);
    }
    return DECIDE_FINDING_PASSED;
}

static enum decide_finding rule_factors(const struct decide_facts *facts, struct decide_step *step) {
    uint32_t missing = facts->needed & ~facts->have;
    if (missing != 0) {
        return step_say(step, DECIDE_FINDING_WAITS, RECORD_REASON_INCOMPLETE, missing);
    }
    return DECIDE_FINDING_PASSED;
}

static enum decide_finding rule_temperature(const struct decide_facts *facts, struct decide_step *step) {
    if (facts->temperature_limit != 0 && facts->temperature > facts->temperature_limit) {
        return step_say(step, DECIDE_FINDING_REFUSED, RECORD_REASON_TEMPERATURE, (uint32_t)facts->temperature);
    }
    return DECIDE_FINDING_PASSED;
}

static enum decide_finding rule_passback(const struct decide_facts *facts, struct decide_step *step) {
    if (facts->passback == ANTI_PASSBACK_OFF || !passback_violates(facts->area, facts->status)) {
        return DECIDE_FINDING_PASSED;
    }
    enum decide_finding finding =
        facts->passback == ANTI_PASSBACK_HARD ? DECIDE_FINDING_REFUSED : DECIDE_FINDING_PASSED;
    return step_say(step, finding, RECORD_REASON_ANTI_PASSBACK, facts->area);
}

static enum decide_finding rule_second_person(const struct decide_facts *facts, struct decide_step *step) {
    if (facts->two_person && (facts->first_person == 0 || facts->first_person == facts->userid)) {
        return step_say(step, DECIDE_FINDING_WAITS, RECORD_REASON_SECOND_PERSON, facts->first_person);
    }
    return DECIDE_FINDING_PASSED;
}

static enum decide_finding rule_server(const struct decide_facts *facts, struct decide_step *step) {
    if (facts->server == DECIDE_SERVER_REFUSED) {
        return step_say(step, DECIDE_FINDING_REFUSED, RECORD_REASON_SERVER_REFUSED, 0);
    }
    if (facts->server == DECIDE_SERVER_SILENT) {
        return step_say(step, DECIDE_FINDING_REFUSED, RECORD_REASON_SERVER_SILENT, 0);
    }
    return DECIDE_FINDING_PASSED;
}

static enum decide_finding rule_work_mode(const struct decide_facts *facts, struct decide_step *step) {
    if (facts->work == WORK_MODE_ATTENDANCE) {
        return step_say(step, DECIDE_FINDING_GRANTED, RECORD_REASON_ATTENDANCE, 0);
    }
    return DECIDE_FINDING_PASSED;
}

static rule_fn *const rules[DECIDE_RULE_COUNT] = {
    [DECIDE_RULE_DOOR] = rule_door,
    [DECIDE_RULE_DEVICE] = rule_device,
    [DECIDE_RULE_CREDENTIAL] = rule_credential,
    [DECIDE_RULE_VALIDITY] = rule_validity,
    [DECIDE_RULE_GROUP] = rule_group,
    [DECIDE_RULE_SCHEDULE] = rule_schedule,
    [DECIDE_RULE_FACTORS] = rule_factors,
    [DECIDE_RULE_TEMPERATURE] = rule_temperature,
    [DECIDE_RULE_ANTI_PASSBACK] = rule_passback,
    [DECIDE_RULE_SECOND_PERSON] = rule_second_person,
    [DECIDE_RULE_SERVER] = rule_server,
    [DECIDE_RULE_WORK_MODE] = rule_work_mode,
};

/* Asks the rules in their order until one decides. Whom none refuses is let in by the hours of the group. */
static enum decide_finding decide_ask(const struct decide_facts *facts, struct decide_outcome *outcome) {
    enum decide_finding finding = DECIDE_FINDING_PASSED;
    for (size_t i = 0; i < DECIDE_RULE_COUNT && finding == DECIDE_FINDING_PASSED; i++) {
        struct decide_step *step = &outcome->steps[outcome->step_count++];
        step->rule = (enum decide_rule)i;
        finding = rules[i](facts, step);
        step->finding = finding;
        if (finding != DECIDE_FINDING_PASSED || step->rule == DECIDE_RULE_GROUP) {
            outcome->reason = step->reason;
        }
        if (step->reason == RECORD_REASON_ANTI_PASSBACK && finding == DECIDE_FINDING_PASSED) {
            outcome->is_marked = true;
        }
        if (step->reason == RECORD_REASON_INCOMPLETE) {
            outcome->missing = step->number;
        }
    }
    return finding;
}

struct decide_outcome decide(const struct decide_facts *facts) {
    struct decide_outcome outcome = {.verdict = DECIDE_GRANTED};
    bool is_known = facts->shown == DECIDE_SHOWN_KNOWN;
    enum decide_finding finding = decide_ask(facts, &outcome);
    if (finding == DECIDE_FINDING_REFUSED) {
        outcome.verdict = DECIDE_REFUSED;
    } else if (finding == DECIDE_FINDING_WAITS) {
        outcome.verdict = DECIDE_WAITS;
    }
    bool is_granted = outcome.verdict == DECIDE_GRANTED;
    outcome.opens = is_granted && facts->door != DOOR_FIRE && facts->work != WORK_MODE_ATTENDANCE;
    outcome.is_punch = is_granted && is_known && facts->work != WORK_MODE_ACCESS;
    outcome.is_alarm = is_known && facts->duress;
    outcome.is_duress = is_known && (facts->duress || facts->duress_before);
    outcome.area = is_granted && is_known ? passback_leads(facts->status) : PASSBACK_UNKNOWN;
    outcome.is_marked = outcome.is_marked && is_granted;
    return outcome;
}
