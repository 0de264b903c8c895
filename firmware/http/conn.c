/* From bytes to requests to answers, for one connection. Framing is done here and not by Mongoose: its HTTP handler
 * keeps a request open whose head is invalid, accepts a body before the call is authorized, and runs a request that was
 * cut off. */
#include "http/conn_impl.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

#include "catalogue.h"
#include "http/downloads.h"
#include "http/request.h"
#include "http/stream.h"
#include "net/address.h"
#include "net/socket.h"
#include "net/tls.h"
#include "util/crypto.h"
#include "util/log.h"

/* The body of a refused request up to this size is read and dropped, and the connection stays open; with a larger one
 * it is closed. */
#define SKIP_MAX ((size_t)64 * 1024)

static const char continue_reply[] = "HTTP/1.1 100 Continue\r\n\r\n";

struct http_conn *conn_new(struct http_server *server, struct mg_connection *mg) {
    struct http_conn *conn = calloc(1, sizeof(*conn));
    if (conn != NULL) {
        conn->server = server;
        conn->mg = mg;
        conn->since_ms = conn_now(conn);
        conn->deadline_ms = conn->since_ms + HTTP_IDLE_MS;
    }
    return conn;
}

static void task_free(struct http_task *task) {
    if (task != NULL) {
        downloads_drop(task);
        walker_done(&task->call);
        buf_done(&task->reply.buf);
        free(task);
    }
}

void conn_closed(struct http_conn *conn) {
    if (conn->state == CONN_RUNNING) {
        conn->task->conn = NULL; /* its done() frees it */
    } else {
        task_free(conn->task);
    }
    stream_drop(conn);
    buf_done(&conn->owned);
    free(conn);
}

bool conn_is_idle(const struct http_conn *conn) {
    return conn->state == CONN_HEAD && !conn->in_head;
}

void conn_opened(struct http_conn *conn) {
    conn->since_ms = conn_now(conn);
    conn->deadline_ms = conn->since_ms + conn_idle_ms(conn);
}

struct http_reply_head conn_reply_head(const struct http_conn *conn, bool head_only) {
    return (struct http_reply_head){.close = conn->close_after, .head_only = head_only, .extra = conn_hsts_field(conn)};
}

/* Decides how to handle the body of a refused request. Call it before making the reply, whose head may have to say
 * "close". */
void conn_drop_body(struct http_conn *conn, const struct http_request *request) {
    if (request->chunked || request->length > SKIP_MAX || request->expect_continue) {
        conn->close_after = true;
    } else {
        conn->skip = request->length;
    }
}

/* Refuses a request that is not a call, with a line of text. */
void conn_send_status(struct http_conn *conn, int status, const char *allow, bool head_only) {
    struct http_reply_head head = conn_reply_head(conn, head_only);
    struct http_reply reply;
    head.status = status;
    head.allow = allow;
    if (http_reply_text(&reply, head) < 0) {
        buf_done(&reply.buf);
        conn->mg->is_closing = 1;
        return;
    }
    conn_send_reply(conn, &reply);
}

/* Refuses bytes that are not a request: there is no telling where the next one would start. */
static void send_broken(struct http_conn *conn, int status) {
    conn->close_after = true;
    conn_send_status(conn, status, NULL, false);
}

void conn_send_refusal(struct http_conn *conn, const struct walker_refusal *refusal, bool head_only) {
    struct http_reply reply;
    if (walker_refuse(refusal, conn_reply_head(conn, head_only), &reply) < 0) {
        buf_done(&reply.buf);
        conn->mg->is_closing = 1;
        return;
    }
    conn_send_reply(conn, &reply);
}

/* Returns whether it is more than a refusal. Errors that the client cannot fix (a full disk, a locked store) count only
 * with a cause: the others are decided by rules and logged elsewhere. */
static bool is_failure(int code, int error) {
    bool has_cause = error < 0 && cause_get()->error == error;
    return code < 0 || code == CAT_SYSTEM_ERROR || (has_cause && catalogue_http(code) >= 500);
}

/* Runs on the thread that ran the call, which has the cause. */
static void log_failure(const struct walker_call *call, int code) {
    const char *name = call->route != NULL ? call->route->name : "";
    int error = code < 0 ? code : call->error;
    if (!is_failure(code, error)) {
        return;
    }
    if (error < 0) {
        log_error("http", "call failed", log_str("call", name), log_int("code", code), log_errno(error));
    } else {
        log_error("http", "call failed", log_str("call", name), log_int("code", code));
    }
}

static void run_more(struct workers_job *job, void *context) {
    struct http_task *task = (struct http_task *)job;
    task->code = walker_more(context, &task->call, &task->reply);
    if (task->code < 0) {
        log_error("http", "a file was cut off", log_str("call", task->call.route->name), log_errno(task->code));
    }
}

/* Sends a chunk of a file. The task stays as long as there is more. */
static void send_piece(struct http_conn *conn, struct http_task *task) {
    if (task->call.file.next != NULL) {
        conn->task = task;
        conn_send_reply(conn, &task->reply);
        return;
    }
    conn_send_reply(conn, &task->reply);
    task_free(task);
}

static void more_done(struct workers_job *job) {
    struct http_task *task = (struct http_task *)job;
    struct http_conn *conn = task->conn;
    if (conn == NULL) {
        task_free(task);
        return;
    }
    conn->task = NULL;
    if (task->code < 0) {
        conn->state = CONN_SENDING;
        conn->mg->is_closing = 1;
        task_free(task);
        return;
    }
    send_piece(conn, task);
    conn_read(conn);
}

/* Cuts off a client whose session has ended: it notices that the file is incomplete. A file in progress keeps its place
 * in the queue. */
void conn_go_on(struct http_conn *conn) {
    struct http_task *task = conn->task;
    const struct walker_call *call = &task->call;
    if (!walker_may_still(conn->server->core, call->route, &call->actor)) {
        log_info("http", "a file ended with its session", log_str("call", call->route->name));
        conn->state = CONN_SENDING;
        conn->mg->is_closing = 1;
        return;
    }
    task->job.run = run_more;
    task->job.done = more_done;
    task->job.queue.keeps = true;
    task->conn = conn;
    conn->state = CONN_RUNNING;
    if (workers_submit(conn->server->workers, &task->job) < 0) { /* the workers are stopping */
        conn->state = CONN_SENDING;
        conn->mg->is_closing = 1;
    }
}

/* Sends the answer of a call and frees the task. */
static void send_answer(struct http_conn *conn, struct http_task *task) {
    if (task->code < 0) {
        conn->mg->is_closing = 1;
        task_free(task);
    } else {
        send_piece(conn, task);
    }
}

static void run_on_worker(struct workers_job *job, void *context) {
    struct http_task *task = (struct http_task *)job;
    task->code = walker_run(context, &task->call, task->head, &task->reply);
    log_failure(&task->call, task->code);
}

/* For a whole file: leaves further input in the socket while a chunk is handled. */
static void hold_input(struct http_conn *conn, bool hold) {
    struct mg_connection *mg = conn->mg;
    struct epoll_event event = {.events = hold ? 0 : EPOLLIN | EPOLLERR | EPOLLHUP, .data.ptr = mg};
    if (mg->is_full == hold) {
        return;
    }
    mg->is_full = hold;
    /* Mongoose would still be notified of it, and loop without a pause. */
    (void)epoll_ctl(mg->mgr->epoll_fd, EPOLL_CTL_MOD, net_descriptor(mg), &event);
}

/* Refuses the call because there is no room for it now. */
static void refuse_busy(struct http_conn *conn, struct http_task *task) {
    conn_send_refusal(conn, &(struct walker_refusal){.code = CAT_BUSY}, false);
    task_free(task);
}

static void next_piece(struct http_conn *conn, struct http_task *task);

static void worker_done(struct workers_job *job) {
    struct http_task *task = (struct http_task *)job;
    struct http_conn *conn = task->conn;
    if (conn == NULL) {
        task_free(task);
        return;
    }
    conn->task = NULL;
    if (conn->server->draining) {
        conn->close_after = true;
    }
    hold_input(conn, false);
    if (task->job.queue.is_refused) {
        refuse_busy(conn, task);
    } else if (task->code == CAT_OK && walker_has_pieces(&task->call)) {
        next_piece(conn, task);
    } else {
        send_answer(conn, task);
    }
    conn_read(conn);
}

/* Returns the source as the queue counts: the sponsor of the account, or the address of an unknown client. */
static uint64_t source_of(const struct actor *by) {
    return by->userid == ACTOR_USERID_NOBODY ? net_address_source(by->peer) : actor_sponsor(by);
}

/* Returns how a call waits for its worker. Commands without a session have a lane apart from those of accounts. */
static struct queue_job place_of(const struct walker_call *call) {
    const struct actor *by = &call->actor;
    struct queue_job place = {.lane = QUEUE_QUICK, .source = source_of(by)};
    const bool is_open = call->route->access == API_ACCESS_NONE;
    if (is_open && by->browser != 0) {
        place.lane = QUEUE_KNOWN;
        place.source = by->browser;
    } else if (is_open || call->route->thread == API_ON_WORKER_SIGN_IN) {
        place.lane = QUEUE_SIGN_IN;
    } else if (call->route->thread == API_ON_WORKER_SLOW) {
        place.lane = QUEUE_SLOW;
    }
    return place;
}

static void run_call(struct http_conn *conn, struct http_task *task) {
    struct http_server *server = conn->server;
    const bool is_command = task->call.route->thread == API_ON_COMMAND;
    task->job = (struct workers_job){.queue = place_of(&task->call), .run = run_on_worker, .done = worker_done};
    task->job.queue.keeps = task->call.whole_at > 0; /* a file in progress */
    task->conn = conn;
    if (workers_submit(is_command ? server->commands : server->workers, &task->job) < 0) {
        refuse_busy(conn, task);
        return;
    }
    conn->task = task;
    conn->state = CONN_RUNNING;
    hold_input(conn, task->call.whole > 0);
}

/* The request is complete: decodes and runs it, here or on a worker. Takes over the task. */
static void conn_execute(struct http_conn *conn, struct http_task *task, const char *text, size_t len) {
    struct api_decode_error error;
    struct walker_refusal refusal;

    conn->task = NULL;
    task->head = conn_reply_head(conn, false);
    if (walker_decode(&task->call, text, len, &error, &refusal) != CAT_OK) {
        conn_send_refusal(conn, &refusal, false);
        task_free(task);
        return;
    }
    if (downloads_admit(conn->server, task, &refusal) != CAT_OK) {
        conn_send_refusal(conn, &refusal, false);
        task_free(task);
        return;
    }
    if (task->call.route->thread == API_STREAM) {
        if (stream_begin(conn, task, &refusal) != CAT_OK) {
            log_failure(&task->call, refusal.code);
            conn_send_refusal(conn, &refusal, false);
        }
        task_free(task);
        return;
    }
    if (task->call.route->thread == API_ON_LOOP) {
        task->code = walker_run(conn->server->core, &task->call, task->head, &task->reply);
        log_failure(&task->call, task->code);
        send_answer(conn, task);
        return;
    }
    run_call(conn, task);
}

/* Stops receiving a body that is not valid for this call. */
static void refuse_body(struct http_conn *conn, int code) {
    struct http_task *task = conn->task;
    conn->task = NULL;
    conn->close_after = true;
    conn_send_refusal(conn, &(struct walker_refusal){.code = code}, false);
    task_free(task);
}

/* Passes the complete body of `length` bytes at `at` to the call. `used` bytes of the buffer belong to it. */
static void body_complete(struct http_conn *conn, size_t length, size_t used) {
    char *body = (char *)conn->mg->recv.buf + conn->at;
    conn->at += used;
    conn->state = CONN_HEAD;
    conn->in_head = false;
    conn_execute(conn, conn->task, body, length);
    /* It may have contained a password; the call has its own copy, which is wiped with it. Wipes all used bytes:
     * decoding the chunks has moved the body, and its last bytes are there twice. */
    crypto_wipe(body, used);
}

static void take_chunked(struct http_conn *conn) {
    struct mg_iobuf *recv = &conn->mg->recv;
    size_t max = conn->task->call.route->max_body, taken = 0, n = 0;
    size_t from = conn->at + conn->length;
    enum http_chunked_result result =
        http_chunked_take(&conn->chunked, (char *)recv->buf + from, recv->len - from, max, &taken, &n);
    switch (result) {
        case HTTP_CHUNKED_MORE:
            conn->length += n;
            /* Discards the framing between the chunks, and wipes where the last of them was received. */
            crypto_wipe(recv->buf + conn->at + conn->length, recv->len - conn->at - conn->length);
            recv->len = conn->at + conn->length;
            break;
        case HTTP_CHUNKED_DONE: body_complete(conn, conn->length + n, conn->length + taken); break;
        case HTTP_CHUNKED_TOO_LONG: refuse_body(conn, CAT_BODY_TOO_LARGE); break;
        case HTTP_CHUNKED_BAD: refuse_body(conn, CAT_BAD_JSON); break;
    }
}

/* Copies a body that is not JSON to the call as it is received, since it may be larger than the receive buffer. */
static void take_octets(struct http_conn *conn) {
    struct http_task *task = conn->task;
    struct mg_iobuf *recv = &conn->mg->recv;
    size_t here = recv->len - conn->at, wanted = task->call.body_size - task->call.body_len;
    size_t taken = here < wanted ? here : wanted;
    if (taken == 0) {
        return; /* there may be no buffer either */
    }
    memcpy(task->call.body + task->call.body_len, recv->buf + conn->at, taken);
    task->call.body_len += taken;
    conn->at += taken;
    conn_compact(conn);
    if (taken == wanted) {
        conn->state = CONN_HEAD;
        conn->in_head = false;
        conn_execute(conn, task, "", 0);
    }
}

static void take_body(struct http_conn *conn) {
    assert(conn->task != NULL); /* created before the state becomes CONN_BODY, and stays until that ends */
    if (conn->task->call.route->takes != API_TAKES_JSON) {
        take_octets(conn);
    } else if (conn->is_chunked) {
        take_chunked(conn);
    } else if (conn->mg->recv.len - conn->at >= conn->length) {
        body_complete(conn, conn->length, conn->length);
    }
}

/* Prepares for the body of an admitted call. */
static void begin_body(struct http_conn *conn, const struct http_request *request) {
    conn_compact(conn);
    conn->state = CONN_BODY;
    conn->deadline_ms = conn_now(conn) + HTTP_BODY_MS;
    conn->is_chunked = request->chunked;
    conn->chunked = (struct http_chunked){.state = 0};
    conn->length = request->length;
    if (request->expect_continue && conn->mg->recv.len == 0 &&
        !conn_put(conn, continue_reply, sizeof(continue_reply) - 1)) {
        conn->mg->is_closing = 1; /* a socket that does not accept 25 bytes at this moment */
    }
    take_body(conn);
}

/* The previous chunk was handled: continues with the body. With TLS, data may already be decrypted, so it does not wait
 * for the socket. */
static void next_piece(struct http_conn *conn, struct http_task *task) {
    struct walker_refusal refusal = {.code = CAT_SESSION_ENDED};
    buf_done(&task->reply.buf);
    bool may = walker_may_still(conn->server->core, task->call.route, &task->call.actor);
    if (!may || walker_next_piece(&task->call, &refusal) != CAT_OK) {
        conn_send_refusal(conn, &refusal, false);
        task_free(task);
        return;
    }
    conn->task = task;
    conn->state = CONN_BODY;
    conn->deadline_ms = conn_now(conn) + HTTP_BODY_MS;
    size_t got = 0;
    do {
        if (conn->mg->is_tls) {
            tls_drain(conn->mg);
        }
        got = conn->mg->recv.len - conn->at;
        take_body(conn);
    } while (conn->state == CONN_BODY && conn->mg->is_tls && got > 0);
}

static void begin_call(struct http_conn *conn, const struct http_request *request) {
    struct walker_refusal refusal;
    char peer[ACTOR_PEER_MAX];
    bool head_only = request->method == HTTP_HEAD;
    struct http_task *task = calloc(1, sizeof(*task));
    if (task == NULL) {
        conn_drop_body(conn, request);
        conn_send_refusal(conn, &(struct walker_refusal){.code = CAT_SYSTEM_ERROR}, head_only);
        return;
    }
    net_peer_host(conn->mg, peer, sizeof(peer));
    if (walker_admit(conn->server->core, request, peer, &task->call, &refusal) != CAT_OK ||
        !stream_admit(task, request, &refusal)) {
        log_failure(&task->call, refusal.code);
        conn_drop_body(conn, request);
        conn_send_refusal(conn, &refusal, head_only);
        task_free(task);
        return;
    }
    task->call.secure = conn->secure;
    conn->close_after = conn->close_after || task->call.whole > 0; /* a refusal leaves the rest of it unread */
    conn->has_session = task->call.actor.session != 0 || task->call.actor.key_id != 0;
    conn->task = task;
    if (request->chunked || request->length > 0) {
        begin_body(conn, request);
    } else if (task->call.route->method == API_GET) {
        conn_execute(conn, task, request->query.at, request->query.len);
    } else {
        conn_execute(conn, task, "", 0);
    }
}

/* Handles one request, or the received part of it. Returns false when more bytes are needed, or the state has
 * changed. */
static bool take_request(struct http_conn *conn) {
    struct mg_iobuf *recv = &conn->mg->recv;
    size_t dropped = recv->len - conn->at < conn->skip ? recv->len - conn->at : conn->skip;
    crypto_wipe(recv->buf + conn->at, dropped); /* a refused request may contain a password, too */
    conn->at += dropped;
    conn->skip -= dropped;
    /* Empty lines before a request are allowed, and some clients send them. */
    while (conn->at < recv->len && !conn->in_head && (recv->buf[conn->at] == '\r' || recv->buf[conn->at] == '\n')) {
        conn->at++;
    }
    if (conn->at == recv->len) {
        return false;
    }
    const char *data = (const char *)recv->buf + conn->at;
    size_t len = recv->len - conn->at;
    size_t head = http_head_length(data, len, &conn->scanned);
    if (head > HTTP_HEAD_MAX || (head == 0 && len > HTTP_HEAD_MAX)) {
        send_broken(conn, 431);
        return false;
    }
    if (head == 0) {
        if (!conn->in_head) {
            conn->in_head = true;
            conn->deadline_ms = conn_now(conn) + HTTP_HEAD_MS;
        }
        return false;
    }
    struct http_request request;
    int status = http_request_parse(data, head, &request);
    conn->at += head;
    conn->scanned = 0;
    if (status != 0) {
        send_broken(conn, status);
        return false;
    }
    conn->close_after = !request.keep_alive || conn->server->draining;
    if (request.expect_unknown) {
        send_broken(conn, 417);
    } else if (conn_is_https_only(conn)) {
        conn_begin_redirect(conn, &request);
    } else if (walker_is_call(request.path)) {
        begin_call(conn, &request);
    } else {
        conn_begin_page(conn, &request);
    }
    return conn->state == CONN_HEAD && !conn->mg->is_closing;
}

void conn_read(struct http_conn *conn) {
    if (conn->state == CONN_LINGER || conn->stream != NULL) {
        conn->mg->recv.len = 0; /* no further request on this connection */
        return;
    }
    if (conn->state == CONN_BODY) {
        take_body(conn);
    }
    /* Pipelined requests are answered one after the other. */
    while (conn->state == CONN_HEAD && !conn->mg->is_closing && take_request(conn)) {
    }
    if (conn->state != CONN_BODY && conn->state != CONN_LINGER) {
        conn_compact(conn);
    }
}

void conn_written(struct http_conn *conn) {
    if (conn->state == CONN_SENDING && conn_flush(conn)) {
        conn_read(conn);
    }
}

void conn_expired(struct http_conn *conn) {
    struct http_task *task = conn->task;
    if (conn->state == CONN_HEAD && conn->in_head) {
        send_broken(conn, 408);
    } else if (conn->state == CONN_BODY) {
        conn->task = NULL;
        task_free(task);
        send_broken(conn, 408);
    } else {
        conn->mg->is_closing = 1;
    }
}
