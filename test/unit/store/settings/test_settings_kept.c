/* Settings of a state folder whose daemon does not start. */
#include "store/settings/settings_kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "folder_files.h"
#include "store/home_impl.h"
#include "store/settings/settings.h"
#include "store_fails.h"
#include "unity.h"

static char parent[64], dir[128];
static struct store *into;
static char seen[256];
static const char *const pages[] = {"Ethernet.", "Time."};

static void put(struct store *store, const char *key, const char *value, const char *sealed) {
    struct store_setting one = {
        .key = key, .value = value, .sealed = sealed, .sealed_len = sealed != NULL ? strlen(sealed) : 0};

    TEST_ASSERT_EQUAL_INT(0, store_settings_put(store, &one));
}

/* A folder whose name contains characters with a meaning in a URI. */
static void make_folder(void) {
    struct store_home *home = NULL;
    struct store *store = NULL;

    TEST_ASSERT_EQUAL_INT(0, store_home_open(dir, &home));
    TEST_ASSERT_EQUAL_INT(0, store_open(home, &store));
    put(store, "Ethernet.address", "192.0.2.7", NULL);
    put(store, "Ethernet.secret", NULL, "sealed");
    put(store, "Ethernet2.address", "192.0.2.8", NULL);
    put(store, "Time.zone", "Europe/Berlin", NULL);
    put(store, "MyTime.zone", "x", NULL);
    store = store_free(store);
    home = store_home_close(home, true);
}

void setUp(void) {
    (void)snprintf(parent, sizeof(parent), "/tmp/postern-kept-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(parent));
    (void)snprintf(dir, sizeof(dir), "%s/a%%41?b#c d~\xc3\xa4\x7f", parent);
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&into));
    put(into, "Ethernet.mode", "old", NULL);
    put(into, "Other.old", "x", NULL);
    make_folder();
}

void tearDown(void) {
    char command[192];

    into = store_free(into);
    (void)snprintf(command, sizeof(command), "chmod -R u+w '%s'; rm -rf '%s'", parent, parent);
    TEST_ASSERT_EQUAL_INT(0, system(command));
}

static int note(void *ctx, const struct store_setting *setting) {
    size_t len = strlen(seen);

    (void)ctx;
    (void)snprintf(seen + len, sizeof(seen) - len, "%s=%s ", setting->key,
                   setting->value != NULL ? setting->value : "?");
    return 0;
}

static const char *settings(void) {
    seen[0] = '\0';
    TEST_ASSERT_EQUAL_INT(0, store_settings_each(into, note, NULL));
    return seen;
}

/* The settings of the pages, without secrets, replacing all others. */
void test_settings_of_pages(void) {
    TEST_ASSERT_EQUAL_INT(0, store_settings_take(dir, pages, 2, into));
    TEST_ASSERT_EQUAL_STRING("Ethernet.address=192.0.2.7 Time.zone=Europe/Berlin ", settings());
    TEST_ASSERT_TRUE(sqlite3_get_autocommit(into->db) != 0);
    TEST_ASSERT_EQUAL_INT(0, store_settings_take(dir, pages + 1, 1, into));
    TEST_ASSERT_EQUAL_STRING("Time.zone=Europe/Berlin ", settings());
    TEST_ASSERT_EQUAL_INT(0, store_settings_take(dir, pages, 0, into));
    TEST_ASSERT_EQUAL_STRING("", settings());
}

/* Reads the log left by an unclean end, and does not change the file. */
void test_the_file_is_not_changed(void) {
    char command[512];

    (void)snprintf(command, sizeof(command), "cp '%s/postern.db' '%s/copy'", dir, parent);
    TEST_ASSERT_EQUAL_INT(0, system(command));
    TEST_ASSERT_EQUAL_INT(0, store_settings_take(dir, pages, 2, into));
    (void)snprintf(command, sizeof(command), "cmp '%s/postern.db' '%s/copy'", dir, parent);
    TEST_ASSERT_EQUAL_INT(0, system(command));
}

/* Without the log's index file, which cannot be created if a folder has its name: reads only the database file. */
void test_where_no_log_can_be_read(void) {
    char path[256];

    (void)snprintf(path, sizeof(path), "%s/postern.db-wal", dir);
    folder_write(dir, "postern.db-shm", "", 0);
    TEST_ASSERT_EQUAL_INT(0, store_settings_take(dir, pages, 2, into));
    TEST_ASSERT_EQUAL_STRING("Ethernet.address=192.0.2.7 Time.zone=Europe/Berlin ", settings());
}

/* A read error midway changes nothing. */
void test_what_cannot_be_read_changes_nothing(void) {
    char path[256], longer[STORE_PATH_MAX + 2];

    TEST_ASSERT_EQUAL_INT(E_IO, store_settings_take("/nowhere", pages, 2, into));
    memset(longer, 'x', sizeof(longer));
    longer[STORE_PATH_MAX - sizeof("/postern.db") + 1] = '\0';
    TEST_ASSERT_EQUAL_INT(E_INVAL, store_settings_take(longer, pages, 2, into));
    (void)snprintf(path, sizeof(path), "%s/postern.db", dir);
    TEST_ASSERT_EQUAL_INT(0, truncate(path, 8192));
    TEST_ASSERT_EQUAL_INT(E_CORRUPT, store_settings_take(dir, pages, 2, into));
    TEST_ASSERT_EQUAL_STRING("Ethernet.mode=old Other.old=x ", settings());
    TEST_ASSERT_TRUE(sqlite3_get_autocommit(into->db) != 0);
}

/* If writing is not possible nothing is changed. */
void test_what_cannot_be_written(void) {
    TEST_ASSERT_EQUAL_INT(0, store_exec(into, "CREATE TRIGGER no BEFORE INSERT ON setting WHEN NEW.key = 'Time.zone'"
                                              " BEGIN SELECT RAISE(ABORT, 'no'); END"));
    TEST_ASSERT_NOT_EQUAL_INT(0, store_settings_take(dir, pages, 2, into));
    TEST_ASSERT_EQUAL_STRING("Ethernet.mode=old Other.old=x ", settings());
    TEST_ASSERT_EQUAL_INT(0, store_exec(into, "DROP TRIGGER no; CREATE TRIGGER no BEFORE DELETE ON setting"
                                              " BEGIN SELECT RAISE(ABORT, 'no'); END"));
    TEST_ASSERT_NOT_EQUAL_INT(0, store_settings_take(dir, pages, 2, into));
    TEST_ASSERT_EQUAL_STRING("Ethernet.mode=old Other.old=x ", settings());
    TEST_ASSERT_EQUAL_INT(0, store_begin(into));
    TEST_ASSERT_NOT_EQUAL_INT(0, store_settings_take(dir, pages, 2, into)); /* another connection is writing */
}
