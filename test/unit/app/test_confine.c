/* In a child, because none of it can be taken back. */
#include "app/confine.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unity.h"

void setUp(void) {
}

void tearDown(void) {
}

/* Bits of what does not hold. */
static int confined(void) {
    struct rlimit limit = {.rlim_cur = 1, .rlim_max = 1};
    int r = confine();
    (void)getrlimit(RLIMIT_CORE, &limit);
    return (r < 0 ? 1 : 0) | (limit.rlim_cur != 0 || limit.rlim_max != 0 ? 2 : 0) |
           (prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) != 0 ? 4 : 0) | (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1 ? 8 : 0);
}

void test_no_core_no_reading_no_privileges(void) {
    int status = -1;
    pid_t child = fork();
    TEST_ASSERT_NOT_EQUAL(-1, child);
    if (child == 0) {
        _exit(confined());
    }
    TEST_ASSERT_EQUAL(child, waitpid(child, &status, 0));
    TEST_ASSERT_TRUE(WIFEXITED(status));
    TEST_ASSERT_EQUAL(0, WEXITSTATUS(status));
}
