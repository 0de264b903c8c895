/* The composition root: creates and connects the parts, runs the loop, and shuts down in reverse order. */
#ifndef POSTERN_APP_DAEMON_H
#define POSTERN_APP_DAEMON_H

#include <stdbool.h>

#include "app/exit_codes.h"
#include "app/options.h"
#include "http/server.h"

/* Result of a run for the caller. */
struct daemon_end {
    bool again; /* a restart was requested that the daemon has to perform: start it again */
    char http[NET_ADDRESS_MAX]; /* address it listened on; "" none */
    char https[NET_ADDRESS_MAX]; /* the same over TLS */
};

/* Runs until SIGTERM, SIGINT, a restart, or a fatal error. One per process. */
enum exit_code daemon_run(const struct options *options, struct daemon_end *ret_end);

#endif
