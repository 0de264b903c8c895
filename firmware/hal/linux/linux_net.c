#include "hal/linux/linux_net.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "hal/linux/linux_attempts.h"
#include "hal/linux/linux_ethernet.h"
#include "hal/linux/linux_notify.h"
#include "util/err.h"
#include "util/ipv4.h"
#include "util/log.h"

enum {
    FD_WAKE,
    FD_LINK,
    FD_ETHERNET,
    FD_ATTEMPTS = FD_ETHERNET + LINUX_ETHERNET_FDS,
    FDS = FD_ATTEMPTS + LINUX_ATTEMPTS_MAX
};

struct linux_net {
    const struct linux_board *board;
    struct linux_notify *notify;
    int wake_fd, link_fd, netlink_fd; /* -1 before they are open */
    bool has_thread;
    pthread_t thread;
    atomic_bool stopping;
    pthread_mutex_t mutex; /* guards the fields below */
    struct linux_ethernet ethernet;
    struct linux_attempts attempts;
    struct hal_net_route route;
    uint32_t written[2]; /* name servers in the file */
    bool is_written;
};

static int64_t net_ms(clockid_t id) {
    struct timespec now = {0};
    (void)clock_gettime(id, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void net_wake(const struct linux_net *net) {
    const uint64_t one = 1;
    (void)!write(net->wake_fd, &one, sizeof(one));
}

/* Returns the name servers in use: those of the settings, else those of the lease. The caller holds the mutex, as for
 * all functions below. */
static void servers_of(const struct linux_net *net, uint32_t ret_servers[2]) {
    const struct linux_lease *now = &net->ethernet.now;
    bool has_own = net->route.dns[0] != 0 || net->route.dns[1] != 0;
    const uint32_t *from = has_own ? net->route.dns : now->dns;
    ret_servers[0] = from[0] != 0 ? from[0] : from[1];
    ret_servers[1] = from[0] != 0 ? from[1] : 0;
}

static void way_of(const struct linux_net *net, struct hal_net_way *ret_way) {
    uint32_t servers[2];
    servers_of(net, servers);
    uint32_t gateway = net->ethernet.now.gateway;
    *ret_way = (struct hal_net_way){.wan = WAN_MODE_ETHERNET, .gateway = gateway, .dns = gateway != 0 ? servers[0] : 0};
}

/* Writes the name servers to the file for other programs of the board. */
static void write_servers(struct linux_net *net) {
    uint32_t servers[2];
    servers_of(net, servers);
    if (net->board->resolv_conf[0] == '\0' ||
        (net->is_written && memcmp(servers, net->written, sizeof(servers)) == 0)) {
        return;
    }
    int r = linux_names_write(net->board->resolv_conf, servers, 2);
    if (r < 0) {
        log_warn("network", "the file of the name servers cannot be written", log_errno(r));
    }
    memcpy(net->written, servers, sizeof(servers));
    net->is_written = true;
}

static struct linux_attempt_ways ways_of(const struct linux_net *net) {
    struct linux_attempt_ways ways = {.asker = linux_ethernet_asker(&net->ethernet)};
    servers_of(net, ways.servers);
    return ways;
}

/* One iteration of the thread; returns whether to notify, and how long it may wait. */
static bool net_step(struct linux_net *net, bool has_news, int *ret_wait_ms) {
    int64_t now_ms = net_ms(CLOCK_MONOTONIC);
    bool differs = linux_ethernet_step(&net->ethernet, has_news, now_ms);
    const struct linux_attempt_ways ways = ways_of(net);
    differs = linux_attempts_step(&net->attempts, &ways, now_ms) || differs;
    write_servers(net);
    int64_t ethernet_ms = linux_ethernet_due(&net->ethernet), attempts_ms = linux_attempts_due(&net->attempts);
    int64_t due_ms = ethernet_ms < attempts_ms ? ethernet_ms : attempts_ms;
    int64_t left_ms = due_ms - now_ms;
    *ret_wait_ms = due_ms == INT64_MAX ? -1 : left_ms < 0 ? 0 : left_ms > INT32_MAX ? INT32_MAX : (int)left_ms;
    return differs;
}

static void net_fds(const struct linux_net *net, struct pollfd *ret_fds) {
    ret_fds[FD_WAKE] = (struct pollfd){.fd = net->wake_fd, .events = POLLIN};
    ret_fds[FD_LINK] = (struct pollfd){.fd = net->link_fd, .events = POLLIN};
    linux_ethernet_fds(&net->ethernet, &ret_fds[FD_ETHERNET]);
    linux_attempts_fds(&net->attempts, &ret_fds[FD_ATTEMPTS]);
}

static void *net_run(void *argument) {
    struct linux_net *net = argument;
    bool has_news = true;
    while (!atomic_load(&net->stopping)) {
        struct pollfd fds[FDS];
        int wait_ms = 0;
        cause_clear();
        pthread_mutex_lock(&net->mutex);
        bool differs = net_step(net, has_news, &wait_ms);
        net_fds(net, fds);
        pthread_mutex_unlock(&net->mutex);
        if (differs) {
            linux_notify_tell(net->notify);
        }
        int ready = poll(fds, FDS, wait_ms);
        has_news = ready > 0 && fds[FD_LINK].revents != 0;
        if (has_news) {
            linux_netlink_drain(net->link_fd);
        }
        if (ready > 0 && fds[FD_WAKE].revents != 0) {
            uint64_t count = 0;
            (void)!read(net->wake_fd, &count, sizeof(count));
        }
    }
    pthread_mutex_lock(&net->mutex);
    linux_ethernet_end(&net->ethernet);
    linux_attempts_end(&net->attempts);
    pthread_mutex_unlock(&net->mutex);
    return NULL;
}

static int net_configure(void *ctx, enum wan_mode interface, const struct hal_net_config *config) {
    struct linux_net *net = ctx;
    if (interface != WAN_MODE_ETHERNET) {
        return E_NOT_FITTED;
    }
    pthread_mutex_lock(&net->mutex);
    int r = linux_ethernet_configure(&net->ethernet, config);
    pthread_mutex_unlock(&net->mutex);
    net_wake(net);
    return r;
}

static void net_read(void *ctx, enum wan_mode interface, struct hal_net_state *ret_state) {
    struct linux_net *net = ctx;
    *ret_state = (struct hal_net_state){.link_up = false};
    if (interface == WAN_MODE_ETHERNET) {
        pthread_mutex_lock(&net->mutex);
        linux_ethernet_read(&net->ethernet, net_ms(CLOCK_REALTIME), net_ms(CLOCK_MONOTONIC), ret_state);
        pthread_mutex_unlock(&net->mutex);
    }
}

static int net_route(void *ctx, const struct hal_net_route *route) {
    struct linux_net *net = ctx;
    pthread_mutex_lock(&net->mutex);
    net->route = *route;
    pthread_mutex_unlock(&net->mutex);
    net_wake(net);
    return 0;
}

static void net_way(void *ctx, struct hal_net_way *ret_way) {
    struct linux_net *net = ctx;
    pthread_mutex_lock(&net->mutex);
    way_of(net, ret_way);
    pthread_mutex_unlock(&net->mutex);
}

static uint32_t net_reach(void *ctx, uint32_t address) {
    (void)ctx;
    return address;
}

/* With the mutex held; gives it back. */
static int net_ask(struct linux_net *net, const struct linux_attempt_what *what, uint32_t *ret_address) {
    bool has_begun = false;
    int r = linux_attempts_ask(&net->attempts, what, net_ms(CLOCK_MONOTONIC), ret_address, &has_begun);
    pthread_mutex_unlock(&net->mutex);
    if (has_begun) {
        net_wake(net);
    }
    return r;
}

static int net_resolve(void *ctx, const char *host, uint32_t *ret_address) {
    struct linux_net *net = ctx;
    struct linux_attempt_what what = {.kind = LINUX_ATTEMPT_NAME};
    struct hal_net_way way;
    if (ipv4_parse(host, ret_address) == 0) {
        return 0;
    }
    if (snprintf(what.host, sizeof(what.host), "%s", host) >= (int)sizeof(what.host)) {
        return E_NOTFOUND;
    }
    pthread_mutex_lock(&net->mutex);
    way_of(net, &way);
    if (way.gateway == 0 || way.dns == 0) {
        pthread_mutex_unlock(&net->mutex);
        return E_OFFLINE;
    }
    return net_ask(net, &what, ret_address);
}

static int net_ping_gateway(void *ctx, enum wan_mode interface) {
    struct linux_net *net = ctx;
    struct linux_attempt_what what = {.kind = LINUX_ATTEMPT_GATEWAY};
    uint32_t none = 0;
    pthread_mutex_lock(&net->mutex);
    what.address = interface == WAN_MODE_ETHERNET ? net->ethernet.now.gateway : 0;
    if (what.address == 0) {
        pthread_mutex_unlock(&net->mutex);
        return E_OFFLINE;
    }
    return net_ask(net, &what, &none);
}

static int net_try_server(void *ctx, uint32_t address, uint16_t port) {
    struct linux_net *net = ctx;
    const struct linux_attempt_what what = {.kind = LINUX_ATTEMPT_SERVER, .address = address, .port = port};
    uint32_t none = 0;
    pthread_mutex_lock(&net->mutex);
    if (net->ethernet.now.gateway == 0) {
        pthread_mutex_unlock(&net->mutex);
        return E_OFFLINE;
    }
    return net_ask(net, &what, &none);
}

bool linux_net_answers(struct linux_net *net) {
    pthread_mutex_lock(&net->mutex);
    bool is_there = net->ethernet.link.index != 0;
    pthread_mutex_unlock(&net->mutex);
    return is_there;
}

/* No signal of the daemon's is for this thread. */
static int net_start_thread(struct linux_net *net) {
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_BLOCK, &all, &before);
    int error = pthread_create(&net->thread, NULL, net_run, net);
    net->has_thread = error == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error == 0 ? 0 : err_with_errno(E_SYSTEM, error);
}

int linux_net_new(const struct linux_board *board, struct linux_notify *notify, struct hal_net *ret_ops,
                  struct linux_net **ret_net) {
    struct linux_net *net = calloc(1, sizeof(*net));
    if (net == NULL) {
        return E_NOMEM;
    }
    net->board = board;
    net->notify = notify;
    net->link_fd = net->netlink_fd = -1;
    net->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    (void)pthread_mutex_init(&net->mutex, NULL);
    int r = net->wake_fd < 0 ? err_with_errno(E_SYSTEM, errno) : linux_netlink_open(&net->netlink_fd);
    if (r == 0) {
        r = linux_netlink_watch(&net->link_fd);
    }
    if (r == 0) {
        linux_ethernet_init(&net->ethernet, board, net->netlink_fd);
        linux_attempts_init(&net->attempts);
        r = net_start_thread(net);
    }
    if (r < 0) {
        (void)linux_net_free(net);
        return r;
    }
    *ret_ops = (struct hal_net){.ctx = net,
                                .configure = net_configure,
                                .read = net_read,
                                .route = net_route,
                                .way = net_way,
                                .reach = net_reach,
                                .resolve = net_resolve,
                                .ping_gateway = net_ping_gateway,
                                .try_server = net_try_server};
    *ret_net = net;
    return 0;
}

struct linux_net *linux_net_free(struct linux_net *net) {
    if (net == NULL) {
        return NULL;
    }
    if (net->has_thread) {
        atomic_store(&net->stopping, true);
        net_wake(net);
        (void)pthread_join(net->thread, NULL);
    }
    const int fds[] = {net->wake_fd, net->link_fd, net->netlink_fd};
    for (size_t i = 0; i < sizeof(fds) / sizeof(fds[0]); i++) {
        if (fds[i] >= 0) {
            (void)close(fds[i]);
        }
    }
    (void)pthread_mutex_destroy(&net->mutex);
    free(net);
    return NULL;
}
