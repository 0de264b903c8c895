/* The Bluetooth radio: phones that connect to the terminal (server), devices the terminal connects to (client). Ops may
 * be called from any thread and return at once; long operations continue in the background, and the state shows their
 * progress. What the other side starts (a request of a phone, a completed pairing) is queued as an event. Pairing is LE
 * Secure Connections with numeric comparison; the radio never pairs by itself. */
#ifndef POSTERN_HAL_BLUETOOTH_H
#define POSTERN_HAL_BLUETOOTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/link_device.h"
#include "values.h"

#define HAL_BLUETOOTH_NAME_MAX 257 /* bytes of a device's name, with the NUL: 64 characters */
#define HAL_BLUETOOTH_DEVICES_MAX 64 /* devices in range, and paired devices */
#define HAL_BLUETOOTH_SEARCH_MS 10000 /* duration of a search */
#define HAL_BLUETOOTH_CONNECT_MAX_MS 20000 /* a device that does not respond within this time counts as failed */

/* What the radio should do. */
struct hal_bluetooth_config {
    bool server; /* accept connections and requests of phones */
    bool client; /* search and connect */
    /* paired devices; the radio deletes other bonds, except those whose event is still queued */
    const char (*bonds)[HAL_MAC_MAX];
    size_t bond_count; /* at most HAL_BLUETOOTH_DEVICES_MAX */
};

struct hal_bluetooth_state {
    bool server, client; /* as last applied; both off at first */
    char address[HAL_MAC_MAX]; /* the radio's own; "" while it does not respond */
    enum bluetooth_phase phase;
    char peer[HAL_MAC_MAX]; /* device that the phase is or was about; "" none */
    enum bluetooth_failure failure; /* of the last connection; NONE when the next one starts */
    uint32_t search_left_ms; /* until the search ends; 0 when none runs */
};

/* A device currently in range. */
struct hal_bluetooth_device {
    char mac[HAL_MAC_MAX];
    char name[HAL_BLUETOOTH_NAME_MAX]; /* UTF-8, valid; "" if unknown */
    int32_t signal_dbm; /* below 0 */
    bool connected;
};

enum hal_bluetooth_event_kind {
    HAL_BLUETOOTH_ASKED, /* a phone or device requests authorization: `asker` */
    HAL_BLUETOOTH_PAIRED, /* connect() succeeded: `device` */
};

struct hal_bluetooth_event {
    uint64_t number; /* for event_done() */
    enum hal_bluetooth_event_kind kind;
    struct hal_link_device asker;
    struct hal_bluetooth_device device;
};

struct hal_bluetooth {
    void *ctx; /* of the backend; passed to every op */

    /* Applies `config`; texts are copied. A role that is switched off drops its connections and its search. Returns 0,
     * or E_OFFLINE if the radio does not respond: then nothing changes. */
    int (*apply)(void *ctx, const struct hal_bluetooth_config *config);

    /* Reads the current state. Cannot fail. */
    void (*read)(void *ctx, struct hal_bluetooth_state *ret_state);

    /* Starts a search of HAL_BLUETOOTH_SEARCH_MS, or restarts it. E_OFFLINE; E_BUSY while connecting. */
    int (*search)(void *ctx);

    /* Reads the devices found since the last search began, at most `max`, and returns their number. */
    size_t (*devices)(void *ctx, struct hal_bluetooth_device *ret_devices, size_t max);

    /* Starts to connect to a device and to pair with it; ends a search. E_OFFLINE; E_BUSY while another connection is
     * being made. The state shows the progress; success also is an event. */
    int (*connect)(void *ctx, const char *mac);

    /* Ends the connection with a device, or the attempt; deletes the bond and the event of its pairing. E_OFFLINE. */
    int (*forget)(void *ctx, const char *mac);

    /* Reads the oldest queued event without removing it. Returns 0 or E_NOTFOUND. The queue holds 16; the radio rejects
     * more. */
    int (*event)(void *ctx, struct hal_bluetooth_event *ret_event);

    /* Removes an event from the queue once its consequences are stored. Does nothing if it is no longer there. */
    void (*event_done)(void *ctx, uint64_t number);
};

#endif
