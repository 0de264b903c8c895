/* A second implementation of the known devices, for tests: the two authorization lists, the paired devices and the
 * pairing window of Wiegand devices, according to docs/rules.md, the API (api/spec/devices.json) and the headers of
 * core/devices. Uses only arrays and loops, neither store nor threads. Each audit entry is added to `entries`. */
#ifndef POSTERN_TEST_NAIVE_DEVICES_H
#define POSTERN_TEST_NAIVE_DEVICES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/link_device.h"
#include "store/devices/authorized.h"
#include "store/devices/bonds.h"
#include "values.h"

#define NAIVE_LIST_MAX 64
#define NAIVE_FOUND_MAX 8
#define NAIVE_ENTRIES_MAX 64
#define NAIVE_ENTRY_MAX 256

struct naive_list {
    struct store_authorized devices[NAIVE_LIST_MAX];
    size_t count;
};

struct naive_window {
    bool open, refused;
    int64_t closes_ms;
    size_t taken; /* answers */
    struct hal_link_device found[NAIVE_FOUND_MAX];
    size_t found_count;
    enum match_result result;
};

/* Bluetooth requests since the start. */
struct naive_asking {
    char macs[NAIVE_LIST_MAX][STORE_MAC_MAX]; /* in order of arrival; the tests have fewer */
    size_t count;
    int64_t pause_ends_ms; /* no replacement until then */
};

struct naive_devices {
    struct naive_list lists[2]; /* by enum store_link */
    struct naive_asking asking;
    struct store_bond bonds[NAIVE_LIST_MAX];
    size_t bond_count;
    struct naive_window window;
    char entries[NAIVE_ENTRIES_MAX][NAIVE_ENTRY_MAX]; /* of the action: object, before, after */
    size_t entry_count;
};

/* Sorted by address, and by name, then address. */
void naive_devices_sort(struct naive_devices *model);

/* Return NULL if it is not in the list, or not paired. */
struct store_authorized *naive_devices_listed(struct naive_devices *model, enum store_link link, const char *mac);
struct store_bond *naive_devices_bond(struct naive_devices *model, const char *mac);

/* Return the model number for display: "" if invalid, truncated to 32 characters; and the name of a paired device. */
void naive_devices_clean_model(const char *model, char ret_model[HAL_MODEL_MAX]);
const char *naive_devices_clean_name(const char *name);

/* Returns whether a request of this device writes nothing: it is listed with exactly this data. */
bool naive_devices_is_known(struct naive_devices *model, enum store_link link, const struct hal_link_device *device);

/* Handles a request. 0, E_INVAL (invalid address), E_CAPACITY. */
int naive_devices_ask(struct naive_devices *model, enum store_link link, const struct hal_link_device *device);

/* The same over Bluetooth, where the oldest is replaced in a full list, at most one per minute, and never one that is
 * authorized or paired. Those from before the start are oldest, by address. */
int naive_devices_ask_bluetooth(struct naive_devices *model, const struct hal_link_device *device, int64_t now_ms);

/* All or none: E_NOTFOUND. */
int naive_devices_authorize(struct naive_devices *model, enum store_link link, const char (*macs)[STORE_MAC_MAX],
                            size_t count, bool authorized);

/* Returns how many existed. */
unsigned naive_devices_delete(struct naive_devices *model, enum store_link link, const char (*macs)[STORE_MAC_MAX],
                              size_t count);

/* E_CAPACITY; E_NOTFOUND. */
int naive_devices_pair(struct naive_devices *model, const char *mac, const char *name);
int naive_devices_unpair(struct naive_devices *model, const char *mac);
int naive_devices_set_group(struct naive_devices *model, const char *mac, uint8_t group);

void naive_devices_open(struct naive_devices *model, int64_t now_ms);
void naive_devices_close(struct naive_devices *model);

/* Handles the next answer. E_CAPACITY. */
int naive_devices_answer(struct naive_devices *model, const struct hal_link_device *device, bool accepts,
                         int64_t now_ms);

/* Adds the audit entry of an action. */
void naive_devices_audit(struct naive_devices *model, const char *object, const char *before, const char *after);

#endif
