#include "app/reach.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/core.h"
#include "core/network/network.h"
#include "util/ipv4.h"
#include "util/log.h"

/* Returns the port of "127.0.0.1:8080"; 0 of "". */
static uint16_t port_of(const char *address) {
    const char *colon = strrchr(address, ':');
    return colon == NULL ? 0 : (uint16_t)strtoul(colon + 1, NULL, 10);
}

static bool is_any(const char *address) {
    return strncmp(address, "0.0.0.0:", 8) == 0 || strncmp(address, "[::]:", 5) == 0;
}

void reach_init(struct reach *reach, struct core *core, struct http_server *server, const char *http,
                const char *https) {
    *reach = (struct reach){
        .core = core,
        .server = server,
        .http_port = port_of(http),
        .https_port = port_of(https),
        .is_wildcard = is_any(http) || is_any(https),
    };
    for (size_t i = 0; i < HAL_INTERFACES; i++) {
        reach->interfaces[i].again_ms = INT64_MAX;
    }
    network_serve(core->shared, reach->http_port, reach->https_port);
}

static void reach_leave(const struct reach *reach, struct reach_one *one) {
    if (one->http[0] != '\0') {
        http_server_unlisten(reach->server, one->http);
        one->http[0] = '\0';
    }
    if (one->https[0] != '\0') {
        http_server_unlisten(reach->server, one->https);
        one->https[0] = '\0';
    }
}

/* Listens on one port unless it already does. Returns whether it is listening now. */
static bool listen_on(const struct reach *reach, const char *host, uint16_t port, bool secure,
                      char ret_address[NET_ADDRESS_MAX]) {
    char address[NET_ADDRESS_MAX];
    if (port == 0 || ret_address[0] != '\0') {
        return true;
    }
    (void)snprintf(address, sizeof(address), "%s:%u", host, port);
    int r = secure ? http_server_listen_tls(reach->server, address, ret_address)
                   : http_server_listen(reach->server, address, ret_address);
    if (r < 0) {
        ret_address[0] = '\0';
        log_warn("app", "cannot listen on the address of an interface", log_str("address", address), log_errno(r));
    } else {
        log_info("app", "serving an interface", log_str(secure ? "https" : "http", ret_address));
    }
    return r == 0;
}

static void reach_arrive(const struct reach *reach, struct reach_one *one) {
    char host[IPV4_TEXT_MAX];
    ipv4_format(one->address, false, host);
    bool plain = listen_on(reach, host, reach->http_port, false, one->http);
    bool secure = listen_on(reach, host, reach->https_port, true, one->https);
    one->again_ms = plain && secure ? INT64_MAX : core_mono_ms(reach->core) + REACH_AGAIN_MS;
}

void reach_look(struct reach *reach) {
    for (size_t i = 0; i < HAL_INTERFACES && !reach->is_wildcard; i++) {
        struct reach_one *one = &reach->interfaces[i];
        uint32_t address = network_reachable(reach->core->shared, (enum wan_mode)i);
        if (address != one->address) {
            reach_leave(reach, one);
            one->address = address;
            one->again_ms = address == 0 ? INT64_MAX : 0;
        }
        if (one->again_ms != INT64_MAX && core_mono_ms(reach->core) >= one->again_ms) {
            reach_arrive(reach, one);
        }
    }
}
