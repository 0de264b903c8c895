#include "hal/linux/linux_lease.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/ipv4.h"

#define TOO_LONG (LINUX_LEASE_MAX_S + 1)

/* Parses a list of addresses separated by blanks, at most `max`; skips invalid ones. */
static void read_addresses(char *list, uint32_t *ret_addresses, size_t max) {
    char *rest = NULL;
    size_t count = 0;
    for (char *word = strtok_r(list, " ", &rest); word != NULL && count < max; word = strtok_r(NULL, " ", &rest)) {
        uint32_t address = 0;
        if (ipv4_parse(word, &address) == 0 && ipv4_is_unicast(address)) {
            ret_addresses[count++] = address;
        }
    }
}

static uint32_t read_mask(const char *text) {
    uint32_t mask = 0;
    return ipv4_parse(text, &mask) == 0 ? mask : 0;
}

static int64_t read_seconds(const char *text) {
    char *end = NULL;
    errno = 0;
    long long seconds = strtoll(text, &end, 10);
    return errno != 0 || end == text || *end != '\0' || seconds < 0 || seconds > LINUX_LEASE_MAX_S ? TOO_LONG : seconds;
}

/* Parses a part of the line: `name=value`. */
static void read_part(char *part, struct linux_lease *lease) {
    char *value = strchr(part, '=');
    if (value == NULL) {
        return;
    }
    *value++ = '\0';
    if (strcmp(part, "ip") == 0) {
        read_addresses(value, &lease->address, 1);
    } else if (strcmp(part, "subnet") == 0) {
        lease->mask = read_mask(value);
    } else if (strcmp(part, "router") == 0) {
        read_addresses(value, &lease->gateway, 1);
    } else if (strcmp(part, "dns") == 0) {
        read_addresses(value, lease->dns, sizeof(lease->dns) / sizeof(lease->dns[0]));
    } else if (strcmp(part, "lease") == 0) {
        lease->seconds = read_seconds(value);
    }
}

/* A gateway outside the network is unreachable and is ignored. */
static enum linux_lease_event judge_lease(struct linux_lease *lease) {
    if (!ipv4_mask_is_valid(lease->mask) || !ipv4_is_host(lease->address, lease->mask)) {
        return LINUX_LEASE_BAD;
    }
    if (((lease->gateway ^ lease->address) & lease->mask) != 0 || lease->gateway == lease->address) {
        lease->gateway = 0;
    }
    if (lease->seconds > LINUX_LEASE_MAX_S) {
        lease->seconds = LINUX_LEASE_MAX_S; /* "infinite" is the highest possible number */
    }
    return LINUX_LEASE_BOUND;
}

enum linux_lease_event linux_lease_read(char *line, struct linux_lease *ret_lease) {
    char *rest = NULL;
    const char *event = strtok_r(line, "\t", &rest);
    struct linux_lease lease = {.seconds = TOO_LONG};
    if (event == NULL) {
        return LINUX_LEASE_NOTHING;
    }
    if (strcmp(event, "deconfig") == 0) {
        return LINUX_LEASE_GONE;
    }
    if (strcmp(event, "leasefail") == 0) {
        return LINUX_LEASE_SILENT;
    }
    if (strcmp(event, "bound") != 0 && strcmp(event, "renew") != 0) {
        return LINUX_LEASE_NOTHING;
    }
    for (char *part = strtok_r(NULL, "\t", &rest); part != NULL; part = strtok_r(NULL, "\t", &rest)) {
        read_part(part, &lease);
    }
    enum linux_lease_event judged = judge_lease(&lease);
    if (judged == LINUX_LEASE_BOUND) {
        *ret_lease = lease;
    }
    return judged;
}
