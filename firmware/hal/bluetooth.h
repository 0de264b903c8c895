/* The Bluetooth radio: phones that connect to the terminal (server), devices the terminal connects to (client). Ops may
 * be called from any thread and return at once; what takes its time goes on behind them and is read from the state.
 * What somebody else began (a phone that asks, a pairing that succeeds) waits as an event until it is taken. Pairing
 * is LE Secure Connections with a comparison of numbers; the radio never pairs unasked. */
#ifndef POSTERN_HAL_BLUETOOTH_H
#define POSTERN_HAL_BLUETOOTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/link_device.h"
#include "values.h"

#define HAL_BLUETOOTH_NAME_MAX 257 /* bytes of a device's name, with the NUL: 64 characters */
#define HAL_BLUETOOTH_DEVICES_MAX 64 /* devices heard, and devices paired */
#define HAL_BLUETOOTH_SEARCH_MS 10000 /* how long a search takes */
#define HAL_BLUETOOTH_CONNECT_MAX_MS 20000 /* after that a device that says nothing has failed */

/* What the radio is to do. */
struct hal_bluetooth_config {
    bool server; /* let phones connect and ask */
    bool client; /* search and connect */
    const char (*bonds)[HAL_MAC_MAX]; /* devices that are paired; the radio forgets any other bond, but for those whose
                                       * event is not taken yet */
    size_t bond_count; /* at most HAL_BLUETOOTH_DEVICES_MAX */
};

struct hal_bluetooth_state {
    bool server, client; /* as last applied; both off at first */
    char address[HAL_MAC_MAX]; /* the radio's own; "" while it does not answer */
    enum bluetooth_phase phase;
    char peer[HAL_MAC_MAX]; /* whom the phase is about, or was; "" nobody */
    enum bluetooth_failure failure; /* of the last connection; NONE once another begins */
    uint32_t search_left_ms; /* until the search ends; 0 when none runs */
};

/* A device that is heard now. */
struct hal_bluetooth_device {
    char mac[HAL_MAC_MAX];
    char name[HAL_BLUETOOTH_NAME_MAX]; /* UTF-8, clean; "" while it gave none */
    int32_t signal_dbm; /* below 0 */
    bool connected;
};

enum hal_bluetooth_event_kind {
    HAL_BLUETOOTH_ASKED, /* a phone or device asks to be authorized: `asker` */
    HAL_BLUETOOTH_PAIRED, /* connect() ended well: `device` */
};

struct hal_bluetooth_event {
    uint64_t number; /* for event_done() */
    enum hal_bluetooth_event_kind kind;
    struct hal_link_device asker;
    struct hal_bluetooth_device device;
};

struct hal_bluetooth {
    void *ctx; /* of the backend; handed to every op */

    /* Does what `config` says from now on; texts are copied. A role that is switched off loses its connections and
     * its search. Returns 0, or E_OFFLINE if the radio does not answer: then everything is as before. */
    int (*apply)(void *ctx, const struct hal_bluetooth_config *config);

    /* Writes what it does now. Cannot fail. */
    void (*read)(void *ctx, struct hal_bluetooth_state *ret_state);

    /* Starts a search of HAL_BLUETOOTH_SEARCH_MS, again if one runs. E_OFFLINE; E_BUSY while a connection is made. */
    int (*search)(void *ctx);

    /* Writes the devices heard since the last search began, at most `max`, and returns how many. */
    size_t (*devices)(void *ctx, struct hal_bluetooth_device *ret_devices, size_t max);

    /* Begins to connect to a device and to pair with it; a search ends. E_OFFLINE; E_BUSY while another connection is
     * made. How it goes on stands in the state; success is an event too. */
    int (*connect)(void *ctx, const char *mac);

    /* Ends the connection with a device, or the attempt, forgets the bond and the event of its pairing. E_OFFLINE. */
    int (*forget)(void *ctx, const char *mac);

    /* The oldest event that was not yet taken, which stays. Returns 0 or E_NOTFOUND. 16 are kept; then the radio
     * refuses more. */
    int (*event)(void *ctx, struct hal_bluetooth_event *ret_event);

    /* Takes the event away once what follows from it is stored. Does nothing if it is gone. */
    void (*event_done)(void *ctx, uint64_t number);
};

#endif
