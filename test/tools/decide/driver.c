/* The whole decision for the tests: the commands of the rules' driver, and `decide` with facts as numbers, answered a line
 * each. Group, hours, day and schedule are asked of the rules at that moment, as core/door/facts.c does. */
#define main rules_main
#include "../rules/driver.c"
#undef main

#include "core/door/decide.h"

static void decide_command(void) {
    static const enum door_mode modes[] = {[RULES_DOOR_NORMAL] = DOOR_NORMAL,
                                           [RULES_DOOR_OPEN] = DOOR_ALWAYS_OPEN,
                                           [RULES_DOOR_CLOSED] = DOOR_ALWAYS_CLOSED};
    uint8_t group = (uint8_t)next();
    struct rules_moment moment = rules_moment_of(&local, next() * 1000);
    struct rules_door_answer schedule = rules_door_at(&rules, &moment);
    enum door_mode command = (enum door_mode)next();
    struct decide_facts facts = {
        .door = command >= DOOR_LOCKED_DOWN ? command : modes[schedule.door],
        .door_period = schedule.period,
        .today = moment.date,
        .group = rules_group_at(&rules, group, &moment),
    };
    facts.device = (enum decide_device)next();
    facts.shown = (enum decide_shown)next();
    facts.userid = (uint32_t)next();
    facts.valid_from = (uint32_t)next();
    facts.valid_to = (uint32_t)next();
    facts.needed = (uint32_t)next();
    facts.have = (uint32_t)next();
    facts.duress = next() != 0;
    facts.duress_before = next() != 0;
    facts.temperature = (int)next();
    facts.temperature_limit = (int)next();
    facts.passback = (enum anti_passback)next();
    facts.area = (enum passback_area)next();
    facts.status = (enum punch_status)next();
    facts.two_person = next() != 0;
    facts.first_person = (uint32_t)next();
    facts.server = (enum decide_server)next();
    facts.work = (enum work_mode)next();
    struct decide_outcome outcome = decide(&facts);
    printf("%d %d %u %d %d %d %d %d %d\n", outcome.verdict, outcome.reason, outcome.missing, outcome.opens,
           outcome.is_punch, outcome.is_duress, outcome.is_alarm, outcome.is_marked, outcome.area);
}

int main(void) {
    char word[16];
    while (scanf("%15s", word) == 1) {
        if (strcmp(word, "decide") == 0) {
            decide_command();
        } else {
            run_command(word);
        }
    }
    return 0;
}
