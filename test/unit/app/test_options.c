#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/options.h"
#include "unity.h"

#define WORDS_MAX 20

static struct options options;
static unsigned line;
static int kept_out, kept_err;

/* What is said to people is not for the test's own output. */
void setUp(void) {
    (void)fflush(stdout);
    kept_out = dup(STDOUT_FILENO);
    kept_err = dup(STDERR_FILENO);
    options = (struct options){.log_level = LOG_LEVEL_INFO};
}

static void restore_output(void) {
    (void)fflush(stdout);
    (void)dup2(kept_out, STDOUT_FILENO);
    (void)dup2(kept_err, STDERR_FILENO);
}

void tearDown(void) {
    restore_output();
    (void)close(kept_out);
    (void)close(kept_err);
}

static int apply(const char *text) {
    return options_apply_file(text, strlen(text), &options, &line);
}

/* Parses a command line of up to WORDS_MAX words behind the program's name. */
static enum options_result parse(const char *const words[]) {
    char copies[1 + WORDS_MAX][512] = {"posternd"};
    char *argv[2 + WORDS_MAX] = {copies[0]};
    int argc = 1;
    for (; words[argc - 1] != NULL; argc++) {
        TEST_ASSERT_LESS_OR_EQUAL_INT(WORDS_MAX, argc);
        (void)snprintf(copies[argc], sizeof(copies[argc]), "%s", words[argc - 1]);
        argv[argc] = copies[argc];
    }
    int null = open("/dev/null", O_WRONLY);
    (void)dup2(null, STDOUT_FILENO);
    (void)dup2(null, STDERR_FILENO);
    (void)close(null);
    enum options_result result = options_parse(argc, argv, &options);
    restore_output();
    return result;
}

#define PARSE(...) parse((const char *const[]){__VA_ARGS__, NULL})

void test_command_line(void) {
    TEST_ASSERT_EQUAL(OPTIONS_RUN, PARSE("--state", "s", "--http=127.0.0.1:1", "--bench", "b", "--without=iris"));
    TEST_ASSERT_EQUAL_STRING("s", options.state);
    TEST_ASSERT_EQUAL_STRING("127.0.0.1:1", options.http);
    TEST_ASSERT_EQUAL_STRING("b", options.bench);
    TEST_ASSERT_EQUAL_STRING("iris", options.without);
}

void test_defaults(void) {
    TEST_ASSERT_EQUAL(OPTIONS_RUN, PARSE("--state", "s"));
    TEST_ASSERT_EQUAL_STRING(OPTIONS_HTTP_DEFAULT, options.http);
    TEST_ASSERT_EQUAL_STRING("", options.bench);
    TEST_ASSERT_EQUAL_STRING(OPTIONS_NAME_DEFAULT, options.device_name);
    TEST_ASSERT_FALSE(options.use_syslog);
    TEST_ASSERT_EQUAL(LOG_LEVEL_INFO, options.log_level);
}

/* As long as the console shows it whole; of the file or of the command line, which counts over it. */
void test_folder_for_copies(void) {
    char path[OPTIONS_BACKUP_DIR_MAX + 2];
    memset(path, 'x', sizeof(path));
    path[sizeof(path) - 1] = '\0';
    TEST_ASSERT_EQUAL(OPTIONS_WRONG, PARSE("--state", "s", "--backup-dir", path));
    path[sizeof(path) - 2] = '\0';
    TEST_ASSERT_EQUAL(OPTIONS_RUN, PARSE("--state", "s", "--backup-dir", path));
    TEST_ASSERT_EQUAL_STRING(path, options.backup_dir);
    TEST_ASSERT_EQUAL(OPTIONS_RUN, PARSE("--state", "s"));
    TEST_ASSERT_EQUAL_STRING("", options.backup_dir);
    TEST_ASSERT_EQUAL(0, apply("backup-dir = /media/usb\n"));
    TEST_ASSERT_EQUAL_STRING("/media/usb", options.backup_dir);
}

void test_http_may_be_off(void) {
    TEST_ASSERT_EQUAL(OPTIONS_RUN, PARSE("--state", "s", "--http", "off"));
    TEST_ASSERT_EQUAL(OPTIONS_WRONG, PARSE("--state", "s", "--http", "on"));
    TEST_ASSERT_EQUAL(OPTIONS_WRONG, PARSE("--state", "s", "--http", "127.0.0.1"));
}

void test_what_is_wrong(void) {
    TEST_ASSERT_EQUAL(OPTIONS_WRONG, PARSE("--http", "off"));
    TEST_ASSERT_EQUAL(OPTIONS_WRONG, PARSE("--state"));
    TEST_ASSERT_EQUAL(OPTIONS_WRONG, PARSE("--state", ""));
    TEST_ASSERT_EQUAL(OPTIONS_WRONG, PARSE("--state", "s", "--state", "t"));
    TEST_ASSERT_EQUAL(OPTIONS_WRONG, PARSE("--state", "s", "more"));
    TEST_ASSERT_EQUAL(OPTIONS_WRONG, PARSE("more", "--state", "s"));
    TEST_ASSERT_EQUAL(OPTIONS_WRONG, PARSE("--state", "s", "--https", "127.0.0.1"));
    TEST_ASSERT_EQUAL(OPTIONS_WRONG, PARSE("--state", "s", "--config", "/nonexistent/file"));
    TEST_ASSERT_EQUAL(OPTIONS_WRONG, PARSE("--state", "s", "-x"));
}

void test_a_recovery_needs_slots_and_is_asked_for_on_the_command_line(void) {
    TEST_ASSERT_EQUAL(OPTIONS_RUN, PARSE("--state", "s", "--system", "m"));
    TEST_ASSERT_FALSE(options.recovery);
    TEST_ASSERT_EQUAL(OPTIONS_RUN, PARSE("--state", "s", "--recovery", "--system", "m"));
    TEST_ASSERT_TRUE(options.recovery);
    TEST_ASSERT_EQUAL(OPTIONS_WRONG, PARSE("--state", "s", "--recovery"));
    TEST_ASSERT_EQUAL(E_UNKNOWN, apply("recovery = yes\n"));
}

void test_help_and_version_end_it(void) {
    TEST_ASSERT_EQUAL(OPTIONS_EXIT, PARSE("--help"));
    TEST_ASSERT_EQUAL(OPTIONS_EXIT, PARSE("--state", "s", "--version"));
}

void test_file_sets_what_it_names(void) {
    TEST_ASSERT_EQUAL(0, apply("# a comment\n\n  state = /var/lib/x  \r\nhttp=[::1]:80\ndevice-name = Front door = 1\n"
                               "log = syslog\nlog-level = debug\nbench = b"));
    TEST_ASSERT_EQUAL_STRING("/var/lib/x", options.state);
    TEST_ASSERT_EQUAL_STRING("[::1]:80", options.http);
    TEST_ASSERT_EQUAL_STRING("Front door = 1", options.device_name);
    TEST_ASSERT_EQUAL_STRING("b", options.bench);
    TEST_ASSERT_TRUE(options.use_syslog);
    TEST_ASSERT_EQUAL(LOG_LEVEL_DEBUG, options.log_level);
}

void test_file_errors_name_their_line(void) {
    static const struct {
        const char *text;
        int error;
        unsigned line;
    } cases[] = {
        {"state = a\nstat = b\n", E_UNKNOWN, 2},
        {"state = a\n\nstate = b\n", E_DUPLICATE, 3},
        {"state\n", E_FORMAT, 1},
        {"state =\n", E_FORMAT, 1},
        {"log = file\n", E_FORMAT, 1},
        {"= a\n", E_UNKNOWN, 1},
        {"log-level = loud\n", E_FORMAT, 1},
        {"version = 1\n", E_UNKNOWN, 1},
        {"#\n#\nx\n", E_FORMAT, 3},
    };
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        TEST_ASSERT_EQUAL_MESSAGE(cases[i].error, apply(cases[i].text), cases[i].text);
        TEST_ASSERT_EQUAL_MESSAGE(cases[i].line, line, cases[i].text);
    }
}

void test_file_with_too_long_a_line_or_a_nul(void) {
    char text[2 * OPTIONS_TEXT_MAX];
    memset(text, 'a', sizeof(text));
    memcpy(text, "state=", 6);
    TEST_ASSERT_EQUAL(E_TOO_LARGE, options_apply_file(text, sizeof(text), &options, &line));
    TEST_ASSERT_EQUAL(E_TOO_LARGE, options_apply_file(text, 6 + OPTIONS_TEXT_MAX, &options, &line));
    TEST_ASSERT_EQUAL(0, options_apply_file(text, 6 + OPTIONS_TEXT_MAX - 1, &options, &line));
    TEST_ASSERT_EQUAL(E_FORMAT, options_apply_file("state=a\0b\n", 10, &options, &line));
}

/* The command line of a restart as one text. */
static const char *again(const char *http) {
    static char text[512];
    const char *argv[OPTIONS_ARGV_MAX];
    size_t len = 0;
    options_again(&options, "posternd", http, "", argv);
    for (size_t i = 0; argv[i] != NULL; i++) {
        len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s", i == 0 ? "" : " ", argv[i]);
    }
    return text;
}

void test_a_restart_has_the_same_command_line(void) {
    TEST_ASSERT_EQUAL(OPTIONS_RUN, PARSE("--bench=b", "--state", "s", "--without", "iris"));
    TEST_ASSERT_EQUAL_STRING("posternd --state s --bench b --without iris", again("0.0.0.0:80"));
    TEST_ASSERT_EQUAL(OPTIONS_RUN, PARSE("--state", "s", "--backup-dir", "/media/usb"));
    TEST_ASSERT_EQUAL_STRING("posternd --state s --backup-dir /media/usb", again("0.0.0.0:80"));
    TEST_ASSERT_EQUAL(OPTIONS_RUN, PARSE("--state", "s", "--http", "127.0.0.1:8080"));
    TEST_ASSERT_EQUAL_STRING("posternd --state s --http 127.0.0.1:8080", again("127.0.0.1:8080"));
    TEST_ASSERT_EQUAL(OPTIONS_RUN, PARSE("--state", "s", "--http", "off"));
    TEST_ASSERT_EQUAL_STRING("posternd --state s --http off", again(""));
}

void test_a_restart_keeps_the_port_that_the_system_chose(void) {
    TEST_ASSERT_EQUAL(OPTIONS_RUN, PARSE("--state", "s", "--http", "127.0.0.1:0"));
    TEST_ASSERT_EQUAL_STRING("posternd --state s --http 127.0.0.1:41234", again("127.0.0.1:41234"));
    TEST_ASSERT_EQUAL(OPTIONS_RUN, PARSE("--state", "s", "--http", "[::1]:0"));
    TEST_ASSERT_EQUAL_STRING("posternd --state s --http [::1]:41234", again("[::1]:41234"));
}

void test_a_restart_has_room_for_every_option(void) {
    TEST_ASSERT_EQUAL(OPTIONS_RUN, PARSE("--state", "s", "--http", "off", "--https", "off", "--bench", "b", "--without",
                                         "iris", "--backup-dir", "d", "--system", "m", "--config", "/dev/null"));
    TEST_ASSERT_EQUAL_STRING("posternd --state s --http off --https off --bench b --without iris --backup-dir d"
                             " --system m --config /dev/null",
                             again(""));
}
