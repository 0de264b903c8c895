#include "hal/linux/linux_dhcp.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/cleanup.h"

/* Tries three times at intervals of two seconds, reports that no server answers, and tries again after five seconds.
 * Declines an address that another host already has, i.e. that is answered by ARP within half a second. */
#define TRIES "3"
#define PAUSE_S "2"
#define AGAIN_S "5"
#define ARP "-a500"

#define EXIT_NO_PROGRAM 127

void linux_dhcp_init(struct linux_dhcp *dhcp) {
    *dhcp = (struct linux_dhcp){.ended_fd = -1, .lines_fd = -1};
}

/* The child after the fork: only async-signal-safe calls. Does not inherit the thread's blocked signals, nor those that
 * the daemon ignores. */
static _Noreturn void dhcp_run(char *const argv[], int lines_fd, pid_t parent) {
    static char *const environment[] = {NULL};
    sigset_t none;
    int null = open("/dev/null", O_RDWR);
    (void)sigemptyset(&none);
    (void)signal(SIGPIPE, SIG_DFL);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != parent || null < 0 || dup2(null, STDIN_FILENO) < 0 ||
        dup2(null, STDOUT_FILENO) < 0 || dup2(null, STDERR_FILENO) < 0 || dup2(lines_fd, LINUX_HOOK_FD) < 0 ||
        sigprocmask(SIG_SETMASK, &none, NULL) < 0) {
        _exit(EXIT_NO_PROGRAM);
    }
    (void)execve(argv[0], argv, environment);
    _exit(EXIT_NO_PROGRAM);
}

int linux_dhcp_start(struct linux_dhcp *dhcp, const struct linux_board *board) {
    char *const argv[] = {(char *)board->dhcp, (char *)"-f",
                          (char *)"-i",        (char *)board->ethernet,
                          (char *)"-s",        (char *)board->dhcp_hook,
                          (char *)"-t",        (char *)TRIES,
                          (char *)"-T",        (char *)PAUSE_S,
                          (char *)"-A",        (char *)AGAIN_S,
                          (char *)ARP,         NULL};
    int ends[2];
    linux_dhcp_stop(dhcp);
    if (pipe2(ends, O_CLOEXEC) < 0) {
        return err_with_errno(E_IO, errno);
    }
    _cleanup_close_ int reads = ends[0], writes = ends[1];
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        dhcp_run(argv, writes, parent);
    }
    /* The PID stays the child's until it is waited for. */
    dhcp->ended_fd = pid < 0 ? -1 : (int)syscall(SYS_pidfd_open, pid, 0);
    if (dhcp->ended_fd < 0 || fcntl(reads, F_SETFL, O_NONBLOCK) < 0) {
        int r = err_with_errno(E_IO, errno);
        dhcp->pid = pid < 0 ? 0 : pid;
        linux_dhcp_stop(dhcp);
        return r;
    }
    dhcp->pid = pid;
    dhcp->lines_fd = TAKE_FD(reads);
    return 0;
}

void linux_dhcp_stop(struct linux_dhcp *dhcp) {
    if (dhcp->pid != 0) {
        (void)kill(dhcp->pid, SIGKILL); /* it has nothing to clean up */
        while (waitpid(dhcp->pid, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    if (dhcp->ended_fd >= 0) {
        (void)close(dhcp->ended_fd);
    }
    if (dhcp->lines_fd >= 0) {
        (void)close(dhcp->lines_fd);
    }
    linux_dhcp_init(dhcp);
}

/* Takes one received line from the buffer. */
static bool take_line(struct linux_dhcp *dhcp, char ret_line[LINUX_HOOK_LINE_MAX]) {
    char *end = memchr(dhcp->line, '\n', dhcp->len);
    if (end == NULL) {
        dhcp->is_skipping = dhcp->is_skipping || dhcp->len == sizeof(dhcp->line);
        dhcp->len = dhcp->is_skipping ? 0 : dhcp->len;
        return false;
    }
    size_t line_len = (size_t)(end - dhcp->line);
    memcpy(ret_line, dhcp->line, line_len);
    ret_line[line_len] = '\0';
    dhcp->len -= line_len + 1;
    memmove(dhcp->line, end + 1, dhcp->len);
    return true;
}

bool linux_dhcp_next(struct linux_dhcp *dhcp, enum linux_lease_event *ret_event, struct linux_lease *ret_lease) {
    char line[LINUX_HOOK_LINE_MAX];
    while (dhcp->lines_fd >= 0) {
        if (take_line(dhcp, line)) {
            bool is_rest = dhcp->is_skipping;
            dhcp->is_skipping = false;
            *ret_event = is_rest ? LINUX_LEASE_NOTHING : linux_lease_read(line, ret_lease);
            if (*ret_event != LINUX_LEASE_NOTHING) {
                return true;
            }
            continue;
        }
        ssize_t n = read(dhcp->lines_fd, dhcp->line + dhcp->len, sizeof(dhcp->line) - dhcp->len);
        if (n <= 0) {
            return false;
        }
        dhcp->len += (size_t)n;
    }
    return false;
}

bool linux_dhcp_has_ended(const struct linux_dhcp *dhcp) {
    struct pollfd ended = {.fd = dhcp->ended_fd, .events = POLLIN};
    return dhcp->pid != 0 && poll(&ended, 1, 0) > 0;
}
