/* In recovery: which data the terminal starts with is chosen, and stands in its audit log afterwards. */
#include "core/engineer/recover.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "audit_rows.h"
#include "core/base/about.h"
#include "core/base/actor.h"
#include "core/upgrade/upgrade_impl.h"
#include "folder_files.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/whole_file.h"

static struct fixture t;
static struct actor engineer;
static char state[64]; /* of the terminal that does not start */
static char end[ABOUT_SERIAL_END + 1];

static void shell(const char *command) {
    char whole[256];
    (void)snprintf(whole, sizeof(whole), "cd '%s' && %s", state, command);
    TEST_ASSERT_EQUAL(0, system(whole));
}

static bool has(const char *name) {
    return access(folder_path(state, name), F_OK) == 0;
}

void setUp(void) {
    (void)snprintf(state, sizeof(state), "/tmp/postern-broken-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(state));
    fixture_up(&t);
    fixture_stop(&t);
    t.recovery_dir = state;
    TEST_ASSERT_EQUAL(0, fixture_start(&t));
    engineer = (struct actor){
        .account = "engineer", .userid = ACTOR_USERID_ENGINEER, .super = true, .peer = "192.0.2.7", .call = "c"};
    const char *serial = about_serial(t.shared);
    (void)snprintf(end, sizeof(end), "%s", serial + strlen(serial) - ABOUT_SERIAL_END);
}

void tearDown(void) {
    fixture_down(&t);
    shell("rm -rf \"$PWD\"");
}

static struct audit_rows audit;

static void check_rows(unsigned count) {
    audit_rows_read(t.core->store, &audit);
    TEST_ASSERT_EQUAL(count, audit.count);
}

void test_a_terminal_that_starts_has_nothing_to_choose(void) {
    struct store_kept_data kept;
    fixture_stop(&t);
    t.recovery_dir = NULL;
    TEST_ASSERT_EQUAL(0, fixture_start(&t));
    TEST_ASSERT_EQUAL(E_RECOVERY_ONLY, recover_read(t.core, &kept));
    TEST_ASSERT_EQUAL(E_RECOVERY_ONLY, recover_choose(t.core, &engineer, RECOVERY_DATA_ERASE, end));
    TEST_ASSERT_EQUAL(0, t.fake.restarts);
}

void test_what_there_is(void) {
    struct store_kept_data kept = {1, 1};
    TEST_ASSERT_EQUAL(0, recover_read(t.core, &kept));
    TEST_ASSERT_EQUAL_INT64(0, kept.copied_s);
    TEST_ASSERT_EQUAL_INT64(0, kept.replaced_s);
    shell("touch -d @1700000000 postern.db.good && mkdir replaced && touch -d @1600000000 replaced/postern.db");
    TEST_ASSERT_EQUAL(0, recover_read(t.core, &kept));
    TEST_ASSERT_EQUAL_INT64(1700000000, kept.copied_s);
    TEST_ASSERT_EQUAL_INT64(1600000000, kept.replaced_s);
}

void test_each_is_decided_once_and_restarts(void) {
    static const struct {
        enum recovery_data data;
        const char *mark;
    } cases[] = {{RECOVERY_DATA_COPY, "copy"}, {RECOVERY_DATA_REPLACED, "back"}, {RECOVERY_DATA_ERASE, "erase"}};
    shell("touch postern.db.good && mkdir replaced && touch replaced/postern.db");
    for (unsigned i = 0; i < 3; i++) {
        TEST_ASSERT_EQUAL(0, recover_choose(t.core, &engineer, cases[i].data, end));
        TEST_ASSERT_EQUAL(i + 1, t.fake.restarts);
        for (unsigned j = 0; j < 3; j++) {
            TEST_ASSERT_EQUAL(i == j, has(cases[j].mark));
        }
    }
    char note[64] = "";
    TEST_ASSERT_EQUAL(0, whole_file_read(state, "erase", note, sizeof(note)));
    TEST_ASSERT_EQUAL_STRING(about_serial(t.shared), note); /* it is the same terminal afterwards */
}

void test_what_is_not_there_is_not_chosen(void) {
    TEST_ASSERT_EQUAL(E_NOTFOUND, recover_choose(t.core, &engineer, RECOVERY_DATA_COPY, end));
    TEST_ASSERT_EQUAL(E_NOTFOUND, recover_choose(t.core, &engineer, RECOVERY_DATA_REPLACED, end));
    TEST_ASSERT_FALSE(has("recovered") || has("copy") || has("back"));
    TEST_ASSERT_EQUAL(0, t.fake.restarts);
}

void test_only_who_typed_the_end_of_the_serial(void) {
    TEST_ASSERT_EQUAL(E_SERIAL_WRONG, recover_choose(t.core, &engineer, RECOVERY_DATA_ERASE, "????"));
    TEST_ASSERT_EQUAL(E_SERIAL_WRONG, recover_choose(t.core, &engineer, RECOVERY_DATA_ERASE, ""));
    TEST_ASSERT_FALSE(has("erase"));
}

void test_not_while_the_installer_is_at_work(void) {
    static const struct {
        enum upgrade_step step;
        int expected;
    } cases[] = {{UPGRADE_STEP_CHECKING, E_UPGRADE_BUSY},
                 {UPGRADE_STEP_SWITCHING, E_UPGRADE_BUSY},
                 {UPGRADE_STEP_RECEIVING, 0},
                 {UPGRADE_STEP_FAILED, 0}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        t.shared->upgrade->step = cases[i].step;
        TEST_ASSERT_EQUAL(cases[i].expected, recover_choose(t.core, &engineer, RECOVERY_DATA_ERASE, end));
        TEST_ASSERT_EQUAL(cases[i].expected == 0, has("erase"));
    }
    t.shared->upgrade->step = UPGRADE_STEP_IDLE;
}

void test_a_machine_that_cannot_restart_decides_nothing(void) {
    t.fake.restart_fails = true;
    TEST_ASSERT_EQUAL(E_IO, recover_choose(t.core, &engineer, RECOVERY_DATA_ERASE, end));
    TEST_ASSERT_FALSE(has("erase") || has("recovered"));
}

/* The terminal that starts then: here the fixture's, with the note of the recovery in its folder. */
void test_it_stands_in_the_audit_log_of_the_terminal_once(void) {
    TEST_ASSERT_EQUAL(0, recover_choose(t.core, &engineer, RECOVERY_DATA_ERASE, end));
    check_rows(0); /* that of the recovery goes with it */
    TEST_ASSERT_EQUAL(0, recover_record(t.core, state));
    check_rows(1);
    TEST_ASSERT_EQUAL_STRING("engineer", audit.rows[0].account);
    TEST_ASSERT_EQUAL_STRING("192.0.2.7", audit.rows[0].peer);
    TEST_ASSERT_EQUAL_STRING("recoverData", audit.rows[0].call);
    TEST_ASSERT_EQUAL_STRING("machine", audit.rows[0].object);
    TEST_ASSERT_EQUAL_STRING("{\"data\":\"erase\"}", audit.rows[0].after);
    TEST_ASSERT_EQUAL(AUDIT_IMPORTANCE_RIGHTS, audit.rows[0].importance);
    TEST_ASSERT_FALSE(has("recovered"));
    TEST_ASSERT_EQUAL(0, recover_record(t.core, state));
    check_rows(1);
}

void test_a_note_that_is_none_is_removed_without_a_row(void) {
    folder_write_text(state, "recovered", "something else\n");
    TEST_ASSERT_EQUAL(0, recover_record(t.core, state));
    TEST_ASSERT_FALSE(has("recovered"));
    check_rows(0);
}

/* It is left at another start. */
void test_a_row_that_cannot_be_written_is_not_forgotten(void) {
    TEST_ASSERT_EQUAL(0, recover_choose(t.core, &engineer, RECOVERY_DATA_ERASE, end));
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE audit RENAME TO gone"));
    TEST_ASSERT_LESS_THAN(0, recover_record(t.core, state));
    TEST_ASSERT_TRUE(has("recovered"));
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE gone RENAME TO audit"));
    TEST_ASSERT_EQUAL(0, recover_record(t.core, state));
    check_rows(1);
}
