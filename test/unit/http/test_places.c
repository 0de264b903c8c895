/* Whose connection is closed when places run out. */
#include "http/places.h"

#include <stdio.h>
#include <string.h>

#include "unity.h"

#define CONNS 320

static struct http_server server;
static struct mg_connection mgs[CONNS];
static struct http_conn conns[CONNS];
static unsigned used;

void setUp(void) {
    memset(&server, 0, sizeof(server));
    memset(mgs, 0, sizeof(mgs));
    memset(conns, 0, sizeof(conns));
    server.limit = 4;
    used = 0;
}

void tearDown(void) {
    for (unsigned i = 0; i < used; i++) {
        places_remove(&conns[i]);
    }
    TEST_ASSERT_EQUAL_UINT(0, server.connections + server.handshakes + server.secure);
    TEST_ASSERT_NULL(server.places);
}

/* Accepts a connection, a moment after the one before. */
static struct http_conn *accept_from(const char *host, bool secure) {
    struct http_conn *conn = &conns[used];
    mgs[used].id = used + 1;
    *conn = (struct http_conn){.server = &server, .mg = &mgs[used], .secure = secure, .since_ms = used};
    used++;
    TEST_ASSERT_EQUAL(0, places_add(conn, host));
    return conn;
}

/* The connection that was closed since the last time, which leaves then; NULL: none was. */
static const struct http_conn *closed(void) {
    struct http_conn *found = NULL;
    for (unsigned i = 0; i < used; i++) {
        if (mgs[i].is_closing && conns[i].source != NULL) {
            TEST_ASSERT_NULL(found);
            found = &conns[i];
            places_remove(found);
        }
    }
    return found;
}

void test_nobody_is_closed_while_there_is_room(void) {
    for (unsigned i = 0; i < 4; i++) {
        (void)accept_from("192.0.2.1", false);
    }
    TEST_ASSERT_NULL(closed());
    TEST_ASSERT_NOT_NULL(accept_from("192.0.2.1", false));
    TEST_ASSERT_EQUAL_PTR(&conns[0], closed()); /* the one that has been idle longest */
}

void test_the_source_with_most_loses_one(void) {
    (void)accept_from("192.0.2.1", false);
    (void)accept_from("192.0.2.2", false);
    (void)accept_from("192.0.2.2", false);
    (void)accept_from("192.0.2.3", false);
    conns[1].has_session = conns[2].has_session = true;
    (void)accept_from("192.0.2.4", false);
    TEST_ASSERT_EQUAL_PTR(&conns[1], closed());
}

void test_of_equal_sources_the_one_without_a_session_loses_it(void) {
    for (unsigned i = 0; i < 4; i++) {
        char host[16];
        (void)snprintf(host, sizeof(host), "192.0.2.%u", i);
        (void)accept_from(host, false);
        conns[i].has_session = i != 2;
    }
    (void)accept_from("192.0.2.9", false);
    TEST_ASSERT_EQUAL_PTR(&conns[2], closed());
}

void test_an_event_stream_is_last(void) {
    static struct {
        char some;
    } stream;
    for (unsigned i = 0; i < 3; i++) {
        (void)accept_from("192.0.2.1", false);
        conns[i].has_session = true;
        conns[i].stream = (struct http_stream *)(void *)&stream;
    }
    (void)accept_from("192.0.2.2", false);
    (void)accept_from("192.0.2.3", false);
    TEST_ASSERT_EQUAL_PTR(&conns[3], closed());
    conns[4].stream = (struct http_stream *)(void *)&stream;
    (void)accept_from("192.0.2.4", false);
    TEST_ASSERT_EQUAL_PTR(&conns[0], closed()); /* where there is nothing else */
    for (unsigned i = 0; i < used; i++) {
        conns[i].stream = NULL;
    }
}

void test_a_call_that_runs_is_not_closed(void) {
    for (unsigned i = 0; i < 4; i++) {
        (void)accept_from("192.0.2.1", false);
        conns[i].state = i < 3 ? CONN_RUNNING : CONN_HEAD;
    }
    (void)accept_from("192.0.2.2", false);
    TEST_ASSERT_EQUAL_PTR(&conns[3], closed());
    conns[4].state = CONN_RUNNING;
    (void)accept_from("192.0.2.3", false);
    TEST_ASSERT_NULL(closed());
}

void test_addresses_of_one_network_are_one_source(void) {
    (void)accept_from("2001:db8::1", false);
    (void)accept_from("2001:db8:0:0:ffff::2", false);
    (void)accept_from("2001:db8:0:1::1", false);
    (void)accept_from("192.0.2.1", false);
    conns[0].has_session = true;
    (void)accept_from("192.0.2.2", false);
    TEST_ASSERT_EQUAL_PTR(&conns[1], closed());
}

/* So many silent ones that all places are taken, and more: whose handshake is done stays, and others are done. */
void test_handshakes_push_out_handshakes_alone(void) {
    server.limit = CONNS;
    for (unsigned i = 0; i < 100; i++) {
        places_open(accept_from("192.0.2.1", true));
    }
    for (unsigned i = 0; i < HTTP_SECURE_MAX - 100; i++) {
        (void)accept_from("192.0.2.2", true);
    }
    TEST_ASSERT_NULL(closed());
    struct http_conn *late = accept_from("192.0.2.3", true);
    TEST_ASSERT_EQUAL_PTR(&conns[100], closed());
    places_open(late);
    TEST_ASSERT_NULL(closed());
    TEST_ASSERT_EQUAL_UINT(101, server.secure);
}

/* Of those whose handshake is done there are never so many that a new handshake has no place. */
void test_places_are_kept_for_handshakes(void) {
    server.limit = CONNS;
    for (unsigned i = 0; i < HTTP_SECURE_MAX - HTTP_HANDSHAKES_KEPT; i++) {
        places_open(accept_from("192.0.2.1", true));
    }
    TEST_ASSERT_NULL(closed());
    for (unsigned i = 0; i < HTTP_HANDSHAKES_KEPT; i++) {
        (void)accept_from("192.0.2.2", true);
    }
    TEST_ASSERT_NULL(closed());
    places_open(&conns[used - 1]);
    TEST_ASSERT_EQUAL_PTR(&conns[0], closed());
}

void test_a_handshake_is_done_once(void) {
    struct http_conn *conn = accept_from("192.0.2.1", true), *plain = accept_from("192.0.2.1", false);
    places_open(conn);
    places_open(conn);
    places_open(plain);
    TEST_ASSERT_EQUAL_UINT(1, server.secure);
    places_remove(plain);
    places_remove(plain);
    TEST_ASSERT_EQUAL_UINT(1, server.connections);
}
