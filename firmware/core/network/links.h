/* The links to servers, so far as this firmware knows them: it keeps their settings and tries whether the server
 * answers. Their protocols are not spoken yet. The state is shared by all threads and guards itself. */
#ifndef POSTERN_CORE_LINKS_H
#define POSTERN_CORE_LINKS_H

#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct core;

enum links_link { LINKS_COMM, LINKS_CLOUD };

#define LINKS_COUNT 2
#define LINKS_TRY_EVERY_MS 60000 /* between two attempts to reach a server */
#define LINKS_CLOUD_PORT 8883 /* of a cloud server without one in its name: MQTT over TLS (IANA) */

/* How a link stands, and since when (seconds since 1970 UTC; 0 unknown). */
enum link_state links_read(struct core *core, enum links_link link, int64_t *ret_since_s);

/* For app/upkeep: when a server is to be tried, and trying it, on a worker. */
int64_t links_due_ms(struct core *core);
void links_upkeep(struct core *core);

#endif
