#include "util/log.h"

#include <string.h>
#include <unistd.h>

#include "unity.h"
#include "util/err.h"

static char line[1100];

void setUp(void) {
}

void tearDown(void) {
    log_init(&(struct log_options){.fd = STDERR_FILENO, .level = LOG_LEVEL_INFO});
}

static const char *format(const char *value) {
    struct log_pair pairs[] = {log_str("event", "e"), log_str("v", value)};

    (void)log_format(line, sizeof(line), -1, LOG_LEVEL_INFO, "m", pairs, 2);
    TEST_ASSERT_EQUAL_STRING_LEN("info m event=e v=", line, 17);
    return line + 17;
}

void test_line_has_time_level_module_and_pairs(void) {
    struct log_pair pairs[] = {log_str("event", "listening"), log_str("addr", "127.0.0.1:8080"), log_int("n", -5),
                               log_uint("u", UINT64_MAX), log_errno(E_NOSPC)};
    size_t len = log_format(line, sizeof(line), INT64_C(1790000000123), LOG_LEVEL_WARN, "http", pairs, 5);

    TEST_ASSERT_EQUAL_STRING("2026-09-21T14:13:20.123Z warn http event=listening addr=127.0.0.1:8080 n=-5"
                             " u=18446744073709551615 error=E_NOSPC reason=\"storage is full\"",
                             line);
    TEST_ASSERT_EQUAL_size_t(strlen(line), len);
}

void test_values_are_neutralised(void) {
    TEST_ASSERT_EQUAL_STRING("plain", format("plain"));
    TEST_ASSERT_EQUAL_STRING("\"\"", format(""));
    TEST_ASSERT_EQUAL_STRING("-", format(NULL));
    TEST_ASSERT_EQUAL_STRING("\"two words\"", format("two words"));
    TEST_ASSERT_EQUAL_STRING("\"a=b\"", format("a=b"));
    TEST_ASSERT_EQUAL_STRING("\"x\\ny\\r\\tz\"", format("x\ny\r\tz"));
    TEST_ASSERT_EQUAL_STRING("\"\\x1b[31m\"", format("\x1b[31m"));
    TEST_ASSERT_EQUAL_STRING("\"say \\\"\\\\\\\"\"", format("say \"\\\""));
    TEST_ASSERT_EQUAL_STRING("\"王 é\"", format("王 é"));
    TEST_ASSERT_EQUAL_STRING("\"\\xff\\xc3\"", format("\xff\xc3"));
    TEST_ASSERT_EQUAL_STRING("\"\\u{202e}\\u{200b}\\u{85}\\u{2028}\"",
                             format("\xe2\x80\xae\xe2\x80\x8b\xc2\x85\xe2\x80\xa8"));
    TEST_ASSERT_EQUAL_STRING("\"\\x7f\"", format("\x7f"));
}

void test_long_values_are_cut(void) {
    char value[1000];

    memset(value, 'x', sizeof(value) - 1);
    value[sizeof(value) - 1] = '\0';
    (void)format(value);
    TEST_ASSERT_EQUAL_size_t(17 + 1 + 256 + 3 + 1, strlen(line));
    TEST_ASSERT_EQUAL_STRING("x…\"", line + strlen(line) - 5);
}

/* A line of any number of pairs ends where it must and is whole text. */
void test_line_never_overflows(void) {
    char small[64];
    struct log_pair pairs[12];

    for (int i = 0; i < 12; i++) {
        pairs[i] = log_str("key", i % 2 ? "value with blanks" : "王王王王王王王王");
    }
    for (size_t size = 1; size <= sizeof(small); size++) {
        size_t len;

        memset(small, 1, sizeof(small));
        len = log_format(small, size, INT64_C(1790000000123), LOG_LEVEL_ERROR, "module", pairs, 12);
        TEST_ASSERT_LESS_THAN_size_t(size, len);
        TEST_ASSERT_EQUAL_CHAR('\0', small[len]);
    }
    TEST_ASSERT_EQUAL_size_t(0, log_format(small, 0, 0, LOG_LEVEL_ERROR, "m", pairs, 1));
}

static int64_t fixed(void *ctx) {
    return *(int64_t *)ctx;
}

void test_lines_go_to_the_descriptor_in_one_piece(void) {
    int64_t now = INT64_C(1790000000000);
    int ends[2];
    char got[256] = "";

    TEST_ASSERT_EQUAL_INT(0, pipe(ends));
    log_init(&(struct log_options){.fd = ends[1], .level = LOG_LEVEL_INFO, .utc_ms = fixed, .ctx = &now});
    log_debug("m", "not written");
    log_info("m", "started", log_uint("port", 8080));
    log_set_level(LOG_LEVEL_ERROR);
    log_warn("m", "not written");
    log_error("m", "alone");
    (void)close(ends[1]);
    TEST_ASSERT_GREATER_THAN_INT(0, (int)read(ends[0], got, sizeof(got) - 1));
    (void)close(ends[0]);
    TEST_ASSERT_EQUAL_STRING("2026-09-21T14:13:20.000Z info m event=started port=8080\n"
                             "2026-09-21T14:13:20.000Z error m event=alone\n",
                             got);
}

void test_level_names(void) {
    enum log_level level = LOG_LEVEL_ERROR;

    TEST_ASSERT_TRUE(log_level_parse("debug", &level));
    TEST_ASSERT_EQUAL_INT(LOG_LEVEL_DEBUG, level);
    TEST_ASSERT_FALSE(log_level_parse("loud", &level));
    TEST_ASSERT_EQUAL_STRING("warn", log_level_name(LOG_LEVEL_WARN));
    TEST_ASSERT_EQUAL_STRING("error", log_level_name((enum log_level)77));
}
