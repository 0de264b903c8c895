/* SWUpdate's sockets: whole messages, deadlines, closed ends, and printable texts. */
#include "update/installer_wire.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "unity.h"

static char dir[64];
static int ends[2]; /* ours and the other */
static int64_t now_ms, step_ms;

/* Each reading of the clock takes some time. */
static int64_t mono_ms(void *ctx) {
    (void)ctx;
    now_ms += step_ms;
    return now_ms;
}

static const struct hal_clock clock_ops = {.mono_ms = mono_ms};

void setUp(void) {
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-wire-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    TEST_ASSERT_EQUAL_INT(0, socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends));
    now_ms = 1000;
    step_ms = 0;
}

static void close_end(int which) {
    if (ends[which] >= 0) {
        (void)close(ends[which]);
        ends[which] = -1;
    }
}

void tearDown(void) {
    char command[128];

    close_end(0);
    close_end(1);
    (void)snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    TEST_ASSERT_EQUAL_INT(0, system(command));
}

void test_what_is_left(void) {
    struct wire_deadline deadline = wire_within(&clock_ops, 50);

    TEST_ASSERT_EQUAL_INT64(1050, deadline.until_ms);
    TEST_ASSERT_EQUAL_INT(50, wire_left(&deadline));
    now_ms = 1049;
    TEST_ASSERT_EQUAL_INT(1, wire_left(&deadline));
    now_ms = 1050;
    TEST_ASSERT_EQUAL_INT(0, wire_left(&deadline));
    now_ms = 1051;
    TEST_ASSERT_EQUAL_INT(0, wire_left(&deadline));
}

static int listen_at(const char *name) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);

    TEST_ASSERT_TRUE(fd >= 0);
    (void)snprintf(address.sun_path, sizeof(address.sun_path), "%s/%s", dir, name);
    TEST_ASSERT_EQUAL_INT(0, bind(fd, (const struct sockaddr *)&address, sizeof(address)));
    TEST_ASSERT_EQUAL_INT(0, listen(fd, 1));
    return fd;
}

void test_connecting(void) {
    int fd = -1, server;

    TEST_ASSERT_EQUAL_INT(E_UPGRADE_NOT_FITTED, wire_connect(dir, "socket", &fd)); /* no such file */
    server = listen_at("socket");
    TEST_ASSERT_EQUAL_INT(0, wire_connect(dir, "socket", &fd));
    TEST_ASSERT_TRUE((fcntl(fd, F_GETFL) & O_NONBLOCK) != 0);
    TEST_ASSERT_TRUE((fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0);
    (void)close(fd);
    (void)close(server);
    fd = -1;
    TEST_ASSERT_EQUAL_INT(E_UPGRADE_NOT_FITTED, wire_connect(dir, "socket", &fd)); /* nothing listens */
    TEST_ASSERT_EQUAL_INT(-1, fd);
}

/* The longest path, and one character more. */
void test_paths_that_are_too_long(void) {
    const size_t room = sizeof(((struct sockaddr_un *)NULL)->sun_path);
    char name[200] = "";
    int fd = -1;

    memset(name, 'n', room - strlen(dir) - 1);
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, wire_connect(dir, name, &fd));
    name[room - strlen(dir) - 2] = '\0';
    TEST_ASSERT_EQUAL_INT(E_UPGRADE_NOT_FITTED, wire_connect(dir, name, &fd));
}

/* Too many pending connections: neither missing nor damaged. */
void test_one_that_takes_nobody(void) {
    int server = listen_at("socket"), fds[64], r = 0;
    size_t count = 0;

    while (r == 0 && count < 64) {
        r = wire_connect(dir, "socket", &fds[count]);
        count += r == 0 ? 1 : 0;
    }
    for (size_t i = 0; i < count; i++) {
        (void)close(fds[i]);
    }
    (void)close(server);
    TEST_ASSERT_NOT_EQUAL_INT(0, r);
    TEST_ASSERT_NOT_EQUAL_INT(E_UPGRADE_NOT_FITTED, r);
}

void test_a_message_goes_whole(void) {
    struct wire_message sent = {.magic = WIRE_MAGIC, .type = WIRE_NOTICES}, got;

    sent.data.notice.error = 77;
    TEST_ASSERT_EQUAL_INT(0, wire_send(ends[0], &sent));
    TEST_ASSERT_EQUAL_INT(sizeof(got), read(ends[1], &got, sizeof(got)));
    TEST_ASSERT_EQUAL_MEMORY(&sent, &got, sizeof(got));
}

void test_sending_to_a_closed_end(void) {
    static const struct wire_message message = {.magic = WIRE_MAGIC};

    close_end(1);
    TEST_ASSERT_EQUAL_INT(E_UPGRADE_FAILED, wire_send(ends[0], &message));
}

/* A datagram socket accepts a message only as a whole; this one's buffer is smaller. */
void test_a_message_that_does_not_go(void) {
    static const struct wire_message message = {.magic = WIRE_MAGIC};
    int r = 0;

    for (unsigned i = 0; r == 0 && i < 100000; i++) {
        r = wire_send(ends[0], &message);
    }
    TEST_ASSERT_TRUE(r == E_IO || r == err_from_errno(EAGAIN));
    TEST_ASSERT_EQUAL_INT(E_SYSTEM, wire_send(open("/dev/null", O_WRONLY | O_CLOEXEC), &message));
}

void test_reading_what_is_there(void) {
    char text[8] = "";
    size_t got = 99;

    TEST_ASSERT_EQUAL_INT(0, wire_read(ends[0], text, sizeof(text), &got));
    TEST_ASSERT_EQUAL_size_t(0, got);
    TEST_ASSERT_EQUAL_INT(3, write(ends[1], "abc", 3));
    TEST_ASSERT_EQUAL_INT(0, wire_read(ends[0], text, 2, &got));
    TEST_ASSERT_EQUAL_size_t(2, got);
    TEST_ASSERT_EQUAL_INT(0, wire_read(ends[0], text + 2, 6, &got));
    TEST_ASSERT_EQUAL_size_t(1, got);
    TEST_ASSERT_EQUAL_STRING("abc", text);
    close_end(1);
    got = 99;
    TEST_ASSERT_EQUAL_INT(E_UPGRADE_FAILED, wire_read(ends[0], text, sizeof(text), &got));
    TEST_ASSERT_EQUAL_size_t(0, got);
    got = 99;
    TEST_ASSERT_EQUAL_INT(err_from_errno(EBADF), wire_read(-1, text, sizeof(text), &got));
    TEST_ASSERT_EQUAL_size_t(0, got);
}

/* An end that is closed with unread data resets the connection. */
void test_a_reset(void) {
    char text[8];
    size_t got = 99;

    TEST_ASSERT_EQUAL_INT(1, write(ends[0], "x", 1));
    close_end(1);
    TEST_ASSERT_EQUAL_INT(E_UPGRADE_FAILED, wire_read(ends[0], text, sizeof(text), &got));
}

void test_reading_all(void) {
    struct wire_deadline deadline = wire_within(&clock_ops, 30);
    char text[8] = "";

    TEST_ASSERT_EQUAL_INT(5, write(ends[1], "abcde", 5));
    TEST_ASSERT_EQUAL_INT(0, wire_take(ends[0], text, 4, &deadline)); /* not what follows it */
    TEST_ASSERT_EQUAL_STRING("abcd", text);
    TEST_ASSERT_EQUAL_INT(0, wire_take(ends[0], text, 0, &deadline));
    step_ms = 20;
    TEST_ASSERT_EQUAL_INT(E_TIMEOUT, wire_take(ends[0], text, 4, &deadline)); /* one has come, three are missing */
    TEST_ASSERT_EQUAL_STRING("ebcd", text);
    TEST_ASSERT_EQUAL_INT(1, write(ends[1], "f", 1));
    close_end(1);
    TEST_ASSERT_EQUAL_INT(E_UPGRADE_FAILED, wire_take(ends[0], text, 2, &deadline));
}

void test_clean_texts(void) {
    static const struct {
        const char *text;
        size_t size, room;
        const char *expected;
    } cases[] = {
        {"abc", 8, 8, "abc"},  {"abcd", 3, 8, "abc"},
        {"abcd", 8, 4, "abc"}, {"abcd", 4, 4, "abc"},
        {"abcd", 3, 4, "abc"}, {"abcd", 8, 1, ""},
        {"", 8, 8, ""},        {"a", 0, 8, ""},
        {" ~", 8, 8, " ~"},    {"\x1f\x7f\n\xc3", 8, 8, "????"},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[9];

        memset(text, 'z', sizeof(text));
        wire_text(cases[i].text, cases[i].size, text, cases[i].room);
        TEST_ASSERT_EQUAL_STRING(cases[i].expected, text);
        TEST_ASSERT_EQUAL_CHAR('z', text[cases[i].room]);
    }
}
