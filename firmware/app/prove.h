/* Self-test of a new firmware: connects to the daemon's own server until it answers; only then is the firmware
 * confirmed (core/upgrade). A row of app/upkeep_table.c; its waits are bounded. */
#ifndef POSTERN_APP_PROVE_H
#define POSTERN_APP_PROVE_H

#include <stdint.h>

struct core;

/* Sets the addresses of the server, as written by http_server_listen(); "": none. Call it before the upkeep starts. */
void prove_init(const char *http, const char *https);

int64_t prove_due_ms(struct core *core);
void prove_run(struct core *core);

#endif
