/* See bench.h. One poll() loop. Only the thread fills and frees slots; the mutex guards what publishers also use:
 * whether a slot is in use, and its pending output. */
#include "hal/sim/bench.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "util/buf.h"
#include "util/err.h"

#define OUT_MAX ((size_t)256 * 1024)

struct client {
    int fd; /* -1 when the slot is free */
    char in[BENCH_LINE_MAX];
    size_t in_len;
    struct buf out;
    bool dropped; /* did not read; the thread closes it */
};

struct bench {
    const struct bench_ops *ops;
    void *ctx;
    struct sockaddr_un address;
    int listen_fd;
    int wake_fd;
    atomic_bool stop;
    pthread_t thread;
    pthread_mutex_t mutex; /* guards clients[].fd, .out and .dropped */
    struct client clients[BENCH_CLIENTS_MAX];
};

void bench_kick(struct bench *bench) {
    uint64_t one = 1;
    /* The counter only overflows if the thread has not run for ages, and then it is awake already. */
    (void)!write(bench->wake_fd, &one, sizeof(one));
}

/* Appends a line to a client's pending output. The caller holds the mutex. */
static void bench_enqueue(struct client *client, const char *line) {
    if (client->fd < 0 || client->dropped) {
        return;
    }
    size_t len = strlen(line);
    if (client->out.len + len + 1 > OUT_MAX) {
        client->dropped = true;
        return;
    }
    buf_append(&client->out, line, len);
    buf_append_char(&client->out, '\n');
    if (buf_failed(&client->out)) {
        client->dropped = true;
    }
}

void bench_send(struct bench *bench, int client, const char *line) {
    pthread_mutex_lock(&bench->mutex);
    bench_enqueue(&bench->clients[client], line);
    pthread_mutex_unlock(&bench->mutex);
    bench_kick(bench);
}

void bench_publish(struct bench *bench, const char *line) {
    pthread_mutex_lock(&bench->mutex);
    for (int i = 0; i < BENCH_CLIENTS_MAX; i++) {
        bench_enqueue(&bench->clients[i], line);
    }
    pthread_mutex_unlock(&bench->mutex);
    bench_kick(bench);
}

static void client_close(struct bench *bench, struct client *client) {
    pthread_mutex_lock(&bench->mutex);
    close(client->fd);
    client->fd = -1;
    client->dropped = false;
    client->in_len = 0;
    buf_done(&client->out);
    pthread_mutex_unlock(&bench->mutex);
}

static void client_accept(struct bench *bench) {
    int fd = accept4(bench->listen_fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0) {
        return;
    }
    int slot = 0;
    while (slot < BENCH_CLIENTS_MAX && bench->clients[slot].fd >= 0) {
        slot++;
    }
    if (slot == BENCH_CLIENTS_MAX) {
        close(fd);
        return;
    }
    pthread_mutex_lock(&bench->mutex);
    bench->clients[slot].fd = fd;
    pthread_mutex_unlock(&bench->mutex);
    bench->ops->greet(bench->ctx, bench, slot);
}

/* Writes the pending output. Returns false when the connection is over. */
static bool client_flush(struct bench *bench, struct client *client) {
    bool alive = true;
    pthread_mutex_lock(&bench->mutex);
    while (alive && client->out.len > 0) {
        ssize_t n = send(client->fd, client->out.data, client->out.len, MSG_NOSIGNAL);
        if (n < 0) {
            alive = errno == EAGAIN || errno == EINTR;
            break;
        }
        client->out.len -= (size_t)n;
        memmove(client->out.data, client->out.data + n, client->out.len);
    }
    alive = alive && !client->dropped;
    pthread_mutex_unlock(&bench->mutex);
    return alive;
}

/* Executes the complete lines of the input and keeps the rest. Returns false when out of memory. */
static bool client_lines(struct bench *bench, int slot) {
    struct client *client = &bench->clients[slot];
    char *start = client->in;
    char *end = NULL;
    while ((end = memchr(start, '\n', client->in_len - (size_t)(start - client->in))) != NULL) {
        *end = '\0';
        char *answer = bench->ops->command(bench->ctx, start);
        if (answer == NULL) {
            return false;
        }
        bench_send(bench, slot, answer);
        free(answer);
        start = end + 1;
    }
    client->in_len -= (size_t)(start - client->in);
    memmove(client->in, start, client->in_len);
    return true;
}

/* Reads the input. Returns false when the connection is over: closed, failed, or an overlong line. */
static bool client_read(struct bench *bench, int slot) {
    struct client *client = &bench->clients[slot];
    ssize_t n = recv(client->fd, client->in + client->in_len, sizeof(client->in) - client->in_len, 0);
    if (n < 0) {
        return errno == EAGAIN || errno == EINTR;
    }
    if (n == 0) {
        return false;
    }
    client->in_len += (size_t)n;
    return client_lines(bench, slot) && client->in_len < sizeof(client->in);
}

static void serve_clients(struct bench *bench, const struct pollfd *polls) {
    for (int i = 0; i < BENCH_CLIENTS_MAX; i++) {
        struct client *client = &bench->clients[i];
        if (client->fd < 0) {
            continue;
        }
        bool alive = true;
        if (polls[i].fd == client->fd && (polls[i].revents & (POLLIN | POLLHUP | POLLERR))) {
            alive = client_read(bench, i);
        }
        if (!alive || !client_flush(bench, client)) {
            client_close(bench, client);
        }
    }
}

static void *bench_main(void *arg) {
    struct bench *bench = arg;
    while (!atomic_load(&bench->stop)) {
        struct pollfd polls[BENCH_CLIENTS_MAX + 2];
        pthread_mutex_lock(&bench->mutex);
        for (int i = 0; i < BENCH_CLIENTS_MAX; i++) {
            const struct client *client = &bench->clients[i];
            polls[i] = (struct pollfd){.fd = client->fd, .events = POLLIN};
            if (client->out.len > 0) {
                polls[i].events |= POLLOUT;
            }
        }
        pthread_mutex_unlock(&bench->mutex);
        polls[BENCH_CLIENTS_MAX] = (struct pollfd){.fd = bench->listen_fd, .events = POLLIN};
        polls[BENCH_CLIENTS_MAX + 1] = (struct pollfd){.fd = bench->wake_fd, .events = POLLIN};

        if (poll(polls, BENCH_CLIENTS_MAX + 2, bench->ops->tick(bench->ctx)) < 0 && errno != EINTR) {
            break;
        }
        uint64_t count = 0;
        if (polls[BENCH_CLIENTS_MAX + 1].revents != 0) {
            (void)!read(bench->wake_fd, &count, sizeof(count));
        }
        serve_clients(bench, polls);
        if (polls[BENCH_CLIENTS_MAX].revents & POLLIN) {
            client_accept(bench);
        }
    }
    return NULL;
}

/* Returns whether a program listens on the path. */
static bool is_taken(const struct sockaddr_un *address) {
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        return false;
    }
    bool taken = connect(fd, (const struct sockaddr *)address, sizeof(*address)) == 0;
    close(fd);
    return taken;
}

static int open_socket(struct bench *bench) {
    bench->listen_fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (bench->listen_fd < 0) {
        return err_with_errno(E_IO, errno);
    }
    const struct sockaddr *address = (const struct sockaddr *)&bench->address;
    int r = bind(bench->listen_fd, address, sizeof(bench->address));
    struct stat st;
    if (r < 0 && errno == EADDRINUSE && !is_taken(&bench->address) && lstat(bench->address.sun_path, &st) == 0 &&
        S_ISSOCK(st.st_mode)) {
        unlink(bench->address.sun_path);
        r = bind(bench->listen_fd, address, sizeof(bench->address));
    }
    /* Nobody can connect before listen(), so the mode is right in time. */
    if (r < 0 || chmod(bench->address.sun_path, S_IRUSR | S_IWUSR) < 0 ||
        listen(bench->listen_fd, BENCH_CLIENTS_MAX) < 0) {
        int error = err_with_errno(E_IO, errno);
        if (r == 0) {
            unlink(bench->address.sun_path);
        }
        close(bench->listen_fd);
        return error;
    }
    return 0;
}

static void bench_free(struct bench *bench) {
    for (int i = 0; i < BENCH_CLIENTS_MAX; i++) {
        if (bench->clients[i].fd >= 0) {
            client_close(bench, &bench->clients[i]);
        }
    }
    close(bench->wake_fd);
    close(bench->listen_fd);
    unlink(bench->address.sun_path);
    pthread_mutex_destroy(&bench->mutex);
    free(bench);
}

int bench_start(const char *path, const struct bench_ops *ops, void *ctx, struct bench **ret_bench) {
    struct bench *bench = calloc(1, sizeof(*bench));
    if (bench == NULL) {
        return E_NOMEM;
    }
    bench->ops = ops;
    bench->ctx = ctx;
    bench->address.sun_family = AF_UNIX;
    if (strlen(path) >= sizeof(bench->address.sun_path)) {
        free(bench);
        return E_INVAL;
    }
    memcpy(bench->address.sun_path, path, strlen(path) + 1);
    for (int i = 0; i < BENCH_CLIENTS_MAX; i++) {
        bench->clients[i].fd = -1;
    }

    bench->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (bench->wake_fd < 0) {
        free(bench);
        return err_with_errno(E_IO, errno);
    }
    int r = open_socket(bench);
    if (r < 0) {
        close(bench->wake_fd);
        free(bench);
        return r;
    }
    pthread_mutex_init(&bench->mutex, NULL);
    /* Signals are for the app's threads: this one starts with all of them blocked. */
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    r = pthread_create(&bench->thread, NULL, bench_main, bench);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (r != 0) {
        bench_free(bench);
        return E_NOMEM;
    }
    *ret_bench = bench;
    return 0;
}

void bench_stop(struct bench *bench) {
    if (bench == NULL) {
        return;
    }
    atomic_store(&bench->stop, true);
    bench_kick(bench);
    pthread_join(bench->thread, NULL);
    bench_free(bench);
}
