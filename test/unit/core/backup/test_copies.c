#include "core/backup/copies.h"

#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/backup/writer.h"
#include "core/base/about.h"
#include "core/settings/settings.h"
#include "memory_watch.h"
#include "store/backup/copies.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/log.h"

#define PASSPHRASE "seven grey herons by the weir"
#define HOUR_MS 3600000

static struct fixture t;
static const struct actor by = {
    .account = "admin", .level = 16, .fresh = true, .peer = "192.0.2.1", .call = "backupNow"};

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *where) {
    (void)info;
    (void)kind;
    (void)where;
    return remove(path);
}

void setUp(void) {
    fixture_up(&t);
    (void)snprintf(t.backup_dir, sizeof(t.backup_dir), "/tmp/postern-copies-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(t.backup_dir));
    fixture_restart(&t);
    log_set_level(LOG_LEVEL_ERROR);
}

void tearDown(void) {
    log_set_level(LOG_LEVEL_INFO);
    fixture_down(&t);
    TEST_ASSERT_EQUAL(0, nftw(t.backup_dir, remove_entry, 8, FTW_DEPTH | FTW_PHYS));
}

static void save_plan(enum backup_plan plan) {
    struct setting_backup_param values = {.plan = plan, .hour = 2, .keep = 7};
    (void)snprintf(values.passphrase, sizeof(values.passphrase), PASSPHRASE);
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &by, SETTING_PAGE_BACKUP_PARAM, &values));
}

static unsigned entries(const char *ending) {
    unsigned count = 0;
    DIR *dir = opendir(t.backup_dir);
    const struct dirent *entry = NULL;
    while (dir != NULL && (entry = readdir(dir)) != NULL) {
        size_t len = strlen(entry->d_name), end = strlen(ending);
        count += len > end && strcmp(entry->d_name + len - end, ending) == 0 ? 1 : 0;
    }
    if (dir != NULL) {
        (void)closedir(dir);
    }
    return count;
}

static struct copies_state state(void) {
    struct copies_state now;
    copies_read(t.core, &now);
    return now;
}

static bool is_due(void) {
    return copies_due_ms(t.core) <= core_mono_ms(t.core);
}

/* What the loop does: as long as something is due. */
static void run_due(void) {
    for (unsigned n = 0; n < 50 && is_due(); n++) {
        copies_upkeep(t.core);
    }
    TEST_ASSERT_FALSE(is_due());
}

/* To the next hour of the plan; the daily clocks go on together. */
static void go_to_next(void) {
    fake_hal_advance(&t.fake, state().next_s * 1000 - core_utc_ms(t.core));
}

static void break_folder(void) {
    TEST_ASSERT_EQUAL(0, rmdir(t.backup_dir));
}

static void mend_folder(void) {
    TEST_ASSERT_EQUAL(0, mkdir(t.backup_dir, 0700));
}

void test_without_a_folder_nothing_is_ever_due_and_no_plan_is_taken(void) {
    const char *field = NULL;
    struct setting_backup_param values = {.plan = BACKUP_PLAN_DAILY, .passphrase = PASSPHRASE};
    char dir[sizeof(t.backup_dir)];
    (void)snprintf(dir, sizeof(dir), "%s", t.backup_dir);
    t.backup_dir[0] = '\0';
    fixture_restart(&t);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, copies_due_ms(t.core));
    TEST_ASSERT_EQUAL(E_NO_BACKUP_FOLDER, copies_ask(t.core, &by));
    TEST_ASSERT_EQUAL(E_NO_BACKUP_FOLDER, setting_check_backup_param(settings_get(t.core), &values, &field));
    TEST_ASSERT_EQUAL_STRING("plan", field);
    (void)snprintf(t.backup_dir, sizeof(t.backup_dir), "%s", dir);
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(0, setting_check_backup_param(settings_get(t.core), &values, &field));
    values.passphrase[0] = '\0';
    TEST_ASSERT_EQUAL(E_MISSING, setting_check_backup_param(settings_get(t.core), &values, &field));
    TEST_ASSERT_EQUAL_STRING("passphrase", field);
    values.plan = BACKUP_PLAN_OFF;
    TEST_ASSERT_EQUAL(0, setting_check_backup_param(settings_get(t.core), &values, &field));
}

/* One that is due at the start waits until what is plugged in is mounted. */
void test_one_that_is_due_at_the_start_waits_a_minute(void) {
    save_plan(BACKUP_PLAN_DAILY);
    run_due();
    fake_hal_advance(&t.fake, 30 * (int64_t)HOUR_MS);
    fixture_restart(&t);
    run_due();
    TEST_ASSERT_EQUAL(0, entries(".backup"));
    fake_hal_advance(&t.fake, COPIES_SETTLE_MS - 1);
    run_due();
    TEST_ASSERT_EQUAL(0, entries(".backup"));
    fake_hal_advance(&t.fake, 1);
    run_due();
    TEST_ASSERT_EQUAL(1, entries(".backup"));
    TEST_ASSERT_EQUAL(0, state().error);
}

/* The tries of a day are counted over a restart, and end. */
void test_one_that_fails_is_tried_three_times_more_also_over_a_restart(void) {
    save_plan(BACKUP_PLAN_DAILY);
    run_due();
    break_folder();
    go_to_next();
    run_due();
    struct store_copies kept;
    TEST_ASSERT_EQUAL(0, store_copies_get(t.core->store, &kept));
    TEST_ASSERT_EQUAL(1, kept.tries);
    TEST_ASSERT_EQUAL(E_BACKUP_FOLDER, kept.error);
    TEST_ASSERT_EQUAL_INT64(core_utc_ms(t.core) / 1000 + HOUR_MS / 1000, state().next_s);
    fake_hal_advance(&t.fake, HOUR_MS);
    run_due();
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(E_BACKUP_FOLDER, state().error);
    fake_hal_advance(&t.fake, COPIES_SETTLE_MS);
    run_due();
    TEST_ASSERT_EQUAL(0, store_copies_get(t.core->store, &kept));
    TEST_ASSERT_EQUAL(COPIES_AGAIN_MAX, kept.tries);
    fake_hal_advance(&t.fake, HOUR_MS);
    run_due();
    TEST_ASSERT_EQUAL(0, store_copies_get(t.core->store, &kept));
    TEST_ASSERT_EQUAL(0, kept.tries);
    TEST_ASSERT_TRUE(state().next_s > core_utc_ms(t.core) / 1000 + 12 * HOUR_MS / 1000);
    mend_folder();
    go_to_next();
    run_due();
    TEST_ASSERT_EQUAL(1, entries(".backup"));
    TEST_ASSERT_EQUAL(0, state().error);
    TEST_ASSERT_EQUAL(1, state().count);
}

void test_one_that_is_asked_for_counts_for_the_day_of_the_plan(void) {
    save_plan(BACKUP_PLAN_DAILY);
    run_due();
    break_folder();
    go_to_next();
    run_due();
    mend_folder();
    TEST_ASSERT_EQUAL(0, copies_ask(t.core, &by));
    TEST_ASSERT_EQUAL(E_BACKUP_RUNNING, copies_ask(t.core, &by));
    TEST_ASSERT_TRUE(state().making);
    run_due();
    TEST_ASSERT_EQUAL(1, entries(".backup"));
    fake_hal_advance(&t.fake, 2 * (int64_t)HOUR_MS);
    run_due();
    TEST_ASSERT_EQUAL(1, entries(".backup"));
}

/* Somebody takes a backup away meanwhile: no failure, it is made behind that. */
void test_another_backup_is_waited_for(void) {
    const struct backup_content content = {.passphrase = PASSPHRASE};
    struct backup_writer *other = NULL;
    save_plan(BACKUP_PLAN_OFF);
    run_due();
    TEST_ASSERT_EQUAL(0, backup_writer_new(t.core, &content, &other));
    TEST_ASSERT_EQUAL(0, copies_ask(t.core, &by));
    run_due();
    TEST_ASSERT_TRUE(state().making);
    TEST_ASSERT_EQUAL(0, state().error);
    backup_writer_free(other);
    fake_hal_advance(&t.fake, COPIES_BUSY_MS);
    run_due();
    TEST_ASSERT_EQUAL(1, entries(".backup"));
    TEST_ASSERT_FALSE(state().making);
}

void test_an_end_in_the_middle_leaves_nothing_and_is_no_failure(void) {
    save_plan(BACKUP_PLAN_OFF);
    run_due();
    TEST_ASSERT_EQUAL(0, copies_ask(t.core, &by));
    copies_upkeep(t.core);
    TEST_ASSERT_EQUAL(1, entries(".part"));
    copies_end(t.shared);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, copies_due_ms(t.core));
    copies_upkeep(t.core);
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(0, entries(".part"));
    TEST_ASSERT_EQUAL(0, entries(".backup"));
    TEST_ASSERT_EQUAL(0, state().error);
}

void test_the_folder_is_looked_at_anew_when_somebody_asks_after_a_while(void) {
    run_due();
    break_folder();
    TEST_ASSERT_TRUE(state().writable);
    TEST_ASSERT_FALSE(is_due());
    fake_hal_advance(&t.fake, COPIES_STALE_MS);
    TEST_ASSERT_TRUE(state().writable);
    TEST_ASSERT_TRUE(is_due());
    run_due();
    TEST_ASSERT_FALSE(state().writable);
    mend_folder();
}

static void make_copy(void) {
    TEST_ASSERT_EQUAL(0, copies_ask(t.core, &by));
    run_due();
}

void test_the_passphrase_is_left_in_no_memory(void) {
    save_plan(BACKUP_PLAN_OFF);
    run_due();
    memory_watch_nothing(make_copy, PASSPHRASE);
    TEST_ASSERT_EQUAL(1, entries(".backup"));
}

void test_free_takes_nothing(void) {
    copies_free(NULL);
}
