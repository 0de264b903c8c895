/* The last upgrade, as the state folder keeps it. */
#include "core/upgrade/history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file_watch.h"
#include "unity.h"
#include "util/whole_file.h"

static char dir[64], text[4096];
static struct upgrade_history written, got;

void setUp(void) {
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-history-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    memset(&written, 0, sizeof(written));
    memset(&got, 0xff, sizeof(got));
    written.phase = UPGRADE_PHASE_SWITCHED;
    written.slot = SLOT_B;
    written.at_s = 1763900000;
    (void)snprintf(written.from, sizeof(written.from), "1.2.0");
    (void)snprintf(written.to, sizeof(written.to), "1.3.0-rc.1+20261124");
}

void tearDown(void) {
    char command[128];
    (void)file_watch_stop();
    (void)snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    TEST_ASSERT_EQUAL(0, system(command));
}

static void check_round(void) {
    TEST_ASSERT_EQUAL(0, history_write(dir, &written));
    TEST_ASSERT_EQUAL(0, history_read(dir, &got));
    TEST_ASSERT_EQUAL(written.phase, got.phase);
    TEST_ASSERT_EQUAL_STRING(written.from, got.from);
    TEST_ASSERT_EQUAL_STRING(written.to, got.to);
    TEST_ASSERT_EQUAL(written.slot, got.slot);
    TEST_ASSERT_EQUAL_INT64(written.at_s, got.at_s);
    TEST_ASSERT_EQUAL(written.reason, got.reason);
    TEST_ASSERT_EQUAL_STRING(written.device, got.device);
    TEST_ASSERT_EQUAL_UINT32(written.lines_taken, got.lines_taken);
    TEST_ASSERT_EQUAL_UINT32(written.lines_left, got.lines_left);
    TEST_ASSERT_EQUAL_HEX32(written.answered, got.answered);
    for (size_t i = 0; i < HAL_DRIVERS_MAX; i++) {
        TEST_ASSERT_EQUAL_STRING(written.drivers[i], got.drivers[i]);
    }
}

static void check_none(void) {
    static const struct upgrade_history none;
    memset(&got, 0xff, sizeof(got));
    TEST_ASSERT_EQUAL(0, history_read(dir, &got));
    TEST_ASSERT_EQUAL_MEMORY(&none, &got, sizeof(got));
}

void test_there_need_not_be_one(void) {
    check_none();
}

void test_every_phase_reason_and_slot(void) {
    for (int phase = UPGRADE_PHASE_NONE; phase <= UPGRADE_PHASE_BACK; phase++) {
        for (int reason = 0; reason < UPGRADE_REASON_COUNT; reason++) {
            for (int slot = 0; slot < SLOT_COUNT; slot++) {
                written.phase = (enum upgrade_phase)phase;
                written.reason = (enum upgrade_reason)reason;
                written.slot = (enum slot)slot;
                check_round();
            }
        }
    }
}

void test_the_longest_of_everything(void) {
    memset(written.from, 'f', sizeof(written.from) - 1);
    memset(written.to, 't', sizeof(written.to) - 1);
    memset(written.device, 'd', sizeof(written.device) - 1);
    written.at_s = INT64_MAX;
    written.lines_taken = written.lines_left = UINT32_MAX;
    for (size_t i = 0; i < HAL_DRIVERS_MAX; i++) {
        memset(written.drivers[i], 'a' + (int)i, sizeof(written.drivers[i]) - 1);
        written.answered |= i % 3 == 0 ? UINT32_C(1) << i : 0;
    }
    check_round();
}

void test_devices_that_answered_and_that_did_not(void) {
    static const char *const names[] = {"display", "camera", "sound", "door-sensor"};
    for (size_t i = 0; i < 4; i++) {
        (void)snprintf(written.drivers[i], sizeof(written.drivers[i]), "%s", names[i]);
    }
    for (uint32_t answered = 0; answered < 16; answered++) {
        written.answered = answered;
        check_round();
    }
}

/* How the file looks is a contract: the firmware that reads it may be older or newer than the one that wrote it. */
void test_the_text_is_that_of_other_versions_too(void) {
    (void)snprintf(written.drivers[0], sizeof(written.drivers[0]), "display");
    (void)snprintf(written.drivers[1], sizeof(written.drivers[1]), "camera");
    written.answered = 1;
    written.lines_taken = 7;
    TEST_ASSERT_EQUAL(0, history_write(dir, &written));
    TEST_ASSERT_EQUAL(0, whole_file_read(dir, "upgrade", text, sizeof(text)));
    TEST_ASSERT_EQUAL_STRING(
        "postern-upgrade 1\nphase switched\nversions 1.2.0 1.3.0-rc.1+20261124\nslot B\nat 1763900000\n"
        "reason 0\ndevice -\nlines 7 0\nanswers display\nsilent camera\n",
        text);
}

static void check_text_is_none(const char *bad) {
    TEST_ASSERT_EQUAL(0, whole_file_write(dir, "upgrade", bad));
    check_none();
}

void test_a_text_that_cannot_be_understood_is_none(void) {
    static const char *const wrong[][2] = {
        {"postern-upgrade 1", "postern-upgrade 2"},
        {"phase switched", "phase tried"},
        {"slot B", "slot C"},
        {"reason 0", "reason 99"},
        {"reason 0", "reason no"},
        {"at 1763900000", "at noon"},
        {"lines 0 0", "lines 0"},
        {"versions 1.2.0 ", "versions "},
        {"phase", "step"},
    };
    char bad[4096];
    TEST_ASSERT_EQUAL(0, history_write(dir, &written));
    TEST_ASSERT_EQUAL(0, whole_file_read(dir, "upgrade", text, sizeof(text)));
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        const char *at = strstr(text, wrong[i][0]);
        TEST_ASSERT_NOT_NULL(at);
        (void)snprintf(bad, sizeof(bad), "%.*s%s%s", (int)(at - text), text, wrong[i][1], at + strlen(wrong[i][0]));
        check_text_is_none(bad);
    }
    for (size_t len = 0; len < strlen(text) - 1; len++) { /* the last byte is the end of the last line */
        (void)snprintf(bad, sizeof(bad), "%.*s", (int)len, text);
        check_text_is_none(bad);
    }
}

void test_more_than_it_can_be_is_none(void) {
    static char large[5000];
    memset(large, 'x', sizeof(large) - 1);
    check_text_is_none(large);
}

void test_it_is_whole_or_not_at_all(void) {
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, history_write(dir, &written));
    TEST_ASSERT_EQUAL_STRING("write upgrade.new\nsync upgrade.new\nrename upgrade.new upgrade\nsync .\n",
                             file_watch_stop());
}

void test_on_a_full_disk_the_one_before_stays(void) {
    check_round();
    file_watch_start(dir);
    file_watch_fill();
    written.phase = UPGRADE_PHASE_CONFIRMED;
    TEST_ASSERT_EQUAL(E_NOSPC, history_write(dir, &written));
    (void)file_watch_stop();
    TEST_ASSERT_EQUAL(0, history_read(dir, &got));
    TEST_ASSERT_EQUAL(UPGRADE_PHASE_SWITCHED, got.phase);
}
