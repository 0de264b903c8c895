/* The Ethernet interface over time: leases, fixed addresses, an unplugged cable, a removed interface, failures. Kernel,
 * DHCP client and neighbours are simulated, and the kernel's state is checked, not what the daemon reports. */
#include "hal/linux/linux_ethernet.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "unity.h"
#include "util/err.h"

#define ADDRESS 0xC0A80132
#define MASK 0xFFFFFF00
#define GATEWAY 0xC0A80101
#define NETLINK 77

static struct linux_ethernet ethernet;
static struct linux_board board = {.ethernet = "eth7"};
static int64_t now;

/* The kernel. */
static struct {
    struct linux_link link;
    bool is_raised;
    uint32_t address, mask, gateway;
    int flush_error, raise_error, address_error, gateway_error;
    unsigned flushes, sets;
} kernel;

int linux_netlink_link(int fd, const char *name, struct linux_link *ret_link) {
    TEST_ASSERT_EQUAL(NETLINK, fd);
    TEST_ASSERT_EQUAL_STRING("eth7", name);
    *ret_link = kernel.link;
    return kernel.link.index != 0 ? 0 : E_OFFLINE;
}

int linux_netlink_raise(int fd, int index) {
    TEST_ASSERT_EQUAL(NETLINK, fd);
    TEST_ASSERT_EQUAL(kernel.link.index, index);
    kernel.is_raised = kernel.raise_error == 0;
    return kernel.raise_error;
}

int linux_netlink_flush(int fd, int index) {
    TEST_ASSERT_EQUAL(NETLINK, fd);
    TEST_ASSERT_EQUAL(kernel.link.index, index);
    if (kernel.flush_error == 0) {
        kernel.address = kernel.mask = kernel.gateway = 0;
        kernel.flushes++;
    }
    return kernel.flush_error;
}

int linux_netlink_address(int fd, int index, uint32_t address, uint32_t mask) {
    TEST_ASSERT_EQUAL(NETLINK, fd);
    TEST_ASSERT_EQUAL(kernel.link.index, index);
    if (kernel.address_error == 0) {
        kernel.address = address;
        kernel.mask = mask;
        kernel.sets++;
    }
    return kernel.address_error;
}

int linux_netlink_gateway(int fd, int index, uint32_t gateway) {
    TEST_ASSERT_EQUAL(NETLINK, fd);
    TEST_ASSERT_EQUAL(kernel.link.index, index);
    kernel.gateway = kernel.gateway_error == 0 ? gateway : kernel.gateway;
    return kernel.gateway_error;
}

/* The DHCP client. */
static struct {
    unsigned starts;
    int start_error;
    bool has_ended;
    enum linux_lease_event events[4];
    size_t count;
    struct linux_lease lease;
} client;

void linux_dhcp_init(struct linux_dhcp *dhcp) {
    *dhcp = (struct linux_dhcp){.ended_fd = -1, .lines_fd = -1};
}

int linux_dhcp_start(struct linux_dhcp *dhcp, const struct linux_board *on) {
    TEST_ASSERT_EQUAL_PTR(&board, on);
    if (client.start_error == 0) {
        *dhcp = (struct linux_dhcp){.pid = 1, .ended_fd = 100, .lines_fd = 101};
        client.starts++;
        client.has_ended = false;
        client.count = 0;
    }
    return client.start_error;
}

void linux_dhcp_stop(struct linux_dhcp *dhcp) {
    linux_dhcp_init(dhcp);
}

bool linux_dhcp_next(struct linux_dhcp *dhcp, enum linux_lease_event *ret_event, struct linux_lease *ret_lease) {
    if (dhcp->pid == 0 || client.count == 0) {
        return false;
    }
    *ret_event = client.events[0];
    *ret_lease = client.lease;
    memmove(&client.events[0], &client.events[1], --client.count * sizeof(client.events[0]));
    return true;
}

bool linux_dhcp_has_ended(const struct linux_dhcp *dhcp) {
    return dhcp->pid != 0 && client.has_ended;
}

/* The neighbours. */
static struct {
    int open_error, fd;
    bool somebody_has_it;
    unsigned asked;
    uint32_t last_asker; /* 0: a probe */
} wire;

int linux_arp_open(const struct linux_arp_asker *asker, int *ret_fd) {
    TEST_ASSERT_EQUAL(kernel.link.index, asker->index);
    TEST_ASSERT_EQUAL_HEX8_ARRAY(kernel.link.mac, asker->mac, HAL_MAC_LEN);
    if (wire.open_error == 0) {
        *ret_fd = wire.fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    }
    return wire.open_error;
}

void linux_arp_ask(int fd, const struct linux_arp_asker *asker, uint32_t whom) {
    TEST_ASSERT_EQUAL(wire.fd, fd);
    TEST_ASSERT_EQUAL_HEX32(ADDRESS, whom);
    wire.asked++;
    wire.last_asker = asker->address;
}

bool linux_arp_is_answered(int fd, const struct linux_arp_asker *asker, uint32_t whom) {
    (void)asker;
    TEST_ASSERT_EQUAL(wire.fd, fd);
    TEST_ASSERT_EQUAL_HEX32(ADDRESS, whom);
    return wire.somebody_has_it;
}

static bool is_open(int fd) {
    return fcntl(fd, F_GETFD) >= 0;
}

void setUp(void) {
    memset(&kernel, 0, sizeof(kernel));
    memset(&client, 0, sizeof(client));
    memset(&wire, 0, sizeof(wire));
    kernel.link = (struct linux_link){
        .index = 5, .mac = {2, 0, 0, 0, 0, 7}, .is_raised = true, .has_carrier = true, .speed = 100};
    client.lease = (struct linux_lease){
        .address = ADDRESS, .mask = MASK, .gateway = GATEWAY, .dns = {GATEWAY, 9}, .seconds = 3600};
    now = 50000;
    linux_ethernet_init(&ethernet, &board, NETLINK);
}

void tearDown(void) {
    linux_ethernet_end(&ethernet);
}

static bool step(void) {
    return linux_ethernet_step(&ethernet, false, now);
}

static bool news(void) {
    return linux_ethernet_step(&ethernet, true, now);
}

static struct hal_net_state state(void) {
    struct hal_net_state read;
    linux_ethernet_read(&ethernet, 1000000, now, &read);
    return read;
}

static int configure(bool dhcp) {
    const struct hal_net_config config = {.dhcp = dhcp, .address = ADDRESS, .mask = MASK, .gateway = GATEWAY};
    return linux_ethernet_configure(&ethernet, &config);
}

static bool says(enum linux_lease_event event) {
    client.events[client.count++] = event;
    return step();
}

/* Checks the kernel's state. */
static void has_address(uint32_t address, uint32_t gateway) {
    TEST_ASSERT_EQUAL_HEX32(address, kernel.address);
    TEST_ASSERT_EQUAL_HEX32(address != 0 ? MASK : 0, kernel.mask);
    TEST_ASSERT_EQUAL_HEX32(gateway, kernel.gateway);
    TEST_ASSERT_EQUAL_HEX32(address, state().address);
    TEST_ASSERT_EQUAL_HEX32(gateway, state().gateway);
}

static void get_lease(void) {
    TEST_ASSERT_EQUAL(0, configure(true));
    TEST_ASSERT_TRUE(step());
    TEST_ASSERT_TRUE(says(LINUX_LEASE_BOUND));
    TEST_ASSERT_EQUAL(LEASE_STATE_BOUND, state().lease);
    has_address(ADDRESS, GATEWAY);
}

static void get_fixed(void) {
    TEST_ASSERT_EQUAL(0, configure(false));
    for (int i = 0; i < 10 && state().lease != LEASE_STATE_FIXED; i++) {
        (void)step();
        now += 300;
    }
    has_address(ADDRESS, GATEWAY);
}

void test_nothing_is_touched_before_it_is_configured(void) {
    TEST_ASSERT_FALSE(step());
    TEST_ASSERT_FALSE(news());
    kernel.link.has_carrier = false;
    TEST_ASSERT_TRUE(news());
    kernel.link.has_carrier = true;
    TEST_ASSERT_TRUE(news());
    TEST_ASSERT_EQUAL(0, kernel.flushes);
    TEST_ASSERT_FALSE(kernel.is_raised);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, linux_ethernet_due(&ethernet));
    TEST_ASSERT_TRUE(state().link_up);
    TEST_ASSERT_EQUAL(100, state().speed);
    TEST_ASSERT_EQUAL_HEX8_ARRAY(kernel.link.mac, state().mac, HAL_MAC_LEN);
    TEST_ASSERT_EQUAL(LEASE_STATE_NONE, state().lease);
}

void test_a_refused_configuration_leaves_all_as_it_was(void) {
    get_lease();
    kernel.raise_error = E_NOT_ALLOWED;
    TEST_ASSERT_EQUAL(E_NOT_ALLOWED, configure(false));
    TEST_ASSERT_EQUAL(LEASE_STATE_BOUND, state().lease);
    kernel.raise_error = 0;
    kernel.flush_error = E_OFFLINE;
    TEST_ASSERT_EQUAL(E_OFFLINE, configure(false));
    TEST_ASSERT_EQUAL(LEASE_STATE_BOUND, state().lease);
    kernel.flush_error = 0;
    kernel.link.index = 0;
    TEST_ASSERT_EQUAL(E_OFFLINE, configure(false));
    TEST_ASSERT_EQUAL(LEASE_STATE_BOUND, state().lease);
    TEST_ASSERT_FALSE(step());
}

void test_a_lease_is_taken_and_says_until_when(void) {
    kernel.address = 1; /* of the previous run */
    TEST_ASSERT_EQUAL(0, configure(true));
    TEST_ASSERT_TRUE(kernel.is_raised);
    TEST_ASSERT_EQUAL(0, kernel.address);
    TEST_ASSERT_EQUAL_INT64(0, linux_ethernet_due(&ethernet));
    TEST_ASSERT_TRUE(step());
    TEST_ASSERT_EQUAL(LEASE_STATE_ASKING, state().lease);
    TEST_ASSERT_EQUAL(1, client.starts);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, linux_ethernet_due(&ethernet));
    TEST_ASSERT_EQUAL_INT64(0, state().lease_until_s);
    TEST_ASSERT_FALSE(step());
    TEST_ASSERT_TRUE(says(LINUX_LEASE_BOUND));
    has_address(ADDRESS, GATEWAY);
    TEST_ASSERT_EQUAL_HEX32(GATEWAY, state().dns[0]);
    TEST_ASSERT_EQUAL_HEX32(9, state().dns[1]);
    TEST_ASSERT_EQUAL_INT64(1000 + 3600, state().lease_until_s);
    TEST_ASSERT_EQUAL_INT64(now + 3600000, linux_ethernet_due(&ethernet));
}

/* A renewal changes nothing else: the address stays, only the end moves. */
void test_a_renewed_lease_keeps_the_address_in_force(void) {
    get_lease();
    unsigned flushes = kernel.flushes;
    now += 1800000;
    client.lease.gateway = GATEWAY + 1;
    TEST_ASSERT_TRUE(says(LINUX_LEASE_BOUND));
    TEST_ASSERT_EQUAL(flushes, kernel.flushes);
    TEST_ASSERT_EQUAL(1, kernel.sets);
    has_address(ADDRESS, GATEWAY + 1);
    TEST_ASSERT_EQUAL_INT64(now + 3600000, linux_ethernet_due(&ethernet));
    client.lease.address = ADDRESS + 1;
    TEST_ASSERT_TRUE(says(LINUX_LEASE_BOUND));
    TEST_ASSERT_EQUAL(flushes + 1, kernel.flushes);
    has_address(ADDRESS + 1, GATEWAY + 1);
    client.lease.mask = 0xFFFF0000;
    TEST_ASSERT_TRUE(says(LINUX_LEASE_BOUND));
    TEST_ASSERT_EQUAL_HEX32(0xFFFF0000, kernel.mask);
}

void test_a_lease_that_is_gone_leaves_no_address(void) {
    TEST_ASSERT_EQUAL(0, configure(true));
    TEST_ASSERT_TRUE(step());
    unsigned flushes = kernel.flushes;
    TEST_ASSERT_TRUE(says(LINUX_LEASE_GONE)); /* as at each start of the client */
    TEST_ASSERT_EQUAL(flushes, kernel.flushes);
    TEST_ASSERT_TRUE(says(LINUX_LEASE_BOUND));
    TEST_ASSERT_TRUE(says(LINUX_LEASE_GONE));
    has_address(0, 0);
    TEST_ASSERT_EQUAL(LEASE_STATE_ASKING, state().lease);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, linux_ethernet_due(&ethernet));
    TEST_ASSERT_TRUE(says(LINUX_LEASE_SILENT));
    TEST_ASSERT_EQUAL(LEASE_STATE_NO_SERVER, state().lease);
    TEST_ASSERT_EQUAL(1, client.starts); /* it keeps trying */
    TEST_ASSERT_TRUE(says(LINUX_LEASE_BOUND));
    has_address(ADDRESS, GATEWAY);
}

void test_a_lease_that_ran_out_is_dropped_by_the_clock(void) {
    get_lease();
    now += 3600000 - 1;
    TEST_ASSERT_FALSE(step());
    has_address(ADDRESS, GATEWAY);
    now += 1;
    TEST_ASSERT_TRUE(step());
    has_address(0, 0);
    TEST_ASSERT_EQUAL(LEASE_STATE_NO_SERVER, state().lease);
    TEST_ASSERT_EQUAL(0, ethernet.dhcp.pid);
    TEST_ASSERT_EQUAL_INT64(now + 15000, linux_ethernet_due(&ethernet));
    now += 14999;
    TEST_ASSERT_FALSE(step());
    TEST_ASSERT_EQUAL(1, client.starts);
    now += 1;
    (void)step();
    TEST_ASSERT_EQUAL(2, client.starts);
    TEST_ASSERT_EQUAL(LEASE_STATE_NO_SERVER, state().lease); /* until another state is known */
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, linux_ethernet_due(&ethernet));
}

void test_what_the_kernel_does_not_take_is_tried_again_later(void) {
    TEST_ASSERT_EQUAL(0, configure(true));
    TEST_ASSERT_TRUE(step());
    kernel.address_error = E_OFFLINE;
    TEST_ASSERT_TRUE(says(LINUX_LEASE_BOUND));
    TEST_ASSERT_EQUAL(LEASE_STATE_BAD_OFFER, state().lease);
    has_address(0, 0);
    TEST_ASSERT_EQUAL_INT64(now + 15000, linux_ethernet_due(&ethernet));
    kernel.address_error = 0;
    kernel.gateway_error = E_OFFLINE;
    now += 15000;
    (void)step();
    TEST_ASSERT_TRUE(says(LINUX_LEASE_BOUND));
    TEST_ASSERT_EQUAL(LEASE_STATE_BAD_OFFER, state().lease);
    has_address(0, 0);
    kernel.gateway_error = 0;
    now += 15000;
    (void)step();
    TEST_ASSERT_TRUE(says(LINUX_LEASE_BAD));
    TEST_ASSERT_EQUAL(LEASE_STATE_BAD_OFFER, state().lease);
    TEST_ASSERT_EQUAL(0, ethernet.dhcp.pid);
}

void test_a_client_that_ended_is_started_again_after_five_seconds(void) {
    get_lease();
    client.has_ended = true;
    TEST_ASSERT_TRUE(step());
    has_address(0, 0);
    TEST_ASSERT_EQUAL(LEASE_STATE_NO_SERVER, state().lease);
    TEST_ASSERT_EQUAL_INT64(now + 5000, linux_ethernet_due(&ethernet));
    now += 5000;
    (void)step();
    TEST_ASSERT_EQUAL(2, client.starts);
    client.start_error = E_IO;
    client.has_ended = true;
    TEST_ASSERT_TRUE(step());
    now += 5000;
    (void)step();
    TEST_ASSERT_EQUAL_INT64(now + 15000, linux_ethernet_due(&ethernet));
}

void test_a_fixed_address_is_tried_three_times_and_announced(void) {
    TEST_ASSERT_EQUAL(0, configure(false));
    for (unsigned probes = 1; probes <= 3; probes++) {
        (void)step();
        TEST_ASSERT_EQUAL(probes, wire.asked);
        TEST_ASSERT_EQUAL_HEX32(0, wire.last_asker);
        TEST_ASSERT_EQUAL(LEASE_STATE_ASKING, state().lease);
        has_address(0, 0);
        TEST_ASSERT_EQUAL_INT64(now + 300, linux_ethernet_due(&ethernet));
        now += 299;
        TEST_ASSERT_FALSE(step());
        TEST_ASSERT_EQUAL(probes, wire.asked);
        now += 1;
    }
    TEST_ASSERT_TRUE(step());
    has_address(ADDRESS, GATEWAY);
    TEST_ASSERT_EQUAL(LEASE_STATE_FIXED, state().lease);
    TEST_ASSERT_EQUAL(4, wire.asked);
    TEST_ASSERT_EQUAL_HEX32(ADDRESS, wire.last_asker);
    TEST_ASSERT_FALSE(is_open(wire.fd));
    TEST_ASSERT_EQUAL(0, client.starts);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, linux_ethernet_due(&ethernet));
    TEST_ASSERT_EQUAL_INT64(0, state().lease_until_s);
}

void test_an_address_that_somebody_has_is_not_taken(void) {
    TEST_ASSERT_EQUAL(0, configure(false));
    (void)step();
    wire.somebody_has_it = true;
    TEST_ASSERT_TRUE(step());
    has_address(0, 0);
    TEST_ASSERT_EQUAL(LEASE_STATE_CONFLICT, state().lease);
    TEST_ASSERT_FALSE(is_open(wire.fd));
    TEST_ASSERT_EQUAL_INT64(now + 15000, linux_ethernet_due(&ethernet));
    wire.somebody_has_it = false;
    now += 15000;
    (void)step();
    TEST_ASSERT_EQUAL(LEASE_STATE_CONFLICT, state().lease); /* this may still be true */
    for (int i = 0; i < 4; i++) {
        (void)step();
        now += 300;
    }
    TEST_ASSERT_EQUAL(LEASE_STATE_FIXED, state().lease);
    has_address(ADDRESS, GATEWAY);
}

void test_without_a_way_to_try_the_fixed_address_is_taken(void) {
    wire.open_error = E_NOT_ALLOWED;
    TEST_ASSERT_EQUAL(0, configure(false));
    TEST_ASSERT_TRUE(step());
    TEST_ASSERT_EQUAL(LEASE_STATE_FIXED, state().lease);
    has_address(ADDRESS, GATEWAY);
    TEST_ASSERT_EQUAL(0, wire.asked);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, linux_ethernet_due(&ethernet));
    kernel.address_error = E_OFFLINE;
    TEST_ASSERT_EQUAL(0, configure(false));
    TEST_ASSERT_TRUE(step());
    TEST_ASSERT_EQUAL(LEASE_STATE_NONE, state().lease);
    TEST_ASSERT_EQUAL_INT64(now + 15000, linux_ethernet_due(&ethernet));
}

/* An unplugged cable: the address is also removed from the kernel, and comes back by itself. */
void test_a_pulled_cable_takes_the_address_away(void) {
    get_lease();
    kernel.link.has_carrier = false;
    TEST_ASSERT_TRUE(news());
    has_address(0, 0);
    TEST_ASSERT_FALSE(state().link_up);
    TEST_ASSERT_EQUAL(LEASE_STATE_NONE, state().lease);
    TEST_ASSERT_EQUAL(0, ethernet.dhcp.pid);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, linux_ethernet_due(&ethernet));
    TEST_ASSERT_FALSE(news());
    kernel.link.has_carrier = true;
    TEST_ASSERT_TRUE(news());
    TEST_ASSERT_EQUAL(2, client.starts);
    TEST_ASSERT_EQUAL(LEASE_STATE_ASKING, state().lease);
    TEST_ASSERT_TRUE(says(LINUX_LEASE_BOUND));
    has_address(ADDRESS, GATEWAY);
}

void test_an_interface_that_comes_back_is_another_one(void) {
    get_fixed();
    kernel.link = (struct linux_link){.index = 0};
    kernel.address = kernel.mask = kernel.gateway = 0; /* removed with them */
    kernel.is_raised = false;
    unsigned flushes = kernel.flushes;
    TEST_ASSERT_TRUE(news());
    TEST_ASSERT_EQUAL(flushes, kernel.flushes);
    has_address(0, 0);
    kernel.link = (struct linux_link){.index = 9, .mac = {2, 0, 0, 0, 0, 8}, .has_carrier = true, .speed = 10};
    TEST_ASSERT_TRUE(news());
    TEST_ASSERT_TRUE(kernel.is_raised);
    TEST_ASSERT_EQUAL_HEX8_ARRAY(kernel.link.mac, state().mac, HAL_MAC_LEN);
    TEST_ASSERT_EQUAL(9, linux_ethernet_asker(&ethernet).index);
    for (int i = 0; i < 4; i++) {
        (void)step();
        now += 300;
    }
    has_address(ADDRESS, GATEWAY);
    kernel.raise_error = kernel.flush_error = E_NOT_ALLOWED; /* continues as well as possible */
    kernel.link.index = 10;
    TEST_ASSERT_TRUE(news());
    TEST_ASSERT_EQUAL(LEASE_STATE_ASKING, state().lease);
}

void test_speed_and_mac_are_news_and_disturb_nothing(void) {
    get_lease();
    unsigned flushes = kernel.flushes;
    kernel.link.speed = 10;
    TEST_ASSERT_TRUE(news());
    kernel.link.mac[5] = 9;
    TEST_ASSERT_TRUE(news());
    TEST_ASSERT_FALSE(news());
    TEST_ASSERT_EQUAL(flushes, kernel.flushes);
    TEST_ASSERT_EQUAL(1, client.starts);
    has_address(ADDRESS, GATEWAY);
}

void test_another_configuration_ends_what_was_under_way(void) {
    TEST_ASSERT_EQUAL(0, configure(false));
    (void)step();
    int fd = wire.fd;
    TEST_ASSERT_TRUE(is_open(fd));
    TEST_ASSERT_EQUAL(0, configure(true));
    TEST_ASSERT_TRUE(step());
    TEST_ASSERT_FALSE(is_open(fd));
    TEST_ASSERT_EQUAL(1, client.starts);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, linux_ethernet_due(&ethernet));
    TEST_ASSERT_TRUE(says(LINUX_LEASE_BOUND));
    TEST_ASSERT_EQUAL(0, configure(false));
    has_address(0, 0);
    TEST_ASSERT_TRUE(step());
    TEST_ASSERT_EQUAL(0, ethernet.dhcp.pid);
}

void test_what_it_waits_for(void) {
    struct pollfd fds[LINUX_ETHERNET_FDS];
    linux_ethernet_fds(&ethernet, fds);
    for (int i = 0; i < LINUX_ETHERNET_FDS; i++) {
        TEST_ASSERT_EQUAL(-1, fds[i].fd);
        TEST_ASSERT_EQUAL(POLLIN, fds[i].events);
    }
    TEST_ASSERT_EQUAL(0, configure(true));
    (void)step();
    linux_ethernet_fds(&ethernet, fds);
    TEST_ASSERT_EQUAL(101, fds[0].fd);
    TEST_ASSERT_EQUAL(100, fds[1].fd);
    TEST_ASSERT_EQUAL(0, configure(false));
    (void)step();
    linux_ethernet_fds(&ethernet, fds);
    TEST_ASSERT_EQUAL(wire.fd, fds[2].fd);
}

void test_the_end_leaves_the_address(void) {
    get_lease();
    linux_ethernet_end(&ethernet);
    TEST_ASSERT_EQUAL(0, ethernet.dhcp.pid);
    TEST_ASSERT_EQUAL_HEX32(ADDRESS, kernel.address);
}
