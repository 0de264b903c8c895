#include "hal/linux/linux_netlink.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/ethtool.h>
#include <linux/rtnetlink.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "util/cleanup.h"

#define ATTRIBUTES_MAX 128 /* bytes of a request after its header */
#define ANSWER_MAX 32768 /* bytes of a datagram from the kernel: the maximum of a dump */
#define ADDRESSES_MAX 32 /* of an interface that are removed per round */

/* A request: netlink header, header of its subject, attributes. */
struct request {
    struct nlmsghdr head;
    union {
        struct ifinfomsg link;
        struct ifaddrmsg address;
        struct rtmsg route;
    } about;
    uint8_t attributes[ATTRIBUTES_MAX];
};

/* Handles a message of an answer, with its length. */
typedef void (*netlink_take)(void *ctx, const struct nlmsghdr *message);

static int netlink_socket(unsigned groups, int flags, int *ret_fd) {
    const struct sockaddr_nl here = {.nl_family = AF_NETLINK, .nl_groups = groups};
    _cleanup_close_ int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | flags, NETLINK_ROUTE);
    if (fd < 0 || bind(fd, (const struct sockaddr *)&here, sizeof(here)) < 0) {
        return err_with_errno(E_SYSTEM, errno);
    }
    *ret_fd = TAKE_FD(fd);
    return 0;
}

int linux_netlink_open(int *ret_fd) {
    return netlink_socket(0, 0, ret_fd);
}

int linux_netlink_watch(int *ret_fd) {
    return netlink_socket(RTMGRP_LINK, SOCK_NONBLOCK, ret_fd);
}

/* An overflow (ENOBUFS) also means that something changed: the caller reads the state afterwards. */
void linux_netlink_drain(int fd) {
    char some[4096];
    while (recv(fd, some, sizeof(some), 0) >= 0 || errno == ENOBUFS || errno == EINTR) {
    }
}

static int netlink_error(int number) {
    return number == EPERM || number == EACCES ? E_NOT_ALLOWED : E_OFFLINE;
}

static void request_begin(struct request *request, uint16_t type, unsigned flags, size_t about_len) {
    *request = (struct request){.head = {.nlmsg_type = type, .nlmsg_flags = (uint16_t)(NLM_F_REQUEST | flags)}};
    request->head.nlmsg_len = (uint32_t)NLMSG_LENGTH(about_len);
}

static void request_add(struct request *request, uint16_t type, const void *data, size_t len) {
    const struct rtattr head = {.rta_type = type, .rta_len = (uint16_t)RTA_LENGTH(len)};
    char *at = (char *)request + NLMSG_ALIGN(request->head.nlmsg_len);
    memcpy(at, &head, sizeof(head));
    memcpy(at + RTA_LENGTH(0), data, len);
    request->head.nlmsg_len = NLMSG_ALIGN(request->head.nlmsg_len) + (uint32_t)RTA_ALIGN(head.rta_len);
}

static void request_add_address(struct request *request, uint16_t type, uint32_t address) {
    uint32_t octets = htonl(address);
    request_add(request, type, &octets, sizeof(octets));
}

/* Parses a datagram. Returns 1 while more is to come; else 0 or an error of the kernel. */
static int answer_read(const struct nlmsghdr *message, size_t len, netlink_take take, void *ctx) {
    for (; NLMSG_OK(message, len); message = NLMSG_NEXT(message, len)) {
        if (message->nlmsg_type == NLMSG_DONE) {
            return 0;
        }
        if (message->nlmsg_type == NLMSG_ERROR) {
            const struct nlmsgerr *error = NLMSG_DATA(message);
            return error->error == 0 ? 0 : netlink_error(-error->error);
        }
        if (take != NULL) {
            take(ctx, message);
        }
    }
    return 1;
}

/* Sends a request and passes its answer to `take`, up to the end of a dump or the acknowledgement. */
static int netlink_ask(int fd, const struct request *request, netlink_take take, void *ctx) {
    union {
        struct nlmsghdr first;
        char octets[ANSWER_MAX];
    } answer;
    if (send(fd, request, request->head.nlmsg_len, 0) < 0) {
        return netlink_error(errno);
    }
    int r = 1;
    while (r == 1) {
        ssize_t len = recv(fd, answer.octets, sizeof(answer.octets), 0);
        if (len < 0 && errno != EINTR) {
            return E_OFFLINE;
        }
        r = len < 0 ? 1 : answer_read(&answer.first, (size_t)len, take, ctx);
    }
    return r;
}

static void take_link(void *ctx, const struct nlmsghdr *message) {
    struct linux_link *link = ctx;
    if (message->nlmsg_type != RTM_NEWLINK) {
        return;
    }
    const struct ifinfomsg *about = NLMSG_DATA(message);
    unsigned len = (unsigned)IFLA_PAYLOAD(message);
    link->index = about->ifi_index;
    link->is_raised = (about->ifi_flags & IFF_UP) != 0;
    link->has_carrier = link->is_raised && (about->ifi_flags & IFF_RUNNING) != 0;
    for (const struct rtattr *at = IFLA_RTA(about); RTA_OK(at, len); at = RTA_NEXT(at, len)) {
        if (at->rta_type == IFLA_ADDRESS && RTA_PAYLOAD(at) == HAL_MAC_LEN) {
            memcpy(link->mac, RTA_DATA(at), HAL_MAC_LEN);
        }
    }
}

/* Asks the driver; many virtual ones do not know it. */
static uint32_t link_speed(const char *name) {
    struct ethtool_cmd command = {.cmd = ETHTOOL_GSET};
    struct ifreq request = {.ifr_data = (void *)&command};
    _cleanup_close_ int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    strncpy(request.ifr_name, name, IF_NAMESIZE - 1);
    if (fd < 0 || ioctl(fd, SIOCETHTOOL, &request) < 0) {
        return 0;
    }
    /* Like ethtool_cmd_speed(), which shifts into the sign when the speed is unknown. */
    uint32_t speed = (uint32_t)command.speed_hi << 16 | command.speed;
    return speed == (uint32_t)SPEED_UNKNOWN ? 0 : speed;
}

int linux_netlink_link(int fd, const char *name, struct linux_link *ret_link) {
    struct request request;
    struct linux_link link = {.index = 0};
    request_begin(&request, RTM_GETLINK, NLM_F_ACK, sizeof(request.about.link));
    request_add(&request, IFLA_IFNAME, name, strlen(name) + 1);
    int r = netlink_ask(fd, &request, take_link, &link);
    if (r == 0 && link.index == 0) {
        r = E_OFFLINE;
    }
    if (r == 0) {
        link.speed = link.has_carrier ? link_speed(name) : 0;
    }
    *ret_link = r == 0 ? link : (struct linux_link){.index = 0};
    return r;
}

int linux_netlink_raise(int fd, int index) {
    struct request request;
    request_begin(&request, RTM_NEWLINK, NLM_F_ACK, sizeof(request.about.link));
    request.about.link = (struct ifinfomsg){.ifi_index = index, .ifi_flags = IFF_UP, .ifi_change = IFF_UP};
    return netlink_ask(fd, &request, NULL, NULL);
}

/* Addresses of one interface, as the kernel lists them. */
struct found {
    unsigned index;
    struct {
        uint32_t octets; /* in network order */
        uint8_t prefix;
    } addresses[ADDRESSES_MAX];
    size_t count;
};

static void take_address(void *ctx, const struct nlmsghdr *message) {
    struct found *found = ctx;
    const struct ifaddrmsg *about = NLMSG_DATA(message);
    unsigned len = (unsigned)IFA_PAYLOAD(message);
    if (message->nlmsg_type != RTM_NEWADDR || about->ifa_index != found->index) {
        return;
    }
    for (const struct rtattr *at = IFA_RTA(about); RTA_OK(at, len); at = RTA_NEXT(at, len)) {
        if (at->rta_type == IFA_LOCAL && RTA_PAYLOAD(at) == sizeof(uint32_t) && found->count < ADDRESSES_MAX) {
            memcpy(&found->addresses[found->count].octets, RTA_DATA(at), sizeof(uint32_t));
            found->addresses[found->count++].prefix = about->ifa_prefixlen;
        }
    }
}

static struct ifaddrmsg address_head(int index, unsigned prefix) {
    return (struct ifaddrmsg){.ifa_family = AF_INET, .ifa_prefixlen = (uint8_t)prefix, .ifa_index = (unsigned)index};
}

static int remove_address(int fd, int index, uint32_t octets, uint8_t prefix) {
    struct request request;
    request_begin(&request, RTM_DELADDR, NLM_F_ACK, sizeof(request.about.address));
    request.about.address = address_head(index, prefix);
    request_add(&request, IFA_LOCAL, &octets, sizeof(octets));
    return netlink_ask(fd, &request, NULL, NULL);
}

int linux_netlink_flush(int fd, int index) {
    struct request request;
    struct found found = {.index = (unsigned)index};
    request_begin(&request, RTM_GETADDR, NLM_F_DUMP, sizeof(request.about.address));
    request.about.address = address_head(index, 0);
    int r = netlink_ask(fd, &request, take_address, &found);
    for (size_t i = 0; i < found.count && r == 0; i++) {
        r = remove_address(fd, index, found.addresses[i].octets, found.addresses[i].prefix);
    }
    return r;
}

int linux_netlink_address(int fd, int index, uint32_t address, uint32_t mask) {
    struct request request;
    request_begin(&request, RTM_NEWADDR, NLM_F_ACK | NLM_F_CREATE | NLM_F_REPLACE, sizeof(request.about.address));
    request.about.address = address_head(index, (unsigned)__builtin_popcount(mask));
    request_add_address(&request, IFA_LOCAL, address);
    request_add_address(&request, IFA_ADDRESS, address);
    request_add_address(&request, IFA_BROADCAST, address | ~mask);
    return netlink_ask(fd, &request, NULL, NULL);
}

static int change_gateway(int fd, int index, uint16_t type, unsigned flags, uint32_t gateway) {
    struct request request;
    uint32_t out = (uint32_t)index;
    request_begin(&request, type, NLM_F_ACK | flags, sizeof(request.about.route));
    request.about.route = (struct rtmsg){.rtm_family = AF_INET,
                                         .rtm_table = RT_TABLE_MAIN,
                                         .rtm_protocol = RTPROT_STATIC,
                                         .rtm_scope = RT_SCOPE_UNIVERSE,
                                         .rtm_type = RTN_UNICAST};
    request_add(&request, RTA_OIF, &out, sizeof(out));
    if (gateway != 0) {
        request_add_address(&request, RTA_GATEWAY, gateway);
    }
    return netlink_ask(fd, &request, NULL, NULL);
}

int linux_netlink_gateway(int fd, int index, uint32_t gateway) {
    if (gateway != 0) {
        return change_gateway(fd, index, RTM_NEWROUTE, NLM_F_CREATE | NLM_F_REPLACE, gateway);
    }
    int r = change_gateway(fd, index, RTM_DELROUTE, 0, 0);
    return r == E_OFFLINE ? 0 : r; /* there was no route */
}
