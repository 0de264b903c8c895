/* Input at the terminal: credentials, keys, and notification that a door contact changed. One thread (the terminal)
 * waits. */
#ifndef POSTERN_HAL_INPUT_H
#define POSTERN_HAL_INPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/biometric.h"
#include "hal/display.h"
#include "hal/link_device.h"
#include "hal/wiegand.h"
#include "values.h"

#define HAL_INPUT_DIGITS_MAX 16 /* most digits of a PIN on the keypad */
#define HAL_INPUT_ASKS_MAX 8 /* queued credentials from devices of one link */

enum hal_input_what {
    HAL_INPUT_CREDENTIAL, /* a credential was presented or typed: `kind` says which member is set */
    HAL_INPUT_MENU, /* the key that opens and closes the administrator's menu */
    HAL_INPUT_STATUS, /* a key that selects the attendance status of the next punch: `status` */
    HAL_INPUT_CONTACTS, /* a contact or the supply changed: read the current state from the door's driver */
};

struct hal_input_event {
    enum hal_input_what what;
    enum hal_credential_kind kind; /* of HAL_INPUT_CREDENTIAL */
    uint64_t card; /* CARD: its number, above 0: its bytes, big endian */
    /* CARD, ISO 14443: length of the UID in bytes, which `card` is: 4 or 7; 0: of another kind, or unknown */
    unsigned uid_octets;
    /* CARD: the number is random each time; not set by the driver, but where `card` is converted to a number */
    bool is_random;
    /* CARD: `card` is already the number, whatever the settings of byte order and length; not set by the driver */
    bool is_number;
    /* CARD: a frame of the Wiegand line that fits no format, with `card` 0; otherwise without bits; not set by the driver */
    struct wiegand_frame frame;
    char digits[HAL_INPUT_DIGITS_MAX + 1]; /* PIN as typed: '0' to '9' only, at least one */
    struct hal_match match; /* FINGER, FACE, IRIS: result of the module */
    enum punch_status status; /* of HAL_INPUT_STATUS */
    int temperature; /* skin temperature, in tenths of a degree Celsius, if measured with it; 0: not measured */
    int64_t time_ms; /* calendar time of the input, in milliseconds since 1970 UTC */
    enum credential_from from; /* of HAL_INPUT_CREDENTIAL; else OWN. Only a CARD can be other than OWN */
    struct hal_link_device device; /* which device it was, unless OWN, as it identifies itself */
};

/* Devices of a link only present cards; the driver drops a frame with wrong length or parity, or a damaged one. The
 * link vouches for the address of `device`: on the bus it is that of the sender's position, over Bluetooth that of an
 * encrypted, bonded connection. Data in the name of another address is dropped: authorization depends on the address.
 * These events are queued apart from those of the own readers, HAL_INPUT_ASKS_MAX per link, one per device; the link
 * rejects more. So a device that sends without end displaces nobody. */

struct hal_input {
    void *ctx; /* of the backend; passed to every op */

    /* Waits for the next event, at most `timeout_ms` (0: does not wait). Returns 0 with *ret_event, E_TIMEOUT if none
     * came, or E_CANCELLED after wake() or when the clock was moved. Up to 32 events are queued while nothing waits;
     * the device rejects more. Events from devices of a link come when the queue is empty, oldest first. */
    int (*wait)(void *ctx, int timeout_ms, struct hal_input_event *ret_event);

    /* Ends the wait in progress, or else the next one. Any thread, also one that handles signals. */
    void (*wake)(void *ctx);
};

#endif
