#include "terminal_fixture.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/accounts/accounts.h"
#include "core/accounts/password_rules.h"
#include "core/base/about.h"
#include "core/settings/provisional.h"
#include "core/settings/settings.h"
#include "core/start/start.h"
#include "prepared_state.h"
#include "store/users/users.h"
#include "unity.h"

static const struct about_facts about = {.build_id = "build-1",
                                         .kernel = "Linux 6.1.0",
                                         .file_system = "ext4",
                                         .device_name = "Front door",
                                         .brand = "postern"};

int fixture_start(struct fixture *fixture) {
    struct store *store = NULL;
    TEST_ASSERT_EQUAL(0, store_home_open(fixture->dir, &fixture->home));
    TEST_ASSERT_EQUAL(0, store_open(fixture->home, &store));
    struct about_facts facts = about;
    facts.version = fixture->version;
    facts.built_s = fixture->built_s;
    facts.counter = fixture->counter;
    facts.backup_dir = fixture->backup_dir;
    facts.system_dir = fixture->system_dir;
    facts.recovery_dir = fixture->recovery_dir;
    int r = start_new(&fixture->fake.hal, &facts, fixture->home, store, &fixture->shared);
    if (r < 0) {
        (void)store_free(store);
        return r;
    }
    TEST_ASSERT_EQUAL(0, start_thread(fixture->shared, store, &fixture->core));
    return 0;
}

void fixture_stop(struct fixture *fixture) {
    start_thread_end(fixture->core);
    start_free(fixture->shared);
    fixture->home = store_home_close(fixture->home, true);
    fixture->core = NULL;
    fixture->shared = NULL;
}

void fixture_up(struct fixture *fixture) {
    memset(fixture, 0, sizeof(*fixture));
    fixture->version = "0.1.0";
    fixture->counter = 1;
    (void)snprintf(fixture->dir, sizeof(fixture->dir), "/tmp/postern-test-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(fixture->dir));
    prepared_state_write(fixture->dir);
    fake_hal_init(&fixture->fake);
    TEST_ASSERT_EQUAL(0, fixture_start(fixture));
}

void fixture_restart(struct fixture *fixture) {
    fixture_stop(fixture);
    int64_t utc_ms = (int64_t)atomic_load(&fixture->fake.utc_ms);
    unsigned long long drawn = atomic_load(&fixture->fake.drawn);
    fake_hal_init(&fixture->fake);
    atomic_store(&fixture->fake.utc_ms, utc_ms);
    atomic_store(&fixture->fake.drawn, drawn);
    TEST_ASSERT_EQUAL(0, fixture_start(fixture));
}

static void remove_folder(const char *folder) {
    DIR *dir = opendir(folder);
    const struct dirent *entry = NULL;
    while (dir && (entry = readdir(dir))) {
        char path[sizeof(((struct fixture *)0)->dir) + sizeof(entry->d_name)];
        (void)snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
        (void)unlink(path);
    }
    if (dir) {
        (void)closedir(dir);
    }
    (void)rmdir(folder);
}

void fixture_down(struct fixture *fixture) {
    char photos[sizeof(fixture->dir) + 8];
    fixture_stop(fixture);
    (void)snprintf(photos, sizeof(photos), "%s/photos", fixture->dir);
    remove_folder(photos);
    remove_folder(fixture->dir);
}

struct core *fixture_core(struct fixture *fixture) {
    struct store *store = NULL;
    struct core *core = NULL;
    TEST_ASSERT_EQUAL(0, store_open(fixture->home, &store));
    TEST_ASSERT_EQUAL(0, start_thread(fixture->shared, store, &core));
    return core;
}

void fixture_add_user(struct fixture *fixture, uint32_t id, const char *name, uint8_t level, uint32_t card,
                      const char *password) {
    struct user user = {.userid = id, .username = name, .cardno = card, .level = level, .group = 1};
    struct store_password stored = {.console = false};
    char account[16];
    (void)snprintf(account, sizeof(account), "%u", id);
    if (password) {
        TEST_ASSERT_EQUAL(0, accounts_hash_password(fixture->core, password, stored.hash));
        stored.identifies = level == 0;
        accounts_pin_key(fixture->core, password, stored.pin_key);
        stored.console = password_rules_console(password, account);
    }
    TEST_ASSERT_EQUAL(0, store_begin(fixture->core->store));
    TEST_ASSERT_EQUAL(0, store_users_add(fixture->core->store, &user, password ? &stored : NULL));
    TEST_ASSERT_EQUAL(0, store_commit(fixture->core->store));
}

void fixture_built_at(struct fixture *fixture, int64_t built_s) {
    struct about_facts facts = *about_facts(fixture->shared);
    struct about *about = NULL;
    facts.built_s = built_s;
    TEST_ASSERT_EQUAL(0, about_new(&fixture->fake.hal, &facts, about_serial(fixture->shared), &about));
    about_free(fixture->shared->about);
    fixture->shared->about = about;
}

int fixture_save(struct core *core, const struct actor *by, enum setting_page page, const void *values) {
    struct settings_result result;
    const struct settings_change change = {.page = page, .values = values, .given = SETTINGS_ALL};
    int r = settings_save(core, by, &change, &result);
    enum setting_page page_confirmed;
    if (r == 0 && result.confirm_seconds > 0) {
        TEST_ASSERT_EQUAL(0, provisional_confirm(core, by, result.confirm_code, &page_confirmed));
    }
    return r;
}
