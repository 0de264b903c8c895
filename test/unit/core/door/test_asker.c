/* Devices on a link that ask at the door: the lists, the group of a paired device, what they leave, and what they cannot do to
 * who stands at the terminal. docs/rules.md ("The device that asks"). */
#include "core/door/asker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/actor.h"
#include "core/devices/bluetooth.h"
#include "core/door/door.h"
#include "core/door/explain.h"
#include "core/door/pass.h"
#include "core/events/log.h"
#include "core/settings/settings.h"
#include "hal/link_device.h"
#include "rules_doc.h"
#include "store/devices/bonds.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

#define CARD 1234301
#define BUS "00:1B:5A:20:41:7E"
#define PHONE "5C:E9:1E:70:00:01"
#define OTHER "5C:E9:1E:70:00:02"
#define LINES 600

static struct fixture t;
static struct pass pass;
static struct arena arena;
static struct record lines[LINES];
static size_t line_count;
static const struct actor by = {.account = "admin", .level = 16, .peer = "-", .call = "test"};

void setUp(void) {
    memset(&pass, 0, sizeof(pass));
    arena_init(&arena, 1 << 20);
    fixture_up(&t);
    fixture_add_user(&t, 7, "Ada", 0, CARD, "4711");
    fixture_add_user(&t, 8, "Grace", 0, 555, "8264");
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

static void show(enum credential_from from, const char *mac, uint64_t number) {
    struct hal_input_event event = {
        .kind = HAL_CREDENTIAL_CARD, .card = number, .time_ms = core_utc_ms(t.core), .from = from};
    (void)snprintf(event.device.mac, sizeof(event.device.mac), "%s", mac);
    (void)snprintf(event.device.model, sizeof(event.device.model), "M1");
    pass_take(t.core, &pass, &event);
}

static void type(const char *digits) {
    struct hal_input_event event = {.kind = HAL_CREDENTIAL_PIN, .time_ms = core_utc_ms(t.core)};
    (void)snprintf(event.digits, sizeof(event.digits), "%s", digits);
    pass_take(t.core, &pass, &event);
}

static void pass_seconds(int seconds) {
    fake_hal_advance(&t.fake, (int64_t)seconds * 1000);
    pass_tick(t.core, &pass);
}

static void read_lines(size_t wanted) {
    TEST_ASSERT_EQUAL(0, log_read(t.core, 0, lines, LINES, &arena, &line_count));
    TEST_ASSERT_EQUAL(wanted, line_count);
}

static void check_line(size_t n, uint32_t userid, enum record_reason reason, const char *detail) {
    TEST_ASSERT_EQUAL(userid, lines[n].userid);
    TEST_ASSERT_EQUAL_STRING(record_reason_text[reason], record_reason_text[lines[n].reason]);
    TEST_ASSERT_EQUAL_STRING(detail, lines[n].detail);
}

static void put_on_list(enum store_link link, const char *mac) {
    struct hal_link_device device = {.machine = 1};
    (void)snprintf(device.mac, sizeof(device.mac), "%s", mac);
    TEST_ASSERT_EQUAL(0, authorization_ask(t.core, link, &device));
}

static void authorize(enum store_link link, const char *mac, bool authorized) {
    char macs[1][STORE_MAC_MAX];
    (void)snprintf(macs[0], sizeof(macs[0]), "%s", mac);
    const struct authorization_change change = {.link = link, .macs = (const char(*)[STORE_MAC_MAX])macs, .count = 1};
    TEST_ASSERT_EQUAL(0, authorization_set(t.core, &by, &change, authorized));
}

static void pair_with(const char *mac, uint8_t group) {
    struct store_bond bond = {.name = "Reader", .group = group};
    (void)snprintf(bond.mac, sizeof(bond.mac), "%s", mac);
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_bonds_put(t.core->store, &bond));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

static bool is_listed(enum store_link link, const char *mac) {
    bool is_authorized = false;
    uint8_t group = 0;
    return authorization_get(t.core, link, mac, &is_authorized, &group) == 0;
}

/* Whoever shows something over Bluetooth is put on the list once, by the upkeep; few wait, and one that is there is not put again. */
void test_who_is_on_no_list_is_put_there_once(void) {
    static const char *const macs[] = {"00:00:00:00:00:01", "00:00:00:00:00:02", "00:00:00:00:00:03",
                                       "00:00:00:00:00:04", "00:00:00:00:00:05"};
    for (size_t i = 0; i < 10; i++) {
        show(CREDENTIAL_FROM_BLUETOOTH, macs[i % 5], CARD);
    }
    TEST_ASSERT_TRUE(bluetooth_due_ms(t.core) <= core_mono_ms(t.core));
    bluetooth_upkeep(t.core);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, bluetooth_due_ms(t.core));
    for (size_t i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL(i < 4, is_listed(STORE_LINK_BLUETOOTH, macs[i]));
    }
    show(CREDENTIAL_FROM_BLUETOOTH, macs[0], CARD);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, bluetooth_due_ms(t.core));
    show(CREDENTIAL_FROM_BLUETOOTH, macs[4], CARD);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE authorized_device RENAME TO authorized_away"));
    bluetooth_upkeep(t.core); /* the store does not take it now */
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(t.core) + 2000, bluetooth_due_ms(t.core));
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE authorized_away RENAME TO authorized_device"));
    TEST_ASSERT_FALSE(is_listed(STORE_LINK_BLUETOOTH, macs[4]));
    fake_hal_advance(&t.fake, 2000);
    bluetooth_upkeep(t.core);
    TEST_ASSERT_TRUE(is_listed(STORE_LINK_BLUETOOTH, macs[4]));
}

/* An example of the rules: the device and what became of it, then what is shown. */
struct example {
    enum credential_from from;
    const char *mac;
};

static enum store_link link_of(const struct example *example) {
    return example->from == CREDENTIAL_FROM_WIEGAND ? STORE_LINK_WIEGAND : STORE_LINK_BLUETOOTH;
}

static void act(struct example *example, const char *word) {
    const char *star = strchr(word, '*');
    if (strcmp(word, "bus") == 0) {
        *example = (struct example){CREDENTIAL_FROM_WIEGAND, BUS};
    } else if (strcmp(word, "phone") == 0) {
        *example = (struct example){CREDENTIAL_FROM_BLUETOOTH, PHONE};
    } else if (strcmp(word, "other") == 0) {
        *example = (struct example){CREDENTIAL_FROM_BLUETOOTH, OTHER};
    } else if (strcmp(word, "own") == 0) {
        *example = (struct example){CREDENTIAL_FROM_OWN, ""};
    } else if (strncmp(word, "paired:", 7) == 0) {
        pair_with(example->mac, (uint8_t)atoi(word + 7));
    } else if (strcmp(word, "authorized") == 0) {
        put_on_list(link_of(example), example->mac);
        authorize(link_of(example), example->mac, true);
    } else if (strcmp(word, "cancelled") == 0) {
        authorize(link_of(example), example->mac, false);
    } else if (strcmp(word, "card") == 0) {
        show(example->from, example->mac, CARD);
    } else if (strncmp(word, "stranger", 8) == 0) {
        for (int i = 0; i < (star != NULL ? atoi(star + 1) : 1); i++) {
            show(example->from, example->mac, (uint64_t)(9000 + i));
        }
    } else {
        TEST_ASSERT_TRUE_MESSAGE(atoi(word) > 0, word);
        pass_seconds(atoi(word));
    }
}

static void run_example(char *line) {
    char told[256], got[64], *next = NULL;
    struct example example = {0};
    (void)snprintf(told, sizeof(told), "%s", line);
    char *wanted = strstr(line, " -> ");
    TEST_ASSERT_NOT_NULL_MESSAGE(wanted, told);
    *wanted = '\0';
    tearDown();
    setUp();
    for (char *word = strtok_r(line, " ", &next); word != NULL; word = strtok_r(NULL, " ", &next)) {
        act(&example, word);
    }
    bluetooth_upkeep(t.core);
    TEST_ASSERT_EQUAL(0, log_read(t.core, 0, lines, LINES, &arena, &line_count));
    TEST_ASSERT_GREATER_THAN(0, line_count);
    const struct record *last = &lines[line_count - 1];
    bool is_listed_now = example.from != CREDENTIAL_FROM_OWN && is_listed(link_of(&example), example.mac);
    (void)snprintf(got, sizeof(got), "%s %s%s", record_result_text[last->result], record_reason_text[last->reason],
                   is_listed_now ? "" : " unlisted");
    TEST_ASSERT_EQUAL_STRING_MESSAGE(wanted + 4, got, told);
}

void test_the_examples_of_the_rules(void) {
    TEST_ASSERT_GREATER_THAN(15, rules_doc_each("asker", run_example));
}

void test_the_line_says_which_device_it_was(void) {
    struct setting_access_control access = settings_get(t.core)->values.access_control;
    authorize((put_on_list(STORE_LINK_WIEGAND, BUS), STORE_LINK_WIEGAND), BUS, true);
    show(CREDENTIAL_FROM_WIEGAND, BUS, CARD);
    show(CREDENTIAL_FROM_BLUETOOTH, PHONE, CARD);
    show(CREDENTIAL_FROM_OWN, "", 555);
    access.anti_passback = ANTI_PASSBACK_SOFT;
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &by, SETTING_PAGE_ACCESS_CONTROL, &access));
    pass_seconds(61);
    show(CREDENTIAL_FROM_WIEGAND, BUS, CARD);
    read_lines(4);
    check_line(0, 7, RECORD_REASON_ANY_TIME, "wiegand " BUS);
    TEST_ASSERT_EQUAL(1U << FACTOR_CARD, lines[0].factors);
    check_line(1, 0, RECORD_REASON_NOT_AUTHORIZED, "bluetooth " PHONE);
    TEST_ASSERT_EQUAL(1U << FACTOR_CARD, lines[1].factors);
    check_line(2, 8, RECORD_REASON_ANY_TIME, "");
    check_line(3, 7, RECORD_REASON_ANY_TIME, "antiPassback wiegand " BUS);
}

static void check_read(const char *detail, enum credential_from from, const char *mac) {
    struct asker asker = asker_read(detail);
    TEST_ASSERT_EQUAL_MESSAGE(from, asker.from, detail);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(mac, asker.mac, detail);
}

void test_the_device_is_read_from_the_end_of_a_detail(void) {
    check_read("", CREDENTIAL_FROM_OWN, "");
    check_read("3 antiPassback", CREDENTIAL_FROM_OWN, "");
    check_read("wiegand " BUS, CREDENTIAL_FROM_WIEGAND, BUS);
    check_read("3 antiPassback bluetooth " PHONE, CREDENTIAL_FROM_BLUETOOTH, PHONE);
    check_read("own " PHONE, CREDENTIAL_FROM_OWN, "");
    check_read("xbluetooth " PHONE, CREDENTIAL_FROM_OWN, "");
    check_read("bluetooth " PHONE " 3", CREDENTIAL_FROM_OWN, "");
    check_read("bluetooth_" PHONE, CREDENTIAL_FROM_OWN, "");
}

/* Nothing at the terminal shows or sounds for a device that may not ask, and the relay rests. */
void test_who_may_not_ask_is_not_noticed_at_the_terminal(void) {
    unsigned results = t.fake.results, played = t.fake.played;
    show(CREDENTIAL_FROM_BLUETOOTH, PHONE, CARD);
    TEST_ASSERT_EQUAL(results, t.fake.results);
    TEST_ASSERT_EQUAL(played, t.fake.played);
    TEST_ASSERT_FALSE(t.fake.devices.outputs[HAL_DOOR_RELAY]);
    authorize((put_on_list(STORE_LINK_BLUETOOTH, PHONE), STORE_LINK_BLUETOOTH), PHONE, true);
    show(CREDENTIAL_FROM_BLUETOOTH, PHONE, CARD);
    TEST_ASSERT_EQUAL(results + 1, t.fake.results);
    TEST_ASSERT_TRUE(t.fake.devices.outputs[HAL_DOOR_RELAY]);
}

static void ask_for_both(void) {
    struct setting_identify_param values = settings_get(t.core)->values.identify_param;
    values.identify_mode = DEFAULT_MODE_ALL;
    values.identify_factors = 1U << FACTOR_CARD | 1U << FACTOR_PASSWORD;
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &by, SETTING_PAGE_IDENTIFY_PARAM, &values));
}

/* Who has begun at the terminal ends it there, whatever devices send meanwhile. */
void test_devices_end_nobodys_turn_at_the_terminal(void) {
    put_on_list(STORE_LINK_BLUETOOTH, PHONE);
    authorize(STORE_LINK_BLUETOOTH, PHONE, true);
    ask_for_both();
    show(CREDENTIAL_FROM_OWN, "", CARD);
    show(CREDENTIAL_FROM_BLUETOOTH, OTHER, 555); /* not authorized */
    show(CREDENTIAL_FROM_BLUETOOTH, PHONE, 9000);
    show(CREDENTIAL_FROM_BLUETOOTH, PHONE, 555);
    type("4711");
    read_lines(4);
    check_line(0, 0, RECORD_REASON_NOT_AUTHORIZED, "bluetooth " OTHER);
    check_line(1, 0, RECORD_REASON_UNKNOWN, "card:9000 bluetooth " PHONE);
    check_line(2, 8, RECORD_REASON_INCOMPLETE, "bluetooth " PHONE);
    check_line(3, 7, RECORD_REASON_ANY_TIME, "");
}

/* At a free terminal the rest is typed there; who comes to the terminal goes before. */
void test_what_a_device_began_goes_on_at_the_terminal(void) {
    put_on_list(STORE_LINK_BLUETOOTH, PHONE);
    authorize(STORE_LINK_BLUETOOTH, PHONE, true);
    ask_for_both();
    show(CREDENTIAL_FROM_BLUETOOTH, PHONE, CARD);
    type("4711");
    show(CREDENTIAL_FROM_BLUETOOTH, PHONE, CARD);
    show(CREDENTIAL_FROM_OWN, "", 555);
    type("8264");
    read_lines(3);
    check_line(0, 7, RECORD_REASON_ANY_TIME, "");
    check_line(1, 7, RECORD_REASON_INCOMPLETE, "bluetooth " PHONE);
    check_line(2, 8, RECORD_REASON_ANY_TIME, "");
}

/* The status that somebody chose at the terminal is for who stands there. */
void test_a_chosen_status_waits_for_who_chose_it(void) {
    const struct hal_input_event key = {.what = HAL_INPUT_STATUS, .status = PUNCH_STATUS_OUT};
    put_on_list(STORE_LINK_WIEGAND, BUS);
    authorize(STORE_LINK_WIEGAND, BUS, true);
    pass_take(t.core, &pass, &key);
    show(CREDENTIAL_FROM_WIEGAND, BUS, CARD);
    show(CREDENTIAL_FROM_OWN, "", 555);
    read_lines(2);
    TEST_ASSERT_EQUAL(RECORD_STATUS_IN, lines[0].status);
    TEST_ASSERT_EQUAL(RECORD_STATUS_OUT, lines[1].status);
}

/* Lines of devices that may not ask are rationed by themselves, and tell how many were left out. */
void test_a_device_that_asks_without_end_hides_nobody(void) {
    for (unsigned i = 0; i < RATION_BURST + 10; i++) {
        show(CREDENTIAL_FROM_BLUETOOTH, PHONE, CARD);
    }
    show(CREDENTIAL_FROM_OWN, "", 999);
    show(CREDENTIAL_FROM_OWN, "", CARD);
    read_lines(RATION_BURST + 2);
    check_line(RATION_BURST, 0, RECORD_REASON_UNKNOWN, "card:999");
    check_line(RATION_BURST + 1, 7, RECORD_REASON_ANY_TIME, "");
    TEST_ASSERT_LESS_OR_EQUAL(RATION_EVERY_MS, pass_left_ms(&pass, core_mono_ms(t.core), 60000));
    pass_seconds(RATION_EVERY_MS / 1000);
    read_lines(RATION_BURST + 3);
    check_line(RATION_BURST + 2, 0, RECORD_REASON_NOT_AUTHORIZED, "+10 bluetooth " PHONE);
}

/* The same of one that is authorized: what it shows beyond the count is not noticed, and hides no line of the door. */
void test_strangers_over_the_air_hide_nobody(void) {
    put_on_list(STORE_LINK_BLUETOOTH, PHONE);
    authorize(STORE_LINK_BLUETOOTH, PHONE, true);
    unsigned results = t.fake.results;
    for (unsigned i = 0; i < RATION_BURST + 10; i++) {
        show(CREDENTIAL_FROM_BLUETOOTH, PHONE, 9000 + i);
    }
    TEST_ASSERT_EQUAL(results + ASKER_STRANGERS, t.fake.results);
    show(CREDENTIAL_FROM_OWN, "", 999);
    read_lines(RATION_BURST + 1);
    check_line(ASKER_STRANGERS - 1, 0, RECORD_REASON_UNKNOWN, "card:9019 bluetooth " PHONE);
    check_line(ASKER_STRANGERS, 0, RECORD_REASON_KEYPAD_PAUSE, "bluetooth " PHONE);
    check_line(RATION_BURST, 0, RECORD_REASON_UNKNOWN, "card:999");
}

/* While fire opens the door nobody is sent away, and what devices send that may not ask fills no log. */
void test_a_device_that_may_not_ask_has_no_line_under_fire(void) {
    t.fake.devices.door.fire = true;
    (void)door_look(t.core);
    (void)door_look(t.core);
    TEST_ASSERT_EQUAL(DOOR_FIRE, door_mode(t.core));
    show(CREDENTIAL_FROM_BLUETOOTH, PHONE, CARD);
    show(CREDENTIAL_FROM_OWN, "", CARD);
    TEST_ASSERT_EQUAL(0, log_read(t.core, 0, lines, LINES, &arena, &line_count));
    TEST_ASSERT_GREATER_THAN(0, line_count);
    for (size_t i = 0; i < line_count; i++) {
        TEST_ASSERT_EQUAL_STRING("", lines[i].detail); /* none names a device */
    }
    TEST_ASSERT_EQUAL(7, lines[line_count - 1].userid);
}

/* A list that cannot be read lets nobody in, and says that it was that; the own readers do not need it. */
void test_a_list_that_cannot_be_read_lets_nobody_in(void) {
    put_on_list(STORE_LINK_WIEGAND, BUS);
    authorize(STORE_LINK_WIEGAND, BUS, true);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE authorized_device RENAME TO authorized_away"));
    show(CREDENTIAL_FROM_WIEGAND, BUS, CARD);
    show(CREDENTIAL_FROM_BLUETOOTH, PHONE, CARD);
    TEST_ASSERT_FALSE(t.fake.devices.outputs[HAL_DOOR_RELAY]);
    show(CREDENTIAL_FROM_OWN, "", CARD);
    TEST_ASSERT_TRUE(t.fake.devices.outputs[HAL_DOOR_RELAY]);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, bluetooth_due_ms(t.core)); /* it is not taken for one that is new */
    read_lines(3);
    check_line(0, 0, RECORD_REASON_ERROR, "wiegand " BUS);
    check_line(1, 0, RECORD_REASON_ERROR, "bluetooth " PHONE);
    check_line(2, 7, RECORD_REASON_ANY_TIME, "");
}

/* As many devices are counted as can be authorized; none has another's count. */
void test_each_device_has_its_own_count_of_strangers(void) {
    static struct asker_counts counts;
    struct asker asker = {.from = CREDENTIAL_FROM_BLUETOOTH};
    memset(&counts, 0, sizeof(counts));
    for (unsigned i = 0; i < STORE_AUTHORIZED_MAX; i++) {
        (void)snprintf(asker.mac, sizeof(asker.mac), "00:00:00:00:00:%02X", i);
        for (unsigned n = 0; n < ASKER_STRANGERS; n++) {
            TEST_ASSERT_EQUAL(0, asker_pause_s(&counts, &asker, 1000 + i));
            asker_count_stranger(&counts, &asker, 1000 + i);
        }
        TEST_ASSERT_EQUAL(30, asker_pause_s(&counts, &asker, 1000 + i));
    }
    (void)snprintf(asker.mac, sizeof(asker.mac), "00:00:00:00:00:00");
    TEST_ASSERT_EQUAL(1, asker_pause_s(&counts, &asker, 1000 + 29001));
    TEST_ASSERT_EQUAL(0, asker_pause_s(&counts, &asker, 1000 + 30000));
    asker_count_stranger(&counts, &asker, 1000 + 30000);
    TEST_ASSERT_EQUAL(30, asker_pause_s(&counts, &asker, 1000 + 30000)); /* one was given back, and is used */
    (void)snprintf(asker.mac, sizeof(asker.mac), "FF:FF:FF:FF:FF:FF");
    asker_count_stranger(&counts, &asker, 40000); /* in the place of the one counted longest ago */
    TEST_ASSERT_EQUAL(0, asker_pause_s(&counts, &asker, 40000));
    (void)snprintf(asker.mac, sizeof(asker.mac), "00:00:00:00:00:3F");
    TEST_ASSERT_NOT_EQUAL(0, asker_pause_s(&counts, &asker, 1100));
}

static struct explanation why_of(struct explain_question question) {
    struct actor admin = actor_nobody("::1", "explain");
    struct explanation why;
    const char *field = NULL;
    admin.level = 16;
    admin.session = 1;
    (void)strcpy(admin.account, "admin");
    TEST_ASSERT_EQUAL(0, explain(t.core, &admin, &question, &why, &field));
    return why;
}

/* "Why?" goes by the lists of now: of the device of the line, or the one that is named. */
void test_why_goes_by_the_device(void) {
    put_on_list(STORE_LINK_BLUETOOTH, PHONE);
    authorize(STORE_LINK_BLUETOOTH, PHONE, true);
    pair_with(PHONE, 1);
    show(CREDENTIAL_FROM_BLUETOOTH, PHONE, CARD);
    read_lines(1);
    struct explain_question of_line = {.seq = lines[0].seq};
    struct explain_question of_person = {
        .userid = 7, .has_factors = true, .factors = 1U << FACTOR_CARD, .asker = {CREDENTIAL_FROM_BLUETOOTH, PHONE}};
    TEST_ASSERT_EQUAL(DECIDE_GRANTED, why_of(of_line).outcome.verdict);
    TEST_ASSERT_EQUAL_STRING(PHONE, why_of(of_line).asker.mac);
    TEST_ASSERT_EQUAL(DECIDE_GRANTED, why_of(of_person).outcome.verdict);
    TEST_ASSERT_EQUAL(0, bluetooth_set_group(t.core, &by, PHONE, 2));
    TEST_ASSERT_EQUAL(RECORD_REASON_DEVICE_GROUP, why_of(of_line).outcome.reason);
    TEST_ASSERT_EQUAL(RECORD_REASON_DEVICE_GROUP, why_of(of_person).outcome.reason);
    authorize(STORE_LINK_BLUETOOTH, PHONE, false);
    TEST_ASSERT_EQUAL(RECORD_REASON_NOT_AUTHORIZED, why_of(of_line).outcome.reason);
    TEST_ASSERT_EQUAL(RECORD_REASON_NOT_AUTHORIZED, why_of(of_person).outcome.reason);
    of_person.asker = (struct asker){0};
    TEST_ASSERT_EQUAL(DECIDE_GRANTED, why_of(of_person).outcome.verdict);
}

void test_why_asks_for_a_device_whole(void) {
    struct actor admin = actor_nobody("::1", "explain");
    struct explanation why;
    const char *field = NULL;
    struct explain_question question = {.userid = 7, .asker = {.from = CREDENTIAL_FROM_WIEGAND}};
    TEST_ASSERT_EQUAL(E_MISSING, explain(t.core, &admin, &question, &why, &field));
    TEST_ASSERT_EQUAL_STRING("mac", field);
    question.asker = (struct asker){CREDENTIAL_FROM_OWN, BUS};
    TEST_ASSERT_EQUAL(E_RANGE, explain(t.core, &admin, &question, &why, &field));
    question = (struct explain_question){.seq = 1, .asker = {CREDENTIAL_FROM_WIEGAND, BUS}};
    TEST_ASSERT_EQUAL(E_RANGE, explain(t.core, &admin, &question, &why, &field));
    TEST_ASSERT_EQUAL_STRING("seq", field);
}
