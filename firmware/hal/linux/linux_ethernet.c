#include "hal/linux/linux_ethernet.h"

#include <string.h>
#include <unistd.h>

#include "util/err.h"
#include "util/log.h"

#define PROBES 3 /* for a fixed address (RFC 5227 section 2.1.1) */
#define PROBE_MS 300 /* between two of them, and after the last one */
#define AGAIN_MS 15000 /* until a retry after a failure */
#define CLIENT_MS 5000 /* until a DHCP client that has ended is restarted */

void linux_ethernet_init(struct linux_ethernet *ethernet, const struct linux_board *board, int netlink_fd) {
    *ethernet = (struct linux_ethernet){.board = board,
                                        .netlink_fd = netlink_fd,
                                        .lease = LEASE_STATE_NONE,
                                        .until_ms = INT64_MAX,
                                        .due_ms = INT64_MAX,
                                        .arp_fd = -1};
    linux_dhcp_init(&ethernet->dhcp);
    (void)linux_netlink_link(netlink_fd, board->ethernet, &ethernet->link);
}

struct linux_arp_asker linux_ethernet_asker(const struct linux_ethernet *ethernet) {
    struct linux_arp_asker asker = {.index = ethernet->link.index, .address = ethernet->now.address};
    memcpy(asker.mac, ethernet->link.mac, HAL_MAC_LEN);
    return asker;
}

static void ethernet_log(const char *event, int r) {
    if (r < 0) {
        log_warn("network", event, log_errno(r));
    }
}

static void stop_asking(struct linux_ethernet *ethernet) {
    linux_dhcp_stop(&ethernet->dhcp);
    if (ethernet->arp_fd >= 0) {
        (void)close(ethernet->arp_fd);
        ethernet->arp_fd = -1;
    }
    ethernet->due_ms = INT64_MAX;
}

/* Forgets the address; the caller removes it from the kernel. */
static void drop_address(struct linux_ethernet *ethernet, enum lease_state lease) {
    ethernet->now = (struct linux_lease){.address = 0};
    ethernet->until_ms = INT64_MAX;
    ethernet->lease = lease;
}

int linux_ethernet_configure(struct linux_ethernet *ethernet, const struct hal_net_config *config) {
    struct linux_link link;
    int r = linux_netlink_link(ethernet->netlink_fd, ethernet->board->ethernet, &link);
    if (r == 0) {
        r = linux_netlink_flush(ethernet->netlink_fd, link.index);
    }
    if (r == 0) {
        r = linux_netlink_raise(ethernet->netlink_fd, link.index);
    }
    if (r < 0) {
        return r;
    }
    ethernet->config = *config;
    ethernet->is_configured = ethernet->begins = true;
    drop_address(ethernet, LEASE_STATE_NONE);
    return 0;
}

/* Activates an address. */
static int take_address(struct linux_ethernet *ethernet, const struct linux_lease *lease) {
    int fd = ethernet->netlink_fd, index = ethernet->link.index, r = 0;
    if (lease->address != ethernet->now.address || lease->mask != ethernet->now.mask) {
        r = linux_netlink_flush(fd, index);
        if (r == 0) {
            r = linux_netlink_address(fd, index, lease->address, lease->mask);
        }
    }
    if (r == 0) {
        r = linux_netlink_gateway(fd, index, lease->gateway);
    }
    if (r == 0) {
        ethernet->now = *lease;
    }
    return r;
}

static void try_later(struct linux_ethernet *ethernet, enum lease_state lease, int64_t now_ms) {
    stop_asking(ethernet);
    ethernet_log("an address cannot be taken away", linux_netlink_flush(ethernet->netlink_fd, ethernet->link.index));
    drop_address(ethernet, lease);
    ethernet->due_ms = now_ms + AGAIN_MS;
}

/* --- DHCP --- */

static void begin_dhcp(struct linux_ethernet *ethernet, int64_t now_ms) {
    int r = linux_dhcp_start(&ethernet->dhcp, ethernet->board);
    if (r < 0) {
        ethernet_log("the DHCP client cannot be started", r);
        try_later(ethernet, LEASE_STATE_NO_SERVER, now_ms);
    }
}

static void lease_bound(struct linux_ethernet *ethernet, const struct linux_lease *lease, int64_t now_ms) {
    int r = take_address(ethernet, lease);
    if (r < 0) {
        ethernet_log("the address of a lease cannot be set", r);
        try_later(ethernet, LEASE_STATE_BAD_OFFER, now_ms);
        return;
    }
    ethernet->lease = LEASE_STATE_BOUND;
    ethernet->until_ms = now_ms + lease->seconds * 1000;
}

static void dhcp_take(struct linux_ethernet *ethernet, enum linux_lease_event event, const struct linux_lease *lease,
                      int64_t now_ms) {
    switch (event) {
        case LINUX_LEASE_BOUND: lease_bound(ethernet, lease, now_ms); break;
        case LINUX_LEASE_BAD: try_later(ethernet, LEASE_STATE_BAD_OFFER, now_ms); break;
        case LINUX_LEASE_SILENT: ethernet->lease = LEASE_STATE_NO_SERVER; break;
        case LINUX_LEASE_GONE:
            if (ethernet->now.address != 0) {
                ethernet_log("an address cannot be taken away",
                             linux_netlink_flush(ethernet->netlink_fd, ethernet->link.index));
                drop_address(ethernet, LEASE_STATE_ASKING);
            }
            break;
        case LINUX_LEASE_NOTHING: break;
    }
}

/* Returns whether there was an event. */
static bool step_dhcp(struct linux_ethernet *ethernet, int64_t now_ms) {
    enum linux_lease_event event = LINUX_LEASE_NOTHING;
    struct linux_lease lease = {.address = 0};
    bool has_come = false;
    while (linux_dhcp_next(&ethernet->dhcp, &event, &lease)) {
        dhcp_take(ethernet, event, &lease, now_ms);
        has_come = true;
    }
    if (linux_dhcp_has_ended(&ethernet->dhcp)) {
        log_warn("network", "the DHCP client has ended");
        try_later(ethernet, LEASE_STATE_NO_SERVER, now_ms);
        ethernet->due_ms = now_ms + CLIENT_MS;
        has_come = true;
    }
    return has_come;
}

/* --- Fixed address --- */

static void take_fixed(struct linux_ethernet *ethernet, int64_t now_ms) {
    const struct linux_lease fixed = {
        .address = ethernet->config.address, .mask = ethernet->config.mask, .gateway = ethernet->config.gateway};
    int r = take_address(ethernet, &fixed);
    if (r < 0) {
        ethernet_log("the fixed address cannot be set", r);
        try_later(ethernet, LEASE_STATE_NONE, now_ms);
        return;
    }
    if (ethernet->arp_fd >= 0) {
        struct linux_arp_asker asker = linux_ethernet_asker(ethernet);
        /* announces it: neighbours may have cached another MAC address */
        linux_arp_ask(ethernet->arp_fd, &asker, fixed.address);
    }
    stop_asking(ethernet);
    ethernet->lease = LEASE_STATE_FIXED;
}

static void begin_fixed(struct linux_ethernet *ethernet, int64_t now_ms) {
    struct linux_arp_asker asker = linux_ethernet_asker(ethernet);
    int r = linux_arp_open(&asker, &ethernet->arp_fd);
    ethernet->probes = 0;
    ethernet->due_ms = now_ms;
    if (r < 0) {
        ethernet_log("whether somebody has the fixed address cannot be tried", r);
        take_fixed(ethernet, now_ms);
    }
}

/* Returns whether the address was activated, or turned out to be in use. */
static bool step_fixed(struct linux_ethernet *ethernet, int64_t now_ms) {
    struct linux_arp_asker asker = linux_ethernet_asker(ethernet);
    if (linux_arp_is_answered(ethernet->arp_fd, &asker, ethernet->config.address)) {
        try_later(ethernet, LEASE_STATE_CONFLICT, now_ms);
        return true;
    }
    if (now_ms < ethernet->due_ms) {
        return false;
    }
    if (ethernet->probes == PROBES) {
        take_fixed(ethernet, now_ms);
        return true;
    }
    linux_arp_ask(ethernet->arp_fd, &asker, ethernet->config.address);
    ethernet->probes++;
    ethernet->due_ms = now_ms + PROBE_MS;
    return false;
}

/* --- Both --- */

/* Starts again with the configuration. */
static void ethernet_begin(struct linux_ethernet *ethernet, int64_t now_ms) {
    stop_asking(ethernet);
    drop_address(ethernet, LEASE_STATE_NONE);
    ethernet->begins = false;
    if (!ethernet->is_configured || !ethernet->link.has_carrier) {
        return;
    }
    ethernet->lease = LEASE_STATE_ASKING;
    if (ethernet->config.dhcp) {
        begin_dhcp(ethernet, now_ms);
    } else {
        begin_fixed(ethernet, now_ms);
    }
}

/* Returns whether the link has changed. */
static bool look_at_link(struct linux_ethernet *ethernet) {
    struct linux_link link = {.index = 0};
    (void)linux_netlink_link(ethernet->netlink_fd, ethernet->board->ethernet, &link);
    bool is_other = link.index != ethernet->link.index || link.has_carrier != ethernet->link.has_carrier;
    bool differs =
        is_other || memcmp(link.mac, ethernet->link.mac, HAL_MAC_LEN) != 0 || link.speed != ethernet->link.speed;
    ethernet->link = link;
    if (is_other && link.index != 0 && ethernet->is_configured) {
        ethernet_log("the interface cannot be switched on", linux_netlink_raise(ethernet->netlink_fd, link.index));
        ethernet_log("an address cannot be taken away", linux_netlink_flush(ethernet->netlink_fd, link.index));
    }
    ethernet->begins = ethernet->begins || (is_other && ethernet->is_configured);
    return differs;
}

bool linux_ethernet_step(struct linux_ethernet *ethernet, bool has_news, int64_t now_ms) {
    bool differs = has_news && look_at_link(ethernet);
    if (ethernet->begins) {
        ethernet_begin(ethernet, now_ms);
        differs = true;
    }
    if (ethernet->dhcp.pid != 0) {
        differs = step_dhcp(ethernet, now_ms) || differs;
    } else if (ethernet->arp_fd >= 0) {
        differs = step_fixed(ethernet, now_ms) || differs;
    } else if (now_ms >= ethernet->due_ms) {
        enum lease_state before = ethernet->lease; /* shown until the next attempt gives another state */
        ethernet_begin(ethernet, now_ms);
        ethernet->lease = ethernet->lease == LEASE_STATE_ASKING ? before : ethernet->lease;
    }
    if (now_ms >= ethernet->until_ms) { /* normally the client reports this first */
        try_later(ethernet, LEASE_STATE_NO_SERVER, now_ms);
        differs = true;
    }
    return differs;
}

int64_t linux_ethernet_due(const struct linux_ethernet *ethernet) {
    if (ethernet->begins) {
        return 0;
    }
    return ethernet->due_ms < ethernet->until_ms ? ethernet->due_ms : ethernet->until_ms;
}

void linux_ethernet_fds(const struct linux_ethernet *ethernet, struct pollfd *ret_fds) {
    const int fds[LINUX_ETHERNET_FDS] = {ethernet->dhcp.lines_fd, ethernet->dhcp.ended_fd, ethernet->arp_fd};
    for (size_t i = 0; i < LINUX_ETHERNET_FDS; i++) {
        ret_fds[i] = (struct pollfd){.fd = fds[i], .events = POLLIN};
    }
}

void linux_ethernet_read(const struct linux_ethernet *ethernet, int64_t utc_ms, int64_t now_ms,
                         struct hal_net_state *ret_state) {
    const struct linux_lease *now = &ethernet->now;
    *ret_state = (struct hal_net_state){.link_up = ethernet->link.has_carrier,
                                        .speed = ethernet->link.speed,
                                        .lease = ethernet->lease,
                                        .address = now->address,
                                        .mask = now->mask,
                                        .gateway = now->gateway,
                                        .dns = {now->dns[0], now->dns[1]}};
    memcpy(ret_state->mac, ethernet->link.mac, HAL_MAC_LEN);
    if (ethernet->lease == LEASE_STATE_BOUND) {
        ret_state->lease_until_s = (utc_ms + ethernet->until_ms - now_ms) / 1000;
    }
}

void linux_ethernet_end(struct linux_ethernet *ethernet) {
    stop_asking(ethernet);
}
