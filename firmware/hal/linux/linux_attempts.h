/* Trying whether something answers: a name server, a gateway, a server. Attempts go on by themselves, driven by the
 * network's thread; who asks asks again and again (hal/net.h). Under the mutex of the network. */
#ifndef POSTERN_HAL_LINUX_ATTEMPTS_H
#define POSTERN_HAL_LINUX_ATTEMPTS_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#include "hal/linux/linux_arp.h"
#include "hal/linux/linux_names.h"
#include "hal/net.h"

#define LINUX_ATTEMPTS_MAX 8 /* under way; more wait for one of them */

enum linux_attempt_kind { LINUX_ATTEMPT_NAME, LINUX_ATTEMPT_GATEWAY, LINUX_ATTEMPT_SERVER };

/* What is tried, and whom it is tried with. */
struct linux_attempt_what {
    enum linux_attempt_kind kind;
    char host[HAL_HOST_MAX]; /* NAME; else "" */
    uint32_t address; /* GATEWAY and SERVER; else 0 */
    uint16_t port; /* SERVER; else 0 */
};

struct linux_attempt {
    bool is_used, is_begun, is_done;
    struct linux_attempt_what what;
    int fd; /* -1: none */
    int result; /* once done */
    uint32_t found; /* of a name */
    unsigned tries; /* sent */
    int64_t due_ms; /* of the next one, and of giving up */
    int64_t done_ms;
    uint8_t question[LINUX_NAMES_QUESTION_MAX];
    size_t question_len;
};

struct linux_attempts {
    struct linux_attempt all[LINUX_ATTEMPTS_MAX];
};

/* The network as it is now. */
struct linux_attempt_ways {
    uint32_t servers[2]; /* name servers in use, 0: none; those in front first */
    struct linux_arp_asker asker;
};

void linux_attempts_init(struct linux_attempts *attempts);

/* Begins, or tells how it ended; the answer is given once. E_BUSY: not yet, and *ret_begun says that steps are needed. 0
 * with *ret_address of a name; E_NOTFOUND, E_TIMEOUT, E_FORBIDDEN, E_NOT_ALLOWED. */
_must_check_ int linux_attempts_ask(struct linux_attempts *attempts, const struct linux_attempt_what *what,
                                    int64_t now_ms, uint32_t *ret_address, bool *ret_begun);

/* Does what is due. Returns whether one has ended. */
bool linux_attempts_step(struct linux_attempts *attempts, const struct linux_attempt_ways *ways, int64_t now_ms);

int64_t linux_attempts_due(const struct linux_attempts *attempts);
void linux_attempts_fds(const struct linux_attempts *attempts, struct pollfd *ret_fds); /* LINUX_ATTEMPTS_MAX */
void linux_attempts_end(struct linux_attempts *attempts);

#endif
