#include "http/park.h"

#include <errno.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "net/socket.h"
#include "net/tls.h"

/* Connections put back in one turn; the rest follows in the next. */
#define BATCH 64

/* The parked connections are in a separate epoll descriptor, which Mongoose watches like a socket: it is readable when
 * one of them has input. Mongoose must not read from it, so the flag is cleared. */
static void park_event(struct mg_connection *mg, int event, void *data) {
    struct http_server *server = mg->fn_data;
    struct epoll_event events[BATCH];
    (void)data;
    if (event == MG_EV_CLOSE) {
        server->park = NULL;
    }
    if (event != MG_EV_POLL || !mg->is_readable) {
        return;
    }
    mg->is_readable = 0;
    int count = epoll_wait(net_descriptor(mg), events, BATCH, 0);
    for (int i = 0; i < count; i++) {
        park_out(events[i].data.ptr);
    }
}

int park_open(struct http_server *server) {
    int fd = epoll_create1(EPOLL_CLOEXEC);
    if (fd < 0) {
        return err_with_errno(E_SYSTEM, errno);
    }
    server->park = mg_wrapfd(server->mgr, fd, park_event, server);
    if (server->park == NULL) {
        (void)close(fd);
        return E_NOMEM;
    }
    return 0;
}

void park_in(struct http_conn *conn) {
    struct http_server *server = conn->server;
    struct mg_connection *mg = conn->mg;
    if (conn->secure && !tls_rest(mg)) {
        return; /* data is being transferred */
    }
    struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP, .data.ptr = conn};
    if (epoll_ctl(net_descriptor(server->park), EPOLL_CTL_ADD, net_descriptor(mg), &event) < 0) {
        return; /* it stays in Mongoose's list */
    }
    (void)epoll_ctl(server->mgr->epoll_fd, EPOLL_CTL_DEL, net_descriptor(mg), NULL);
    LIST_DELETE(struct mg_connection, &server->mgr->conns, mg);
    mg_iobuf_free(&mg->recv);
    conn->parked = true;
    conn->previous = NULL;
    conn->next = server->parked;
    if (conn->next != NULL) {
        conn->next->previous = conn;
    }
    server->parked = conn;
}

void park_out(struct http_conn *conn) {
    struct http_server *server = conn->server;
    struct mg_connection *mg = conn->mg;
    if (!conn->parked) {
        return;
    }
    conn->parked = false;
    if (conn->previous == NULL) {
        server->parked = conn->next;
    } else {
        conn->previous->next = conn->next;
    }
    if (conn->next != NULL) {
        conn->next->previous = conn->previous;
    }
    (void)epoll_ctl(net_descriptor(server->park), EPOLL_CTL_DEL, net_descriptor(mg), NULL);
    mg->is_readable = mg->is_writable = 0; /* Mongoose finds out again */
    LIST_ADD_HEAD(struct mg_connection, &server->mgr->conns, mg);
    MG_EPOLL_ADD(mg);
}

void park_out_all(struct http_server *server) {
    while (server->parked != NULL) {
        park_out(server->parked);
    }
}

void park_close(struct http_server *server) {
    park_out_all(server);
    if (server->park != NULL) {
        server->park->is_closing = 1;
    }
}
