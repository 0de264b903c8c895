/* Serves the console under the addresses of the interfaces, besides the address of the command line: when an interface
 * gets another address, its listener moves there, and who was connected to the old one is not any more (ADR 0013).
 * Where the address of the command line is a wildcard, every interface is served already and nothing is to be done. */
#ifndef POSTERN_APP_REACH_H
#define POSTERN_APP_REACH_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/net.h"
#include "http/server.h"

#define REACH_AGAIN_MS 5000 /* until an address that could not be listened on is tried again */

struct core;

/* One interface. */
struct reach_one {
    uint32_t address; /* served now, or tried last; 0 for none */
    char http[NET_ADDRESS_MAX]; /* "" while it does not listen */
    char https[NET_ADDRESS_MAX];
    int64_t again_ms; /* monotonic clock; INT64_MAX while all is as it should be */
};

struct reach {
    struct core *core; /* the loop's */
    struct http_server *server;
    uint16_t http_port, https_port; /* 0: not served */
    bool is_wildcard;
    struct reach_one interfaces[HAL_INTERFACES];
};

/* Takes the addresses on which the server listens, as http_server_listen() wrote them; "" for none. `core` is the
 * loop's; it and the server outlive this. All of it belongs to the loop. */
void reach_init(struct reach *reach, struct core *core, struct http_server *server, const char *http,
                const char *https);

/* Moves listeners when an address has changed. Call it in every round of the loop: it only looks at memory
 * otherwise. */
void reach_look(struct reach *reach);

#endif
