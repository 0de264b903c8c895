/* Time from the network: asks the servers of the settings on the loop and hands what they answer to
 * core/time/clock.h. A request is random, and only what repeats it is an answer. The first server that answers is
 * believed, except in a large step (core/time/confirm.h); the second is asked when the first is not there or has to
 * be confirmed. Single-threaded, on the loop. */
#ifndef POSTERN_NET_SNTP_H
#define POSTERN_NET_SNTP_H

#include "util/err.h"

struct core;
struct net_loop;
struct sntp;

#define SNTP_INTERVAL_MS (INT64_C(3600) * 1000) /* after an answer, and at most this after a failure */
#define SNTP_RETRY_MS (INT64_C(60) * 1000) /* after the first failure; doubles with each. RFC 4330: at least 15 s */
#define SNTP_SPREAD_MS 120000 /* random part of each wait, so that a whole building does not ask at once */
#define SNTP_OFFLINE_MS 15000 /* while there is no way out, and nobody is asked */
#define SNTP_ANSWER_MS 5000 /* a server that takes longer is not there, or its time is too old */

/* Makes it; it asks at the first look. The loop and `core`, which is the loop's, outlive it. E_NOMEM. */
_must_check_ int sntp_new(struct net_loop *loop, struct core *core, struct sntp **ret_sntp);

/* Ends it. Takes NULL. Returns NULL. */
struct sntp *sntp_free(struct sntp *sntp);

/* Does what is due. Returns how long the loop may wait until the next look, 0 to `most` milliseconds. */
int sntp_look(struct sntp *sntp, int most);

#endif
