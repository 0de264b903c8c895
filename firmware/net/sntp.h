/* Time from the network: queries the configured servers on the loop and passes the results to core/time/clock.h. A
 * request contains a random value that a valid answer must repeat. The first server that answers is trusted, except for
 * a large step (core/time/confirm.h); the second is queried when the first does not respond or needs confirmation.
 * Single-threaded, on the loop. */
#ifndef POSTERN_NET_SNTP_H
#define POSTERN_NET_SNTP_H

#include "util/err.h"

struct core;
struct net_loop;
struct sntp;

#define SNTP_INTERVAL_MS (INT64_C(3600) * 1000) /* after an answer, and at most this after a failure */
#define SNTP_RETRY_MS (INT64_C(60) * 1000) /* after the first failure; doubles with each. RFC 4330: at least 15 s */
#define SNTP_SPREAD_MS 120000 /* random part of each interval, so that a whole building does not query at once */
#define SNTP_OFFLINE_MS 15000 /* interval while there is no route and nothing is queried */
#define SNTP_ANSWER_MS 5000 /* a slower server counts as unreachable: its time would be too old */

/* Creates the client; the first query is at the first look. The loop and `core`, which is the loop's, must outlive it.
 * E_NOMEM. */
_must_check_ int sntp_new(struct net_loop *loop, struct core *core, struct sntp **ret_sntp);

/* Frees it. Accepts NULL. Returns NULL. */
struct sntp *sntp_free(struct sntp *sntp);

/* Performs what is due. Returns how long the loop may wait until the next call, 0 to `most` milliseconds. */
int sntp_look(struct sntp *sntp, int most);

#endif
