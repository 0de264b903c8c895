#include "util/log.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_watch.h"
#include "folder_files.h"
#include "unity.h"
#include "util/err.h"

static char line[1100];
static char dir[64]; /* of the stored log; "" until a test stores one */

void setUp(void) {
    cause_clear();
    dir[0] = '\0';
}

void tearDown(void) {
    char command[128];
    (void)file_watch_stop();
    log_keep("/nowhere"); /* ends storing */
    (void)snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    TEST_ASSERT_EQUAL(0, dir[0] != '\0' ? system(command) : 0);
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

static const char *format_error(int err) {
    struct log_pair pairs[] = {log_str("event", "e"), log_errno(err), log_int("n", 1)};

    (void)log_format(line, sizeof(line), -1, LOG_LEVEL_INFO, "m", pairs, 3);
    return line;
}

void test_an_error_has_its_cause_and_where_it_arose(void) {
    char expected[200];
    (void)err_from_errno(ENOSPC);
    (void)snprintf(expected, sizeof(expected),
                   "info m event=e error=E_NOSPC reason=\"storage is full\""
                   " cause=\"%s: No space left on device\" where=test_log.c:%d n=1",
                   __func__, __LINE__ - 4);
    TEST_ASSERT_EQUAL_STRING(expected, format_error(E_NOSPC));
    TEST_ASSERT_EQUAL_STRING("info m event=e error=E_IO reason=\"input or output failed\" n=1", format_error(E_IO));
    cause_clear();
    TEST_ASSERT_EQUAL_STRING("info m event=e error=E_NOSPC reason=\"storage is full\" n=1", format_error(E_NOSPC));
}

void test_a_cause_is_neutralised(void) {
    (void)err_with_text(E_IO, "a\nb\x1b\" cause=\"c\xe2\x80\xae\xff");
    TEST_ASSERT_NOT_NULL(strstr(format_error(E_IO), ": a\\nb\\x1b\\\" cause=\\\"c\\u{202e}\\xff\" where="));
    (void)err_here(E_IO);
    TEST_ASSERT_NOT_NULL(strstr(format_error(E_IO), " cause=test_a_cause_is_neutralised where=test_log.c:"));
}

/* With maximum lengths the line is complete. */
void test_a_long_cause_leaves_the_place(void) {
    char text[2 * CAUSE_TEXT_MAX];
    memset(text, '\x01', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    (void)err_with_text(E_IO, text);
    TEST_ASSERT_NOT_NULL(strstr(format_error(E_IO), "…\" where=test_log.c:"));
}

void test_a_cause_that_was_kept(void) {
    (void)err_with_text(E_CORRUPT, "missing table leave");
    struct cause kept = *cause_get();
    cause_clear();
    struct log_pair pairs[] = {log_str("event", "e"), log_cause(&kept), log_cause(cause_get()), log_int("n", 1)};
    (void)log_format(line, sizeof(line), -1, LOG_LEVEL_INFO, "m", pairs, 4);
    TEST_ASSERT_EQUAL_STRING_LEN(
        "info m event=e cause=\"test_a_cause_that_was_kept: missing table leave\" where=", line, 76);
    TEST_ASSERT_NULL(strstr(strstr(line, "cause=") + 1, "cause="));
    TEST_ASSERT_EQUAL_STRING(" n=1", line + strlen(line) - 4);
}

void test_long_values_are_cut(void) {
    char value[1000];

    memset(value, 'x', sizeof(value) - 1);
    value[sizeof(value) - 1] = '\0';
    (void)format(value);
    TEST_ASSERT_EQUAL_size_t(17 + 1 + 256 + 3 + 1, strlen(line));
    TEST_ASSERT_EQUAL_STRING("x…\"", line + strlen(line) - 5);
}

/* A line of any number of pairs ends properly and is valid text. */
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

static const char *const two[] = {"open", "shut tight"};
static const struct log_machine machine = {.name = "lid", .states = two, .count = 2};

/* Returns the logged transitions while the module has this level. */
static const char *written_of_transitions(enum log_level level) {
    static char got[512];
    int64_t now = -1;
    int ends[2];
    TEST_ASSERT_EQUAL_INT(0, pipe(ends));
    memset(got, 0, sizeof(got));
    log_init(&(struct log_options){.fd = ends[1], .level = LOG_LEVEL_INFO, .utc_ms = fixed, .ctx = &now});
    TEST_ASSERT_TRUE(log_set_module_level("door", level));
    log_transition("door", &machine, 0, 1, "a hand");
    log_transition("door", &machine, 1, 1, "nobody");
    log_transition("door", &machine, 2, 0, "time");
    log_transition("door", &machine, 1, UINT_MAX, "time");
    (void)close(ends[1]);
    TEST_ASSERT_GREATER_OR_EQUAL(0, read(ends[0], got, sizeof(got) - 1));
    (void)close(ends[0]);
    return got;
}

void test_a_transition_is_a_line_at_debug(void) {
    TEST_ASSERT_EQUAL_STRING(
        "debug door event=\"state changed\" machine=lid from=open to=\"shut tight\" by=\"a hand\"\n"
        "debug door event=\"state changed\" machine=lid from=unknown to=open by=time\n"
        "debug door event=\"state changed\" machine=lid from=\"shut tight\" to=unknown by=time\n",
        written_of_transitions(LOG_LEVEL_DEBUG));
    TEST_ASSERT_EQUAL_STRING("", written_of_transitions(LOG_LEVEL_INFO));
}

void test_level_names(void) {
    enum log_level level = LOG_LEVEL_ERROR;

    TEST_ASSERT_TRUE(log_level_parse("debug", &level));
    TEST_ASSERT_EQUAL_INT(LOG_LEVEL_DEBUG, level);
    TEST_ASSERT_FALSE(log_level_parse("loud", &level));
    TEST_ASSERT_EQUAL_STRING("warn", log_level_name(LOG_LEVEL_WARN));
    TEST_ASSERT_EQUAL_STRING("error", log_level_name((enum log_level)77));
}

/* --- Levels of the modules
 * -------------------------------------------------------------------------------------------- */

/* Returns which levels are written for lines of each level, as letters. */
static const char *written_of(const char *module) {
    static char letters[8];
    char got[2048] = "";
    int ends[2];
    size_t count = 0;
    TEST_ASSERT_EQUAL_INT(0, pipe(ends));
    enum log_level before[LOG_MODULES];
    for (unsigned i = 0; i < LOG_MODULES; i++) {
        before[i] = log_module_level(i);
    }
    log_init(&(struct log_options){.fd = ends[1], .level = LOG_LEVEL_WARN});
    for (unsigned i = 0; i < LOG_MODULES; i++) {
        TEST_ASSERT_TRUE(log_set_module_level(log_module_name(i), before[i]));
    }
    log_error(module, "E");
    log_warn(module, "W");
    log_info(module, "I");
    log_debug(module, "D");
    (void)close(ends[1]);
    TEST_ASSERT_GREATER_OR_EQUAL(0, read(ends[0], got, sizeof(got) - 1));
    (void)close(ends[0]);
    for (const char *at = strstr(got, "event="); at != NULL; at = strstr(at + 1, "event=")) {
        letters[count++] = at[6];
    }
    letters[count] = '\0';
    return letters;
}

void test_each_part_has_a_level_of_its_own(void) {
    log_set_level(LOG_LEVEL_WARN);
    TEST_ASSERT_TRUE(log_set_module_level("door", LOG_LEVEL_DEBUG));
    TEST_ASSERT_TRUE(log_set_module_level("http", LOG_LEVEL_ERROR));
    TEST_ASSERT_EQUAL_STRING("EWID", written_of("door"));
    TEST_ASSERT_EQUAL_STRING("E", written_of("http"));
    TEST_ASSERT_EQUAL_STRING("EW", written_of("app"));
    TEST_ASSERT_EQUAL_STRING("EW", written_of("somebody else")); /* the default level */
    TEST_ASSERT_TRUE(log_set_module_level("door", LOG_LEVEL_INFO));
    TEST_ASSERT_EQUAL_STRING("EWI", written_of("door"));
}

void test_the_level_of_all_is_that_of_each(void) {
    TEST_ASSERT_TRUE(log_set_module_level("door", LOG_LEVEL_DEBUG));
    log_set_level(LOG_LEVEL_ERROR);
    for (unsigned i = 0; i < LOG_MODULES; i++) {
        TEST_ASSERT_EQUAL(LOG_LEVEL_ERROR, log_module_level(i));
    }
    TEST_ASSERT_EQUAL_STRING("E", written_of("door"));
}

void test_parts_that_there_are_not(void) {
    TEST_ASSERT_FALSE(log_set_module_level("", LOG_LEVEL_DEBUG));
    TEST_ASSERT_FALSE(log_set_module_level("doo", LOG_LEVEL_DEBUG));
    TEST_ASSERT_FALSE(log_set_module_level("door ", LOG_LEVEL_DEBUG));
    TEST_ASSERT_FALSE(log_set_module_level("Door", LOG_LEVEL_DEBUG));
}

void test_names_of_parts_are_sorted_and_differ(void) {
    for (unsigned i = 1; i < LOG_MODULES; i++) {
        TEST_ASSERT_LESS_THAN(0, strcmp(log_module_name(i - 1), log_module_name(i)));
    }
}

/* --- Stored log
 * ------------------------------------------------------------------------------------------------------- */

static void keep(enum log_level level) {
    static int null = -1;
    static int64_t now = INT64_C(1790000000000);
    null = null < 0 ? open("/dev/null", O_WRONLY) : null;
    TEST_ASSERT_GREATER_OR_EQUAL(0, null);
    if (dir[0] == '\0') {
        (void)snprintf(dir, sizeof(dir), "/tmp/postern-log-XXXXXX");
        TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    }
    log_init(&(struct log_options){.fd = null, .level = level, .utc_ms = fixed, .ctx = &now});
    log_keep(dir);
}

/* Returns a file's text, valid until the next call. "": no file. */
static const char *text_of(const char *name, size_t *ret_len) {
    static char text[LOG_KEPT_OCTETS + 1];
    FILE *file = fopen(folder_path(dir, name), "r");
    *ret_len = file != NULL ? fread(text, 1, LOG_KEPT_OCTETS, file) : 0;
    text[*ret_len] = '\0';
    TEST_ASSERT_TRUE(file == NULL || fgetc(file) == EOF); /* no larger than that */
    TEST_ASSERT_EQUAL(0, file != NULL ? fclose(file) : 0);
    return text;
}

void test_lines_are_kept_as_they_are_written(void) {
    struct stat info;
    size_t len = 0;
    keep(LOG_LEVEL_INFO);
    log_info("app", "one");
    log_debug("app", "not written, not kept");
    log_error("app", "two", log_int("n", 2));
    TEST_ASSERT_EQUAL_STRING("2026-09-21T14:13:20.000Z info app event=one\n"
                             "2026-09-21T14:13:20.000Z error app event=two n=2\n",
                             text_of(LOG_FILE_NOW, &len));
    TEST_ASSERT_EQUAL(0, stat(folder_path(dir, LOG_FILE_NOW), &info));
    TEST_ASSERT_EQUAL_HEX(0600, info.st_mode & 07777);
    TEST_ASSERT_EQUAL_STRING("", text_of(LOG_FILE_OLD, &len));
}

/* Lines from before a restart stay, and count. */
void test_a_start_goes_on_behind_what_was_kept(void) {
    size_t len = 0;
    keep(LOG_LEVEL_INFO);
    log_info("app", "before");
    keep(LOG_LEVEL_INFO);
    log_info("app", "after");
    TEST_ASSERT_EQUAL_STRING("2026-09-21T14:13:20.000Z info app event=before\n"
                             "2026-09-21T14:13:20.000Z info app event=after\n",
                             text_of(LOG_FILE_NOW, &len));
}

/* Returns the number of the first line of a text. */
static unsigned number_at(const char *text) {
    const char *at = strstr(text, "event=");
    TEST_ASSERT_NOT_NULL(at);
    return (unsigned)strtoul(at + strlen("event="), NULL, 10);
}

static unsigned last_of(const char *text, size_t len) {
    TEST_ASSERT_EQUAL_CHAR('\n', text[len - 1]); /* each of them complete */
    size_t at = len - 1;
    while (at > 0 && text[at - 1] != '\n') {
        at--;
    }
    return number_at(text + at);
}

/* At any time: the last lines, none missing, at least the promised bytes and at most twice as many. */
void test_the_last_lines_are_kept_and_no_more(void) {
    size_t all = 0;
    keep(LOG_LEVEL_INFO);
    for (unsigned i = 1; i <= 25000; i++) {
        char event[16], filler[200];
        memset(filler, 'f', sizeof(filler) - 1);
        filler[i % (sizeof(filler) - 1)] = '\0'; /* lines of many lengths */
        (void)snprintf(event, sizeof(event), "%u", i);
        log_info("app", event, log_str("filler", filler[0] != '\0' ? filler : "-"));
        if (i % 1000 != 0) {
            continue;
        }
        size_t now = 0, old = 0;
        const char *text = text_of(LOG_FILE_NOW, &now);
        unsigned first = number_at(text);
        TEST_ASSERT_EQUAL(i, last_of(text, now));
        text = text_of(LOG_FILE_OLD, &old);
        TEST_ASSERT_TRUE(old == 0 || last_of(text, old) == first - 1);
        TEST_ASSERT_TRUE(old == 0 ? first == 1 : old + now > LOG_KEPT_OCTETS);
        TEST_ASSERT_LESS_OR_EQUAL(LOG_KEPT_OCTETS, now);
        TEST_ASSERT_LESS_OR_EQUAL(LOG_KEPT_OCTETS, old);
        all = old + now;
    }
    TEST_ASSERT_GREATER_THAN(LOG_KEPT_OCTETS, all); /* it was filled more than once */
}

/* Lines found at start count towards the limit. */
void test_octets_of_the_start_before_count(void) {
    size_t len = 0;
    keep(LOG_LEVEL_INFO);
    log_info("app", "before");
    TEST_ASSERT_EQUAL(0, truncate(folder_path(dir, LOG_FILE_NOW), LOG_KEPT_OCTETS));
    keep(LOG_LEVEL_INFO);
    log_info("app", "after");
    TEST_ASSERT_EQUAL_STRING("2026-09-21T14:13:20.000Z info app event=after\n", text_of(LOG_FILE_NOW, &len));
    (void)text_of(LOG_FILE_OLD, &len);
    TEST_ASSERT_EQUAL(LOG_KEPT_OCTETS, len);
}

/* Flash is only written for lines, without additional syncs. */
void test_kept_lines_are_not_synchronised(void) {
    keep(LOG_LEVEL_INFO);
    file_watch_start(dir);
    for (int i = 0; i < 100; i++) {
        log_info("app", "line");
    }
    TEST_ASSERT_EQUAL_STRING("write log.now\n", file_watch_stop());
}

void test_a_link_in_the_place_of_the_file_keeps_nothing(void) {
    size_t len = 0;
    keep(LOG_LEVEL_INFO);
    log_keep("/nowhere");
    TEST_ASSERT_EQUAL(0, unlink(folder_path(dir, LOG_FILE_NOW)));
    char elsewhere[128];
    (void)snprintf(elsewhere, sizeof(elsewhere), "%s/elsewhere", dir);
    TEST_ASSERT_EQUAL(0, close(open(elsewhere, O_WRONLY | O_CREAT, 0600)));
    TEST_ASSERT_EQUAL(0, symlink(elsewhere, folder_path(dir, LOG_FILE_NOW)));
    keep(LOG_LEVEL_INFO);
    log_info("app", "line");
    TEST_ASSERT_EQUAL_STRING("", text_of("elsewhere", &len));
}

/* Neither is fatal: there is nowhere to report it. */
void test_a_folder_that_is_not_there_and_a_full_disk(void) {
    size_t len = 0;
    log_keep("/nowhere");
    keep(LOG_LEVEL_INFO);
    file_watch_start(dir);
    file_watch_fill();
    log_info("app", "lost");
    (void)file_watch_stop();
    log_info("app", "kept");
    TEST_ASSERT_EQUAL_STRING("2026-09-21T14:13:20.000Z info app event=kept\n", text_of(LOG_FILE_NOW, &len));
}
