/* Links to servers: stores their settings and tests whether the server responds. Their protocols are not implemented
 * yet. The state is shared by all threads and guards itself. */
#ifndef POSTERN_CORE_LINKS_H
#define POSTERN_CORE_LINKS_H

#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct actor;
struct core;

enum links_link { LINKS_COMM, LINKS_CLOUD };

#define LINKS_COUNT 2
#define LINKS_PASSWORD_LEN 6 /* digits of a generated password */
#define LINKS_TRY_EVERY_MS 60000 /* interval of testing a server */
#define LINKS_CLOUD_PORT 8883 /* default port of a cloud server: MQTT over TLS (IANA) */

/* Reads the state of a link, and since when (seconds since 1970 UTC; 0: unknown). */
enum link_state links_read(struct core *core, enum links_link link, int64_t *ret_since_s);

/* Replaces the communication password by a random one and returns it, this once; *ret_revision: new revision of the
 * page. E_FORBIDDEN: the caller is a REST key, and nobody would read it; E_IO: no random bytes; and the errors of
 * settings_save(). For a worker. */
_must_check_ int links_new_password(struct core *core, const struct actor *by,
                                    char ret_password[LINKS_PASSWORD_LEN + 1], uint32_t *ret_revision);

/* For app/upkeep: when a server is to be tested, and testing it, on a worker. */
int64_t links_due_ms(struct core *core);
void links_upkeep(struct core *core);

#endif
