#include "hal/linux/linux_arp.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if_arp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define FRAMES_MOST 64 /* handled per call, so that a flood blocks nothing else */

/* Offsets in a packet. */
enum { AT_OPERATION = 6, AT_SENDER_MAC = 8, AT_SENDER = 14, AT_TARGET = 24 };

static const uint8_t head[] = {0, ARPHRD_ETHER, ETH_P_IP >> 8, ETH_P_IP & 0xff, HAL_MAC_LEN, sizeof(uint32_t)};

static void put_address(uint8_t *at, uint32_t address) {
    uint32_t octets = htonl(address);
    memcpy(at, &octets, sizeof(octets));
}

static uint32_t address_at(const uint8_t *at) {
    uint32_t octets = 0;
    memcpy(&octets, at, sizeof(octets));
    return ntohl(octets);
}

void linux_arp_write(const struct linux_arp_asker *asker, uint32_t whom, uint8_t ret_packet[LINUX_ARP_LEN]) {
    memset(ret_packet, 0, LINUX_ARP_LEN);
    memcpy(ret_packet, head, sizeof(head));
    ret_packet[AT_OPERATION + 1] = ARPOP_REQUEST;
    memcpy(ret_packet + AT_SENDER_MAC, asker->mac, HAL_MAC_LEN);
    put_address(ret_packet + AT_SENDER, asker->address);
    put_address(ret_packet + AT_TARGET, whom);
}

bool linux_arp_tells(const uint8_t *packet, size_t len, const struct linux_arp_asker *asker, uint32_t whom) {
    if (len < LINUX_ARP_LEN || memcmp(packet, head, sizeof(head)) != 0 || packet[AT_OPERATION] != 0 ||
        memcmp(packet + AT_SENDER_MAC, asker->mac, HAL_MAC_LEN) == 0) {
        return false;
    }
    uint32_t sender = address_at(packet + AT_SENDER);
    bool probes = sender == 0 && packet[AT_OPERATION + 1] == ARPOP_REQUEST && asker->address == 0;
    return sender == whom || (probes && address_at(packet + AT_TARGET) == whom);
}

int linux_arp_open(const struct linux_arp_asker *asker, int *ret_fd) {
    const struct sockaddr_ll here = {
        .sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ARP), .sll_ifindex = asker->index};
    int fd = socket(AF_PACKET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) {
        return errno == EPERM || errno == EACCES ? E_NOT_ALLOWED : E_OFFLINE;
    }
    if (bind(fd, (const struct sockaddr *)&here, sizeof(here)) < 0) {
        (void)close(fd);
        return E_OFFLINE;
    }
    *ret_fd = fd;
    return 0;
}

void linux_arp_ask(int fd, const struct linux_arp_asker *asker, uint32_t whom) {
    struct sockaddr_ll all = {.sll_family = AF_PACKET,
                              .sll_protocol = htons(ETH_P_ARP),
                              .sll_ifindex = asker->index,
                              .sll_halen = HAL_MAC_LEN};
    uint8_t packet[LINUX_ARP_LEN];
    memset(all.sll_addr, 0xff, HAL_MAC_LEN);
    linux_arp_write(asker, whom, packet);
    (void)sendto(fd, packet, sizeof(packet), 0, (const struct sockaddr *)&all, sizeof(all));
}

bool linux_arp_is_answered(int fd, const struct linux_arp_asker *asker, uint32_t whom) {
    uint8_t packet[LINUX_ARP_LEN + 32]; /* frames are padded to 60 bytes */
    for (unsigned i = 0; i < FRAMES_MOST; i++) {
        ssize_t len = recv(fd, packet, sizeof(packet), 0);
        if (len < 0) {
            return false;
        }
        if (linux_arp_tells(packet, (size_t)len, asker, whom)) {
            return true;
        }
    }
    return false;
}
