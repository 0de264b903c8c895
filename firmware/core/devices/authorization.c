#include "core/devices/authorization.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/base/audit.h"
#include "core/base/core.h"
#include "hal/link_device.h"
#include "store/devices/bonds.h"
#include "store/store.h"
#include "util/arena.h"
#include "util/buf.h"
#include "util/cleanup.h"
#include "util/json_out.h"
#include "util/text.h"
#include "util/utf8.h"
#include "values.h"

#define OBJECT_MAX 48

static_assert(HAL_MAC_MAX == STORE_MAC_MAX && HAL_MODEL_MAX == STORE_MODEL_MAX, "devices are stored as they come");

static bool filter_passes(const struct authorization_filter *by, const struct store_authorized *device) {
    return (!authorization_filter_gives(by, AUTHORIZATION_FILTER_AUTHORIZED) || by->authorized == device->authorized) &&
           (!authorization_filter_gives(by, AUTHORIZATION_FILTER_MAC) || strcmp(by->mac, device->mac) == 0) &&
           (!authorization_filter_gives(by, AUTHORIZATION_FILTER_MODEL) || strcmp(by->model, device->model) == 0) &&
           (!authorization_filter_gives(by, AUTHORIZATION_FILTER_MACHINE) || by->machine == device->machine);
}

int authorization_list(struct core *core, enum store_link link, const struct authorization_filter *filter,
                       struct arena *arena, const struct store_authorized **ret_devices, size_t *ret_count) {
    struct store_authorized *devices = arena_calloc(arena, STORE_AUTHORIZED_MAX, sizeof(*devices));
    if (devices == NULL) {
        return E_NOMEM;
    }
    size_t count = 0;
    int r = store_authorized_list(core->store, link, devices, &count);
    *ret_devices = devices;
    *ret_count = 0;
    for (size_t i = 0; r == 0 && i < count; i++) {
        if (filter_passes(filter, &devices[i])) {
            devices[(*ret_count)++] = devices[i];
        }
    }
    return r;
}

int authorization_get(struct core *core, enum store_link link, const char *mac, bool *ret_authorized,
                      uint8_t *ret_group) {
    struct store_authorized device;
    struct store_bond bond = {.group = AUTHORIZATION_ANY_GROUP};
    int r = store_authorized_get(core->store, link, mac, &device);
    if (r == 0 && link == STORE_LINK_BLUETOOTH) {
        r = store_bonds_get(core->store, mac, &bond);
        r = r == E_NOTFOUND ? 0 : r; /* phones are in the list without a bond */
    }
    if (r < 0) {
        return r;
    }
    *ret_authorized = device.authorized;
    *ret_group = bond.group;
    return 0;
}

static void put_device(struct buf *out, const struct store_authorized *device, bool whole) {
    json_out_object_begin(out);
    if (whole) {
        json_out_key(out, "model");
        json_out_string(out, device->model);
        json_out_key(out, "machine");
        json_out_uint(out, device->machine);
    }
    json_out_key(out, "authorized");
    json_out_bool(out, device->authorized);
    json_out_object_end(out);
}

/* Audits a change inside a transaction. `after` NULL: deleted. */
static int audit_device(struct core *core, const struct actor *by, const struct authorization_change *change,
                        const struct store_authorized *before, const struct store_authorized *after) {
    _cleanup_(buf_donep) struct buf old = {0};
    _cleanup_(buf_donep) struct buf new = {0};
    char object[OBJECT_MAX];
    const char *link = change->link == STORE_LINK_WIEGAND ? "wiegand" : "bluetooth";
    (void)snprintf(object, sizeof(object), "%s device %s", link, before->mac);
    put_device(&old, before, after == NULL);
    if (after != NULL) {
        put_device(&new, after, false);
    }
    struct audit_change row = {
        .object = object, .before = buf_text(&old), .after = after != NULL ? buf_text(&new) : NULL};
    return buf_failed(&old) || buf_failed(&new) ? E_NOMEM : audit_add(core, by, &row);
}

static int set_one(struct core *core, const struct actor *by, const struct authorization_change *change,
                   const char *mac, bool authorized) {
    struct store_authorized before;
    int r = store_authorized_get(core->store, change->link, mac, &before);
    if (r < 0 || before.authorized == authorized) {
        return r;
    }
    struct store_authorized after = before;
    after.authorized = authorized;
    r = store_authorized_set(core->store, change->link, mac, authorized);
    return r < 0 ? r : audit_device(core, by, change, &before, &after);
}

int authorization_set(struct core *core, const struct actor *by, const struct authorization_change *change,
                      bool authorized) {
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    for (size_t i = 0; r == 0 && i < change->count; i++) {
        r = set_one(core, by, change, change->macs[i], authorized);
    }
    return r < 0 ? r : store_commit(txn);
}

static int delete_one(struct core *core, const struct actor *by, const struct authorization_change *change,
                      const char *mac, uint32_t *ret_deleted) {
    struct store_authorized before;
    int r = store_authorized_get(core->store, change->link, mac, &before);
    if (r == E_NOTFOUND) {
        return 0;
    }
    if (r == 0) {
        r = store_authorized_delete(core->store, change->link, mac);
    }
    if (r == 0) {
        r = audit_device(core, by, change, &before, NULL);
        *ret_deleted += 1;
    }
    return r;
}

int authorization_delete(struct core *core, const struct actor *by, const struct authorization_change *change,
                         uint32_t *ret_deleted) {
    uint32_t deleted = 0;
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    for (size_t i = 0; r == 0 && i < change->count; i++) {
        r = delete_one(core, by, change, change->macs[i], &deleted);
    }
    if (r == 0) {
        r = store_commit(txn);
    }
    *ret_deleted = r < 0 ? 0 : deleted;
    return r;
}

/* Makes external text displayable: empty if it is not valid, and truncated to the length of a model. */
static void clean_model(char model[HAL_MODEL_MAX]) {
    size_t len = strnlen(model, HAL_MODEL_MAX);
    size_t end = 0;
    if (len == HAL_MODEL_MAX || !text_is_clean(model, len)) {
        model[0] = '\0';
        return;
    }
    for (unsigned i = 0; i < AUTHORIZATION_MODEL_CHARS && end < len; i++) {
        uint32_t code_point = 0;
        end += utf8_next(model + end, len - end, &code_point);
    }
    model[end] = '\0';
}

/* Returns whether it is already in the list with the same data. */
static bool is_listed(struct core *core, enum store_link link, const struct store_authorized *device) {
    struct store_authorized listed;
    return store_authorized_get(core->store, link, device->mac, &listed) == 0 &&
           strcmp(listed.model, device->model) == 0 && listed.machine == device->machine &&
           listed.route1 == device->route1 && listed.route2 == device->route2;
}

/* Makes a row from a device's data. E_INVAL: invalid address. */
static int read_device(struct hal_link_device *device, struct store_authorized *ret_known) {
    *ret_known =
        (struct store_authorized){.machine = device->machine, .route1 = device->route1, .route2 = device->route2};
    if (strnlen(device->mac, sizeof(device->mac)) != HAL_MAC_MAX - 1) {
        return E_INVAL;
    }
    clean_model(device->model);
    memcpy(ret_known->mac, device->mac, sizeof(ret_known->mac));
    memcpy(ret_known->model, device->model, sizeof(ret_known->model));
    return 0;
}

int authorization_ask(struct core *core, enum store_link link, struct hal_link_device *device) {
    struct store_authorized known;
    int r = read_device(device, &known);
    if (r < 0 || is_listed(core, link, &known)) {
        return r; /* repeating the request does not wear the flash */
    }
    r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = store_authorized_put(txn, link, &known);
    return r < 0 ? r : store_commit(txn);
}

int authorization_replace(struct core *core, enum store_link link, const char *other, struct hal_link_device *device) {
    struct store_authorized known, gone;
    int r = read_device(device, &known);
    if (r == 0) {
        r = store_begin(core->store);
    }
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = store_authorized_get(txn, link, other, &gone);
    if (r == 0) {
        r = gone.authorized ? E_CAPACITY : store_authorized_delete(txn, link, other);
    }
    if (r == 0 || r == E_NOTFOUND) {
        r = store_authorized_put(txn, link, &known);
    }
    return r < 0 ? r : store_commit(txn);
}
