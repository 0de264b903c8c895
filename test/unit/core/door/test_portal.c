/* The states of the door: the examples of docs/rules.md, and that no state opens it after a start. */
#include "core/door/portal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules_doc.h"
#include "transitions.h"
#include "unity.h"

#define SETTLE_MS PORTAL_DEBOUNCE_MS

/* The door and the world around it. */
static struct portal portal;
static struct setting_access_control set;
static struct hal_door_contacts contacts;
static enum rules_door schedule;
static bool leaf_open, is_stuck;
static int64_t now_ms, due_ms;
static char records[1 << 16];
static unsigned lines, left_out;

static void note_events(void) {
    for (unsigned i = 0; i < portal.event_count; i++) {
        (void)snprintf(records + strlen(records), sizeof(records) - strlen(records), "%s%s",
                       records[0] == '\0' ? "" : ",", record_kind_words.words[portal.events[i].kind]);
        lines++;
        if (portal.events[i].kind == RECORD_KIND_UNSTEADY) {
            left_out = portal.events[i].left_out;
        }
    }
    portal.event_count = 0;
}

static void look(void) {
    contacts.sensor = (set.sensor == DOOR_SENSOR_NORMALLY_OPEN) == leaf_open;
    struct portal_facts facts = {.set = &set, .contacts = contacts, .schedule = schedule, .now_ms = now_ms};
    due_ms = portal_look(&portal, &facts);
    if (contacts.online && !is_stuck) {
        contacts.relay = portal.relay;
    }
    facts.contacts = contacts;
    due_ms = portal_look(&portal, &facts);
    note_events();
}

/* Lets time pass, looking whenever the door asked for it. */
static void pass(int64_t ms) {
    int64_t until_ms = now_ms + ms;
    while (due_ms <= until_ms) {
        now_ms = due_ms;
        look();
        TEST_ASSERT_GREATER_THAN_INT64(now_ms, due_ms); /* never asked for again at once */
    }
    now_ms = until_ms;
    look();
}

static void settle(void) {
    look();
    pass(SETTLE_MS);
}

static void start(bool locked_down) {
    portal_init(&portal, locked_down);
    contacts.relay = false; /* the first thing that a terminal does */
    due_ms = PORTAL_NEVER;
    look();
}

static void start_anew(void) {
    memset(&contacts, 0, sizeof(contacts));
    contacts.online = true;
    contacts.supply = true;
    set = (struct setting_access_control){.relay = RELAY_MODE_DOOR,
                                          .delay = 5,
                                          .relock_on_close = true,
                                          .sensor = DOOR_SENSOR_NORMALLY_CLOSED,
                                          .held_open = 30,
                                          .tamper_alarm = true,
                                          .card_length = 4};
    schedule = RULES_DOOR_NORMAL;
    leaf_open = is_stuck = false;
    now_ms = 1000000;
    records[0] = '\0';
    lines = left_out = 0;
    start(false);
}

void setUp(void) {
    start_anew();
}

void tearDown(void) {
    transitions_end();
}

static void do_press(bool keep) {
    contacts.button = true;
    settle();
    if (!keep) {
        contacts.button = false;
        settle();
    }
}

/* To and fro, so often. */
static void move_often(bool *contact, long times) {
    for (long i = 0; i < times; i++) {
        *contact = true;
        settle();
        *contact = false;
        settle();
    }
}

static bool do_often(const char *word) {
    const char *star = strchr(word, '*');
    long times = star == NULL ? 1 : atol(star + 1);
    if (strncmp(word, "wiggle", 6) == 0) {
        move_often(&leaf_open, times);
    } else if (strncmp(word, "case*", 5) == 0) {
        move_often(&contacts.tamper, times);
    } else if (strncmp(word, "press*", 6) == 0) {
        for (long i = 0; i < times; i++) {
            do_press(false);
            pass(PORTAL_PULSE_MS);
        }
    } else {
        return false;
    }
    return true;
}

static bool do_contact(const char *word) {
    static const struct {
        const char *word;
        bool *contact;
        bool is;
    } moves[] = {
        {"open", &leaf_open, true},
        {"close", &leaf_open, false},
        {"case", &contacts.tamper, true},
        {"caseShut", &contacts.tamper, false},
        {"fire", &contacts.fire, true},
        {"fireEnds", &contacts.fire, false},
        {"supplyLost", &contacts.supply, false},
        {"supplyBack", &contacts.supply, true},
        {"stuck", &is_stuck, true},
        {"offline", &contacts.online, false},
        {"online", &contacts.online, true},
    };
    for (size_t i = 0; i < sizeof(moves) / sizeof(moves[0]); i++) {
        if (strcmp(moves[i].word, word) == 0) {
            *moves[i].contact = moves[i].is;
            settle();
            return true;
        }
    }
    return false;
}

static bool do_rule(const char *word) {
    static const char *const hours[] = {"normal", "alwaysOpen", "alwaysClosed"};
    for (unsigned i = 0; i < 3; i++) {
        if (strcmp(hours[i], word) == 0) {
            schedule = (enum rules_door)i;
            look();
            return true;
        }
    }
    if (strcmp(word, "lockDown") == 0 || strcmp(word, "release") == 0) {
        portal_lock_down(&portal, word[0] == 'l');
    } else if (strcmp(word, "silence") == 0) {
        portal_silence(&portal);
    } else if (strcmp(word, "grant") == 0) {
        (void)portal_release(&portal, &set, false, now_ms);
    } else if (strcmp(word, "start") == 0) {
        start(portal.locked_down);
    } else {
        return false;
    }
    look();
    return true;
}

static bool do_setting(const char *word) {
    static const char *const relays[] = {"none", "ring", "door"};
    static const char *const sensors[] = {"none", "normallyOpen", "normallyClosed"};
    const char *value = strchr(word, '=');
    if (value == NULL) {
        return false;
    }
    value++;
    for (unsigned i = 0; i < 3; i++) {
        if (strncmp(word, "relay=", 6) == 0 && strcmp(relays[i], value) == 0) {
            set.relay = (enum relay_mode)i;
        }
        if (strncmp(word, "sensor=", 7) == 0 && strcmp(sensors[i], value) == 0) {
            set.sensor = (enum door_sensor)i;
        }
    }
    if (strncmp(word, "delay=", 6) == 0) {
        set.delay = (uint8_t)atoi(value);
    } else if (strncmp(word, "held=", 5) == 0) {
        set.held_open = (uint8_t)atoi(value);
    } else if (strncmp(word, "relock=", 7) == 0) {
        set.relock_on_close = false;
    } else if (strncmp(word, "tamper=", 7) == 0) {
        set.tamper_alarm = false;
    } else if (strncmp(word, "supply=", 7) == 0) {
        set.supply12v = true;
    }
    look();
    return true;
}

static bool do_time(const char *word) {
    char *unit = NULL;
    long amount = strtol(word, &unit, 10);
    if (unit == word) {
        return false;
    }
    pass(strcmp(unit, "s") == 0 ? amount * 1000 : amount);
    return true;
}

static void do_word(const char *word) {
    if (strcmp(word, "flick") == 0) {
        leaf_open = true;
        look();
        pass(PORTAL_DEBOUNCE_MS - 1);
        leaf_open = false;
        settle();
    } else if (strcmp(word, "exit") == 0 || strcmp(word, "keepPressed") == 0) {
        do_press(word[0] == 'k');
    } else if (!do_often(word) && !do_contact(word) && !do_rule(word) && !do_setting(word) && !do_time(word)) {
        TEST_FAIL_MESSAGE(word);
    }
}

static void put_alarms(char *ret_text, size_t size) {
    ret_text[0] = '\0';
    for (unsigned i = 0; i < DOOR_ALARM_COUNT; i++) {
        if ((portal.alarms >> i & 1U) != 0) {
            (void)snprintf(ret_text + strlen(ret_text), size - strlen(ret_text), "%s%s", ret_text[0] == '\0' ? "" : ",",
                           door_alarm_words.words[i]);
        }
    }
    if (ret_text[0] == '\0') {
        (void)snprintf(ret_text, size, "none");
    }
}

static void check_word(const char *word, const char *line) {
    static const char *const rules[] = {"normal", "alwaysOpen", "alwaysClosed", "lockedDown", "fire"};
    static char got[sizeof(records) + 32];
    char alarms[128], count[2][16];
    const char *name_end = strchr(word, '=');
    TEST_ASSERT_NOT_NULL_MESSAGE(name_end, line);
    size_t len = (size_t)(name_end - word);
    put_alarms(alarms, sizeof(alarms));
    (void)snprintf(count[0], sizeof(count[0]), "%u", lines);
    (void)snprintf(count[1], sizeof(count[1]), "%u", left_out);
    const struct {
        const char *name, *value;
    } facts[] = {
        {"relay", portal.relay ? "on" : "off"},
        {"bell", portal.bell ? "on" : "off"},
        {"rule", rules[portal_mode(&portal)]},
        {"alarms", alarms},
        {"lines", count[0]},
        {"leftOut", count[1]},
        {"records", records[0] == '\0' ? "none" : records},
    };
    for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
        if (strlen(facts[i].name) == len && strncmp(facts[i].name, word, len) == 0) {
            (void)snprintf(got, sizeof(got), "%s=%s", facts[i].name, facts[i].value);
            TEST_ASSERT_EQUAL_STRING_MESSAGE(word, got, line);
            return;
        }
    }
    TEST_FAIL_MESSAGE(line);
}

static void run_example(char *line) {
    char told[512], *rest = NULL;
    bool is_told = false;
    (void)snprintf(told, sizeof(told), "%s", line);
    start_anew();
    for (char *word = strtok_r(line, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        if (strcmp(word, "->") == 0) {
            is_told = true;
        } else if (is_told) {
            check_word(word, told);
        } else {
            do_word(word);
        }
    }
    TEST_ASSERT_TRUE_MESSAGE(is_told, told);
}

void test_the_examples_of_the_rules(void) {
    TEST_ASSERT_GREATER_THAN(100, rules_doc_each("door", run_example));
}

/* Every row of five things that can happen, and a start behind it: the relay is on only for fire and open hours. */
void test_no_state_opens_the_door_after_a_start(void) {
    static const char *const words[] = {"grant",    "exit",     "open",    "close",       "case",   "fire",
                                        "fireEnds", "lockDown", "release", "alwaysOpen",  "normal", "alwaysClosed",
                                        "silence",  "offline",  "online",  "keepPressed", "30s",    "stuck"};
    enum { WORDS = sizeof(words) / sizeof(words[0]), LENGTH = 3 };
    unsigned seen_on = 0;
    for (unsigned number = 0; number < WORDS * WORDS * WORDS; number++) {
        start_anew();
        for (unsigned i = 0, left = number; i < LENGTH; i++, left /= WORDS) {
            do_word(words[left % WORDS]);
        }
        do_word("start");
        bool may = contacts.online && contacts.fire;
        may = may || (schedule == RULES_DOOR_OPEN && !portal.locked_down);
        TEST_ASSERT_EQUAL(may, portal.relay);
        pass(1000);
        TEST_ASSERT_EQUAL(may, portal.relay);
        seen_on += may;
    }
    TEST_ASSERT_GREATER_THAN(0, seen_on);
}

void test_a_locked_down_door_starts_so(void) {
    start(true);
    TEST_ASSERT_EQUAL(DOOR_LOCKED_DOWN, portal_mode(&portal));
    TEST_ASSERT_FALSE(portal_release(&portal, &set, false, now_ms));
    TEST_ASSERT_TRUE(portal_release(&portal, &set, true, now_ms));
}

/* A contact that never rests moves nothing and asks for no look in the past. */
void test_a_contact_that_chatters(void) {
    for (int i = 0; i < 1000; i++) {
        leaf_open = !leaf_open;
        look();
        TEST_ASSERT_GREATER_THAN_INT64(now_ms, due_ms);
        now_ms += 20;
    }
    TEST_ASSERT_EQUAL_STRING("", records);
}

/* However the leaf is moved, for however long: the log has no more than the page says. */
void test_lines_of_a_contact_are_bounded(void) {
    static const struct {
        int64_t moving_ms, resting_ms; /* by turns */
        int64_t held; /* seconds; 0 never */
    } ways[] = {{1000, 0, 0},       {1000, 0, 1},     {1000, 101000, 0}, {1000, 101000, 1}, {5000, 90000, 1},
                {20000, 100000, 1}, {2500, 60000, 1}, {200, 20000, 0},   {100, 10000, 1},   {100, 40000, 0}};
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        start_anew();
        set.held_open = (uint8_t)ways[i].held;
        int64_t end_ms = now_ms + 3600000;
        while (now_ms < end_ms) {
            int64_t rest_ms = now_ms + ways[i].moving_ms;
            while (now_ms < rest_ms) {
                leaf_open = !leaf_open;
                settle();
                pass(leaf_open && ways[i].held != 0 ? 900 : 0); /* until it is held open, with a look between */
                pass(leaf_open && ways[i].held != 0 ? 100 : 0);
            }
            leaf_open = false;
            settle();
            pass(ways[i].resting_ms);
        }
        TEST_ASSERT_GREATER_OR_EQUAL_UINT(20, lines);
        TEST_ASSERT_LESS_OR_EQUAL_UINT(QUOTA_LINES + 700, lines);
    }
}

/* A door through which people go all day is written line by line. */
void test_a_busy_door_leaves_nothing_out(void) {
    for (int i = 0; i < 1000; i++) {
        (void)portal_release(&portal, &set, false, now_ms);
        look();
        leaf_open = true;
        settle();
        leaf_open = false;
        settle();
    }
    TEST_ASSERT_EQUAL_UINT(2000, lines);
}

/* Nothing moves any more, and the door asks to be looked at all the same, or the line would come with the next person. */
void test_a_look_is_asked_for_when_a_contact_has_come_to_rest(void) {
    do_word("wiggle*100");
    int64_t rest_ms = now_ms;
    leaf_open = false;
    TEST_ASSERT_LESS_THAN_INT64(PORTAL_NEVER, due_ms);
    TEST_ASSERT_GREATER_THAN_INT64(rest_ms, due_ms);
    pass(due_ms - now_ms);
    TEST_ASSERT_EQUAL_UINT32(0, portal.alarms & 1U << DOOR_ALARM_FORCED);
}

/* The wire is the same and means another thing: nothing was opened, and nobody forced anything. */
void test_a_sensor_of_another_kind_raises_no_alarm(void) {
    struct portal_facts facts = {.set = &set, .contacts = contacts, .schedule = schedule, .now_ms = now_ms};
    facts.contacts.sensor = true;
    (void)portal_look(&portal, &facts);
    set.sensor = DOOR_SENSOR_NORMALLY_OPEN;
    (void)portal_look(&portal, &facts);
    facts.now_ms += 2 * SETTLE_MS;
    (void)portal_look(&portal, &facts);
    TEST_ASSERT_TRUE(portal.leaf.is);
    TEST_ASSERT_EQUAL_UINT32(0, portal.alarms);
    note_events();
    TEST_ASSERT_EQUAL_STRING("", records);
}

/* --- The log ------------------------------------------------------------------------------------------------------------ */

static void do_words(const char *text) {
    char words[256], *rest = NULL;
    (void)snprintf(words, sizeof(words), "%s", text);
    for (char *word = strtok_r(words, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        do_word(word);
    }
}

void test_what_there_is_to_see_of_the_door_is_in_the_log(void) {
    transitions_follow("door", "door");
    start_anew();
    assert_transitions("from=unknown to=closed by=start\n");
    do_words("grant open close");
    assert_transitions("from=closed to=released by=relay\n"
                       "from=released to=open by=leaf\n"
                       "from=open to=closed by=leaf\n");
    do_words("exit 5s");
    assert_transitions("from=closed to=released by=relay\n"
                       "from=released to=closed by=relay\n");
    do_words("grant open 30s close");
    assert_transitions("from=closed to=released by=relay\n"
                       "from=released to=open by=leaf\n"
                       "from=open to=\"held soon\" by=time\n"
                       "from=\"held soon\" to=held by=time\n"
                       "from=held to=closed by=leaf\n");
}

void test_a_door_that_is_forced_or_lost_is_in_the_log(void) {
    transitions_follow("door", "door");
    do_words("1s open 60s close");
    assert_transitions("from=closed to=forced by=leaf\n"
                       "from=forced to=closed by=leaf\n");
    do_words("offline 5s open online");
    assert_transitions("from=closed to=unknown by=driver\n"
                       "from=unknown to=closed by=driver\n"
                       "from=closed to=forced by=leaf\n");
}

void test_what_the_door_is_under_is_in_the_log(void) {
    transitions_follow("door", "mode");
    do_words("alwaysOpen alwaysClosed fire fireEnds lockDown release normal");
    assert_transitions("from=normal to=\"always open\" by=schedule\n"
                       "from=\"always open\" to=\"always closed\" by=schedule\n"
                       "from=\"always closed\" to=fire by=input\n"
                       "from=fire to=\"always closed\" by=input\n"
                       "from=\"always closed\" to=\"locked down\" by=command\n"
                       "from=\"locked down\" to=\"always closed\" by=command\n"
                       "from=\"always closed\" to=normal by=schedule\n");
    start(true);
    look();
    assert_transitions(""); /* it starts so */
}
