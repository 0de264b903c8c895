/* One connection on a socket that takes what the test lets it take: how long a reply may last, and what becomes of a
 * job whose connection is to end. Mongoose, TLS and the workers are played here. */
#include "http/conn_impl.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/accounts/sessions.h"
#include "core/base/actor.h"
#include "core/base/core.h"
#include "http/rom.h"
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

void setUp(void) {
    int ends[2];
    fixture_up(&fixture);
    TEST_ASSERT_EQUAL(0, socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
    far_end = ends[1];
    server = (struct http_server){.core = fixture.core, .now_ms = 5000};
    mg = (struct mg_connection){.fd = (void *)(size_t)ends[0], .is_accepted = 1};
    conn = conn_new(&server, &mg);
    TEST_ASSERT_NOT_NULL(conn);
    room = sizeof(sent);
    sent_len = 0;
    is_lost = no_worker = false;
    queued = NULL;
}

void tearDown(void) {
    if (conn != NULL) {
        conn_closed(conn);
    }
    mg_iobuf_free(&mg.recv);
    mg_iobuf_free(&mg.send);
    (void)close((int)(size_t)mg.fd);
    (void)close(far_end);
    fixture_down(&fixture);
}

/* Bytes come in. */
static void receive(const char *octets, size_t len) {
    mg.recv.buf = realloc(mg.recv.buf, mg.recv.len + len);
    memcpy(mg.recv.buf + mg.recv.len, octets, len);
    mg.recv.len += len;
    mg.recv.size = mg.recv.len;
    conn_read(conn);
}

/* The client reads `octets` bytes; the loop sends its buffer, then asks for more. */
static void take(size_t octets) {
    room += octets;
    size_t n = mg.send.len < room ? mg.send.len : room;
    memcpy(sent + sent_len, mg.send.buf, n);
    sent_len += n;
    room -= n;
    mg.send.len -= n;
    memmove(mg.send.buf, mg.send.buf + n, mg.send.len);
    conn_written(conn);
}

/* What the server does with it once a second. */
static bool is_expired(void) {
    return server.now_ms >= conn->deadline_ms;
}

static const char reply[200000];

/* The client takes 1,000 bytes every `step_ms`. Returns the time after which the reply is given up. */
static int64_t given_up_after(int64_t step_ms) {
    int64_t begun_ms = server.now_ms;
    room = 10;
    conn_send(conn, reply, sizeof(reply));
    while (!is_expired() && conn->state == CONN_SENDING) {
        server.now_ms++;
        if ((server.now_ms - begun_ms) % step_ms == 0 && !is_expired()) {
            take(1000);
        }
    }
    TEST_ASSERT_EQUAL(CONN_SENDING, conn->state);
    conn_expired(conn);
    TEST_ASSERT_TRUE(mg.is_closing);
    return server.now_ms - begun_ms;
}

void test_a_client_that_takes_nothing_is_waited_for_half_a_minute(void) {
    TEST_ASSERT_EQUAL_INT64(30 * SECOND, given_up_after(1000 * SECOND));
}

void test_half_a_minute_after_what_it_took_last(void) {
    /* It takes something after 29 s, the reply goes on; then it takes nothing more. */
    room = 10;
    conn_send(conn, reply, sizeof(reply));
    server.now_ms += 29 * SECOND;
    TEST_ASSERT_FALSE(is_expired());
    take(5000);
    server.now_ms += 30 * SECOND - 1;
    TEST_ASSERT_FALSE(is_expired());
    server.now_ms++;
    TEST_ASSERT_TRUE(is_expired());
}

void test_a_whole_reply_has_five_minutes_however_it_is_taken(void) {
    TEST_ASSERT_EQUAL_INT64(300 * SECOND, given_up_after(20 * SECOND));
    TEST_ASSERT_LESS_THAN(sizeof(reply), sent_len);
}

void test_a_reply_that_is_taken_in_time_is_whole(void) {
    room = 10;
    conn_send(conn, reply, sizeof(reply));
    for (size_t taken = 0; taken < sizeof(reply); taken += 1000) {
        server.now_ms += SECOND;
        TEST_ASSERT_FALSE(is_expired());
        take(1000);
    }
    TEST_ASSERT_EQUAL(CONN_HEAD, conn->state);
    TEST_ASSERT_EQUAL_size_t(sizeof(reply), sent_len);
    TEST_ASSERT_EQUAL_INT64(server.now_ms, conn->since_ms); /* idle from now on */
    TEST_ASSERT_EQUAL_INT64(server.now_ms + 60 * SECOND, conn->deadline_ms);
}

void test_the_time_of_the_next_reply_is_its_own(void) {
    room = 10;
    conn_send(conn, reply, sizeof(reply));
    server.now_ms += 25 * SECOND;
    take(sizeof(reply));
    TEST_ASSERT_EQUAL(CONN_HEAD, conn->state);
    sent_len = 0;
    TEST_ASSERT_EQUAL_INT64(300 * SECOND, given_up_after(20 * SECOND));
}

void test_a_lost_connection_is_closed(void) {
    is_lost = true;
    conn_send(conn, reply, sizeof(reply));
    TEST_ASSERT_TRUE(mg.is_closing);
}

void test_the_idle_time_over_tls_is_shorter(void) {
    TEST_ASSERT_EQUAL_INT64(server.now_ms + 60 * SECOND, conn->deadline_ms);
    conn->secure = true;
    conn_opened(conn);
    TEST_ASSERT_EQUAL_INT64(server.now_ms + 20 * SECOND, conn->deadline_ms);
}

/* Calls of a session. */

static void add_user(const char *more) {
    struct actor view = {.account = "admin", .level = 16};
    char token[SESSIONS_TOKEN_LEN + 1], text[512];
    uint64_t id = 0;
    TEST_ASSERT_EQUAL(0, sessions_open(fixture.shared->sessions, &view, token, &id));
    int len = snprintf(text, sizeof(text),
                       "POST /goform/adduser HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\ntoken: %s\r\n%s"
                       "Content-Length: 12\r\n\r\n{\"userid\":7}",
                       token, more);
    receive(text, (size_t)len);
}

static void run_job(void) {
    queued->run(queued, fixture.core);
    queued->done(queued);
}

/* True if the reply under way, or sent, has this line. */
static bool has_line(const char *line) {
    sent[sent_len] = '\0';
    return strstr(sent, line) != NULL;
}

static void expect_end(bool ends) {
    char octet;
    ssize_t n = recv(far_end, &octet, 1, MSG_DONTWAIT);
    TEST_ASSERT_EQUAL(ends ? CONN_LINGER : CONN_HEAD, conn->state);
    TEST_ASSERT_EQUAL(ends ? 0 : -1, n); /* 0: our side is shut */
    TEST_ASSERT_EQUAL(ends, has_line("Connection: close\r\n"));
}

void test_a_job_is_answered_and_the_connection_goes_on(void) {
    add_user("");
    TEST_ASSERT_EQUAL(CONN_RUNNING, conn->state);
    TEST_ASSERT_EQUAL_size_t(0, sent_len);
    run_job();
    TEST_ASSERT_TRUE(has_line("HTTP/1.1 200 OK\r\n"));
    expect_end(false);
}

void test_a_job_that_runs_when_draining_begins_is_answered_and_the_connection_ends(void) {
    add_user("");
    server.draining = true;
    run_job();
    TEST_ASSERT_TRUE(has_line("HTTP/1.1 200 OK\r\n"));
    TEST_ASSERT_FALSE(mg.is_closing); /* the client may take its time with the reply */
    TEST_ASSERT_EQUAL(CONN_LINGER, conn->state);
    TEST_ASSERT_EQUAL_INT64(server.now_ms + 2 * SECOND, conn->deadline_ms);
}

void test_a_request_behind_a_job_is_not_taken_when_draining_has_begun(void) {
    add_user("");
    receive("GET / HTTP/1.1\r\nHost: t\r\n\r\n", 27);
    server.draining = true;
    run_job();
    TEST_ASSERT_EQUAL(CONN_LINGER, conn->state);
    TEST_ASSERT_FALSE(has_line("404"));
    TEST_ASSERT_EQUAL_size_t(0, mg.recv.len);
}

void test_a_client_that_asks_for_the_end_gets_it_behind_the_answer_of_its_job(void) {
    add_user("Connection: close\r\n");
    run_job();
    expect_end(true);
}

void test_a_job_whose_client_went_is_finished_and_forgotten(void) {
    add_user("");
    conn_closed(conn);
    conn = NULL;
    run_job(); /* the sanitizer would see what was left behind, or used too late */
    TEST_ASSERT_EQUAL_size_t(0, sent_len);
}

void test_without_a_free_worker_the_call_is_refused_and_may_come_again(void) {
    no_worker = true;
    add_user("");
    TEST_ASSERT_TRUE(has_line("HTTP/1.1 503 Service Unavailable\r\n"));
    TEST_ASSERT_TRUE(has_line("Retry-After: 1\r\n"));
    expect_end(false);
    no_worker = false;
    sent_len = 0;
    add_user("");
    run_job();
    TEST_ASSERT_TRUE(has_line("HTTP/1.1 200 OK\r\n"));
}

/* Lists that are sent as they are made. */

#define LINES 1001 /* of which a piece has 500 */

static uint64_t list_session;

/* Asks for the log on a connection of a new session of this account. */
static void download(struct http_conn *of, uint32_t userid) {
    struct actor view = {.account = "user", .userid = userid, .level = 16};
    char token[SESSIONS_TOKEN_LEN + 1], text[256];
    TEST_ASSERT_EQUAL(0, sessions_open(fixture.shared->sessions, &view, token, &list_session));
    int len = snprintf(text, sizeof(text),
                       "GET /goform/DownloadRecordForm?all=true HTTP/1.1\r\nHost: t\r\ntoken: %s\r\n\r\n", token);
    struct mg_iobuf *recv = &of->mg->recv;
    recv->buf = realloc(recv->buf, (size_t)len);
    memcpy(recv->buf, text, (size_t)len);
    recv->len = recv->size = (size_t)len;
    conn_read(of);
}

static void append_lines(void) {
    struct store *store = fixture.core->store;
    const struct record record = {.time = 1, .userid = 7, .username = "", .detail = "", .door = 1};
    TEST_ASSERT_EQUAL(0, store_begin(store));
    for (int i = 0; i < LINES; i++) {
        int64_t seq = 0;
        TEST_ASSERT_EQUAL(0, store_log_add(store, &record, &seq));
    }
    TEST_ASSERT_EQUAL(0, store_commit(store));
}

static unsigned places_taken(void) {
    unsigned taken = 0;
    for (size_t i = 0; i < DOWNLOADS_MAX; i++) {
        taken += server.downloads[i] != NULL ? 1 : 0;
    }
    return taken;
}

static bool is_whole(void) {
    return sent_len > 5 && memcmp(sent + sent_len - 5, "0\r\n\r\n", 5) == 0;
}

void test_a_list_has_its_place_until_its_last_piece_is_made(void) {
    append_lines();
    download(conn, 7);
    for (int pieces = 0; pieces < 2; pieces++) {
        TEST_ASSERT_EQUAL_UINT(1, places_taken());
        run_job();
        TEST_ASSERT_EQUAL(CONN_RUNNING, conn->state);
    }
    run_job();
    TEST_ASSERT_TRUE(is_whole());
    TEST_ASSERT_EQUAL_UINT(0, places_taken());
    TEST_ASSERT_EQUAL(CONN_HEAD, conn->state);
}

void test_a_list_whose_client_goes_gives_its_place_back(void) {
    append_lines();
    download(conn, 7);
    run_job();
    conn_closed(conn); /* while a worker makes the next piece, which still takes its place */
    TEST_ASSERT_EQUAL_UINT(1, places_taken());
    run_job();
    TEST_ASSERT_EQUAL_UINT(0, places_taken());
    conn = conn_new(&server, &mg);
    room = 10;
    download(conn, 7);
    run_job();
    TEST_ASSERT_EQUAL(CONN_SENDING, conn->state);
    TEST_ASSERT_EQUAL_UINT(1, places_taken());
    conn_closed(conn); /* while it takes nothing */
    conn = NULL;
    TEST_ASSERT_EQUAL_UINT(0, places_taken());
}

void test_a_list_that_finds_no_worker_gives_its_place_back(void) {
    append_lines();
    no_worker = true;
    download(conn, 7);
    TEST_ASSERT_TRUE(has_line("HTTP/1.1 503 Service Unavailable\r\n"));
    TEST_ASSERT_EQUAL_UINT(0, places_taken());
    no_worker = false;
    download(conn, 7);
    no_worker = true; /* for the second piece */
    run_job();
    TEST_ASSERT_TRUE(mg.is_closing);
    conn_closed(conn);
    conn = NULL;
    TEST_ASSERT_EQUAL_UINT(0, places_taken());
}

void test_a_list_ends_with_its_session_before_another_piece_is_made(void) {
    append_lines();
    download(conn, 7);
    sessions_close(fixture.shared->sessions, list_session);
    struct workers_job *first = queued;
    queued = NULL;
    first->run(first, fixture.core);
    first->done(first);
    TEST_ASSERT_NULL(queued);
    TEST_ASSERT_TRUE(mg.is_closing);
    TEST_ASSERT_FALSE(is_whole());
    conn_closed(conn);
    conn = NULL;
    TEST_ASSERT_EQUAL_UINT(0, places_taken());
}

void test_a_list_ends_when_its_session_is_too_old(void) {
    append_lines();
    download(conn, 7);
    fake_hal_advance(&fixture.fake, SESSIONS_IDLE_MS);
    run_job();
    TEST_ASSERT_TRUE(mg.is_closing);
}

void test_the_fourth_list_of_an_account_is_refused(void) {
    struct mg_connection others[3];
    struct http_conn *conns[3];
    struct workers_job *jobs[3];
    append_lines();
    for (size_t i = 0; i < 3; i++) {
        others[i] = (struct mg_connection){.fd = mg.fd, .is_accepted = 1};
        conns[i] = conn_new(&server, &others[i]);
        download(conns[i], 7);
        jobs[i] = queued;
    }
    download(conn, 7);
    TEST_ASSERT_TRUE(has_line("HTTP/1.1 429 Too Many Requests\r\n") && has_line("12045"));
    TEST_ASSERT_TRUE(has_line("Retry-After: 5\r\n"));
    TEST_ASSERT_EQUAL_UINT(3, places_taken());
    for (size_t i = 0; i < 3; i++) {
        conn_closed(conns[i]);
        jobs[i]->run(jobs[i], fixture.core);
        jobs[i]->done(jobs[i]);
        mg_iobuf_free(&others[i].recv);
    }
    sent_len = 0;
    download(conn, 7);
    while (conn->state == CONN_RUNNING) {
        run_job();
    }
    TEST_ASSERT_TRUE(has_line("HTTP/1.1 200 OK\r\n") && is_whole());
}

void test_the_buffer_of_a_request_does_not_stay_with_an_idle_connection(void) {
    static char head[6000];
    memset(head, 'x', sizeof(head));
    int start = snprintf(head, sizeof(head), "GET /goform/none HTTP/1.1\r\nHost: t\r\nX: ");
    head[start] = 'x';
    memcpy(head + sizeof(head) - 4, "\r\n\r\n", 4);
    receive(head, sizeof(head));
    TEST_ASSERT_TRUE(has_line("404"));
    TEST_ASSERT_EQUAL_size_t(0, mg.recv.size);
}
