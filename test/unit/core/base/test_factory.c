/* What the factory gives: taken in whole or not at all, kept, and nowhere in clear. */
#include "core/base/factory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/base/core.h"
#include "core/base/identity.h"
#include "fake_hal.h"
#include "file_watch.h"
#include "folder_files.h"
#include "memory_watch.h"
#include "store/store.h"
#include "unity.h"

#define PASSWORD "bolt=cutter-42!"
#define KEY "0123-4567-89AB-CDEF-986B"
#define OTHER_KEY "FFFF-FFFF-FFFF-FFFF-97DF"
#define SMALL_KEY "ffff-ffff-ffff-ffff-97df"
#define ALL \
    "# of the factory\n\nserial = PT-7K3MQ4ZX2N\nengineer-password = " PASSWORD "\nsn-key = " KEY "\nbrand = postern\n"

/* Both folders in one, so that the order of what happens to them can be watched. */
static char dir[64];
static struct fake_hal fake;
static struct core_shared shared;
static struct core core = {.shared = &shared};
static char text[2048];

static bool is_there(const char *name) {
    return access(folder_path(dir, name), F_OK) == 0;
}

static size_t read_text(const char *name, char *ret_text, size_t size) {
    size_t len = folder_read(dir, name, ret_text, size - 1);
    ret_text[len] = '\0';
    return len;
}

void setUp(void) {
    TEST_ASSERT_EQUAL(0, crypto_start());
    fake_hal_init(&fake);
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-factory-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
}

static void unload(void) {
    factory_free(shared.factory);
    shared.factory = NULL;
}

void tearDown(void) {
    char command[128];
    (void)file_watch_stop();
    unload();
    shared.home = store_home_close(shared.home, true);
    (void)snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    TEST_ASSERT_EQUAL(0, system(command));
}

/* As a start does. */
static int load(void) {
    unload();
    return factory_new(dir, &shared.factory);
}

static int provision(const char *file) {
    folder_write(dir, "provision", file, strlen(file));
    return factory_provision(dir, dir, &fake.hal);
}

static void check_facts(const char *serial, const char *key, bool has_engineer, bool is_open) {
    char got_serial[ABOUT_SERIAL_MAX], got_key[FACTORY_SN_KEY_MAX];
    factory_serial(&shared, got_serial);
    factory_sn_key(&shared, got_key);
    TEST_ASSERT_EQUAL_STRING(serial, got_serial);
    TEST_ASSERT_EQUAL_STRING(key, got_key);
    TEST_ASSERT_EQUAL(has_engineer, factory_has_engineer(&shared));
    TEST_ASSERT_EQUAL(is_open, factory_up_is_open(&shared));
}

/* --- What is brought ------------------------------------------------------------------------------------------------- */

void test_nothing_is_set_where_nothing_was_brought(void) {
    TEST_ASSERT_EQUAL(E_NOTFOUND, factory_provision(dir, dir, &fake.hal));
    TEST_ASSERT_EQUAL(0, load());
    check_facts("", "", false, true);
}

void test_every_key_is_taken_in(void) {
    TEST_ASSERT_EQUAL(0, provision(ALL));
    TEST_ASSERT_EQUAL(0, load());
    check_facts("PT-7K3MQ4ZX2N", KEY, true, true);
    TEST_ASSERT_EQUAL(0, factory_check_engineer(&core, PASSWORD));
}

void test_the_last_line_needs_no_end_and_a_key_no_capitals(void) {
    TEST_ASSERT_EQUAL(0, provision("serial = A-1b\nsn-key = " SMALL_KEY));
    TEST_ASSERT_EQUAL(0, load());
    check_facts("A-1b", OTHER_KEY, false, true);
}

/* What a second one does not speak of stays as it is. */
void test_a_later_one_changes_what_it_names(void) {
    TEST_ASSERT_EQUAL(0, provision(ALL));
    TEST_ASSERT_EQUAL(0, load());
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &shared.home));
    TEST_ASSERT_EQUAL(0, factory_set_up(&core, false));
    TEST_ASSERT_EQUAL(0, provision("sn-key = " OTHER_KEY "\n"));
    TEST_ASSERT_EQUAL(0, load());
    check_facts("PT-7K3MQ4ZX2N", OTHER_KEY, true, false);
    TEST_ASSERT_EQUAL(0, factory_check_engineer(&core, PASSWORD));
    TEST_ASSERT_EQUAL(0, provision("engineer-password = another-one-7\n"));
    TEST_ASSERT_EQUAL(0, load());
    check_facts("PT-7K3MQ4ZX2N", OTHER_KEY, true, false);
    TEST_ASSERT_EQUAL(0, factory_check_engineer(&core, "another-one-7"));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, factory_check_engineer(&core, PASSWORD));
}

static void check_line(int err, const char *line) {
    TEST_ASSERT_EQUAL_MESSAGE(err, provision(line), line);
    TEST_ASSERT_EQUAL_MESSAGE(err < 0, is_there("provision"), line);
}

void test_limits_of_a_serial(void) {
    check_line(E_FORMAT, "serial = ABC");
    check_line(0, "serial = ABCD");
    check_line(0, "serial = abcdefghijklmnopqrstuvwxyz-01234"); /* 32 */
    TEST_ASSERT_EQUAL(0, load());
    check_facts("abcdefghijklmnopqrstuvwxyz-01234", "", false, true);
    check_line(E_FORMAT, "serial = abcdefghijklmnopqrstuvwxyz-012345");
    check_line(E_FORMAT, "serial = AB_D");
    check_line(E_FORMAT, "serial = AB D");
    check_line(E_FORMAT, "serial = \xC3\x84"
                         "BCD");
    check_line(E_FORMAT, "serial = ");
}

void test_limits_of_a_password(void) {
    char line[128] = "engineer-password = ";
    size_t len = strlen(line);
    check_line(E_FORMAT, "engineer-password = 123456789");
    check_line(0, "engineer-password = 1234567890");
    check_line(0, "engineer-password = !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~");
    check_line(E_FORMAT, "engineer-password = 12345 67890");
    check_line(E_FORMAT, "engineer-password = 12345\t67890");
    check_line(E_FORMAT, "engineer-password = 1234567890\x7f");
    check_line(E_FORMAT, "engineer-password = 1234567890\xC3\xA4");
    memset(line + len, 'p', 64);
    check_line(0, line);
    line[len + 64] = 'p';
    check_line(E_FORMAT, line);
}

/* Whatever stands in front of a line that is wrong does not count either, and the file stays for who looks after it. */
void test_a_wrong_line_leaves_all_as_it_was(void) {
    static const struct {
        const char *file;
        int err;
    } wrong[] = {
        {"serial", E_FORMAT},
        {"serial=PT-1234", E_FORMAT},
        {"serial =PT-1234", E_FORMAT},
        {"serial = PT-1234\r\n", E_FORMAT},
        {" serial = PT-1234", E_UNKNOWN},
        {"Serial = PT-1234", E_UNKNOWN},
        {"colour = red", E_UNKNOWN},
        {"up = closed", E_UNKNOWN},
        {" = PT-1234", E_UNKNOWN},
        {"serial = PT-1234\nserial = PT-1234\n", E_DUPLICATE},
        {"sn-key = " KEY "\nsn-key = " OTHER_KEY, E_DUPLICATE},
        {"engineer-password = 1234567890\nengineer-password = 1234567890", E_DUPLICATE},
        {"brand = one\nbrand = two", E_DUPLICATE},
        {"sn-key = 0123-4567-89AB-CDEF-986C", E_FORMAT},
        {"sn-key = ", E_FORMAT},
        {"serial = PT-NEW1\nengineer-password = short", E_FORMAT},
        {"serial = PT-NEW1\nengineer-password = 1234567890\nsn-key = " OTHER_KEY "\nnothing\n", E_FORMAT},
    };
    char before[1024], after[1024];
    TEST_ASSERT_EQUAL(0, provision(ALL));
    size_t len = read_text("factory", before, sizeof(before));
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        check_line(wrong[i].err, wrong[i].file);
        TEST_ASSERT_EQUAL(len, read_text("factory", after, sizeof(after)));
        TEST_ASSERT_EQUAL_MEMORY(before, after, len);
        TEST_ASSERT_EQUAL(strlen(wrong[i].file), read_text("provision", text, sizeof(text)));
        TEST_ASSERT_EQUAL_STRING(wrong[i].file, text);
    }
}

void test_a_file_that_is_too_large(void) {
    memset(text, '#', sizeof(text));
    text[1023] = '\0';
    check_line(0, text);
    text[1023] = '#';
    text[1024] = '\0';
    check_line(E_FORMAT, text);
}

void test_without_randomness_nothing_is_taken_in(void) {
    fake.entropy_fails = true;
    check_line(E_IO, ALL);
    TEST_ASSERT_FALSE(is_there("factory"));
}

void test_on_a_full_disk_nothing_is_taken_in_and_nothing_wiped(void) {
    folder_write(dir, "provision", ALL, strlen(ALL));
    file_watch_start(dir);
    file_watch_fill();
    TEST_ASSERT_EQUAL(E_NOSPC, factory_provision(dir, dir, &fake.hal));
    (void)file_watch_stop();
    TEST_ASSERT_FALSE(is_there("factory"));
    TEST_ASSERT_EQUAL(strlen(ALL), read_text("provision", text, sizeof(text)));
    TEST_ASSERT_EQUAL_STRING(ALL, text);
}

/* --- In which order -------------------------------------------------------------------------------------------------- */

void test_it_counts_durably_before_the_file_is_wiped(void) {
    folder_write(dir, "provision", ALL, strlen(ALL));
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, factory_provision(dir, dir, &fake.hal));
    TEST_ASSERT_EQUAL_STRING("write factory.new\nsync factory.new\nrename factory.new factory\nsync .\n"
                             "write provision\nsync provision\nremove provision\nsync .\n",
                             file_watch_stop());
}

void test_nothing_of_the_file_stays(void) {
    static const char zeros[sizeof(ALL)];
    folder_write(dir, "provision", ALL, strlen(ALL));
    TEST_ASSERT_EQUAL(0, link(folder_path(dir, "provision"), folder_path(dir, "same-octets")));
    TEST_ASSERT_EQUAL(0, factory_provision(dir, dir, &fake.hal));
    TEST_ASSERT_FALSE(is_there("provision"));
    TEST_ASSERT_EQUAL(strlen(ALL), read_text("same-octets", text, sizeof(text)));
    TEST_ASSERT_EQUAL_MEMORY(zeros, text, strlen(ALL));
}

/* A file of more than one piece of zeros, so that a cut may fall between them. */
static void write_long(void) {
    static char file[1000];
    memset(file, '#', 600);
    (void)snprintf(file + 600, sizeof(file) - 600, "\n%s", ALL);
    folder_write(dir, "provision", file, strlen(file));
}

void test_after_a_cut_anywhere_the_next_start_takes_in_all_of_it(void) {
    bool done = false;
    for (unsigned calls = 0; !done; calls++) {
        int status = 0;
        TEST_ASSERT_LESS_THAN(20, calls);
        (void)unlink(folder_path(dir, "factory"));
        write_long();
        pid_t child = fork();
        if (child == 0) {
            file_watch_start(dir);
            file_watch_cut_after(calls);
            _exit(factory_provision(dir, dir, &fake.hal) == 0 ? 0 : 1);
        }
        TEST_ASSERT_EQUAL(child, waitpid(child, &status, 0));
        TEST_ASSERT_TRUE(WIFEXITED(status));
        done = WEXITSTATUS(status) == 0;
        TEST_ASSERT_TRUE(done || WEXITSTATUS(status) == FILE_WATCH_CUT);
        TEST_ASSERT_EQUAL(done ? E_NOTFOUND : 0, factory_provision(dir, dir, &fake.hal));
        TEST_ASSERT_FALSE(is_there("provision"));
        TEST_ASSERT_EQUAL(0, load());
        check_facts("PT-7K3MQ4ZX2N", KEY, true, true);
        TEST_ASSERT_EQUAL(0, factory_check_engineer(&core, PASSWORD));
    }
}

/* --- The file that is kept ------------------------------------------------------------------------------------------- */

void test_the_file_is_the_daemons_alone_and_has_no_password(void) {
    struct stat info;
    TEST_ASSERT_EQUAL(0, provision(ALL));
    TEST_ASSERT_EQUAL(0, stat(folder_path(dir, "factory"), &info));
    TEST_ASSERT_EQUAL_HEX(0600, info.st_mode & 07777);
    (void)read_text("factory", text, sizeof(text));
    TEST_ASSERT_NULL(strstr(text, PASSWORD));
    TEST_ASSERT_NOT_NULL(strstr(text, "engineer $argon2id-hmac$"));
}

/* Two terminals with one password have different hashes: salt and pepper are their own. */
void test_the_same_password_is_another_hash_each_time(void) {
    char other[2048];
    TEST_ASSERT_EQUAL(0, provision("engineer-password = " PASSWORD));
    (void)read_text("factory", text, sizeof(text));
    TEST_ASSERT_EQUAL(0, provision("engineer-password = " PASSWORD));
    (void)read_text("factory", other, sizeof(other));
    TEST_ASSERT_NOT_EQUAL(0, strcmp(text, other));
}

void test_a_file_that_is_not_whole_is_refused(void) {
    TEST_ASSERT_EQUAL(0, provision(ALL));
    size_t len = read_text("factory", text, sizeof(text));
    for (size_t i = 0; i < len; i++) {
        folder_write(dir, "factory", text, i);
        TEST_ASSERT_EQUAL(E_CORRUPT, load());
    }
    folder_write(dir, "factory", text, len);
    TEST_ASSERT_EQUAL(0, load());
}

/* Nothing is taken in on top of what is damaged: somebody has to look. */
void test_damage_is_not_covered_up(void) {
    TEST_ASSERT_EQUAL(0, provision(ALL));
    size_t len = read_text("factory", text, sizeof(text));
    folder_write(dir, "factory", text, len - 1);
    check_line(E_CORRUPT, ALL);
    TEST_ASSERT_EQUAL(E_CORRUPT, load());
}

static void check_damage(const char *from, const char *to) {
    char damaged[2048];
    const char *at = strstr(text, from);
    TEST_ASSERT_NOT_NULL_MESSAGE(at, from);
    (void)snprintf(damaged, sizeof(damaged), "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    folder_write(dir, "factory", damaged, strlen(damaged));
    TEST_ASSERT_EQUAL_MESSAGE(E_CORRUPT, load(), to);
}

void test_lines_that_cannot_be_are_damage(void) {
    TEST_ASSERT_EQUAL(0, provision(ALL));
    (void)read_text("factory", text, sizeof(text));
    check_damage("postern-factory 1", "postern-factory 2");
    check_damage("serial ", "serial=");
    check_damage("serial PT-7K3MQ4ZX2N", "serial abcdefghijklmnopqrstuvwxyz-012345");
    check_damage("pepper ", "pepper !");
    check_damage("engineer ", "brand ");
    check_damage("sn-key " KEY "\n", "");
    check_damage("sn-key " KEY, "sn-key " KEY "0");
    check_damage("up open", "up ajar"); /* neither is taken for open */
    check_damage("up open", "up openly, of course");
    check_damage("up open\n", "up open\nup closed\n");
}

/* --- The password ---------------------------------------------------------------------------------------------------- */

void test_the_password_is_verified(void) {
    TEST_ASSERT_EQUAL(0, provision(ALL));
    TEST_ASSERT_EQUAL(0, load());
    TEST_ASSERT_EQUAL(0, factory_check_engineer(&core, PASSWORD));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, factory_check_engineer(&core, PASSWORD "!"));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, factory_check_engineer(&core, "bolt=cutter-42"));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, factory_check_engineer(&core, ""));
}

void test_where_there_is_none_every_password_is_wrong(void) {
    TEST_ASSERT_EQUAL(0, load());
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, factory_check_engineer(&core, PASSWORD));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, factory_check_engineer(&core, ""));
}

/* Time of this thread alone, the best of three: what else the machine does is not in it. */
static int64_t cost_us(const char *password) {
    int64_t best = INT64_MAX;
    for (int i = 0; i < 3; i++) {
        struct timespec from, to;
        TEST_ASSERT_EQUAL(0, clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from));
        TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, factory_check_engineer(&core, password));
        TEST_ASSERT_EQUAL(0, clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to));
        int64_t us = (to.tv_sec - from.tv_sec) * INT64_C(1000000) + (to.tv_nsec - from.tv_nsec) / 1000;
        best = us < best ? us : best;
    }
    return best;
}

/* Nobody learns from the time whether the factory gave one. A hash costs 30 ms, an answer without one nothing. */
void test_none_costs_as_much_as_a_wrong_one(void) {
    TEST_ASSERT_EQUAL(0, load());
    int64_t none = cost_us("not the password");
    TEST_ASSERT_EQUAL(0, provision(ALL));
    TEST_ASSERT_EQUAL(0, load());
    int64_t wrong = cost_us("not the password");
    TEST_ASSERT_GREATER_THAN(wrong / 2, none);
    TEST_ASSERT_LESS_THAN(wrong * 2, none);
}

/* --- What changes ---------------------------------------------------------------------------------------------------- */

void test_another_sn_key_is_durable(void) {
    TEST_ASSERT_EQUAL(0, provision(ALL));
    TEST_ASSERT_EQUAL(0, load());
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &shared.home));
    TEST_ASSERT_EQUAL(E_SN_KEY, factory_set_sn_key(&core, "0123-4567-89AB-CDEF-29B1"));
    check_facts("PT-7K3MQ4ZX2N", KEY, true, true);
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, factory_set_sn_key(&core, SMALL_KEY));
    TEST_ASSERT_EQUAL_STRING("write factory.new\nsync factory.new\nrename factory.new factory\nsync .\n",
                             file_watch_stop());
    check_facts("PT-7K3MQ4ZX2N", OTHER_KEY, true, true);
    TEST_ASSERT_EQUAL(0, load());
    check_facts("PT-7K3MQ4ZX2N", OTHER_KEY, true, true);
    TEST_ASSERT_EQUAL(0, factory_check_engineer(&core, PASSWORD));
}

void test_up_is_closed_and_opened_durably(void) {
    TEST_ASSERT_EQUAL(0, load());
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &shared.home));
    TEST_ASSERT_EQUAL(0, factory_set_up(&core, false));
    check_facts("", "", false, false);
    TEST_ASSERT_EQUAL(0, load());
    check_facts("", "", false, false);
    TEST_ASSERT_EQUAL(0, factory_set_up(&core, true));
    TEST_ASSERT_EQUAL(0, load());
    check_facts("", "", false, true);
}

/* What is shown is what the next start will say. */
void test_what_cannot_be_kept_does_not_count(void) {
    TEST_ASSERT_EQUAL(0, provision(ALL));
    TEST_ASSERT_EQUAL(0, load());
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &shared.home));
    file_watch_start(dir);
    file_watch_fill();
    TEST_ASSERT_EQUAL(E_NOSPC, factory_set_sn_key(&core, OTHER_KEY));
    TEST_ASSERT_EQUAL(E_NOSPC, factory_set_up(&core, false));
    (void)file_watch_stop();
    check_facts("PT-7K3MQ4ZX2N", KEY, true, true);
    TEST_ASSERT_EQUAL(0, load());
    check_facts("PT-7K3MQ4ZX2N", KEY, true, true);
}

/* --- Nothing is left in memory --------------------------------------------------------------------------------------- */

static int brought;

static void bring(void) {
    brought = factory_provision(dir, dir, &fake.hal);
}

static void check_nothing_of_password(int err, const char *file) {
    folder_write(dir, "provision", file, strlen(file));
    memory_watch_nothing(bring, PASSWORD);
    TEST_ASSERT_EQUAL(err, brought);
}

/* However it goes: taken in, refused at another line, or not read to its end. */
void test_the_password_stays_nowhere_in_memory(void) {
    static char large[1200];
    check_nothing_of_password(0, ALL);
    check_nothing_of_password(E_FORMAT, "engineer-password = " PASSWORD "\nsn-key = wrong\n");
    check_nothing_of_password(E_FORMAT, "sn-key = wrong\nengineer-password = " PASSWORD "\n");
    memset(large, '#', sizeof(large) - 1);
    memcpy(large, ALL, strlen(ALL));
    check_nothing_of_password(E_FORMAT, large);
}

static int loaded;

static void load_it(void) {
    loaded = load();
    unload();
}

static void verify_it(void) {
    TEST_ASSERT_EQUAL(0, factory_check_engineer(&core, PASSWORD));
}

static char pepper[CRYPTO_BASE64URL_LEN(CRYPTO_KEY_LEN)];

static void check_nothing_of_pepper(void (*act)(void)) {
    uint8_t octets[CRYPTO_KEY_LEN];
    memory_watch_nothing(act, pepper);
    TEST_ASSERT_EQUAL(0, crypto_base64url_read(pepper, strlen(pepper), octets, sizeof(octets)));
    struct memory_found found = memory_watch(act, octets, sizeof(octets));
    TEST_ASSERT_EQUAL(0, found.freed + found.frames + found.stack);
}

static void bring_anew(void) {
    fake_hal_init(&fake); /* the same randomness each time */
    bring();
}

/* Its key neither, be the file whole or damaged behind it. */
void test_the_pepper_stays_nowhere_in_memory(void) {
    fake_hal_init(&fake);
    TEST_ASSERT_EQUAL(0, provision(ALL));
    (void)read_text("factory", text, sizeof(text));
    const char *line = strstr(text, "pepper ");
    TEST_ASSERT_NOT_NULL(line);
    memcpy(pepper, line + strlen("pepper "), sizeof(pepper) - 1);
    check_nothing_of_pepper(load_it);
    TEST_ASSERT_EQUAL(0, loaded);
    TEST_ASSERT_EQUAL(0, unlink(folder_path(dir, "factory")));
    folder_write(dir, "provision", ALL, strlen(ALL));
    memory_watch_nothing(bring_anew, pepper);
    TEST_ASSERT_EQUAL(0, brought);
    TEST_ASSERT_GREATER_THAN(0, read_text("factory", text, sizeof(text)));
    TEST_ASSERT_NOT_NULL(strstr(text, pepper));
    TEST_ASSERT_EQUAL(0, load());
    check_nothing_of_pepper(verify_it);
    check_damage("up open", "up");
    check_nothing_of_pepper(load_it);
    TEST_ASSERT_EQUAL(E_CORRUPT, loaded);
    check_damage("engineer ", "nobody ");
    check_nothing_of_pepper(load_it);
}
