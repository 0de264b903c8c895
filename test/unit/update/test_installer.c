/* SWUpdate from the terminal's point of view: one that works, one that refuses, is silent, closes, or sends garbage. It
 * is a thread here, behind real sockets. */
#include "update/installer.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "patience.h"
#include "unity.h"
#include "update/installer_wire.h"

#define FILE_SIZE 1000000

/* Behaviour of the other side. All zeros: it works. */
static struct script {
    bool no_listener;
    bool silent; /* never answers */
    bool closes; /* closes the connection without an answer */
    bool garbage; /* answers with something else */
    unsigned busy; /* refusals before it accepts the request */
    bool refuses; /* the slot may not be selected */
    unsigned progress_version; /* instead of the right one */
    bool no_hello;
    size_t reads; /* bytes it reads before `then`; 0: all up to the end */
    bool stops; /* then reads no more, without a report */
    bool dies; /* then closes everything */
    bool fails; /* at the end, or then, reports FAILURE */
    bool noise; /* then reports progress of another version */
    bool pieces; /* reports arrive in pieces */
    bool closes_first; /* closes the connection some time before its result */
    bool no_notices;
    bool early; /* before the first step */
    unsigned steps; /* progress reports while it reads */
} script;

static struct {
    pthread_t thread;
    int control, progress; /* listening sockets */
    struct wire_request request;
    size_t taken;
    uint32_t sum;
    unsigned asked;
    int end_pipe[2]; /* the test is over */
    int done_pipe[2]; /* it reads no more */
} other;

static char dir[64];
static struct installer *installer;
static struct installer_state state;
static uint8_t *file;
static atomic_llong hurry_ms; /* by which the clock advances at each reading */
static atomic_llong clock_ms;

/* Its clock is slower than the machine's, so that a busy machine does not exceed limits that are not being tested. */
#define CLOCK_SLOWER 10

static int64_t clock_now(void *ctx) {
    struct timespec now;
    (void)ctx;
    if (atomic_load(&hurry_ms) > 0) {
        return atomic_fetch_add(&clock_ms, atomic_load(&hurry_ms));
    }
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return ((int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000) / CLOCK_SLOWER;
}

static const struct hal_clock hal_clock = {.mono_ms = clock_now};

/* --- The other side ----------------------------------------------------------------------------------------------- */

static int listen_at(const char *name) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    (void)snprintf(address.sun_path, sizeof(address.sun_path), "%s/%s", dir, name);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    TEST_ASSERT_TRUE(fd >= 0);
    TEST_ASSERT_EQUAL(0, bind(fd, (const struct sockaddr *)&address, sizeof(address)));
    TEST_ASSERT_EQUAL(0, listen(fd, 4));
    return fd;
}

/* Waits for something to read, or for the end of the test: then false. */
static bool other_waits(int fd) {
    struct pollfd fds[] = {{.fd = fd, .events = POLLIN}, {.fd = other.end_pipe[0], .events = POLLIN}};
    return poll(fds, 2, PATIENCE_MS) > 0 && fds[1].revents == 0;
}

static int other_accepts(int listener) {
    return other_waits(listener) ? accept(listener, NULL, NULL) : -1;
}

static void other_sends(int fd, const void *octets, size_t len) {
    const uint8_t *at = octets;
    size_t piece = script.pieces ? 100 : len;
    while (len > 0) {
        ssize_t sent = send(fd, at, len < piece ? len : piece, MSG_NOSIGNAL);
        if (sent <= 0) {
            return;
        }
        at += sent;
        len -= (size_t)sent;
    }
}

static void other_hello(int fd) {
    struct wire_hello hello = {.version = script.progress_version != 0 ? script.progress_version : 0x20000,
                               .magic = "ACK"};
    other_sends(fd, &hello, sizeof(hello));
}

static void other_progress(int fd, enum wire_status status, unsigned percent) {
    struct wire_progress progress;
    memset(&progress, 0, sizeof(progress));
    progress.version = script.noise ? 0x30000 : 0x20000;
    progress.status = (int)status;
    progress.steps = 1;
    progress.step = script.early ? 0 : 1;
    progress.percent = percent;
    memcpy(progress.image, "slot.\033img", 9);
    other_sends(fd, &progress, sizeof(progress));
}

static void other_notice(int fd, int status, int level, const char *text) {
    struct wire_message message;
    memset(&message, 0, sizeof(message));
    message.magic = WIRE_MAGIC;
    message.type = WIRE_NOTICES;
    message.data.notice.status = status;
    message.data.notice.level = level;
    (void)snprintf(message.data.notice.text, sizeof(message.data.notice.text), "%s", text);
    other_sends(fd, &message, sizeof(message));
}

/* Messages of the failed run. */
static void other_tells(void) {
    struct wire_message message;
    int fd = script.no_notices ? -1 : other_accepts(other.control);
    if (fd < 0) {
        return;
    }
    if (recv(fd, &message, sizeof(message), MSG_WAITALL) == (ssize_t)sizeof(message) && message.type == WIRE_NOTICES) {
        message.type = WIRE_ACK;
        other_sends(fd, &message, sizeof(message));
        other_notice(fd, WIRE_START, 3, "Software Update started !");
        other_notice(fd, WIRE_RUN, 2, "a warning");
        other_notice(fd, WIRE_FAILURE, WIRE_LEVEL_ERROR, "HASH mismatch :\t\xc3\xa4");
        other_notice(fd, WIRE_FAILURE, WIRE_LEVEL_ERROR, "Image invalid or corrupted. Not installing ...");
        other_notice(fd, WIRE_IDLE, 3, "Waiting for requests...");
    }
    (void)close(fd);
}

/* Reads the file. False: incomplete. */
static bool other_reads(int fd, int progress) {
    static uint8_t octets[65536];
    for (unsigned i = 0; i < script.steps; i++) {
        other_progress(progress, WIRE_RUN, i % 101);
    }
    while (script.reads == 0 || other.taken < script.reads) {
        if (!other_waits(fd)) {
            return false;
        }
        ssize_t got = recv(fd, octets, sizeof(octets), 0);
        if (got <= 0) {
            return other.taken == FILE_SIZE;
        }
        for (ssize_t i = 0; i < got; i++) {
            other.sum = other.sum * 31 + octets[i];
        }
        other.taken += (size_t)got;
    }
    return true;
}

static void other_goes(int *listener) {
    (void)close(*listener);
    *listener = -1;
}

static void other_works(int fd, int progress) {
    bool whole = other_reads(fd, progress);
    TEST_ASSERT_EQUAL(1, write(other.done_pipe[1], "x", 1));
    if (script.stops) {
        (void)other_waits(other.end_pipe[0]);
    } else if (!script.dies) {
        (void)close(fd);
        fd = -1;
        (void)poll(NULL, 0, script.closes_first ? 50 : 0);
        other_progress(progress, whole && !script.fails ? WIRE_SUCCESS : WIRE_FAILURE, 100);
        if (!whole || script.fails || script.noise) {
            other_tells();
        }
        (void)other_waits(other.end_pipe[0]);
    } else {
        other_goes(&other.control);
        other_goes(&other.progress);
    }
    if (fd >= 0) {
        (void)close(fd);
    }
}

/* Answers one request; false if it was not accepted. */
static bool other_answers(int fd) {
    struct wire_message message;
    if (!other_waits(fd) || recv(fd, &message, sizeof(message), 0) != (ssize_t)sizeof(message) || script.closes) {
        return false;
    }
    if (script.silent) {
        (void)other_waits(other.end_pipe[0]);
        return false;
    }
    bool busy = other.asked++ < script.busy;
    other.request = message.data.install.request;
    message.magic = script.garbage ? 1 : message.magic;
    message.type = busy || script.refuses ? WIRE_NACK : WIRE_ACK;
    memset(message.data.refusal, 0, sizeof(message.data.refusal));
    if (busy) {
        (void)snprintf(message.data.refusal, sizeof(message.data.refusal), "Installation in progress");
    }
    other_sends(fd, &message, sizeof(message));
    return message.type == WIRE_ACK && !script.garbage;
}

/* Still finishes an earlier run: reports its failure to a listener. */
static void other_ends_before(void) {
    int fd = other_accepts(other.progress);
    if (fd >= 0) {
        other_hello(fd);
        other_progress(fd, WIRE_FAILURE, 0);
        (void)close(fd);
    }
}

static void *other_runs(void *argument) {
    int fd = -1;
    while ((fd = other_accepts(other.control)) >= 0) {
        if (other_answers(fd)) {
            break;
        }
        (void)close(fd);
        if (other.asked > 0 && other.asked <= script.busy) {
            other_ends_before();
        }
    }
    int progress = fd < 0 ? -1 : other_accepts(other.progress);
    if (progress >= 0 && !script.no_hello) {
        other_hello(progress);
        other_works(fd, progress);
    } else if (progress >= 0) {
        (void)other_waits(other.end_pipe[0]);
    }
    if (progress >= 0) {
        (void)close(progress);
    }
    return argument;
}

static void start(struct script with) {
    script = with;
    if (with.no_listener) {
        return;
    }
    other.control = listen_at(WIRE_CONTROL);
    other.progress = listen_at(WIRE_PROGRESS);
    TEST_ASSERT_EQUAL(0, pthread_create(&other.thread, NULL, other_runs, NULL));
}

static int begin(struct script with) {
    start(with);
    return installer_begin(dir, SLOT_B, &hal_clock, &installer);
}

void setUp(void) {
    memset(&other, 0, sizeof(other));
    other.control = other.progress = -1;
    atomic_store(&hurry_ms, 0);
    atomic_store(&clock_ms, 0);
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-swupdate-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    TEST_ASSERT_EQUAL(0, pipe(other.end_pipe));
    TEST_ASSERT_EQUAL(0, pipe(other.done_pipe));
    memset(&state, 0xff, sizeof(state));
    installer = NULL;
    file = malloc(FILE_SIZE);
    TEST_ASSERT_NOT_NULL(file);
    for (size_t i = 0; i < FILE_SIZE; i++) {
        file[i] = (uint8_t)(i * 13 >> 3);
    }
    TEST_ASSERT_TRUE(signal(SIGPIPE, SIG_DFL) != SIG_ERR); /* it would end the test */
}

void tearDown(void) {
    char command[128];
    installer_free(installer);
    installer = NULL;
    TEST_ASSERT_EQUAL(1, write(other.end_pipe[1], "x", 1));
    if (!script.no_listener) {
        TEST_ASSERT_EQUAL(0, pthread_join(other.thread, NULL));
        (void)close(other.control);
        (void)close(other.progress);
    }
    for (unsigned i = 0; i < 2; i++) {
        (void)close(other.end_pipe[i]);
        (void)close(other.done_pipe[i]);
    }
    free(file);
    (void)snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    TEST_ASSERT_EQUAL(0, system(command));
}

/* --- Asking ------------------------------------------------------------------------------------------------------- */

void test_what_is_asked_for(void) {
    TEST_ASSERT_EQUAL(0, begin((struct script){.stops = true, .reads = 1}));
    TEST_ASSERT_EQUAL(0, installer_write(installer, file, 1));
    TEST_ASSERT_EQUAL_UINT(1, other.request.version);
    TEST_ASSERT_EQUAL_STRING("stable", other.request.software_set);
    TEST_ASSERT_EQUAL_STRING("b", other.request.running_mode);
    TEST_ASSERT_EQUAL(WIRE_SOURCE_LOCAL, other.request.source);
    TEST_ASSERT_EQUAL(WIRE_RUN_INSTALL, other.request.run);
    TEST_ASSERT_TRUE(other.request.keep_nothing);
}

void test_the_other_slot(void) {
    start((struct script){.stops = true, .reads = 1});
    TEST_ASSERT_EQUAL(0, installer_begin(dir, SLOT_A, &hal_clock, &installer));
    TEST_ASSERT_EQUAL(0, installer_write(installer, file, 1));
    TEST_ASSERT_EQUAL_STRING("a", other.request.running_mode);
}

void test_nobody_is_there(void) {
    TEST_ASSERT_EQUAL(E_UPGRADE_NOT_FITTED, begin((struct script){.no_listener = true}));
    TEST_ASSERT_NULL(installer);
    /* A stale socket. */
    (void)close(listen_at(WIRE_CONTROL));
    TEST_ASSERT_EQUAL(E_UPGRADE_NOT_FITTED, installer_begin(dir, SLOT_B, &hal_clock, &installer));
}

void test_a_path_that_is_too_long(void) {
    char path[200];
    script = (struct script){.no_listener = true};
    memset(path, 'x', sizeof(path));
    path[sizeof(path) - 1] = '\0';
    TEST_ASSERT_EQUAL(E_TOO_LARGE, installer_begin(path, SLOT_B, &hal_clock, &installer));
}

void test_one_that_refuses_the_slot(void) {
    TEST_ASSERT_EQUAL(E_NOTSUP, begin((struct script){.refuses = true}));
}

void test_one_that_answers_something_else(void) {
    TEST_ASSERT_EQUAL(E_NOTSUP, begin((struct script){.garbage = true}));
}

void test_one_that_closes(void) {
    TEST_ASSERT_EQUAL(E_UPGRADE_FAILED, begin((struct script){.closes = true}));
}

void test_one_that_says_nothing(void) {
    atomic_store(&hurry_ms, INSTALLER_WAIT_MS - 20);
    TEST_ASSERT_EQUAL(E_TIMEOUT, begin((struct script){.silent = true}));
}

void test_one_that_does_not_greet(void) {
    atomic_store(&hurry_ms, INSTALLER_WAIT_MS / 2 - 50);
    TEST_ASSERT_EQUAL(E_TIMEOUT, begin((struct script){.no_hello = true}));
}

void test_another_version(void) {
    TEST_ASSERT_EQUAL(E_NOTSUP, begin((struct script){.progress_version = 0x10000, .stops = true}));
}

/* Reports of an earlier run do not count. */
void test_one_that_still_ends_what_was_before(void) {
    TEST_ASSERT_EQUAL(0, begin((struct script){.busy = 2}));
    TEST_ASSERT_EQUAL(3, other.asked);
    TEST_ASSERT_EQUAL(0, installer_write(installer, file, FILE_SIZE));
    installer_end(installer);
    TEST_ASSERT_EQUAL(0, installer_wait(installer, INSTALLER_WAIT_MS, &state));
    TEST_ASSERT_EQUAL(INSTALLER_SUCCEEDED, state.result);
}

void test_one_that_stays_busy(void) {
    atomic_store(&hurry_ms, INSTALLER_WAIT_MS / 50);
    TEST_ASSERT_EQUAL(E_UPGRADE_BUSY, begin((struct script){.busy = 1000}));
    TEST_ASSERT_TRUE(other.asked > 1);
}

/* --- Handing over ------------------------------------------------------------------------------------------------- */

static uint32_t file_sum(void) {
    uint32_t sum = 0;
    for (size_t i = 0; i < FILE_SIZE; i++) {
        sum = sum * 31 + file[i];
    }
    return sum;
}

static void check_success(struct script with) {
    TEST_ASSERT_EQUAL(0, begin(with));
    for (size_t at = 0; at < FILE_SIZE; at += 70000) {
        size_t left = FILE_SIZE - at;
        TEST_ASSERT_EQUAL(0, installer_write(installer, file + at, left < 70000 ? left : 70000));
    }
    installer_end(installer);
    TEST_ASSERT_EQUAL(0, installer_wait(installer, INSTALLER_WAIT_MS, &state));
    TEST_ASSERT_EQUAL(INSTALLER_SUCCEEDED, state.result);
    TEST_ASSERT_EQUAL(1, state.step);
    TEST_ASSERT_EQUAL(1, state.steps);
    TEST_ASSERT_EQUAL(100, state.percent);
    TEST_ASSERT_EQUAL_STRING("slot.?img", state.name);
    TEST_ASSERT_EQUAL_STRING("", state.trouble);
    TEST_ASSERT_EQUAL(FILE_SIZE, other.taken);
    TEST_ASSERT_EQUAL_UINT32(file_sum(), other.sum);
    /* A result does not change. */
    TEST_ASSERT_EQUAL(0, installer_wait(installer, 0, &state));
    TEST_ASSERT_EQUAL(INSTALLER_SUCCEEDED, state.result);
}

void test_all_goes_well(void) {
    check_success((struct script){.steps = 3});
}

void test_progress_in_pieces(void) {
    check_success((struct script){.steps = 20, .pieces = true});
}

/* More than its socket holds: it would wait forever for a client that only writes. */
void test_one_that_says_a_lot(void) {
    check_success((struct script){.steps = 1000});
}

void test_what_is_seen_on_the_way(void) {
    TEST_ASSERT_EQUAL(0, begin((struct script){.steps = 43, .stops = true, .reads = 1000}));
    TEST_ASSERT_EQUAL(0, installer_write(installer, file, 1000));
    for (unsigned i = 0; i < 1000 && (i == 0 || state.percent != 42); i++) {
        TEST_ASSERT_EQUAL(0, installer_wait(installer, 20, &state));
        TEST_ASSERT_EQUAL(INSTALLER_RUNS, state.result);
    }
    TEST_ASSERT_EQUAL(42, state.percent);
}

/* Waiting is bounded, and returns the current state. */
void test_waiting_without_a_result(void) {
    TEST_ASSERT_EQUAL(0, begin((struct script){.stops = true, .reads = 1}));
    TEST_ASSERT_EQUAL(0, installer_wait(installer, 0, &state));
    TEST_ASSERT_EQUAL(INSTALLER_RUNS, state.result);
    TEST_ASSERT_EQUAL(0, state.steps);
    TEST_ASSERT_EQUAL_STRING("", state.name);
    atomic_store(&hurry_ms, INSTALLER_WAIT_MS - 10);
    TEST_ASSERT_EQUAL(0, installer_wait(installer, 1000000, &state));
}

static void check_failed(void) {
    TEST_ASSERT_EQUAL(INSTALLER_FAILED, state.result);
    TEST_ASSERT_EQUAL_STRING("HASH mismatch :???", state.trouble);
}

void test_it_fails_at_the_end(void) {
    TEST_ASSERT_EQUAL(0, begin((struct script){.fails = true}));
    TEST_ASSERT_EQUAL(0, installer_write(installer, file, FILE_SIZE));
    installer_end(installer);
    TEST_ASSERT_EQUAL(0, installer_wait(installer, INSTALLER_WAIT_MS, &state));
    check_failed();
}

/* The name it reports then is of the earlier run. */
void test_it_fails_before_the_first_step(void) {
    TEST_ASSERT_EQUAL(0, begin((struct script){.fails = true, .early = true, .reads = 10}));
    TEST_ASSERT_EQUAL(0, installer_write(installer, file, 10));
    TEST_ASSERT_EQUAL(0, installer_wait(installer, INSTALLER_WAIT_MS, &state));
    check_failed();
    TEST_ASSERT_EQUAL_STRING("", state.name);
}

void test_it_fails_on_the_way(void) {
    TEST_ASSERT_EQUAL(0, begin((struct script){.fails = true, .reads = 100000}));
    TEST_ASSERT_EQUAL(E_UPGRADE_FAILED, installer_write(installer, file, FILE_SIZE));
    TEST_ASSERT_EQUAL(0, installer_wait(installer, 0, &state));
    check_failed();
    TEST_ASSERT_EQUAL(E_UPGRADE_FAILED, installer_write(installer, file, 1));
}

/* It has seen the end of the archive, and does not wait for the padding of the last block. */
void test_it_is_done_before_the_last_octet(void) {
    TEST_ASSERT_EQUAL(0, begin((struct script){.reads = 1000}));
    TEST_ASSERT_EQUAL(0, installer_write(installer, file, 1000));
    TEST_ASSERT_EQUAL(0, installer_wait(installer, INSTALLER_WAIT_MS, &state));
    TEST_ASSERT_EQUAL(INSTALLER_SUCCEEDED, state.result);
    TEST_ASSERT_EQUAL(0, installer_write(installer, file, 100));
}

/* The same, only visible by the closed connection. */
void test_it_is_done_and_closes(void) {
    char done;
    TEST_ASSERT_EQUAL(0, begin((struct script){.reads = 1000, .closes_first = true}));
    TEST_ASSERT_EQUAL(0, installer_write(installer, file, 1000));
    TEST_ASSERT_EQUAL(1, read(other.done_pipe[0], &done, 1));
    TEST_ASSERT_EQUAL(0, installer_write(installer, file, FILE_SIZE));
    TEST_ASSERT_EQUAL(0, installer_wait(installer, 0, &state));
    TEST_ASSERT_EQUAL(INSTALLER_SUCCEEDED, state.result);
}

void test_why_is_not_said(void) {
    TEST_ASSERT_EQUAL(0, begin((struct script){.fails = true, .reads = 10, .no_notices = true}));
    TEST_ASSERT_EQUAL(0, installer_write(installer, file, 10));
    atomic_store(&hurry_ms, 1990);
    for (unsigned i = 0; i < 1000 && state.result != INSTALLER_FAILED; i++) {
        TEST_ASSERT_EQUAL(0, installer_wait(installer, INSTALLER_WAIT_MS, &state));
    }
    TEST_ASSERT_EQUAL(INSTALLER_FAILED, state.result);
    TEST_ASSERT_EQUAL_STRING("", state.trouble);
}

void test_it_takes_no_more(void) {
    TEST_ASSERT_EQUAL(0, begin((struct script){.stops = true, .reads = 1000}));
    atomic_store(&hurry_ms, INSTALLER_WAIT_MS / 2 - 50);
    TEST_ASSERT_EQUAL(E_TIMEOUT, installer_write(installer, file, FILE_SIZE));
}

void test_it_dies(void) {
    TEST_ASSERT_EQUAL(0, begin((struct script){.dies = true, .reads = 1000}));
    TEST_ASSERT_EQUAL(E_UPGRADE_FAILED, installer_write(installer, file, FILE_SIZE));
    TEST_ASSERT_EQUAL(0, installer_wait(installer, 0, &state));
    TEST_ASSERT_EQUAL(INSTALLER_FAILED, state.result);
}

void test_it_dies_while_it_is_waited_for(void) {
    TEST_ASSERT_EQUAL(0, begin((struct script){.dies = true, .reads = 1000}));
    TEST_ASSERT_EQUAL(0, installer_write(installer, file, 1000));
    installer_end(installer);
    TEST_ASSERT_EQUAL(E_UPGRADE_FAILED, installer_wait(installer, INSTALLER_WAIT_MS, &state));
    TEST_ASSERT_EQUAL(INSTALLER_FAILED, state.result);
}

void test_it_talks_nonsense(void) {
    TEST_ASSERT_EQUAL(0, begin((struct script){.noise = true, .reads = 1000}));
    TEST_ASSERT_EQUAL(0, installer_write(installer, file, 1000));
    TEST_ASSERT_EQUAL(E_UPGRADE_FAILED, installer_wait(installer, INSTALLER_WAIT_MS, &state));
    TEST_ASSERT_EQUAL(INSTALLER_FAILED, state.result);
}

/* It lacks the rest. */
void test_cancelling(void) {
    char done;
    TEST_ASSERT_EQUAL(0, begin((struct script){.no_notices = true}));
    TEST_ASSERT_EQUAL(0, installer_write(installer, file, 1000));
    installer_free(installer);
    installer = NULL;
    TEST_ASSERT_EQUAL(1, read(other.done_pipe[0], &done, 1));
    TEST_ASSERT_EQUAL(1000, other.taken);
    installer_free(NULL);
}
