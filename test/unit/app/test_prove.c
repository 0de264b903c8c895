/* The daemon asks its own server: what counts as an answer, and where it asks. */
#include "app/prove.h"

#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/base/core.h"
#include "core/upgrade/upgrade.h"
#include "fake_hal.h"
#include "unity.h"

static struct fake_hal fake;
static struct core_shared shared;
static struct core core = {.shared = &shared};
static bool is_unproved;
static unsigned served;

/* In place of core/upgrade's. */
void upgrade_set_served(struct core_shared *of) {
    TEST_ASSERT_EQUAL_PTR(&shared, of);
    served++;
}

bool upgrade_is_unproved(const struct core_shared *of) {
    TEST_ASSERT_EQUAL_PTR(&shared, of);
    return is_unproved;
}

/* --- A server ----------------------------------------------------------------------------------------------------------- */

static struct {
    pthread_t thread;
    int fd, end[2];
    unsigned port, taken;
    const char *answer; /* NULL: says nothing until the other side goes */
    char asked[256]; /* of the last connection */
} server;

static bool is_ready(int fd) {
    struct pollfd fds[] = {{.fd = fd, .events = POLLIN}, {.fd = server.end[0], .events = POLLIN}};
    return poll(fds, 2, -1) > 0 && fds[1].revents == 0;
}

static void *serve(void *argument) {
    while (is_ready(server.fd)) {
        int fd = accept(server.fd, NULL, NULL);
        ssize_t len = is_ready(fd) ? recv(fd, server.asked, sizeof(server.asked) - 1, 0) : 0;
        server.asked[len > 0 ? len : 0] = '\0';
        server.taken++;
        if (server.answer != NULL) {
            (void)!send(fd, server.answer, strlen(server.answer), MSG_NOSIGNAL);
        } else {
            (void)is_ready(fd);
        }
        (void)close(fd);
    }
    return argument;
}

/* Listens at loopback, of IPv4 or IPv6; false where this machine has none of it. */
static bool listen_at(int family, const char *answer) {
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const struct sockaddr *address = family == AF_INET6 ? (const void *)&six : (const void *)&four;
    struct sockaddr_in6 bound;
    socklen_t len = family == AF_INET6 ? sizeof(six) : sizeof(four), bound_len = sizeof(bound);
    server.fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (server.fd < 0 || bind(server.fd, address, len) < 0) {
        return false;
    }
    TEST_ASSERT_EQUAL(0, listen(server.fd, 4));
    TEST_ASSERT_EQUAL(0, getsockname(server.fd, (struct sockaddr *)&bound, &bound_len));
    server.port = ntohs(bound.sin6_port); /* which stands where that of IPv4 does */
    server.answer = answer;
    TEST_ASSERT_EQUAL(0, pipe(server.end));
    TEST_ASSERT_EQUAL(0, pthread_create(&server.thread, NULL, serve, NULL));
    return true;
}

static void stop(void) {
    if (server.port != 0) {
        (void)close(server.end[1]);
        TEST_ASSERT_EQUAL(0, pthread_join(server.thread, NULL));
        (void)close(server.end[0]);
    }
    if (server.fd >= 0) {
        (void)close(server.fd);
    }
    memset(&server, 0, sizeof(server));
    server.fd = -1;
}

void setUp(void) {
    fake_hal_init(&fake);
    shared.hal = &fake.hal;
    is_unproved = true;
    served = 0;
    memset(&server, 0, sizeof(server));
    server.fd = -1;
}

void tearDown(void) {
    stop();
}

static const char *at(const char *host) {
    static char text[64];
    (void)snprintf(text, sizeof(text), "%s:%u", host, server.port);
    return text;
}

static bool is_proved(const char *http, const char *https) {
    served = 0;
    prove_init(http, https);
    prove_run(&core);
    TEST_ASSERT_LESS_OR_EQUAL(1, served);
    return served == 1;
}

/* --- When --------------------------------------------------------------------------------------------------------------- */

void test_it_is_asked_until_it_has_answered(void) {
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(&core), prove_due_ms(&core));
    is_unproved = false;
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, prove_due_ms(&core));
}

/* --- What an answer is -------------------------------------------------------------------------------------------------- */

void test_any_answer_of_http_will_do(void) {
    static const char *const answers[] = {"HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 503 Service Unavailable\r\n\r\n",
                                          "HTTP/1.1 "};
    for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++) {
        TEST_ASSERT_TRUE(listen_at(AF_INET, answers[i]));
        TEST_ASSERT_TRUE(is_proved(at("127.0.0.1"), ""));
        stop();
    }
}

void test_it_asks_for_a_page_that_needs_no_session(void) {
    TEST_ASSERT_TRUE(listen_at(AF_INET, "HTTP/1.1 200 OK\r\n\r\n"));
    TEST_ASSERT_TRUE(is_proved(at("127.0.0.1"), ""));
    TEST_ASSERT_EQUAL_STRING("GET /login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", server.asked);
}

void test_what_is_no_answer(void) {
    static const char *const answers[] = {"", "HTTP/1.1", "HTTP/1.0 200 OK\r\n\r\n", "SSH-2.0-OpenSSH\r\n"};
    for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++) {
        TEST_ASSERT_TRUE(listen_at(AF_INET, answers[i]));
        TEST_ASSERT_FALSE_MESSAGE(is_proved(at("127.0.0.1"), ""), answers[i]);
        stop();
    }
}

/* It is bounded: the upkeep has other things to do. */
void test_a_server_that_says_nothing(void) {
    TEST_ASSERT_TRUE(listen_at(AF_INET, NULL));
    TEST_ASSERT_FALSE(is_proved(at("127.0.0.1"), ""));
}

void test_a_server_that_is_not_there(void) {
    char gone[64];
    TEST_ASSERT_TRUE(listen_at(AF_INET, ""));
    (void)snprintf(gone, sizeof(gone), "%s", at("127.0.0.1"));
    stop();
    TEST_ASSERT_FALSE(is_proved(gone, ""));
    TEST_ASSERT_FALSE(is_proved("", gone));
    TEST_ASSERT_FALSE(is_proved("", ""));
}

/* --- Where -------------------------------------------------------------------------------------------------------------- */

void test_where_all_addresses_are_listened_on_it_asks_at_loopback(void) {
    TEST_ASSERT_TRUE(listen_at(AF_INET, "HTTP/1.1 200 OK\r\n\r\n"));
    TEST_ASSERT_TRUE(is_proved(at("0.0.0.0"), ""));
}

void test_addresses_of_ipv6(void) {
    bool has_six = listen_at(AF_INET6, "HTTP/1.1 200 OK\r\n\r\n");
    TEST_ASSERT_EQUAL(has_six, is_proved(at("[::1]"), ""));
    TEST_ASSERT_EQUAL(has_six, is_proved(at("[::]"), ""));
}

/* Over TLS, where nothing else is served, a connection that is taken has to do. */
void test_with_tls_alone(void) {
    TEST_ASSERT_TRUE(listen_at(AF_INET, ""));
    TEST_ASSERT_TRUE(is_proved("", at("127.0.0.1")));
}

void test_where_both_are_served_the_one_that_can_answer_is_asked(void) {
    char gone[64];
    TEST_ASSERT_TRUE(listen_at(AF_INET, ""));
    (void)snprintf(gone, sizeof(gone), "%s", at("127.0.0.1"));
    stop();
    TEST_ASSERT_TRUE(listen_at(AF_INET, ""));
    TEST_ASSERT_FALSE(is_proved(gone, at("127.0.0.1")));
    stop();
    TEST_ASSERT_TRUE(listen_at(AF_INET, "HTTP/1.1 200 OK\r\n\r\n"));
    TEST_ASSERT_TRUE(is_proved(at("127.0.0.1"), gone));
}

void test_texts_that_are_no_address(void) {
    static const char *const bad[] = {"127.0.0.1",       "localhost:80", ":80", "[]:80",
                                      "[fe80::1%lo]:80", "1.2.3:80",     "[:80"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        TEST_ASSERT_FALSE_MESSAGE(is_proved(bad[i], ""), bad[i]);
        TEST_ASSERT_FALSE_MESSAGE(is_proved("", bad[i]), bad[i]);
    }
}
