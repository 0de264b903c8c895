#include "net/socket.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/loop.h"
#include "patience.h"
#include "unity.h"

static struct net_loop *loop;
static const struct mg_connection *accepted;
static int fd;
static int tag;

static void on_event(struct mg_connection *mg, int event, void *data) {
    (void)data;
    if (event == MG_EV_ACCEPT) {
        TEST_ASSERT_EQUAL_PTR(&tag, mg->fn_data);
        accepted = mg;
    }
}

void setUp(void) {
    accepted = NULL;
    fd = -1;
    TEST_ASSERT_EQUAL(0, net_loop_new(&loop));
}

void tearDown(void) {
    loop = net_loop_free(loop);
    if (fd >= 0) {
        (void)close(fd);
    }
}

static void connect_to(const void *address, socklen_t len) {
    fd = socket(((const struct sockaddr *)address)->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    TEST_ASSERT_EQUAL(0, connect(fd, address, len));
    for (unsigned i = 0; accepted == NULL && i < PATIENCE_MS / 10; i++) {
        net_loop_poll(loop, 10);
    }
    TEST_ASSERT_NOT_NULL(accepted);
}

static void expect_hosts(const char *own, const char *peer) {
    char text[INET6_ADDRSTRLEN];
    net_own_host(accepted, text, sizeof(text));
    TEST_ASSERT_EQUAL_STRING(own, text);
    net_peer_host(accepted, text, sizeof(text));
    TEST_ASSERT_EQUAL_STRING(peer, text);
}

void test_a_free_port_is_taken_and_said(void) {
    char address[NET_ADDRESS_MAX];
    TEST_ASSERT_EQUAL(0, net_listen(loop, "127.0.0.1:0", on_event, &tag, address));
    TEST_ASSERT_EQUAL_STRING_LEN("127.0.0.1:", address, 10);
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)net_address_port(address))};
    TEST_ASSERT_NOT_EQUAL(0, to.sin_port);
    TEST_ASSERT_EQUAL(1, inet_pton(AF_INET, "127.0.0.1", &to.sin_addr));
    connect_to(&to, sizeof(to));
    expect_hosts("127.0.0.1", "127.0.0.1");
}

void test_the_same_with_ipv6(void) {
    char address[NET_ADDRESS_MAX];
    TEST_ASSERT_EQUAL(0, net_listen(loop, "[::1]:0", on_event, &tag, address));
    TEST_ASSERT_EQUAL_STRING_LEN("[::1]:", address, 6);
    struct sockaddr_in6 to = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)net_address_port(address))};
    to.sin6_addr = in6addr_loopback;
    connect_to(&to, sizeof(to));
    expect_hosts("::1", "::1");
}

void test_what_cannot_be_listened_on(void) {
    char address[NET_ADDRESS_MAX], other[NET_ADDRESS_MAX] = "unchanged";
    TEST_ASSERT_EQUAL(0, net_listen(loop, "127.0.0.1:0", on_event, &tag, address));
    TEST_ASSERT_EQUAL(E_BUSY, net_listen(loop, address, on_event, &tag, other));
    /* belongs to no host: RFC 5737 */
    TEST_ASSERT_EQUAL(E_SYSTEM, net_listen(loop, "192.0.2.1:0", on_event, &tag, other));
    TEST_ASSERT_EQUAL(E_INVAL, net_listen(loop, "localhost:80", on_event, &tag, other));
    TEST_ASSERT_EQUAL_STRING("unchanged", other);
}
