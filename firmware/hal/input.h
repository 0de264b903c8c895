/* What comes in at the terminal: credentials, keys, and word that a contact of the door changed. One thread (the terminal) waits. */
#ifndef POSTERN_HAL_INPUT_H
#define POSTERN_HAL_INPUT_H

#include <stdint.h>

#include "hal/biometric.h"
#include "hal/display.h"
#include "hal/link_device.h"
#include "values.h"

#define HAL_INPUT_DIGITS_MAX 16 /* digits of a PIN the keypad takes */
#define HAL_INPUT_ASKS_MAX 8 /* credentials of devices of one link that are kept */

enum hal_input_what {
    HAL_INPUT_CREDENTIAL, /* somebody showed or typed something: `kind` says which member is set */
    HAL_INPUT_MENU, /* the key that opens the administrator's menu, and closes it */
    HAL_INPUT_STATUS, /* a key that chooses the attendance status of the next punch: `status` */
    HAL_INPUT_CONTACTS, /* a contact or the supply changed: the door's driver has them as they are now */
};

struct hal_input_event {
    enum hal_input_what what;
    enum hal_credential_kind kind; /* of HAL_INPUT_CREDENTIAL */
    uint64_t card; /* CARD: its number, above 0: its bytes, the first highest */
    unsigned uid_octets; /* CARD: of a card of ISO 14443 how many bytes its UID has, which `card` then is: 4 or 7; 0: of
                          * another kind, or the reader does not tell */
    char digits[HAL_INPUT_DIGITS_MAX + 1]; /* PIN as typed: '0' to '9' only, at least one */
    struct hal_match match; /* FINGER, FACE, IRIS: what the module made of it */
    enum punch_status status; /* of HAL_INPUT_STATUS */
    int temperature; /* of the skin, in tenths of a degree Celsius, when it was measured with it; 0: not measured */
    int64_t time_ms; /* calendar time it came in, in milliseconds since 1970 UTC */
    enum credential_from from; /* of HAL_INPUT_CREDENTIAL; else OWN. What is not OWN is a CARD */
    struct hal_link_device device; /* which device it was, unless OWN, as it introduces itself */
};

/* Devices of a link show cards alone; a frame of a wrong length or parity, or one that was damaged on its way, is dropped by the
 * driver. The address of `device` is the one that the link vouches for: on the bus that of the place that sent, over Bluetooth
 * that of an encrypted connection with whoever is known under it. What is sent in the name of another address is dropped as
 * well: who may ask goes by the address. They wait apart from the own readers, HAL_INPUT_ASKS_MAX for each link, one for
 * each device; the link refuses more. So a device that asks without end takes no place of anybody. */

struct hal_input {
    void *ctx; /* of the backend; handed to every op */

    /* Waits for the next event, at most `timeout_ms` (0: only looks). Returns 0 with *ret_event, E_TIMEOUT if none
     * came, or E_CANCELLED after wake() or when the clock was moved. Events that come while nobody waits are kept, 32 of them; then the device
     * refuses more. What devices of a link show comes when nothing else waits, the oldest first. */
    int (*wait)(void *ctx, int timeout_ms, struct hal_input_event *ret_event);

    /* Ends a wait that is under way, or else the next one. Any thread, also from a signal-handling one. */
    void (*wake)(void *ctx);
};

#endif
