/* The network of a board as seen by the core: its thread, the name servers in use, and notifications. Kernel and
 * neighbours are simulated; servers are on the loopback. */
#include "hal/linux/linux_net.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "hal/linux/linux_arp.h"
#include "hal/linux/linux_netlink.h"
#include "hal/linux/linux_notify.h"
#include "unity.h"
#include "util/err.h"

#define ADDRESS 0xC0A80132
#define MASK 0xFFFFFF00
#define GATEWAY 0xC0A80101
#define PATIENCE_S 60

static struct linux_board board;
static struct linux_notify notify;
static struct hal_notify notify_ops;
static struct hal_net ops;
static struct linux_net *net;
static char names[] = "/tmp/postern-names-XXXXXX";

/* --- The machine --- */

static atomic_int link_index, link_carrier, arp_answers, open_error, watch_error, drained;
static int link_fd, netlink_fd;

int linux_netlink_open(int *ret_fd) {
    *ret_fd = netlink_fd = eventfd(0, EFD_CLOEXEC);
    return 0;
}

int linux_netlink_watch(int *ret_fd) {
    if (atomic_load(&watch_error) != 0) {
        return atomic_load(&watch_error);
    }
    *ret_fd = link_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return 0;
}

void linux_netlink_drain(int fd) {
    uint64_t count = 0;
    (void)!read(fd, &count, sizeof(count));
    atomic_fetch_add(&drained, 1);
}

int linux_netlink_link(int fd, const char *name, struct linux_link *ret_link) {
    (void)fd;
    (void)name;
    *ret_link = (struct linux_link){.index = atomic_load(&link_index)};
    ret_link->has_carrier = ret_link->index != 0 && atomic_load(&link_carrier) != 0;
    return ret_link->index != 0 ? 0 : E_OFFLINE;
}

int linux_netlink_raise(int fd, int index) {
    (void)fd;
    (void)index;
    return 0;
}

int linux_netlink_flush(int fd, int index) {
    (void)fd;
    (void)index;
    return 0;
}

int linux_netlink_address(int fd, int index, uint32_t address, uint32_t mask) {
    (void)fd;
    (void)index;
    (void)address;
    (void)mask;
    return 0;
}

int linux_netlink_gateway(int fd, int index, uint32_t gateway) {
    (void)fd;
    (void)index;
    (void)gateway;
    return 0;
}

/* A fixed address is used at once if probing is not possible. */
int linux_arp_open(const struct linux_arp_asker *asker, int *ret_fd) {
    (void)asker;
    *ret_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    int r = atomic_load(&open_error);
    if (r < 0) {
        (void)close(*ret_fd);
        *ret_fd = -1;
    }
    return r;
}

void linux_arp_ask(int fd, const struct linux_arp_asker *asker, uint32_t whom) {
    (void)fd;
    (void)asker;
    (void)whom;
}

bool linux_arp_is_answered(int fd, const struct linux_arp_asker *asker, uint32_t whom) {
    (void)fd;
    (void)asker;
    return atomic_load(&arp_answers) != 0 && whom == GATEWAY;
}

/* --- Waiting --- */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned told;

static void tell(void *ctx) {
    (void)ctx;
    pthread_mutex_lock(&mutex);
    told++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

/* Waits until `is_so`; a notification wakes it. */
static void wait_until(bool (*is_so)(void)) {
    struct timespec end;
    (void)clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += PATIENCE_S;
    pthread_mutex_lock(&mutex);
    int r = 0;
    unsigned seen = told - 1;
    while (r == 0) {
        if (seen != told) {
            seen = told;
            pthread_mutex_unlock(&mutex);
            bool done = is_so();
            pthread_mutex_lock(&mutex);
            if (done) {
                break;
            }
            continue;
        }
        r = pthread_cond_timedwait(&changed, &mutex, &end);
    }
    pthread_mutex_unlock(&mutex);
    TEST_ASSERT_EQUAL_MESSAGE(0, r, "it never came");
}

static struct hal_net_state state(void) {
    struct hal_net_state read;
    ops.read(ops.ctx, WAN_MODE_ETHERNET, &read);
    return read;
}

static bool is_fixed(void) {
    return state().lease == LEASE_STATE_FIXED;
}

static bool is_down(void) {
    return !state().link_up && state().address == 0;
}

static void start(void) {
    TEST_ASSERT_EQUAL(0, linux_net_new(&board, &notify, &ops, &net));
}

static void configure(uint32_t gateway) {
    const struct hal_net_config config = {.address = ADDRESS, .mask = MASK, .gateway = gateway};
    TEST_ASSERT_EQUAL(0, ops.configure(ops.ctx, WAN_MODE_ETHERNET, &config));
    wait_until(is_fixed);
}

static void route(uint32_t first, uint32_t second) {
    const struct hal_net_route own = {.dns = {first, second}};
    TEST_ASSERT_EQUAL(0, ops.route(ops.ctx, &own));
}

static struct hal_net_way way(void) {
    struct hal_net_way read;
    ops.way(ops.ctx, &read);
    return read;
}

/* Waits for an iteration of the thread: it drains the link's socket after a notification. */
static void one_turn(void) {
    const uint64_t one = 1;
    int before = atomic_load(&drained);
    TEST_ASSERT_EQUAL(sizeof(one), write(link_fd, &one, sizeof(one)));
    for (long waited = 0; atomic_load(&drained) == before && waited < PATIENCE_S * 1000; waited++) {
        (void)poll(NULL, 0, 1);
    }
    TEST_ASSERT_NOT_EQUAL(before, atomic_load(&drained));
}

static const char *written(void) {
    static char text[256];
    one_turn();
    one_turn(); /* the previous iteration has written its changes */
    FILE *file = fopen(names, "r");
    size_t len = file != NULL ? fread(text, 1, sizeof(text) - 1, file) : 0;
    text[len] = '\0';
    if (file != NULL) {
        (void)fclose(file);
    }
    return text;
}

void setUp(void) {
    memset(&board, 0, sizeof(board));
    (void)strcpy(board.ethernet, "eth7");
    (void)strcpy(names, "/tmp/postern-names-XXXXXX");
    int fd = mkstemp(names);
    TEST_ASSERT_TRUE(fd >= 0);
    (void)close(fd);
    (void)strcpy(board.resolv_conf, names);
    atomic_store(&link_index, 5);
    atomic_store(&link_carrier, 1);
    atomic_store(&arp_answers, 0);
    atomic_store(&open_error, E_NOT_ALLOWED);
    atomic_store(&watch_error, 0);
    linux_notify_init(&notify, &notify_ops);
    notify_ops.set(notify_ops.ctx, tell, NULL);
    net = NULL;
}

void tearDown(void) {
    net = linux_net_free(net);
    linux_notify_done(&notify);
    (void)unlink(names);
}

static bool is_open(int fd) {
    return fcntl(fd, F_GETFD) >= 0;
}

void test_an_end_joins_and_closes(void) {
    start();
    TEST_ASSERT_TRUE(is_open(netlink_fd) && is_open(link_fd));
    net = linux_net_free(net);
    TEST_ASSERT_NULL(net);
    TEST_ASSERT_FALSE(is_open(netlink_fd) || is_open(link_fd));
    TEST_ASSERT_NULL(linux_net_free(NULL));
}

void test_without_sockets_it_does_not_start(void) {
    atomic_store(&watch_error, E_SYSTEM);
    TEST_ASSERT_EQUAL(E_SYSTEM, linux_net_new(&board, &notify, &ops, &net));
    TEST_ASSERT_NULL(net);
    TEST_ASSERT_FALSE(is_open(netlink_fd));
}

void test_it_is_configured_and_read(void) {
    struct hal_net_state wifi;
    const struct hal_net_config config = {.dhcp = true};
    start();
    TEST_ASSERT_TRUE(linux_net_answers(net));
    TEST_ASSERT_EQUAL(E_NOT_FITTED, ops.configure(ops.ctx, WAN_MODE_WIFI, &config));
    configure(GATEWAY);
    TEST_ASSERT_EQUAL_HEX32(ADDRESS, state().address);
    TEST_ASSERT_TRUE(state().link_up);
    memset(&wifi, 0xee, sizeof(wifi));
    ops.read(ops.ctx, WAN_MODE_WIFI, &wifi);
    TEST_ASSERT_FALSE(wifi.link_up);
    TEST_ASSERT_EQUAL_HEX32(0, wifi.address);
    TEST_ASSERT_EQUAL_HEX32(0x01020304, ops.reach(ops.ctx, 0x01020304));
}

void test_a_pulled_cable_and_a_lost_interface_are_seen(void) {
    start();
    configure(GATEWAY);
    atomic_store(&link_carrier, 0);
    one_turn();
    wait_until(is_down);
    TEST_ASSERT_EQUAL_HEX32(0, way().gateway);
    TEST_ASSERT_TRUE(linux_net_answers(net));
    atomic_store(&link_carrier, 1);
    one_turn();
    wait_until(is_fixed);
    atomic_store(&link_index, 0);
    one_turn();
    wait_until(is_down);
    one_turn();
    TEST_ASSERT_FALSE(linux_net_answers(net));
}

void test_name_servers_of_the_settings_stand_in_the_file(void) {
    start();
    configure(GATEWAY);
    TEST_ASSERT_EQUAL_HEX32(0, way().dns);
    route(0x09090909, 0x01010101);
    TEST_ASSERT_EQUAL_STRING("nameserver 9.9.9.9\nnameserver 1.1.1.1\n", written());
    TEST_ASSERT_EQUAL_HEX32(0x09090909, way().dns);
    TEST_ASSERT_EQUAL_HEX32(GATEWAY, way().gateway);
    TEST_ASSERT_EQUAL(WAN_MODE_ETHERNET, way().wan);
    TEST_ASSERT_EQUAL(0, unlink(names));
    TEST_ASSERT_EQUAL_STRING("", written()); /* not written again without a change */
    route(0, 0x01010101);
    TEST_ASSERT_EQUAL_STRING("nameserver 1.1.1.1\n", written());
    TEST_ASSERT_EQUAL_HEX32(0x01010101, way().dns);
    route(0x09090909, 0);
    TEST_ASSERT_EQUAL_STRING("nameserver 9.9.9.9\n", written());
    configure(0);
    TEST_ASSERT_EQUAL_HEX32(0, way().dns); /* no route to them */
}

void test_a_board_without_the_file_writes_none(void) {
    board.resolv_conf[0] = '\0';
    start();
    route(0x09090909, 0);
    TEST_ASSERT_EQUAL_STRING("", written());
}

static int result, (*asked)(void);

static bool has_answer(void) {
    result = asked();
    return result != E_BUSY;
}

static int answer_of(int (*ask)(void)) {
    asked = ask;
    wait_until(has_answer);
    return result;
}

static uint16_t port;
static uint32_t found;

static int try_it(void) {
    return ops.try_server(ops.ctx, INADDR_LOOPBACK, port);
}

static int ping(void) {
    return ops.ping_gateway(ops.ctx, WAN_MODE_ETHERNET);
}

static int resolve_nothing(void) {
    return ops.resolve(ops.ctx, "-no..name-", &found);
}

void test_without_a_gateway_nothing_is_tried(void) {
    start();
    configure(0);
    route(0x09090909, 0);
    TEST_ASSERT_EQUAL(E_OFFLINE, try_it());
    TEST_ASSERT_EQUAL(E_OFFLINE, ping());
    TEST_ASSERT_EQUAL(E_OFFLINE, ops.resolve(ops.ctx, "time.example.com", &found));
    configure(GATEWAY);
    TEST_ASSERT_EQUAL(E_OFFLINE, ops.ping_gateway(ops.ctx, WAN_MODE_WIFI));
    route(0, 0);
    TEST_ASSERT_EQUAL(E_OFFLINE, ops.resolve(ops.ctx, "time.example.com", &found));
}

void test_an_address_is_no_question(void) {
    char host[HAL_HOST_MAX + 1];
    start();
    TEST_ASSERT_EQUAL(0, ops.resolve(ops.ctx, "192.0.2.9", &found));
    TEST_ASSERT_EQUAL_HEX32(0xC0000209, found);
    configure(GATEWAY);
    route(0x09090909, 0);
    memset(host, 'a', sizeof(host));
    host[HAL_HOST_MAX] = '\0';
    TEST_ASSERT_EQUAL(E_NOTFOUND, ops.resolve(ops.ctx, host, &found));
    TEST_ASSERT_EQUAL(E_NOTFOUND, answer_of(resolve_nothing));
}

void test_gateway_and_server_are_tried_and_told(void) {
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof(here);
    int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    TEST_ASSERT_EQUAL(0, bind(server, (struct sockaddr *)&here, len));
    TEST_ASSERT_EQUAL(0, getsockname(server, (struct sockaddr *)&here, &len));
    port = ntohs(here.sin_port);
    start();
    configure(GATEWAY);
    TEST_ASSERT_EQUAL(E_FORBIDDEN, answer_of(try_it));
    TEST_ASSERT_EQUAL(0, listen(server, 4));
    TEST_ASSERT_EQUAL(0, answer_of(try_it));
    (void)close(server);
    atomic_store(&open_error, 0);
    atomic_store(&arp_answers, 1);
    TEST_ASSERT_EQUAL(0, answer_of(ping));
}
