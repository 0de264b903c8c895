#include "core/devices/asking.h"

#include <stdio.h>
#include <string.h>

#include "core/base/core.h"
#include "core/devices/authorization.h"
#include "hal/link_device.h"
#include "store/devices/bonds.h"
#include "util/arena.h"

#define ARENA_MAX ((size_t)64 * 1024) /* bytes of a list */

/* Returns the index of a device; if it is missing, the first free one, or the oldest. */
static size_t place_of(const struct asking *asking, const char *mac) {
    size_t oldest = 0;
    for (size_t i = 0; i < STORE_AUTHORIZED_MAX; i++) {
        if (strcmp(asking->known[i].mac, mac) == 0) {
            return i;
        }
        oldest = asking->known[i].number < asking->known[oldest].number ? i : oldest;
    }
    return oldest;
}

static uint64_t number_of(const struct asking *asking, const char *mac) {
    const size_t place = place_of(asking, mac);
    return strcmp(asking->known[place].mac, mac) == 0 ? asking->known[place].number : 0;
}

/* A device that requests again keeps its place in the order. */
static void asking_note(struct asking *asking, const char *mac) {
    const size_t place = place_of(asking, mac);
    if (strcmp(asking->known[place].mac, mac) != 0) {
        (void)snprintf(asking->known[place].mac, sizeof(asking->known[place].mac), "%s", mac);
        asking->known[place].number = ++asking->count;
    }
}

static bool may_give_way(struct core *core, const struct store_authorized *device) {
    struct store_bond bond;
    return !device->authorized && store_bonds_get(core->store, device->mac, &bond) == E_NOTFOUND;
}

/* Finds the one to replace. E_CAPACITY: none may be. */
static int find_oldest(struct core *core, const struct asking *asking, char ret_mac[STORE_MAC_MAX]) {
    _cleanup_(arena_done) struct arena arena;
    const struct store_authorized *devices = NULL, *oldest = NULL;
    size_t count = 0;
    arena_init(&arena, ARENA_MAX);
    int r = authorization_list(core, STORE_LINK_BLUETOOTH, &(struct authorization_filter){0}, &arena, &devices, &count);
    for (size_t i = 0; r == 0 && i < count; i++) {
        const bool is_older = oldest == NULL || number_of(asking, devices[i].mac) < number_of(asking, oldest->mac);
        oldest = is_older && may_give_way(core, &devices[i]) ? &devices[i] : oldest;
    }
    if (r < 0 || oldest == NULL) {
        return r < 0 ? r : E_CAPACITY;
    }
    memcpy(ret_mac, oldest->mac, STORE_MAC_MAX);
    return 0;
}

static int give_way(struct core *core, struct asking *asking, struct hal_link_device *device) {
    char mac[STORE_MAC_MAX];
    const int64_t now = core_mono_ms(core);
    int r = now < asking->not_before_ms ? E_CAPACITY : find_oldest(core, asking, mac);
    if (r == 0) {
        r = authorization_replace(core, STORE_LINK_BLUETOOTH, mac, device);
    }
    if (r == 0) {
        asking->not_before_ms = now + ASKING_PAUSE_MS;
    }
    return r;
}

int asking_add(struct core *core, struct asking *asking, struct hal_link_device *device) {
    int r = authorization_ask(core, STORE_LINK_BLUETOOTH, device);
    if (r == E_CAPACITY) {
        r = give_way(core, asking, device);
    }
    if (r == 0) {
        asking_note(asking, device->mac);
    }
    return r;
}
