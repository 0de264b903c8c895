#include "http/server.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/core.h"
#include "http/conn_impl.h"
#include "http/park.h"
#include "http/places.h"
#include "http/stream.h"
#include "net/loop.h"
#include "net/socket.h"
#include "net/tls.h"

/* Interval of checking the time-outs. */
#define SWEEP_MS 1000

/* Longest step of time between two turns of the loop. */
#define STEP_MAX_MS 5000

static void conn_event(struct mg_connection *mg, int event, void *data);

/* Returns the state of one of Mongoose's connections; NULL if it was not accepted: listeners, pipes. */
static struct http_conn *conn_of(const struct mg_connection *mg) {
    return mg->fn == conn_event && mg->is_accepted ? mg->fn_data : NULL;
}

static void server_accepted(const struct http_listener *listener, struct mg_connection *mg) {
    struct http_server *server = listener->server;
    struct http_conn *conn = conn_new(server, mg);
    char host[NET_ADDRESS_MAX];
    mg->fn_data = conn;
    if (conn == NULL) {
        mg->is_closing = 1;
        return;
    }
    net_peer_host(mg, host, sizeof(host));
    conn->listener = listener->number;
    conn->secure = listener->secure;
    if (places_add(conn, host) < 0) {
        mg->is_closing = 1;
    }
    if (conn->secure) {
        conn->deadline_ms = conn->since_ms + HTTP_HANDSHAKE_MS;
        if (tls_accept(server->tls, mg) < 0) {
            mg->is_closing = 1;
        }
    }
}

/* Connections inherit the listener's handler and its data until server_accepted() gives them their own. */
static void conn_event(struct mg_connection *mg, int event, void *data) {
    (void)data;
    if (event == MG_EV_POLL) {
        return;
    }
    if (mg->is_listening) {
        if (event == MG_EV_CLOSE) {
            free(mg->fn_data);
            mg->fn_data = NULL;
        }
        return;
    }
    if (event == MG_EV_ACCEPT) {
        server_accepted(mg->fn_data, mg);
    } else if (event == MG_EV_TLS_HS) {
        places_open(mg->fn_data);
        conn_opened(mg->fn_data);
    } else if (event == MG_EV_READ) {
        if (mg->is_tls) {
            tls_drain(mg);
        }
        conn_read(mg->fn_data);
    } else if (event == MG_EV_WRITE) {
        conn_written(mg->fn_data);
    } else if (event == MG_EV_CLOSE && mg->fn_data != NULL) {
        places_remove(mg->fn_data);
        conn_closed(mg->fn_data);
        mg->fn_data = NULL;
    }
}

int http_server_new(struct net_loop *loop, struct core *core, struct http_server **ret_server) {
    struct http_server *server = calloc(1, sizeof(*server));
    if (server == NULL) {
        return E_NOMEM;
    }
    server->loop = loop;
    server->mgr = net_loop_mgr(loop);
    server->core = core;
    server->mono_ms = core_mono_ms(core);
    server->limit = HTTP_CONNECTIONS_MAX;
    server->recovery = "";
    int r = park_open(server);
    if (r < 0) {
        free(server);
        return r;
    }
    *ret_server = server;
    return 0;
}

struct http_server *http_server_free(struct http_server *server) {
    if (server != NULL) {
        park_close(server);
        for (struct mg_connection *mg = server->mgr->conns; mg != NULL; mg = mg->next) {
            mg->is_closing = mg->is_closing || mg->fn == conn_event;
        }
        net_loop_poll(server->loop, 0); /* closes them, which frees their state */
        server->tls = tls_free(server->tls);
        free(server);
    }
    return NULL;
}

void http_server_set_workers(struct http_server *server, struct workers *workers, struct workers *commands) {
    server->workers = workers;
    server->commands = commands;
}

void http_server_set_limit(struct http_server *server, unsigned limit) {
    server->limit = limit < HTTP_CONNECTIONS_MAX ? limit : HTTP_CONNECTIONS_MAX;
}

void http_server_set_recovery(struct http_server *server, const char *reason) {
    server->recovery = reason;
}

static int listen_at(struct http_server *server, const char *address, bool secure, char ret_address[NET_ADDRESS_MAX]) {
    struct http_listener *listener = calloc(1, sizeof(*listener));
    if (listener == NULL) {
        return E_NOMEM;
    }
    int r = net_listen(server->loop, address, conn_event, listener, listener->address);
    if (r < 0) {
        free(listener);
        return r;
    }
    listener->server = server;
    listener->number = ++server->listeners;
    listener->secure = secure;
    memcpy(ret_address, listener->address, NET_ADDRESS_MAX);
    return 0;
}

int http_server_listen(struct http_server *server, const char *address, char ret_address[NET_ADDRESS_MAX]) {
    return listen_at(server, address, false, ret_address);
}

int http_server_listen_tls(struct http_server *server, const char *address, char ret_address[NET_ADDRESS_MAX]) {
    if (server->tls == NULL) {
        int r = tls_new(server->core->shared, &server->tls);
        if (r < 0) {
            return r == E_CERTIFICATE_INVALID ? E_NOTSUP : r;
        }
    }
    int r = listen_at(server, address, true, ret_address);
    if (r == 0 && server->https_port == 0) {
        server->https_port = net_address_port(ret_address);
    }
    return r;
}

/* Closes the connections of a removed listener. */
static void drop_connections(struct http_server *server, unsigned listener) {
    for (struct http_conn *conn = server->parked, *next; conn != NULL; conn = next) {
        next = conn->next;
        if (conn->listener == listener) {
            park_out(conn);
        }
    }
    for (struct mg_connection *mg = server->mgr->conns; mg != NULL; mg = mg->next) {
        struct http_conn *conn = conn_of(mg);
        if (conn != NULL && conn->listener == listener) {
            conn->close_after = true;
            stream_end(conn, "restart");
            mg->is_closing = mg->is_closing || conn->state == CONN_HEAD || conn->state == CONN_BODY;
        }
    }
}

void http_server_unlisten(struct http_server *server, const char *address) {
    for (struct mg_connection *mg = server->mgr->conns; mg != NULL; mg = mg->next) {
        const struct http_listener *listener = mg->fn == conn_event && mg->is_listening ? mg->fn_data : NULL;
        if (listener != NULL && strcmp(listener->address, address) == 0) {
            mg->is_closing = 1;
            drop_connections(server, listener->number);
        }
    }
}

/* Advances the time of all connections. A large step (a machine that slept, a clock moved by the simulator) counts as a
 * short one: no client caused it, and all would be disconnected at once. */
static void move_time(struct http_server *server) {
    int64_t mono = core_mono_ms(server->core), step = mono - server->mono_ms;
    server->mono_ms = mono;
    server->now_ms += step < STEP_MAX_MS ? step : STEP_MAX_MS;
}

/* Closes what exceeds its time limit. */
static void server_sweep(struct http_server *server) {
    if (server->now_ms - server->swept_ms < SWEEP_MS) {
        return;
    }
    server->swept_ms = server->now_ms;
    for (struct http_conn *conn = server->parked, *next; conn != NULL; conn = next) {
        next = conn->next;
        if (server->now_ms >= conn->deadline_ms) {
            park_out(conn);
        }
    }
    for (struct mg_connection *mg = server->mgr->conns, *next; mg != NULL; mg = next) {
        struct http_conn *conn = conn_of(mg);
        next = mg->next;
        if (conn == NULL || mg->is_closing || conn->state == CONN_RUNNING) {
            continue;
        }
        if (server->now_ms >= conn->deadline_ms) {
            conn_expired(conn);
        } else if (conn_is_idle(conn) && mg->recv.len == 0 && server->now_ms - conn->since_ms >= PARK_AFTER_MS) {
            park_in(conn);
        }
    }
}

void http_server_look(struct http_server *server) {
    if (server->tls != NULL) {
        tls_turn(server->tls);
    }
    move_time(server);
    server_sweep(server);
    stream_turn(server);
}

void http_server_drain(struct http_server *server) {
    server->draining = true;
    server->drained_ms = server->now_ms;
    park_out_all(server);
    for (struct mg_connection *mg = server->mgr->conns; mg != NULL; mg = mg->next) {
        struct http_conn *conn = conn_of(mg);
        if (conn != NULL) {
            conn->close_after = true;
            stream_end(conn, "restart");
        }
        /* An incomplete request has done nothing, and its client may be slow. */
        if (mg->is_listening || (conn != NULL && (conn->state == CONN_HEAD || conn->state == CONN_BODY))) {
            mg->is_closing = 1;
        }
    }
}

/* The client has not received the reply: closing with unread data in the socket would reset the connection, and lose
 * what the kernel still holds of the reply. */
static bool is_replying(const struct http_conn *conn) {
    return conn->state == CONN_SENDING || conn->state == CONN_LINGER;
}

bool http_server_busy(const struct http_server *server) {
    bool replying = false;
    for (const struct mg_connection *mg = server->mgr->conns; mg != NULL; mg = mg->next) {
        const struct http_conn *conn = conn_of(mg);
        replying = replying || (conn != NULL && !mg->is_closing && is_replying(conn));
    }
    return (replying && server->now_ms - server->drained_ms < HTTP_DRAIN_MS) ||
           (server->workers != NULL && workers_pending(server->workers)) ||
           (server->commands != NULL && workers_pending(server->commands));
}
