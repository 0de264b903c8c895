/* The pace of copies by plan: when one is due, how long it waits after a failure, what each kind of failure costs, and how many
 * are kept; to the millisecond on both sides. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "backup_elsewhere.h"
#include "core/backup/backup.h"
#include "core/backup/copies.h"
#include "core/backup/restore.h"
#include "core/backup/writer.h"
#include "core/base/about.h"
#include "core/settings/settings.h"
#include "file_watch.h"
#include "folder_files.h"
#include "store/backup/copies.h"
#include "store/record_photo.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/log.h"

#define PASSPHRASE "seven grey herons by the weir"
#define HOUR_MS INT64_C(3600000)
#define DAY_MS (24 * HOUR_MS)

static struct fixture t;
static const struct actor by = {
    .account = "admin", .level = 16, .fresh = true, .peer = "192.0.2.1", .call = "backupNow"};

static void shell(const char *format) {
    char command[256];
    (void)snprintf(command, sizeof(command), format, t.backup_dir);
    TEST_ASSERT_EQUAL(0, system(command));
}

static void save(enum backup_plan plan, uint8_t keep, const char *passphrase) {
    struct setting_backup_param values = {.plan = plan, .hour = 2, .keep = keep};
    (void)snprintf(values.passphrase, sizeof(values.passphrase), "%s", passphrase);
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

static struct store_copies kept(void) {
    struct store_copies now;
    TEST_ASSERT_EQUAL(0, store_copies_get(t.core->store, &now));
    return now;
}

static bool is_due(void) {
    return copies_due_ms(t.core) <= core_mono_ms(t.core);
}

static void run_due(void) {
    for (unsigned n = 0; n < 50 && is_due(); n++) {
        copies_upkeep(t.core);
    }
    TEST_ASSERT_FALSE(is_due());
}

static int64_t wait_ms(void) {
    return copies_due_ms(t.core) - core_mono_ms(t.core);
}

/* To the next moment of the plan. */
static void go_to_next(void) {
    fake_hal_advance(&t.fake, state().next_s * 1000 - core_utc_ms(t.core));
}

void setUp(void) {
    fixture_up(&t);
    (void)snprintf(t.backup_dir, sizeof(t.backup_dir), "/tmp/postern-pace-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(t.backup_dir));
    fixture_restart(&t);
    fake_hal_advance(&t.fake, COPIES_SETTLE_MS);
    log_set_level(LOG_LEVEL_ERROR);
}

void tearDown(void) {
    (void)file_watch_stop();
    log_set_level(LOG_LEVEL_INFO);
    fixture_down(&t);
    shell("rm -rf '%s'");
}

/* --- By plan ---------------------------------------------------------------------------------------------------------- */

void test_a_new_plan_makes_none_for_the_days_before_it(void) {
    save(BACKUP_PLAN_DAILY, 7, PASSPHRASE);
    TEST_ASSERT_TRUE(is_due()); /* the settings changed */
    run_due();
    TEST_ASSERT_EQUAL(0, entries(".backup"));
    TEST_ASSERT_TRUE(state().next_s > core_utc_ms(t.core) / 1000);
    TEST_ASSERT_TRUE(state().next_s <= core_utc_ms(t.core) / 1000 + DAY_MS / 1000);
}

void test_one_is_begun_at_its_moment_and_not_before(void) {
    save(BACKUP_PLAN_DAILY, 7, PASSPHRASE);
    run_due();
    go_to_next();
    fake_hal_advance(&t.fake, -1);
    run_due();
    TEST_ASSERT_EQUAL(0, entries(".backup"));
    TEST_ASSERT_FALSE(state().making);
    fake_hal_advance(&t.fake, 1);
    TEST_ASSERT_TRUE(is_due());
    copies_upkeep(t.core);
    TEST_ASSERT_TRUE(state().making);
    TEST_ASSERT_EQUAL(1, entries(".part"));
    run_due();
    TEST_ASSERT_FALSE(state().making);
    TEST_ASSERT_EQUAL(1, entries(".backup"));
    TEST_ASSERT_EQUAL(0, entries(".part"));
    TEST_ASSERT_EQUAL(1, state().count);
    TEST_ASSERT_EQUAL_INT64(core_utc_ms(t.core) / 1000, state().last_s);
    struct stat info;
    char name[128];
    DIR *dir = opendir(t.backup_dir);
    const struct dirent *entry = NULL;
    while ((entry = readdir(dir)) != NULL && entry->d_name[0] == '.') {
    }
    (void)snprintf(name, sizeof(name), "%.120s", entry->d_name);
    (void)closedir(dir);
    TEST_ASSERT_EQUAL(0, stat(folder_path(t.backup_dir, name), &info));
    TEST_ASSERT_EQUAL_INT64(info.st_size, state().last_octets);
    TEST_ASSERT_EQUAL_INT64(info.st_size, kept().last_octets);
}

void test_each_day_has_its_own_and_as_many_are_kept_as_the_settings_say(void) {
    save(BACKUP_PLAN_DAILY, 2, PASSPHRASE);
    run_due();
    for (unsigned day = 1; day <= 4; day++) {
        go_to_next();
        run_due();
        TEST_ASSERT_EQUAL(day < 2 ? day : 2, entries(".backup"));
        TEST_ASSERT_EQUAL(day < 2 ? day : 2, state().count);
        run_due();
    }
    save(BACKUP_PLAN_DAILY, 1, PASSPHRASE);
    run_due();
    TEST_ASSERT_EQUAL(2, entries(".backup")); /* the next one sees to it */
    go_to_next();
    run_due();
    TEST_ASSERT_EQUAL(1, entries(".backup"));
}

/* --- After a failure -------------------------------------------------------------------------------------------------- */

void test_the_pause_after_a_failure(void) {
    save(BACKUP_PLAN_DAILY, 7, PASSPHRASE);
    run_due();
    shell("rmdir '%s'");
    go_to_next();
    for (unsigned tries = 1; tries <= COPIES_AGAIN_MAX; tries++) {
        run_due();
        TEST_ASSERT_EQUAL(tries, kept().tries);
        TEST_ASSERT_EQUAL(E_BACKUP_FOLDER, state().error);
        TEST_ASSERT_FALSE(state().making);
        TEST_ASSERT_EQUAL_INT64(core_utc_ms(t.core) / 1000 + COPIES_AGAIN_MS / 1000, state().next_s);
        fake_hal_advance(&t.fake, COPIES_AGAIN_MS - 1);
        run_due();
        TEST_ASSERT_EQUAL(tries, kept().tries);
        fake_hal_advance(&t.fake, 1);
        TEST_ASSERT_TRUE(is_due());
    }
    run_due(); /* the last one */
    TEST_ASSERT_EQUAL(0, kept().tries);
    TEST_ASSERT_EQUAL(E_BACKUP_FOLDER, kept().error);
    TEST_ASSERT_TRUE(state().next_s * 1000 > core_utc_ms(t.core) + 12 * HOUR_MS);
    shell("mkdir -m 700 '%s'");
    go_to_next();
    run_due();
    TEST_ASSERT_EQUAL(1, entries(".backup"));
    TEST_ASSERT_EQUAL(0, kept().error);
    TEST_ASSERT_EQUAL(0, kept().tries);
}

/* One that succeeds after failures resets the count for the next day. */
void test_a_success_ends_the_tries(void) {
    save(BACKUP_PLAN_DAILY, 7, PASSPHRASE);
    run_due();
    shell("rmdir '%s'");
    go_to_next();
    run_due();
    TEST_ASSERT_EQUAL(1, kept().tries);
    shell("mkdir -m 700 '%s'");
    fake_hal_advance(&t.fake, COPIES_AGAIN_MS);
    run_due();
    TEST_ASSERT_EQUAL(1, entries(".backup"));
    TEST_ASSERT_EQUAL(0, kept().tries);
    TEST_ASSERT_EQUAL(0, state().error);
    TEST_ASSERT_TRUE(state().next_s * 1000 > core_utc_ms(t.core) + 12 * HOUR_MS);
}

/* The administrator sees the failure and may try again at once: the tries of the plan are neither used up nor postponed. */
void test_one_that_was_asked_for_and_fails_costs_the_plan_nothing(void) {
    save(BACKUP_PLAN_DAILY, 7, PASSPHRASE);
    run_due();
    int64_t next_s = state().next_s;
    shell("rmdir '%s'");
    TEST_ASSERT_EQUAL(0, copies_ask(t.core, &by));
    run_due();
    TEST_ASSERT_EQUAL(E_BACKUP_FOLDER, state().error);
    TEST_ASSERT_EQUAL(0, kept().tries);
    TEST_ASSERT_EQUAL_INT64(next_s, state().next_s);
    TEST_ASSERT_FALSE(state().making);
    shell("mkdir -m 700 '%s'");
    TEST_ASSERT_EQUAL(0, copies_ask(t.core, &by)); /* at once */
    run_due();
    TEST_ASSERT_EQUAL(1, entries(".backup"));
    TEST_ASSERT_EQUAL(0, state().error);
}

/* A disk that takes nothing: what was begun is gone, and the next try comes after the pause. */
void test_a_full_folder_leaves_no_half_copy(void) {
    save(BACKUP_PLAN_DAILY, 7, PASSPHRASE);
    run_due();
    go_to_next();
    copies_upkeep(t.core); /* begins it */
    file_watch_start(t.backup_dir);
    file_watch_fill();
    run_due();
    (void)file_watch_stop();
    TEST_ASSERT_EQUAL(E_BACKUP_FOLDER, state().error);
    TEST_ASSERT_EQUAL(0, entries(".part"));
    TEST_ASSERT_EQUAL(0, entries(".backup"));
    TEST_ASSERT_EQUAL_INT64(COPIES_AGAIN_MS, wait_ms());
    struct backup_writer *writer = NULL; /* and the place of the one backup is free again */
    TEST_ASSERT_EQUAL(0, backup_writer_new(t.core, &(struct backup_content){.passphrase = PASSPHRASE}, &writer));
    backup_writer_free(writer);
}

void test_without_a_passphrase_it_fails_and_says_so(void) {
    save(BACKUP_PLAN_OFF, 7, "");
    run_due();
    TEST_ASSERT_EQUAL(E_NO_BACKUP_PASSPHRASE, copies_ask(t.core, &by));
    save(BACKUP_PLAN_OFF, 7, PASSPHRASE);
    TEST_ASSERT_EQUAL(0, copies_ask(t.core, &by));
    save(BACKUP_PLAN_OFF, 7, ""); /* before it is begun */
    run_due();
    TEST_ASSERT_EQUAL(E_NO_BACKUP_PASSPHRASE, state().error);
    TEST_ASSERT_EQUAL(0, entries(".backup"));
    TEST_ASSERT_FALSE(state().making);
}

/* --- Beside another backup -------------------------------------------------------------------------------------------- */

/* Neither a try nor an error; the wait is a minute, of both kinds. */
void test_the_wait_for_another_backup(void) {
    struct backup_writer *other = NULL;
    save(BACKUP_PLAN_DAILY, 7, PASSPHRASE);
    run_due();
    TEST_ASSERT_EQUAL(0, backup_writer_new(t.core, &(struct backup_content){.passphrase = PASSPHRASE}, &other));
    go_to_next();
    run_due();
    TEST_ASSERT_FALSE(state().making);
    TEST_ASSERT_EQUAL(0, kept().tries);
    TEST_ASSERT_EQUAL(0, state().error);
    TEST_ASSERT_EQUAL_INT64(COPIES_BUSY_MS, wait_ms());
    fake_hal_advance(&t.fake, 1000);
    TEST_ASSERT_EQUAL(0, copies_ask(t.core, &by));
    run_due();
    TEST_ASSERT_TRUE(state().making); /* about to be */
    TEST_ASSERT_EQUAL_INT64(COPIES_BUSY_MS, wait_ms());
    backup_writer_free(other);
    fake_hal_advance(&t.fake, COPIES_BUSY_MS - 1);
    TEST_ASSERT_FALSE(is_due());
    fake_hal_advance(&t.fake, 1);
    run_due();
    TEST_ASSERT_EQUAL(1, entries(".backup"));
    TEST_ASSERT_FALSE(state().making);
}

/* The pause after a failure is not cut short by it. */
void test_waiting_for_another_shortens_no_pause(void) {
    struct backup_writer *other = NULL;
    save(BACKUP_PLAN_DAILY, 7, PASSPHRASE);
    run_due();
    shell("rmdir '%s'");
    go_to_next();
    run_due();
    shell("mkdir -m 700 '%s'");
    TEST_ASSERT_EQUAL(0, backup_writer_new(t.core, &(struct backup_content){.passphrase = PASSPHRASE}, &other));
    TEST_ASSERT_EQUAL(0, copies_ask(t.core, &by));
    run_due();
    TEST_ASSERT_EQUAL_INT64(core_utc_ms(t.core) / 1000 + COPIES_AGAIN_MS / 1000, state().next_s);
    backup_writer_free(other);
}

/* --- Asking ------------------------------------------------------------------------------------------------------------ */

static int64_t audit_rows(void) {
    int64_t rows = 0;
    TEST_ASSERT_EQUAL(
        0, store_read_number(t.core->store, "SELECT count(*) FROM audit WHERE object = 'backup copy'", &rows));
    return rows;
}

void test_asking_leaves_a_row_once(void) {
    save(BACKUP_PLAN_OFF, 7, PASSPHRASE);
    run_due();
    TEST_ASSERT_EQUAL(0, copies_ask(t.core, &by));
    TEST_ASSERT_EQUAL_INT64(1, audit_rows());
    TEST_ASSERT_EQUAL(E_BACKUP_RUNNING, copies_ask(t.core, &by));
    TEST_ASSERT_EQUAL_INT64(1, audit_rows());
    copies_upkeep(t.core);
    TEST_ASSERT_EQUAL(E_BACKUP_RUNNING, copies_ask(t.core, &by)); /* it is being made */
    run_due();
    TEST_ASSERT_EQUAL(0, copies_ask(t.core, &by));
    run_due();
    TEST_ASSERT_EQUAL_INT64(2, audit_rows());
}

/* What cannot be in the audit log is not done. */
void test_an_ask_that_cannot_be_noted_is_none(void) {
    save(BACKUP_PLAN_OFF, 7, PASSPHRASE);
    run_due();
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE audit RENAME TO gone"));
    TEST_ASSERT_LESS_THAN(0, copies_ask(t.core, &by));
    TEST_ASSERT_FALSE(state().making);
    TEST_ASSERT_FALSE(is_due());
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE gone RENAME TO audit"));
    TEST_ASSERT_EQUAL(0, copies_ask(t.core, &by));
    run_due();
    TEST_ASSERT_EQUAL(1, entries(".backup"));
}

/* --- Looking ----------------------------------------------------------------------------------------------------------- */

void test_the_folder_is_looked_at_each_hour_and_when_somebody_reads(void) {
    run_due();
    TEST_ASSERT_EQUAL_INT64(COPIES_LOOK_MS, wait_ms());
    fake_hal_advance(&t.fake, COPIES_STALE_MS - 1);
    (void)state();
    TEST_ASSERT_FALSE(is_due());
    fake_hal_advance(&t.fake, 1);
    (void)state();
    TEST_ASSERT_TRUE(is_due());
    run_due();
    TEST_ASSERT_EQUAL_INT64(COPIES_LOOK_MS, wait_ms());
    fake_hal_advance(&t.fake, COPIES_LOOK_MS);
    TEST_ASSERT_TRUE(is_due());
    run_due();
    TEST_ASSERT_FALSE(is_due());
}

/* What an earlier run left half goes with the first look, and not with each. */
void test_halves_are_removed_once_a_run(void) {
    char name[128];
    (void)snprintf(name, sizeof(name), "postern-%s-2026-11-24-0615.backup.part", about_serial(t.shared));
    folder_write_text(t.backup_dir, name, "half");
    run_due();
    TEST_ASSERT_EQUAL(0, entries(".part"));
    folder_write_text(t.backup_dir, name, "of somebody who is writing");
    fake_hal_advance(&t.fake, COPIES_LOOK_MS);
    run_due();
    TEST_ASSERT_EQUAL(1, entries(".part"));
}

/* --- The end ------------------------------------------------------------------------------------------------------------ */

void test_a_slice_ends_with_the_terminal_and_the_next_start_makes_it(void) {
    save(BACKUP_PLAN_DAILY, 7, PASSPHRASE);
    run_due();
    go_to_next();
    copies_upkeep(t.core);
    TEST_ASSERT_TRUE(state().making);
    backup_end(t.shared);
    run_due(); /* the copy of the database is cancelled, or the piece is the last */
    struct store_copies after = kept();
    TEST_ASSERT_EQUAL(0, after.tries);
    TEST_ASSERT_EQUAL(0, after.error);
    TEST_ASSERT_FALSE(state().making);
}

/* --- What is in one ------------------------------------------------------------------------------------------------------ */

static void save_photos(bool photos) {
    struct setting_backup_param values = {.plan = BACKUP_PLAN_OFF, .hour = 2, .keep = 1, .photos = photos};
    (void)snprintf(values.passphrase, sizeof(values.passphrase), PASSPHRASE);
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &by, SETTING_PAGE_BACKUP_PARAM, &values));
}

static void read_copy(struct elsewhere *ret_content) {
    static uint8_t data[4 << 20];
    char name[128] = "";
    DIR *dir = opendir(t.backup_dir);
    const struct dirent *entry = NULL;
    while ((entry = readdir(dir)) != NULL) {
        if (entry->d_name[0] != '.') {
            (void)snprintf(name, sizeof(name), "%.120s", entry->d_name);
        }
    }
    (void)closedir(dir);
    const char *wrong =
        elsewhere_read(data, folder_read(t.backup_dir, name, data, sizeof(data)), PASSPHRASE, ret_content);
    TEST_ASSERT_NULL_MESSAGE(wrong, wrong);
}

/* Photos as the settings say, never the key of TLS. */
void test_what_is_in_a_copy(void) {
    TEST_ASSERT_EQUAL(
        0, store_exec(t.core->store,
                      "INSERT INTO record (time, \"offset\", kind, result, reason, userid, username, factors,"
                      " status, duress, door, temperature, photo, detail) VALUES"
                      " (1790000000000, 60, 1, 1, 0, 7, '', 1, 0, 0, 1, 0, 0, '')"));
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(0, store_record_photo_put(t.core->store, 1, false, "picture", 7));
    for (int photos = 0; photos <= 1; photos++) {
        struct elsewhere content;
        save_photos(photos == 1);
        TEST_ASSERT_EQUAL(0, copies_ask(t.core, &by));
        run_due();
        read_copy(&content);
        size_t count = content.photo_count;
        char keys[8];
        (void)snprintf(keys, sizeof(keys), "%s", elsewhere_line(&content, "keys"));
        elsewhere_free(&content);
        TEST_ASSERT_EQUAL(photos, count);
        TEST_ASSERT_EQUAL_STRING("0", keys);
        fake_hal_advance(&t.fake, 60000); /* another name */
    }
}

/* --- In slices ------------------------------------------------------------------------------------------------------------ */

static int64_t hurried_ms(void *ctx) {
    struct fake_hal *fake = ctx;
    return (int64_t)atomic_fetch_add(&fake->mono_ms, COPIES_SLICE_MS / 2);
}

/* What a slice wrote is on the medium at its end. */
void test_each_slice_is_synced(void) {
    save(BACKUP_PLAN_OFF, 7, PASSPHRASE);
    run_due();
    TEST_ASSERT_EQUAL(0, copies_ask(t.core, &by));
    t.fake.hal.clock.mono_ms = hurried_ms;
    file_watch_start(t.backup_dir);
    unsigned slices = 0, syncs = 0;
    do {
        copies_upkeep(t.core);
        slices++;
        TEST_ASSERT_LESS_THAN(100, slices);
    } while (entries(".backup") == 0);
    for (const char *at = file_watch_stop(); (at = strstr(at, "\nsync postern-")) != NULL; at++) {
        syncs++;
    }
    TEST_ASSERT_GREATER_THAN(3, slices);
    TEST_ASSERT_EQUAL(slices - 1, syncs); /* none of the beginning, the last one's is that of the file */
}

/* --- What changes meanwhile ------------------------------------------------------------------------------------------------ */

void test_a_clock_that_is_set_is_looked_at(void) {
    save(BACKUP_PLAN_DAILY, 7, PASSPHRASE);
    run_due();
    int64_t day = kept().day;
    TEST_ASSERT_GREATER_THAN(20000, day); /* of the plan that began */
    atomic_fetch_add(&t.fake.utc_ms, 3 * DAY_MS);
    TEST_ASSERT_TRUE(is_due());
    run_due();
    TEST_ASSERT_EQUAL(1, entries(".backup")); /* one for all the days */
    TEST_ASSERT_EQUAL_INT64(day + 3, kept().day);
}

/* How it stands is in memory whatever the store says. */
void test_a_store_that_takes_nothing(void) {
    save(BACKUP_PLAN_DAILY, 7, PASSPHRASE);
    run_due();
    shell("rmdir '%s'");
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE backup_copies RENAME TO gone"));
    go_to_next();
    run_due();
    TEST_ASSERT_EQUAL(E_BACKUP_FOLDER, state().error);
    TEST_ASSERT_EQUAL_INT64(core_utc_ms(t.core) / 1000 + COPIES_AGAIN_MS / 1000, state().next_s);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE gone RENAME TO backup_copies"));
    TEST_ASSERT_EQUAL(0, kept().tries);
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store)); /* none is left open */
    store_abort(t.core->store);
    shell("mkdir -m 700 '%s'");
}

/* --- A naive model ------------------------------------------------------------------------------------------------------ */

/* Days pass, the folder goes and comes, the terminal restarts: what is there is what a list of days says. */
void test_random_days(void) {
    const char *text = getenv("SEED");
    unsigned seed = text != NULL ? (unsigned)strtoul(text, NULL, 10) : 7, made = 0, failed = 0;
    bool is_there = true;
    (void)printf("copies: SEED=%u repeats it\n", seed);
    srand(seed);
    save(BACKUP_PLAN_DAILY, 3, PASSPHRASE);
    run_due();
    go_to_next();
    for (unsigned day = 0; day < 12; day++) {
        bool fails = rand() % 3 == 0;
        if (fails == is_there) {
            shell(fails ? "mv '%1$s' '%1$s.away'" : "mv '%1$s.away' '%1$s'");
            is_there = !fails;
        }
        unsigned mended =
            1 + (unsigned)rand() % (COPIES_AGAIN_MAX + 2); /* at which try it is there again; the last: not */
        for (unsigned hour = 1; hour <= COPIES_AGAIN_MAX + 1; hour++) {
            if (!is_there && hour == mended) {
                shell("mv '%1$s.away' '%1$s'");
                is_there = true;
            }
            if (rand() % 6 == 0) {
                fixture_restart(&t);
                run_due();
                fake_hal_advance(&t.fake, COPIES_SETTLE_MS);
            }
            bool is_first = made + failed == day;
            run_due();
            made += is_there && is_first;
            failed += !is_there && is_first && hour == COPIES_AGAIN_MAX + 1;
            TEST_ASSERT_EQUAL_MESSAGE(is_there || !is_first ? 0 : (hour % (COPIES_AGAIN_MAX + 1)), kept().tries,
                                      "tries");
            if (is_there) {
                TEST_ASSERT_EQUAL_MESSAGE(made < 3 ? made : 3, entries(".backup"), "copies");
                TEST_ASSERT_EQUAL(0, entries(".part"));
            }
            fake_hal_advance(&t.fake, HOUR_MS);
        }
        TEST_ASSERT_EQUAL(day + 1, made + failed);
        run_due();
        go_to_next();
    }
    TEST_ASSERT_GREATER_THAN(2, made);
    if (!is_there) {
        shell("mv '%1$s.away' '%1$s'");
    }
}
