/* The composition root: makes the parts, wires them, runs the loop, and takes them down in the opposite order. */
#ifndef POSTERN_APP_DAEMON_H
#define POSTERN_APP_DAEMON_H

#include "app/exit_codes.h"
#include "app/options.h"

/* Runs until SIGTERM or SIGINT, or until something forbids to go on. One a process. */
enum exit_code daemon_run(const struct options *options);

#endif
