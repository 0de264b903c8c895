#include "app/prove.h"

#include <arpa/inet.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "core/base/core.h"
#include "core/upgrade/upgrade.h"
#include "net/address.h"
#include "util/cleanup.h"

#define WAIT_S 2 /* for each step of the request */

static const char question[] = "GET /login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
static const char answer[] = "HTTP/1.1 ";

static char addresses[2][NET_ADDRESS_MAX]; /* of HTTP and HTTPS; constant after start */

void prove_init(const char *http, const char *https) {
    (void)snprintf(addresses[0], sizeof(addresses[0]), "%s", http);
    (void)snprintf(addresses[1], sizeof(addresses[1]), "%s", https);
}

int64_t prove_due_ms(struct core *core) {
    return upgrade_is_unproved(core->shared) ? core_mono_ms(core) : INT64_MAX;
}

/* Parses an address that was listened on; replaces a wildcard by the loopback address. */
static bool read_address(const char *text, struct sockaddr_storage *ret_address, socklen_t *ret_len) {
    char host[NET_ADDRESS_MAX];
    (void)snprintf(host, sizeof(host), "%s", text);
    char *port = strrchr(host, ':');
    if (port == NULL) {
        return false;
    }
    *port++ = '\0';
    in_port_t number = htons((uint16_t)strtoul(port, NULL, 10));
    memset(ret_address, 0, sizeof(*ret_address));
    if (host[0] == '[') {
        struct sockaddr_in6 *six = (struct sockaddr_in6 *)ret_address;
        host[strcspn(host, "]")] = '\0';
        *six = (struct sockaddr_in6){.sin6_family = AF_INET6, .sin6_port = number};
        *ret_len = sizeof(*six);
        bool is_good = inet_pton(AF_INET6, host + 1, &six->sin6_addr) == 1;
        if (is_good && IN6_IS_ADDR_UNSPECIFIED(&six->sin6_addr)) {
            six->sin6_addr = in6addr_loopback;
        }
        return is_good;
    }
    struct sockaddr_in *four = (struct sockaddr_in *)ret_address;
    *four = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = number};
    *ret_len = sizeof(*four);
    bool is_good = inet_pton(AF_INET, host, &four->sin_addr) == 1;
    if (is_good && four->sin_addr.s_addr == htonl(INADDR_ANY)) {
        four->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    }
    return is_good;
}

/* Connects to it; -1 on failure. */
static int prove_dial(const char *text) {
    struct sockaddr_storage address;
    socklen_t len = 0;
    const struct timeval wait = {.tv_sec = WAIT_S};
    if (!read_address(text, &address, &len)) {
        return -1;
    }
    _cleanup_close_ int fd = socket(address.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof(wait)) < 0 ||
        setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof(wait)) < 0 ||
        connect(fd, (const struct sockaddr *)&address, len) < 0) {
        return -1;
    }
    return TAKE_FD(fd);
}

/* Returns whether a request gets any answer. */
static bool is_answered(const char *address) {
    char head[sizeof(answer) - 1];
    _cleanup_close_ int fd = prove_dial(address);
    return fd >= 0 && send(fd, question, sizeof(question) - 1, MSG_NOSIGNAL) == (ssize_t)(sizeof(question) - 1) &&
           recv(fd, head, sizeof(head), MSG_WAITALL) == (ssize_t)sizeof(head) &&
           memcmp(head, answer, sizeof(head)) == 0;
}

/* Over TLS, if nothing else is served, an accepted connection has to suffice. */
static bool is_taken(const char *address) {
    _cleanup_close_ int fd = prove_dial(address);
    return fd >= 0;
}

void prove_run(struct core *core) {
    if (addresses[0][0] != '\0' ? is_answered(addresses[0]) : is_taken(addresses[1])) {
        upgrade_set_served(core->shared);
    }
}
