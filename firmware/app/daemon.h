/* The composition root: makes the parts, wires them, runs the loop, and takes them down in the opposite order. */
#ifndef POSTERN_APP_DAEMON_H
#define POSTERN_APP_DAEMON_H

#include <stdbool.h>

#include "app/exit_codes.h"
#include "app/options.h"
#include "http/server.h"

/* What the daemon leaves to whoever started it. */
struct daemon_end {
    bool again; /* a restart was asked for that only the daemon itself can make: start it again */
    char http[NET_ADDRESS_MAX]; /* where it listened; "" nowhere */
    char https[NET_ADDRESS_MAX]; /* the same over TLS */
};

/* Runs until SIGTERM, SIGINT or a restart, or until something forbids to go on. One a process. */
enum exit_code daemon_run(const struct options *options, struct daemon_end *ret_end);

#endif
