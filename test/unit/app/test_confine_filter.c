/* In children, because a filter cannot be taken back, and what it forbids ends them. */
#include "app/confine_filter.h"

#include <errno.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unity.h"

#define NOT_SET 99

void setUp(void) {
}

void tearDown(void) {
}

static int filter(void) {
    int r = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    return r < 0 ? r : confine_filter_set();
}

static int call_in_child(long number, long first) {
    int status = -1;
    pid_t child = fork();
    TEST_ASSERT_NOT_EQUAL(-1, child);
    if (child == 0) {
        (void)signal(SIGSYS, SIG_IGN); /* is of no use to an intruder */
        if (filter() < 0) {
            _exit(NOT_SET);
        }
        long r = syscall(number, first, 0L, 0L, 0L, 0L, 0L);
        _exit(r < 0 ? errno : 0);
    }
    TEST_ASSERT_EQUAL(child, waitpid(child, &status, 0));
    return status;
}

static void check_ends(const char *name, int status) {
    TEST_ASSERT_TRUE_MESSAGE(WIFSIGNALED(status), name);
    TEST_ASSERT_EQUAL_MESSAGE(SIGSYS, WTERMSIG(status), name);
}

#define FORBIDDEN(name) {#name, SYS_##name}

void test_what_an_intruder_would_call_ends_the_process(void) {
    static const struct {
        const char *name;
        long number;
    } forbidden[] = {
        FORBIDDEN(ptrace),
        FORBIDDEN(process_vm_readv),
        FORBIDDEN(process_vm_writev),
        FORBIDDEN(mount),
        FORBIDDEN(umount2),
        FORBIDDEN(pivot_root),
        FORBIDDEN(chroot),
        FORBIDDEN(unshare),
        FORBIDDEN(setns),
        FORBIDDEN(init_module),
        FORBIDDEN(finit_module),
        FORBIDDEN(delete_module),
        FORBIDDEN(kexec_load),
        FORBIDDEN(bpf),
        FORBIDDEN(perf_event_open),
        FORBIDDEN(userfaultfd),
        FORBIDDEN(io_uring_setup),
        FORBIDDEN(keyctl),
        FORBIDDEN(add_key),
        FORBIDDEN(reboot),
        FORBIDDEN(swapon),
        FORBIDDEN(memfd_create),
        FORBIDDEN(execveat),
        FORBIDDEN(personality),
        FORBIDDEN(open_by_handle_at),
        FORBIDDEN(seccomp),
        FORBIDDEN(mknodat),
        FORBIDDEN(quotactl),
    };
    for (size_t i = 0; i < sizeof(forbidden) / sizeof(forbidden[0]); i++) {
        check_ends(forbidden[i].name, call_in_child(forbidden[i].number, -1));
    }
    check_ends("a number that there is not", call_in_child(100000, 0));
}

void test_namespaces_and_strange_sockets_end_it_too(void) {
    static const long families[] = {AF_ALG, AF_VSOCK, AF_BLUETOOTH, AF_CAN, AF_TIPC, AF_KEY};
    check_ends("clone", call_in_child(SYS_clone, CLONE_NEWUSER | SIGCHLD));
    check_ends("clone", call_in_child(SYS_clone, CLONE_NEWNET | SIGCHLD));
    for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++) {
        check_ends("socket", call_in_child(SYS_socket, families[i]));
    }
}

void test_what_the_daemon_needs_is_made(void) {
    static const struct {
        long number, first;
        int expected; /* what the kernel says of these arguments */
    } allowed[] = {
        {SYS_getpid, 0, 0},
        {SYS_read, -1, EBADF},
        {SYS_fsync, -1, EBADF},
        {SYS_clone3, 0, ENOSYS},
        {SYS_socket, AF_INET, ESOCKTNOSUPPORT},
        {SYS_socket, AF_NETLINK, ESOCKTNOSUPPORT},
        {SYS_socket, AF_UNIX, ESOCKTNOSUPPORT},
    };
    for (size_t i = 0; i < sizeof(allowed) / sizeof(allowed[0]); i++) {
        int status = call_in_child(allowed[i].number, allowed[i].first);
        TEST_ASSERT_TRUE(WIFEXITED(status));
        if (allowed[i].number != SYS_getpid) {
            TEST_ASSERT_EQUAL(allowed[i].expected, WEXITSTATUS(status));
        }
    }
}

/* Filters of this process, which others may have set before. */
static int filters(void) {
    char line[128];
    int count = -1;
    FILE *file = fopen("/proc/self/status", "r");
    while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
        (void)sscanf(line, "Seccomp_filters: %d", &count);
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return count;
}

void test_it_is_set_once(void) {
    int status = -1;
    pid_t child = fork();
    TEST_ASSERT_NOT_EQUAL(-1, child);
    if (child == 0) {
        int before = filters();
        bool is_well = filter() == 0 && filters() == before + 1 && filter() == 0 && filters() == before + 1;
        _exit(is_well ? 0 : 1);
    }
    TEST_ASSERT_EQUAL(child, waitpid(child, &status, 0));
    TEST_ASSERT_TRUE(WIFEXITED(status));
    TEST_ASSERT_EQUAL(0, WEXITSTATUS(status));
}
