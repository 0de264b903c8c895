#include "transitions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "unity.h"
#include "util/log.h"

static int lines = -1; /* descriptor of the log */
static char begin[160]; /* of the lines of the followed machine */

static int64_t no_time(void *ctx) {
    (void)ctx;
    return -1;
}

void transitions_follow(const char *module, const char *machine) {
    transitions_end();
    lines = memfd_create("lines", MFD_CLOEXEC);
    TEST_ASSERT_TRUE(lines >= 0);
    log_init(&(struct log_options){.fd = lines, .level = LOG_LEVEL_INFO, .utc_ms = no_time});
    TEST_ASSERT_TRUE(log_set_module_level(module, LOG_LEVEL_DEBUG));
    (void)snprintf(begin, sizeof(begin), "debug %s event=\"state changed\" machine=%s ", module, machine);
}

void transitions_end(void) {
    if (lines >= 0) {
        log_init(&(struct log_options){.fd = STDERR_FILENO, .level = LOG_LEVEL_INFO});
        (void)close(lines);
        lines = -1;
    }
}

void assert_transitions(const char *expected) {
    const off_t size = lseek(lines, 0, SEEK_END);
    TEST_ASSERT_TRUE(size >= 0);
    char *said = calloc(1, (size_t)size + 1), *found = calloc(1, (size_t)size + 1);
    TEST_ASSERT_EQUAL(size, pread(lines, said, (size_t)size, 0));
    char *rest = said;
    for (const char *line = strtok_r(said, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        if (strncmp(line, begin, strlen(begin)) == 0) {
            (void)strcat(strcat(found, line + strlen(begin)), "\n");
        }
    }
    TEST_ASSERT_EQUAL(0, ftruncate(lines, 0));
    TEST_ASSERT_EQUAL(0, lseek(lines, 0, SEEK_SET));
    char message[1024] = "";
    (void)snprintf(message, sizeof(message), "%s", found);
    const int differs = strcmp(expected, found);
    free(said);
    free(found);
    TEST_ASSERT_EQUAL_STRING(expected, message);
    TEST_ASSERT_EQUAL(0, differs);
}
