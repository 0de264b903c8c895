/* Asks the daemon's own server over a socket whether it answers, until it has: a firmware that was just started is
 * confirmed only then (core/upgrade). A row of app/upkeep_table.c; what it may wait for is bounded. */
#ifndef POSTERN_APP_PROVE_H
#define POSTERN_APP_PROVE_H

#include <stdint.h>

struct core;

/* Where the server listens, as http_server_listen() wrote it; "" for nowhere. Before the upkeep. */
void prove_init(const char *http, const char *https);

int64_t prove_due_ms(struct core *core);
void prove_run(struct core *core);

#endif
