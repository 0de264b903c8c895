/* The links to servers, so far as this firmware knows them: it keeps their settings and tries whether the server
 * answers. Their protocols are not spoken yet. The state is shared by all threads and guards itself. */
#ifndef POSTERN_CORE_LINKS_H
#define POSTERN_CORE_LINKS_H

#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct actor;
struct core;

enum links_link { LINKS_COMM, LINKS_CLOUD };

#define LINKS_COUNT 2
#define LINKS_PASSWORD_LEN 6 /* digits of a password that the terminal makes */
#define LINKS_TRY_EVERY_MS 60000 /* between two attempts to reach a server */
#define LINKS_CLOUD_PORT 8883 /* of a cloud server without one in its name: MQTT over TLS (IANA) */

/* How a link stands, and since when (seconds since 1970 UTC; 0 unknown). */
enum link_state links_read(struct core *core, enum links_link link, int64_t *ret_since_s);

/* Puts a random password in the place of the communication password and gives it, this once; *ret_revision: of the page
 * now. E_FORBIDDEN: a REST key asks, and nobody would read it; E_IO: no randomness; and what settings_save() answers. For
 * a worker. */
_must_check_ int links_new_password(struct core *core, const struct actor *by,
                                    char ret_password[LINKS_PASSWORD_LEN + 1], uint32_t *ret_revision);

/* For app/upkeep: when a server is to be tried, and trying it, on a worker. */
int64_t links_due_ms(struct core *core);
void links_upkeep(struct core *core);

#endif
