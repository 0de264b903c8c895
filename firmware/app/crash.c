/* The handler calls only async-signal-safe functions (signal-safety(7)); backtrace(3) is called once before, so that
 * its library is loaded. */
#include "app/crash.h"

#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/engineer/files.h"
#include "util/cleanup.h"

#define FRAMES_MAX 64
#define STACK_OCTETS 65536
#define THREAD_NAME_MAX 16
#define HEX_DIGITS 16

static struct {
    char path[PATH_MAX];
    const char *build, *version;
    uintptr_t base; /* load address of the program */
    _Atomic int64_t ahead_ms; /* of CLOCK_MONOTONIC, of the time that was set last */
} s;

static const struct {
    int number;
    const char *name;
} caught[] = {
    {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"},   {SIGILL, "SIGILL"},
    {SIGFPE, "SIGFPE"},   {SIGABRT, "SIGABRT"}, {SIGSYS, "SIGSYS"},
};

#define CAUGHT (sizeof(caught) / sizeof(caught[0]))

static void crash_put(int fd, const char *text) {
    ssize_t written = write(fd, text, strlen(text));
    (void)written; /* nobody left to report it to */
}

static void put_line(int fd, const char *name, const char *value) {
    crash_put(fd, name);
    crash_put(fd, " ");
    crash_put(fd, value);
    crash_put(fd, "\n");
}

static void put_address(int fd, const char *name, uintptr_t address) {
    static const char digits[] = "0123456789abcdef";
    char text[HEX_DIGITS + 3] = "0x";
    size_t len = 2;
    int shift = (int)(sizeof(address) * 8) - 4;
    while (shift > 0 && (address >> shift & 15) == 0) {
        shift -= 4;
    }
    for (; shift >= 0; shift -= 4) {
        text[len++] = digits[address >> shift & 15];
    }
    text[len] = '\0';
    put_line(fd, name, text);
}

/* clock_gettime may be called in a signal handler (signal-safety(7)). */
static int64_t monotonic_ms(void) {
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
}

static void put_time(int fd) {
    char text[24];
    size_t at = sizeof(text) - 1;
    uint64_t seconds = (uint64_t)(monotonic_ms() + atomic_load(&s.ahead_ms)) / 1000;
    text[at] = '\0';
    do {
        text[--at] = (char)('0' + seconds % 10);
        seconds /= 10;
    } while (seconds > 0);
    put_line(fd, "time", text + at);
}

static void write_report(int fd, int number, const siginfo_t *info) {
    void *frames[FRAMES_MAX];
    char thread[THREAD_NAME_MAX] = "";
    const char *name = "signal";
    for (size_t i = 0; i < CAUGHT; i++) {
        name = caught[i].number == number ? caught[i].name : name;
    }
    (void)prctl(PR_GET_NAME, thread);
    crash_put(fd, "postern-crash 1\n");
    put_line(fd, "signal", name);
    put_time(fd);
    put_line(fd, "build", s.build);
    put_line(fd, "version", s.version);
    put_line(fd, "thread", thread);
    put_address(fd, "address", (uintptr_t)info->si_addr);
    if (number == SIGSYS) { /* a system call that app/confine_filter.c does not allow */
        put_address(fd, "call", (uintptr_t)info->si_syscall);
    }
    int count = backtrace(frames, FRAMES_MAX);
    for (int i = 0; i < count; i++) {
        put_address(fd, "at", (uintptr_t)frames[i] - s.base);
    }
}

static void on_crash(int number, siginfo_t *info, void *context) {
    (void)context;
    int fd = open(s.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    if (fd >= 0) {
        write_report(fd, number, info);
        (void)fsync(fd);
        (void)close(fd);
    }
    (void)raise(number); /* SA_RESETHAND has restored the default action, which follows when the handler returns */
}

void crash_set_time(int64_t utc_ms) {
    atomic_store(&s.ahead_ms, utc_ms - monotonic_ms());
}

static int find_base(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size;
    *(uintptr_t *)data = info->dlpi_addr;
    return 1; /* the first is the program itself */
}

void crash_catch(const char *state_dir, const char *build, const char *version) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    (void)state_dir;
    (void)build;
    (void)version;
    (void)on_crash;
    (void)find_base;
#else
    static char stack[STACK_OCTETS];
    void *frame = NULL;
    if (snprintf(s.path, sizeof(s.path), "%s/" ENGINEER_CRASH_FILE, state_dir) >= (int)sizeof(s.path)) {
        return;
    }
    s.build = build;
    s.version = version;
    (void)dl_iterate_phdr(find_base, &s.base);
    (void)backtrace(&frame, 1);
    const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof(stack)};
    (void)sigaltstack(&alternate, NULL);
    struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK | (int)SA_RESETHAND};
    for (size_t i = 0; i < CAUGHT; i++) {
        (void)sigaction(caught[i].number, &action, NULL);
    }
#endif
}
