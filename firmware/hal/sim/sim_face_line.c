/* See sim_face_line.h. */
#include "hal/sim/sim_face_line.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "util/buf.h"

#define IN_MAX ((size_t)2 * (FRAME_HEAD + FRAME_IN_MAX + FRAME_TAIL))

struct face_line {
    const struct face_line_ops *ops;
    void *ctx;
    struct sockaddr_un address;
    int listen_fd, wake_fd;
    int engine_fd; /* -1: none; only for the thread */
    atomic_bool up, stop;
    atomic_uint bad;
    uint8_t in[IN_MAX]; /* only for the thread */
    size_t in_len;
    pthread_t thread;
    pthread_mutex_t mutex; /* guards `out` */
    struct buf out;
};

bool face_line_is_up(const struct face_line *line) {
    return line != NULL && atomic_load(&line->up);
}

unsigned face_line_bad(const struct face_line *line) {
    return line == NULL ? 0 : atomic_load(&line->bad);
}

static void line_wake(struct face_line *line) {
    uint64_t one = 1;
    (void)!write(line->wake_fd, &one, sizeof(one));
}

int face_line_send(struct face_line *line, uint8_t type, uint8_t sequence, const void *data, size_t len) {
    if (!face_line_is_up(line)) {
        return E_OFFLINE;
    }
    uint8_t head[FRAME_HEAD];
    uint8_t tail[FRAME_TAIL];
    frame_head(type, sequence, len, head);
    frame_tail(head, data, len, tail);
    pthread_mutex_lock(&line->mutex);
    buf_append(&line->out, head, sizeof(head));
    buf_append(&line->out, data, len);
    buf_append(&line->out, tail, sizeof(tail));
    bool failed = buf_failed(&line->out);
    pthread_mutex_unlock(&line->mutex);
    line_wake(line);
    return failed ? E_NOMEM : 0;
}

static void engine_gone(struct face_line *line) {
    (void)close(line->engine_fd);
    line->engine_fd = -1;
    line->in_len = 0;
    atomic_store(&line->up, false);
    pthread_mutex_lock(&line->mutex);
    buf_done(&line->out);
    pthread_mutex_unlock(&line->mutex);
    line->ops->changed(line->ctx);
}

/* One engine at a time: closes further connections. */
static void engine_accept(struct face_line *line) {
    int fd = accept4(line->listen_fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd >= 0 && line->engine_fd >= 0) {
        (void)close(fd);
    } else if (fd >= 0) {
        line->engine_fd = fd;
        atomic_store(&line->up, true);
        line->ops->changed(line->ctx);
    }
}

/* Returns false when the connection is over, or memory for the output ran out. */
static bool engine_flush(struct face_line *line) {
    bool alive = true;
    pthread_mutex_lock(&line->mutex);
    alive = !buf_failed(&line->out);
    while (alive && line->out.len > 0) {
        ssize_t n = send(line->engine_fd, line->out.data, line->out.len, MSG_NOSIGNAL);
        if (n < 0) {
            alive = errno == EAGAIN || errno == EINTR;
            break;
        }
        line->out.len -= (size_t)n;
        memmove(line->out.data, line->out.data + n, line->out.len);
    }
    pthread_mutex_unlock(&line->mutex);
    return alive;
}

/* Reads the input and delivers its frames. Returns false when the connection is over. */
static bool engine_read(struct face_line *line) {
    ssize_t n = recv(line->engine_fd, line->in + line->in_len, sizeof(line->in) - line->in_len, 0);
    if (n <= 0) {
        return n < 0 && (errno == EAGAIN || errno == EINTR);
    }
    line->in_len += (size_t)n;
    size_t done = 0;
    size_t used = 0;
    do {
        struct frame frame;
        unsigned bad = 0;
        used = frame_read(line->in + done, line->in_len - done, &frame, &bad);
        done += used;
        (void)atomic_fetch_add(&line->bad, bad);
        if (frame.type != 0) {
            line->ops->came(line->ctx, &frame);
        }
    } while (used > 0);
    line->in_len -= done;
    memmove(line->in, line->in + done, line->in_len);
    return true;
}

static void *line_main(void *arg) {
    struct face_line *line = arg;
    while (!atomic_load(&line->stop)) {
        pthread_mutex_lock(&line->mutex);
        bool waits = line->out.len > 0;
        pthread_mutex_unlock(&line->mutex);
        struct pollfd polls[3] = {
            {.fd = line->wake_fd, .events = POLLIN},
            {.fd = line->listen_fd, .events = POLLIN},
            {.fd = line->engine_fd, .events = (short)(POLLIN | (waits ? POLLOUT : 0))},
        };
        if (poll(polls, 3, -1) < 0 && errno != EINTR) {
            break;
        }
        uint64_t count = 0;
        if (polls[0].revents != 0) {
            (void)!read(line->wake_fd, &count, sizeof(count));
        }
        if (line->engine_fd >= 0) {
            bool alive = polls[2].revents == 0 || (polls[2].revents & ~POLLOUT) == 0 || engine_read(line);
            if (!alive || !engine_flush(line)) {
                engine_gone(line);
            }
        }
        if ((polls[1].revents & POLLIN) != 0) {
            engine_accept(line);
        }
    }
    return NULL;
}

static int line_listen(struct face_line *line) {
    const struct sockaddr *address = (const struct sockaddr *)&line->address;
    struct stat st;
    if (lstat(line->address.sun_path, &st) == 0 && S_ISSOCK(st.st_mode)) {
        (void)unlink(line->address.sun_path);
    }
    line->listen_fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    line->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (line->listen_fd < 0 || line->wake_fd < 0 || bind(line->listen_fd, address, sizeof(line->address)) < 0 ||
        chmod(line->address.sun_path, S_IRUSR | S_IWUSR) < 0 || listen(line->listen_fd, 4) < 0) {
        return E_IO;
    }
    return 0;
}

static void line_free(struct face_line *line) {
    int saved = errno;
    if (line->listen_fd >= 0) {
        (void)close(line->listen_fd);
        (void)unlink(line->address.sun_path);
    }
    if (line->wake_fd >= 0) {
        (void)close(line->wake_fd);
    }
    if (line->engine_fd >= 0) {
        (void)close(line->engine_fd);
    }
    buf_done(&line->out);
    pthread_mutex_destroy(&line->mutex);
    free(line);
    errno = saved;
}

int face_line_open(const char *path, const struct face_line_ops *ops, void *ctx, struct face_line **ret_line) {
    struct face_line *line = calloc(1, sizeof(*line));
    if (line == NULL) {
        return E_NOMEM;
    }
    line->ops = ops;
    line->ctx = ctx;
    line->listen_fd = line->wake_fd = line->engine_fd = -1;
    pthread_mutex_init(&line->mutex, NULL);
    line->address.sun_family = AF_UNIX;
    int r = strlen(path) >= sizeof(line->address.sun_path) ? E_INVAL : 0;
    if (r == 0) {
        memcpy(line->address.sun_path, path, strlen(path) + 1);
        r = line_listen(line);
    }
    /* Signals are for the app's threads. */
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (r == 0 && pthread_create(&line->thread, NULL, line_main, line) != 0) {
        r = E_NOMEM;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (r < 0) {
        line_free(line);
        return r;
    }
    *ret_line = line;
    return 0;
}

void face_line_close(struct face_line *line) {
    if (line == NULL) {
        return;
    }
    atomic_store(&line->stop, true);
    line_wake(line);
    pthread_join(line->thread, NULL);
    line_free(line);
}
