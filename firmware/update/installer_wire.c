#include "update/installer_wire.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "util/cleanup.h"

/* Sizes as in SWUpdate's own headers on 64-bit and 32-bit machines. */
static_assert(sizeof(struct wire_request) == (sizeof(size_t) == 8 ? 1056 : 1044), "request");
static_assert(sizeof(struct wire_message) == (sizeof(size_t) == 8 ? 3120 : 3104), "message");
static_assert(sizeof(struct wire_progress) == (_Alignof(unsigned long long) == 8 ? 2416 : 2408), "progress");

struct wire_deadline wire_within(const struct hal_clock *clock, unsigned wait_ms) {
    return (struct wire_deadline){.clock = clock, .until_ms = clock->mono_ms(clock->ctx) + wait_ms};
}

int wire_left(const struct wire_deadline *deadline) {
    int64_t left = deadline->until_ms - deadline->clock->mono_ms(deadline->clock->ctx);
    return left > 0 ? (int)left : 0;
}

int wire_connect(const char *folder, const char *name, int *ret_fd) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int len = snprintf(address.sun_path, sizeof(address.sun_path), "%s/%s", folder, name);
    if (len < 0 || (size_t)len >= sizeof(address.sun_path)) {
        return E_TOO_LARGE;
    }
    _cleanup_close_ int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) {
        return err_from_errno(errno);
    }
    if (connect(fd, (const struct sockaddr *)&address, sizeof(address)) < 0) {
        bool is_away = errno == ENOENT || errno == ECONNREFUSED;
        return is_away ? err_with_errno(E_UPGRADE_NOT_FITTED, errno) : err_from_errno(errno);
    }
    *ret_fd = TAKE_FD(fd);
    return 0;
}

int wire_send(int fd, const struct wire_message *message) {
    ssize_t sent = send(fd, message, sizeof(*message), MSG_NOSIGNAL);
    if (sent < 0) {
        bool is_closed = errno == EPIPE || errno == ECONNRESET;
        return is_closed ? err_with_errno(E_UPGRADE_FAILED, errno) : err_from_errno(errno);
    }
    return sent == (ssize_t)sizeof(*message) ? 0 : err_with_text(E_IO, "sent in part");
}

int wire_read(int fd, void *ret_octets, size_t len, size_t *ret_got) {
    ssize_t got = recv(fd, ret_octets, len, 0);
    *ret_got = got > 0 ? (size_t)got : 0;
    if (got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR))) {
        return 0;
    }
    if (got == 0) {
        return err_with_text(E_UPGRADE_FAILED, "SWUpdate closed the connection");
    }
    return errno == ECONNRESET ? err_with_errno(E_UPGRADE_FAILED, errno) : err_from_errno(errno);
}

int wire_take(int fd, void *ret_octets, size_t len, const struct wire_deadline *deadline) {
    uint8_t *at = ret_octets;
    while (len > 0) {
        struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
        size_t got = 0;
        int ready = poll(&poll_fd, 1, wire_left(deadline));
        if (ready < 0 && errno != EINTR) {
            return err_from_errno(errno);
        }
        if (ready == 0) {
            return E_TIMEOUT;
        }
        int r = wire_read(fd, at, len, &got);
        if (r < 0) {
            return r;
        }
        at += got;
        len -= got;
    }
    return 0;
}

void wire_text(const char *text, size_t size, char *ret_text, size_t ret_size) {
    size_t len = strnlen(text, size < ret_size ? size : ret_size - 1);
    for (size_t i = 0; i < len; i++) {
        ret_text[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
    }
    ret_text[len] = '\0';
}
