#include "update/installer.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "update/installer_wire.h"

#define SOFTWARE_SET "stable" /* as in the description of a bundle */
#define BUSY_MS 500 /* longest wait for SWUpdate to become idle before the next request */
#define NOTICES_MAX 256 /* more than SWUpdate stores */
#define NOTICES_MS 2000

static const char *const modes[SLOT_COUNT] = {"a", "b"};

struct installer {
    const struct hal_clock *clock;
    const char *folder;
    int control; /* connection for the file; -1 after its end */
    int progress; /* -1 after SWUpdate closed it */
    struct installer_state state;
    size_t got; /* bytes of `next` */
    struct wire_progress next;
    char path[]; /* storage for `folder` */
};

/* --- Request ------------------------------------------------------------------------------------------------------ */

static int installer_hello(const char *folder, const struct wire_deadline *deadline, int *ret_fd) {
    struct wire_hello hello;
    _cleanup_close_ int fd = -1;
    int r = wire_connect(folder, WIRE_PROGRESS, &fd);
    r = r < 0 ? r : wire_take(fd, &hello, sizeof(hello), deadline);
    if (r < 0) {
        return r;
    }
    if (hello.version >> 16 != WIRE_PROGRESS_MAJOR || memcmp(hello.magic, "ACK", sizeof(hello.magic)) != 0) {
        return E_NOTSUP;
    }
    *ret_fd = TAKE_FD(fd);
    return 0;
}

/* Sends one request and reads its answer. */
static int installer_ask(const char *folder, enum slot into, const struct wire_deadline *deadline, int *ret_fd) {
    struct wire_message message;
    _cleanup_close_ int fd = -1;
    memset(&message, 0, sizeof(message)); /* sends no byte of the stack */
    message.magic = WIRE_MAGIC;
    message.type = WIRE_INSTALL;
    struct wire_request *request = &message.data.install.request;
    request->version = WIRE_REQUEST_VERSION;
    request->source = WIRE_SOURCE_LOCAL;
    request->run = WIRE_RUN_INSTALL;
    request->keep_nothing = true;
    memcpy(request->software_set, SOFTWARE_SET, sizeof(SOFTWARE_SET));
    memcpy(request->running_mode, modes[into], strlen(modes[into]));
    int r = wire_connect(folder, WIRE_CONTROL, &fd);
    r = r < 0 ? r : wire_send(fd, &message);
    r = r < 0 ? r : wire_take(fd, &message, sizeof(message), deadline);
    if (r < 0) {
        return r;
    }
    if (message.magic != WIRE_MAGIC || (message.type != WIRE_ACK && message.type != WIRE_NACK)) {
        return E_NOTSUP;
    }
    if (message.type == WIRE_NACK) {
        return message.data.refusal[0] == '\0' ? E_NOTSUP : E_UPGRADE_BUSY;
    }
    *ret_fd = TAKE_FD(fd);
    return 0;
}

/* Waits a moment for a report on SWUpdate's earlier run. */
static int installer_pause(const char *folder, const struct wire_deadline *deadline) {
    _cleanup_close_ int fd = -1;
    int r = installer_hello(folder, deadline, &fd);
    if (r < 0) {
        return r;
    }
    struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
    int left = wire_left(deadline);
    return poll(&poll_fd, 1, left < BUSY_MS ? left : BUSY_MS) < 0 && errno != EINTR ? err_from_errno(errno) : 0;
}

/* Repeats the request while SWUpdate finishes an earlier run. Listens to its progress only afterwards: all reports are
 * then of this run, since SWUpdate waits for the first byte. */
static int installer_connect(struct installer *installer, enum slot into) {
    struct wire_deadline deadline = wire_within(installer->clock, INSTALLER_WAIT_MS);
    int r = installer_ask(installer->folder, into, &deadline, &installer->control);
    while (r == E_UPGRADE_BUSY && wire_left(&deadline) > 0) {
        r = installer_pause(installer->folder, &deadline);
        r = r < 0 ? r : installer_ask(installer->folder, into, &deadline, &installer->control);
    }
    return r < 0 ? r : installer_hello(installer->folder, &deadline, &installer->progress);
}

int installer_begin(const char *folder, enum slot into, const struct hal_clock *clock,
                    struct installer **ret_installer) {
    size_t size = strlen(folder) + 1;
    _cleanup_(installer_freep) struct installer *installer = calloc(1, sizeof(*installer) + size);
    if (installer == NULL) {
        return E_NOMEM;
    }
    installer->clock = clock;
    installer->control = installer->progress = -1;
    installer->folder = memcpy(installer->path, folder, size);
    int r = installer_connect(installer, into);
    if (r == 0) {
        *ret_installer = TAKE_PTR(installer);
    }
    return r;
}

void installer_end(struct installer *installer) {
    cleanup_close(&installer->control);
    installer->control = -1;
}

void installer_free(struct installer *installer) {
    if (installer != NULL) {
        installer_end(installer);
        cleanup_close(&installer->progress);
        free(installer);
    }
}

/* --- Reports ------------------------------------------------------------------------------------------------------ */

/* SWUpdate stores the messages of a run until the next one; the first error is the cause. They end with its message
 * that it is idle. */
static int installer_notices(const char *folder, const struct wire_deadline *deadline, char *ret_trouble, size_t size) {
    struct wire_message message;
    _cleanup_close_ int fd = -1;
    memset(&message, 0, sizeof(message));
    message.magic = WIRE_MAGIC;
    message.type = WIRE_NOTICES;
    int r = wire_connect(folder, WIRE_CONTROL, &fd);
    r = r < 0 ? r : wire_send(fd, &message);
    r = r < 0 ? r : wire_take(fd, &message, sizeof(message), deadline);
    for (unsigned i = 0; r == 0 && i < NOTICES_MAX; i++) {
        r = wire_take(fd, &message, sizeof(message), deadline);
        if (r < 0 || message.magic != WIRE_MAGIC || message.data.notice.status == WIRE_IDLE) {
            return r;
        }
        if (message.data.notice.status == WIRE_FAILURE && message.data.notice.level == WIRE_LEVEL_ERROR) {
            wire_text(message.data.notice.text, sizeof(message.data.notice.text), ret_trouble, size);
            return 0;
        }
    }
    return r;
}

static void installer_fail(struct installer *installer) {
    struct wire_deadline deadline = wire_within(installer->clock, NOTICES_MS);
    struct installer_state *state = &installer->state;
    state->result = INSTALLER_FAILED;
    if (installer_notices(installer->folder, &deadline, state->trouble, sizeof(state->trouble)) < 0) {
        state->trouble[0] = '\0'; /* it failed; the reason is only for the log */
    }
}

/* Stores one message in the state. E_UPGRADE_FAILED: it is of another version. */
static int progress_take(struct installer *installer) {
    const struct wire_progress *next = &installer->next;
    struct installer_state *state = &installer->state;
    installer->got = 0;
    if (next->version >> 16 != WIRE_PROGRESS_MAJOR) {
        return E_UPGRADE_FAILED;
    }
    state->steps = next->steps;
    state->step = next->step > next->steps ? next->steps : next->step;
    state->percent = next->percent > 100 ? 100 : next->percent;
    /* Before the first step SWUpdate still names the image of the previous run. */
    wire_text(next->image, state->step > 0 ? sizeof(next->image) : 0, state->name, sizeof(state->name));
    if (next->status == WIRE_SUCCESS) {
        state->result = INSTALLER_SUCCEEDED;
    } else if (next->status == WIRE_FAILURE) {
        installer_fail(installer);
    }
    return 0;
}

/* Reads the available reports, up to the result. An error sets INSTALLER_FAILED. */
static int progress_read(struct installer *installer) {
    size_t got = 1;
    int r = 0;
    while (r == 0 && got > 0 && installer->state.result == INSTALLER_RUNS) {
        uint8_t *next = (uint8_t *)&installer->next;
        r = wire_read(installer->progress, next + installer->got, sizeof(installer->next) - installer->got, &got);
        installer->got += got;
        if (r == 0 && installer->got == sizeof(installer->next)) {
            r = progress_take(installer);
        }
    }
    if (r < 0) {
        cleanup_close(&installer->progress);
        installer->progress = -1;
        installer_fail(installer);
    }
    return r;
}

int installer_wait(struct installer *installer, unsigned wait_ms, struct installer_state *ret_state) {
    struct wire_deadline deadline =
        wire_within(installer->clock, wait_ms < INSTALLER_WAIT_MS ? wait_ms : INSTALLER_WAIT_MS);
    int r = 0, ready = 1;
    while (r == 0 && ready > 0 && installer->state.result == INSTALLER_RUNS) {
        struct pollfd poll_fd = {.fd = installer->progress, .events = POLLIN};
        ready = poll(&poll_fd, 1, wire_left(&deadline));
        if (ready > 0) {
            r = progress_read(installer);
        } else if (ready < 0) {
            r = errno == EINTR ? 0 : err_from_errno(errno);
        }
    }
    *ret_state = installer->state;
    return r;
}

/* --- Data --------------------------------------------------------------------------------------------------------- */

/* Waits until data can be sent or a report is available, and reads that. */
static int installer_ready(struct installer *installer, const struct wire_deadline *deadline) {
    struct pollfd fds[] = {{.fd = installer->control, .events = POLLOUT},
                           {.fd = installer->progress, .events = POLLIN}};
    int ready = poll(fds, 2, wire_left(deadline));
    if (ready == 0) {
        return E_TIMEOUT;
    }
    if (ready < 0) {
        return errno == EINTR ? 0 : err_from_errno(errno);
    }
    return fds[1].revents == 0 ? 0 : progress_read(installer);
}

/* SWUpdate accepts no more data. It may have seen the end of the archive and finished while the padding of the last
 * block was still being sent. */
static int installer_closed(struct installer *installer, const struct wire_deadline *deadline) {
    struct installer_state state;
    int r = installer_wait(installer, (unsigned)wire_left(deadline), &state);
    return r == 0 && state.result == INSTALLER_SUCCEEDED ? 0 : E_UPGRADE_FAILED;
}

int installer_write(struct installer *installer, const void *octets, size_t len) {
    struct wire_deadline deadline = wire_within(installer->clock, INSTALLER_WAIT_MS);
    const uint8_t *at = octets;
    while (len > 0) {
        int r = installer->control < 0 ? E_UPGRADE_FAILED : installer_ready(installer, &deadline);
        if (r < 0 || installer->state.result != INSTALLER_RUNS) {
            return r < 0 || installer->state.result == INSTALLER_SUCCEEDED ? r : E_UPGRADE_FAILED;
        }
        ssize_t sent = send(installer->control, at, len, MSG_NOSIGNAL);
        if (sent < 0 && errno != EAGAIN && errno != EINTR) {
            return installer_closed(installer, &deadline);
        }
        at += sent > 0 ? sent : 0;
        len -= sent > 0 ? (size_t)sent : 0;
    }
    return 0;
}
