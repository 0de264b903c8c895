/* Serves the console on the addresses of the interfaces, in addition to that of the command line: when an interface's
 * address changes, its listener moves there, and connections to the old one are closed (ADR 0013). Not needed if the
 * address of the command line is a wildcard, which covers every interface. */
#ifndef POSTERN_APP_REACH_H
#define POSTERN_APP_REACH_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/net.h"
#include "http/server.h"

#define REACH_AGAIN_MS 5000 /* retry interval for an address that could not be listened on */

struct core;

/* One interface. */
struct reach_one {
    uint32_t address; /* current address, or last tried; 0: none */
    char http[NET_ADDRESS_MAX]; /* "" if not listening */
    char https[NET_ADDRESS_MAX];
    int64_t again_ms; /* monotonic clock; INT64_MAX: no retry needed */
};

struct reach {
    struct core *core; /* the loop's */
    struct http_server *server;
    uint16_t http_port, https_port; /* 0: not served */
    bool is_wildcard;
    struct reach_one interfaces[HAL_INTERFACES];
};

/* Sets the addresses of the server, as written by http_server_listen(); "": none. `core` is the loop's; it and the
 * server must outlive this. All functions belong to the loop. */
void reach_init(struct reach *reach, struct core *core, struct http_server *server, const char *http,
                const char *https);

/* Moves listeners whose address has changed. Call it in every iteration of the loop: without a change it only reads
 * memory. */
void reach_look(struct reach *reach);

#endif
