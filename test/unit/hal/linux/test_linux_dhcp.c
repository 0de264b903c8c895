/* The DHCP client as a child process: its arguments, its events, and that it is always ended. A script replaces
 * udhcpc. */
#include "hal/linux/linux_dhcp.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unity.h"
#include "util/err.h"

#define PATIENCE_MS 30000
#define BOUND "bound\\tip=192.168.1.50\\tsubnet=255.255.255.0\\tlease=3600\\n"

static struct linux_dhcp dhcp;
static struct linux_board board;
static char folder[] = "/tmp/postern-dhcp-XXXXXX";
static enum linux_lease_event event;
static struct linux_lease lease;

static void path_of(const char *name, char *ret_path, size_t size) {
    (void)snprintf(ret_path, size, "%s/%s", folder, name);
}

/* Sets what the client does when it is started. A new file each time: the one before may be about to be executed, and then
 * cannot be opened for writing (ETXTBSY). */
static void write_client(const char *does) {
    char fresh[64];
    path_of("udhcpc", board.dhcp, sizeof(board.dhcp));
    path_of("udhcpc.new", fresh, sizeof(fresh));
    int fd = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
    TEST_ASSERT_TRUE(fd >= 0);
    TEST_ASSERT_TRUE(dprintf(fd, "#!/bin/sh\n%s\n", does) > 0);
    (void)close(fd);
    TEST_ASSERT_EQUAL(0, rename(fresh, board.dhcp));
}

void setUp(void) {
    (void)strcpy(folder, "/tmp/postern-dhcp-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(folder));
    memset(&board, 0, sizeof(board));
    (void)strcpy(board.ethernet, "eth7");
    (void)strcpy(board.dhcp_hook, "/usr/bin/hook");
    linux_dhcp_init(&dhcp);
}

void tearDown(void) {
    char command[64];
    linux_dhcp_stop(&dhcp);
    (void)snprintf(command, sizeof(command), "rm -r %s", folder);
    TEST_ASSERT_EQUAL(0, system(command));
}

static void wait_for(int fd) {
    struct pollfd one = {.fd = fd, .events = POLLIN};
    TEST_ASSERT_EQUAL(1, poll(&one, 1, PATIENCE_MS));
}

static bool next(void) {
    wait_for(dhcp.lines_fd);
    return linux_dhcp_next(&dhcp, &event, &lease);
}

static void start(const char *does) {
    write_client(does);
    TEST_ASSERT_EQUAL(0, linux_dhcp_start(&dhcp, &board));
}

static void wait_until_ended(void) {
    wait_for(dhcp.ended_fd);
    TEST_ASSERT_TRUE(linux_dhcp_has_ended(&dhcp));
}

void test_it_is_started_on_the_interface_with_the_hook_and_its_pace(void) {
    char path[64], text[256] = "";
    char does[128];
    path_of("said", path, sizeof(path));
    (void)snprintf(does, sizeof(does), "echo \"$@\" >%s", path);
    start(does);
    wait_until_ended();
    FILE *file = fopen(path, "r");
    TEST_ASSERT_NOT_NULL(file);
    TEST_ASSERT_NOT_NULL(fgets(text, sizeof(text), file));
    (void)fclose(file);
    TEST_ASSERT_EQUAL_STRING("-f -i eth7 -s /usr/bin/hook -t 3 -T 2 -A 5 -a500\n", text);
}

void test_events_are_read_one_by_one(void) {
    start("printf '" BOUND "leasefail\\nrenew of nothing\\ndeconfig\\n' >&9; exec sleep 1000");
    TEST_ASSERT_FALSE(linux_dhcp_has_ended(&dhcp));
    TEST_ASSERT_TRUE(next());
    TEST_ASSERT_EQUAL(LINUX_LEASE_BOUND, event);
    TEST_ASSERT_EQUAL_HEX32(0xC0A80132, lease.address);
    TEST_ASSERT_TRUE(linux_dhcp_next(&dhcp, &event, &lease));
    TEST_ASSERT_EQUAL(LINUX_LEASE_SILENT, event);
    TEST_ASSERT_TRUE(linux_dhcp_next(&dhcp, &event, &lease));
    TEST_ASSERT_EQUAL(LINUX_LEASE_GONE, event);
    TEST_ASSERT_FALSE(linux_dhcp_next(&dhcp, &event, &lease));
}

/* A line that is not of our hook is skipped, and the following ones count. */
void test_a_line_that_is_too_long_is_skipped(void) {
    start("head -c 600 /dev/zero | tr '\\0' x >&9; printf 'leasefail\\n' >&9; printf '" BOUND "' >&9; exec sleep 1000");
    while (!next()) {
    }
    TEST_ASSERT_EQUAL(LINUX_LEASE_BOUND, event);
    TEST_ASSERT_FALSE(linux_dhcp_next(&dhcp, &event, &lease));
}

void test_a_line_in_two_pieces_is_one(void) {
    char path[64];
    path_of("go", path, sizeof(path));
    TEST_ASSERT_EQUAL(0, mkfifo(path, 0600));
    start("printf 'lease' >&9; read -r a <\"$(dirname \"$0\")/go\"; printf 'fail\\n' >&9; exec sleep 1000");
    TEST_ASSERT_FALSE(next());
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    TEST_ASSERT_EQUAL(3, write(fd, "go\n", 3));
    (void)close(fd);
    TEST_ASSERT_TRUE(next());
    TEST_ASSERT_EQUAL(LINUX_LEASE_SILENT, event);
}

static bool is_open(int fd) {
    return fcntl(fd, F_GETFD) >= 0;
}

void test_an_end_leaves_neither_child_nor_descriptor(void) {
    start("exec sleep 1000");
    pid_t pid = dhcp.pid;
    int ended = dhcp.ended_fd, lines = dhcp.lines_fd;
    linux_dhcp_stop(&dhcp);
    TEST_ASSERT_EQUAL(-1, waitpid(pid, NULL, WNOHANG));
    TEST_ASSERT_EQUAL(ECHILD, errno);
    TEST_ASSERT_FALSE(is_open(ended) || is_open(lines));
    TEST_ASSERT_EQUAL(0, dhcp.pid);
    TEST_ASSERT_FALSE(linux_dhcp_next(&dhcp, &event, &lease));
    TEST_ASSERT_FALSE(linux_dhcp_has_ended(&dhcp));
    linux_dhcp_stop(&dhcp);
}

void test_a_second_start_ends_the_first(void) {
    start("exec sleep 1000");
    pid_t first = dhcp.pid;
    start("printf 'leasefail\\n' >&9; exec sleep 1000");
    TEST_ASSERT_EQUAL(-1, waitpid(first, NULL, WNOHANG));
    TEST_ASSERT_TRUE(dhcp.pid != first);
    TEST_ASSERT_TRUE(next());
}

void test_a_program_that_is_not_there_has_ended_at_once(void) {
    (void)strcpy(board.dhcp, "/nonexistent/udhcpc");
    TEST_ASSERT_EQUAL(0, linux_dhcp_start(&dhcp, &board));
    wait_until_ended();
    TEST_ASSERT_FALSE(linux_dhcp_next(&dhcp, &event, &lease));
}

/* Signals that the thread blocks or the daemon ignores are not inherited. */
void test_the_child_has_the_signals_of_a_new_process(void) {
    char path[64], does[192];
    unsigned long long blocked = 1, ignored = 1;
    sigset_t all, before;
    path_of("signals", path, sizeof(path));
    (void)snprintf(does, sizeof(does),
                   "while read -r a b; do case $a in SigBlk:|SigIgn:) echo $b ;; esac; done </proc/self/status >%s",
                   path);
    (void)sigfillset(&all);
    TEST_ASSERT_EQUAL(0, pthread_sigmask(SIG_SETMASK, &all, &before));
    (void)signal(SIGPIPE, SIG_IGN);
    start(does);
    TEST_ASSERT_EQUAL(0, pthread_sigmask(SIG_SETMASK, &before, NULL));
    (void)signal(SIGPIPE, SIG_DFL);
    wait_until_ended();
    FILE *file = fopen(path, "r");
    TEST_ASSERT_NOT_NULL(file);
    TEST_ASSERT_EQUAL(2, fscanf(file, "%llx %llx", &blocked, &ignored));
    (void)fclose(file);
    TEST_ASSERT_EQUAL_HEX64(0, blocked);
    TEST_ASSERT_EQUAL_HEX64(0, ignored & 1ULL << (SIGPIPE - 1));
}
