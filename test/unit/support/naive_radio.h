/* A Bluetooth radio for tests, written from hal/bluetooth.h: it executes commands at once, and the test controls a
 * connection's progress. */
#ifndef POSTERN_TEST_NAIVE_RADIO_H
#define POSTERN_TEST_NAIVE_RADIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/hal.h"

#define NAIVE_RADIO_AROUND_MAX 8
#define NAIVE_RADIO_EVENTS_MAX 16
#define NAIVE_RADIO_ADDRESS "02:00:5E:10:00:01"

struct naive_radio {
    bool offline;
    bool server, client;
    bool searched; /* since the client was switched on */
    enum bluetooth_phase phase;
    enum bluetooth_failure failure;
    char peer[HAL_MAC_MAX];
    uint32_t search_left_ms;
    char bonds[HAL_BLUETOOTH_DEVICES_MAX][HAL_MAC_MAX];
    size_t bond_count;
    struct hal_bluetooth_device around[NAIVE_RADIO_AROUND_MAX]; /* in range */
    size_t around_count;
    struct hal_bluetooth_event events[NAIVE_RADIO_EVENTS_MAX];
    size_t event_count;
    uint64_t last_number;
    unsigned busy_calls; /* refused with E_BUSY */
};

/* Sets the ops in `hal`. */
void naive_radio_init(struct naive_radio *radio, struct hal *hal);

/* Restarts it: its configuration is lost, an attempt has failed. */
void naive_radio_restart(struct naive_radio *radio);

/* Advances a search by this time. */
void naive_radio_advance(struct naive_radio *radio, uint32_t ms);

/* A device comes into range, or changes its name or signal; or leaves. */
void naive_radio_hear(struct naive_radio *radio, const struct hal_bluetooth_device *device);
void naive_radio_lose(struct naive_radio *radio, const char *mac);

bool naive_radio_is_connecting(const struct naive_radio *radio);
bool naive_radio_has_bond(const struct naive_radio *radio, const char *mac);

/* Advances the attempt by one phase; after the last one the device is paired. Or fails it. */
void naive_radio_go_on(struct naive_radio *radio);
void naive_radio_fail(struct naive_radio *radio, enum bluetooth_failure failure);

/* A phone sends a request; ignored while no phone may connect or the queue is full. */
void naive_radio_ask(struct naive_radio *radio, const struct hal_link_device *asker);

#endif
