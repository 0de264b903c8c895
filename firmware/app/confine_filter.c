/* The list contains what the daemon uses (found with strace during the tests, both builds), what udhcpc and its hook
 * use, and the equivalents in other versions of the C library. What is missing is as important: ptrace and
 * process_vm_*, mount, namespaces, modules, kexec, bpf, perf, keys, userfaultfd, io_uring. */
#include "app/confine_filter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define ARCHITECTURE 0
#endif

/* A call that only this filter answers, to detect it: another filter, such as a container's, does not. */
#define ASK 0x504f5354
#define ANSWER EUCLEAN

/* clang-format off */
static const uint16_t calls[] = {
    SYS_accept, SYS_accept4, SYS_adjtimex, SYS_bind, SYS_brk, SYS_clock_adjtime, SYS_clock_getres,
    SYS_clock_gettime, SYS_clock_nanosleep, SYS_clock_settime, SYS_close, SYS_close_range, SYS_connect, SYS_dup,
    SYS_dup3, SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_eventfd2, SYS_execve, SYS_exit, SYS_exit_group,
    SYS_faccessat, SYS_faccessat2, SYS_fadvise64, SYS_fallocate, SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat,
    SYS_fcntl, SYS_fdatasync, SYS_flock, SYS_fstat, SYS_fstatfs, SYS_fsync, SYS_ftruncate, SYS_futex, SYS_getcwd,
    SYS_getdents64, SYS_getegid, SYS_geteuid, SYS_getgid, SYS_getpeername, SYS_getpid, SYS_getppid, SYS_getpriority,
    SYS_getrandom, SYS_getrlimit, SYS_getrusage, SYS_getsockname, SYS_getsockopt, SYS_gettid, SYS_gettimeofday,
    SYS_getuid, SYS_ioctl, SYS_kill, SYS_listen, SYS_lseek, SYS_madvise, SYS_membarrier, SYS_mkdirat, SYS_mmap,
    SYS_mprotect, SYS_mremap, SYS_msync, SYS_munmap, SYS_nanosleep, SYS_newfstatat, SYS_openat, SYS_pidfd_open,
    SYS_pidfd_send_signal, SYS_pipe2, SYS_ppoll, SYS_pread64, SYS_preadv, SYS_prlimit64, SYS_pselect6, SYS_pwrite64,
    SYS_pwritev, SYS_read, SYS_readlinkat, SYS_readv, SYS_recvfrom, SYS_recvmmsg, SYS_recvmsg, SYS_renameat,
    SYS_renameat2, SYS_restart_syscall, SYS_rseq, SYS_rt_sigaction, SYS_rt_sigpending, SYS_rt_sigprocmask,
    SYS_rt_sigreturn, SYS_rt_sigsuspend, SYS_rt_sigtimedwait, SYS_sched_get_priority_max,
    SYS_sched_get_priority_min, SYS_sched_getaffinity, SYS_sched_getparam, SYS_sched_getscheduler,
    SYS_sched_setscheduler, SYS_sched_yield, SYS_sendfile, SYS_sendmmsg, SYS_sendmsg, SYS_sendto,
    SYS_set_robust_list, SYS_set_tid_address, SYS_setgid, SYS_setpriority, SYS_setrlimit, SYS_setsid,
    SYS_setsockopt, SYS_setuid, SYS_shutdown, SYS_sigaltstack, SYS_socketpair, SYS_statfs, SYS_statx, SYS_syncfs,
    SYS_sysinfo, SYS_tgkill, SYS_times, SYS_truncate, SYS_umask, SYS_uname, SYS_unlinkat, SYS_utimensat, SYS_wait4,
    SYS_waitid, SYS_write, SYS_writev,
#if defined(__x86_64__) /* instead of newer ones */
    SYS_access, SYS_alarm, SYS_arch_prctl, SYS_chmod, SYS_chown, SYS_dup2, SYS_epoll_wait, SYS_fork, SYS_lstat,
    SYS_mkdir, SYS_open, SYS_pipe, SYS_poll, SYS_readlink, SYS_rename, SYS_rmdir, SYS_select, SYS_stat, SYS_time,
    SYS_unlink, SYS_vfork,
#endif
};
/* clang-format on */

/* Socket families that the daemon and udhcpc open. */
static const uint8_t families[] = {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK, AF_PACKET};

#define CALLS (sizeof(calls) / sizeof(calls[0]))
#define FAMILIES (sizeof(families) / sizeof(families[0]))
#define CODE_MAX (32 + 2 * CALLS + 2 * FAMILIES)
#define NAMESPACES \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

struct filter {
    struct sock_filter code[CODE_MAX];
    unsigned short len;
};

static void filter_add(struct filter *filter, uint16_t code, uint32_t k, uint8_t yes, uint8_t no) {
    filter->code[filter->len++] = (struct sock_filter){.code = code, .k = k, .jt = yes, .jf = no};
}

static void filter_load(struct filter *filter, size_t offset) {
    filter_add(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void filter_return(struct filter *filter, uint32_t what) {
    filter_add(filter, BPF_RET | BPF_K, what, 0, 0);
}

/* Ends the filter with `what` if the loaded value equals `value`. */
static void filter_when(struct filter *filter, uint32_t value, uint32_t what) {
    filter_add(filter, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    filter_return(filter, what);
}

/* Loads the first argument, of which the kernel uses only the lower half. */
static void load_first(struct filter *filter) {
    size_t half = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? 0 : sizeof(uint32_t);
    filter_load(filter, offsetof(struct seccomp_data, args) + half);
}

static void filter_write(struct filter *filter) {
    filter_load(filter, offsetof(struct seccomp_data, arch));
    filter_add(filter, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
    filter_return(filter, SECCOMP_RET_KILL_PROCESS); /* call numbers differ there */
    filter_load(filter, offsetof(struct seccomp_data, nr));
    for (size_t i = 0; i < CALLS; i++) {
        filter_when(filter, calls[i], SECCOMP_RET_ALLOW);
    }
    /* its flags are not visible to the filter; the C library falls back to clone() */
    filter_when(filter, SYS_clone3, SECCOMP_RET_ERRNO | ENOSYS);

    filter_add(filter, BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 4);
    load_first(filter);
    filter_when(filter, ASK, SECCOMP_RET_ERRNO | ANSWER);
    filter_return(filter, SECCOMP_RET_ALLOW);

    filter_add(filter, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4);
    load_first(filter);
    filter_add(filter, BPF_JMP | BPF_JSET | BPF_K, NAMESPACES, 1, 0);
    filter_return(filter, SECCOMP_RET_ALLOW);
    filter_return(filter, SECCOMP_RET_TRAP);

    filter_add(filter, BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, (uint8_t)(1 + 2 * FAMILIES));
    load_first(filter);
    for (size_t i = 0; i < FAMILIES; i++) {
        filter_when(filter, families[i], SECCOMP_RET_ALLOW);
    }
    filter_return(filter, SECCOMP_RET_TRAP);
}

int confine_filter_set(void) {
    struct filter filter = {.len = 0};
    if (ARCHITECTURE == 0) {
        return E_NOTSUP;
    }
    if (prctl(ASK, 0, 0, 0, 0) < 0 && errno == ANSWER) {
        return 0;
    }
    filter_write(&filter);
    const struct sock_fprog program = {.len = filter.len, .filter = filter.code};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0) {
        return errno == EINVAL ? E_NOTSUP : err_from_errno(errno);
    }
    return 0;
}
