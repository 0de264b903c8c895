/* The start of a terminal up to its cores, as the daemon and the benchmarks make it: on an empty folder, on what was left, and
 * the exit code where it is not possible. */
#include "app/cores.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/version.h"
#include "core/base/about.h"
#include "core/base/core.h"
#include "hal/hal.h"
#include "store/store.h"
#include "unity.h"

static char dir[64];
static struct options options;
static struct cores cores;

static void shell(const char *command) {
    char whole[200];
    (void)snprintf(whole, sizeof(whole), "cd '%s' && %s", dir, command);
    TEST_ASSERT_EQUAL(0, system(whole));
}

void setUp(void) {
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-test-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    options = (struct options){.log_level = LOG_LEVEL_ERROR};
    (void)snprintf(options.state, sizeof(options.state), "%s/state", dir);
    cores_start_log(&options, NULL);
}

static void stop(enum exit_code code) {
    cores_free(&cores);
    cores_close(&cores, code);
}

void tearDown(void) {
    stop(EXIT_CLEAN);
    log_keep("/nowhere"); /* ends it */
    shell("rm -rf state file");
    TEST_ASSERT_EQUAL(0, rmdir(dir));
}

static void start(void) {
    TEST_ASSERT_EQUAL(EXIT_CLEAN, cores_start(&options, &cores));
}

void test_an_empty_folder_and_no_other_option_are_enough(void) {
    start();
    TEST_ASSERT_TRUE(store_home_status(cores.home)->created);
    const struct about_facts *facts = about_facts(cores.shared);
    TEST_ASSERT_EQUAL_STRING(version_text, facts->version);
    TEST_ASSERT_EQUAL_STRING("", facts->system_dir);
    TEST_ASSERT_NULL(facts->recovery_dir);
}

void test_each_thread_has_a_core_with_its_own_connection(void) {
    start();
    const struct core *all[] = {cores.loop, cores.terminal, cores.workers[0], cores.workers[1], cores.apart};
    const size_t count = sizeof(all) / sizeof(all[0]);
    for (size_t i = 0; i < count; i++) {
        TEST_ASSERT_EQUAL_PTR(cores.shared, all[i]->shared);
        for (size_t other = 0; other < i; other++) {
            TEST_ASSERT_TRUE(all[i]->store != all[other]->store);
        }
    }
}

void test_what_was_left_is_the_same_terminal(void) {
    char serial[ABOUT_SERIAL_MAX];
    start();
    (void)snprintf(serial, sizeof(serial), "%s", about_serial(cores.shared));
    stop(EXIT_CLEAN);
    start();
    TEST_ASSERT_EQUAL_STRING(serial, about_serial(cores.shared));
    TEST_ASSERT_FALSE(store_home_status(cores.home)->created);
    TEST_ASSERT_FALSE(store_home_status(cores.home)->checked);
}

void test_after_damage_the_next_start_checks_the_database(void) {
    start();
    stop(EXIT_DAMAGED);
    start();
    TEST_ASSERT_TRUE(store_home_status(cores.home)->checked);
}

void test_a_folder_in_use_is_left_alone(void) {
    static struct cores second;
    start();
    TEST_ASSERT_EQUAL(EXIT_LOCKED, cores_start(&options, &second));
    TEST_ASSERT_NULL(second.hal);
    cores_free(&second);
    cores_close(&second, EXIT_LOCKED);
}

void test_accounts_without_their_identity_are_not_started(void) {
    start();
    stop(EXIT_CLEAN);
    shell("rm state/identity");
    TEST_ASSERT_EQUAL(EXIT_IDENTITY, cores_start(&options, &cores));
    TEST_ASSERT_NULL(cores.shared);
}

void test_a_folder_that_cannot_be_made_is_said(void) {
    shell("echo >file");
    (void)snprintf(options.state, sizeof(options.state), "%s/file/state", dir);
    TEST_ASSERT_EQUAL(EXIT_STATE, cores_start(&options, &cores));
    TEST_ASSERT_NULL(cores.home);
}

void test_a_database_that_is_no_database_is_set_aside(void) {
    start();
    stop(EXIT_DAMAGED);
    shell("rm -rf state/postern.db* && echo nothing >state/postern.db");
    start();
    TEST_ASSERT_EQUAL(1, store_home_status(cores.home)->damaged);
}
