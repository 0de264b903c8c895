/* Initialisation: who may, what goes, what stays. The phases of a power cut are in test/robust/initialise.test.ts. */
#include "core/base/about.h"
#include "core/base/actor.h"
#include "core/devices/display.h"
#include "core/machine/initialise.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "audit_rows.h"
#include "core/accounts/roles.h"
#include "core/accounts/sessions.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/events/log.h"
#include "core/rules/rules.h"
#include "core/settings/provisional.h"
#include "core/settings/settings.h"
#include "file_watch.h"
#include "log_world.h"
#include "store/erase.h"
#include "store/record_photo.h"
#include "store/store_impl.h"
#include "store/users/init_card.h"
#include "store/users/users.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/err.h"

static struct fixture t;
static const struct actor admin = {.account = "admin", .level = 16, .peer = "192.0.2.1", .call = "InitMachine"};
static const struct actor user = {.account = "9", .userid = 9, .level = 16, .peer = "192.0.2.1", .call = "InitMachine"};
static char serial[ABOUT_SERIAL_MAX];

void setUp(void) {
    fixture_up(&t);
    (void)snprintf(serial, sizeof(serial), "%s", about_serial(t.shared));
    fixture_add_user(&t, 7, "Ada Lovelace", 3, 1234301, "4711");
    uint32_t revision = 0;
    struct roles_change changes[] = {{.level = 1}, {.level = 2}, {.level = 3}};
    struct roles_refusal refusal;
    TEST_ASSERT_EQUAL(0, roles_save(t.core, &admin, NULL, changes, 3, &revision, &refusal));
    struct actor by = {.account = "admin", .peer = "-", .call = "GetMachineParam"};
    TEST_ASSERT_EQUAL(0, display_set_language(t.core, &by, "es"));
}

void tearDown(void) {
    fixture_down(&t);
}

static const char *serial_end(void) {
    return serial + strlen(serial) - ABOUT_SERIAL_END;
}

static int run(struct initialise_parts parts) {
    return initialise_run(t.core, &admin, &parts, serial_end());
}

static uint32_t users(void) {
    struct store_users_counts counts;
    TEST_ASSERT_EQUAL(0, store_users_counts(t.core->store, &counts));
    return counts.users;
}

static bool has_file(const char *name) {
    char path[128];
    (void)snprintf(path, sizeof(path), "%s/%s", t.dir, name);
    return access(path, F_OK) == 0;
}

static const char *language(void) {
    return display_language(settings_get(t.core));
}

void test_it_asks_for_a_part_the_serial_and_admin(void) {
    struct initialise_parts none = {.settings = false}, all = {.everything = true}, records = {.records = true};
    TEST_ASSERT_EQUAL(E_MISSING, initialise_run(t.core, &admin, &none, serial_end()));
    TEST_ASSERT_EQUAL(E_SERIAL_WRONG, initialise_run(t.core, &admin, &all, "0000"));
    TEST_ASSERT_EQUAL(E_SERIAL_WRONG, initialise_run(t.core, &admin, &all, ""));
    TEST_ASSERT_EQUAL(E_SERIAL_WRONG, initialise_run(t.core, &admin, &all, serial));
    TEST_ASSERT_EQUAL(E_ADMIN_ONLY, initialise_run(t.core, &user, &all, serial_end()));
    TEST_ASSERT_EQUAL(0, t.fake.restarts);
    TEST_ASSERT_EQUAL(0, initialise_run(t.core, &admin, &records, serial_end()));
    TEST_ASSERT_EQUAL(1, t.fake.restarts);
    TEST_ASSERT_EQUAL(1, users());
}

void test_the_serial_is_taken_in_small_letters(void) {
    char small[ABOUT_SERIAL_END + 1] = "";
    for (size_t i = 0; i < ABOUT_SERIAL_END; i++) {
        char letter = serial_end()[i];
        small[i] = (char)(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter);
    }
    struct initialise_parts records = {.records = true};
    TEST_ASSERT_EQUAL(0, initialise_run(t.core, &admin, &records, small));
}

void test_settings_go_and_users_stay(void) {
    TEST_ASSERT_EQUAL(0, run((struct initialise_parts){.settings = true}));
    TEST_ASSERT_EQUAL_STRING("en", language());
    TEST_ASSERT_TRUE(rights_level_may(&settings_get(t.core)->rights, 3, FUNCTION_GROUP_USER, RIGHT_READ));
    TEST_ASSERT_EQUAL(1, users());
    TEST_ASSERT_EQUAL(1, t.fake.restarts);
    fixture_restart(&t);
    TEST_ASSERT_EQUAL_STRING("en", language());
    TEST_ASSERT_EQUAL_STRING(serial, about_serial(t.shared));
}

/* At once, also where the machine cannot restart; and the count of changes goes on. */
void test_rules_go_with_the_settings(void) {
    const struct group group = {.number = 2, .name = "Staff"};
    struct rules_moment moment = {.date = 20261123, .date_before = 20261122, .weekday = 1};
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_groups_put(t.core->store, &group));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    rules_changed(t.core);
    TEST_ASSERT_EQUAL(0, run((struct initialise_parts){.users = true}));
    TEST_ASSERT_EQUAL(RULES_OUTSIDE, rules_group_at(rules_get(t.core), 2, &moment).why);
    t.fake.restart_fails = true;
    TEST_ASSERT_EQUAL(E_IO, run((struct initialise_parts){.settings = true}));
    TEST_ASSERT_EQUAL(RULES_NEVER, rules_group_at(rules_get(t.core), 2, &moment).why);
    TEST_ASSERT_EQUAL(1, rules_all(rules_get(t.core))->in_force_revision);
}

void test_users_go_and_settings_stay(void) {
    char token[SESSIONS_TOKEN_LEN + 1];
    uint64_t id = 0;
    struct actor view = {.userid = 7, .level = 3};
    TEST_ASSERT_EQUAL(0, sessions_open(t.shared->sessions, &view, token, &id));
    TEST_ASSERT_EQUAL(0, run((struct initialise_parts){.users = true}));
    TEST_ASSERT_EQUAL(0, users());
    TEST_ASSERT_EQUAL_STRING("es", language());
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, sessions_check(t.shared->sessions, token, SESSIONS_TOKEN_LEN, &view));
    uint32_t found = 0;
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_users_by_card(t.core->store, 1234301, &found));
    /* The index of names is empty too: the same name can come back and is found once. */
    fixture_add_user(&t, 8, "Ada Lovelace", 0, 1234301, "4711");
    TEST_ASSERT_EQUAL(1, users());
}

void test_copies_go_with_the_users(void) {
    TEST_ASSERT_EQUAL(0, store_backup(t.home, NULL, NULL));
    TEST_ASSERT_TRUE(has_file("postern.db.good"));
    TEST_ASSERT_EQUAL(0, run((struct initialise_parts){.users = true}));
    TEST_ASSERT_FALSE(has_file("postern.db.good"));
}

/* Without a copy the terminal is as before; with one, a damage could bring back what is deleted. One that was made
 * between the two goes as well. */
void test_copies_are_gone_from_the_disk_before_the_users_and_looked_for_again(void) {
    TEST_ASSERT_EQUAL(0, store_backup(t.home, NULL, NULL));
    file_watch_start(t.dir);
    TEST_ASSERT_EQUAL(0, run((struct initialise_parts){.users = true}));
    const char *notes = file_watch_stop();
    const char *gone = strstr(notes, "remove postern.db.good\nsync .\n");
    TEST_ASSERT_NOT_NULL_MESSAGE(gone, notes);
    const char *deleted = strstr(gone, "sync postern.db-wal\n");
    TEST_ASSERT_NOT_NULL_MESSAGE(deleted, notes);
    TEST_ASSERT_TRUE_MESSAGE(strstr(notes, "write postern.db-wal\n") > gone, notes);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(deleted, "sync .\n"), notes);
}

static bool was_decided;

static int restart_when_decided(void *ctx) {
    (void)ctx;
    was_decided = strstr(file_watch_stop(), "rename erase.new erase\nsync .\n") != NULL;
    return 0;
}

void test_the_restart_is_asked_for_when_the_erasure_is_on_the_disk(void) {
    was_decided = false;
    t.fake.hal.restart.request = restart_when_decided;
    file_watch_start(t.dir);
    TEST_ASSERT_EQUAL(0, run((struct initialise_parts){.everything = true}));
    TEST_ASSERT_TRUE(was_decided);
}

void test_everything_is_erased_by_the_next_start(void) {
    char password[16];
    (void)snprintf(password, sizeof(password), "%s", t.fake.initial_password);
    TEST_ASSERT_EQUAL(0, run((struct initialise_parts){.settings = true, .users = true, .everything = true}));
    TEST_ASSERT_EQUAL(1, t.fake.restarts);
    TEST_ASSERT_EQUAL(1, users());
    TEST_ASSERT_TRUE(has_file("erase"));
    fixture_restart(&t);
    TEST_ASSERT_TRUE(store_home_status(t.home)->erased);
    TEST_ASSERT_TRUE(store_home_status(t.home)->created);
    TEST_ASSERT_EQUAL(0, users());
    TEST_ASSERT_EQUAL_STRING("en", language());
    TEST_ASSERT_EQUAL_STRING(serial, about_serial(t.shared));
    TEST_ASSERT_NOT_EQUAL(0, strcmp(password, t.fake.initial_password));
    TEST_ASSERT_EQUAL(6, strlen(t.fake.initial_password));
}

void test_until_it_is_finished_each_start_begins_anew(void) {
    TEST_ASSERT_EQUAL(0, run((struct initialise_parts){.everything = true}));
    fixture_restart(&t);
    char first[16];
    (void)snprintf(first, sizeof(first), "%s", t.fake.initial_password);
    fixture_restart(&t);
    TEST_ASSERT_NOT_EQUAL(0, strcmp(first, t.fake.initial_password));
    TEST_ASSERT_EQUAL_STRING(serial, about_serial(t.shared));
    (void)snprintf(first, sizeof(first), "%s", t.fake.initial_password);
    TEST_ASSERT_EQUAL(0, erase_finish(t.home));
    fixture_restart(&t);
    TEST_ASSERT_EQUAL_STRING(first, t.fake.initial_password);
    TEST_ASSERT_FALSE(store_home_status(t.home)->erased);
}

void test_a_machine_that_cannot_restart_erases_nothing_later(void) {
    t.fake.restart_fails = true;
    TEST_ASSERT_EQUAL(E_IO, run((struct initialise_parts){.everything = true}));
    TEST_ASSERT_FALSE(has_file("erase"));
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(1, users());
}

/* The parts are gone, so the terminal goes on with what is there now, as after a start. */
void test_a_machine_that_cannot_restart_goes_on_with_factory_settings(void) {
    struct actor by = {.account = "admin", .peer = "-", .call = "GetMachineParam"};
    struct settings_result result;
    char password[8];
    struct setting_machine_param values = {.volume = 5};
    struct settings_change change = {
        .page = SETTING_PAGE_MACHINE_PARAM, .values = &values, .given = SETTING_MACHINE_PARAM_VOLUME};
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &by, &change, &result));
    TEST_ASSERT_EQUAL(5, t.fake.volume);
    (void)snprintf(password, sizeof(password), "%s", settings_get(t.core)->values.comm_mode.password);
    t.fake.restart_fails = true;
    TEST_ASSERT_EQUAL(E_IO, run((struct initialise_parts){.settings = true}));
    TEST_ASSERT_EQUAL(3, t.fake.volume);
    TEST_ASSERT_EQUAL_STRING("en", t.fake.language);
    TEST_ASSERT_EQUAL(6, strlen(settings_get(t.core)->values.comm_mode.password));
    TEST_ASSERT_NOT_EQUAL(0, strcmp(password, settings_get(t.core)->values.comm_mode.password));
    (void)snprintf(password, sizeof(password), "%s", settings_get(t.core)->values.comm_mode.password);
    fixture_restart(&t);
    TEST_ASSERT_EQUAL_STRING(password, settings_get(t.core)->values.comm_mode.password);
}

void test_files_of_others_stay(void) {
    char path[128];
    (void)snprintf(path, sizeof(path), "%s/notes.txt", t.dir);
    FILE *file = fopen(path, "w");
    TEST_ASSERT_NOT_NULL(file);
    (void)fclose(file);
    TEST_ASSERT_EQUAL(0, run((struct initialise_parts){.everything = true}));
    fixture_restart(&t);
    TEST_ASSERT_TRUE(has_file("notes.txt"));
}

/* --- Each part alone ------------------------------------------------------------------------------------------------------ */

static int64_t number(const char *query) {
    int64_t value = -1;
    TEST_ASSERT_EQUAL(0, store_read_number(t.core->store, query, &value));
    return value;
}

#define CARDS "SELECT count(*) FROM init_card"
#define ALARMS "SELECT count(*) FROM alarm"
#define RECORDS "SELECT count(*) FROM record"

/* Something of each part: a line of the log with its photo and an alarm, an initial card, a rule, sessions. */
static void fill(char ret_token[SESSIONS_TOKEN_LEN + 1]) {
    const struct group group = {.number = 2, .name = "Staff"};
    struct actor view = {.userid = 7, .level = 3};
    uint64_t id = 0;
    int64_t seq = log_world_punch(&t, 7, FAKE_UTC_MS, RECORD_STATUS_NONE);
    TEST_ASSERT_EQUAL(0, store_record_photo_put(t.core->store, seq, false, "picture", 7));
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "INSERT INTO alarm (kind, door, userid, username, detail, first_ms,"
                                                   " last_ms, last_seq, count) VALUES (1, 1, 7, '', '', 1, 1, 1, 1)"));
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_groups_put(t.core->store, &group));
    TEST_ASSERT_EQUAL(0, store_init_card_put(t.core->store, &(struct store_init_card){.userid = 7}));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    TEST_ASSERT_EQUAL(0, sessions_open(t.shared->sessions, &view, ret_token, &id));
}

static bool is_signed_in(const char *token) {
    struct actor view;
    return sessions_check(t.shared->sessions, token, SESSIONS_TOKEN_LEN, &view) == 0;
}

static void assert_row(const char *after) {
    struct audit_rows rows;
    audit_rows_read(t.core->store, &rows);
    TEST_ASSERT_EQUAL_STRING("machine", rows.rows[0].object);
    TEST_ASSERT_EQUAL_STRING("{\"users\":1,\"records\":1}", rows.rows[0].before);
    TEST_ASSERT_EQUAL_STRING(after, rows.rows[0].after);
}

void test_records_alone(void) {
    char token[SESSIONS_TOKEN_LEN + 1];
    fill(token);
    TEST_ASSERT_EQUAL(0, run((struct initialise_parts){.records = true}));
    assert_row("{\"settings\":false,\"users\":false,\"records\":true}");
    TEST_ASSERT_EQUAL_INT64(0, number(RECORDS));
    TEST_ASSERT_EQUAL_INT64(0, number(ALARMS));
    TEST_ASSERT_EQUAL(0, store_record_photos_count(t.core->store));
    TEST_ASSERT_EQUAL_INT64(log_first(t.core), log_last(t.core) + 1);
    TEST_ASSERT_EQUAL(1, users());
    TEST_ASSERT_EQUAL_INT64(1, number(CARDS));
    TEST_ASSERT_EQUAL_STRING("es", language());
    TEST_ASSERT_TRUE(is_signed_in(token));
    TEST_ASSERT_EQUAL(1, t.fake.restarts);
    TEST_ASSERT_EQUAL_INT64(2, log_world_punch(&t, 7, FAKE_UTC_MS, RECORD_STATUS_NONE)); /* numbers go on */
}

void test_users_alone(void) {
    char token[SESSIONS_TOKEN_LEN + 1];
    fill(token);
    TEST_ASSERT_EQUAL(0, run((struct initialise_parts){.users = true}));
    assert_row("{\"settings\":false,\"users\":true,\"records\":false}");
    TEST_ASSERT_EQUAL(0, users());
    TEST_ASSERT_EQUAL_INT64(0, number(CARDS));
    TEST_ASSERT_EQUAL_INT64(1, number(RECORDS));
    TEST_ASSERT_EQUAL_INT64(1, number(ALARMS));
    TEST_ASSERT_EQUAL(1, store_record_photos_count(t.core->store));
    TEST_ASSERT_EQUAL_INT64(1, log_last(t.core));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT count(*) FROM access_group WHERE number = 2"));
    TEST_ASSERT_FALSE(rights_level_may(&settings_get(t.core)->rights, 3, FUNCTION_GROUP_USER, RIGHT_READ));
    TEST_ASSERT_FALSE(is_signed_in(token));
    TEST_ASSERT_EQUAL(1, t.fake.restarts);
}

void test_settings_alone(void) {
    char token[SESSIONS_TOKEN_LEN + 1];
    fill(token);
    TEST_ASSERT_EQUAL(0, run((struct initialise_parts){.settings = true}));
    assert_row("{\"settings\":true,\"users\":false,\"records\":false}");
    TEST_ASSERT_EQUAL(1, users());
    TEST_ASSERT_EQUAL_INT64(0, number(CARDS));
    TEST_ASSERT_EQUAL_INT64(1, number(RECORDS));
    TEST_ASSERT_EQUAL_INT64(1, number(ALARMS));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM access_group WHERE number = 2"));
    TEST_ASSERT_FALSE(is_signed_in(token));
}

/* All sessions end, of the lowest level and of the highest. */
void test_sessions_of_every_level_end(void) {
    char tokens[2][SESSIONS_TOKEN_LEN + 1];
    uint64_t id = 0;
    for (unsigned i = 0; i < 2; i++) {
        struct actor view = {.userid = 7, .level = i == 0 ? 1 : RIGHTS_LEVEL_MAX};
        TEST_ASSERT_EQUAL(0, sessions_open(t.shared->sessions, &view, tokens[i], &id));
    }
    TEST_ASSERT_EQUAL(0, run((struct initialise_parts){.settings = true}));
    TEST_ASSERT_FALSE(is_signed_in(tokens[0]));
    TEST_ASSERT_FALSE(is_signed_in(tokens[1]));
}

/* --- Permissions and obstacles
 * ------------------------------------------------------------------------------------------- */

void test_each_part_is_for_admin(void) {
    static const struct initialise_parts all[] = {
        {.settings = true}, {.users = true}, {.everything = true}, {.records = true}, {.records = true, .users = true}};
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        TEST_ASSERT_EQUAL(E_ADMIN_ONLY, initialise_run(t.core, &user, &all[i], serial_end()));
    }
    TEST_ASSERT_EQUAL(0, t.fake.restarts);
    TEST_ASSERT_EQUAL(1, users());
}

void test_a_change_of_the_network_that_waits_is_in_the_way(void) {
    struct setting_ethernet values = {.mode = ADDRESS_MODE_FIXED, .address = "10.1.2.3", .mask = "255.255.255.0"};
    struct settings_change change = {.page = SETTING_PAGE_ETHERNET, .values = &values, .given = SETTINGS_ALL};
    struct settings_result result;
    enum setting_page page;
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &admin, &change, &result));
    TEST_ASSERT_GREATER_THAN(0, result.confirm_seconds);
    TEST_ASSERT_EQUAL(E_PROVISIONAL_PENDING, run((struct initialise_parts){.users = true}));
    TEST_ASSERT_EQUAL(E_PROVISIONAL_PENDING, run((struct initialise_parts){.everything = true}));
    TEST_ASSERT_EQUAL(0, t.fake.restarts);
    TEST_ASSERT_EQUAL(1, users());
    TEST_ASSERT_FALSE(has_file("erase"));
    TEST_ASSERT_EQUAL(0, provisional_confirm(t.core, &admin, result.confirm_code, &page));
    TEST_ASSERT_EQUAL(0, run((struct initialise_parts){.users = true}));
}

/* What cannot be noted is not done, and nothing is held behind it. */
void test_what_cannot_be_noted_is_not_done(void) {
    char token[SESSIONS_TOKEN_LEN + 1];
    fill(token);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE audit RENAME TO gone"));
    TEST_ASSERT_LESS_THAN(0, run((struct initialise_parts){.settings = true, .users = true, .records = true}));
    TEST_ASSERT_EQUAL(0, t.fake.restarts);
    TEST_ASSERT_TRUE(is_signed_in(token));
    TEST_ASSERT_EQUAL_STRING("es", language());
    TEST_ASSERT_EQUAL_INT64(1, number(RECORDS));
    TEST_ASSERT_EQUAL_INT64(1, log_last(t.core));
    TEST_ASSERT_EQUAL(1, users());
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE gone RENAME TO audit"));
    TEST_ASSERT_EQUAL(0, run((struct initialise_parts){.settings = true, .users = true, .records = true}));
    assert_row("{\"settings\":true,\"users\":true,\"records\":true}");
}

/* Without the settings among the parts nothing is put into effect again. */
void test_a_machine_that_cannot_restart_leaves_the_settings_in_effect(void) {
    t.fake.volume = 77;
    t.fake.restart_fails = true;
    TEST_ASSERT_EQUAL(E_IO, run((struct initialise_parts){.users = true}));
    TEST_ASSERT_EQUAL(77, t.fake.volume);
    TEST_ASSERT_EQUAL(0, users());
}

/* A disk that takes no mark: nothing is erased at a later start. */
void test_an_erasure_that_cannot_be_marked_is_none(void) {
    file_watch_start(t.dir);
    file_watch_fill();
    TEST_ASSERT_EQUAL(E_NOSPC, run((struct initialise_parts){.everything = true}));
    (void)file_watch_stop();
    TEST_ASSERT_EQUAL(0, t.fake.restarts);
    TEST_ASSERT_FALSE(has_file("erase"));
}
