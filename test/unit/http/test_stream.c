/* The event stream on a socket that takes what the test lets it take: what is told from where, what a slow reader costs,
 * and when it ends. Mongoose and TLS are played here. */
#include "http/stream.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/accounts/sessions.h"
#include "core/base/core.h"
#include "core/door/door.h"
#include "core/events/log.h"
#include "core/settings/settings.h"
#include "http/rom.h"
#include "http/stream_resume.h"
#include "net/tls.h"
#include "store/events/log.h"
#include "terminal_fixture.h"
#include "unity.h"

#define SECOND INT64_C(1000)

const struct rom_asset rom_assets[] = {{.path = "/index.html", .path_len = 11}};
const size_t rom_asset_count = 1;
const struct rom_asset *const rom_shell = &rom_assets[0];

static struct fixture fixture;
static struct http_server server;
static struct mg_connection mg;
static struct http_conn *conn;
static int far_end; /* of the socket */

static size_t room; /* bytes the socket still takes */
static char sent[262144]; /* what it took */
static size_t sent_len;
static bool is_lost; /* the socket answers with an error */
static struct workers_job *queued; /* what a worker was given */
static bool no_worker;

/* Mongoose, as far as a connection asks for it. */

long mg_io_send(struct mg_connection *c, const void *data, size_t len) {
    (void)c;
    size_t n = len < room ? len : room;
    if (is_lost) {
        return MG_IO_ERR;
    }
    memcpy(sent + sent_len, data, n);
    sent_len += n;
    room -= n;
    return n == 0 ? MG_IO_WAIT : (long)n;
}

bool mg_send(struct mg_connection *c, const void *data, size_t len) {
    c->send.buf = realloc(c->send.buf, len);
    c->send.len = c->send.size = len;
    memcpy(c->send.buf, data, len);
    return true;
}

void mg_iobuf_free(struct mg_iobuf *io) {
    free(io->buf);
    *io = (struct mg_iobuf){.align = io->align};
}

long tls_write(struct mg_connection *c, const void *data, size_t len) {
    return mg_io_send(c, data, len);
}

void tls_close_notify(struct mg_connection *c) {
    (void)c;
}

int workers_submit(struct workers *workers, struct workers_job *job) {
    (void)workers;
    if (no_worker) {
        return E_BUSY;
    }
    queued = job;
    return 0;
}

static char token[SESSIONS_TOKEN_LEN + 1];
static uint64_t session;

void setUp(void) {
    int ends[2];
    struct actor view = {.account = "admin", .level = 16};
    fixture_up(&fixture);
    TEST_ASSERT_EQUAL(0, socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
    far_end = ends[1];
    server = (struct http_server){.core = fixture.core, .now_ms = 5000};
    mg = (struct mg_connection){.fd = (void *)(size_t)ends[0], .is_accepted = 1};
    conn = conn_new(&server, &mg);
    TEST_ASSERT_NOT_NULL(conn);
    TEST_ASSERT_EQUAL(0, sessions_open(fixture.shared->sessions, &view, token, &session));
    room = sizeof(sent) - 1;
    sent_len = 0;
    is_lost = no_worker = false;
    queued = NULL;
}

void tearDown(void) {
    if (conn != NULL) {
        conn_closed(conn);
    }
    TEST_ASSERT_NULL(server.streams);
    mg_iobuf_free(&mg.recv);
    mg_iobuf_free(&mg.send);
    (void)close((int)(size_t)mg.fd);
    (void)close(far_end);
    fixture_down(&fixture);
}

static void append(int count) {
    for (int i = 0; i < count; i++) {
        const struct record record = {
            .kind = RECORD_KIND_ACCESS, .result = RECORD_RESULT_GRANTED, .userid = 7, .username = "A\nd\"a"};
        TEST_ASSERT_EQUAL(0, log_append(fixture.core, &record, NULL));
    }
}

/* Asks on `of` for what is behind a number, said in the query and in the head, as they are given. */
static void ask(struct http_conn *of, const char *query, const char *head) {
    char text[512];
    int len = snprintf(text, sizeof(text), "GET /goform/events%s HTTP/1.1\r\nHost: t\r\ntoken: %s\r\n%s\r\n", query,
                       token, head);
    struct mg_iobuf *recv = &of->mg->recv;
    recv->buf = realloc(recv->buf, (size_t)len);
    memcpy(recv->buf, text, (size_t)len);
    recv->len = recv->size = (size_t)len;
    conn_read(of);
}

static bool has(const char *text) {
    sent[sent_len] = '\0';
    return strstr(sent, text) != NULL;
}

static unsigned count_of(const char *text) {
    unsigned count = 0;
    sent[sent_len] = '\0';
    for (const char *at = strstr(sent, text); at != NULL; at = strstr(at + 1, text)) {
        count++;
    }
    return count;
}

void test_it_begins_with_hello_and_goes_on_with_what_comes(void) {
    append(2);
    ask(conn, "", "");
    TEST_ASSERT_TRUE(has("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"));
    TEST_ASSERT_TRUE(has("event: hello\ndata:{\"first\":1,\"last\":2,\"beat\":15}\n\n"));
    stream_turn(&server);
    TEST_ASSERT_EQUAL_UINT(0, count_of("event: record"));
    append(1);
    stream_turn(&server);
    TEST_ASSERT_TRUE(has("event: record\nid: 3\ndata:{\"seq\":3,\"time\":"));
    TEST_ASSERT_TRUE(has("\"username\":\"A"));
    TEST_ASSERT_FALSE(has("A\nd")); /* no line of an event ends within a text */
    TEST_ASSERT_EQUAL(CONN_STREAM, conn->state);
}

void test_it_goes_on_behind_the_number_of_the_query_or_the_head_which_counts_first(void) {
    append(5);
    ask(conn, "?after=1", "Last-Event-ID: 3\r\n");
    stream_turn(&server);
    TEST_ASSERT_EQUAL_UINT(2, count_of("event: record"));
    TEST_ASSERT_TRUE(has("id: 4\n") && has("id: 5\n"));
    conn_closed(conn);
    conn = conn_new(&server, &mg);
    sent_len = 0;
    ask(conn, "?after=1", "");
    stream_turn(&server);
    TEST_ASSERT_EQUAL_UINT(4, count_of("event: record"));
    TEST_ASSERT_FALSE(has("missed"));
}

void test_a_number_of_another_log_goes_on_at_the_end(void) {
    append(2);
    ask(conn, "?after=900", "");
    append(1);
    stream_turn(&server);
    TEST_ASSERT_EQUAL_UINT(1, count_of("event: record"));
    TEST_ASSERT_TRUE(has("id: 3\n"));
}

void test_a_head_without_a_number_is_refused(void) {
    ask(conn, "", "Last-Event-ID: x1\r\n");
    TEST_ASSERT_TRUE(has("HTTP/1.1 400 "));
    TEST_ASSERT_TRUE(has("\"field\":\"after\""));
    TEST_ASSERT_EQUAL(CONN_HEAD, conn->state);
}

void test_no_round_reads_more_than_fifty_lines(void) {
    append(120);
    ask(conn, "?after=0", "");
    stream_turn(&server);
    TEST_ASSERT_EQUAL_UINT(STREAM_BATCH, count_of("event: record"));
    stream_turn(&server);
    stream_turn(&server);
    TEST_ASSERT_EQUAL_UINT(120, count_of("event: record"));
}

void test_who_is_too_far_behind_is_told_what_was_missed_and_goes_on_at_the_end(void) {
    append(STREAM_BEHIND_MAX + 1);
    ask(conn, "?after=1", "");
    stream_turn(&server);
    TEST_ASSERT_FALSE(has("missed")); /* a thousand are not too many */
    conn_closed(conn);
    conn = conn_new(&server, &mg);
    sent_len = 0;
    ask(conn, "?after=0", "");
    stream_turn(&server);
    TEST_ASSERT_TRUE(has("event: missed\nid: 1001\ndata:{\"from\":1,\"to\":1001}\n\n"));
    append(1);
    stream_turn(&server);
    TEST_ASSERT_EQUAL_UINT(1, count_of("event: record"));
}

void test_lines_that_are_kept_no_more_are_told_as_missed(void) {
    append(6);
    TEST_ASSERT_EQUAL(0, store_log_drop(fixture.core->store, 3));
    ask(conn, "?after=1", "");
    stream_turn(&server);
    TEST_ASSERT_TRUE(has("event: missed\nid: 3\ndata:{\"from\":2,\"to\":3}\n\nevent: record\nid: 4\n"));
}

void test_a_slow_reader_has_no_more_waiting_than_a_batch(void) {
    ask(conn, "", "");
    room = 10;
    append(900);
    for (int i = 0; i < 30; i++) {
        stream_turn(&server);
    }
    TEST_ASSERT_EQUAL(CONN_SENDING, conn->state);
    TEST_ASSERT_LESS_THAN(2 * STREAM_OCTETS, conn->owned.cap);
    size_t waiting = conn->out_len + mg.send.len;
    append(1);
    stream_turn(&server);
    TEST_ASSERT_EQUAL_size_t(waiting, conn->out_len + mg.send.len);
    server.now_ms += 30 * SECOND;
    TEST_ASSERT_GREATER_OR_EQUAL_INT64(conn->deadline_ms, server.now_ms); /* who takes nothing is closed */
}

void test_a_sign_of_life_comes_every_fifteen_seconds_and_nothing_expires_meanwhile(void) {
    ask(conn, "", "");
    stream_turn(&server); /* how alarms and the door are */
    sent_len = 0;
    server.now_ms += 15 * SECOND - 1;
    stream_turn(&server);
    TEST_ASSERT_EQUAL_size_t(0, sent_len);
    server.now_ms++;
    stream_turn(&server);
    TEST_ASSERT_TRUE(sent_len == 3 && has(":\n\n"));
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, conn->deadline_ms);
}

/* As the terminal's thread does, and nothing else here. */
static void move_door(bool open) {
    fixture.fake.devices.door.sensor = !open; /* normally closed */
    (void)door_look(fixture.core);
    fake_hal_advance(&fixture.fake, 100); /* it has bounced */
    (void)door_look(fixture.core);
}

static void fit_sensor(void) {
    struct actor admin = {.account = "admin", .level = 16, .peer = "::1", .call = "GetAccessControl"};
    struct setting_access_control set = settings_get(fixture.core)->values.access_control;
    set.sensor = DOOR_SENSOR_NORMALLY_CLOSED;
    TEST_ASSERT_EQUAL(0, fixture_save(fixture.core, &admin, SETTING_PAGE_ACCESS_CONTROL, &set));
    move_door(false);
}

void test_the_door_is_told_at_the_beginning_and_when_it_has_changed(void) {
    fit_sensor();
    ask(conn, "", "");
    stream_turn(&server);
    TEST_ASSERT_EQUAL_UINT(1, count_of("event: door\ndata:{\"rule\":\"normal\",\"since\":"));
    TEST_ASSERT_TRUE(has("\"leaf\":\"closed\""));
    (void)door_look(fixture.core);
    stream_turn(&server);
    TEST_ASSERT_EQUAL_UINT(1, count_of("event: door\n")); /* nothing has changed */
    move_door(true);
    stream_turn(&server);
    TEST_ASSERT_EQUAL_UINT(2, count_of("event: door\n"));
    TEST_ASSERT_TRUE(has("\"leaf\":\"open\""));
}

void test_who_is_slow_is_told_how_the_door_is_then_and_not_each_change(void) {
    fit_sensor();
    ask(conn, "", "");
    stream_turn(&server);
    sent_len = 0;
    room = 10;
    append(1);
    stream_turn(&server);
    for (int i = 0; i < 21; i++) {
        move_door(i % 2 == 0);
        stream_turn(&server);
    }
    TEST_ASSERT_FALSE(has("event: door\n"));
    room = sizeof(sent) - 1 - sent_len;
    mg_iobuf_free(&mg.send); /* Mongoose sent what it kept */
    conn_written(conn);
    TEST_ASSERT_EQUAL(CONN_STREAM, conn->state);
    stream_turn(&server);
    TEST_ASSERT_EQUAL_UINT(1, count_of("event: door\n"));
    TEST_ASSERT_TRUE(has("\"leaf\":\"open\""));
}

void test_it_ends_with_its_session_before_anything_more_is_told(void) {
    ask(conn, "", "");
    sent_len = 0;
    sessions_close(fixture.shared->sessions, session);
    append(1);
    stream_turn(&server);
    TEST_ASSERT_TRUE(has("event: end\ndata:{\"reason\":\"session\"}\n\n"));
    TEST_ASSERT_FALSE(has("record"));
    TEST_ASSERT_EQUAL(CONN_LINGER, conn->state);
}

void test_it_does_not_keep_its_session_open(void) {
    ask(conn, "", "");
    fake_hal_advance(&fixture.fake, SESSIONS_IDLE_MS + 1);
    server.now_ms += STREAM_LOOK_MS;
    stream_turn(&server);
    TEST_ASSERT_TRUE(has("\"reason\":\"session\""));
}

void test_it_ends_with_the_terminal(void) {
    ask(conn, "", "");
    stream_end(conn, "restart");
    TEST_ASSERT_TRUE(has("event: end\ndata:{\"reason\":\"restart\"}\n\n"));
    TEST_ASSERT_EQUAL(CONN_LINGER, conn->state);
    append(1);
    stream_turn(&server);
    TEST_ASSERT_FALSE(has("record"));
}

void test_a_session_has_four(void) {
    struct mg_connection others[STREAM_SESSION_MAX];
    struct http_conn *conns[STREAM_SESSION_MAX];
    for (int i = 0; i < STREAM_SESSION_MAX; i++) {
        others[i] = (struct mg_connection){.fd = mg.fd, .is_accepted = 1};
        conns[i] = conn_new(&server, &others[i]);
        ask(conns[i], "", "");
        TEST_ASSERT_NOT_NULL(conns[i]->stream);
    }
    sent_len = 0;
    ask(conn, "", "");
    TEST_ASSERT_TRUE(has("HTTP/1.1 429 ") && has("12075") && has("Retry-After: 5\r\n"));
    TEST_ASSERT_NULL(conn->stream);
    conn_closed(conns[1]);
    sent_len = 0;
    ask(conn, "", "");
    TEST_ASSERT_TRUE(has("event: hello"));
    for (int i = 0; i < STREAM_SESSION_MAX; i++) {
        if (i != 1) {
            conn_closed(conns[i]);
        }
        mg_iobuf_free(&others[i].recv);
    }
}

/* A stream of a new session of this account. */
static int status_of(struct http_conn *one, uint32_t userid, uint32_t sponsor) {
    struct actor view = {.account = "user", .userid = userid, .level = 16, .sponsor = sponsor};
    TEST_ASSERT_EQUAL(0, sessions_open(fixture.shared->sessions, &view, token, &session));
    sent_len = 0;
    ask(one, "", "");
    return one->stream != NULL ? 200 : atoi(sent + sizeof("HTTP/1.1"));
}

void test_a_person_with_many_sessions_and_accounts_has_twelve(void) {
    struct mg_connection others[STREAM_PERSON_MAX + 1];
    struct http_conn *conns[STREAM_PERSON_MAX + 1];
    for (int i = 0; i <= STREAM_PERSON_MAX; i++) {
        others[i] = (struct mg_connection){.fd = mg.fd, .is_accepted = 1};
        conns[i] = conn_new(&server, &others[i]);
        /* Every second one is of an account that user 7 gave its password. */
        int status = status_of(conns[i], i % 2 == 0 ? 7 : 8, i % 2 == 0 ? 0 : 7);
        TEST_ASSERT_EQUAL(i < STREAM_PERSON_MAX ? 200 : 429, status);
    }
    TEST_ASSERT_EQUAL(200, status_of(conn, 9, 0)); /* somebody else is not kept out */
    for (int i = 0; i <= STREAM_PERSON_MAX; i++) {
        conn_closed(conns[i]);
        mg_iobuf_free(&others[i].recv);
    }
}

void test_a_number_is_digits_alone(void) {
    static const struct {
        const char *text;
        int64_t value; /* -1: refused */
    } cases[] = {{"0", 0},
                 {"42", 42},
                 {"9007199254740991", STREAM_RESUME_MAX},
                 {"9007199254740992", -1},
                 {"", -1},
                 {"01", -1},
                 {"+1", -1},
                 {"1 ", -1},
                 {"99999999999999999999", -1}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        int64_t value = -1;
        bool taken = stream_resume((struct http_text){cases[i].text, strlen(cases[i].text)}, &value);
        TEST_ASSERT_EQUAL_MESSAGE(cases[i].value >= 0, taken, cases[i].text);
        TEST_ASSERT_EQUAL_INT64(cases[i].value, value);
    }
}
