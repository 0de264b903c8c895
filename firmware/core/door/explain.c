#include "core/door/explain.h"

#include <stdlib.h>

#include "core/base/core.h"
#include "core/base/rights.h"
#include "core/door/areas.h"
#include "core/door/door.h"
#include "core/door/facts.h"
#include "core/door/pass.h"
#include "core/events/log.h"
#include "core/rules/rules.h"
#include "core/settings/settings.h"
#include "core/time/clock_rules.h"
#include "core/time/status.h"
#include "core/users/users.h"
#include "store/events/log_find.h"
#include "store/person.h"
#include "store/rules/rules.h"
#include "util/arena.h"

#define ARENA_MAX 65536 /* room for the lines of PUNCHES_LOOK */
#define PUNCHES_LOOK 32 /* lines of a person among which the last way in or out is looked for */
#define LINES_BUDGET 2000
#define NEIGHBOURS 2 /* lines before and behind among which the second person is looked for */

static uint32_t bit_of(enum factor factor) {
    return 1U << factor;
}

/* The person as now. E_FORBIDDEN: without read permission for users. */
static int read_person(struct core *core, const struct actor *by, uint32_t userid, struct explanation *ret) {
    if (!rights_may_know_people(&settings_get(core)->rights, by)) {
        return E_FORBIDDEN;
    }
    int r = identify_person(core, userid, &ret->person);
    return r == E_NOTFOUND ? E_USER_UNKNOWN : r;
}

/* Fills what depends on person and moment. */
static void take_moment(struct core *core, int64_t time_ms, enum punch_status status, struct explanation *ret) {
    const struct local_rule rule = clock_rule_at(core, time_ms / 1000);
    ret->time_ms = time_ms;
    ret->offset = local_offset(&rule, time_ms / 1000, NULL);
    facts_read(core, &ret->person, time_ms, status, &ret->facts);
}

/* What the lists of now say of the device. */
static int take_device(struct core *core, const struct asker *asker, struct explanation *ret) {
    struct asker_right right;
    int r = asker_look(core, asker, &right);
    ret->asker = *asker;
    ret->facts.device = asker_device(asker, &right, ret->person.userid, ret->person.group);
    return r;
}

/* What an ID or a code that was typed does to the facts. */
static int take_typed(struct core *core, struct decide_facts *facts) {
    int r = 0;
    bool needs_id = false;
    if ((facts->have & bit_of(FACTOR_ID)) != 0) {
        r = identify_after_id(core, facts->userid, &facts->needed);
    } else if (facts->have == bit_of(FACTOR_PASSWORD)) {
        r = identify_needs_id(core, facts->userid, &needs_id);
    }
    if (r == E_NOTFOUND || needs_id) {
        facts->shown = DECIDE_SHOWN_WRONG_CODE;
        return 0;
    }
    return r;
}

/* What is shown by a person: what it does not have is recognised as nobody's. */
static int take_shown(struct core *core, const struct explain_question *question, struct explanation *ret) {
    struct decide_facts *facts = &ret->facts;
    _cleanup_(arena_done) struct arena arena;
    arena_init(&arena, ARENA_MAX);
    struct user user;
    uint32_t shown = question->has_factors ? question->factors : facts->needed;
    int r = users_get(core, question->userid, &arena, &user);
    if (r < 0) {
        return r;
    }
    facts->shown = DECIDE_SHOWN_KNOWN;
    facts->have = shown & identify_held(&user);
    ret->lacks = shown & ~facts->have;
    if (facts->have == 0 && ret->lacks != 0) {
        facts->shown = DECIDE_SHOWN_UNKNOWN;
    }
    return question->has_factors ? take_typed(core, facts) : 0;
}

static int explain_person(struct core *core, const struct actor *by, const struct explain_question *question,
                          struct explanation *ret) {
    int64_t time_ms = question->time_ms != 0 ? question->time_ms : core_utc_ms(core);
    struct door_view door;
    int r = read_person(core, by, question->userid, ret);
    if (r < 0) {
        return r;
    }
    take_moment(core, time_ms, question->has_status ? question->status : status_of_time(core, time_ms), ret);
    door_read(core, &door);
    if (question->time_ms == 0 && door.mode >= DOOR_LOCKED_DOWN) {
        ret->facts.door = door.mode;
    }
    r = take_device(core, &question->asker, ret);
    return r < 0 ? r : take_shown(core, question, ret);
}

/* What became of the credential, as far as the line says so. */
static enum decide_shown shown_of(const struct record *line) {
    static const enum decide_shown shown[RECORD_REASON_COUNT] = {
        [RECORD_REASON_UNKNOWN] = DECIDE_SHOWN_UNKNOWN,       [RECORD_REASON_POOR_READING] = DECIDE_SHOWN_POOR,
        [RECORD_REASON_NOT_LIVE] = DECIDE_SHOWN_NOT_LIVE,     [RECORD_REASON_WRONG_CODE] = DECIDE_SHOWN_WRONG_CODE,
        [RECORD_REASON_KEYPAD_PAUSE] = DECIDE_SHOWN_IN_PAUSE, [RECORD_REASON_ERROR] = DECIDE_SHOWN_FAILED,
    };
    const bool is_reason = (unsigned)line->reason < RECORD_REASON_COUNT; /* the line is from the store */
    const enum decide_shown said = is_reason ? shown[line->reason] : DECIDE_SHOWN_KNOWN;
    return said == DECIDE_SHOWN_KNOWN && line->userid == 0 ? DECIDE_SHOWN_UNKNOWN : said;
}

/* The status by which a line was decided: that of a line without one is what the schedule has at its time. */
static enum punch_status status_of_line(struct core *core, const struct record *line) {
    return line->status != RECORD_STATUS_NONE ? (enum punch_status)line->status : status_of_time(core, line->time);
}

/* Where the person was before the line, by the lines before it. */
static int area_before(struct core *core, const struct record *line, struct arena *arena,
                       enum passback_area *ret_area) {
    struct record *lines = arena_calloc(arena, PUNCHES_LOOK, sizeof(*lines));
    struct store_log_found found = {0};
    struct store_person person;
    int r = lines == NULL ? E_NOMEM : store_person_get(core->store, line->userid, &person);
    if (r < 0) {
        return r;
    }
    const struct store_log_query query = {
        .from_ms = areas_begin(core, line->time),
        .to_ms = line->time,
        .userid = line->userid,
        .since = person.since,
        .kinds = 1U << RECORD_KIND_ACCESS,
        .result = RECORD_RESULT_GRANTED,
        .reason = STORE_LOG_ANY,
        .status = STORE_LOG_ANY,
        .factor = STORE_LOG_ANY,
        .temperature_max = INT32_MAX,
        .place = {.time = line->time, .seq = line->seq},
        .max = PUNCHES_LOOK,
        .budget = LINES_BUDGET,
    };
    *ret_area = PASSBACK_UNKNOWN;
    r = store_log_find(core->store, &query, arena, lines, &found);
    for (size_t i = 0; r == 0 && i < found.count && *ret_area == PASSBACK_UNKNOWN; i++) {
        *ret_area = passback_leads(status_of_line(core, &lines[i]));
    }
    return r;
}

/* Who was let in together with the person of the line: 0 nobody. */
static int find_second(struct core *core, const struct record *line, struct arena *arena, uint32_t *ret_userid) {
    struct record lines[2 * NEIGHBOURS + 1];
    size_t count = 0;
    int64_t after = line->seq > NEIGHBOURS ? line->seq - NEIGHBOURS - 1 : 0;
    int r = log_read(core, after, lines, sizeof(lines) / sizeof(lines[0]), arena, &count);
    *ret_userid = 0;
    for (size_t i = 0; r == 0 && i < count; i++) {
        bool is_near =
            llabs(lines[i].seq - line->seq) <= NEIGHBOURS && llabs(lines[i].time - line->time) <= PASS_SECOND_MS;
        if (lines[i].kind == RECORD_KIND_ACCESS && lines[i].result == RECORD_RESULT_GRANTED &&
            lines[i].userid != line->userid && is_near) {
            *ret_userid = lines[i].userid;
        }
    }
    return r;
}

/* Fills what the line and its neighbours tell. */
static int take_line(struct core *core, const struct record *line, struct arena *arena, struct decide_facts *facts) {
    facts->shown = shown_of(line);
    facts->have = line->factors;
    facts->temperature = line->temperature;
    facts->duress = line->duress;
    if (line->reason == RECORD_REASON_LOCKED_DOWN || line->reason == RECORD_REASON_FIRE) {
        facts->door = line->reason == RECORD_REASON_FIRE ? DOOR_FIRE : DOOR_LOCKED_DOWN;
    }
    if (facts->shown != DECIDE_SHOWN_KNOWN) {
        return 0;
    }
    int r = (line->factors & bit_of(FACTOR_ID)) != 0 ? take_typed(core, facts) : 0;
    if (r == 0) {
        r = area_before(core, line, arena, &facts->area);
    }
    return r == 0 && line->result == RECORD_RESULT_GRANTED ? find_second(core, line, arena, &facts->first_person) : r;
}

/* The person of a line as now. E_USER_UNKNOWN: was deleted, even if somebody else has the ID now. */
static int read_person_of(struct core *core, const struct actor *by, const struct record *line,
                          struct explanation *ret) {
    struct store_person person;
    int r = read_person(core, by, line->userid, ret);
    r = r < 0 ? r : store_person_get(core->store, line->userid, &person);
    return r == E_NOTFOUND || (r == 0 && !store_person_has(&person, line->seq)) ? E_USER_UNKNOWN : r;
}

static int explain_line(struct core *core, const struct actor *by, int64_t seq, struct explanation *ret) {
    _cleanup_(arena_done) struct arena arena;
    arena_init(&arena, ARENA_MAX);
    struct record line;
    size_t count = 0;
    int r = log_read(core, seq - 1, &line, 1, &arena, &count);
    if (r < 0) {
        return r;
    }
    if (count == 0 || line.seq != seq) {
        return E_NOTFOUND;
    }
    if (line.kind != RECORD_KIND_ACCESS) {
        return E_NO_DECISION;
    }
    r = line.userid != 0 ? read_person_of(core, by, &line, ret) : 0;
    if (r < 0) {
        return r;
    }
    struct asker asker = asker_read(line.detail);
    take_moment(core, line.time, status_of_line(core, &line), ret);
    r = take_device(core, &asker, ret);
    return r < 0 ? r : take_line(core, &line, &arena, &ret->facts);
}

static bool has_more(const struct explain_question *question) {
    return question->userid != 0 || question->has_factors || question->has_status || question->time_ms != 0 ||
           question->asker.from != CREDENTIAL_FROM_OWN;
}

/* A device has an address, an own reader none. */
static int check_asker(const struct asker *asker) {
    if (asker->from == CREDENTIAL_FROM_OWN) {
        return asker->mac[0] == '\0' ? 0 : E_RANGE;
    }
    return asker->mac[0] == '\0' ? E_MISSING : 0;
}

int explain(struct core *core, const struct actor *by, const struct explain_question *question, struct explanation *ret,
            const char **ret_field) {
    int r = check_asker(&question->asker);
    *ret = (struct explanation){0};
    *ret_field = r < 0 ? "mac" : question->seq != 0 ? "seq" : "userid";
    if (r < 0) {
        return r;
    }
    if (question->seq != 0) {
        r = has_more(question) ? E_RANGE : explain_line(core, by, question->seq, ret);
    } else {
        r = question->userid == 0 ? E_MISSING : explain_person(core, by, question, ret);
    }
    if (r == 0) {
        ret->outcome = decide(&ret->facts);
    }
    return r;
}

static const char *holiday_name(const struct store_rules *rules, uint32_t number) {
    for (unsigned i = 0; i < HOLIDAY_NUMBER_MAX; i++) {
        if (rules->holidays[i].number == number) {
            return rules->holidays[i].name;
        }
    }
    return NULL;
}

/* What the number of a step with this reason is the number of. */
static const char *rule_name(const struct store_rules *rules, enum record_reason reason, uint32_t number) {
    switch ((int)reason) {
        case RECORD_REASON_TIME_ZONE: return rules->zones[number - 1].name;
        case RECORD_REASON_PERIOD:
        case RECORD_REASON_DOOR_OPEN:
        case RECORD_REASON_ALWAYS_CLOSED: return rules->periods[number - 1].name;
        case RECORD_REASON_HOLIDAY: return holiday_name(rules, number);
        default: return NULL; /* a day, a temperature, a person */
    }
}

const char *explain_name(struct core *core, const struct actor *by, const struct decide_step *step) {
    int group = step->reason == RECORD_REASON_TIME_ZONE ? FUNCTION_GROUP_ADV_SETTING : FUNCTION_GROUP_ACC_SETTING;
    const char *name = NULL;
    if (step->number != 0 && rights_may(&settings_get(core)->rights, by, group, RIGHT_READ)) {
        name = rule_name(rules_all(rules_get(core)), step->reason, step->number);
    }
    return name != NULL ? name : "";
}

const char *explain_page(const struct decide_step *step) {
    static const char *const pages[DECIDE_RULE_COUNT] = {
        [DECIDE_RULE_DOOR] = "/advSetting/access",           [DECIDE_RULE_DEVICE] = "/basicSetting/authorizationMode",
        [DECIDE_RULE_CREDENTIAL] = "/user/userEdit?userid=", [DECIDE_RULE_VALIDITY] = "/user/userEdit?userid=",
        [DECIDE_RULE_GROUP] = "/user/userEdit?userid=",      [DECIDE_RULE_SCHEDULE] = "/AccSetting/alwaysOpen",
        [DECIDE_RULE_FACTORS] = "/user/identify?userid=",    [DECIDE_RULE_TEMPERATURE] = "",
        [DECIDE_RULE_ANTI_PASSBACK] = "/advSetting/access",  [DECIDE_RULE_SECOND_PERSON] = "/advSetting/access",
        [DECIDE_RULE_SERVER] = "/basicSetting/workMode",     [DECIDE_RULE_WORK_MODE] = "/basicSetting/workMode",
    };
    static const char *const by_reason[RECORD_REASON_COUNT] = {
        [RECORD_REASON_ALWAYS_CLOSED] = "/AccSetting/alwaysClose", [RECORD_REASON_TIME_ZONE] = "/advSetting/timezone",
        [RECORD_REASON_PERIOD] = "/AccSetting/workGroup",          [RECORD_REASON_HOLIDAY] = "/AccSetting/zoneSetting",
        [RECORD_REASON_OUTSIDE_HOURS] = "/advSetting/group",
    };
    return by_reason[step->reason] != NULL ? by_reason[step->reason] : pages[step->rule];
}
