#include "naive_devices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/err.h"

#define LONGEST_MS 60000
#define QUIET_MS 5000
#define ASKING_PAUSE 60000
#define MODEL_CHARS 32
#define NAME_CHARS 64
#define TEXT_MAX 200

static int by_mac(const void *a, const void *b) {
    return strcmp(((const struct store_authorized *)a)->mac, ((const struct store_authorized *)b)->mac);
}

static int by_name(const void *a, const void *b) {
    const struct store_bond *one = a;
    const struct store_bond *other = b;
    int order = strcmp(one->name, other->name);
    return order != 0 ? order : strcmp(one->mac, other->mac);
}

void naive_devices_sort(struct naive_devices *model) {
    for (size_t link = 0; link < 2; link++) {
        qsort(model->lists[link].devices, model->lists[link].count, sizeof(model->lists[link].devices[0]), by_mac);
    }
    qsort(model->bonds, model->bond_count, sizeof(model->bonds[0]), by_name);
}

struct store_authorized *naive_devices_listed(struct naive_devices *model, enum store_link link, const char *mac) {
    for (size_t i = 0; i < model->lists[link].count; i++) {
        if (strcmp(model->lists[link].devices[i].mac, mac) == 0) {
            return &model->lists[link].devices[i];
        }
    }
    return NULL;
}

struct store_bond *naive_devices_bond(struct naive_devices *model, const char *mac) {
    for (size_t i = 0; i < model->bond_count; i++) {
        if (strcmp(model->bonds[i].mac, mac) == 0) {
            return &model->bonds[i];
        }
    }
    return NULL;
}

void naive_devices_audit(struct naive_devices *model, const char *object, const char *before, const char *after) {
    if (model->entry_count < NAIVE_ENTRIES_MAX) {
        (void)snprintf(model->entries[model->entry_count++], NAIVE_ENTRY_MAX, "%s|%s|%s", object, before, after);
    }
}

static void audit_device(struct naive_devices *model, const char *link, const char *mac, const char *before,
                         const char *after) {
    char object[64];
    (void)snprintf(object, sizeof(object), "%s device %s", link, mac);
    naive_devices_audit(model, object, before, after);
}

static const char *word_of(enum store_link link) {
    return link == STORE_LINK_WIEGAND ? "wiegand" : "bluetooth";
}

/* Returns the length of the first `chars` characters in bytes; -1 if there is a control character. The tests only use
 * UTF-8. */
static int length_of(const char *text, unsigned chars) {
    size_t at = 0;
    for (unsigned i = 0; text[at] != '\0' && i < chars; i++) {
        do {
            at++;
        } while (((unsigned char)text[at] & 0xc0) == 0x80);
    }
    for (size_t i = 0; text[i] != '\0'; i++) {
        if ((unsigned char)text[i] < ' ') {
            return -1;
        }
    }
    return (int)at;
}

void naive_devices_clean_model(const char *model, char ret_model[HAL_MODEL_MAX]) {
    int len = length_of(model, MODEL_CHARS);
    (void)snprintf(ret_model, HAL_MODEL_MAX, "%.*s", len < 0 ? 0 : len, model);
}

const char *naive_devices_clean_name(const char *name) {
    int len = length_of(name, NAME_CHARS);
    return len < 0 || name[len] != '\0' ? "" : name;
}

static struct store_authorized as_listed(const struct hal_link_device *device) {
    struct store_authorized listed = {.machine = device->machine, .route1 = device->route1, .route2 = device->route2};
    (void)snprintf(listed.mac, sizeof(listed.mac), "%s", device->mac);
    naive_devices_clean_model(device->model, listed.model);
    return listed;
}

bool naive_devices_is_known(struct naive_devices *model, enum store_link link, const struct hal_link_device *device) {
    const struct store_authorized *known = naive_devices_listed(model, link, device->mac);
    struct store_authorized now = as_listed(device);
    return known != NULL && strcmp(known->model, now.model) == 0 && known->machine == now.machine &&
           known->route1 == now.route1 && known->route2 == now.route2;
}

int naive_devices_ask(struct naive_devices *model, enum store_link link, const struct hal_link_device *device) {
    struct naive_list *list = &model->lists[link];
    struct store_authorized *known = naive_devices_listed(model, link, device->mac);
    if (strlen(device->mac) != HAL_MAC_MAX - 1) {
        return E_INVAL;
    }
    if (known == NULL && list->count == NAIVE_LIST_MAX) {
        return E_CAPACITY;
    }
    if (known == NULL) {
        list->devices[list->count++] = as_listed(device);
    } else if (!known->authorized) {
        *known = as_listed(device); /* an authorized one keeps what an administrator agreed to */
    }
    return 0;
}

/* 0: from before the start. */
static size_t turn_of(const struct naive_asking *asking, const char *mac) {
    for (size_t i = 0; i < asking->count; i++) {
        if (strcmp(asking->macs[i], mac) == 0) {
            return i + 1;
        }
    }
    return 0;
}

static struct store_authorized *first_to_go(struct naive_devices *model) {
    struct naive_list *list = &model->lists[STORE_LINK_BLUETOOTH];
    struct store_authorized *first = NULL;
    qsort(list->devices, list->count, sizeof(list->devices[0]), by_mac);
    for (size_t i = 0; i < list->count; i++) {
        struct store_authorized *one = &list->devices[i];
        if (!one->authorized && naive_devices_bond(model, one->mac) == NULL &&
            (first == NULL || turn_of(&model->asking, one->mac) < turn_of(&model->asking, first->mac))) {
            first = one;
        }
    }
    return first;
}

int naive_devices_ask_bluetooth(struct naive_devices *model, const struct hal_link_device *device, int64_t now_ms) {
    struct naive_asking *asking = &model->asking;
    int r = naive_devices_ask(model, STORE_LINK_BLUETOOTH, device);
    struct store_authorized *goes = r == E_CAPACITY && now_ms >= asking->pause_ends_ms ? first_to_go(model) : NULL;
    if (goes != NULL) {
        *goes = as_listed(device);
        asking->pause_ends_ms = now_ms + ASKING_PAUSE;
        r = 0;
    }
    if (r == 0 && turn_of(asking, device->mac) == 0 && asking->count < NAIVE_LIST_MAX) {
        memcpy(asking->macs[asking->count++], device->mac, STORE_MAC_MAX);
    }
    return r;
}

int naive_devices_authorize(struct naive_devices *model, enum store_link link, const char (*macs)[STORE_MAC_MAX],
                            size_t count, bool authorized) {
    for (size_t i = 0; i < count; i++) {
        if (naive_devices_listed(model, link, macs[i]) == NULL) {
            return E_NOTFOUND;
        }
    }
    for (size_t i = 0; i < count; i++) {
        struct store_authorized *device = naive_devices_listed(model, link, macs[i]);
        if (device->authorized != authorized) {
            device->authorized = authorized;
            audit_device(model, word_of(link), macs[i], authorized ? "{\"authorized\":false}" : "{\"authorized\":true}",
                         authorized ? "{\"authorized\":true}" : "{\"authorized\":false}");
        }
    }
    return 0;
}

unsigned naive_devices_delete(struct naive_devices *model, enum store_link link, const char (*macs)[STORE_MAC_MAX],
                              size_t count) {
    struct naive_list *list = &model->lists[link];
    unsigned deleted = 0;
    for (size_t i = 0; i < count; i++) {
        struct store_authorized *device = naive_devices_listed(model, link, macs[i]);
        if (device != NULL) {
            char was[TEXT_MAX];
            (void)snprintf(was, sizeof(was), "{\"model\":\"%s\",\"machine\":%u,\"authorized\":%s}", device->model,
                           (unsigned)device->machine, device->authorized ? "true" : "false");
            audit_device(model, word_of(link), macs[i], was, "");
            *device = list->devices[--list->count];
            deleted++;
        }
    }
    return deleted;
}

int naive_devices_pair(struct naive_devices *model, const char *mac, const char *name) {
    struct store_bond *bond = naive_devices_bond(model, mac);
    if (bond == NULL && model->bond_count == NAIVE_LIST_MAX) {
        return E_CAPACITY;
    }
    if (bond == NULL) {
        bond = &model->bonds[model->bond_count++];
        bond->group = 1;
        (void)snprintf(bond->mac, sizeof(bond->mac), "%s", mac);
    }
    (void)snprintf(bond->name, sizeof(bond->name), "%s", naive_devices_clean_name(name));
    return 0;
}

int naive_devices_unpair(struct naive_devices *model, const char *mac) {
    struct store_bond *bond = naive_devices_bond(model, mac);
    if (bond == NULL) {
        return E_NOTFOUND;
    }
    *bond = model->bonds[--model->bond_count];
    return 0;
}

int naive_devices_set_group(struct naive_devices *model, const char *mac, uint8_t group) {
    struct store_bond *bond = naive_devices_bond(model, mac);
    if (bond == NULL) {
        return E_NOTFOUND;
    }
    if (bond->group != group) {
        char before[32];
        char after[32];
        (void)snprintf(before, sizeof(before), "{\"group\":%u}", bond->group);
        (void)snprintf(after, sizeof(after), "{\"group\":%u}", group);
        audit_device(model, "bluetooth", mac, before, after);
        bond->group = group;
    }
    return 0;
}

void naive_devices_open(struct naive_devices *model, int64_t now_ms) {
    model->window =
        (struct naive_window){.open = true, .closes_ms = now_ms + LONGEST_MS, .result = MATCH_RESULT_RUNNING};
    naive_devices_audit(model, "wiegand pairing", "", "{\"open\":true}");
}

void naive_devices_close(struct naive_devices *model) {
    struct naive_window *window = &model->window;
    window->open = false;
    window->result = window->found_count > 0 ? MATCH_RESULT_FOUND
                     : window->refused       ? MATCH_RESULT_REFUSED
                                             : MATCH_RESULT_NOTHING;
}

int naive_devices_answer(struct naive_devices *model, const struct hal_link_device *device, bool accepts,
                         int64_t now_ms) {
    struct naive_window *window = &model->window;
    int r = accepts ? naive_devices_ask(model, STORE_LINK_WIEGAND, device) : 0;
    if (r == E_CAPACITY) {
        return r;
    }
    window->refused = window->refused || !accepts;
    if (accepts && r == 0) {
        struct hal_link_device *found = &window->found[window->found_count++];
        *found = *device;
        naive_devices_clean_model(device->model, found->model);
    }
    window->taken++;
    window->closes_ms = now_ms + QUIET_MS < window->closes_ms ? now_ms + QUIET_MS : window->closes_ms;
    return 0;
}
