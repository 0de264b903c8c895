/* Unity as every test is linked with it: its own source, when LeakSanitizer looks, and when a failure ends the program.
 *
 * A failed assertion jumps out of its test, and what the test had allocated is lost. That is no fault of its own, but the
 * sanitizer would end the program before its results are written: all its tests would be reported as crashed, and the one that
 * failed would not be named. So leaks count only where all tests have passed.
 *
 * Where UNITY_ENDS_AT_FAILURE is set, as tools/mutate does, the first failed assertion ends the program. */
#include <stdlib.h>
#include <unistd.h>

#define UNITY_TEST_ABORT() abort_test()

static void abort_test(void) __attribute__((noreturn));

#include "unity.c"

static void abort_test(void) {
    if (Unity.CurrentTestFailed && getenv("UNITY_ENDS_AT_FAILURE") != NULL) {
        _exit(EXIT_FAILURE);
    }
    longjmp(Unity.AbortFrame, 1);
}

/* LeakSanitizer asks for it when the program ends; its header is not part of every compiler. */
int __lsan_is_turned_off(void);

int __lsan_is_turned_off(void) {
    return Unity.TestFailures > 0;
}

/* Freed memory that waits to be found in use: with the usual 256 MB the many programs that fork copy more tables of pages than
 * they do work. Weak: a test, or what it links of support/, may have options of its own. */
const char *__asan_default_options(void);

__attribute__((weak)) const char *__asan_default_options(void) {
    return "quarantine_size_mb=8";
}
