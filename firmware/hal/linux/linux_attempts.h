/* Reachability tests: a host name, a gateway, a server. The network's thread drives them; callers poll for the result
 * (hal/net.h). Requires the mutex of the network. */
#ifndef POSTERN_HAL_LINUX_ATTEMPTS_H
#define POSTERN_HAL_LINUX_ATTEMPTS_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#include "hal/linux/linux_arp.h"
#include "hal/linux/linux_names.h"
#include "hal/net.h"

#define LINUX_ATTEMPTS_MAX 8 /* at a time; further ones wait */

enum linux_attempt_kind { LINUX_ATTEMPT_NAME, LINUX_ATTEMPT_GATEWAY, LINUX_ATTEMPT_SERVER };

/* Kind and target of a test. */
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
    uint32_t found; /* address of the host name */
    unsigned tries; /* packets sent */
    int64_t due_ms; /* of the next packet, and of the timeout */
    int64_t done_ms;
    uint8_t question[LINUX_NAMES_QUESTION_MAX];
    size_t question_len;
};

struct linux_attempts {
    struct linux_attempt all[LINUX_ATTEMPTS_MAX];
};

/* Current state of the network. */
struct linux_attempt_ways {
    uint32_t servers[2]; /* name servers in use, by priority; 0: none */
    struct linux_arp_asker asker;
};

void linux_attempts_init(struct linux_attempts *attempts);

/* Starts a test, or returns its result once. E_BUSY: not finished; *ret_begun: it was started and needs steps. 0 with
 * *ret_address of a name; E_NOTFOUND, E_TIMEOUT, E_FORBIDDEN, E_NOT_ALLOWED. */
_must_check_ int linux_attempts_ask(struct linux_attempts *attempts, const struct linux_attempt_what *what,
                                    int64_t now_ms, uint32_t *ret_address, bool *ret_begun);

/* Performs the steps that are due. Returns whether a test has finished. */
bool linux_attempts_step(struct linux_attempts *attempts, const struct linux_attempt_ways *ways, int64_t now_ms);

int64_t linux_attempts_due(const struct linux_attempts *attempts);
void linux_attempts_fds(const struct linux_attempts *attempts, struct pollfd *ret_fds); /* LINUX_ATTEMPTS_MAX */
void linux_attempts_end(struct linux_attempts *attempts);

#endif
