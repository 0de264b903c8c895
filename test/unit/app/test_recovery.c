/* The recovery beside a terminal that does not start: what of it is used, and that all else stays as it is. */
#include "app/recovery.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/accounts/engineer.h"
#include "core/accounts/sessions.h"
#include "core/base/about.h"
#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/base/factory.h"
#include "core/base/identity.h"
#include "core/settings/settings.h"
#include "core/start/start.h"
#include "core/upgrade/upgrade.h"
#include "fake_machine.h"
#include "store/settings/settings.h"
#include "terminal_fixture.h"
#include "unity.h"

#define PASSWORD "bolt=cutter-42!"
#define ADDRESS "192.0.2.77"

static struct fixture t;
static struct recovery recovery;
static struct store_home *home;
static struct core_shared *shared;
static struct core *core;

static void shell(const char *command) {
    char whole[400];
    (void)snprintf(whole, sizeof(whole), "cd '%s' && %s", t.dir, command);
    TEST_ASSERT_EQUAL(0, system(whole));
}

static bool is_there(const char *name) {
    char path[128];
    (void)snprintf(path, sizeof(path), "%s/%s", t.dir, name);
    return access(path, F_OK) == 0;
}

static void put_setting(const char *key, const char *value) {
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_settings_put(t.core->store, &(struct store_setting){.key = key, .value = value}));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

/* A terminal that has run: with an engineer and an address. */
void setUp(void) {
    fixture_up(&t);
    (void)snprintf(t.system_dir, sizeof(t.system_dir), "%s/system", t.dir);
    fake_machine_make(t.system_dir);
    put_setting("Ethernet.mode", "fixed");
    put_setting("Ethernet.address", ADDRESS);
    put_setting("RestParam.httpsOnly", "true");
    put_setting("RestParam.webhookUrl", "https://198.51.100.1/");
    put_setting("TimeParam.keyboardLock", "true");
    shell("printf 'serial = PT-7K3MQ4ZX2N\\nengineer-password = " PASSWORD "\\n' >system/provision");
    TEST_ASSERT_EQUAL(0, factory_provision(t.dir, t.system_dir, &t.fake.hal));
    fixture_stop(&t);
}

static void leave(void) {
    start_thread_end(core);
    start_free(shared);
    core = NULL;
    shared = NULL;
    home = store_home_close(home, true);
    recovery_close(&recovery);
}

void tearDown(void) {
    leave();
    shell("rm -rf recovery");
    fake_machine_remove(t.system_dir);
    TEST_ASSERT_EQUAL(0, fixture_start(&t)); /* the terminal itself is as it was */
    fixture_down(&t);
}

static void enter(void) {
    struct store *store = NULL;
    struct about_facts facts = {.version = "0.1.0",
                                .file_system = "ext4",
                                .build_id = "build-1",
                                .kernel = "",
                                .device_name = "",
                                .backup_dir = "",
                                .brand = "postern",
                                .counter = 1,
                                .system_dir = t.system_dir,
                                .recovery_dir = t.dir};
    TEST_ASSERT_EQUAL(0, recovery_open(&recovery, t.dir, t.system_dir, &home));
    TEST_ASSERT_EQUAL(0, store_open(home, &store));
    recovery_take_settings(t.dir, store);
    TEST_ASSERT_EQUAL(0, start_new(&t.fake.hal, &facts, home, store, &shared));
    TEST_ASSERT_EQUAL(0, start_thread(shared, store, &core));
}

static int sign_in(const char *password) {
    char token[SESSIONS_TOKEN_LEN + 1];
    unsigned wait_s = 0;
    const struct actor stranger = actor_nobody("192.0.2.9", "engineerLogin");
    return engineer_sign_in(core, &stranger, password, token, &wait_s);
}

void test_it_has_the_address_and_none_of_the_other_settings(void) {
    enter();
    const struct settings *settings = settings_get(core);
    TEST_ASSERT_EQUAL(ADDRESS_MODE_FIXED, settings->values.ethernet.mode);
    TEST_ASSERT_EQUAL_STRING(ADDRESS, settings->values.ethernet.address);
    TEST_ASSERT_TRUE(settings->values.rest_param.https_only);
    TEST_ASSERT_EQUAL_STRING("", settings->values.rest_param.webhook_url);
    TEST_ASSERT_FALSE(settings->values.time_param.keyboard_lock);
}

void test_addresses_that_cannot_be_read_are_the_factory_s(void) {
    shell("mv postern.db kept.db; echo nothing >postern.db");
    enter();
    TEST_ASSERT_EQUAL(ADDRESS_MODE_DHCP, settings_get(core)->values.ethernet.mode);
    shell("mv kept.db postern.db");
}

void test_it_is_the_same_terminal_with_the_same_engineer(void) {
    struct identity identity;
    TEST_ASSERT_EQUAL(0, identity_read(t.dir, &identity));
    enter();
    TEST_ASSERT_EQUAL_STRING(identity.serial, about_serial(shared));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("something else"));
    TEST_ASSERT_EQUAL(0, sign_in(PASSWORD));
}

void test_nobody_is_the_engineer_where_the_factory_s_file_is_damaged(void) {
    shell("mv factory kept; head -c 40 kept >factory");
    enter();
    TEST_ASSERT_FALSE(factory_has_engineer(shared));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in(PASSWORD));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in(""));
    shell("mv kept factory");
}

void test_what_an_administrator_has_closed_is_closed_but_for_who_stands_at_the_machine(void) {
    shell("sed -i 's/^up open/up closed/' factory");
    enter();
    TEST_ASSERT_EQUAL(E_SWITCHED_OFF, sign_in(PASSWORD));
    factory_open_up(shared);
    TEST_ASSERT_EQUAL(0, sign_in(PASSWORD));
    leave();
    shell("grep -q '^up closed' factory");
    enter();
    TEST_ASSERT_EQUAL(E_SWITCHED_OFF, sign_in(PASSWORD));
}

void test_wrong_passwords_are_counted_on(void) {
    enter();
    int r = 0;
    for (int tries = 0; tries < 20 && r != E_THROTTLED; tries++) {
        r = sign_in("something else");
    }
    TEST_ASSERT_EQUAL(E_THROTTLED, r);
    leave();
    enter();
    TEST_ASSERT_EQUAL(E_THROTTLED, sign_in(PASSWORD));
}

void test_it_proves_nothing_of_the_slot(void) {
    TEST_ASSERT_EQUAL(SLOT_A, fake_machine_boot(t.system_dir));
    enter();
    TEST_ASSERT_FALSE(upgrade_is_unproved(shared));
    TEST_ASSERT_FALSE(upgrade_is_trial(shared));
    upgrade_set_served(shared);
    fake_hal_advance(&t.fake, 100000);
    upgrade_upkeep(core);
    struct slots_state slots;
    fake_machine_read(t.system_dir, &slots);
    TEST_ASSERT_EQUAL(2, slots.left[SLOT_A]);
    TEST_ASSERT_FALSE(is_there("upgrade"));
}

void test_one_daemon_alone_has_the_terminal(void) {
    struct store_home *other = NULL;
    enter();
    TEST_ASSERT_EQUAL(E_LOCKED, store_home_open(t.dir, &other));
    leave();
    TEST_ASSERT_EQUAL(0, store_home_open(t.dir, &other));
    TEST_ASSERT_EQUAL(E_LOCKED, recovery_open(&recovery, t.dir, t.system_dir, &home));
    (void)store_home_close(other, true);
}

void test_its_own_state_is_made_anew_where_it_is_damaged(void) {
    enter();
    leave();
    shell("rm -rf recovery && echo nothing >recovery");
    enter();
    TEST_ASSERT_EQUAL(0, sign_in(PASSWORD));
    leave();
    shell("rm -rf recovery && mkdir -p recovery/postern.db/x");
    enter();
    TEST_ASSERT_EQUAL(0, sign_in(PASSWORD));
}

void test_it_does_without_the_disk(void) {
    shell("rm lock && mkdir lock");
    enter();
    TEST_ASSERT_EQUAL(0, sign_in(PASSWORD));
    TEST_ASSERT_FALSE(is_there("recovery"));
    TEST_ASSERT_TRUE(is_there("system/recovery"));
    leave();
    shell("rmdir lock && rm -r system/recovery");
}

void test_it_is_over_when_nobody_was_there_for_ten_minutes(void) {
    enter();
    TEST_ASSERT_FALSE(recovery_is_over(&recovery, core));
    fake_hal_advance(&t.fake, RECOVERY_ALONE_MS - 1);
    TEST_ASSERT_FALSE(recovery_is_over(&recovery, core));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("something else")); /* a stranger keeps nobody in it */
    fake_hal_advance(&t.fake, 1);
    TEST_ASSERT_TRUE(recovery_is_over(&recovery, core));
    TEST_ASSERT_FALSE(recovery_is_over(&recovery, core)); /* said once */
    TEST_ASSERT_EQUAL(0, sign_in(PASSWORD));
    fake_hal_advance(&t.fake, RECOVERY_ALONE_MS);
    TEST_ASSERT_FALSE(recovery_is_over(&recovery, core));
    fake_hal_advance(&t.fake,
                     SESSIONS_IDLE_MS); /* the session ends, and the time begins where somebody was there last */
    TEST_ASSERT_TRUE(recovery_is_over(&recovery, core));
}

void test_nothing_is_left_of_it_once_the_terminal_has_started(void) {
    enter();
    leave();
    shell("echo >tried; ln -s ../identity recovery/link; mkdir recovery/more && echo >recovery/more/file");
    recovery_forget(t.dir);
    TEST_ASSERT_FALSE(is_there("recovery") || is_there("tried"));
    TEST_ASSERT_TRUE(is_there("identity") && is_there("factory") && is_there("postern.db"));
    recovery_forget(t.dir);
}
