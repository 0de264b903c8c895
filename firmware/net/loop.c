#include "net/loop.h"

#include <errno.h>
#include <mongoose.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

struct net_loop {
    struct mg_mgr mgr;
    int wake_fd; /* write end of the wake-up pipe */
    void (*woken)(void *ctx);
    void *woken_ctx;
};

/* The read end of the pipe: its bytes have no meaning. */
static void wake_event(struct mg_connection *mg, int event, void *data) {
    (void)data;
    const struct net_loop *loop = mg->fn_data;
    if (event == MG_EV_READ) {
        mg->recv.len = 0;
        if (loop->woken != NULL) {
            loop->woken(loop->woken_ctx);
        }
    }
}

void net_loop_wake(void *loop) {
    /* A full pipe already contains enough wake-ups. Preserves errno for code interrupted by a signal. */
    int before = errno;
    (void)send(((struct net_loop *)loop)->wake_fd, "", 1, MSG_DONTWAIT | MSG_NOSIGNAL);
    errno = before;
}

int net_loop_new(struct net_loop **ret_loop) {
    struct net_loop *loop = calloc(1, sizeof(*loop));
    if (loop == NULL) {
        return E_NOMEM;
    }
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) < 0) {
        free(loop);
        return err_with_errno(E_SYSTEM, errno);
    }
    mg_mgr_init(&loop->mgr);
    loop->wake_fd = ends[1];
    if (mg_wrapfd(&loop->mgr, ends[0], wake_event, loop) == NULL) {
        (void)close(ends[0]);
        (void)net_loop_free(loop);
        return E_NOMEM;
    }
    *ret_loop = loop;
    return 0;
}

struct net_loop *net_loop_free(struct net_loop *loop) {
    if (loop != NULL) {
        mg_mgr_free(&loop->mgr);
        (void)close(loop->wake_fd);
        free(loop);
    }
    return NULL;
}

struct mg_mgr *net_loop_mgr(struct net_loop *loop) {
    return &loop->mgr;
}

void net_loop_poll(struct net_loop *loop, int ms) {
    mg_mgr_poll(&loop->mgr, ms);
}

void net_loop_set_woken(struct net_loop *loop, void (*woken)(void *ctx), void *ctx) {
    loop->woken = woken;
    loop->woken_ctx = ctx;
}
