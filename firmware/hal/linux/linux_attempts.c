#include "hal/linux/linux_attempts.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "util/err.h"

#define NAME_PORT 53
#define NAME_TRIES 4 /* alternating between both servers */
#define NAME_MS 2000 /* timeout of each */
#define GATEWAY_TRIES 3
#define GATEWAY_MS 1000
#define SERVER_MS 5000
#define FORGET_MS 60000 /* until an uncollected result is discarded */

void linux_attempts_init(struct linux_attempts *attempts) {
    for (size_t i = 0; i < LINUX_ATTEMPTS_MAX; i++) {
        attempts->all[i] = (struct linux_attempt){.fd = -1};
    }
}

static void attempt_close(struct linux_attempt *attempt) {
    if (attempt->fd >= 0) {
        (void)close(attempt->fd);
        attempt->fd = -1;
    }
}

static void attempt_free(struct linux_attempt *attempt) {
    attempt_close(attempt);
    attempt->is_used = false;
}

static void attempt_end(struct linux_attempt *attempt, int result, int64_t now_ms) {
    attempt_close(attempt);
    attempt->is_done = true;
    attempt->result = result;
    attempt->done_ms = now_ms;
}

static bool is_same(const struct linux_attempt_what *a, const struct linux_attempt_what *b) {
    return a->kind == b->kind && a->address == b->address && a->port == b->port && strcmp(a->host, b->host) == 0;
}

int linux_attempts_ask(struct linux_attempts *attempts, const struct linux_attempt_what *what, int64_t now_ms,
                       uint32_t *ret_address, bool *ret_begun) {
    struct linux_attempt *free_one = NULL;
    *ret_begun = false;
    for (size_t i = 0; i < LINUX_ATTEMPTS_MAX; i++) {
        struct linux_attempt *attempt = &attempts->all[i];
        if (attempt->is_used && attempt->is_done && now_ms - attempt->done_ms > FORGET_MS) {
            attempt_free(attempt);
        }
        if (!attempt->is_used) {
            free_one = attempt;
        } else if (is_same(&attempt->what, what)) {
            if (!attempt->is_done) {
                return E_BUSY;
            }
            *ret_address = attempt->found;
            attempt_free(attempt);
            return attempt->result;
        }
    }
    if (free_one != NULL) {
        *free_one = (struct linux_attempt){.is_used = true, .what = *what, .fd = -1, .due_ms = now_ms};
        *ret_begun = true;
    }
    return E_BUSY;
}

static int socket_to(int type, uint32_t address, uint16_t port, int *ret_fd) {
    const struct sockaddr_in there = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(address)};
    int fd = socket(AF_INET, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) {
        return E_TIMEOUT;
    }
    *ret_fd = fd;
    return connect(fd, (const struct sockaddr *)&there, sizeof(there)) < 0 ? -errno : 0;
}

/* --- Name --- */

static void name_begin(struct linux_attempt *attempt, int64_t now_ms) {
    uint16_t id = 0;
    int len = getrandom(&id, sizeof(id), GRND_NONBLOCK) == sizeof(id)
                  ? linux_names_ask(attempt->what.host, id, attempt->question)
                  : E_TIMEOUT;
    if (len < 0) {
        attempt_end(attempt, len, now_ms);
    } else {
        attempt->question_len = (size_t)len;
    }
}

/* Sends the next query, from a new random port, so that nobody can guess it and answer in the server's place. */
static void name_send(struct linux_attempt *attempt, const struct linux_attempt_ways *ways, int64_t now_ms) {
    attempt_close(attempt);
    if (attempt->tries == NAME_TRIES) {
        attempt_end(attempt, E_TIMEOUT, now_ms);
        return;
    }
    uint32_t server = ways->servers[attempt->tries++ % 2];
    server = server != 0 ? server : ways->servers[0];
    attempt->due_ms = now_ms + NAME_MS;
    if (socket_to(SOCK_DGRAM, server, NAME_PORT, &attempt->fd) < 0 ||
        send(attempt->fd, attempt->question, attempt->question_len, 0) < 0) {
        attempt_close(attempt); /* waits for its timeout, and then tries the other server */
    }
}

static void name_step(struct linux_attempt *attempt, const struct linux_attempt_ways *ways, int64_t now_ms) {
    uint8_t answer[LINUX_NAMES_ANSWER_MAX];
    ssize_t len = attempt->fd >= 0 ? recv(attempt->fd, answer, sizeof(answer), 0) : -1;
    int r = E_FORMAT;
    if (len >= 0) {
        r = linux_names_take(attempt->question, attempt->question_len, answer, (size_t)len, &attempt->found);
    }
    if (r == 0 || r == E_NOTFOUND) {
        attempt_end(attempt, r, now_ms);
    } else if (r == E_BUSY || now_ms >= attempt->due_ms ||
               (attempt->fd >= 0 && len < 0 && errno != EAGAIN && errno != EINTR)) {
        name_send(attempt, ways, now_ms); /* the server failed, or nothing listens there: try the other one */
    }
}

/* --- Gateway --- */

static void gateway_step(struct linux_attempt *attempt, const struct linux_attempt_ways *ways, int64_t now_ms) {
    if (attempt->fd < 0) {
        int r = linux_arp_open(&ways->asker, &attempt->fd);
        if (r < 0) {
            attempt_end(attempt, r == E_NOT_ALLOWED ? r : E_TIMEOUT, now_ms);
            return;
        }
    }
    if (linux_arp_is_answered(attempt->fd, &ways->asker, attempt->what.address)) {
        attempt_end(attempt, 0, now_ms);
    } else if (now_ms >= attempt->due_ms && attempt->tries == GATEWAY_TRIES) {
        attempt_end(attempt, E_TIMEOUT, now_ms);
    } else if (now_ms >= attempt->due_ms) {
        linux_arp_ask(attempt->fd, &ways->asker, attempt->what.address);
        attempt->tries++;
        attempt->due_ms = now_ms + GATEWAY_MS;
    }
}

/* --- Server --- */

static void server_begin(struct linux_attempt *attempt, int64_t now_ms) {
    int r = socket_to(SOCK_STREAM, attempt->what.address, attempt->what.port, &attempt->fd);
    attempt->due_ms = now_ms + SERVER_MS;
    if (r == 0) {
        attempt_end(attempt, 0, now_ms);
    } else if (r != -EINPROGRESS) {
        attempt_end(attempt, r == -ECONNREFUSED ? E_FORBIDDEN : E_TIMEOUT, now_ms);
    }
}

static void server_step(struct linux_attempt *attempt, int64_t now_ms) {
    struct pollfd fd = {.fd = attempt->fd, .events = POLLOUT};
    int error = 0;
    socklen_t len = sizeof(error);
    if (poll(&fd, 1, 0) > 0) {
        (void)getsockopt(attempt->fd, SOL_SOCKET, SO_ERROR, &error, &len);
        attempt_end(attempt, error == 0 ? 0 : error == ECONNREFUSED ? E_FORBIDDEN : E_TIMEOUT, now_ms);
    } else if (now_ms >= attempt->due_ms) {
        attempt_end(attempt, E_TIMEOUT, now_ms);
    }
}

/* --- All --- */

static void attempt_step(struct linux_attempt *attempt, const struct linux_attempt_ways *ways, int64_t now_ms) {
    bool begins = !attempt->is_begun;
    attempt->is_begun = true;
    switch (attempt->what.kind) {
        case LINUX_ATTEMPT_NAME:
            if (begins) {
                name_begin(attempt, now_ms);
            }
            if (!attempt->is_done) {
                name_step(attempt, ways, now_ms);
            }
            break;
        case LINUX_ATTEMPT_GATEWAY: gateway_step(attempt, ways, now_ms); break;
        case LINUX_ATTEMPT_SERVER:
            if (begins) {
                server_begin(attempt, now_ms);
            } else {
                server_step(attempt, now_ms);
            }
            break;
    }
}

bool linux_attempts_step(struct linux_attempts *attempts, const struct linux_attempt_ways *ways, int64_t now_ms) {
    bool has_ended = false;
    for (size_t i = 0; i < LINUX_ATTEMPTS_MAX; i++) {
        struct linux_attempt *attempt = &attempts->all[i];
        if (attempt->is_used && !attempt->is_done) {
            attempt_step(attempt, ways, now_ms);
            has_ended = has_ended || attempt->is_done;
        }
    }
    return has_ended;
}

int64_t linux_attempts_due(const struct linux_attempts *attempts) {
    int64_t due_ms = INT64_MAX;
    for (size_t i = 0; i < LINUX_ATTEMPTS_MAX; i++) {
        const struct linux_attempt *attempt = &attempts->all[i];
        if (attempt->is_used && !attempt->is_done && attempt->due_ms < due_ms) {
            due_ms = attempt->due_ms;
        }
    }
    return due_ms;
}

void linux_attempts_fds(const struct linux_attempts *attempts, struct pollfd *ret_fds) {
    for (size_t i = 0; i < LINUX_ATTEMPTS_MAX; i++) {
        const struct linux_attempt *attempt = &attempts->all[i];
        bool is_server = attempt->what.kind == LINUX_ATTEMPT_SERVER;
        ret_fds[i] = (struct pollfd){.fd = attempt->fd, .events = is_server ? POLLOUT : POLLIN};
    }
}

void linux_attempts_end(struct linux_attempts *attempts) {
    for (size_t i = 0; i < LINUX_ATTEMPTS_MAX; i++) {
        attempt_free(&attempts->all[i]);
    }
}
