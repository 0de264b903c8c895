/* A save of a page of settings: what is tried, what it does beside the values, and what is left of a secret. */
#include <stdio.h>
#include <string.h>

#include "audit_rows.h"
#include "core/base/actor.h"
#include "core/network/network.h"
#include "core/settings/provisional.h"
#include "core/settings/settings.h"
#include "memory_watch.h"
#include "store/settings/settings.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"

static const struct actor admin = {
    .session = 1, .account = "admin", .level = 16, .fresh = true, .peer = "-", .call = "GetMachineParam"};
static struct fixture t;
static struct setting_machine_param values;
static struct settings_result result;
static unsigned acts;
static int act_error;

void setUp(void) {
    fixture_up(&t);
    values = settings_get(t.core)->values.machine_param;
    acts = 0;
    act_error = 0;
}

void tearDown(void) {
    fixture_down(&t);
}

static int act(void *ctx) {
    (void)ctx;
    acts++;
    return act_error;
}

static struct settings_change change_of(uint64_t given) {
    return (struct settings_change){
        .page = SETTING_PAGE_MACHINE_PARAM, .values = &values, .given = given, .sure = true, .act = act};
}

static int save(uint64_t given) {
    struct settings_change change = change_of(given);
    return settings_save(t.core, &admin, &change, &result);
}

static int try(uint64_t given) {
    struct settings_change change = change_of(given);
    return settings_try(t.core, &admin, &change, &result);
}

static const struct setting_machine_param *now(void) {
    return &settings_get(t.core)->values.machine_param;
}

static unsigned count_audit(void) {
    struct audit_rows rows;
    audit_rows_read(t.core->store, &rows);
    return rows.count;
}

void test_a_try_says_what_would_change_and_changes_nothing(void) {
    const uint8_t volume = now()->volume;
    uint64_t generation = settings_get(t.core)->generation;
    values.volume = (uint8_t)(volume - 1);
    values.device_number = 77;
    TEST_ASSERT_EQUAL(0, try(SETTING_MACHINE_PARAM_VOLUME));
    TEST_ASSERT_EQUAL_UINT64(SETTING_MACHINE_PARAM_VOLUME, result.changed);
    TEST_ASSERT_EQUAL(0, try(SETTING_MACHINE_PARAM_VOLUME | SETTING_MACHINE_PARAM_DEVICE_NUMBER));
    TEST_ASSERT_EQUAL_UINT64(SETTING_MACHINE_PARAM_VOLUME | SETTING_MACHINE_PARAM_DEVICE_NUMBER, result.changed);
    TEST_ASSERT_EQUAL_UINT32(0, result.revision);
    values.volume = volume;
    TEST_ASSERT_EQUAL(0, try(SETTING_MACHINE_PARAM_VOLUME));
    TEST_ASSERT_EQUAL_UINT64(0, result.changed);
    TEST_ASSERT_EQUAL_UINT8(volume, now()->volume);
    TEST_ASSERT_EQUAL_UINT64(generation, settings_get(t.core)->generation);
    TEST_ASSERT_EQUAL_UINT(0, count_audit());
    TEST_ASSERT_EQUAL_UINT(0, acts);
}

void test_a_revision_that_is_given_has_to_be_the_one_in_force(void) {
    struct settings_change change = change_of(SETTING_MACHINE_PARAM_VOLUME);
    change.has_revision = true;
    for (uint32_t revision = 0; revision < 3; revision++) {
        values.volume = (uint8_t)(revision + 1);
        change.revision = revision + 1;
        TEST_ASSERT_EQUAL(E_CHANGED_MEANWHILE, settings_save(t.core, &admin, &change, &result));
        TEST_ASSERT_EQUAL_UINT32(revision, result.revision);
        TEST_ASSERT_EQUAL_UINT64(0, result.changed);
        TEST_ASSERT_FALSE(result.undone);
        change.revision = revision;
        TEST_ASSERT_EQUAL(0, settings_save(t.core, &admin, &change, &result));
        TEST_ASSERT_EQUAL_UINT32(revision + 1, result.revision);
    }
}

void test_what_else_it_does_is_done_also_when_nothing_differs(void) {
    TEST_ASSERT_EQUAL(0, save(SETTING_MACHINE_PARAM_VOLUME));
    TEST_ASSERT_EQUAL_UINT(1, acts);
    TEST_ASSERT_EQUAL_UINT64(0, result.changed);
    act_error = E_BUSY;
    TEST_ASSERT_EQUAL(E_BUSY, save(SETTING_MACHINE_PARAM_VOLUME));
    TEST_ASSERT_FALSE(result.undone); /* there was nothing to take back */
    values.volume = (uint8_t)(now()->volume - 1);
    uint8_t volume = now()->volume;
    TEST_ASSERT_EQUAL(E_BUSY, save(SETTING_MACHINE_PARAM_VOLUME));
    TEST_ASSERT_TRUE(result.undone);
    TEST_ASSERT_EQUAL_UINT64(0, result.changed);
    TEST_ASSERT_EQUAL_UINT32(0, result.revision);
    TEST_ASSERT_EQUAL_UINT8(volume, now()->volume);
    TEST_ASSERT_EQUAL_UINT8(volume, t.fake.volume);
    act_error = 0;
    TEST_ASSERT_EQUAL(0, save(SETTING_MACHINE_PARAM_VOLUME)); /* the next one is not held up by it */
    TEST_ASSERT_EQUAL_UINT32(2, result.revision);
    TEST_ASSERT_FALSE(result.undone);
    TEST_ASSERT_EQUAL_UINT8(volume - 1, t.fake.volume);
}

void test_an_effect_that_fails_names_the_setting_it_follows_from(void) {
    values.volume = (uint8_t)(now()->volume - 1);
    values.device_number = 77;
    t.fake.sound_offline = true;
    TEST_ASSERT_EQUAL(E_OFFLINE, save(SETTING_MACHINE_PARAM_VOLUME | SETTING_MACHINE_PARAM_DEVICE_NUMBER));
    TEST_ASSERT_EQUAL_STRING("volume", result.field);
    TEST_ASSERT_TRUE(result.undone);
    TEST_ASSERT_EQUAL_UINT(0, acts); /* the last of the effects */
    TEST_ASSERT_NOT_EQUAL(77, now()->device_number);
    TEST_ASSERT_EQUAL(0, save(SETTING_MACHINE_PARAM_DEVICE_NUMBER)); /* needs no loudspeaker */
}

void test_each_setting_that_differs_has_a_row_of_its_own(void) {
    struct audit_rows rows;
    values.volume = (uint8_t)(now()->volume - 1);
    values.device_number = 77;
    TEST_ASSERT_EQUAL(0, save(SETTINGS_ALL));
    audit_rows_read(t.core->store, &rows);
    TEST_ASSERT_EQUAL_UINT(2, rows.count);
    for (unsigned i = 0; i < 2; i++) {
        bool is_volume = strcmp(rows.rows[i].object, "setting MachineParam.volume") == 0;
        TEST_ASSERT_EQUAL_STRING(is_volume ? "{\"volume\":2}" : "{\"deviceNumber\":77}", rows.rows[i].after);
        TEST_ASSERT_EQUAL_STRING(is_volume ? "{\"volume\":3}" : "{\"deviceNumber\":1}", rows.rows[i].before);
        TEST_ASSERT_EQUAL_STRING("GetMachineParam", rows.rows[i].call);
    }
}

static const char *secret;

static void act_save(void) {
    (void)snprintf(values.keypad_password, sizeof(values.keypad_password), "%s", secret);
    TEST_ASSERT_EQUAL(0, save(SETTING_MACHINE_PARAM_KEYPAD_PASSWORD));
}

void test_a_secret_is_left_nowhere_when_it_is_stored(void) {
    secret = "407231";
    memory_watch_nothing(act_save, "407231");
    TEST_ASSERT_EQUAL_STRING("407231", now()->keypad_password);
}

void test_without_randomness_no_secret_is_stored(void) {
    t.fake.entropy_fails = true;
    (void)snprintf(values.keypad_password, sizeof(values.keypad_password), "407231");
    TEST_ASSERT_EQUAL(E_IO, save(SETTING_MACHINE_PARAM_KEYPAD_PASSWORD));
    TEST_ASSERT_EQUAL_UINT64(0, result.changed);
    TEST_ASSERT_EQUAL_STRING("", now()->keypad_password);
    TEST_ASSERT_EQUAL_UINT(0, count_audit());
    TEST_ASSERT_EQUAL_UINT(0, acts);
}

void test_what_locks_users_out_is_asked_back_unless_it_is_sure(void) {
    struct setting_identify_param mode = settings_get(t.core)->values.identify_param;
    fixture_add_user(&t, 7, "Ada", 0, 0, NULL); /* has no card */
    mode.identify_mode = DEFAULT_MODE_ALL;
    mode.identify_factors = 1U << FACTOR_CARD;
    struct settings_change change = {.page = SETTING_PAGE_IDENTIFY_PARAM, .values = &mode, .given = SETTINGS_ALL};
    TEST_ASSERT_EQUAL(E_USERS_LOCKED_OUT, settings_save(t.core, &admin, &change, &result));
    TEST_ASSERT_EQUAL_STRING("identifyFactors", result.field);
    TEST_ASSERT_EQUAL_UINT64(0, result.changed);
    TEST_ASSERT_EQUAL_UINT(0, count_audit());
    TEST_ASSERT_EQUAL(E_USERS_LOCKED_OUT, settings_try(t.core, &admin, &change, &result));
    change.sure = true;
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &admin, &change, &result));
    TEST_ASSERT_EQUAL(DEFAULT_MODE_ALL, settings_get(t.core)->values.identify_param.identify_mode);
    change.sure = false;
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &admin, &change, &result)); /* nothing differs: no question */
}

/* --- What is stored ------------------------------------------------------------------------------------------------------- */

static int64_t number(const char *query) {
    int64_t value = -1;
    TEST_ASSERT_EQUAL(0, store_read_number(t.core->store, query, &value));
    return value;
}

#define ROW_OF(key) "SELECT count(*) FROM setting WHERE key = '" key "'"

/* What is the factory's has no row, so that a later firmware may have another. */
void test_a_value_of_the_factory_is_not_stored(void) {
    uint8_t volume = now()->volume;
    values.volume = (uint8_t)(volume - 1);
    TEST_ASSERT_EQUAL(0, save(SETTING_MACHINE_PARAM_VOLUME));
    TEST_ASSERT_EQUAL_INT64(1, number(ROW_OF("MachineParam.volume")));
    values.volume = volume;
    TEST_ASSERT_EQUAL(0, save(SETTING_MACHINE_PARAM_VOLUME));
    TEST_ASSERT_EQUAL_INT64(0, number(ROW_OF("MachineParam.volume")));
    TEST_ASSERT_EQUAL_INT64(2, number("SELECT revision FROM setting_page WHERE page = 'MachineParam'"));
    TEST_ASSERT_EQUAL_INT64(2, number("SELECT last FROM setting_page WHERE page = 'MachineParam'"));
}

/* Else a new one would be made at the next start. */
void test_a_value_that_was_drawn_is_stored_whatever_it_is(void) {
    struct setting_comm_mode comm = settings_get(t.core)->values.comm_mode;
    struct settings_change change = {.page = SETTING_PAGE_COMM_MODE,
                                     .values = &comm,
                                     .given = SETTING_COMM_MODE_PASSWORD | SETTING_COMM_MODE_PASSWORD_ON};
    TEST_ASSERT_EQUAL_INT64(1, number(ROW_OF("CommMode.password")));
    comm.password[0] = '\0';
    comm.password_on = false;
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &admin, &change, &result));
    TEST_ASSERT_EQUAL_INT64(1, number(ROW_OF("CommMode.password")));
    fixture_restart(&t);
    TEST_ASSERT_EQUAL_STRING("", settings_get(t.core)->values.comm_mode.password);
}

/* What was taken back leaves its two rows in the audit log, the second under another name, and the rows of before. */
void test_what_is_taken_back_is_taken_back_in_the_store_too(void) {
    struct audit_rows rows;
    uint8_t volume = now()->volume;
    values.volume = (uint8_t)(volume - 1);
    (void)snprintf(values.keypad_password, sizeof(values.keypad_password), "407231");
    act_error = E_BUSY;
    TEST_ASSERT_EQUAL(E_BUSY, save(SETTING_MACHINE_PARAM_VOLUME | SETTING_MACHINE_PARAM_KEYPAD_PASSWORD));
    TEST_ASSERT_NULL(result.field); /* no setting is to blame */
    TEST_ASSERT_EQUAL_INT64(0, number(ROW_OF("MachineParam.volume")));
    TEST_ASSERT_EQUAL_INT64(0, number(ROW_OF("MachineParam.keypadPassword")));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT revision FROM setting_page WHERE page = 'MachineParam'"));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT last FROM setting_page WHERE page = 'MachineParam'"));
    audit_rows_read(t.core->store, &rows);
    TEST_ASSERT_EQUAL_UINT(4, rows.count);
    for (unsigned i = 0; i < 4; i++) {
        bool is_undo = i < 2, is_volume = strcmp(rows.rows[i].object, "setting MachineParam.volume") == 0;
        TEST_ASSERT_EQUAL_STRING(is_undo ? "undo" : "GetMachineParam", rows.rows[i].call);
        TEST_ASSERT_EQUAL_STRING("admin", rows.rows[i].account);
        TEST_ASSERT_EQUAL_STRING(is_volume
                                     ? (is_undo ? "{\"volume\":3}" : "{\"volume\":2}")
                                     : (is_undo ? "{\"keypadPassword\":\"cleared\"}" : "{\"keypadPassword\":\"set\"}"),
                                 rows.rows[i].after);
        TEST_ASSERT_EQUAL_STRING(is_volume
                                     ? (is_undo ? "{\"volume\":2}" : "{\"volume\":3}")
                                     : (is_undo ? "{\"keypadPassword\":\"set\"}" : "{\"keypadPassword\":\"none\"}"),
                                 rows.rows[i].before);
    }
    TEST_ASSERT_EQUAL_UINT32(0, settings_get(t.core)->revision[SETTING_PAGE_MACHINE_PARAM]);
    TEST_ASSERT_EQUAL_UINT8(volume, t.fake.volume);
}

/* A number that was given is not given again, whatever is saved or taken back in between. */
void test_numbers_of_a_page_go_on_over_saves_of_others(void) {
    struct setting_print_param print = settings_get(t.core)->values.print_param;
    print.on = !print.on;
    act_error = E_BUSY;
    values.volume = (uint8_t)(now()->volume - 1);
    TEST_ASSERT_EQUAL(E_BUSY, save(SETTING_MACHINE_PARAM_VOLUME)); /* 1, and taken back */
    act_error = 0;
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &admin, SETTING_PAGE_PRINT_PARAM, &print));
    TEST_ASSERT_EQUAL_UINT32(1, settings_get(t.core)->last_revision[SETTING_PAGE_MACHINE_PARAM]);
    TEST_ASSERT_EQUAL_UINT32(0, settings_get(t.core)->revision[SETTING_PAGE_MACHINE_PARAM]);
    TEST_ASSERT_EQUAL(0, save(SETTING_MACHINE_PARAM_VOLUME));
    TEST_ASSERT_EQUAL_UINT32(2, result.revision);
    TEST_ASSERT_EQUAL_UINT32(1, settings_get(t.core)->revision[SETTING_PAGE_PRINT_PARAM]);
}

/* What cannot be stored wholly is not in force. */
void test_a_save_that_cannot_be_noted_changes_nothing(void) {
    uint64_t generation = settings_get(t.core)->generation;
    values.volume = (uint8_t)(now()->volume - 1);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE audit RENAME TO gone"));
    TEST_ASSERT_LESS_THAN(0, save(SETTING_MACHINE_PARAM_VOLUME));
    TEST_ASSERT_EQUAL_UINT64(0, result.changed);
    TEST_ASSERT_FALSE(result.undone);
    TEST_ASSERT_EQUAL_UINT64(generation, settings_get(t.core)->generation);
    TEST_ASSERT_EQUAL_INT64(0, number(ROW_OF("MachineParam.volume")));
    TEST_ASSERT_EQUAL_UINT(0, acts);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE gone RENAME TO audit"));
    TEST_ASSERT_EQUAL(0, save(SETTING_MACHINE_PARAM_VOLUME)); /* nothing is held */
    TEST_ASSERT_EQUAL_UINT32(1, result.revision);
}

/* --- What waits to be confirmed ------------------------------------------------------------------------------------------- */

static struct setting_ethernet address;

static int save_address(const char *text, bool cuts_nobody) {
    address = settings_get(t.core)->values.ethernet;
    address.mode = ADDRESS_MODE_FIXED;
    (void)snprintf(address.address, sizeof(address.address), "%s", text);
    (void)snprintf(address.mask, sizeof(address.mask), "255.255.255.0");
    struct settings_change change = {.page = SETTING_PAGE_ETHERNET,
                                     .values = &address,
                                     .given = SETTINGS_ALL,
                                     .cuts_nobody = cuts_nobody,
                                     .act = act};
    return settings_save(t.core, &admin, &change, &result);
}

#define KEPT "SELECT count(*) FROM provisional_value"

static bool waits(void) {
    struct provisional state;
    provisional_read(t.core, &state);
    return state.step != PROVISIONAL_NONE;
}

/* The old values of exactly what changed are kept until then. */
void test_exactly_what_changed_is_kept(void) {
    network_serve(t.shared, 8080, 0);
    TEST_ASSERT_EQUAL(0, save_address("10.1.2.3", true));
    TEST_ASSERT_EQUAL_UINT32(0, result.confirm_seconds);
    TEST_ASSERT_FALSE(waits()); /* it cuts nobody off */
    TEST_ASSERT_EQUAL_INT64(0, number(KEPT));
    TEST_ASSERT_EQUAL(0, save_address("10.1.2.4", false));
    TEST_ASSERT_GREATER_THAN_UINT32(0, result.confirm_seconds);
    TEST_ASSERT_TRUE(waits());
    TEST_ASSERT_EQUAL_INT64(1, number(KEPT));
    TEST_ASSERT_EQUAL_INT64(1, number(KEPT " WHERE key = 'Ethernet.address' AND value = '10.1.2.3'"));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT revision FROM provisional WHERE page = 'Ethernet'"));
    /* While it waits: another one has to, one that changes nothing or another page has not. */
    TEST_ASSERT_EQUAL(E_PROVISIONAL_PENDING, save_address("10.1.2.5", false));
    TEST_ASSERT_EQUAL_UINT64(0, result.changed);
    TEST_ASSERT_EQUAL(0, save_address("10.1.2.4", false));
    values.volume = (uint8_t)(now()->volume - 1);
    TEST_ASSERT_EQUAL(0, save(SETTING_MACHINE_PARAM_VOLUME));
    TEST_ASSERT_TRUE(waits());
}

/* What the request does besides fails: it is taken back and waits no more. */
void test_what_is_taken_back_waits_no_more(void) {
    network_serve(t.shared, 8080, 0);
    act_error = E_IO;
    TEST_ASSERT_EQUAL(E_IO, save_address("10.1.2.3", false));
    TEST_ASSERT_TRUE(result.undone);
    TEST_ASSERT_EQUAL_UINT32(0, result.confirm_seconds);
    TEST_ASSERT_FALSE(waits());
    TEST_ASSERT_EQUAL_INT64(0, number(KEPT));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM provisional"));
    TEST_ASSERT_TRUE(t.fake.net.configs[WAN_MODE_ETHERNET].dhcp);
    t.fake.net.offline = true;
    act_error = 0;
    TEST_ASSERT_EQUAL(E_OFFLINE, save_address("10.1.2.3", false));
    TEST_ASSERT_EQUAL_STRING("mode", result.field); /* the first of those that the interface is told */
    TEST_ASSERT_EQUAL_INT64(0, number(KEPT));
    t.fake.net.offline = false;
    TEST_ASSERT_EQUAL(0, save_address("10.1.2.3", false));
    TEST_ASSERT_TRUE(waits());
}
