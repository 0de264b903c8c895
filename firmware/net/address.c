#include "net/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "util/fnv.h"

/* Checked here, because Mongoose treats an invalid address as "any address". */
bool net_address_is_valid(const char *address) {
    char host[INET6_ADDRSTRLEN + 1];
    unsigned char octets[sizeof(struct in6_addr)];
    const char *colon = strrchr(address, ':');
    bool six = address[0] == '[';
    if (colon == NULL || colon[1] == '\0' || strlen(colon + 1) > 5) {
        return false;
    }
    unsigned port = 0;
    for (const char *at = colon + 1; *at != '\0'; at++) {
        if (*at < '0' || *at > '9') {
            return false;
        }
        port = port * 10 + (unsigned)(*at - '0');
    }
    const char *from = address + (six ? 1 : 0), *end = colon - (six ? 1 : 0);
    if (port > UINT16_MAX || end <= from || (six && *end != ']') || (size_t)(end - from) >= sizeof(host)) {
        return false;
    }
    memcpy(host, from, (size_t)(end - from));
    host[end - from] = '\0';
    return inet_pton(six ? AF_INET6 : AF_INET, host, octets) == 1;
}

unsigned net_address_port(const char *address) {
    const char *colon = strrchr(address, ':');
    return colon == NULL ? 0 : (unsigned)strtoul(colon + 1, NULL, 10);
}

void net_address_host(const struct sockaddr_storage *address, char *ret_text, size_t size) {
    const void *octets = &((const struct sockaddr_in *)address)->sin_addr;
    if (address->ss_family == AF_INET6) {
        octets = &((const struct sockaddr_in6 *)address)->sin6_addr;
    }
    ret_text[0] = '\0';
    if (address->ss_family == AF_INET || address->ss_family == AF_INET6) {
        (void)inet_ntop(address->ss_family, octets, ret_text, (socklen_t)size);
    }
}

/* Two addresses with the same hash share one turn, which only harms those who made them collide. */
static uint64_t hash_of(const void *data, size_t len) {
    const char *bytes = data;
    uint64_t hash = FNV_START;
    for (size_t i = 0; i < len; i++) {
        hash = fnv_add(hash, bytes[i]);
    }
    return hash | UINT64_C(1) << 63;
}

uint64_t net_address_source(const char *host) {
    struct in6_addr six;
    if (inet_pton(AF_INET6, host, &six) == 1 && !IN6_IS_ADDR_V4MAPPED(&six)) {
        return hash_of(&six, sizeof(six) / 2);
    }
    return hash_of(host, strlen(host));
}
