#include "core/door/asker.h"

#include <stdio.h>
#include <string.h>

#define SECOND_MS 1000

static enum store_link link_of(enum credential_from from) {
    return from == CREDENTIAL_FROM_WIEGAND ? STORE_LINK_WIEGAND : STORE_LINK_BLUETOOTH;
}

int asker_look(struct core *core, const struct asker *asker, struct asker_right *ret_right) {
    *ret_right = (struct asker_right){.is_known = true, .is_authorized = true, .group = AUTHORIZATION_ANY_GROUP};
    if (asker->from == CREDENTIAL_FROM_OWN) {
        return 0;
    }
    int r = authorization_get(core, link_of(asker->from), asker->mac, &ret_right->is_authorized, &ret_right->group);
    if (r < 0) {
        *ret_right = (struct asker_right){.group = AUTHORIZATION_ANY_GROUP};
    }
    return r == E_NOTFOUND ? 0 : r;
}

enum decide_device asker_device(const struct asker *asker, const struct asker_right *right, uint32_t userid,
                                uint8_t group) {
    if (asker->from == CREDENTIAL_FROM_OWN) {
        return DECIDE_DEVICE_OWN;
    }
    if (!right->is_authorized) {
        return DECIDE_DEVICE_NOT_AUTHORIZED;
    }
    bool is_limited = right->group != AUTHORIZATION_ANY_GROUP && userid != 0;
    return is_limited && group != right->group ? DECIDE_DEVICE_OTHER_GROUP : DECIDE_DEVICE_AUTHORIZED;
}

void asker_write(const struct asker *asker, char ret_text[ASKER_TEXT_MAX]) {
    ret_text[0] = '\0';
    if (asker->from != CREDENTIAL_FROM_OWN) {
        (void)snprintf(ret_text, ASKER_TEXT_MAX, "%s %s", credential_from_text_of(asker->from), asker->mac);
    }
}

/* The text ends with the word of a link and an address behind it. */
static bool ends_with(const char *detail, size_t len, enum credential_from from) {
    size_t word = strlen(credential_from_text[from]);
    size_t whole = word + 1 + HAL_MAC_MAX - 1;
    const char *at = detail + len - whole;
    return len >= whole && memcmp(at, credential_from_text[from], word) == 0 && at[word] == ' ' &&
           (len == whole || at[-1] == ' ');
}

struct asker asker_read(const char *detail) {
    struct asker asker = {.from = CREDENTIAL_FROM_OWN};
    size_t len = strlen(detail);
    for (unsigned from = CREDENTIAL_FROM_WIEGAND; from < CREDENTIAL_FROM_COUNT; from++) {
        if (ends_with(detail, len, (enum credential_from)from)) {
            asker.from = (enum credential_from)from;
            memcpy(asker.mac, detail + len - (HAL_MAC_MAX - 1), sizeof(asker.mac));
        }
    }
    return asker;
}

/* Gives back what has come since. */
static void give_back(struct asker_count *count, int64_t now_ms) {
    int64_t steps = (now_ms - count->since_ms) / ASKER_STRANGERS_EVERY_MS;
    count->since_ms = (int64_t)count->used > steps ? count->since_ms + steps * ASKER_STRANGERS_EVERY_MS : now_ms;
    count->used = (int64_t)count->used > steps ? count->used - (unsigned)steps : 0;
}

/* The place of a device; that of another, or the one counted longest ago, when it has none. */
static struct asker_count *count_of(struct asker_counts *counts, const char *mac) {
    struct asker_count *place = &counts->devices[0];
    for (size_t i = 0; i < STORE_AUTHORIZED_MAX; i++) {
        struct asker_count *count = &counts->devices[i];
        if (strcmp(count->mac, mac) == 0) {
            return count;
        }
        if (count->mac[0] == '\0' ? place->mac[0] != '\0'
                                  : place->mac[0] != '\0' && count->since_ms < place->since_ms) {
            place = count;
        }
    }
    return place;
}

unsigned asker_pause_s(struct asker_counts *counts, const struct asker *asker, int64_t now_ms) {
    struct asker_count *count = count_of(counts, asker->mac);
    if (asker->from != CREDENTIAL_FROM_BLUETOOTH || strcmp(count->mac, asker->mac) != 0) {
        return 0;
    }
    give_back(count, now_ms);
    if (count->used < ASKER_STRANGERS) {
        return 0;
    }
    int64_t left_ms = count->since_ms + ASKER_STRANGERS_EVERY_MS - now_ms;
    return (unsigned)((left_ms + SECOND_MS - 1) / SECOND_MS);
}

void asker_count_stranger(struct asker_counts *counts, const struct asker *asker, int64_t now_ms) {
    struct asker_count *count = count_of(counts, asker->mac);
    if (asker->from != CREDENTIAL_FROM_BLUETOOTH) {
        return;
    }
    if (strcmp(count->mac, asker->mac) != 0) {
        *count = (struct asker_count){.since_ms = now_ms};
        memcpy(count->mac, asker->mac, sizeof(count->mac));
    }
    give_back(count, now_ms);
    count->used++;
}
