#include "net/socket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "net/loop.h"

int net_descriptor(const struct mg_connection *mg) {
    return (int)(size_t)mg->fd;
}

void net_own_host(const struct mg_connection *mg, char *ret_text, size_t size) {
    struct sockaddr_storage own = {.ss_family = AF_UNSPEC};
    socklen_t len = sizeof(own);
    ret_text[0] = '\0';
    if (getsockname(net_descriptor(mg), (struct sockaddr *)&own, &len) == 0) {
        net_address_host(&own, ret_text, size);
    }
}

void net_peer_host(const struct mg_connection *mg, char *ret_text, size_t size) {
    struct sockaddr_storage peer = {.ss_family = AF_UNSPEC};
    socklen_t len = sizeof(peer);
    ret_text[0] = '\0';
    if (getpeername(net_descriptor(mg), (struct sockaddr *)&peer, &len) == 0) {
        net_address_host(&peer, ret_text, size);
    }
}

/* Writes the listener's actual address: the system chooses a port for 0. */
static void listener_address(const struct mg_connection *listener, const char *asked,
                             char ret_address[NET_ADDRESS_MAX]) {
    struct sockaddr_storage own = {.ss_family = AF_UNSPEC};
    socklen_t len = sizeof(own);
    unsigned port = 0;
    if (getsockname(net_descriptor(listener), (struct sockaddr *)&own, &len) == 0) {
        port = ntohs(own.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&own)->sin6_port
                                               : ((struct sockaddr_in *)&own)->sin_port);
    }
    int host = (int)(strrchr(asked, ':') - asked);
    (void)snprintf(ret_address, NET_ADDRESS_MAX, "%.*s:%u", host, asked, port);
}

int net_listen(struct net_loop *loop, const char *address, mg_event_handler_t handler, void *data,
               char ret_address[NET_ADDRESS_MAX]) {
    char url[NET_ADDRESS_MAX + 8];
    if (!net_address_is_valid(address)) {
        return E_INVAL;
    }
    (void)snprintf(url, sizeof(url), "tcp://%s", address); /* TLS is handled here: Mongoose does not need to know */
    errno = 0;
    const struct mg_connection *listener = mg_listen(net_loop_mgr(loop), url, handler, data);
    if (listener == NULL) {
        return err_with_errno(errno == EADDRINUSE ? E_BUSY : E_SYSTEM, errno);
    }
    listener_address(listener, address, ret_address);
    return 0;
}
