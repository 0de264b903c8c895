/* The interface to Mongoose, with the linked Mongoose (MONGOOSE_DIR) and real sockets, but with a fake TLS library:
 * "hello" is the client's first flight, FLIGHT bytes are the answer, "done" ends the handshake, and then a record is a
 * byte, the plain one plus one. */
#include "net/tls_hooks.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/loop.h"
#include "net/socket.h"
#include "patience.h"
#include "unity.h"

#define TURNS PATIENCE_MS /* of a millisecond or more each */
#define CLIENTS 3

struct tls_session {
    struct mg_connection *mg;
    bool greeted;
};

static struct net_loop *loop;
static char address[NET_ADDRESS_MAX];
static unsigned steps; /* as counted by net/tls.c */
static size_t flight_len; /* of the server */
static unsigned accepted, opened, closed, freed, handshakes;
static char plain[64]; /* decrypted data of all connections */
static struct mg_connection *last;
static int clients[CLIENTS];

/* --- The fake library
 * ------------------------------------------------------------------------------------------------- */

int tls_session_handshake(struct tls_session *session) {
    static const char flight[1024 * 1024];
    char text[8] = "";
    size_t n = tls_peer_take(session->mg, text, session->greeted ? 4 : 5);
    handshakes++;
    if (n == 0) {
        return TLS_WAIT;
    }
    if (strcmp(text, session->greeted ? "done" : "hello") != 0) {
        return TLS_LOST;
    }
    if (session->greeted) {
        return 1;
    }
    session->greeted = true;
    return tls_peer_give(session->mg, flight, flight_len) ? TLS_WAIT : TLS_LOST;
}

long tls_session_read(struct tls_session *session, void *buf, size_t len) {
    size_t n = tls_peer_take(session->mg, buf, len);
    for (size_t i = 0; i < n; i++) {
        ((char *)buf)[i]--;
    }
    return n == 0 ? TLS_WAIT : (long)n;
}

size_t tls_session_pending(const struct tls_session *session) {
    (void)session;
    return 0;
}

void tls_session_free(struct tls_session *session) {
    freed++;
    free(session);
}

/* --- The server ------------------------------------------------------------------------------------------------------
 * */

static void accept_one(struct mg_connection *mg) {
    int small = 4096; /* bytes that the system buffers for a client that does not read */
    struct tls_conn *conn = calloc(1, sizeof(*conn));
    conn->session = calloc(1, sizeof(*conn->session));
    conn->session->mg = mg;
    conn->steps = &steps;
    tls_hooks_attach(mg, conn);
    TEST_ASSERT_EQUAL(0, setsockopt(net_descriptor(mg), SOL_SOCKET, SO_SNDBUF, &small, sizeof(small)));
    last = mg;
    accepted++;
}

static void on_event(struct mg_connection *mg, int event, void *data) {
    (void)data;
    if (mg->is_listening) {
        return;
    }
    if (event == MG_EV_ACCEPT) {
        accept_one(mg);
    } else if (event == MG_EV_TLS_HS) {
        opened++;
    } else if (event == MG_EV_READ) {
        (void)strncat(plain, (const char *)mg->recv.buf, mg->recv.len);
        mg->recv.len = 0;
    } else if (event == MG_EV_CLOSE) {
        closed++;
    }
}

static void turn_until(const unsigned *counter, unsigned wanted) {
    for (unsigned i = 0; *counter < wanted && i < TURNS; i++) {
        net_loop_poll(loop, 10);
    }
    TEST_ASSERT_EQUAL(wanted, *counter);
}

static int client(void) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), small = 4096;
    to.sin_port = htons((uint16_t)net_address_port(address));
    TEST_ASSERT_EQUAL(0, setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof(small)));
    TEST_ASSERT_EQUAL(0, connect(fd, (struct sockaddr *)&to, sizeof(to)));
    TEST_ASSERT_EQUAL(0, fcntl(fd, F_SETFL, O_NONBLOCK));
    return fd;
}

static void say(int fd, const char *text) {
    TEST_ASSERT_EQUAL((int)strlen(text), send(fd, text, strlen(text), MSG_NOSIGNAL));
}

/* Turns the loop until the client has the whole flight. */
static void take_flight(int fd) {
    size_t got = 0;
    for (unsigned i = 0; got < flight_len && i < TURNS; i++) {
        char octets[4096];
        net_loop_poll(loop, 1);
        ssize_t n = recv(fd, octets, sizeof(octets), 0);
        got += n > 0 ? (size_t)n : 0;
    }
    TEST_ASSERT_EQUAL(flight_len, got);
}

void setUp(void) {
    steps = 8;
    flight_len = 7;
    accepted = opened = closed = freed = handshakes = 0;
    plain[0] = '\0';
    for (unsigned i = 0; i < CLIENTS; i++) {
        clients[i] = -1;
    }
    TEST_ASSERT_EQUAL(0, net_loop_new(&loop));
    TEST_ASSERT_EQUAL(0, net_listen(loop, "127.0.0.1:0", on_event, NULL, address));
}

void tearDown(void) {
    loop = net_loop_free(loop);
    for (unsigned i = 0; i < CLIENTS; i++) {
        if (clients[i] >= 0) {
            (void)close(clients[i]);
        }
    }
    TEST_ASSERT_EQUAL(accepted, freed);
}

/* --- Tests
 * ------------------------------------------------------------------------------------------------------------ */

void test_an_accepted_connection_is_one_of_tls_with_either_mongoose(void) {
    clients[0] = client();
    turn_until(&accepted, 1);
    say(clients[0], "hello");
    take_flight(clients[0]);
    TEST_ASSERT_EQUAL(0, opened);
    say(clients[0], "donejgnnq"); /* the first record comes with the end of the handshake */
    turn_until(&opened, 1);
    TEST_ASSERT_EQUAL_STRING("ifmmp", plain);
    say(clients[0], "!!!");
    net_loop_poll(loop, 1000);
    TEST_ASSERT_EQUAL_STRING("ifmmp   ", plain);
    TEST_ASSERT_EQUAL(1, last->is_tls);
    TEST_ASSERT_EQUAL(2, handshakes);
}

void test_the_first_flight_is_answered_in_the_turn_it_came(void) {
    char octets[8];
    clients[0] = client();
    turn_until(&accepted, 1);
    say(clients[0], "hello");
    net_loop_poll(loop, 1000);
    TEST_ASSERT_EQUAL(flight_len, recv(clients[0], octets, sizeof(octets), 0));
}

void test_what_a_full_socket_did_not_take_of_a_handshake_is_sent_later(void) {
    flight_len = (size_t)1024 * 1024;
    clients[0] = client();
    turn_until(&accepted, 1);
    say(clients[0], "hello");
    turn_until(&handshakes, 1);
    TEST_ASSERT_TRUE(last->send.len > 0);
    take_flight(clients[0]);
    say(clients[0], "done");
    turn_until(&opened, 1);
}

void test_a_handshake_that_is_lost_ends_its_connection(void) {
    clients[0] = client();
    say(clients[0], "GET /");
    turn_until(&closed, 1);
    clients[1] = client();
    say(clients[1], "hello");
    take_flight(clients[1]);
    say(clients[1], "what");
    turn_until(&closed, 2);
    TEST_ASSERT_EQUAL(0, opened);
    TEST_ASSERT_EQUAL_STRING("", plain);
}

void test_a_client_that_goes_during_its_handshake_is_let_go(void) {
    clients[0] = client();
    turn_until(&accepted, 1);
    (void)close(clients[0]); /* before it has sent anything */
    turn_until(&closed, 1);
    clients[0] = client();
    say(clients[0], "hello");
    take_flight(clients[0]);
    (void)close(clients[0]);
    clients[0] = -1;
    turn_until(&closed, 2);
}

void test_what_came_before_the_end_is_read(void) {
    clients[0] = client();
    say(clients[0], "hello");
    take_flight(clients[0]);
    say(clients[0], "donebzf");
    (void)close(clients[0]);
    clients[0] = -1;
    turn_until(&closed, 1);
    TEST_ASSERT_EQUAL_STRING("aye", plain);
}

void test_steps_of_handshakes_are_bounded(void) {
    for (unsigned i = 0; i < CLIENTS; i++) {
        clients[i] = client();
    }
    turn_until(&accepted, CLIENTS);
    for (unsigned i = 0; i < CLIENTS; i++) {
        say(clients[i], "hello");
    }
    steps = CLIENTS - 1;
    for (unsigned i = 0; i < 20; i++) {
        net_loop_poll(loop, 1);
    }
    TEST_ASSERT_EQUAL(CLIENTS - 1, handshakes);
    TEST_ASSERT_EQUAL(0, steps);
    steps = 8; /* the next turn; the waiting one needs no further input */
    turn_until(&handshakes, CLIENTS);
}

void test_a_connection_that_was_reset_takes_no_more(void) {
    struct linger at_once = {.l_onoff = 1, .l_linger = 0};
    clients[0] = client();
    turn_until(&accepted, 1);
    TEST_ASSERT_TRUE(tls_peer_give(last, "a", 1));
    TEST_ASSERT_EQUAL(0, setsockopt(clients[0], SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once)));
    (void)close(clients[0]);
    clients[0] = -1;
    TEST_ASSERT_FALSE(tls_peer_give(last, "b", 1));
    TEST_ASSERT_EQUAL(0, last->send.len);
}
