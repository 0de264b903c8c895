/* Reachability tests: timing, order of the servers, meaning of answers, and that no descriptor stays open. Names and
 * servers are on the loopback, the gateway is simulated. */
#include "hal/linux/linux_attempts.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "unity.h"
#include "util/err.h"

#define LOOPBACK 0x7f000001
#define FIRST 0x7f000001
#define SECOND 0x7f000002
#define PATIENCE_MS 30000

static struct linux_attempts attempts;
static struct linux_attempt_ways ways;
static uint32_t found;
static bool begun;
static int64_t now;

/* --- The network --- */

static int dns[2]; /* sockets of the name servers */
static uint16_t dns_ports[2];
static int arp_opens, arp_asked, arp_error, arp_fd;
static bool arp_answers;

/* Redirects queries to port 53 to the test's own sockets. */
int connect(int fd, const struct sockaddr *there, socklen_t len) {
    struct sockaddr_in to;
    memcpy(&to, there, sizeof(to));
    if (to.sin_port == htons(53)) {
        uint32_t address = ntohl(to.sin_addr.s_addr);
        if (address != FIRST && address != SECOND) {
            errno = ENETUNREACH;
            return -1;
        }
        to.sin_port = htons(dns_ports[address == SECOND]);
    }
    return (int)syscall(SYS_connect, fd, &to, len);
}

int linux_arp_open(const struct linux_arp_asker *asker, int *ret_fd) {
    TEST_ASSERT_EQUAL_PTR(&ways.asker, asker);
    if (arp_error != 0) {
        return arp_error;
    }
    *ret_fd = arp_fd = open("/dev/null", O_RDONLY);
    arp_opens++;
    return 0;
}

void linux_arp_ask(int fd, const struct linux_arp_asker *asker, uint32_t whom) {
    (void)asker;
    TEST_ASSERT_EQUAL(arp_fd, fd);
    TEST_ASSERT_EQUAL_HEX32(0xC0000201, whom);
    arp_asked++;
}

bool linux_arp_is_answered(int fd, const struct linux_arp_asker *asker, uint32_t whom) {
    (void)asker;
    TEST_ASSERT_EQUAL(arp_fd, fd);
    TEST_ASSERT_EQUAL_HEX32(0xC0000201, whom);
    return arp_answers;
}

static int bound(int type, uint32_t address, uint16_t *ret_port) {
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(address)};
    socklen_t len = sizeof(here);
    int fd = socket(AF_INET, type | SOCK_CLOEXEC, 0);
    TEST_ASSERT_EQUAL(0, bind(fd, (struct sockaddr *)&here, len));
    TEST_ASSERT_EQUAL(0, getsockname(fd, (struct sockaddr *)&here, &len));
    *ret_port = ntohs(here.sin_port);
    return fd;
}

static bool is_open(int fd) {
    return fcntl(fd, F_GETFD) >= 0;
}

void setUp(void) {
    linux_attempts_init(&attempts);
    ways = (struct linux_attempt_ways){.servers = {FIRST, SECOND}};
    dns[0] = bound(SOCK_DGRAM | SOCK_NONBLOCK, FIRST, &dns_ports[0]);
    dns[1] = bound(SOCK_DGRAM | SOCK_NONBLOCK, SECOND, &dns_ports[1]);
    arp_opens = arp_asked = arp_error = 0;
    arp_answers = false;
    found = 0;
    now = 1000;
}

void tearDown(void) {
    linux_attempts_end(&attempts);
    (void)close(dns[0]);
    (void)close(dns[1]);
}

/* --- Helpers --- */

static struct linux_attempt_what name_of(const char *host) {
    struct linux_attempt_what what = {.kind = LINUX_ATTEMPT_NAME};
    (void)strcpy(what.host, host);
    return what;
}

static struct linux_attempt_what gateway(void) {
    return (struct linux_attempt_what){.kind = LINUX_ATTEMPT_GATEWAY, .address = 0xC0000201};
}

static int ask(const struct linux_attempt_what *what) {
    return linux_attempts_ask(&attempts, what, now, &found, &begun);
}

static bool step(void) {
    return linux_attempts_step(&attempts, &ways, now);
}

/* Steps until the descriptor of the first test is ready, then once more. */
static bool step_when_ready(void) {
    struct pollfd fds[LINUX_ATTEMPTS_MAX];
    linux_attempts_fds(&attempts, fds);
    size_t at = 0;
    while (at < LINUX_ATTEMPTS_MAX - 1 && fds[at].fd < 0) {
        at++;
    }
    TEST_ASSERT_EQUAL(1, poll(&fds[at], 1, PATIENCE_MS));
    return step();
}

/* Reads the query that a server received; false: none. */
static bool take(int server, uint8_t *question, size_t *ret_len, struct sockaddr_in *ret_from) {
    socklen_t from_len = sizeof(*ret_from);
    ssize_t len = recvfrom(dns[server], question, 512, 0, (struct sockaddr *)ret_from, &from_len);
    *ret_len = len < 0 ? 0 : (size_t)len;
    return len >= 0;
}

static bool is_asked(int server) {
    uint8_t question[512];
    size_t len = 0;
    struct sockaddr_in from;
    return take(server, question, &len, &from);
}

/* Answers the query that a server received, with `code`, and 192.0.2.9 if that is 0. */
static void answer(int server, uint8_t code) {
    static const uint8_t record[] = {0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 9};
    uint8_t text[600];
    size_t len = 0;
    struct sockaddr_in from;
    TEST_ASSERT_TRUE(take(server, text, &len, &from));
    text[2] |= 0x80;
    text[3] = (uint8_t)(0x80 | code);
    if (code == 0) {
        text[7] = 1;
        memcpy(text + len, record, sizeof(record));
        len += sizeof(record);
    }
    TEST_ASSERT_EQUAL(len, sendto(dns[server], text, len, 0, (struct sockaddr *)&from, sizeof(from)));
}

/* --- Names --- */

void test_a_name_is_asked_for_and_told_once(void) {
    struct linux_attempt_what what = name_of("time.example.com");
    TEST_ASSERT_EQUAL(E_BUSY, ask(&what));
    TEST_ASSERT_TRUE(begun);
    TEST_ASSERT_EQUAL_INT64(now, linux_attempts_due(&attempts));
    TEST_ASSERT_FALSE(step());
    TEST_ASSERT_EQUAL_INT64(now + 2000, linux_attempts_due(&attempts));
    TEST_ASSERT_EQUAL(E_BUSY, ask(&what));
    TEST_ASSERT_FALSE(begun); /* in progress */
    answer(0, 0);
    int fd = attempts.all[LINUX_ATTEMPTS_MAX - 1].fd;
    TEST_ASSERT_TRUE(step_when_ready());
    TEST_ASSERT_FALSE(is_open(fd));
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, linux_attempts_due(&attempts));
    TEST_ASSERT_EQUAL(0, ask(&what));
    TEST_ASSERT_EQUAL_HEX32(0xC0000209, found);
    TEST_ASSERT_FALSE(step());
    TEST_ASSERT_EQUAL(E_BUSY, ask(&what));
    TEST_ASSERT_TRUE(begun); /* again */
    TEST_ASSERT_FALSE(is_asked(1));
}

void test_a_name_that_is_not_there_is_said_at_once(void) {
    struct linux_attempt_what what = name_of("nowhere.example.com");
    TEST_ASSERT_EQUAL(E_BUSY, ask(&what));
    TEST_ASSERT_FALSE(step());
    answer(0, 3);
    TEST_ASSERT_TRUE(step_when_ready());
    TEST_ASSERT_EQUAL(E_NOTFOUND, ask(&what));
    what = name_of("-no..name-");
    TEST_ASSERT_EQUAL(E_BUSY, ask(&what));
    TEST_ASSERT_TRUE(step());
    TEST_ASSERT_EQUAL(E_NOTFOUND, ask(&what));
}

void test_a_silent_server_has_its_time_then_the_other_one(void) {
    struct linux_attempt_what what = name_of("time.example.com");
    TEST_ASSERT_EQUAL(E_BUSY, ask(&what));
    for (int tries = 0; tries < 4; tries++) {
        TEST_ASSERT_FALSE(step());
        TEST_ASSERT_TRUE(is_asked(tries % 2));
        TEST_ASSERT_FALSE(is_asked(1 - tries % 2));
        now += 1999;
        TEST_ASSERT_FALSE(step());
        TEST_ASSERT_FALSE(is_asked(0) || is_asked(1));
        now += 1;
    }
    TEST_ASSERT_TRUE(step());
    TEST_ASSERT_EQUAL(E_TIMEOUT, ask(&what));
}

void test_a_server_that_cannot_say_gives_way_at_once(void) {
    struct linux_attempt_what what = name_of("time.example.com");
    TEST_ASSERT_EQUAL(E_BUSY, ask(&what));
    TEST_ASSERT_FALSE(step());
    answer(0, 2);
    TEST_ASSERT_FALSE(step_when_ready());
    answer(1, 0);
    TEST_ASSERT_TRUE(step_when_ready());
    TEST_ASSERT_EQUAL(0, ask(&what));
}

void test_a_server_that_is_not_there_gives_way(void) {
    struct linux_attempt_what what = name_of("time.example.com");
    (void)close(dns[0]); /* nothing listens: the kernel reports it */
    TEST_ASSERT_EQUAL(E_BUSY, ask(&what));
    TEST_ASSERT_FALSE(step());
    TEST_ASSERT_FALSE(step_when_ready());
    answer(1, 0);
    TEST_ASSERT_TRUE(step_when_ready());
    dns[0] = bound(SOCK_DGRAM | SOCK_NONBLOCK, FIRST, &dns_ports[0]);
    TEST_ASSERT_EQUAL(0, ask(&what));
}

void test_one_server_alone_is_asked_each_time(void) {
    struct linux_attempt_what what = name_of("time.example.com");
    ways.servers[1] = 0;
    TEST_ASSERT_EQUAL(E_BUSY, ask(&what));
    for (int tries = 0; tries < 4; tries++) {
        TEST_ASSERT_FALSE(step());
        TEST_ASSERT_TRUE(is_asked(0));
        now += 2000;
    }
    TEST_ASSERT_TRUE(step());
}

/* Without a route it waits for its timeout, so that queries do not repeat without end. */
void test_a_server_without_a_way_waits_its_time(void) {
    struct linux_attempt_what what = name_of("time.example.com");
    ways.servers[0] = 0x0a000001;
    TEST_ASSERT_EQUAL(E_BUSY, ask(&what));
    TEST_ASSERT_FALSE(step());
    TEST_ASSERT_FALSE(step());
    TEST_ASSERT_FALSE(is_asked(1));
    TEST_ASSERT_EQUAL_INT64(now + 2000, linux_attempts_due(&attempts));
    now += 2000;
    TEST_ASSERT_FALSE(step());
    TEST_ASSERT_TRUE(is_asked(1));
}

/* --- Gateway --- */

void test_a_gateway_is_asked_three_times_a_second_apart(void) {
    struct linux_attempt_what what = gateway();
    TEST_ASSERT_EQUAL(E_BUSY, ask(&what));
    for (int tries = 1; tries <= 3; tries++) {
        TEST_ASSERT_FALSE(step());
        TEST_ASSERT_EQUAL(tries, arp_asked);
        TEST_ASSERT_EQUAL_INT64(now + 1000, linux_attempts_due(&attempts));
        now += 999;
        TEST_ASSERT_FALSE(step());
        TEST_ASSERT_EQUAL(tries, arp_asked);
        now += 1;
    }
    TEST_ASSERT_TRUE(step());
    TEST_ASSERT_EQUAL(1, arp_opens);
    TEST_ASSERT_FALSE(is_open(arp_fd));
    TEST_ASSERT_EQUAL(E_TIMEOUT, ask(&what));
}

void test_a_gateway_that_answers(void) {
    struct linux_attempt_what what = gateway();
    TEST_ASSERT_EQUAL(E_BUSY, ask(&what));
    TEST_ASSERT_FALSE(step());
    arp_answers = true;
    TEST_ASSERT_TRUE(step());
    TEST_ASSERT_FALSE(is_open(arp_fd));
    TEST_ASSERT_EQUAL(0, ask(&what));
    arp_error = E_NOT_ALLOWED;
    TEST_ASSERT_EQUAL(E_BUSY, ask(&what));
    TEST_ASSERT_TRUE(step());
    TEST_ASSERT_EQUAL(E_NOT_ALLOWED, ask(&what));
    arp_error = E_OFFLINE;
    TEST_ASSERT_EQUAL(E_BUSY, ask(&what));
    TEST_ASSERT_TRUE(step());
    TEST_ASSERT_EQUAL(E_TIMEOUT, ask(&what));
}

/* --- Servers --- */

static int try_server(uint16_t port) {
    struct linux_attempt_what what = {.kind = LINUX_ATTEMPT_SERVER, .address = LOOPBACK, .port = port};
    TEST_ASSERT_EQUAL(E_BUSY, ask(&what));
    if (!step()) {
        struct pollfd fds[LINUX_ATTEMPTS_MAX];
        linux_attempts_fds(&attempts, fds);
        TEST_ASSERT_EQUAL(POLLOUT, fds[LINUX_ATTEMPTS_MAX - 1].events);
        TEST_ASSERT_TRUE(step_when_ready());
    }
    return ask(&what);
}

void test_a_server_that_listens_and_one_that_does_not(void) {
    uint16_t port = 0;
    int server = bound(SOCK_STREAM, LOOPBACK, &port);
    TEST_ASSERT_EQUAL(E_FORBIDDEN, try_server(port));
    TEST_ASSERT_EQUAL(0, listen(server, 4));
    TEST_ASSERT_EQUAL(0, try_server(port));
    (void)close(server);
}

void test_a_silent_server_is_given_up_after_five_seconds(void) {
    uint16_t port = 0;
    int server = bound(SOCK_STREAM, LOOPBACK, &port);
    struct linux_attempt_what what = {.kind = LINUX_ATTEMPT_SERVER, .address = LOOPBACK, .port = port};
    TEST_ASSERT_EQUAL(0, listen(server, 0)); /* one may wait; the next gets no answer */
    TEST_ASSERT_EQUAL(0, try_server(port));
    int waiting = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(LOOPBACK)};
    (void)connect(waiting, (struct sockaddr *)&there, sizeof(there));
    TEST_ASSERT_EQUAL(E_BUSY, ask(&what));
    TEST_ASSERT_FALSE(step());
    TEST_ASSERT_EQUAL_INT64(now + 5000, linux_attempts_due(&attempts));
    now += 4999;
    TEST_ASSERT_FALSE(step());
    now += 1;
    TEST_ASSERT_TRUE(step());
    TEST_ASSERT_EQUAL(E_TIMEOUT, ask(&what));
    (void)close(waiting);
    (void)close(server);
}

/* --- All --- */

void test_each_member_tells_one_from_another(void) {
    struct linux_attempt_what what[] = {
        name_of("a.example.com"),
        name_of("b.example.com"),
        gateway(),
        {.kind = LINUX_ATTEMPT_SERVER, .address = 1, .port = 1},
        {.kind = LINUX_ATTEMPT_SERVER, .address = 1, .port = 2},
        {.kind = LINUX_ATTEMPT_SERVER, .address = 0xC0000201},
    };
    for (size_t i = 0; i < sizeof(what) / sizeof(what[0]); i++) {
        TEST_ASSERT_EQUAL(E_BUSY, ask(&what[i]));
        TEST_ASSERT_TRUE(begun);
    }
}

void test_no_more_than_fit_are_under_way(void) {
    struct linux_attempt_what what = {.kind = LINUX_ATTEMPT_SERVER, .address = LOOPBACK};
    for (what.port = 1; what.port <= LINUX_ATTEMPTS_MAX; what.port++) {
        TEST_ASSERT_EQUAL(E_BUSY, ask(&what));
        TEST_ASSERT_TRUE(begun);
    }
    TEST_ASSERT_EQUAL(E_BUSY, ask(&what));
    TEST_ASSERT_FALSE(begun);
}

void test_an_answer_that_nobody_takes_is_forgotten(void) {
    struct linux_attempt_what what = gateway();
    struct linux_attempt_what other = name_of("a.example.com");
    arp_answers = true;
    TEST_ASSERT_EQUAL(E_BUSY, ask(&what));
    TEST_ASSERT_TRUE(step());
    now += 60000;
    TEST_ASSERT_EQUAL(E_BUSY, ask(&other));
    TEST_ASSERT_TRUE(begun);
    TEST_ASSERT_EQUAL(0, ask(&what)); /* still returned */
    TEST_ASSERT_EQUAL(E_BUSY, ask(&what));
    TEST_ASSERT_TRUE(step());
    now += 60001;
    TEST_ASSERT_EQUAL(E_BUSY, ask(&what));
    TEST_ASSERT_TRUE(begun);
}

void test_the_end_closes_all(void) {
    struct linux_attempt_what what = gateway();
    TEST_ASSERT_EQUAL(E_BUSY, ask(&what));
    TEST_ASSERT_FALSE(step());
    TEST_ASSERT_TRUE(is_open(arp_fd));
    linux_attempts_end(&attempts);
    TEST_ASSERT_FALSE(is_open(arp_fd));
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, linux_attempts_due(&attempts));
    TEST_ASSERT_EQUAL(E_BUSY, ask(&what));
    TEST_ASSERT_TRUE(begun);
}
