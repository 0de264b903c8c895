#include "http/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>

/* Checked by ourselves, because Mongoose takes what it cannot read for «any address». */
bool http_address_is_valid(const char *address) {
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
