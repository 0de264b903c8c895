/* Requests to the kernel's rtnetlink and its answers, both simulated. */
#include "hal/linux/linux_netlink.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/ethtool.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <stdarg.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "unity.h"

#define ASKED_MAX 8
#define PIECES_MAX 8

/* Requests that were sent. */
static struct {
    union {
        struct nlmsghdr head;
        uint8_t bytes[256];
    };
    size_t len;
} asked[ASKED_MAX];
static size_t asked_count;

/* Answers of the kernel; a length of 0 is an error of recv(), `number`. */
static struct {
    union {
        struct nlmsghdr head;
        uint8_t bytes[1024];
    };
    size_t len;
    int number;
} pieces[PIECES_MAX];
static size_t piece_count, piece_at;
static int send_error, bind_error, speed_error;
static uint32_t groups, speed;

int bind(int fd, const struct sockaddr *here, socklen_t len) {
    const struct sockaddr_nl *netlink = (const struct sockaddr_nl *)(const void *)here;
    (void)fd;
    TEST_ASSERT_EQUAL(sizeof(*netlink), len);
    groups = netlink->nl_groups;
    errno = bind_error;
    return bind_error != 0 ? -1 : 0;
}

ssize_t send(int fd, const void *data, size_t len, int flags) {
    (void)fd;
    (void)flags;
    errno = send_error;
    if (send_error != 0) {
        return -1;
    }
    memcpy(asked[asked_count].bytes, data, len);
    asked[asked_count++].len = len;
    return (ssize_t)len;
}

ssize_t recv(int fd, void *data, size_t max, int flags) {
    (void)fd;
    (void)flags;
    (void)max;
    if (piece_at == piece_count) {
        errno = EAGAIN;
        return -1;
    }
    errno = pieces[piece_at].number;
    memcpy(data, pieces[piece_at].bytes, pieces[piece_at].len);
    return pieces[piece_at].len == 0 ? (piece_at++, -1) : (ssize_t)pieces[piece_at++].len;
}

int ioctl(int fd, unsigned long request, ...) {
    va_list args;
    (void)fd;
    (void)request;
    va_start(args, request);
    const struct ifreq *interface = va_arg(args, struct ifreq *);
    va_end(args);
    TEST_ASSERT_EQUAL_STRING("eth7", interface->ifr_name);
    struct ethtool_cmd *command = (void *)interface->ifr_data;
    TEST_ASSERT_EQUAL(ETHTOOL_GSET, command->cmd);
    command->speed = (uint16_t)speed;
    command->speed_hi = (uint16_t)(speed >> 16);
    errno = EOPNOTSUPP;
    return speed_error;
}

void setUp(void) {
    memset(asked, 0, sizeof(asked));
    memset(pieces, 0, sizeof(pieces));
    asked_count = piece_count = piece_at = 0;
    send_error = bind_error = speed_error = 0;
    speed = 100000; /* more than 16 bits */
}

void tearDown(void) {
}

/* Starts a message in a new datagram. */
static struct nlmsghdr *answer(uint16_t type, const void *about, size_t len) {
    struct nlmsghdr *head = &pieces[piece_count].head;
    *head = (struct nlmsghdr){.nlmsg_type = type, .nlmsg_len = (uint32_t)NLMSG_LENGTH(len)};
    if (len > 0) {
        memcpy(NLMSG_DATA(head), about, len);
    }
    pieces[piece_count++].len = NLMSG_ALIGN(head->nlmsg_len);
    return head;
}

static void add(struct nlmsghdr *head, uint16_t type, const void *data, size_t len) {
    struct rtattr *at = (struct rtattr *)(void *)((char *)head + NLMSG_ALIGN(head->nlmsg_len));
    *at = (struct rtattr){.rta_type = type, .rta_len = (uint16_t)RTA_LENGTH(len)};
    memcpy(RTA_DATA(at), data, len);
    head->nlmsg_len = NLMSG_ALIGN(head->nlmsg_len) + (uint32_t)RTA_ALIGN(at->rta_len);
    pieces[piece_count - 1].len = head->nlmsg_len;
}

static void answer_error(int number) {
    const struct nlmsgerr error = {.error = -number};
    (void)answer(NLMSG_ERROR, &error, sizeof(error));
}

static void answer_link(unsigned flags, size_t mac_len) {
    static const uint8_t mac[8] = {2, 0, 0, 0, 0, 7, 8, 9};
    const struct ifinfomsg about = {.ifi_index = 5, .ifi_flags = flags};
    struct nlmsghdr *head = answer(RTM_NEWLINK, &about, sizeof(about));
    add(head, IFLA_IFNAME, "eth7", 5);
    add(head, IFLA_ADDRESS, mac, mac_len);
    answer_error(0);
}

static struct linux_link link_of(int expected) {
    struct linux_link link;
    memset(&link, 0xee, sizeof(link));
    TEST_ASSERT_EQUAL(expected, linux_netlink_link(3, "eth7", &link));
    return link;
}

/* Returns an attribute of a request with a header of this size; fails if it is missing. */
static const void *attribute(size_t at, size_t about_len, uint16_t type, size_t len) {
    const struct nlmsghdr *head = &asked[at].head;
    int rest = (int)(head->nlmsg_len - NLMSG_LENGTH(about_len));
    TEST_ASSERT_EQUAL(asked[at].len, head->nlmsg_len);
    for (const struct rtattr *one = (const void *)((const char *)head + NLMSG_LENGTH(about_len)); RTA_OK(one, rest);
         one = RTA_NEXT(one, rest)) {
        if (one->rta_type == type) {
            TEST_ASSERT_EQUAL(len, RTA_PAYLOAD(one));
            return RTA_DATA(one);
        }
    }
    TEST_FAIL_MESSAGE("attribute is missing");
    return NULL;
}

static uint32_t address_in(size_t at, size_t about_len, uint16_t type) {
    uint32_t bytes = 0;
    memcpy(&bytes, attribute(at, about_len, type, sizeof(bytes)), sizeof(bytes));
    return ntohl(bytes);
}

void test_sockets_are_opened_and_watch_the_links(void) {
    int fd = -1;
    TEST_ASSERT_EQUAL(0, linux_netlink_open(&fd));
    TEST_ASSERT_EQUAL(0, groups);
    TEST_ASSERT_EQUAL(FD_CLOEXEC, fcntl(fd, F_GETFD));
    TEST_ASSERT_EQUAL(0, fcntl(fd, F_GETFL) & O_NONBLOCK);
    (void)close(fd);
    TEST_ASSERT_EQUAL(0, linux_netlink_watch(&fd));
    TEST_ASSERT_EQUAL(RTMGRP_LINK, groups);
    TEST_ASSERT_NOT_EQUAL(0, fcntl(fd, F_GETFL) & O_NONBLOCK);
    (void)close(fd);
    int next = dup(0);
    (void)close(next);
    bind_error = EINVAL;
    TEST_ASSERT_EQUAL(E_SYSTEM, linux_netlink_open(&fd));
    TEST_ASSERT_EQUAL(-1, fcntl(next, F_GETFD)); /* it was closed again */
}

void test_all_that_came_is_drained(void) {
    pieces[0].len = pieces[3].len = 10;
    pieces[1].number = ENOBUFS;
    pieces[2].number = EINTR;
    piece_count = 4;
    linux_netlink_drain(3);
    TEST_ASSERT_EQUAL(4, piece_at);
    pieces[1].number = EBADF; /* and no longer than that */
    piece_at = 0;
    linux_netlink_drain(3);
    TEST_ASSERT_EQUAL(2, piece_at);
}

void test_a_link_is_read(void) {
    answer_link(IFF_UP | IFF_RUNNING, 6);
    struct linux_link link = link_of(0);
    TEST_ASSERT_EQUAL(5, link.index);
    TEST_ASSERT_EQUAL_HEX8_ARRAY("\2\0\0\0\0\7", link.mac, HAL_MAC_LEN);
    TEST_ASSERT_TRUE(link.is_raised && link.has_carrier);
    TEST_ASSERT_EQUAL(100000, link.speed);
    TEST_ASSERT_EQUAL(RTM_GETLINK, asked[0].head.nlmsg_type);
    TEST_ASSERT_EQUAL(NLM_F_REQUEST | NLM_F_ACK, asked[0].head.nlmsg_flags);
    TEST_ASSERT_EQUAL_STRING("eth7", attribute(0, sizeof(struct ifinfomsg), IFLA_IFNAME, 5));
}

void test_a_link_without_a_cable_and_one_that_is_off(void) {
    answer_link(IFF_UP, 6);
    struct linux_link link = link_of(0);
    TEST_ASSERT_TRUE(link.is_raised);
    TEST_ASSERT_FALSE(link.has_carrier);
    TEST_ASSERT_EQUAL(0, link.speed);
    answer_link(IFF_RUNNING, 8); /* no address of Ethernet's length */
    link = link_of(0);
    TEST_ASSERT_FALSE(link.is_raised || link.has_carrier);
    TEST_ASSERT_EQUAL_HEX8_ARRAY("\0\0\0\0\0\0", link.mac, HAL_MAC_LEN);
}

void test_a_driver_that_does_not_tell_its_speed(void) {
    answer_link(IFF_UP | IFF_RUNNING, 6);
    speed_error = -1;
    TEST_ASSERT_EQUAL(0, link_of(0).speed);
    answer_link(IFF_UP | IFF_RUNNING, 6);
    speed_error = 0;
    speed = (uint32_t)SPEED_UNKNOWN;
    TEST_ASSERT_EQUAL(0, link_of(0).speed);
}

void test_a_link_that_is_not_there(void) {
    answer_error(ENODEV);
    TEST_ASSERT_EQUAL(0, link_of(E_OFFLINE).index);
    answer_error(0); /* an answer about nothing */
    TEST_ASSERT_EQUAL(0, link_of(E_OFFLINE).index);
    pieces[piece_count++].number = ENOBUFS;
    TEST_ASSERT_EQUAL(0, link_of(E_OFFLINE).index);
    send_error = EPERM;
    TEST_ASSERT_EQUAL(0, link_of(E_NOT_ALLOWED).index);
}

void test_a_signal_in_the_middle_is_nothing(void) {
    pieces[piece_count++].number = EINTR;
    answer_link(IFF_UP, 6);
    TEST_ASSERT_EQUAL(5, link_of(0).index);
}

void test_raising_is_a_flag_and_may_be_forbidden(void) {
    answer_error(0);
    TEST_ASSERT_EQUAL(0, linux_netlink_raise(3, 5));
    const struct ifinfomsg *about = NLMSG_DATA(&asked[0].head);
    TEST_ASSERT_EQUAL(RTM_NEWLINK, asked[0].head.nlmsg_type);
    TEST_ASSERT_EQUAL(5, about->ifi_index);
    TEST_ASSERT_EQUAL(IFF_UP, about->ifi_flags);
    TEST_ASSERT_EQUAL(IFF_UP, about->ifi_change);
    answer_error(EPERM);
    TEST_ASSERT_EQUAL(E_NOT_ALLOWED, linux_netlink_raise(3, 5));
    answer_error(EACCES);
    TEST_ASSERT_EQUAL(E_NOT_ALLOWED, linux_netlink_raise(3, 5));
    answer_error(EINVAL);
    TEST_ASSERT_EQUAL(E_OFFLINE, linux_netlink_raise(3, 5));
}

void test_an_address_has_its_mask_and_broadcast(void) {
    const size_t head = sizeof(struct ifaddrmsg);
    answer_error(0);
    TEST_ASSERT_EQUAL(0, linux_netlink_address(3, 5, 0xC0A80132, 0xFFFFFF00));
    const struct ifaddrmsg *about = NLMSG_DATA(&asked[0].head);
    TEST_ASSERT_EQUAL(RTM_NEWADDR, asked[0].head.nlmsg_type);
    TEST_ASSERT_EQUAL(NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE | NLM_F_REPLACE, asked[0].head.nlmsg_flags);
    TEST_ASSERT_EQUAL(AF_INET, about->ifa_family);
    TEST_ASSERT_EQUAL(24, about->ifa_prefixlen);
    TEST_ASSERT_EQUAL(5, about->ifa_index);
    TEST_ASSERT_EQUAL_HEX32(0xC0A80132, address_in(0, head, IFA_LOCAL));
    TEST_ASSERT_EQUAL_HEX32(0xC0A80132, address_in(0, head, IFA_ADDRESS));
    TEST_ASSERT_EQUAL_HEX32(0xC0A801FF, address_in(0, head, IFA_BROADCAST));
}

static void answer_address(unsigned index, uint8_t prefix, uint32_t address) {
    const struct ifaddrmsg about = {.ifa_family = AF_INET, .ifa_index = index, .ifa_prefixlen = prefix};
    struct nlmsghdr *head = answer(RTM_NEWADDR, &about, sizeof(about));
    uint32_t bytes = htonl(address);
    uint32_t other = htonl(0x01010101);
    add(head, IFA_ADDRESS, &other, sizeof(other)); /* of the peer */
    add(head, IFA_LOCAL, &bytes, sizeof(bytes));
}

void test_a_flush_removes_the_addresses_of_this_interface_alone(void) {
    const size_t head = sizeof(struct ifaddrmsg);
    answer_address(5, 24, 0xC0A80132);
    answer_address(6, 16, 0xAC100001);
    answer_address(5, 8, 0x0A000001);
    (void)answer(NLMSG_DONE, NULL, 0);
    answer_error(0);
    answer_error(0);
    TEST_ASSERT_EQUAL(0, linux_netlink_flush(3, 5));
    TEST_ASSERT_EQUAL(3, asked_count);
    TEST_ASSERT_EQUAL(RTM_GETADDR, asked[0].head.nlmsg_type);
    TEST_ASSERT_EQUAL(NLM_F_REQUEST | NLM_F_DUMP, asked[0].head.nlmsg_flags);
    TEST_ASSERT_EQUAL(AF_INET, ((const struct ifaddrmsg *)NLMSG_DATA(&asked[0].head))->ifa_family);
    for (size_t i = 1; i <= 2; i++) {
        const struct ifaddrmsg *about = NLMSG_DATA(&asked[i].head);
        TEST_ASSERT_EQUAL(RTM_DELADDR, asked[i].head.nlmsg_type);
        TEST_ASSERT_EQUAL(NLM_F_REQUEST | NLM_F_ACK, asked[i].head.nlmsg_flags);
        TEST_ASSERT_EQUAL(5, about->ifa_index);
        TEST_ASSERT_EQUAL(i == 1 ? 24 : 8, about->ifa_prefixlen);
        TEST_ASSERT_EQUAL_HEX32(i == 1 ? 0xC0A80132 : 0x0A000001, address_in(i, head, IFA_LOCAL));
    }
}

void test_a_flush_that_is_forbidden_says_so(void) {
    answer_address(5, 24, 0xC0A80132);
    answer_address(5, 24, 0xC0A80133);
    (void)answer(NLMSG_DONE, NULL, 0);
    answer_error(EPERM);
    TEST_ASSERT_EQUAL(E_NOT_ALLOWED, linux_netlink_flush(3, 5));
    TEST_ASSERT_EQUAL(2, asked_count);
    answer_error(EPERM);
    TEST_ASSERT_EQUAL(E_NOT_ALLOWED, linux_netlink_flush(3, 5));
    TEST_ASSERT_EQUAL(3, asked_count);
}

void test_a_gateway_takes_the_place_of_another(void) {
    const size_t head = sizeof(struct rtmsg);
    uint32_t out = 0;
    answer_error(0);
    TEST_ASSERT_EQUAL(0, linux_netlink_gateway(3, 5, 0xC0A80101));
    const struct rtmsg *about = NLMSG_DATA(&asked[0].head);
    TEST_ASSERT_EQUAL(RTM_NEWROUTE, asked[0].head.nlmsg_type);
    TEST_ASSERT_EQUAL(NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE | NLM_F_REPLACE, asked[0].head.nlmsg_flags);
    TEST_ASSERT_EQUAL(AF_INET, about->rtm_family);
    TEST_ASSERT_EQUAL(RT_TABLE_MAIN, about->rtm_table);
    TEST_ASSERT_EQUAL(RTPROT_STATIC, about->rtm_protocol);
    TEST_ASSERT_EQUAL(RT_SCOPE_UNIVERSE, about->rtm_scope);
    TEST_ASSERT_EQUAL(RTN_UNICAST, about->rtm_type);
    TEST_ASSERT_EQUAL_HEX32(0xC0A80101, address_in(0, head, RTA_GATEWAY));
    memcpy(&out, attribute(0, head, RTA_OIF, sizeof(out)), sizeof(out));
    TEST_ASSERT_EQUAL(5, out);
    answer_error(ENETUNREACH);
    TEST_ASSERT_EQUAL(E_OFFLINE, linux_netlink_gateway(3, 5, 0xC0A80101));
}

void test_no_gateway_takes_the_route_away_if_there_is_one(void) {
    answer_error(0);
    TEST_ASSERT_EQUAL(0, linux_netlink_gateway(3, 5, 0));
    TEST_ASSERT_EQUAL(RTM_DELROUTE, asked[0].head.nlmsg_type);
    TEST_ASSERT_EQUAL(NLM_F_REQUEST | NLM_F_ACK, asked[0].head.nlmsg_flags);
    answer_error(ESRCH);
    TEST_ASSERT_EQUAL(0, linux_netlink_gateway(3, 5, 0));
    answer_error(EPERM);
    TEST_ASSERT_EQUAL(E_NOT_ALLOWED, linux_netlink_gateway(3, 5, 0));
}
