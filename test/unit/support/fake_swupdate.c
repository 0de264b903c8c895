#include "fake_swupdate.h"

#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "patience.h"
#include "unity.h"
#include "update/installer_wire.h"

#define FILE_MAX 200000

static struct {
    bool runs;
    pthread_t thread;
    int control, progress; /* listening sockets */
    int end[2]; /* closed at the other end when the test is over */
    pthread_mutex_t mutex; /* guards the members below */
    pthread_cond_t changed;
    bool over;
    enum fake_swupdate_word word;
    bool at_end; /* of the file */
    struct fake_swupdate_seen seen;
    uint8_t octets[FILE_MAX];
} s = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static int listen_at(const char *folder, const char *name) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    TEST_ASSERT_LESS_THAN(sizeof(address.sun_path),
                          snprintf(address.sun_path, sizeof(address.sun_path), "%s/%s", folder, name));
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    TEST_ASSERT_GREATER_OR_EQUAL(0, fd);
    (void)unlink(address.sun_path);
    TEST_ASSERT_EQUAL(0, bind(fd, (const struct sockaddr *)&address, sizeof(address)));
    TEST_ASSERT_EQUAL(0, listen(fd, 8));
    return fd;
}

/* Waits for input, or for the end of the test: then false. */
static bool is_ready(int fd) {
    struct pollfd fds[] = {{.fd = fd, .events = POLLIN}, {.fd = s.end[0], .events = POLLIN}};
    return poll(fds, 2, -1) > 0 && fds[1].revents == 0;
}

static int next_of(int listener) {
    return is_ready(listener) ? accept(listener, NULL, NULL) : -1;
}

static void put(int fd, const void *octets, size_t len) {
    (void)!send(fd, octets, len, MSG_NOSIGNAL);
}

static void put_progress(int fd, enum wire_status status) {
    struct wire_progress progress;
    memset(&progress, 0, sizeof(progress));
    progress.version = WIRE_PROGRESS_MAJOR << 16;
    progress.status = (int)status;
    progress.steps = progress.step = 1;
    progress.percent = 100;
    put(fd, &progress, sizeof(progress));
}

static void put_notice(int fd, enum wire_status status) {
    struct wire_message message;
    memset(&message, 0, sizeof(message));
    message.magic = WIRE_MAGIC;
    message.type = WIRE_NOTICES;
    message.data.notice.status = (int)status;
    message.data.notice.level = WIRE_LEVEL_ERROR;
    (void)snprintf(message.data.notice.text, sizeof(message.data.notice.text), "HASH mismatch");
    put(fd, &message, sizeof(message));
}

/* Reads the file to its end; false: the test is over. */
static bool read_file(int fd) {
    ssize_t got = 1;
    size_t len = 0;
    while (got > 0 && len < FILE_MAX) {
        if (!is_ready(fd)) {
            return false;
        }
        got = recv(fd, s.octets + len, FILE_MAX - len, 0);
        len += got > 0 ? (size_t)got : 0;
    }
    (void)pthread_mutex_lock(&s.mutex);
    s.seen.len = len;
    s.at_end = true;
    (void)pthread_cond_broadcast(&s.changed);
    (void)pthread_mutex_unlock(&s.mutex);
    return true;
}

/* Waits until the test has set a word, or the listener is gone, or the test is over. */
static enum fake_swupdate_word next_word(void) {
    (void)pthread_mutex_lock(&s.mutex);
    while (!s.over && s.word == FAKE_SWUPDATE_SILENT) {
        (void)pthread_cond_wait(&s.changed, &s.mutex);
    }
    enum fake_swupdate_word word = s.word;
    (void)pthread_mutex_unlock(&s.mutex);
    return word;
}

static void install(int fd) {
    const struct wire_hello hello = {.version = WIRE_PROGRESS_MAJOR << 16, .magic = "ACK"};
    int progress = next_of(s.progress);
    if (progress < 0) {
        return;
    }
    put(progress, &hello, sizeof(hello));
    if (read_file(fd)) {
        enum fake_swupdate_word word = next_word();
        if (word != FAKE_SWUPDATE_SILENT) {
            put_progress(progress, word == FAKE_SWUPDATE_SUCCESS ? WIRE_SUCCESS : WIRE_FAILURE);
        }
    }
    (void)close(progress);
}

static void take_request(const struct wire_message *message) {
    (void)pthread_mutex_lock(&s.mutex);
    s.seen.requests++;
    s.seen.len = 0;
    s.at_end = false;
    (void)snprintf(s.seen.mode, sizeof(s.seen.mode), "%.7s", message->data.install.request.running_mode);
    (void)pthread_mutex_unlock(&s.mutex);
}

static void answer(int fd) {
    struct wire_message message;
    if (!is_ready(fd) || recv(fd, &message, sizeof(message), MSG_WAITALL) != (ssize_t)sizeof(message)) {
        return;
    }
    if (message.type == WIRE_NOTICES) {
        message.type = WIRE_ACK;
        put(fd, &message, sizeof(message));
        put_notice(fd, WIRE_FAILURE);
        put_notice(fd, WIRE_IDLE);
        return;
    }
    take_request(&message);
    message.type = WIRE_ACK;
    put(fd, &message, sizeof(message));
    install(fd);
}

static void *run(void *argument) {
    int fd = -1;
    while ((fd = next_of(s.control)) >= 0) {
        answer(fd);
        (void)close(fd);
    }
    return argument;
}

void fake_swupdate_start(const char *folder) {
    s.control = listen_at(folder, WIRE_CONTROL);
    s.progress = listen_at(folder, WIRE_PROGRESS);
    s.over = s.at_end = false;
    s.word = FAKE_SWUPDATE_SUCCESS;
    s.seen = (struct fake_swupdate_seen){.octets = s.octets};
    TEST_ASSERT_EQUAL(0, pipe(s.end));
    TEST_ASSERT_EQUAL(0, pthread_create(&s.thread, NULL, run, NULL));
    s.runs = true;
}

void fake_swupdate_stop(void) {
    if (!s.runs) {
        return;
    }
    s.runs = false;
    (void)pthread_mutex_lock(&s.mutex);
    s.over = true;
    s.word = FAKE_SWUPDATE_SILENT;
    (void)pthread_cond_broadcast(&s.changed);
    (void)pthread_mutex_unlock(&s.mutex);
    (void)close(s.end[1]);
    (void)pthread_join(s.thread, NULL);
    (void)close(s.end[0]);
    (void)close(s.control);
    (void)close(s.progress);
}

void fake_swupdate_say(enum fake_swupdate_word word) {
    (void)pthread_mutex_lock(&s.mutex);
    s.word = word;
    (void)pthread_cond_broadcast(&s.changed);
    (void)pthread_mutex_unlock(&s.mutex);
}

void fake_swupdate_seen(struct fake_swupdate_seen *ret_seen) {
    struct timespec until;
    int r = 0;
    TEST_ASSERT_EQUAL(0, clock_gettime(CLOCK_REALTIME, &until));
    until.tv_sec += PATIENCE_MS / 1000;
    (void)pthread_mutex_lock(&s.mutex);
    while (r == 0 && s.seen.requests > 0 && !s.at_end) {
        r = pthread_cond_timedwait(&s.changed, &s.mutex, &until);
    }
    *ret_seen = s.seen;
    (void)pthread_mutex_unlock(&s.mutex);
    TEST_ASSERT_EQUAL(0, r);
}
